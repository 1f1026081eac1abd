import { sql } from 'kysely';
import type { ToldRows } from '#contract/assistant-settings.ts';
import type { ChatEvent } from '#contract/assistant-chat.ts';
import type { Run } from '#contract/assistant-history.ts';
import { LINES_AFTER_END } from '#server/db/forgetting.ts';
import type { Database, Tx } from '#server/db/pool.ts';

export interface RunRow {
  readonly id: string;
  readonly conversation_id: number | null;
  readonly user_id: number;
  readonly question_id: number | null;
  readonly state: Run['state'];
  readonly started_at: Date;
  /** Since its server last wrote of it. */
  readonly silent_ms: number;
}

/** A server says every second that its runs live; after this silence it has ended. */
export const DEAD_AFTER_MS = 15_000;

export function toRun({ id, conversation_id, state, started_at, silent_ms: silentMs }: RunRow): Run {
  const isDead = state === 'running' && silentMs > DEAD_AFTER_MS;
  return { id, conversation_id, state: isDead ? 'interrupted' : state, started_at: started_at.toISOString() };
}

const COLUMNS = sql`r.id, r.conversation_id, r.user_id, r.question_id, r.state, r.started_at,
  (extract(epoch FROM clock_timestamp() - r.seen_at) * 1000)::float8 AS silent_ms`;

export async function selectRun(db: Database, id: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`SELECT ${COLUMNS} FROM ai_runs r WHERE r.id = ${id}`.execute(db);
  return rows[0];
}

/** The answer that is being made in a conversation. One whose server ended does not count. */
export async function selectRunning(db: Database, conversationId: number): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    SELECT ${COLUMNS} FROM ai_runs r WHERE r.conversation_id = ${conversationId} AND r.state = 'running'
       AND r.seen_at > clock_timestamp() - make_interval(secs => ${sql.lit(DEAD_AFTER_MS / 1000)})`.execute(db);
  return rows[0];
}

/** Asks a run, or the run of a conversation, to stop. Its server sees it when it next writes. */
export async function askToStop(
  db: Database,
  which: { readonly runId: string } | { readonly conversationId: number },
): Promise<string[]> {
  const where = 'runId' in which ? sql`id = ${which.runId}` : sql`conversation_id = ${which.conversationId}`;
  const { rows } = await sql<{ id: string }>`
    UPDATE ai_runs SET stop_asked_at = now() WHERE ${where} AND state = 'running' RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface NewRun {
  readonly id: string;
  readonly conversationId: number;
  readonly userId: number;
  readonly locationId: number | null;
  readonly questionId: number;
  /** Number of pictures that go with the question. */
  readonly images: number;
}

/** Returns true if names of customers are shared with the model of this run. */
export async function insertRun(tx: Tx, run: NewRun): Promise<boolean> {
  const { rows } = await sql<{ shares_names: boolean }>`
    INSERT INTO ai_runs (id, conversation_id, user_id, location_id, question_id, images, shares_names)
    SELECT ${run.id}, ${run.conversationId}, ${run.userId}, ${run.locationId}, ${run.questionId}, ${run.images}, share_customer_names
      FROM ai_settings WHERE id = 1 RETURNING shares_names`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the run was not written');
  return row.shares_names;
}

/** The new lines of each run of a server, written at once. */
export type Beat = readonly { readonly id: string; readonly events: readonly ChatEvent[] }[];

/** A run says that it lives at most this often. An update writes all indexes of its row. */
const ALIVE_EVERY_MS = 1000;

/** Takes the lines from a run during which somebody was forgotten. */
const WITHOUT_LINES = sql`DELETE FROM ai_run_events e USING ai_runs r WHERE r.id = e.run_id AND r.forgot_at IS NOT NULL`;
/** True of lines with the end of a run. */
const IS_END = sql`@? '$[*] ? (@.type == "done" || @.type == "error")'`;

/**
 * Writes new lines, says that the runs live, and answers which of them are to end: somebody asked for it, or another server
 * ended one whose own server had not reached the database for a while. The lines of a run are one row, under the number of
 * the last of them: a row costs a check of its run and two index entries. A run during which somebody was forgotten, or just after it,
 * keeps its last line alone. Rule: customers/forgotten.
 */
export async function writeBeat(db: Database, beat: Beat): Promise<string[]> {
  const ids = beat.map(({ id }) => id);
  const rows = beat.flatMap(({ id, events }) => {
    const last = events.at(-1);
    return last ? [{ run_id: id, seq: last.seq, event: events }] : [];
  });
  const stopped = await sql<{ id: string }>`
    -- A deletion of somebody waits for these lines, or is waited for. An update of the runs that came before their lock would keep
    -- the statement from seeing them, so it reads them from here.
    WITH held AS MATERIALIZED (
      SELECT id, forgot_at, coalesce(ended_at > clock_timestamp() - ${LINES_AFTER_END}, true) AS is_recent
        FROM ai_runs WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE
    ), written AS (
      INSERT INTO ai_run_events (run_id, seq, event)
      SELECT e.run_id, e.seq, CASE WHEN held.forgot_at IS NULL AND held.is_recent THEN e.event
                                   ELSE jsonb_path_query_array(e.event, '$[*] ? (@.type == "done" || @.type == "error")') END
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e(run_id uuid, seq integer, event jsonb)
        JOIN held ON held.id = e.run_id
          ON CONFLICT DO NOTHING
    ), emptied AS (
      -- Its end may have been written since the last beat.
      ${WITHOUT_LINES} AND r.id = ANY(${ids}::uuid[]) AND NOT e.event ${IS_END}
    ), alive AS (
      UPDATE ai_runs r SET seen_at = clock_timestamp() FROM held WHERE r.id = held.id AND r.state = 'running'
         AND r.seen_at < clock_timestamp() - make_interval(secs => ${sql.lit(ALIVE_EVERY_MS / 1000)})
    )
    SELECT id FROM ai_runs WHERE id = ANY(${ids}::uuid[]) AND (state <> 'running' OR stop_asked_at IS NOT NULL)`.execute(
    db,
  );
  return stopped.rows.map(({ id }) => id);
}

