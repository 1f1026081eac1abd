import { expect, it } from 'vitest';
import { itemCount, itemSummary } from './item-summary.ts';

const items = (...quantities: number[]) => quantities.map((quantity, at) => ({ name: `Item ${at + 1}`, quantity }));

it.each([
  [[], 'No items'],
  [[1], '1x Item 1'],
  [[1, 3.5], '1x Item 1, 3.5x Item 2'],
  [[1, 2, 3], '1x Item 1, 2x Item 2, +1 more'],
  [[1, 2, 3, 4, 5], '1x Item 1, 2x Item 2, +3 more'],
  [[1000, 3000], '1x Item 1, 3x Item 2'],
  [[999, 1500], '999x Item 1, 1500x Item 2'],
])('sums %j up as "%s"', (quantities, summary) => {
  expect(itemSummary(items(...quantities))).toBe(summary);
});

it('counts items', () => {
  expect([itemCount([]), itemCount(items(1)), itemCount(items(1, 1))]).toEqual(['0 items', '1 item', '2 items']);
});
