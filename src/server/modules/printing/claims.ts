import { sql } from 'kysely';
import { type JobState, STALE_LABELS } from '#contract/label-printers.ts';
import { isOver } from '#server/db/clock.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { type CameOut, IS_STALE, recordJob } from './queue.ts';

/** A process that has said nothing for so long counts as dead. It says something at least every few seconds. */
const LEASE_S = 60;
const SERVER_STOPPED =
  'The server stopped while the labels were sent. Look which came out, then say so or print again.';
/** Of tries that fail before anything is sent. With their waits that is some minutes. */
export const MOST_PRINT_ATTEMPTS = 8;
const FIRST_WAIT_S = 5;
const LONGEST_WAIT_S = 60;
/** Until a printer that is out of labels is asked again. */
const LOOK_AGAIN_S = 5;

/** A job in the hands of this process, with its printer. */
export interface Claim {
  readonly printer: number;
  readonly lease: number;
  readonly location: number;
  readonly job: number;
  readonly host: string;
  readonly port: number;
  readonly attempts: number;
  readonly formats: readonly string[];
}

/** The printer is still this process's own. Locks its row, which comes before those of its jobs. */
async function isOurs(
  tx: Tx,
  { printer, lease }: Pick<Claim, 'printer' | 'lease'>,
  endLease: boolean,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE label_printers
       SET leased_until = CASE WHEN ${endLease} THEN NULL ELSE now() + make_interval(secs => ${sql.lit(LEASE_S)}) END
     WHERE id = ${printer} AND lease = ${lease} RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Settles what a process left behind that died while it printed, and what waits for too long. */
async function tidy(tx: Tx, printer: number): Promise<number> {
  const { rows } = await sql`
    UPDATE label_print_jobs j
       SET state = CASE WHEN state = 'waiting' THEN 'failed' WHEN sent_at IS NULL THEN 'waiting' ELSE 'unsure' END,
           reason = CASE WHEN state = 'waiting' THEN ${STALE_LABELS} WHEN sent_at IS NULL THEN NULL ELSE ${SERVER_STOPPED} END,
           finished_at = CASE WHEN state = 'waiting' THEN now() END,
           cancel_asked = cancel_asked AND state = 'printing' AND sent_at IS NULL,
           version = version + 1
     WHERE printer_id = ${printer}
       AND (state = 'printing' OR (state = 'waiting' AND ${IS_STALE}))
    RETURNING id`.execute(tx);
  return rows.length;
}

interface PrinterRow {
  readonly printer: number;
  readonly lease: number;
  readonly location: number;
  readonly host: string;
  readonly port: number;
}

/** A job to print, or null, and the location whose queue moved, which its screens are told. */
export type Taken = { readonly claim: Claim | null; readonly moved: number | null };

/**
 * Takes the first job of a printer that nobody prints on, or returns null when there is none. Jobs of a printer are printed
 * one after the other, in the order in which they were sent.
 */
export function take(db: Database): Promise<Taken | null> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<PrinterRow>`
      UPDATE label_printers SET lease = lease + 1, leased_until = now() + make_interval(secs => ${sql.lit(LEASE_S)})
       WHERE id = (
         SELECT p.id FROM label_printers p
          WHERE (p.leased_until IS NULL OR ${isOver('p.leased_until', 2 * LEASE_S)})
            AND EXISTS (
              SELECT FROM label_print_jobs j
               WHERE j.printer_id = p.id
                 AND (j.state = 'printing'
                      OR j.id = (SELECT min(f.id) FROM label_print_jobs f WHERE f.printer_id = p.id AND f.state = 'waiting')
                         AND ${isOver('j.run_at', LONGEST_WAIT_S)}))
          ORDER BY p.leased_until NULLS FIRST, p.id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id AS printer, lease, location_id AS location, host, port`.execute(tx);
    const [printer] = rows;
    if (!printer) return null;
    const tidied = await tidy(tx, printer.printer);
    const { rows: taken } = await sql<Pick<Claim, 'job' | 'attempts' | 'formats'>>`
      UPDATE label_print_jobs SET state = 'printing', attempts = attempts + 1, version = version + 1
       WHERE id = (SELECT min(id) FROM label_print_jobs WHERE printer_id = ${printer.printer} AND state = 'waiting')
         AND state = 'waiting' AND ${isOver('run_at', LONGEST_WAIT_S)}
      RETURNING id AS job, attempts, formats`.execute(tx);
    const [job] = taken;
    if (job) return { claim: { ...printer, ...job }, moved: printer.location };
    await isOurs(tx, printer, true);
    return { claim: null, moved: tidied > 0 ? printer.location : null };
  });
}

