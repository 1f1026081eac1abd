import type { Question } from '#contract/assistant-chat.ts';
import type { Database } from '#server/db/pool.ts';
import type { Turn } from '#server/providers/provider.ts';
import { type SaidRow, selectSaid } from '../conversations/queries.ts';

/** The most that a model is sent of the conversation before a question. */
const TOLD_MESSAGES = 40;
const TOLD_CHARACTERS = 60_000;
/** The least of a message that is told, where one after it is as long as all that may be. */
const TOLD_AT_LEAST = 2000;

/**
 * The last of what was said. A message that goes beyond the most is cut: "make the title blue" is about the answer before
 * it, however long. The question of that answer goes with it, because models want one first.
 */
function lastOf(said: readonly SaidRow[]): SaidRow[] {
  const told: SaidRow[] = [];
  let left = TOLD_CHARACTERS;
  for (const { role, content } of said.toReversed()) {
    const isItsQuestion = role === 'user' && told.at(-1)?.role === 'assistant';
    if (told.length === TOLD_MESSAGES || (left <= 0 && !isItsQuestion)) break;
    // Half of a character is no text.
    told.push({ role, content: content.slice(0, Math.max(left, TOLD_AT_LEAST)).replace(/\p{Surrogate}$/u, '') });
    left -= content.length;
  }
  return told.toReversed();
}

/** A question after a question (its answer never came) is one turn: models want them by turns. */
function joined(said: readonly { role: 'user' | 'assistant'; text: string }[]): Turn[] {
  const turns: { role: 'user' | 'assistant'; text: string }[] = [];
  for (const { role, text } of said.slice(said.findIndex((one) => one.role === 'user'))) {
    const last = turns.at(-1);
    if (last?.role === role) last.text += `\n\n${text}`;
    else turns.push({ role, text });
  }
  return said.some(({ role }) => role === 'user') ? turns : [];
}

const turnsOf = (said: readonly SaidRow[]): Turn[] =>
  joined(lastOf(said).map(({ role, content }) => ({ role, text: content })));

/** The turns that a client without a conversation sends. It sends all of them, and as many are told as of a kept one. */
export function turnsBrought(said: Question['conversation']): Turn[] {
  return turnsOf(
    (said ?? [])
      .filter(({ role, content }) => (role === 'user' || role === 'assistant') && content.trim() !== '')
      .map(({ role, content }) => ({ role: role as 'user' | 'assistant', content })),
  );
}

/** The turns before a question of a conversation. */
export async function turnsKept(
  db: Database,
  conversationId: number,
  { before, sharesNames }: { before: number; sharesNames: boolean },
): Promise<Turn[]> {
  const most = { messages: TOLD_MESSAGES, characters: TOLD_CHARACTERS };
  return turnsOf(await selectSaid(db, conversationId, { before, sharesNames, ...most }));
}
