import { expect, it } from 'vitest';
import { placeWords, valueWords } from './axis-words.ts';

it('writes values so that those beside one another differ by the same step', () => {
  expect([550, 1100, 1650, 2200].map((value) => valueWords(value, 'usd'))).toEqual([
    '$550',
    '$1.1K',
    '$1.65K',
    '$2.2K',
  ]);
  expect(valueWords(12_500, 'number')).toBe('12.5K');
  expect(valueWords(0.125, 'percent')).toBe('12.5%');
});

it('writes days and months in words, and leaves other names alone', () => {
  expect(placeWords('2026-10-26')).toBe('Oct 26');
  expect(placeWords('2026-10-26', true)).toBe('Oct 26, 2026');
  expect(placeWords('2026-10')).toBe('Oct 2026');
  expect(['Flower', '2026-13-40', '4051', 17, null].map((place) => placeWords(place))).toEqual([
    'Flower',
    '2026-13-40',
    '4051',
    '17',
    '',
  ]);
});
