import { afterEach, expect, it } from 'vitest';
import { ordersAddress } from './orders-address.ts';
import { choosePeriod, chooseQuick, showSummary } from './orders-state.ts';

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
  choosePeriod({ from: '2026-03-01', to: '' }, null);
  showSummary(true, false);
  expect(now()).toEqual({ summing: true, quick: null, from: '2026-03-01' });
  choosePeriod({ from: '', to: '' }, 'any');
  showSummary(false, false);
  showSummary(true, true);
  expect(now()).toEqual({ summing: true, quick: null, from: '' });
});

it('lists today by its name, or by its date beside a saved filter', () => {
  const today = '2026-03-09';
  choosePeriod({ from: today, to: today }, 'today');
  expect(now()).toMatchObject({ quick: 'today', from: '' });
  chooseQuick('unpaid', today);
  expect(now()).toMatchObject({ quick: 'unpaid', from: today });
  choosePeriod({ from: '2026-03-03', to: today }, 'last-7-days');
  expect(now()).toMatchObject({ quick: 'unpaid', from: '2026-03-03' });
  choosePeriod({ from: today, to: today }, 'today');
  expect(now()).toMatchObject({ quick: 'unpaid', from: today });
  chooseQuick(null, today);
  expect(now()).toMatchObject({ quick: null, from: today });
});
