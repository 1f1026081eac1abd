import { expect, it } from 'vitest';
import { toMilli } from './quantity.ts';
import { applicableChange, requestedChange } from './stock-count.ts';

const line = (asked: number, counted?: number, system?: number) => ({
  askedMilli: toMilli(asked),
  ...(counted !== undefined && { countedMilli: toMilli(counted) }),
  ...(system !== undefined && { systemMilli: toMilli(system) }),
});

it('asks for the difference between what was counted and what the books said', () => {
  expect(requestedChange(line(-2000, 98_000, 100_000))).toEqual({ ok: true, value: -2000 });
  expect(requestedChange(line(-2000))).toEqual({ ok: true, value: -2000 });
});

it('does not take a change that is not that difference', () => {
  expect(requestedChange(line(-1000, 98_000, 100_000))).toMatchObject({ refused: { code: 'count_mismatch' } });
  expect(requestedChange(line(-1000, -1000, 0))).toMatchObject({ refused: { code: 'count_not_valid' } });
});

it('keeps what was sold while counting: 100 counted, 10 sold, 90 on the books', () => {
  const afterSale = 90_000;
  expect(afterSale + applicableChange(toMilli(afterSale), toMilli(0))).toBe(90_000);
});

it('stops at 0 and leaves the rest as the difference', () => {
  expect(applicableChange(toMilli(3000), toMilli(-5000))).toBe(-3000);
  expect(applicableChange(toMilli(0), toMilli(-5000))).toBe(0);
  expect(applicableChange(toMilli(0), toMilli(5000))).toBe(5000);
});
