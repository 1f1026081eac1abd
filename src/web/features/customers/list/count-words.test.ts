import { expect, it } from 'vitest';
import { countWords, isFloor } from './count-words.ts';

it('says how many customers there are, and not more than it knows', () => {
  const words = (page: number, pages: number, total: number, isSearched = true) =>
    countWords({ page, pages, total }, isSearched);
  expect(words(1, 1, 1)).toBe('1 customer');
  expect(words(1, 40, 2000)).toBe('2,000 customers');
  expect(words(1, 41, 2001)).toBe('2,000+ customers');
  expect(words(60, 60, 2960)).toBe('2,960 customers');
  expect(words(1, 2001, 100_001, false)).toBe('100,001 customers');
  expect(isFloor({ page: 1, pages: 41, total: 2001 }, true)).toBe(true);
});
