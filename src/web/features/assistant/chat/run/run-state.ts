import type { AssistantUsage } from '#contract/assistant-history.ts';
import type { ToolCard } from '#contract/assistant-cards.ts';
import type { ChatEvent } from '#contract/assistant-chat.ts';

export type AnswerPart =
  | { readonly kind: 'thinking'; readonly text: string }
  | {
      readonly kind: 'tool';
      readonly id: string;
      readonly name: string;
      readonly words: string;
      /** Null while the tool runs. */
      readonly card: ToolCard | null;
    }
  | { readonly kind: 'content'; readonly text: string };

export type AnswerEnd =
  | { readonly kind: 'finished' | 'interrupted'; readonly usage: AssistantUsage | null }
  | {
      readonly kind: 'failed';
      readonly title: string;
      readonly sentence: string;
      readonly usage: AssistantUsage | null;
    };

/** An answer as it arrives. */
export interface Answer {
  readonly runId: string;
  /** Null for a new conversation, until the first line gives its id. */
  readonly conversationId: number | null;
  /** The saved question; null until the first line gives its id. */
  readonly questionId: number | null;
  readonly title: string;
  /** Number of the last line that arrived. A reopened stream may repeat lines. */
  readonly seq: number;
  readonly parts: readonly AnswerPart[];
  /** Null while the answer goes on. It ends once. Rule: ai-view/one-end. */
  readonly end: AnswerEnd | null;
}

export function newAnswer(runId: string, conversationId: number | null): Answer {
  return { runId, conversationId, questionId: null, title: '', seq: 0, parts: [], end: null };
}

/** Adds text. Consecutive text of one kind forms one part. */
function said(parts: readonly AnswerPart[], kind: 'thinking' | 'content', text: string): readonly AnswerPart[] {
  if (text === '') return parts;
  const last = parts.at(-1);
  if (last?.kind === kind) return [...parts.slice(0, -1), { kind, text: last.text + text }];
  return [...parts, { kind, text }];
}

/** The answer after one more line. A repeated line changes nothing and returns the same object. */
export function withEvent(answer: Answer, event: ChatEvent): Answer {
  if (event.seq <= answer.seq || answer.end !== null) return answer;
  const next = { ...answer, seq: event.seq };
  switch (event.type) {
    case 'thinking':
      return {
        ...next,
        ...(event.data && {
          conversationId: event.data.conversation_id,
          questionId: event.data.question_id,
          title: event.data.title,
        }),
        parts: said(answer.parts, 'thinking', event.content),
      };
    case 'content':
      return { ...next, parts: said(answer.parts, 'content', event.content) };
    case 'tool_call': {
      const { id, name } = event.data;
      return { ...next, parts: [...answer.parts, { kind: 'tool', id, name, words: event.content, card: null }] };
    }
    case 'tool_result': {
      const { id, name, card } = event.data;
      const ended: AnswerPart = { kind: 'tool', id, name, words: event.content, card };
      // Some models use an id again in the next round: only the tool that still runs is meant.
      const place = answer.parts.findLastIndex((part) => part.kind === 'tool' && part.id === id && part.card === null);
      return { ...next, parts: place < 0 ? [...answer.parts, ended] : answer.parts.with(place, ended) };
    }
    case 'done':
      return { ...next, end: { kind: event.data.state, usage: event.data.usage } };
    case 'error':
      return { ...next, end: { kind: 'failed', ...failureWords(event), usage: event.data.usage } };
  }
}

/** Ends the answer, unless it has already ended. */
export function ended(answer: Answer, end: AnswerEnd): Answer {
  return answer.end === null ? { ...answer, end } : answer;
}

const BUSY = /overload|rate.?limit|\bbusy\b|limit of the account/i;

/** The title of a saved failure, found from its sentence. */
export const failureTitle = (sentence: string): string => (BUSY.test(sentence) ? 'API Overloaded' : 'Error');

/** Waiting does not help with these. */
const LASTING: readonly string[] = ['no_model', 'wrong_key', 'limit_reached', 'incomplete'];

/** The words for a failed answer, with advice. Rule: ai-view/failures. */
function failureWords({ error, data }: Extract<ChatEvent, { type: 'error' }>): { title: string; sentence: string } {
  const isBusy = data.code === 'overloaded' || data.code === 'rate_limit' || BUSY.test(error);
  if (isBusy) {
    const seconds = data.retry_after_s ?? 30;
    return { title: 'API Overloaded', sentence: `The model is busy. Wait ${seconds} seconds and retry.` };
  }
  return { title: 'Error', sentence: LASTING.includes(data.code) ? error : `${error} Wait a moment, then retry.` };
}
