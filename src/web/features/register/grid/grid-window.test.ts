import { expect, it } from 'vitest';
import { offsetsOf, rowAt, rowsToDraw, windowAt } from './grid-window.ts';
import type { GridRow } from './grid-rows.ts';

const header = (name: string): GridRow => ({ kind: 'header', key: name, name, slug: name, count: 1 });
const cards = (headerIndex: number, key: number): GridRow => ({
  kind: 'cards',
  key: `${key}`,
  headerIndex,
  products: [],
});

/** Two groups: headers of 44 px at rows 0 and 4, rows of cards of 400 px between and after them. */
const ROWS = [header('a'), cards(0, 1), cards(0, 2), cards(0, 3), header('b'), cards(4, 5), cards(4, 6), cards(4, 7)];
const HEIGHT = (row: GridRow) => (row.kind === 'header' ? 44 : 400);
const OFFSETS = offsetsOf(ROWS, HEIGHT);

it('knows where every row begins without measuring one', () => {
  expect([...OFFSETS]).toEqual([0, 44, 444, 844, 1244, 1288, 1688, 2088, 2488]);
});

it.each([
  [-50, 0],
  [0, 0],
  [43, 0],
  [44, 1],
  [1243, 3],
  [1244, 4],
  [9999, 7],
])('finds the row at %i px: %i', (px, row) => {
  expect(rowAt(OFFSETS, px)).toBe(row);
});

it('holds the rows in sight and two beyond, never past the ends', () => {
  expect(windowAt(ROWS, OFFSETS, { scrollPx: 0, heightPx: 700 })).toEqual({ sticky: 0, first: 0, end: 5 });
  expect(windowAt(ROWS, OFFSETS, { scrollPx: 1300, heightPx: 700 })).toEqual({ sticky: 4, first: 3, end: 8 });
  expect(windowAt([], offsetsOf([], HEIGHT), { scrollPx: 0, heightPx: 700 })).toEqual({ sticky: 0, first: 0, end: 0 });
});

it('draws the header of the group on top, which sticks, and the row with the focus', () => {
  expect(rowsToDraw({ sticky: 4, first: 6, end: 8 }, ROWS.length, 1)).toEqual([1, 4, 6, 7]);
  expect(rowsToDraw({ sticky: 4, first: 4, end: 6 }, ROWS.length, undefined)).toEqual([4, 5]);
  expect(rowsToDraw({ sticky: 0, first: 0, end: 1 }, 0, undefined)).toEqual([]);
});
