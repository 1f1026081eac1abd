import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { highlight, useCustomersState } from './customers-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('highlights whoever is changed again for as long as after a first change', () => {
  const lit = () => [...useCustomersState.getState().highlighted];
  highlight(7);
  vi.advanceTimersByTime(2000);
  highlight(7);
  highlight(8);
  vi.advanceTimersByTime(2000);
  expect(lit()).toEqual([7, 8]);
  vi.advanceTimersByTime(1000);
  expect(lit()).toEqual([]);
});
