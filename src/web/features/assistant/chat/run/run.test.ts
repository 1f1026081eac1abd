// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { done, refused, serve } from '#testing/served-page.tsx';
import { ask, leaveRun, stop, useRuns } from './run.ts';

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
