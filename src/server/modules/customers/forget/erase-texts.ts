import { type RawBuilder, sql } from 'kysely';
import { CUSTOMER_NAMED, type ToolCard } from '#contract/assistant-cards.ts';
import { isPlaceholderEmail } from '#domain/new-customer.ts';
import { LINES_AFTER_END } from '#server/db/forgetting.ts';
import { takeLock } from '#server/db/named-locks.ts';
import type { Tx } from '#server/db/pool.ts';

/** In place of a name. */
const NOBODY = 'Deleted customer';
/** Replaces a name in an artifact. It is never longer than a name, because an artifact's size is limited. */
const LEFT_OUT = '…';
const SHORTEST_NAME = 3;
const PHONE_DIGITS = 10;

/** The ways in which texts may write a person. */
interface Spelling {
  /** Finds candidates in the database, without regard to the bounds of words. */
  readonly pattern: string;
  readonly words: readonly RegExp[];
}

interface Spellings {
  /** Names of several words, addresses and numbers, in capitals or not. */
  readonly sure: Spelling | null;
  /**
   * With names of one word as well, in their own capitals only: "Day" may be a customer, and "day" a word of any text.
   * For texts about this customer.
   */
  readonly any: Spelling | null;
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

const longestFirst = (parts: readonly string[]): string =>
  [...new Set(parts)].toSorted((a, b) => b.length - a.length).join('|');

const wordsOf = (parts: readonly string[], flags: string): RegExp[] =>
  parts.length === 0
    ? []
    : [new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${longestFirst(parts)})(?![\p{L}\p{N}])`, flags)];

function spellingOf(sure: readonly string[], single: readonly string[] = []): Spelling | null {
  if (sure.length + single.length === 0) return null;
  return { pattern: longestFirst([...sure, ...single]), words: [...wordsOf(sure, 'giu'), ...wordsOf(single, 'gu')] };
}

const replaced = (text: string, spelling: Spelling | null, instead: string): string =>
  (spelling?.words ?? []).reduce((rest, words) => rest.replaceAll(words, instead), text);

/** A number with or without spaces, dashes, dots and brackets. */
function phonePattern(phone: string): string[] {
  const digits = phone.replaceAll(/ x.*|\D/g, '').slice(-PHONE_DIGITS);
  const [area, middle, end] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return digits.length < PHONE_DIGITS ? [] : [String.raw`\(?${area}\)?[-. ]*${middle}[-. ]*${end}`];
}

async function selectSpellings(tx: Tx, ids: readonly number[]): Promise<Spellings> {
  const { rows } = await sql<{ names: string[]; username: string; email: string; phone: string }>`
    SELECT ARRAY[display_name, name, first_name || ' ' || last_name] AS names, username, email, phone
      FROM users WHERE id = ANY(${[...ids]}::integer[])`.execute(tx);
  const texts = rows
    .flatMap(({ names, username, email }) => [...names, username, ...(isPlaceholderEmail(email) ? [] : [email])])
    .map((text) => text.trim())
    .filter((text) => text.length >= SHORTEST_NAME);
  const isSure = (text: string): boolean => /[\s@]/.test(text);
  const sure = [...texts.filter(isSure).map(escaped), ...rows.flatMap(({ phone }) => phonePattern(phone))];
  const single = texts.filter((text) => !isSure(text)).map(escaped);
  return { any: spellingOf(sure, single), sure: spellingOf(sure) };
}

/** Texts of people in the answers of the assistant's calls. Their other texts are words of the program. */
const WRITTEN = new Set(['title', 'last_message', 'content', 'reason']);

/** Rewrites the texts of people in a stored answer. */
function rewrittenTexts<Value>(value: Value, rewrite: (text: string) => string): Value {
  if (Array.isArray(value)) return value.map((part: unknown) => rewrittenTexts(part, rewrite)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      typeof part === 'string' && WRITTEN.has(key) ? rewrite(part) : rewrittenTexts(part, rewrite),
    ]),
  ) as Value;
}

/** Rewrites every text in a JSON value. */
function rewritten<Value>(value: Value, rewrite: (text: string) => string): Value {
  if (typeof value === 'string') return rewrite(value) as Value;
  if (Array.isArray(value)) return value.map((part: unknown) => rewritten(part, rewrite)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rewritten(part, rewrite)])) as Value;
}

const isTheirs = (row: ToolCard['rows'][number], ofPerson: ReadonlySet<number>): boolean =>
  typeof row['id'] === 'number' && ofPerson.has(row['id']);

/**
 * A card without the person. Their rows stay, without a name; the words that were searched to find them do not.
 * Columns, filters and other words of the program stay as they are.
 */
function cardWithout(card: ToolCard, ofPerson: ReadonlySet<number>, rewrite: (text: string) => string): ToolCard {
  const column = Object.entries(CUSTOMER_NAMED).find(([tool]) => tool === card.tool)?.[1];
  const isAbout = column !== undefined && card.rows.some((row) => isTheirs(row, ofPerson));
  const { search } = card.parameters;
  const isSearched = typeof search === 'string' && search.trim() !== '';
  const found = isSearched && (isAbout ? '' : rewrite(search));
  const title = rewrite(card.title);
  return {
    ...card,
    title: isSearched && isAbout ? title.replaceAll(rewrite(search), LEFT_OUT) : title,
    rows: card.rows.map((row) => ({
      ...rewritten(row, rewrite),
      ...(column !== undefined && isTheirs(row, ofPerson) && { [column]: NOBODY }),
    })),
    facts: card.facts.map((fact) => ({ ...fact, value: rewritten(fact.value, rewrite) })),
    draft: rewritten(card.draft, rewrite),
    ...(found !== false && {
      parameters: { ...card.parameters, search: found },
      open: card.open && { ...card.open, filter: { ...card.open.filter, search: found } },
    }),
  };
}

interface MessageRow {
  id: number;
  run_id: string | null;
  conversation_id: number;
  content: string;
  card: ToolCard | null;
}

/** Messages that may name somebody, with the numbers of their records in cards. */
interface Saying {
  readonly where: RawBuilder<unknown>;
  readonly orderIds: readonly number[];
  readonly found: readonly number[];
  /** The newest message by then. */
  readonly newest: number;
}

/** Rows that one statement looks through: all of a large shop would take longer than a statement may. */
const LOOKED_THROUGH = 2000;
/** Artifacts with all their versions, of 256 kB each at most, that one statement looks through. */
const ARTIFACTS_LOOKED_THROUGH = 50;

/** Looks through a whole table in steps. Nothing is locked. */
async function searched<Row>(
  tx: Tx,
  { table, step = LOOKED_THROUGH }: { table: 'ai_messages' | 'ai_drafts' | 'artifacts'; step?: number },
  search: (from: number, to: number) => RawBuilder<Row>,
): Promise<{ found: Row[]; newest: number }> {
  const last = await sql<{ id: number }>`SELECT coalesce(max(id), 0)::float8 AS id FROM ${sql.table(table)}`.execute(
    tx,
  );
  const newest = last.rows[0]?.id ?? 0;
  const found: Row[] = [];
  for (let from = 0; from < newest; from += step) found.push(...(await search(from, from + step).execute(tx)).rows);
  return { found, newest };
}

/** Looks through all conversations, which takes seconds in a large shop. Nothing is locked. */
async function selectSaying(tx: Tx, ids: readonly number[], { any }: Spellings): Promise<Saying> {
  const orders = await sql<{
    id: number;
  }>`SELECT id FROM orders WHERE customer_id = ANY(${[...ids]}::integer[])`.execute(tx);
  const orderIds = orders.rows.map(({ id }) => id);
  const rowsOf = (tool: keyof typeof CUSTOMER_NAMED, of: readonly number[]): RawBuilder<unknown> => sql`
    (m.card ->> 'tool' = ${tool} AND EXISTS (SELECT FROM jsonb_array_elements(m.card -> 'rows') r WHERE (r ->> 'id')::bigint = ANY(${[...of]}::bigint[])))`;
  const said = any ? sql`m.content ~* ${any.pattern} OR m.card::text ~* ${any.pattern}` : sql`false`;
  const where = sql`(${said} OR ${rowsOf('customers', ids)} OR ${rowsOf('find_orders', orderIds)})`;
  const { found, newest } = await searched(
    tx,
    { table: 'ai_messages' },
    (from, to) => sql<{ id: number }>`
      SELECT m.id::float8 AS id FROM ai_messages m WHERE m.id > ${from} AND m.id <= ${to} AND ${where}`,
  );
  return { where, orderIds, found: found.map(({ id }) => id), newest };
}

/** A row that was being saved at the time of the look has at most this many newer ones. */
const BEING_SAVED = 5000;
/** Texts that changed within this time are looked at again. The look may have passed them by then. */
const CHANGED_SINCE = sql`now() - interval '1 minute'`;

/** Erases these customers from conversations: from cards by id, from texts by name, address and phone. */
async function eraseFromConversations(
  tx: Tx,
  ids: readonly number[],
  { any, sure }: Spellings,
  { where, orderIds, found, newest }: Saying,
): Promise<void> {
  const isSaid = sql`(m.id = ANY(${[...found]}::bigint[]) OR (m.id > ${newest - BEING_SAVED} AND ${where}))`;
  const inCuts = any ? sql`c.title ~* ${any.pattern} OR c.last_message ~* ${any.pattern}` : sql`false`;
  // Conversations before their messages, as whoever clears one locks them.
  await sql`
    SELECT FROM ai_conversations c
     WHERE c.id IN (SELECT m.conversation_id FROM ai_messages m WHERE ${isSaid}) OR ${inCuts} ORDER BY c.id FOR NO KEY UPDATE`.execute(
    tx,
  );
  const { rows } = await sql<MessageRow>`
    SELECT m.id, m.run_id, m.conversation_id, m.content, m.card FROM ai_messages m WHERE ${isSaid} FOR UPDATE`.execute(
    tx,
  );
  const theirs = { customers: new Set(ids), find_orders: new Set(orderIds) };
  const ofPersonIn = (card: ToolCard): ReadonlySet<number> =>
    card.tool in theirs ? theirs[card.tool as keyof typeof theirs] : new Set();
  /** Conversations that show the person in a card. */
  const about = new Set(
    rows
      .filter(({ card }) => card?.rows.some((row) => isTheirs(row, ofPersonIn(card))))
      .map((row) => row.conversation_id),
  );
  const rewriteIn = (conversation: number) => (text: string) =>
    replaced(text, about.has(conversation) ? any : sure, NOBODY);
  for (const { id, conversation_id: conversation, content, card } of rows) {
    const rewrite = rewriteIn(conversation);
    const clean = card && cardWithout(card, ofPersonIn(card), (text) => replaced(text, sure, NOBODY));
    // The text beside a card is its title.
    const text = card && clean && content === card.title ? clean.title : rewrite(content);
    await sql`
      UPDATE ai_messages SET content = ${text}, card = ${clean && JSON.stringify(clean)}::jsonb WHERE id = ${id}`.execute(
      tx,
    );
  }
  const runs = [...new Set(rows.flatMap(({ run_id: runId }) => runId ?? []))];
  // The lines of an ended answer only serve readers who lost the connection. The saved messages tell the same. Where those are deleted,
  // nothing tells whom the lines name.
  await sql`
    DELETE FROM ai_run_events e USING ai_runs r
     WHERE r.id = e.run_id AND (r.id = ANY(${runs}::uuid[]) OR r.forgot_at IS NOT NULL
                                OR NOT EXISTS (SELECT FROM ai_messages m WHERE m.run_id = r.id))`.execute(tx);
  if (any === null) return;
  const cuts = await sql<{ id: number; title: string; last_message: string }>`
    SELECT c.id, c.title, c.last_message FROM ai_conversations c
     WHERE ${inCuts} OR c.id = ANY(${rows.map((row) => row.conversation_id)}::integer[]) FOR UPDATE`.execute(tx);
  for (const { id, title, last_message: last } of cuts.rows) {
    const rewrite = rewriteIn(id);
    await sql`
      UPDATE ai_conversations SET title = ${rewrite(title)}, last_message = ${rewrite(last)} WHERE id = ${id}`.execute(
      tx,
    );
  }
}

interface DraftTexts {
  id: number;
  title: string;
  reason: string;
  content: object;
  changes: object;
  result: object | null;
}

const draftSays = ({ pattern }: Spelling): RawBuilder<unknown> =>
  sql`concat_ws(' ', title, reason, content, changes, applied -> 'result') ~* ${pattern}`;

const selectDraftsSaying = (tx: Tx, sure: Spelling) =>
  searched(
    tx,
    { table: 'ai_drafts' },
    (from, to) =>
      sql<{ id: number }>`SELECT id FROM ai_drafts WHERE id > ${from} AND id <= ${to} AND ${draftSays(sure)}`,
  );

/** Drafts that were written with their names in them. One that waits lapses: what it would do is no longer what was seen. */
async function eraseFromDrafts(
  tx: Tx,
  sure: Spelling,
  { found, newest }: Awaited<ReturnType<typeof selectDraftsSaying>>,
): Promise<void> {
  const { rows } = await sql<DraftTexts>`
    SELECT id, title, reason, content, changes, applied -> 'result' AS result FROM ai_drafts
     WHERE id = ANY(${found.map(({ id }) => id)}::integer[])
        OR ((id > ${newest - BEING_SAVED} OR decided_at > ${CHANGED_SINCE}) AND ${draftSays(sure)}) FOR UPDATE`.execute(
    tx,
  );
  for (const { id, ...texts } of rows) {
    const { title, reason, content, changes, result } = rewritten(texts, (text) => replaced(text, sure, NOBODY));
    await sql`
      UPDATE ai_drafts SET title = ${title}, reason = ${reason}, content = ${JSON.stringify(content)}::jsonb,
             changes = ${JSON.stringify(changes)}::jsonb,
             applied = CASE WHEN applied ? 'result' THEN applied || jsonb_build_object('result', ${JSON.stringify(result)}::jsonb) ELSE applied END,
             state = CASE WHEN state = 'proposed' THEN 'lapsed' ELSE state END
       WHERE id = ${id}`.execute(tx);
  }
}

interface VersionRow {
  artifact_id: number;
  version: number;
  title: string;
  description: string;
  code: string;
  source: object | null;
}

const versionSays = ({ pattern }: Spelling): RawBuilder<unknown> =>
  sql`(title ~* ${pattern} OR description ~* ${pattern} OR code ~* ${pattern} OR source::text ~* ${pattern})`;

const selectVersionsSaying = (tx: Tx, sure: Spelling) =>
  searched(
    tx,
    { table: 'artifacts', step: ARTIFACTS_LOOKED_THROUGH },
    (from, to) => sql<{ artifact_id: number; version: number }>`
      SELECT artifact_id, version FROM artifact_versions WHERE artifact_id > ${from} AND artifact_id <= ${to} AND ${versionSays(sure)}`,
  );

/** Artifacts that were written with their names in them, in every version. */
async function eraseFromArtifacts(
  tx: Tx,
  sure: Spelling,
  { found }: Awaited<ReturnType<typeof selectVersionsSaying>>,
): Promise<void> {
  const { pattern } = sure;
  const rewrite = (text: string): string => replaced(text, sure, LEFT_OUT);
  const { rows } = await sql<VersionRow>`
    SELECT artifact_id, version, title, description, code, source FROM artifact_versions
     WHERE (artifact_id, version) IN (SELECT f.artifact_id, f.version FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb) AS f(artifact_id integer, version integer))
        OR (saved_at > ${CHANGED_SINCE} AND ${versionSays(sure)})`.execute(tx);
  const isNamed = sql`(title ~* ${pattern} OR array_to_string(tags, ' ') ~* ${pattern})`;
  // Artifacts before their versions, as whoever deletes one locks them.
  await sql`
    SELECT FROM artifacts WHERE id = ANY(${rows.map((row) => row.artifact_id)}::integer[]) OR ${isNamed} ORDER BY id FOR NO KEY UPDATE`.execute(
    tx,
  );
  // The trigger of versions lets texts change in this transaction only.
  if (rows.length > 0) await sql`SELECT set_config('shop.forgetting', 'on', true)`.execute(tx);
  for (const row of rows) {
    const source = row.source && JSON.stringify(rewritten(row.source, rewrite));
    await sql`
      UPDATE artifact_versions SET title = ${rewrite(row.title)}, description = ${rewrite(row.description)}, code = ${rewrite(row.code)},
             source = ${source}::jsonb
       WHERE artifact_id = ${row.artifact_id} AND version = ${row.version}`.execute(tx);
  }
  const named = await sql<{ id: number; title: string; tags: string[] }>`
    SELECT id, title, tags FROM artifacts WHERE ${isNamed}`.execute(tx);
  for (const { id, title, tags } of named.rows) {
    await sql`
      UPDATE artifacts SET title = ${rewrite(title)}, tags = ${tags.map(rewrite)}::text[] WHERE id = ${id}`.execute(tx);
  }
}

/** Erases a person from the stored answers of these routes. */
async function eraseFromReplies(
  tx: Tx,
  { pattern }: Spelling,
  { route, erased }: { route: string; erased: (response: object) => object },
): Promise<void> {
  const { rows } = await sql<{ key: string; response: object }>`
    SELECT key, response FROM idempotency_keys WHERE route LIKE ${route} AND response::text ~* ${pattern}`.execute(tx);
  for (const { key, response } of rows) {
    const rest = JSON.stringify(erased(response));
    await sql`UPDATE idempotency_keys SET response = ${rest}::jsonb WHERE key = ${key}`.execute(tx);
  }
}

/**
 * Ends all answers that are being made: the servers that make them may hold the person in their memory, and a model may repeat what
 * it was told. Nothing of such an answer is kept. Of one that has just ended, only its saved messages are: its last lines may not be
 * written yet.
 */
async function endAnswers(tx: Tx): Promise<void> {
  // No question is saved until this transaction ends.
  await takeLock(tx, 'forgetting');
  // Conversations before their runs, as everybody locks them.
  const isWritten = sql`(state = 'running' OR ended_at > now() - ${LINES_AFTER_END})`;
  await sql`
    SELECT FROM ai_conversations WHERE id IN (SELECT conversation_id FROM ai_runs WHERE ${isWritten})
     ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  // In the order in which a server locks its own to write their lines.
  await sql`
    UPDATE ai_runs SET forgot_at = now(), stop_asked_at = now()
     WHERE id IN (SELECT id FROM ai_runs WHERE ${isWritten} ORDER BY id FOR NO KEY UPDATE)`.execute(tx);
}

