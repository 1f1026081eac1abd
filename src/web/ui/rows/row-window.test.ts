import { expect, it } from 'vitest';
import { covers, type RowWindow, rowsInSight, scrollFor } from './row-window.ts';

const at = (count: number, scrollPx: number, exactly = false) =>
  rowsInSight(count, 36, { scrollPx, heightPx: 720 }, exactly);
const rows = (first: number, end: number, sticky = -1): RowWindow => ({ first, end, sticky });

it('holds the rows in sight and some around them, in steps', () => {
  expect(at(10_000, 0)).toEqual(rows(0, 28));
  expect(at(10_000, 36 * 100)).toEqual(rows(92, 128));
  expect(at(10_000, 36 * 101)).toEqual(rows(92, 128));
  expect(at(5, 0)).toEqual(rows(0, 5));
  expect(at(0, 0)).toEqual(rows(0, 0));
});

it('knows when what is drawn still covers what is in sight', () => {
  const drawn = at(10_000, 36 * 100);
  expect([100, 108, 92].map((row) => covers(drawn, at(10_000, 36 * row, true)))).toEqual([true, true, true]);
  expect([109, 91].map((row) => covers(drawn, at(10_000, 36 * row, true)))).toEqual([false, false]);
  expect(covers(rows(0, 20, 4), rows(2, 8, 0))).toBe(false);
});

it('scrolls no further than needed to show a row below the header that sticks', () => {
  const scrolled = (startPx: number, endPx: number, scrollPx: number, heightPx = 700) =>
    scrollFor({ startPx, endPx }, { scrollPx, heightPx }, 44);
  expect(scrolled(44, 444, 0)).toBe(0);
  expect(scrolled(444, 844, 0)).toBe(144);
  expect(scrolled(44, 444, 900)).toBe(0);
  expect(scrolled(844, 1244, 1200)).toBe(800);
  // The row is taller than the pane, so its beginning is shown.
  expect(scrolled(1688, 2088, 0, 300)).toBe(1644);
});
