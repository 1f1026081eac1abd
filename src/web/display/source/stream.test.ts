// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listen } from './stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each([401, 404])('listens again after it was refused with %i', async (status) => {
  const answers = [new Response('', { status }), new Response('data: {"type":"hello"}\n\n')];
  vi.stubGlobal('fetch', async () => answers.shift() ?? new Promise<Response>(() => {}));
  const hears = { event: vi.fn(), alive: vi.fn(), down: vi.fn(), refused: vi.fn() };
  const stop = listen('/api/menus/events?location_id=20', hears);
  await vi.advanceTimersByTimeAsync(0);
  expect(hears.refused).toHaveBeenCalledWith(status);
  expect(hears.event).not.toHaveBeenCalled();
  await vi.runOnlyPendingTimersAsync();
  await vi.waitFor(() => expect(hears.event).toHaveBeenCalledWith({ type: 'hello' }));
  stop();
});
