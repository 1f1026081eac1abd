/** Codes of a database that is away, starting, stopping, out of connections, or has become a read-only standby. */
const AWAY_STATES = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006', '25P03']);
const AWAY_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  // A unix socket where nobody has taken up the last callers yet: the database has gone silent.
  'EAGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The error with which a silent database's connections are cut, so that those who wait are told at once. */
export const GONE_SILENT = 'The database has gone silent';
/** pg and pg-pool give no code for these. */
const AWAY_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed',
  'Query read timeout',
  GONE_SILENT,
];
const RETRYABLE_STATES = new Set(['40001', '40P01']);

/** No connection became free in time, though the database answers: there is more to do than it can do at once. */
export class DatabaseBusy extends Error {
  constructor(cause?: Error) {
    super('no database connection became free in time', { cause });
  }
}

/** The SQLSTATE of an error the database sent, or undefined. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return 'severity' in error && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/** The name of the constraint a write broke, or undefined. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
}

/** True for a write that found no room on the database's disk. */
export function isDiskFull(error: unknown): boolean {
  return sqlStateOf(error) === '53100';
}

/** True for a statement that was stopped because it took too long. */
export function tookTooLong(error: unknown): boolean {
  return sqlStateOf(error) === '57014';
}

/** True when the database did not answer, rather than answered with an error about the request. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error) || error instanceof DatabaseBusy) return false;
  const state = sqlStateOf(error);
  if (state !== undefined) return AWAY_STATES.has(state) || state.startsWith('08');
  if ('code' in error && typeof error.code === 'string') {
    // One that comes without a system call is of the caller's connection: a request that was cut short.
    if (AWAY_SYSTEM_CODES.has(error.code)) return 'syscall' in error;
    // A unix socket that is gone; a missing file elsewhere is another matter.
    if (error.code === 'ENOENT' || error.code === 'EACCES') return 'syscall' in error && error.syscall === 'connect';
  }
  return AWAY_MESSAGES.some((message) => error.message.includes(message));
}

const STOPPED = '57014';

/** True when there is more work than can be done in time although the database answers. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof DatabaseBusy || sqlStateOf(error) === STOPPED;
}

const LOST_STATES = new Set(['57P01', '57P02']);
const LOST_AT_WORK = /Connection terminated unexpectedly|Query read timeout/;

/**
 * True when a connection was lost while it was at work: what was asked may have been done, and its COMMIT may have
 * succeeded. Only asking again by the key can tell.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlStateOf(error);
  if (state !== undefined) return LOST_STATES.has(state) || state.startsWith('08');
  if ('code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) return 'syscall' in error;
  return LOST_AT_WORK.test(error.message);
}

/** True for a transaction the database undid only because of others beside it: the same work may be run again. */
export function isRetryable(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== undefined && (RETRYABLE_STATES.has(state) || isStalePlan(error));
}

/** A prepared statement that outlived a change of its tables (another build has migrated). */
export function isStalePlan(error: unknown): boolean {
  return (
    sqlStateOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan must not change')
  );
}
