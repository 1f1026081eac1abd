import { expect, it } from 'vitest';
import { optionAfter, rowAfter } from './row-keys.ts';

it.each([
  ['ArrowDown', 3, 4],
  ['ArrowDown', 9, 9],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['Home', 3, 0],
  ['End', 3, 9],
  ['PageDown', 3, null],
  ['Enter', 3, null],
])('leads with %s from row %i of ten to %s', (key, from, to) => {
  expect(rowAfter(key, from, 10)).toBe(to);
});

it('goes round through options, from the first or the last when none is highlighted', () => {
  const after = (from: number) => [optionAfter('ArrowDown', from, 3), optionAfter('ArrowUp', from, 3)];
  expect([-1, 0, 2].map(after)).toEqual([
    [0, 2],
    [1, 2],
    [0, 1],
  ]);
  expect([optionAfter('Enter', 0, 3), optionAfter('ArrowDown', -1, 0)]).toEqual([null, null]);
});

it('turns pages where a list has them', () => {
  expect([rowAfter('PageDown', 3, 40, 12), rowAfter('PageDown', 35, 40, 12), rowAfter('PageUp', 3, 40, 12)]).toEqual([
    15, 39, 0,
  ]);
});
