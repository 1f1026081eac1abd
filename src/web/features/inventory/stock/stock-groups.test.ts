import { expect, it } from 'vitest';
import { groupedRowsInSight, groupsOf, placeOf, ROW_PX } from './stock-groups.ts';
import type { StockRow } from './stock-rows.ts';

const row = (category: string | null) => ({ category }) as StockRow;
const ROWS = [
  row('Flower'),
  row('Flower'),
  row('Edibles'),
  row(null),
  ...Array.from({ length: 96 }, () => row('Vape')),
];

it('has a header above the rows of each category', () => {
  const groups = groupsOf(ROWS, true);
  expect(groups.map(({ category, first, end }) => [category, first, end])).toEqual([
    ['Flower', 0, 2],
    ['Edibles', 2, 3],
    ['Uncategorized', 3, 4],
    ['Vape', 4, 100],
  ]);
  const [flower, edibles] = groups;
  expect(flower).toMatchObject({ startPx: 0, endPx: 32 + 2 * ROW_PX });
  expect(edibles).toMatchObject({ startPx: 32 + 2 * ROW_PX });
  expect(placeOf(groups, 2)).toEqual({ startPx: 64 + 2 * ROW_PX, endPx: 64 + 3 * ROW_PX, headPx: 32 });
});

it('has no headers in a list by name', () => {
  const groups = groupsOf(ROWS, false);
  expect(groups).toEqual([
    { category: null, first: 0, end: 100, startPx: 0, endPx: 100 * ROW_PX, rowPx: ROW_PX, headPx: 0 },
  ]);
  expect(placeOf(groups, 9).startPx).toBe(9 * ROW_PX);
  expect(groupsOf([], true)).toEqual([]);
});

it('draws each row that any part of the pane shows', () => {
  const groups = groupsOf(ROWS, true);
  const heightPx = 10 * ROW_PX;
  for (let scrollPx = -20; scrollPx < 100 * ROW_PX; scrollPx += 7) {
    const exact = groupedRowsInSight(groups, { scrollPx, heightPx }, true);
    const drawn = groupedRowsInSight(groups, { scrollPx, heightPx });
    expect(drawn.first <= exact.first && drawn.end >= exact.end).toBe(true);
    const shown = ROWS.flatMap((_, index) => {
      const { startPx, endPx } = placeOf(groups, index);
      return endPx > scrollPx && startPx < scrollPx + heightPx ? [index] : [];
    });
    expect(exact.first).toBeLessThanOrEqual(shown[0] ?? Infinity);
    expect(exact.end).toBeGreaterThan(shown.at(-1) ?? -1);
  }
});
