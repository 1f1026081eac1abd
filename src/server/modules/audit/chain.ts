import { sql } from 'kysely';
import type { ChainCheck } from '#contract/audit.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { Secrets } from '#server/secrets/secrets.ts';

type Sealing = Pick<Secrets, 'fields'>;

/** Rows of one statement; some half a second. */
const ROWS_PER_STEP = 20_000;
/** Steps of one job. Then another job takes over, because mails wait meanwhile. */
const STEPS_PER_JOB = 10;

interface CheckRow extends Omit<ChainCheck, 'asked_at' | 'finished_at'> {
  id: number;
  asked_at: Date;
  finished_at: Date | null;
}

const SELECT = sql`
  SELECT c.id, c.asked_at, coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username) AS asked_by, c.finished_at, c.looked,
         c.broken, c.first_broken_id
    FROM chain_checks c JOIN users u ON u.id = c.asked_by`;

function toCheck({ id: _id, ...row }: CheckRow): ChainCheck {
  return { ...row, asked_at: row.asked_at.toISOString(), finished_at: row.finished_at?.toISOString() ?? null };
}

async function selectCheck(db: Database | Tx, isDone: boolean): Promise<CheckRow | undefined> {
  const { rows } = await sql<CheckRow>`
    ${SELECT} WHERE (c.finished_at IS NOT NULL) = ${isDone} ORDER BY c.id DESC LIMIT 1`.execute(db);
  return rows[0];
}

export async function lastChecks(db: Database): Promise<{ last: ChainCheck | null; running: ChainCheck | null }> {
  const [last, running] = [await selectCheck(db, true), await selectCheck(db, false)];
  return { last: last ? toCheck(last) : null, running: running ? toCheck(running) : null };
}

/** Has the whole chain computed again by jobs. One that goes on is answered instead. Rule: books/10-audit-trail. */
export async function askForCheck(tx: Tx, staff: Staff, secrets: Sealing): Promise<ChainCheck> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO chain_checks (asked_by) VALUES (${staff.id}) ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  const [made] = rows;
  if (made) {
    await enqueue(tx, secrets, 'check_chain', { check: made.id, after: 0 });
    await recordChange(tx, staff, { action: 'chain_check_asked', entity: 'audit_trail', entityId: made.id });
  }
  const running = await selectCheck(tx, false);
  if (!running) throw new Error('a check of the chain is not there');
  return toCheck(running);
}

interface Step {
  looked: number;
  broken: number;
  first_broken_id: number | null;
  last: number | null;
}

/** Looks at the rows above a place of the chain; the row at that place gives the hash that the next one builds on. */
async function checkStep(db: Database, after: number): Promise<Step> {
  const { rows } = await sql<Step>`
    WITH taken AS MATERIALIZED (
      SELECT t AS entry, t.id, t.position, t.hash FROM audit_trail t
       WHERE t.position >= ${after} ORDER BY t.position LIMIT ${sql.lit(ROWS_PER_STEP + 1)}),
    chained AS (
      SELECT entry, id, position, hash, lag(hash) OVER chain AS before,
             ${after} + row_number() OVER chain - ${after > 0 ? sql`1` : sql`0`} AS place
        FROM taken WINDOW chain AS (ORDER BY position)),
    looked AS (
      SELECT id, position, position IS DISTINCT FROM place
               OR hash IS DISTINCT FROM sha256(coalesce(before, ''::bytea) || audit_row_content(entry)) AS is_broken
        FROM chained WHERE position > ${after})
    SELECT count(*) AS looked, count(*) FILTER (WHERE is_broken) AS broken, min(id) FILTER (WHERE is_broken) AS first_broken_id,
           max(position) AS last
      FROM looked`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a step of the chain gave no row');
  return row;
}

/** The job: some steps of a check, then the next job, or its end. A step that is done twice counts once. */
export async function checkChain(
  db: Database,
  secrets: Sealing,
  { check, after }: { check: number; after: number },
): Promise<void> {
  let place = after;
  for (let step = 0; step < STEPS_PER_JOB; step += 1) {
    const { looked, broken, first_broken_id: first, last } = await checkStep(db, place);
    const isEnd = looked < ROWS_PER_STEP;
    const isCounted = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ looked: number; broken: number }>`
        UPDATE chain_checks SET place = ${last ?? place}, looked = looked + ${looked}, broken = broken + ${broken},
               first_broken_id = coalesce(first_broken_id, ${first}), finished_at = CASE WHEN ${isEnd} THEN now() END
         WHERE id = ${check} AND finished_at IS NULL AND place = ${place} RETURNING looked, broken`.execute(tx);
      const [counted] = rows;
      if (counted && isEnd)
        await recordChange(tx, null, {
          action: 'chain_checked',
          entity: 'audit_trail',
          entityId: check,
          details: { looked: counted.looked, broken: counted.broken },
        });
      return counted !== undefined;
    });
    if (isEnd || !isCounted) return;
    place = last ?? place;
  }
  await enqueue(db, secrets, 'check_chain', { check, after: place });
}