/** The answer to a process that says it is alive. */
export type Word = 'go on' | 'cancel' | 'lost';

/**
 * Keeps the printer, and tells staff how many labels came out, and the reason why it stands still (null while it prints).
 * `told`: one of them is new.
 */
export function stillPrinting(
  db: Database,
  claim: Claim,
  reason: string | null,
  printed: number,
): Promise<{ word: Word; told: boolean }> {
  return inTransaction(db, async (tx) => {
    if (!(await isOurs(tx, claim, false))) return { word: 'lost', told: false };
    const { rows } = await sql<{ cancelling: boolean; told: boolean }>`
      UPDATE label_print_jobs j SET reason = ${reason}, printed = least(${printed}, j.copies) FROM label_print_jobs before
       WHERE j.id = ${claim.job} AND before.id = j.id AND j.state = 'printing'
      RETURNING j.cancel_asked AS cancelling, (before.reason, before.printed) IS DISTINCT FROM (j.reason, j.printed) AS told`.execute(
      tx,
    );
    const [job] = rows;
    return job ? { word: job.cancelling ? 'cancel' : 'go on', told: job.told } : { word: 'lost', told: false };
  });
}

/** Writes down that labels are sent from now on. Not 'go on': nothing may be sent. */
export function beginSending(db: Database, claim: Claim): Promise<Word> {
  return inTransaction(db, async (tx) => {
    if (!(await isOurs(tx, claim, false))) return 'lost';
    const { rows } = await sql<{ cancelling: boolean }>`
      UPDATE label_print_jobs SET sent_at = CASE WHEN cancel_asked THEN NULL ELSE now() END
       WHERE id = ${claim.job} AND state = 'printing' RETURNING cancel_asked AS cancelling`.execute(tx);
    const [job] = rows;
    if (!job) return 'lost';
    return job.cancelling ? 'cancel' : 'go on';
  });
}

async function leave(db: Database, claim: Claim, write: (tx: Tx) => Promise<void>): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await isOurs(tx, claim, true)) await write(tx);
  });
}

/** The end of a print, or a state in which a person has to look. `cameOut`: what a cancelled one has printed. */
export function endJob(
  db: Database,
  claim: Claim,
  state: Exclude<JobState, 'waiting' | 'printing'>,
  reason: string | null,
  cameOut?: CameOut,
): Promise<void> {
  return leave(db, claim, async (tx) => {
    await sql`
      UPDATE label_print_jobs SET state = ${state}, reason = ${reason}, version = version + 1,
             finished_at = CASE WHEN ${state} <> 'unsure' THEN now() END, cancel_asked = false,
             printed = CASE WHEN ${state} = 'done' THEN copies ELSE printed END
       WHERE id = ${claim.job} AND state = 'printing'`.execute(tx);
    if (state === 'done' || cameOut) await recordJob(tx, claim.job, cameOut);
  });
}

/** Puts a job of which nothing was sent back into the queue. After too many failures it fails. */
export function putBack(db: Database, claim: Claim, reason: string, isFailure: boolean): Promise<void> {
  const givesUp = isFailure && claim.attempts >= MOST_PRINT_ATTEMPTS;
  const waitS = isFailure ? Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (claim.attempts - 1)) : LOOK_AGAIN_S;
  return leave(db, claim, async (tx) => {
    await sql`
      UPDATE label_print_jobs
         SET state = CASE WHEN cancel_asked THEN 'cancelled' WHEN ${givesUp} THEN 'failed' ELSE 'waiting' END,
             finished_at = CASE WHEN cancel_asked OR ${givesUp} THEN now() END, cancel_asked = false,
             reason = ${reason}, sent_at = NULL, version = version + 1, attempts = ${isFailure ? claim.attempts : 0},
             run_at = now() + make_interval(secs => ${waitS})
       WHERE id = ${claim.job} AND state = 'printing'`.execute(tx);
  });
}
