import { expect, it } from 'vitest';
import { markWords, readMark } from './measured-mark.ts';

it('reads both measures of a cross, in decimals or as a ruler has them', () => {
  const read = { acrossIn: 7.5, downIn: 10 };
  for (const typed of ['7.5, 10', ' 7.5,10 ', '7 1/2, 10', '7.5; 10.00', '7.5 x 10', '7.5" x 10"']) {
    expect(readMark(typed), typed).toEqual(read);
  }
  expect(markWords(read)).toBe('7.5, 10');
  expect(readMark(markWords({ acrossIn: 1 / 3, downIn: 0.0625 }))).toEqual({ acrossIn: 0.3333, downIn: 0.0625 });
});

it('reads nothing else, as it would move all labels', () => {
  for (const typed of ['', '7.5', '7.5 10', '7,5, 10', '7.5, 10, 1', '-1, 10', '7.5, ', 'a, b', '1/0, 1', '7.5, 1e1']) {
    expect(readMark(typed), typed).toBeNull();
  }
});
