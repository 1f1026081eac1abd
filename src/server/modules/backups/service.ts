import { sql } from 'kysely';
import type { BackupRun, BackupSettings, changeBackupSettingsRoute } from '#contract/backups.ts';
import type { BodyOf } from '#contract/route.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { Refusal } from '#server/refusal.ts';
import type { Secrets } from '#server/secrets/secrets.ts';

/** A running backup that reported nothing for this long was cut short: its server stopped. Rule: running/backups. */
const SILENT_MINUTES = 5;
/** A scheduled backup that failed is tried again after this. Rule: running/backups. */
const AGAIN_AFTER_MINUTES = 60;
const MOST_SHOWN = 50;

export type RunKind = BackupRun['kind'];

interface RunRow extends Omit<BackupRun, 'asked_at' | 'finished_at'> {
  asked_at: Date;
  finished_at: Date | null;
}

const RUN = sql`
  SELECT r.id, r.kind, r.state, r.asked_at, r.finished_at, r.path AS file, r.removed_at IS NOT NULL AS removed, r.bytes, r.rows,
         r.checks, r.broken, r.error,
         coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username) AS asked_by
    FROM backup_runs r LEFT JOIN users u ON u.id = r.asked_by`;

function toRun({ asked_at: asked, finished_at: finished, ...row }: RunRow): BackupRun {
  return { ...row, asked_at: asked.toISOString(), finished_at: finished?.toISOString() ?? null };
}

export async function listRuns(db: Database | Tx): Promise<BackupRun[]> {
  const { rows } = await sql<RunRow>`${RUN} ORDER BY r.id DESC LIMIT ${sql.lit(MOST_SHOWN)}`.execute(db);
  return rows.map(toRun);
}

export async function lastBackup(db: Database | Tx): Promise<BackupRun | null> {
  const { rows } = await sql<RunRow>`
    ${RUN} WHERE r.kind = 'backup' AND r.state = 'done' ORDER BY r.finished_at DESC LIMIT 1`.execute(db);
  return rows[0] ? toRun(rows[0]) : null;
}

/** The time zone that most open locations have. */
export async function backupTimeZone(db: Database | Tx): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`
    SELECT time_zone FROM locations WHERE closed_at IS NULL GROUP BY time_zone ORDER BY count(*) DESC, time_zone LIMIT 1`.execute(
    db,
  );
  return rows[0]?.time_zone ?? 'America/New_York';
}

export async function readSettings(db: Database | Tx): Promise<BackupSettings> {
  const { rows } = await sql<BackupSettings>`
    SELECT is_daily, to_char(at_time, 'HH24:MI') AS at_time, keep, warn_after_hours, version FROM backup_settings`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('there are no settings of backups');
  return row;
}

/** @throws Refusal `changed_meanwhile`, `nothing_to_do` */
export async function changeSettings(
  tx: Tx,
  by: Staff,
  { version, ...body }: BodyOf<typeof changeBackupSettingsRoute>,
): Promise<BackupSettings> {
  await sql`SELECT FROM backup_settings FOR UPDATE`.execute(tx);
  const before = await readSettings(tx);
  if (version !== undefined && version !== before.version) {
    throw new Refusal('changed_meanwhile', 'Somebody else changed this meanwhile. Nothing was saved.', {
      details: { current: before },
    });
  }
  const wanted = {
    is_daily: body.is_daily ?? before.is_daily,
    at_time: body.at_time ?? before.at_time,
    keep: body.keep ?? before.keep,
    warn_after_hours: body.warn_after_hours === undefined ? before.warn_after_hours : body.warn_after_hours,
  };
  const changes = differences({ ...wanted, ...before }, { ...before, ...wanted }, ['version']);
  if (Object.keys(changes).length === 0) throw new Refusal('nothing_to_do', 'It is set like that already.');
  await sql`
    UPDATE backup_settings SET is_daily = ${wanted.is_daily}, at_time = ${wanted.at_time}::time, keep = ${wanted.keep},
           warn_after_hours = ${wanted.warn_after_hours}, version = version + 1`.execute(tx);
  await recordChange(tx, by, { action: 'backup_settings', entity: 'backups', entityId: 'settings', details: changes });
  return readSettings(tx);
}

/** Overdue if the newest whole backup is older than the owner's limit, unless the shop itself is younger. */
export async function backupState(db: Database): Promise<{ overdue: boolean; last_at: string | null }> {
  const { rows } = await sql<{ overdue: boolean; last_at: Date | null }>`
    SELECT b.last_at, coalesce(greatest(b.last_at, s.created_at) < now() - make_interval(hours => s.warn_after_hours), false) AS overdue
      FROM backup_settings s,
           (SELECT max(finished_at) AS last_at FROM backup_runs WHERE kind = 'backup' AND state = 'done') b`.execute(
    db,
  );
  return { overdue: rows[0]?.overdue ?? false, last_at: rows[0]?.last_at?.toISOString() ?? null };
}

