import { availableParallelism } from 'node:os';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '#server/log.ts';
import { clientConfig, type Connection } from './connection.ts';
import { Door, ReadersDoor } from './pool/door.ts';
import { Gate } from './pool/gate.ts';
import { PreparingClient } from './pool/prepared.ts';
import { Pulse } from './pool/pulse.ts';
import { isUrgent } from './pool/urgent.ts';
import type { DB } from './schema.d.ts';

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;

export interface DatabaseHandle {
  readonly db: Database;
  /** For reads. They leave connections to the sales and stop when the caller hangs up (`readFor`). */
  readonly reads: Database;
  readonly pool: pg.Pool;
  /** Closes the pool. Running queries may finish first, within a second. */
  readonly close: () => Promise<void>;
}

/** A few connections keep a core busy. More do no more work and only evict each other's caches. */
const CORES = availableParallelism();
const MAX_CONNECTIONS = Math.min(20, Math.max(12, 6 * CORES));
/**
 * Connections that always remain for sales and for looking up sessions. They stay open in quiet times too, because opening
 * one and planning its first sale takes fifteen times as long as a sale.
 */
export const KEPT_FREE = 4;
/** One for each core, 2 to 6. Reads keep cores busy, so more of them would only slow down the sales. */
const READ_CONNECTIONS = Math.min(6, Math.max(2, CORES));
/** Those that reads have while sales are recorded: a core that only reads is one that no sale gets. */
const READS_BESIDE_SALES = { atOnce: Math.ceil(READ_CONNECTIONS / 2), isOn: isUrgent, longMs: 100 };
/** For writes other than sales. They mostly wait for locks. */
export const WRITE_CONNECTIONS = MAX_CONNECTIONS - KEPT_FREE - READ_CONNECTIONS;
const CLOSE_WITHIN_MS = 1000;
const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** Longer than the server's own timeout, so only a silent connection reaches it. */
const SILENT_QUERY_TIMEOUT_MS = 20_000;
const LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  query_timeout: SILENT_QUERY_TIMEOUT_MS,
};

interface PoolOptions {
  maxConnections?: number;
  /** For commands that load or check a whole shop: no time limit on a statement. */
  patient?: boolean;
}

/** Opens the pool and the query builder over it. Nothing is connected until the first query. */
export function openDatabase(
  connection: Connection,
  log: Log,
  { maxConnections = MAX_CONNECTIONS, patient = false }: PoolOptions = {},
): DatabaseHandle {
  const pool = new pg.Pool({
    ...clientConfig(connection),
    Client: PreparingClient,
    max: maxConnections,
    min: patient ? 0 : Math.min(KEPT_FREE, maxConnections),
    idleTimeoutMillis: 60_000,
    ...(patient ? {} : LIMITS),
  });
  // Without a listener the loss of an idle connection would end the process.
  let closing = false;
  pool.on('error', (error) => {
    if (!closing) log.warn({ err: error }, 'an idle database connection was lost');
  });
  const pulse = new Pulse(pool, connection, log);
  const isSilent = (): boolean => pulse.isSilent;
  const over = (door: Door): Database => new Kysely<DB>({ dialect: new PostgresDialect({ pool: door }) });
  const db = over(new Door(pool, isSilent));
  const reads = over(new ReadersDoor(pool, isSilent, new Gate(READ_CONNECTIONS, READS_BESIDE_SALES)));
  const close = async (): Promise<void> => {
    closing = true;
    await pulse.stop();
    await reads.destroy();
    const cut = patient ? undefined : setTimeout(() => pulse.cutAll(), CLOSE_WITHIN_MS);
    await db.destroy();
    if (!pool.ended) await pool.end();
    clearTimeout(cut);
  };
  return { db, reads, pool, close };
}
