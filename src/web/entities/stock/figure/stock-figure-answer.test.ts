import { expect, it } from 'vitest';
import type { ItemSince } from '#contract/history.ts';
import { stockAnswer } from './stock-figure-answer.ts';

const ZONE = { unit: 'g', timeZone: 'America/New_York' };

function since(begin: ItemSince['begin'], quantity: number, moved: Partial<Record<string, number>>): ItemSince {
  return {
    begin,
    at: '2026-11-03T17:00:00Z',
    quantity,
    moved: Object.entries(moved).map(([kind, change]) => ({ kind, change }) as ItemSince['moved'][number]),
  };
}

it('begins with the last count, then says what moved since', () => {
  expect(stockAnswer(since('count', 320, { sale: -12 }), ZONE)).toBe(
    'Last count Nov 3, 2026, 12:00 PM: 320 g. Since then 12 sold, 0 received: expect 308 g.',
  );
});

it('says who counted, and that it matched', () => {
  const counted = { ...since('count', 320, {}), by: 'Ann', matched: true };
  expect(stockAnswer(counted, ZONE)).toBe(
    'Last count Nov 3, 2026, 12:00 PM by Ann: 320 g, matched. Nothing moved since.',
  );
  expect(stockAnswer({ ...counted, matched: false }, ZONE)).toBe(
    'Last count Nov 3, 2026, 12:00 PM by Ann: 320 g. Nothing moved since.',
  );
});

it('names all other movements with their sign, so that the sentence adds up', () => {
  const moved = { restock: 100, return: 1, transfer: -20, manual: -0.5, audit: 2 };
  expect(stockAnswer(since('count', 10, moved), ZONE)).toBe(
    'Last count Nov 3, 2026, 12:00 PM: 10 g. Since then 0 sold, 100 received, +1 returned, −20 by transfer, −0.5 by hand, +2 by count: expect 92.5 g.',
  );
});

it('says when nothing moved, and begins with the first movement of an item that was never counted', () => {
  expect(stockAnswer(since('count', 4, {}), { ...ZONE, unit: undefined })).toBe(
    'Last count Nov 3, 2026, 12:00 PM: 4. Nothing moved since.',
  );
  expect(stockAnswer(since('nothing', 0, { restock: 5, sale: -2 }), ZONE)).toBe(
    'Began with 0 g. Since then 2 sold, 5 received: expect 3 g.',
  );
});

it('does not call the stock received that was there at the beginning', () => {
  expect(stockAnswer(since('opening', 133, { restock: 364, sale: -185 }), ZONE)).toBe(
    'Opening stock: 133 g. Since then 185 sold, 364 received: expect 312 g.',
  );
});
