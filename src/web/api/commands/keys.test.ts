import { expect, it } from 'vitest';
import { newUuid } from '../call/new-uuid.ts';
import { isSameWork, keyAfterWithdrawal } from './keys.ts';

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
