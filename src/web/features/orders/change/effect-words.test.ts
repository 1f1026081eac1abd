import { expect, it } from 'vitest';
import type { WireBulkEffects, WireEffects } from '#contract/order-changes.ts';
import { belowZeroWords, effectSentence, shortages } from './effect-words.ts';

const NOTHING: WireEffects = {
  from: 'completed',
  to: 'processing',
  stock: 'unchanged',
  items: [],
  short: false,
  points: 0,
  points_returned: 0,
  points_balance: null,
  refund: '0.00',
  refund_undone: '0.00',
  tenders: [],
  payments: [],
};
const ITEMS = [
  { line_id: 1, name: 'Moonwater', quantity: 2, available: 4 },
  { line_id: 2, name: 'Cold Creek', quantity: 3.5, available: 1 },
];

it('says nothing when only the status changes', () => {
  expect(effectSentence(NOTHING)).toBeNull();
});

it('says what a cancelled order gives back', () => {
  const effects: WireEffects = { ...NOTHING, to: 'cancelled', stock: 'returned', items: ITEMS, points: -40 };
  expect(effectSentence(effects)).toBe('Cancels: returns 3 items to stock, takes back 40 points');
});

it('says by which tenders the money goes back', () => {
  const effects: WireEffects = {
    ...NOTHING,
    to: 'refunded',
    refund: '20.00',
    points: -1,
    tenders: [
      { method: 'cash', amount: '12.00' },
      { method: 'card', amount: '8.00' },
    ],
  };
  expect(effectSentence(effects)).toBe('Refunds: takes back 1 point, gives back $20.00 ($12.00 cash, $8.00 card)');
});

it('says that an order that was not paid is paid and sold', () => {
  const effects: WireEffects = {
    ...NOTHING,
    from: 'pending',
    to: 'completed',
    stock: 'sold',
    items: ITEMS,
    points: 23,
    payments: [{ method: 'card', amount: '25.99' }],
  };
  expect(effectSentence(effects)).toBe(
    'Completes: payment by card of $25.99 is recorded, takes 3 items from stock, gives 23 points',
  );
});

it('says what selling again takes, and what is short', () => {
  const effects: WireEffects = {
    ...NOTHING,
    from: 'refunded',
    to: 'on-hold',
    stock: 'sold',
    items: ITEMS,
    short: true,
    points: 1200,
    refund_undone: '20.00',
  };
  expect(effectSentence(effects)).toBe(
    'Sets to on hold: takes 3 items from stock again, gives 1,200 points again, undoes the refund of $20.00',
  );
  expect(shortages(effects, () => 'g')).toEqual(['Cold Creek: 3.5 g needed, 1 g in stock']);
});

it('says which points that were used come back or are used again, and that a balance ends below zero', () => {
  const effects: WireEffects = { ...NOTHING, to: 'void', points: -16, points_returned: 400, points_balance: 725 };
  expect(effectSentence(effects)).toBe('Deletes: takes back 16 points, gives back 400 points that were used');
  const again: WireEffects = { ...NOTHING, to: 'completed', points: 1, points_returned: -1, points_balance: 0 };
  expect(effectSentence(again)).toBe('Completes: gives 1 point again, uses 1 point again');
  const below: WireEffects = { ...NOTHING, to: 'cancelled', points: -1040, points_balance: -1013 };
  expect(effectSentence(below)).toBe('Cancels: takes back 1,040 points, which leaves the customer with -1,013 points');
  const { from: _from, short: _short, points_balance: _balance, ...rest } = { ...below, to: 'cancelled' as const };
  const several: WireBulkEffects = { ...rest, changing: 3, refunds: [], refused: [], customers_below_zero: 2 };
  expect(effectSentence(several)).toBe(
    'Cancels: takes back 1,040 points, which leaves 2 customers with fewer than no points',
  );
  expect(belowZeroWords(-3)).toBe('The customer has -3 points now.');
  expect([belowZeroWords(0), belowZeroWords(null), belowZeroWords(undefined)]).toEqual([null, null, null]);
});
