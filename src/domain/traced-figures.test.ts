import { expect, it } from 'vitest';
import { untracedFigures } from './traced-figures.ts';

const CARD = ['3367.00', '1346.5', '70', '108.4812', '4.6', 'POS-4051', 'last_week'];

it('finds the figures that stand in no card', () => {
  expect(untracedFigures('Flower made $3,367.00, vape $1,346.50 in 70 orders.', CARD)).toEqual([]);
  expect(untracedFigures('The average was $108.48, or about $108.', CARD)).toEqual([]);
  expect(untracedFigures('Sales were $4,713.50, 12.5% more than before, in 412 orders.', CARD)).toEqual([
    '$4,713.50',
    '12.5%',
    '412',
  ]);
  expect(untracedFigures('$9.99 and again $9.99', CARD)).toEqual(['$9.99']);
});

it('takes days, times, years, numbers of orders and small counts for words', () => {
  const words =
    '1. From 16 to 22 Nov 2026 (2026-11-16, 10:45), order POS-4051 or #4052: 3 items, the 21st, see https://x.test/900.';
  expect(untracedFigures(words, CARD)).toEqual([]);
  expect(untracedFigures('```html\n<p>777</p>\n```\n`888`', CARD)).toEqual([]);
});
