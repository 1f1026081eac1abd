import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DirectoryEntry } from '#contract/customers.ts';
import { hearCustomers, highlight, select, useCustomersState } from './customers-state.ts';

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

it('does not keep those selected whom somebody else deleted or merged', () => {
  select([{ id: 7 }, { id: 8 }] as DirectoryEntry[], true);
  const chosen = () => [...useCustomersState.getState().selected.keys()];
  hearCustomers({ type: 'customers', customer_id: 7, parts: ['details'] });
  expect(chosen()).toEqual([7, 8]);
  expect(hearCustomers({ type: 'customers', customer_id: 7, parts: ['removed'] })).toBe(false);
  expect(chosen()).toEqual([8]);
});
