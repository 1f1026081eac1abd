import { expect, it } from 'vitest';
import { newUuid } from '../call/new-uuid.ts';
import { ageMs, isForgotten, isSameWork, keyAfterWithdrawal } from './keys.ts';

it('names the same work by each of its keys, and no other', () => {
  const [first, other] = [newUuid(), newUuid()];
  const second = keyAfterWithdrawal(first);
  const third = keyAfterWithdrawal(second);
  expect(new Set([first, second, third]).size).toBe(3);
  expect(keyAfterWithdrawal(first)).toBe(second);
  expect([second, third].every((key) => isSameWork(key, first))).toBe(true);
  expect([isSameWork(first, other), isSameWork(keyAfterWithdrawal(other), second), isSameWork(first, null)]).toEqual([
    false,
    false,
    false,
  ]);
});

it('has no age that can be known once the clock was set back by more than a day', () => {
  const HOUR = 60 * 60_000;
  const NOW = 1_800_000_000_000;
  const aged = (hours: number) => ({ sentAt: NOW - hours * HOUR });
  expect([0, 5, 7 * 24, -1, -23].map((hours) => ageMs(aged(hours), NOW) / HOUR)).toEqual([0, 5, 7 * 24, 0, 0]);
  expect([7 * 24, -23].some((hours) => isForgotten(aged(hours), NOW))).toBe(false);
  // The server refuses to carry out anew what is that old.
  expect([7 * 24 + 1, -25, -365 * 24].every((hours) => ageMs(aged(hours), NOW) > 7 * 24 * HOUR)).toBe(true);
  expect([7 * 24 + 1, -25, -365 * 24].every((hours) => isForgotten(aged(hours), NOW))).toBe(true);
});