/** Ends the runs of a stopped server, and those that nobody began within a day. */
async function giveUpSilent(tx: Tx): Promise<void> {
  await sql`
    UPDATE backup_runs SET state = 'failed', finished_at = now(), error = 'The server stopped while it worked on this.'
     WHERE (state = 'running' AND heard_at < now() - make_interval(mins => ${sql.lit(SILENT_MINUTES)}))
        OR (state = 'waiting' AND asked_at < now() - interval '1 day')`.execute(tx);
}

/** Has a job do it; one of the kind that goes on is answered instead. Rule: running/backups. */
export async function askForRun(
  tx: Tx,
  by: Staff | null,
  secrets: Pick<Secrets, 'fields'>,
  kind: RunKind,
): Promise<BackupRun> {
  await giveUpSilent(tx);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO backup_runs (kind, asked_by) VALUES (${kind}, ${by?.id ?? null}) ON CONFLICT DO NOTHING RETURNING id`.execute(
    tx,
  );
  const [made] = rows;
  if (made) {
    await enqueue(tx, secrets, 'back_up', { run: made.id });
    if (by) await recordChange(tx, by, { action: `${kind}_asked`, entity: 'backups', entityId: made.id });
  }
  const open =
    await sql<RunRow>`${RUN} WHERE r.kind = ${kind} ORDER BY r.state IN ('waiting', 'running') DESC, r.id DESC LIMIT 1`.execute(
      tx,
    );
  const [row] = open.rows;
  if (!row) throw new Error('a backup was not asked for');
  return toRun(row);
}

/**
 * Asks for the day's backup once its time has come, even if the server was off at that moment. The first backup is that
 * of the shop's first night.
 */
export async function planBackup(tx: Tx, secrets: Pick<Secrets, 'fields'>): Promise<void> {
  await giveUpSilent(tx);
  const timeZone = await backupTimeZone(tx);
  const { rows } = await sql<{ is_due: boolean }>`
    SELECT s.is_daily AND now() >= t.due AND s.created_at < t.due AND NOT EXISTS (
             SELECT FROM backup_runs r WHERE r.kind = 'backup' AND r.asked_at >= t.due AND r.asked_by IS NULL
                AND (r.state <> 'failed' OR r.finished_at > now() - make_interval(mins => ${sql.lit(AGAIN_AFTER_MINUTES)}))) AS is_due
      FROM backup_settings s,
           LATERAL (SELECT ((now() AT TIME ZONE ${timeZone})::date + s.at_time) AT TIME ZONE ${timeZone} AS due) t`.execute(
    tx,
  );
  if (rows[0]?.is_due === true) await askForRun(tx, null, secrets, 'backup');
}

export interface BegunRun {
  readonly id: number;
  readonly kind: RunKind;
}

/** Begins a run that waits; null when another process has it, or it has ended. */
export async function beginRun(db: Database, id: number): Promise<BegunRun | null> {
  const { rows } = await sql<BegunRun>`
    UPDATE backup_runs SET state = 'running', started_at = now(), heard_at = now() WHERE id = ${id} AND state = 'waiting'
    RETURNING id, kind`.execute(db);
  return rows[0] ?? null;
}

export async function keepRun(db: Database, id: number): Promise<void> {
  await sql`UPDATE backup_runs SET heard_at = now() WHERE id = ${id} AND state = 'running'`.execute(db);
}

export interface RunResult {
  readonly host: string;
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
  readonly checks?: number;
  readonly broken?: number;
}

export async function finishRun(
  db: Database,
  id: number,
  { host, path, bytes, rows, checks, broken }: RunResult,
): Promise<void> {
  await sql`
    UPDATE backup_runs SET state = 'done', finished_at = now(), host = ${host}, path = ${path}, bytes = ${bytes}, rows = ${rows},
           checks = ${checks ?? null}, broken = ${broken ?? null}
     WHERE id = ${id} AND state = 'running'`.execute(db);
}

export async function failRun(db: Database, id: number, error: string): Promise<void> {
  await sql`
    UPDATE backup_runs SET state = 'failed', finished_at = now(), error = ${error.slice(0, 500)}
     WHERE id = ${id} AND state = 'running'`.execute(db);
}

export interface KeptArchive {
  readonly id: number;
  /** Somebody asked for it; the others are made every day. */
  readonly by_hand: boolean;
  readonly path: string;
}

/** Archives of this machine that are there, newest first. */
export async function keptArchives(db: Database, host: string): Promise<KeptArchive[]> {
  const { rows } = await sql<KeptArchive>`
    SELECT id, path, asked_by IS NOT NULL AS by_hand FROM backup_runs WHERE kind = 'backup' AND state = 'done' AND host = ${host} AND removed_at IS NULL
     ORDER BY finished_at DESC, id DESC`.execute(db);
  return rows;
}

export async function noteRemoved(db: Database, ids: readonly number[]): Promise<void> {
  await sql`UPDATE backup_runs SET removed_at = now() WHERE id = ANY(${[...ids]}::integer[])`.execute(db);
}
