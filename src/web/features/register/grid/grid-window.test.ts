import { expect, it } from 'vitest';
import { covers, offsetsOf, rowAt, rowsToDraw, scrollFor, windowAt } from './grid-window.ts';
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
  expect(windowAt(ROWS, OFFSETS, 0, 700)).toEqual({ sticky: 0, first: 0, last: 4 });
  expect(windowAt(ROWS, OFFSETS, 1300, 700)).toEqual({ sticky: 4, first: 3, last: 7 });
  expect(windowAt([], offsetsOf([], HEIGHT), 0, 700)).toEqual({ sticky: 0, first: 0, last: 0 });
});

it('knows when what is drawn still covers what is in sight', () => {
  const drawn = windowAt(ROWS, OFFSETS, 0, 700);
  const inSightAt = (px: number) => windowAt(ROWS, OFFSETS, px, 700, 0);
  expect([0, 300, 543].map((px) => covers(drawn, inSightAt(px)))).toEqual([true, true, true]);
  expect(covers(drawn, inSightAt(600))).toBe(false);
  expect(covers({ ...drawn, last: 7 }, inSightAt(1300))).toBe(false);
});

it('draws the header of the group on top, which sticks, and the row with the focus', () => {
  expect(rowsToDraw({ sticky: 4, first: 6, last: 7 }, ROWS.length, 1)).toEqual([1, 4, 6, 7]);
  expect(rowsToDraw({ sticky: 4, first: 4, last: 5 }, ROWS.length, undefined)).toEqual([4, 5]);
  expect(rowsToDraw({ sticky: 0, first: 0, last: 0 }, 0, undefined)).toEqual([]);
});

it('scrolls no further than needed to show a row below the header that sticks', () => {
  expect(scrollFor(OFFSETS, 1, 0, 700)).toBe(0);
  expect(scrollFor(OFFSETS, 2, 0, 700)).toBe(144);
  expect(scrollFor(OFFSETS, 1, 900, 700)).toBe(0);
  expect(scrollFor(OFFSETS, 3, 1200, 700)).toBe(800);
  // Taller than the pane: its beginning shows.
  expect(scrollFor(OFFSETS, 6, 0, 300)).toBe(1644);
});
