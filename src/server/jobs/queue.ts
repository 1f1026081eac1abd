import { sql } from 'kysely';
import { isOver } from '#server/db/clock.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Secrets } from '#server/secrets/secrets.ts';

type Sealing = Pick<Secrets, 'fields'>;

/** The kinds of jobs with their data, as JSON values. */
export interface JobPayloads {
  /** A mail that is ready to be sent. It is dropped after `useless_after`. */
  mail: { to: string; subject: string; text: string; useless_after: string | null };
  /** Takes back points that have lapsed, for customers with an id above `after`. */
  expire_points: { after: number };
  /** Makes a backup, or rehearses a restore. */
  back_up: { run: number };
  /** Verifies the audit trail's chain from this place on. */
  check_chain: { check: number; after: number };
}
export type JobKind = keyof JobPayloads;

/** A failure that another try cannot mend. */
export class HopelessJob extends Error {}

/** After this many tries a job is dead. Rule: running/jobs. */
export const MOST_JOB_ATTEMPTS = 8;
const FIRST_WAIT_S = 15;
const LONGEST_WAIT_S = 3600;
/** Longer than any job takes. A process that has not finished a job by then counts as dead. */
const LEASE_S = 120;

/**
 * Adds a job in the caller's transaction, so that it is done if and only if that is committed.
 * @param onceKey only one job with this key is kept
 * @param userId the person the job is about; it is erased with them
 */
export async function enqueue<K extends JobKind>(
  tx: Database | Tx,
  { fields }: Sealing,
  kind: K,
  payload: JobPayloads[K],
  { onceKey = null, userId = null }: { onceKey?: string | null; userId?: number | null } = {},
): Promise<void> {
  const { rows } = await sql<{ id: number }>`SELECT nextval(pg_get_serial_sequence('jobs', 'id')) AS id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('a job has no number');
  const sealed = fields.seal({ column: 'jobs.payload', row: id }, JSON.stringify(payload));
  await sql`INSERT INTO jobs (id, kind, payload, once_key, user_id)
    VALUES (${id}, ${kind}, ${sealed}, ${onceKey}, ${userId})
    ON CONFLICT (once_key) DO NOTHING`.execute(tx);
}

export interface TakenJob {
  readonly id: number;
  readonly kind: string;
  readonly payload: string;
  /** The number of this try, from 1. */
  readonly attempts: number;
}

/** Takes the next due job, or null. Nobody else gets it while the lease lasts. */
export async function takeJob(db: Database): Promise<TakenJob | null> {
  const { rows } = await sql<TakenJob>`
    UPDATE jobs SET attempts = attempts + 1, leased_until = now() + make_interval(secs => ${sql.lit(LEASE_S)})
     WHERE id = (SELECT id FROM jobs
                  WHERE state = 'waiting' AND ${isOver('run_at', LONGEST_WAIT_S)}
                    AND (leased_until IS NULL OR ${isOver('leased_until', 2 * LEASE_S)})
                  ORDER BY run_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, coalesce(payload, '') AS payload, attempts`.execute(db);
  return rows[0] ?? null;
}

export function payloadOf<K extends JobKind>({ fields }: Sealing, { id, payload }: TakenJob): JobPayloads[K] {
  return JSON.parse(fields.open({ column: 'jobs.payload', row: id }, payload)) as JobPayloads[K];
}

/** False when the lease had ended, so that another process has the job by now. */
export async function finishJob(db: Database, { id, attempts }: TakenJob): Promise<boolean> {
  const { rows } = await sql`
    UPDATE jobs SET state = 'done', finished_at = now(), leased_until = NULL, payload = NULL, last_error = NULL
     WHERE id = ${id} AND attempts = ${attempts} AND state = 'waiting' RETURNING id`.execute(db);
  return rows.length > 0;
}

/**
 * Records why a job failed. It is tried again after a wait that doubles each time, until it is dead. Returns whether it
 * is dead.
 */
export async function failJob(
  db: Database,
  { id, attempts }: TakenJob,
  reason: string,
  isHopeless: boolean,
): Promise<boolean> {
  const isDead = isHopeless || attempts >= MOST_JOB_ATTEMPTS;
  const waitS = Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (attempts - 1));
  await sql`
    UPDATE jobs SET last_error = ${reason.slice(0, 500)}, leased_until = NULL,
           state = CASE WHEN ${isDead} THEN 'dead' ELSE state END,
           finished_at = CASE WHEN ${isDead} THEN now() END,
           run_at = CASE WHEN ${isDead} THEN run_at ELSE now() + make_interval(secs => ${waitS}) END
     WHERE id = ${id} AND attempts = ${attempts} AND state = 'waiting'`.execute(db);
  return isDead;
}
