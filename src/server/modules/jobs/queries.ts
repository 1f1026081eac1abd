import { sql } from 'kysely';
import type { WireJob } from '#contract/jobs.ts';
import type { Database, Tx } from '#server/db/pool.ts';

export interface JobRow {
  id: number;
  kind: string;
  state: WireJob['state'];
  attempts: number;
  run_at: Date;
  last_error: string | null;
  created_at: Date;
  finished_at: Date | null;
}

const MOST_SHOWN = 100;
const JOB = sql`id, kind, state, attempts, run_at, last_error, created_at, finished_at`;

export async function selectJobs(
  db: Database,
  state: JobRow['state'] | null,
): Promise<{ rows: JobRow[]; counts: Record<JobRow['state'], number> }> {
  const [{ rows }, counted] = await Promise.all([
    sql<JobRow>`SELECT ${JOB} FROM jobs WHERE ${state}::text IS NULL OR state = ${state}
      ORDER BY id DESC LIMIT ${sql.lit(MOST_SHOWN)}`.execute(db),
    sql<{ state: JobRow['state']; jobs: number }>`SELECT state, count(*) AS jobs FROM jobs GROUP BY state`.execute(db),
  ]);
  const counts = { waiting: 0, done: 0, dead: 0 };
  for (const row of counted.rows) counts[row.state] = row.jobs;
  return { rows, counts };
}

/** Puts dead jobs, those named or all, back as never tried. Answers their ids. */
export async function retryJobs(tx: Tx, ids: readonly number[] | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE jobs SET state = 'waiting', attempts = 0, run_at = now(), finished_at = NULL, leased_until = NULL
     WHERE state = 'dead' AND (${ids}::bigint[] IS NULL OR id = ANY(${ids}::bigint[])) RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}
