import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { ChatEvent } from '#contract/assistant-chat.ts';
import type { ChatMessage } from '#contract/assistant-history.ts';
import type { Till } from '../app.ts';
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

/** Changes the settings of the provider. */
export async function connect(admin: Till, body: object): Promise<void> {
  const reply = await admin.send('PUT', '/api/ai/provider', body);
  expect(reply.statusCode, reply.body).toBe(200);
}

/** Asks, and returns the lines of the answer. */
export async function ask(till: Till, message: string, more: object = {}): Promise<ChatEvent[]> {
  return chatLines(await till.post('/api/ai/direct', { message, ...more }));
}

/** The kept messages of a conversation. */
export async function messagesOf(till: Till, id: number): Promise<ChatMessage[]> {
  return (await till.get(`/api/ai/history/${id}/messages`)).json<{ messages: ChatMessage[] }>().messages;
}
