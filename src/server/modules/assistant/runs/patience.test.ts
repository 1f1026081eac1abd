import { afterEach, expect, it, vi } from 'vitest';
import { PATIENCE, Watch } from './patience.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('waits 120 s for the first piece of a turn, and 30 s for the next one', () => {
  vi.useFakeTimers();
  const silent = new Watch(PATIENCE, new AbortController().signal);
  vi.advanceTimersByTime(119_999);
  expect(silent.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(silent.signal.reason).toMatchObject({ why: 'timeout' });
  const begun = new Watch(PATIENCE, new AbortController().signal);
  for (let pieces = 0; pieces < 3; pieces += 1) {
    begun.seen();
    vi.advanceTimersByTime(29_999);
    expect(begun.signal.aborted).toBe(false);
  }
  vi.advanceTimersByTime(1);
  expect(begun.signal.reason).toMatchObject({ why: 'stalled' });
});
