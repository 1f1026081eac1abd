import { expect, it } from 'vitest';
import { type FigureSource, untracedFigures } from './traced-figures.ts';

const CARD: FigureSource[] = [
  ...['3367.00', '1346.5', '108.4812'].map((text) => ({ kind: 'money' as const, text })),
  ...['70', '4.6', '7', '42', '250'].map((text) => ({ kind: 'count' as const, text })),
  ...['-12.5', '33.3'].map((text) => ({ kind: 'share' as const, text })),
  ...['POS-4051', 'FL-0088', '{"period":"last_90_days"}', 'Blue Ridge 3.5 g'].map((text) => ({
    kind: 'text' as const,
    text,
  })),
];

it('finds the figures that stand in no card', () => {
  expect(untracedFigures('Flower made $3,367.00, vape $1,346.50 in 70 orders.', CARD)).toEqual([]);
  expect(untracedFigures('The average was $108.48, or about $108.', CARD)).toEqual([]);
  expect(untracedFigures('Sales were $4,713.50, 11.5% more than before, in 412 orders.', CARD)).toEqual([
    '$4,713.50',
    '11.5%',
    '412',
  ]);
  expect(untracedFigures('$9.99 and again $9.99', CARD)).toEqual(['$9.99']);
});

it('takes days, times, years, numbers of orders and places in a list for words', () => {
  const words =
    '1. From 16 to 22 Nov 2026 (2026-11-16, 10:45, Nov 3-9, 11/16), order POS-4051 or #4052: the 21st, 9 am, see https://x.test/900. The top 3 products of the last 7 days, 2 of them new, one in 90 days.';
  expect(untracedFigures(words, CARD)).toEqual([]);
  expect(untracedFigures('```html\n<p>777</p>\n```\n`888`', CARD)).toEqual([]);
});

it.each([
  // A figure is looked up among its own kind.
  ['It made $70.', ['$70']],
  ['It made $88 and 7%.', ['$88', '7%']],
  ['The share was $33.30.', ['$33.30']],
  ['There were 108 orders.', ['108']],
  ['There were 4051 of them, as order 4051 says.', []],
  // Signs, units and scales.
  ['It fell by 12.5%, -12.5%, 12.5 percent or 13 per cent.', []],
  ['A change of -14.2%, or -$45.00.', ['14.2%', '$45.00']],
  ['It made $3.4k, or about 3.4 thousand dollars, 1,346.5 dollars and USD 108.48.', []],
  ['It made $3.6k, or 3.6 thousand dollars, and 12 dollars.', ['$3.6k', '3.6 thousand dollars', '12 dollars']],
  ['Between 100-200 orders', ['100', '200']],
  // Small counts of something, in digits, in words and in a table.
  ['There are 7 jars left, and **7** items.', []],
  ['There are 3 jars left, and **9** low items.', ['3', '9']],
  ['Seven items are low, forty-two customers came, and a third of sales was flower.', []],
  [
    'Nine items are low, three hundred and five customers came, half of sales was flower, twenty percent more.',
    ['Nine', 'three hundred and five', 'twenty', 'half of'],
  ],
  ['Half of August, half an ounce, one of the items, two weeks.', []],
  ['| Rank | Item | Left |\n|---|---|---|\n| 1 | Blue Ridge | 7 |\n| 2 | Gelato | 9 |', ['9']],
])('traces %j, but not %j', (answer, untraced) => {
  expect(untracedFigures(answer, CARD)).toEqual(untraced);
});
