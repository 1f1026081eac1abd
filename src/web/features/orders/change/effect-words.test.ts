import { expect, it } from 'vitest';
import type { WireEffects } from '#contract/order-changes.ts';
import { effectSentence, shortages } from './effect-words.ts';

const NOTHING: WireEffects = {
  from: 'completed',
  to: 'processing',
  stock: 'unchanged',
  items: [],
  short: false,
  points: 0,
  points_returned: 0,
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
  expect(shortages(effects)).toEqual(['Cold Creek: 3.5 needed, 1 in stock']);
});
