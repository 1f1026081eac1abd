/** Codes of a database that is away, starting, stopping, or has become a read-only standby; also of one that is out of connections (see `isDatabaseBusy`). */
const AWAY_STATES = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25006', '25P03']);
const AWAY_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  // A unix socket whose last callers have not been accepted yet: the database has gone silent.
  'EAGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/**
 * The error of connections that are cut because the database does not answer, so that waiting requests fail at once.
 */
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

/** No connection became free in time although the database answers, because it is overloaded. */
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

/** True when the database refused a value, such as text that it cannot store. */
export function isDataError(error: unknown): boolean {
  return sqlStateOf(error)?.startsWith('22') === true;
}

/** True when the database's disk is full. */
export function isDiskFull(error: unknown): boolean {
  return sqlStateOf(error) === '53100';
}

/** True for a statement that was stopped because it took too long. */
export function tookTooLong(error: unknown): boolean {
  return sqlStateOf(error) === '57014';
}

/** True when a lock was not to be had within the time that a statement would wait for it. */
export function isLockTaken(error: unknown): boolean {
  return sqlStateOf(error) === '55P03';
}

/** True when the database did not answer. False when it answered with an error about the request. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error) || error instanceof DatabaseBusy) return false;
  const state = sqlStateOf(error);
  if (state !== undefined) return AWAY_STATES.has(state) || state.startsWith('08');
  if ('code' in error && typeof error.code === 'string') {
    // Without a system call it is an error of the caller's connection: the request was cut short.
    if (AWAY_SYSTEM_CODES.has(error.code)) return 'syscall' in error;
    // The unix socket is gone. A missing file elsewhere says nothing about the database.
    if (error.code === 'ENOENT' || error.code === 'EACCES') return 'syscall' in error && error.syscall === 'connect';
  }
  return AWAY_MESSAGES.some((message) => error.message.includes(message));
}

/** A statement that was stopped, and one connection too many. */
const BUSY_STATES = new Set<string | undefined>(['57014', '53300']);

/** True when the database answers but has more work than it can do in time, or more connections than it allows. */
export function isDatabaseBusy(error: unknown): boolean {
  return error instanceof DatabaseBusy || BUSY_STATES.has(sqlStateOf(error));
}

const LOST_STATES = new Set(['57P01', '57P02']);
const LOST_AT_WORK = /Connection terminated unexpectedly|Query read timeout/;

/**
 * True when a connection was lost during its work. The work may have been done and committed; only asking again with the
 * idempotency key can tell.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlStateOf(error);
  if (state !== undefined) return LOST_STATES.has(state) || state.startsWith('08');
  if ('code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) return 'syscall' in error;
  return LOST_AT_WORK.test(error.message);
}

/** True when the database undid a transaction only because of concurrent ones. The same work may run again. */
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
