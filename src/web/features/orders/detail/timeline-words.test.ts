import { expect, it } from 'vitest';
import { timelineSentence } from './timeline-words.ts';

const event = (kind: string, details: Record<string, unknown> = {}) => ({
  kind,
  details,
  at: '2026-03-01T12:00:00.000Z',
  by: 'Sasha Lind',
});

it('tells the story of an order in a few words', () => {
  expect(timelineSentence(event('paid', { payment_method: 'card' }))).toBe('Paid by card');
  expect(timelineSentence(event('points_awarded', { points: 1264 }))).toBe('1,264 points awarded');
  expect(timelineSentence(event('points_redeemed', { points: 400, amount_cents: 2000 }))).toBe(
    '400 points used for $20.00',
  );
  expect(timelineSentence(event('status', { from: 'completed', to: 'on-hold', stock: 'unchanged' }))).toBe(
    'Completed to on hold',
  );
  expect(timelineSentence(event('status', { from: 'completed', to: 'cancelled', stock: 'returned' }))).toBe(
    'Completed to cancelled, items returned to stock',
  );
  const back = { from: 'completed', to: 'refunded', stock: 'returned', items: 3, points: -40, refund_cents: 4241 };
  expect(timelineSentence(event('status', back))).toBe(
    'Completed to refunded, 3 items returned to stock, 40 points taken back, $42.41 given back',
  );
  const again = { from: 'cancelled', to: 'completed', stock: 'sold', items: 1, points: 1, refund_cents: 0 };
  expect(timelineSentence(event('status', again))).toBe(
    'Cancelled to completed, 1 item taken from stock again, 1 point given again',
  );
  const paid = { from: 'pending', to: 'completed', stock: 'sold', items: 1, points: 23, paid_cents: 2599 };
  expect(timelineSentence(event('status', paid))).toBe(
    'Pending to completed, 1 item taken from stock, 23 points given',
  );
  const used = { from: 'completed', to: 'cancelled', stock: 'returned', items: 1, points: -16, points_returned: 400 };
  expect(timelineSentence(event('status', used))).toBe(
    'Completed to cancelled, 1 item returned to stock, 16 points taken back, 400 used points given back',
  );
  expect(timelineSentence(event('status', { from: 'cancelled', to: 'completed', points_returned: -1 }))).toBe(
    'Cancelled to completed, 1 point used again',
  );
  expect(timelineSentence(event('created', { status: 'pending' }))).toBe('Ordered, not paid');
  expect(timelineSentence(event('created', { status: 'processing' }))).toBe('Sold');
  expect(timelineSentence(event('refund', { amount_cents: 1790, reason: 'Broken seal' }))).toBe(
    'Refund of $17.90: Broken seal',
  );
  expect(timelineSentence(event('refund', { amount_cents: 800, points: 8, points_returned: 200 }))).toBe(
    'Refund of $8.00, 8 points taken back, 200 used points given back',
  );
});

it('names what it does not know', () => {
  expect(timelineSentence(event('picked_up'))).toBe('Picked up');
});
