// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChatEvent } from '#contract/assistant-chat.ts';
import { ask, leaveRun, useRuns } from './run.ts';
import { readAnswer, StreamLost } from './stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  leaveRun();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Answers the next calls with one stream that stays open, until `vi.unstubAllGlobals()`. */
function aStream(): { readonly write: (text: string) => void } {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  vi.stubGlobal('fetch', async (_address: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({ start: (started) => void (controller = started) });
    signal?.addEventListener('abort', () => controller?.error(signal.reason));
    return new Response(body);
  });
  return { write: (text) => controller?.enqueue(new TextEncoder().encode(text)) };
}

const REQUEST = { method: 'POST', address: '/api/ai/direct', body: {} } as const;

/** The end of the reading of an answer, once there is one. */
function reading(): { ended: unknown } {
  const state: { ended: unknown } = { ended: null };
  readAnswer(REQUEST, () => undefined, new AbortController().signal).catch((error: unknown) => (state.ended = error));
  return state;
}

it('waits 120 s for the first word of the server', async () => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  });
  const state = reading();
  await vi.advanceTimersByTimeAsync(119_999);
  expect(state.ended).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(state.ended).toBeInstanceOf(StreamLost);
});

it('takes a stream for lost that says nothing for 30 s', async () => {
  const stream = aStream();
  const state = reading();
  await vi.advanceTimersByTimeAsync(29_999);
  stream.write(': still there\n\n');
  await vi.advanceTimersByTimeAsync(29_999);
  expect(state.ended).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(state.ended).toBeInstanceOf(StreamLost);
});

it('draws together what arrives within 100 ms', async () => {
  const stream = aStream();
  ask({ text: 'Hello', images: [], conversationId: null, replaces: null });
  const line = (event: ChatEvent) => stream.write(`data: ${JSON.stringify(event)}\n\n`);
  const drawn = () => useRuns.getState().running?.answer.parts.map((part) => part.kind !== 'tool' && part.text);
  await vi.advanceTimersByTimeAsync(0);
  line({ type: 'content', seq: 1, content: 'One' });
  await vi.advanceTimersByTimeAsync(60);
  line({ type: 'content', seq: 2, content: ' and two' });
  await vi.advanceTimersByTimeAsync(39);
  expect(drawn()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(drawn()).toEqual(['One and two']);
});
