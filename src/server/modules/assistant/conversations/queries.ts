import { type RawBuilder, sql } from 'kysely';
import type { ToolCard } from '#contract/assistant-cards.ts';
import type { AssistantUsage, ChatMessage } from '#contract/assistant-history.ts';
import { folded, foldedWords } from '#domain/fold.ts';
import { containing } from '#server/db/like.ts';
import type { Database, Tx } from '#server/db/pool.ts';

export interface ConversationRow {
  readonly id: number;
  readonly title: string;
  readonly message_count: number;
  readonly last_message: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = sql`c.id, c.title, c.message_count, c.last_message, c.created_at, c.updated_at`;

/** All words, the last one perhaps not typed to its end. Only letters and digits are left of what was typed. */
function queryOf(search: string): string {
  return foldedWords(folded(search).replaceAll(/[^\p{L}\p{N}]+/gu, ' '))
    .map((word) => `'${word}':*`)
    .join(' & ');
}

/** Conversations of a person whose name has the text, or in which all its words were said in one message. */
function found(userId: number, search: string): RawBuilder<unknown> {
  const words = queryOf(search);
  const inName = sql`folded_plain(c.title) LIKE folded_plain(${containing(search.trim())})`;
  if (words === '') return sql`c.user_id = ${userId} AND ${inName}`;
  return sql`c.user_id = ${userId} AND (${inName} OR EXISTS (
    SELECT FROM ai_messages m WHERE m.conversation_id = c.id AND m.words @@ to_tsquery('simple', ${words})))`;
}

export async function selectConversations(
  db: Database,
  userId: number,
  { search, limit, offset }: { search: string; limit: number; offset: number },
): Promise<{ rows: (ConversationRow & { found: string })[]; total: number }> {
  const isSearch = search.trim() !== '';
  const where = isSearch ? found(userId, search) : sql`c.user_id = ${userId}`;
  const words = isSearch ? queryOf(search) : '';
  // Markers are left out: the screen marks the words itself, as text.
  const place =
    words === ''
      ? sql`''`
      : sql`coalesce((SELECT ts_headline('simple', left(m.content, 20000), to_tsquery('simple', ${words}),
              'StartSel="", StopSel="", MaxWords=20, MinWords=8, MaxFragments=1') FROM ai_messages m
              WHERE m.conversation_id = c.id AND m.words @@ to_tsquery('simple', ${words}) ORDER BY m.id DESC LIMIT 1), '')`;
  const [{ rows }, counted] = await Promise.all([
    sql<ConversationRow & { found: string }>`
      SELECT ${COLUMNS}, ${place} AS found FROM ai_conversations c WHERE ${where}
       ORDER BY c.updated_at DESC, c.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db),
    sql<{ total: number }>`SELECT count(*)::integer AS total FROM ai_conversations c WHERE ${where}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function selectConversation(
  db: Database,
  userId: number,
  id: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    SELECT ${COLUMNS} FROM ai_conversations c WHERE c.id = ${id} AND c.user_id = ${userId} ${lock ? sql`FOR NO KEY UPDATE` : sql``}`.execute(
    db,
  );
  return rows[0];
}

export async function insertConversation(tx: Tx, userId: number, title: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ai_conversations (user_id, title) VALUES (${userId}, ${title}) RETURNING id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the conversation was not written');
  return row.id;
}

export async function updateTitle(tx: Tx, id: number, title: string): Promise<void> {
  await sql`UPDATE ai_conversations SET title = ${title} WHERE id = ${id}`.execute(tx);
}

export async function deleteRow(tx: Tx, id: number): Promise<void> {
  await sql`DELETE FROM ai_conversations WHERE id = ${id}`.execute(tx);
}

/** Deletes the messages, all or those from one on. */
export async function deleteMessages(tx: Tx, conversationId: number, fromId = 0): Promise<void> {
  await sql`DELETE FROM ai_messages WHERE conversation_id = ${conversationId} AND id >= ${fromId}`.execute(tx);
}

/** True if the message is a question of the conversation. */
export async function isQuestion(tx: Tx, conversationId: number, messageId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ai_messages WHERE id = ${messageId} AND conversation_id = ${conversationId} AND role = 'user'`.execute(
    tx,
  );
  return rows.length > 0;
}

export interface NewMessage {
  readonly role: ChatMessage['role'];
  readonly content: string;
  readonly state?: ChatMessage['state'];
  readonly error?: string;
  readonly toolName?: string;
  readonly card?: ToolCard;
  readonly usage?: AssistantUsage;
  readonly images?: number;
}

export async function insertMessage(
  tx: Tx,
  conversationId: number,
  runId: string | null,
  message: NewMessage,
): Promise<number> {
  const { role, content, state = 'finished', error = '', toolName = '', card, usage, images = 0 } = message;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ai_messages (conversation_id, run_id, role, content, state, error, tool_name, card, usage, images)
    VALUES (${conversationId}, ${runId}, ${role}, ${content}, ${state}, ${error}, ${toolName},
            ${card === undefined ? null : JSON.stringify(card)}::jsonb, ${usage === undefined ? null : JSON.stringify(usage)}::jsonb, ${images})
    RETURNING id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the message was not written');
  return row.id;
}

/** Characters of the last message that a list shows. */
const PREVIEW = 50;

/** Brings the conversation's own figures up to its messages, and puts it first in the list. */
export async function touchConversation(tx: Tx, id: number): Promise<void> {
  await sql`
    UPDATE ai_conversations c SET updated_at = now(),
           message_count = (SELECT count(*) FROM ai_messages m WHERE m.conversation_id = c.id AND m.role IN ('user', 'assistant')),
           last_message = coalesce((SELECT left(regexp_replace(m.content, '\\s+', ' ', 'g'), ${sql.lit(PREVIEW)}) FROM ai_messages m
             WHERE m.conversation_id = c.id AND m.role IN ('user', 'assistant') AND m.content <> '' ORDER BY m.id DESC LIMIT 1), '')
     WHERE c.id = ${id}`.execute(tx);
}

export interface MessageRow {
  readonly id: number;
  readonly conversation_id: number;
  readonly run_id: string | null;
  readonly role: ChatMessage['role'];
  readonly content: string;
  readonly state: ChatMessage['state'];
  readonly error: string;
  readonly tool_name: string;
  readonly card: ToolCard | null;
  readonly usage: AssistantUsage | null;
  readonly images: number;
  readonly created_at: Date;
}

const MESSAGE = sql`m.id, m.conversation_id, m.run_id, m.role, m.content, m.state, m.error, m.tool_name, m.card, m.usage, m.images, m.created_at`;

/** The last messages, oldest first; with `before`, the last of those before it. */
export async function selectMessages(
  db: Database,
  conversationId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    SELECT ${MESSAGE} FROM ai_messages m WHERE m.conversation_id = ${conversationId} AND m.id < ${before ?? Number.MAX_SAFE_INTEGER}
     ORDER BY m.id DESC LIMIT ${limit}`.execute(db);
  return rows.toReversed();
}

/** A message of a conversation of the person. */
export async function selectMessage(db: Database, userId: number, id: number): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    SELECT ${MESSAGE} FROM ai_messages m JOIN ai_conversations c ON c.id = m.conversation_id
     WHERE m.id = ${id} AND c.user_id = ${userId}`.execute(db);
  return rows[0];
}

export interface SaidRow {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Stands in for an answer that may have names of customers, so that its question is not answered a second time. */
const ANSWER_LEFT_OUT = '(This answer is left out: names of customers are not shared any more.)';

/**
 * The last messages before the question, oldest first: at most `messages`, and at most two more once `characters` are reached.
 * Where names are not shared, answers that were made while they were are left out. Rule: assistant/what-is-sent.
 */
export async function selectSaid(
  db: Database,
  conversationId: number,
  {
    before,
    messages,
    characters,
    sharesNames,
  }: { before: number; messages: number; characters: number; sharesNames: boolean },
): Promise<SaidRow[]> {
  const content = sharesNames
    ? sql`m.content`
    : sql`CASE WHEN m.role = 'assistant' AND EXISTS (SELECT FROM ai_runs r WHERE r.id = m.run_id AND r.shares_names)
            THEN ${ANSWER_LEFT_OUT} ELSE m.content END`;
  const { rows } = await sql<SaidRow>`
    SELECT role, left(content, ${characters}) AS content FROM (
      SELECT id, role, content, coalesce(sum(length(content)) OVER (
               ORDER BY id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 2 PRECEDING), 0) AS without_last
        FROM (SELECT m.id, m.role, ${content} AS content FROM ai_messages m
               WHERE m.conversation_id = ${conversationId} AND m.id < ${before}
                 AND m.role IN ('user', 'assistant') AND m.content <> '' ORDER BY m.id DESC LIMIT ${messages}) last) said
     WHERE without_last < ${characters} ORDER BY id`.execute(db);
  return rows;
}
