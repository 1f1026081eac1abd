import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCents } from './money.ts';
import {
  displayQuantity,
  MAX_QUANTITY_MILLI,
  ONE_MILLI,
  parseQuantity,
  priceOf,
  toMilli,
  toNumericText,
  toQuantityNumber,
  displayGrouped,
  fromQuantityNumber,
} from './quantity.ts';

const milli = fc.integer({ min: -MAX_QUANTITY_MILLI, max: MAX_QUANTITY_MILLI }).map(toMilli);

it.each([
  ['3.5', 3500],
  ['3.500', 3500],
  [3.5, 3500],
  [-0.1, -100],
  ['28', 28_000],
  [0.001, 1],
  [-0, 0],
])('reads %j as %i thousandths', (input, expected) => {
  expect(parseQuantity(input)).toEqual({ ok: true, value: expected });
});

it.each([
  ['four decimals', '0.0001'],
  ['twelve decimals', 0.123456789012],
  ['no number', Number.NaN],
  ['infinity', Number('1e309')],
  ['an exponent', '1e2'],
  ['nothing', ''],
  ['a unit', '3.5g'],
  ['NaN as text', 'NaN'],
])('refuses %s', (_what, input) => {
  expect(parseQuantity(input)).toEqual({ ok: false, refused: { code: 'quantity_malformed' } });
});

it('refuses a list of one quantity', () => {
  expect(parseQuantity(['5'] as unknown as string).ok).toBe(false);
});

it('refuses a million of anything', () => {
  expect(parseQuantity(999_999.999).ok).toBe(true);
  expect(parseQuantity(1_000_000)).toEqual({ ok: false, refused: { code: 'quantity_too_large' } });
});

describe('one quantity in every form', () => {
  it('comes back from the wire, from SQL and from the screen as it was', () => {
    fc.assert(
      fc.property(milli, (quantity) => {
        for (const form of [toQuantityNumber(quantity), toNumericText(quantity), displayQuantity(quantity)]) {
          expect(parseQuantity(form)).toEqual({ ok: true, value: quantity });
        }
      }),
    );
  });

  it('is shown without trailing zeros, and keeps the zeros of whole tens', () => {
    expect(displayQuantity(toMilli(3500))).toBe('3.5');
    expect(displayQuantity(toMilli(100_000))).toBe('100');
    expect(displayQuantity(toMilli(0))).toBe('0');
    expect(displayQuantity(toMilli(-700))).toBe('-0.7');
    expect(toNumericText(toMilli(-50))).toBe('-0.050');
  });
});

it('holds no part of a thousandth', () => {
  expect(() => toMilli(0.5)).toThrow(RangeError);
});

it('prices a quantity to the nearest cent', () => {
  expect(priceOf(toCents(1999), toMilli(1500))).toBe(2999);
  expect(priceOf(toCents(1), toMilli(500))).toBe(1);
  fc.assert(
    fc.property(fc.nat(1_000_000_000), (price) => {
      expect(priceOf(toCents(price), ONE_MILLI)).toBe(price);
    }),
  );
});

it('comes from the number of the wire, and is shown with thousands apart', () => {
  expect([0.1 + 0.2, 3.5, -1250.125].map(fromQuantityNumber)).toEqual([300, 3500, -1_250_125]);
  expect([0, 3500, 1_250_500, 999_999_999, -1_000_000].map((milli) => displayGrouped(toMilli(milli)))).toEqual([
    '0',
    '3.5',
    '1,250.5',
    '999,999.999',
    '-1,000',
  ]);
});
