import type { ChatMessage } from '#contract/assistant-history.ts';
import type { Running } from './run/run.ts';
import { type AnswerEnd, type AnswerPart, failureTitle } from './run/run-state.ts';

export type TurnPart = AnswerPart & { readonly messageId: number | null };

/** A question and the parts of its answer, in order. */
export interface Turn {
  /** The answer's run, so that a turn stays mounted when the saved answer replaces the one that arrived. */
  readonly key: string;
  readonly question: {
    /** Null until it is saved. */
    readonly id: number | null;
    readonly text: string;
    readonly images: number;
    readonly at: string | null;
  } | null;
  readonly parts: readonly TurnPart[];
  /** Null while the answer arrives. */
  readonly end: AnswerEnd | null;
}

const FINISHED: AnswerEnd = { kind: 'finished', usage: null };

function partOf({ id, role, content, tool_name, card }: ChatMessage): TurnPart | null {
  if (role === 'tool') return { kind: 'tool', id: String(id), name: tool_name, words: content, card, messageId: id };
  if (content === '') return null;
  return { kind: role === 'thinking' ? 'thinking' : 'content', text: content, messageId: id };
}

function endOf({ state, error, usage }: ChatMessage): AnswerEnd {
  if (state === 'failed') return { kind: 'failed', title: failureTitle(error), sentence: error, usage };
  return { kind: state, usage };
}

function savedTurns(messages: readonly ChatMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'user') {
      const { id, content: text, images, timestamp: at } = message;
      turns.push({ key: `m${id}`, question: { id, text, images, at }, parts: [], end: FINISHED });
      continue;
    }
    const open = turns.pop() ?? { key: `m${message.id}`, question: null, parts: [], end: FINISHED };
    const part = partOf(message);
    turns.push({
      ...open,
      key: message.run_id ?? open.key,
      parts: part ? [...open.parts, part] : open.parts,
      end: message.role === 'assistant' ? endOf(message) : open.end,
    });
  }
  return turns;
}

/** The conversation on the screen: saved turns, and the answer that is arriving. */
export function turnsOf(messages: readonly ChatMessage[], running: Running | null): Turn[] {
  if (running === null) return savedTurns(messages);
  const { asked, answer } = running;
  const replaced = asked?.replaces == null ? -1 : messages.findIndex(({ id }) => id === asked.replaces);
  const kept = replaced === -1 ? messages : messages.slice(0, replaced);
  const turns = savedTurns(kept.filter(({ id, run_id }) => run_id !== answer.runId && id !== answer.questionId));
  const saved = kept.find(({ id }) => id === answer.questionId);
  const question = saved
    ? { id: saved.id, text: saved.content, images: saved.images, at: saved.timestamp }
    : asked && { id: answer.questionId, text: asked.text, images: asked.images.length, at: null };
  const parts = answer.parts.map((part) => ({ ...part, messageId: null }));
  // A resumed answer has no question here when that is on an earlier page.
  return [...turns, { key: answer.runId, question, parts, end: answer.end }];
}

/** True if the saved messages include the whole answer, so that they can replace the arriving one. */
export function isSaved(messages: readonly ChatMessage[], runId: string): boolean {
  return messages.some(({ run_id, role }) => run_id === runId && role !== 'user');
}
