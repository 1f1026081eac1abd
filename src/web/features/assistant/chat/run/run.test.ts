// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChatEvent } from '#contract/assistant-chat.ts';
import { done, refused, serve } from '#testing/served-page.tsx';
import { ask, leaveRun, resume, stop, useRuns } from './run.ts';

const QUESTION = { text: 'Hello', images: [], conversationId: null, replaces: null };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  leaveRun();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('repeats a stop that came before its question, until the question has arrived', async () => {
  let hasArrived = false;
  const stops: string[] = [];
  serve((call) => {
    if (call === 'POST /api/ai/direct') return new Promise<Response>(() => undefined);
    stops.push(call);
    if (!hasArrived) return refused(404, 'not_found', 'There is no such run.');
    return done({ run: { id: 'x', conversation_id: 1, state: 'running', started_at: '2026-11-23T22:00:00.000Z' } });
  });
  ask(QUESTION);
  await stop();
  expect(useRuns.getState().running?.answer.end).toMatchObject({ kind: 'interrupted' });
  // Pressed again: the answer is over for this page, so nothing more is sent than what was planned.
  await stop();
  expect(stops).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(stops).toHaveLength(2);
  hasArrived = true;
  await vi.advanceTimersByTimeAsync(2000);
  expect(stops).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stops).toHaveLength(3);
  expect(new Set(stops).size).toBe(1);
});

it('stops the answer of one conversation, and not that of another one which was asked meanwhile', async () => {
  let answerStop: (reply: Response) => void = () => undefined;
  const signals: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal('fetch', (address: string, { signal }: RequestInit) => {
    if (address.endsWith('/stop')) return new Promise<Response>((resolve) => (answerStop = resolve));
    signals.push(signal);
    return new Promise<Response>(() => undefined);
  });
  ask({ ...QUESTION, conversationId: 1 });
  const stopping = stop();
  ask({ ...QUESTION, conversationId: 2 });
  answerStop(refused(404, 'not_found', 'There is no such run.'));
  await stopping;
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  expect(useRuns.getState().running?.answer).toMatchObject({ conversationId: 2, end: null });
});

it('says that it failed when the connection stays lost', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
  ask(QUESTION);
  await vi.advanceTimersByTimeAsync(39_000);
  expect(useRuns.getState().running).toMatchObject({ isLost: true, answer: { end: null } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(useRuns.getState().running?.answer.end).toMatchObject({
    kind: 'failed',
    title: 'Error',
    sentence: 'Sorry, I encountered an error processing your request. Please try again.',
  });
});

it('asks a question that nobody heard of again under its id, and another one under its own', async () => {
  const asked: { message: string; run_id: string }[] = [];
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    asked.push(JSON.parse(body as string) as (typeof asked)[number]);
    return Promise.reject(new TypeError('network'));
  });
  const givesUp = async (question: Parameters<typeof ask>[0]) => {
    asked.length = 0;
    ask(question);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(useRuns.getState().running?.givenUpAt).not.toBeNull();
    expect(new Set(asked.map(({ run_id: id }) => id)).size).toBe(1);
    return asked[0]?.run_id;
  };
  const first = await givesUp(QUESTION);
  expect(await givesUp({ ...QUESTION, temperature: 0.1 })).toBe(first);
  expect(await givesUp({ ...QUESTION, text: 'Hello again' })).not.toBe(first);
});

const PROXY_PAGE = '<html><title>502 Bad Gateway</title></html>';

/** Answers each question in turn, and gathers the ids under which they were asked. */
function answering(...answers: readonly (() => Response)[]): string[] {
  const ids: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    ids.push((JSON.parse(body as string) as { run_id: string }).run_id);
    return (answers[ids.length - 1] ?? answers.at(-1))?.();
  });
  return ids;
}

it.each([502, 503, 504, 524])('asks on under the id of its question when a proxy answers %i', async (status) => {
  const usage = { input_tokens: 0, output_tokens: 0, cost: null, model: '', ms: 3 };
  const ids = answering(
    () => new Response(PROXY_PAGE, { status }),
    () => {
      const done: ChatEvent = {
        type: 'done',
        seq: 1,
        data: { run_id: ids[0] ?? '', message_id: 3, state: 'finished', usage },
      };
      return new Response(`data: ${JSON.stringify(done)}\n\n`);
    },
  );
  ask(QUESTION);
  await vi.advanceTimersByTimeAsync(0);
  expect(useRuns.getState().running).toMatchObject({ isLost: true, answer: { end: null } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(useRuns.getState().running?.answer.end).toMatchObject({ kind: 'finished' });
  expect(ids).toEqual([ids[0], ids[0]]);
});

it('keeps the id of a question that may have been saved, whoever says that it failed', async () => {
  const failed = () => refused(500, 'internal', 'Something went wrong.');
  const proxy = () => new Response(PROXY_PAGE, { status: 502 });
  const tooMany = () => refused(429, 'too_many_requests', 'Too many.');
  for (const [answers, keepsIt] of [
    [[failed], true],
    [[proxy, tooMany], true],
    [[tooMany], false],
    [[() => refused(409, 'run_going_on', 'Wait.')], false],
  ] as const) {
    const ids = answering(...answers);
    ask({ ...QUESTION, text: `Hello ${ids.length}${answers.length}${keepsIt}` });
    await vi.advanceTimersByTimeAsync(60_000);
    const { asked, answer } = useRuns.getState().running!;
    expect(answer.end).toMatchObject({
      kind: 'failed',
      title: expect.stringMatching(/^Failed to send message: \d/) as string,
    });
    ask(asked!);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ids.at(-1) === ids[0]).toBe(keepsIt);
    leaveRun();
  }
});

it('goes on from the last line of an answer that it gave up on, and never asks again', async () => {
  const calls: string[] = [];
  const line = (event: ChatEvent) => `data: ${JSON.stringify(event)}\n\n`;
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    calls.push(`${method} ${address}`);
    if (calls.length === 1) return new Response(line({ type: 'content', seq: 1, content: 'One' }));
    throw new TypeError('network');
  });
  ask({ ...QUESTION, conversationId: 7 });
  await vi.advanceTimersByTimeAsync(60_000);
  const { runId, end } = useRuns.getState().running!.answer;
  expect(end).toMatchObject({ kind: 'failed' });
  calls.length = 0;
  const usage = { input_tokens: 0, output_tokens: 0, cost: null, model: '', ms: 3 };
  serve((call, _, query) => {
    calls.push(`${call} after ${query.get('after')}`);
    return new Response(
      line({ type: 'content', seq: 2, content: ' and two' }) +
        line({ type: 'done', seq: 3, data: { run_id: runId, message_id: 2, state: 'finished', usage } }),
    );
  });
  resume(runId, 7);
  expect(useRuns.getState().running?.answer.end).toBeNull();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toEqual([`GET /api/ai/runs/${runId}/events after 1`]);
  expect(useRuns.getState().running?.answer).toMatchObject({
    parts: [{ kind: 'content', text: 'One and two' }],
    end: { kind: 'finished' },
  });
  // Its end came from the server: nothing is left to listen to.
  resume(runId, 7);
  expect(calls).toHaveLength(1);
});
