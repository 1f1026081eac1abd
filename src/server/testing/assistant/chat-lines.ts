import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { ChatEvent } from '#contract/assistant-chat.ts';
import { chatEvents } from './chat-events.ts';

/** The lines of a streamed answer. */
export function chatLines(reply: LightMyRequestResponse): ChatEvent[] {
  expect(reply.statusCode, reply.body).toBe(200);
  return chatEvents(reply.body);
}

/** The conversation that the first line names. */
export function conversationOf([first]: readonly ChatEvent[]): number {
  return first?.type === 'thinking' ? (first.data?.conversation_id ?? 0) : 0;
}

/** The pieces of the answer, put together. */
export function answerText(lines: readonly ChatEvent[]): string {
  return lines.map((line) => (line.type === 'content' ? line.content : '')).join('');
}
