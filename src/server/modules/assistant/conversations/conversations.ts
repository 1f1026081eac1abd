import type { ChatMessage, Conversation, conversationsRoute, messagesRoute } from '#contract/assistant-history.ts';
import type { QueryOf, ReplyOf } from '#contract/route.ts';
import type { PageMeta } from '#contract/wire.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { askToStop, selectRunning, toRun } from '../runs/queries.ts';
import {
  type ConversationRow,
  deleteMessages,
  deleteRow,
  insertConversation,
  type MessageRow,
  selectConversation,
  selectConversations,
  selectMessages,
  touchConversation,
  updateTitle,
} from './queries.ts';

/** The name of a conversation that has none yet. */
const NAMELESS = 'New conversation';
/** Characters of the first question that name its conversation. */
const MOST_NAME = 50;
/** Conversations that a search answers at a time: each has the words around what was found. Rule: assistant/lists. */
const MOST_FOUND = 100;

/** The name that a first question gives to its conversation. */
export function nameFrom(question: string): string {
  const line = question.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MOST_NAME) return line || NAMELESS;
  // Half of an emoji cannot be stored.
  return `${line
    .slice(0, MOST_NAME - 1)
    .replace(/\p{Surrogate}$/u, '')
    .trimEnd()}…`;
}

export const isNameless = (title: string): boolean => title === NAMELESS;

function toConversation({ created_at, updated_at, ...row }: ConversationRow, found = ''): Conversation {
  return { ...row, found, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}

function toMessage(row: MessageRow): ChatMessage {
  const { conversation_id: _, created_at: timestamp, ...rest } = row;
  return { ...rest, timestamp: timestamp.toISOString() };
}

/** Conversations are their owner's alone. @throws Refusal `not_found` */
export async function requireConversation(
  db: Database,
  staff: Staff,
  id: number,
  options?: { lock: boolean },
): Promise<ConversationRow> {
  const row = await selectConversation(db, staff.id, id, options);
  if (!row) throw new Refusal('not_found', 'There is no such conversation.');
  return row;
}

export async function listConversations(
  db: Database,
  staff: Staff,
  { search = '', page, per_page: wantedPerPage }: QueryOf<typeof conversationsRoute>,
): Promise<{ conversations: Conversation[]; meta: PageMeta }> {
  const perPage = search.trim() === '' ? wantedPerPage : Math.min(wantedPerPage, MOST_FOUND);
  const wanted = { search, limit: perPage, offset: (page - 1) * perPage };
  const { rows, total } = await selectConversations(db, staff.id, wanted);
  return {
    conversations: rows.map(({ found, ...row }) => toConversation(row, found)),
    meta: { total, pages: Math.ceil(total / perPage), page, per_page: perPage },
  };
}

export async function createConversation(tx: Tx, staff: Staff, title: string): Promise<Conversation> {
  const id = await insertConversation(tx, staff.id, title.trim() || NAMELESS);
  return toConversation(await requireConversation(tx, staff, id));
}

/** @throws Refusal `not_found` */
export async function renameConversation(tx: Tx, staff: Staff, id: number, title: string): Promise<Conversation> {
  await requireConversation(tx, staff, id, { lock: true });
  await updateTitle(tx, id, title);
  return toConversation(await requireConversation(tx, staff, id));
}

/** @throws Refusal `not_found` */
export async function deleteConversation(tx: Tx, staff: Staff, id: number): Promise<void> {
  await requireConversation(tx, staff, id, { lock: true });
  await askToStop(tx, { conversationId: id });
  await deleteRow(tx, id);
}

/** @throws Refusal `not_found` */
export async function clearConversation(tx: Tx, staff: Staff, id: number): Promise<Conversation> {
  await requireConversation(tx, staff, id, { lock: true });
  await askToStop(tx, { conversationId: id });
  await deleteMessages(tx, id);
  await touchConversation(tx, id);
  return toConversation(await requireConversation(tx, staff, id));
}

/** @throws Refusal `not_found` */
export async function getMessages(
  db: Database,
  staff: Staff,
  id: number,
  { before, per_page: perPage }: QueryOf<typeof messagesRoute>,
): Promise<Omit<ReplyOf<typeof messagesRoute>, 'success'>> {
  const row = await requireConversation(db, staff, id);
  // The run is read first. If it ends in between, its messages are there when they are read.
  const running = await selectRunning(db, id);
  const rows = await selectMessages(db, id, { before, limit: perPage + 1 });
  return {
    conversation: toConversation(row),
    messages: rows.slice(-perPage).map(toMessage),
    has_more: rows.length > perPage,
    run: running ? toRun(running) : null,
  };
}