/**
 * The lines after `after`, in order, each once.
 * @param limit the most rows that are read: a row is a line, or those that were written together
 */
export async function selectEvents(db: Database, runId: string, after: number, limit: number): Promise<ChatEvent[]> {
  const { rows } = await sql<{ event: ChatEvent | ChatEvent[] }>`
    SELECT event FROM ai_run_events WHERE run_id = ${runId} AND seq > ${after} ORDER BY seq LIMIT ${limit}`.execute(db);
  let seen = after;
  // Lines whose writing seemed to fail are in the next row again.
  return rows
    .flatMap(({ event }) => event)
    .filter(({ seq }) => {
      const isNew = seq > seen;
      if (isNew) seen = seq;
      return isNew;
    });
}

export interface Ended {
  readonly state: 'finished' | 'interrupted' | 'failed';
  readonly model: string;
  readonly tools: readonly string[];
  readonly told: readonly ToldRows[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number | null;
}

interface EndedRun {
  readonly conversation_id: number | null;
  readonly question_id: number | null;
  /** Somebody was forgotten while it was made. */
  readonly forgot: boolean;
}

/** Ends a run once: null when it had ended already. One during which somebody was forgotten failed, and loses its lines. */
export async function endRun(tx: Tx, id: string, ended: Ended): Promise<EndedRun | null> {
  const { rows } = await sql<EndedRun>`
    UPDATE ai_runs SET state = CASE WHEN forgot_at IS NULL THEN ${ended.state} ELSE 'failed' END, ended_at = clock_timestamp(), model = ${ended.model}, tools = ${[...ended.tools]}::text[],
           told = ${JSON.stringify(ended.told)}::jsonb,
           input_tokens = ${ended.inputTokens}, output_tokens = ${ended.outputTokens}, cost_micros = ${ended.costMicros}
     WHERE id = ${id} AND state = 'running' RETURNING conversation_id, question_id, forgot_at IS NOT NULL AS forgot`.execute(
    tx,
  );
  const [run = null] = rows;
  if (run?.forgot === true) await sql`${WITHOUT_LINES} AND r.id = ${id}`.execute(tx);
  return run;
}

/** Counts the tokens of a turn at once: they are spent even if the run fails. */
export async function countTokens(
  tx: Tx,
  id: string,
  { inputTokens, outputTokens, costMicros, model }: Omit<Ended, 'state' | 'tools' | 'told'>,
): Promise<void> {
  await sql`
    UPDATE ai_runs SET input_tokens = ${inputTokens}, output_tokens = ${outputTokens}, cost_micros = ${costMicros}, model = ${model}
     WHERE id = ${id}`.execute(tx);
}

const IS_SILENT = sql`r.state = 'running'
  AND r.seen_at < clock_timestamp() - make_interval(secs => ${sql.lit(DEAD_AFTER_MS / 1000)})`;

/** Ids of runs that are silent: those of ended servers. */
export async function selectDead(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT r.id FROM ai_runs r WHERE ${IS_SILENT} ORDER BY r.seen_at LIMIT ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface DeadRun {
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_micros: number | null;
  readonly ms: number;
}

/**
 * Locks a silent run for this transaction, its conversation first, as everybody locks them. Undefined when somebody
 * else has either of them, or the run has ended.
 */
export async function lockDead(tx: Tx, id: string): Promise<DeadRun | undefined> {
  const free = await sql`
    SELECT FROM ai_conversations WHERE id = (SELECT conversation_id FROM ai_runs WHERE id = ${id})
       FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
  const { rows } = await sql<DeadRun & { conversation_id: number | null }>`
    SELECT r.conversation_id, r.model, r.input_tokens, r.output_tokens, r.cost_micros,
           (extract(epoch FROM r.seen_at - r.started_at) * 1000)::float8 AS ms
      FROM ai_runs r WHERE r.id = ${id} AND ${IS_SILENT}
       AND (r.conversation_id IS NULL OR ${free.rows.length > 0}) FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
  return rows[0];
}

/** Answers of a person that are being made. Those whose server ended do not count. */
export async function countRunning(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM ai_runs r
     WHERE r.user_id = ${userId} AND r.state = 'running' AND NOT (${IS_SILENT})`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface TokensToday {
  readonly person: number;
  readonly shop: number;
  readonly personMicros: number;
  readonly shopMicros: number;
}

/** Tokens and their cost since the day began where the person works. */
export async function selectTokensToday(db: Database, userId: number, timeZone: string): Promise<TokensToday> {
  const { rows } = await sql<TokensToday>`
    SELECT coalesce(sum(input_tokens + output_tokens) FILTER (WHERE user_id = ${userId}), 0)::float8 AS person,
           coalesce(sum(input_tokens + output_tokens), 0)::float8 AS shop,
           coalesce(sum(cost_micros) FILTER (WHERE user_id = ${userId}), 0)::float8 AS "personMicros",
           coalesce(sum(cost_micros), 0)::float8 AS "shopMicros"
      FROM ai_runs WHERE started_at >= date_trunc('day', now() AT TIME ZONE ${timeZone}) AT TIME ZONE ${timeZone}`.execute(
    db,
  );
  return rows[0] ?? { person: 0, shop: 0, personMicros: 0, shopMicros: 0 };
}
