import { describe, expect, it } from 'vitest';
import { isToBeTold } from './left-behind.ts';

const HOUR = 60 * 60_000;
const NOW = 1_800_000_000_000;

describe('what was left at a till without an answer', () => {
  it.each([
    ['nobody was told of it', ['a'], [], true],
    ['it was told just now', ['a'], [['a', NOW - HOUR]], false],
    ['it is still open a day later', ['a'], [['a', NOW - 25 * HOUR]], true],
    [
      'one of several is a day old',
      ['a', 'b'],
      [
        ['a', NOW],
        ['b', NOW - 25 * HOUR],
      ],
      true,
    ],
    ['the clock of the till was set back by a year', ['a'], [['a', NOW + 365 * 24 * HOUR]], true],
    ['it is settled since', [], [['a', NOW - HOUR]], true],
    ['there is nothing', [], [], false],
  ] as const)('is told when %s: %s', (_when, left, told, expected) => {
    expect(isToBeTold(left, new Map(told), NOW)).toBe(expected);
  });
});
