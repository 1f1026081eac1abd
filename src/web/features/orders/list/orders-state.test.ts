import { afterEach, expect, it } from 'vitest';
import { ordersAddress } from './orders-address.ts';
import { chooseDays, showSummary } from './orders-state.ts';

afterEach(() => ordersAddress.change({ summing: false, quick: null, from: '', to: '' }));
const now = () => {
  const { summing, quick, from } = ordersAddress.get();
  return { summing, quick, from };
};

it('opens the summary on today, and shows the list as it was when it is closed', () => {
  showSummary(true, false);
  expect(now()).toEqual({ summing: true, quick: 'today', from: '' });
  showSummary(false, false);
  expect(now()).toEqual({ summing: false, quick: null, from: '' });
});

it('keeps the days and the orders that were chosen', () => {
  chooseDays({ from: '2026-03-01' });
  showSummary(true, false);
  expect(now()).toEqual({ summing: true, quick: null, from: '2026-03-01' });
  chooseDays({ from: '' });
  showSummary(false, false);
  showSummary(true, true);
  expect(now()).toEqual({ summing: true, quick: null, from: '' });
});