/**
 * Takes people out of what staff wrote with the assistant: conversations, drafts and artifacts. Called while their accounts still name
 * them. Rule: customers/forgotten.
 */
export async function eraseFromTexts(tx: Tx, ids: readonly number[]): Promise<void> {
  const spellings = await selectSpellings(tx, ids);
  const { any, sure } = spellings;
  // Before the lock, so that questions wait for what is changed, and not for the search.
  const saying = await selectSaying(tx, ids, spellings);
  const drafts = sure && (await selectDraftsSaying(tx, sure));
  const versions = sure && (await selectVersionsSaying(tx, sure));
  await endAnswers(tx);
  await eraseFromConversations(tx, ids, spellings, saying);
  if (any !== null) {
    const inWords = (text: string): string => replaced(text, any, NOBODY);
    await eraseFromReplies(tx, any, { route: '%/api/ai/%', erased: (reply) => rewrittenTexts(reply, inWords) });
  }
  if (!sure || !drafts || !versions) return;
  await eraseFromDrafts(tx, sure, drafts);
  const named = (text: string): string => replaced(text, sure, NOBODY);
  await eraseFromReplies(tx, sure, { route: '%/api/ai/drafts/%', erased: (reply) => rewritten(reply, named) });
  await eraseFromArtifacts(tx, sure, versions);
  const cut = (text: string): string => replaced(text, sure, LEFT_OUT);
  await eraseFromReplies(tx, sure, { route: '%/api/artifacts%', erased: (reply) => rewritten(reply, cut) });
}
