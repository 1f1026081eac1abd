/** Moderate settings for a shop's machine, written into postgresql.conf when the data folder is made. */
export const INITIAL_SETTINGS: Readonly<Record<string, string>> = {
  max_connections: '60',
  shared_buffers: '256MB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  wal_compression: 'on',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  effective_io_concurrency: '16',
  jit: 'off',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.02',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

interface Running {
  socketFolder: string;
  port: number;
  durable: boolean;
}

/**
 * Settings given at every start; they override the files. An acknowledged sale is on the disk, the database is reached
 * only through a socket that its owner alone may open, and its log holds no customer data.
 */
export function runningSettings({ socketFolder, port, durable }: Running): Readonly<Record<string, string>> {
  const onDisk = durable ? 'on' : 'off';
  return {
    fsync: onDisk,
    full_page_writes: onDisk,
    synchronous_commit: onDisk,
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: String(port),
    // A restore drops and makes all tables and indexes in one transaction, some 2,000 locks. Two fit into this beside the tills.
    max_locks_per_transaction: '256',
    // Without parallel workers, because those of a report would take cores away from sales.
    max_parallel_workers_per_gather: '0',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '%m [%p] ',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_checkpoints: 'off',
  };
}
