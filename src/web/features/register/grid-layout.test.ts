import { expect, it } from 'vitest';
import { layoutFor } from './grid-layout.ts';

it('makes rows of whole pixels, so that no seam shows between them', () => {
  for (let widthPx = 500; widthPx < 1700; widthPx += 1) {
    expect(Number.isInteger(layoutFor(widthPx, 3).rowPx)).toBe(true);
  }
});

it('gives names a second line where cards are small, and counts it in', () => {
  const wide = layoutFor(980, 3);
  const small = layoutFor(569, 3);
  expect([wide.narrow, small.narrow]).toEqual([false, true]);
  // Cards 312 px and 175 px wide: the picture, what is below it, the gap.
  expect(wide.rowPx).toBe(312 + 116 + 12);
  expect(small.rowPx).toBe(175 + 136 + 12);
});
