import { expect, it } from 'vitest';
import type { WireEffects } from '#contract/order-changes.ts';
import { together } from './bulk-effects.ts';
import { effectSentence } from './effect-words.ts';

const ONE: WireEffects = {
  from: 'completed',
  to: 'refunded',
  stock: 'returned',
  items: [{ line_id: 1, name: 'Moonwater', quantity: 2, available: 4 }],
  short: false,
  points: -10,
  refund: '10.90',
  refund_undone: '0.00',
  tenders: [{ method: 'card', amount: '10.90' }],
};

it('adds up what a status does to several orders', () => {
  const cash: WireEffects = { ...ONE, refund: '5.00', points: 0, tenders: [{ method: 'cash', amount: '5.00' }] };
  const given: WireEffects = { ...ONE, from: 'cancelled', stock: 'unchanged', items: [], points: 0 };
  const all = together([given, ONE, cash]);
  expect(all && effectSentence(all)).toBe(
    'Refunds: returns 4 items to stock, takes back 10 points, gives back $26.80 ($5.00 cash, $21.80 card)',
  );
});

it('has nothing to say without orders', () => {
  expect(together([])).toBeNull();
});
