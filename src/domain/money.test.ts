import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  displayMoney,
  formatMoney,
  MAX_AMOUNT_CENTS,
  minus,
  parseMoney,
  percentOf,
  plus,
  scaled,
  sum,
  times,
  toCents,
  centsOf,
} from './money.ts';

const cents = fc.integer({ min: -MAX_AMOUNT_CENTS, max: MAX_AMOUNT_CENTS }).map(toCents);

/** a x n / d as a fraction of whole numbers, rounded half away from zero by looking at twice the remainder. */
function exactly(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  const product = amount * numerator;
  const size = product < 0n ? -product : product;
  const whole = size / denominator + ((size % denominator) * 2n >= denominator ? 1n : 0n);
  return product < 0n ? -whole : whole;
}

describe('reading an amount', () => {
  it.each([
    ['12.50', 1250],
    ['12.5', 1250],
    [12.5, 1250],
    ['12', 1200],
    [' 7.05 ', 705],
    ['-3', -300],
    [-0, 0],
    ['-0.00', 0],
    ['0.01', 1],
    [0.1, 10],
    ['10000000.00', MAX_AMOUNT_CENTS],
  ])('reads %j as %i cents', (input, expected) => {
    const read = parseMoney(input);
    expect(read).toEqual({ ok: true, value: expected });
    expect(read.ok && Object.is(read.value, -0)).toBe(false);
  });

  it.each([
    ['three decimals', '1.005'],
    ['three decimals of a number', 1.005],
    ['the dust of a sum of floats', 0.1 + 0.2],
    ['an exponent', '1e3'],
    ['an exponent beyond all numbers', '1e309'],
    ['infinity', Number('1e309')],
    ['a tiny exponent', 1e-7],
    ['no number', Number.NaN],
    ['nothing', ''],
    ['blanks', '   '],
    ['a lone point', '.'],
    ['no digit before the point', '.5'],
    ['no digit after the point', '5.'],
    ['two points', '1.2.3'],
    ['a dollar sign', '$5'],
    ['thousands', '1,000'],
    ['hexadecimal', '0x10'],
    ['two signs', '--5'],
    ['a plus', '+5'],
    ['a line break inside', '5\n6'],
    ['digits of another script', '٣'],
    ['markup', '<b>5</b>'],
  ])('refuses %s', (_what, input) => {
    expect(parseMoney(input)).toEqual({ ok: false, refused: { code: 'money_malformed' } });
  });

  it.each([
    ['a list', ['5']],
    ['an object', { valueOf: () => 5, toString: () => '5' }],
    ['null', null],
    ['nothing at all', undefined],
    ['a yes', true],
    ['a big integer', 5n],
  ])('refuses %s, which only turns into a number when nobody looks', (_what, input) => {
    expect(parseMoney(input as unknown as string)).toEqual({ ok: false, refused: { code: 'money_malformed' } });
  });

  it('refuses more than ten million dollars', () => {
    expect(parseMoney('10000000.01')).toEqual({ ok: false, refused: { code: 'money_too_large' } });
    expect(parseMoney('-99999999999')).toEqual({ ok: false, refused: { code: 'money_too_large' } });
  });

  it('gives every amount back as it was written', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseMoney(formatMoney(amount))).toEqual({ ok: true, value: amount });
        expect(parseMoney(amount / 100)).toEqual({ ok: true, value: amount });
      }),
    );
  });

  it('never throws and never makes a part of a cent, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.float()), (input) => {
        const read = parseMoney(input);
        if (read.ok) expect(Number.isSafeInteger(read.value)).toBe(true);
      }),
    );
  });
});

describe('writing an amount', () => {
  it.each([
    [0, '0.00', '$0.00'],
    [5, '0.05', '$0.05'],
    [-5, '-0.05', '-$0.05'],
    [1250, '12.50', '$12.50'],
    [125_000, '1250.00', '$1,250.00'],
    [-300, '-3.00', '-$3.00'],
    [123_456_789, '1234567.89', '$1,234,567.89'],
  ])('%i cents are %s on the wire and %s on the till', (amount, wire, shown) => {
    expect(formatMoney(toCents(amount))).toBe(wire);
    expect(displayMoney(toCents(amount))).toBe(shown);
  });

  it('always has two decimals', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(formatMoney(amount)).toMatch(/^-?\d+\.\d{2}$/);
      }),
    );
  });
});

describe('sums', () => {
  it('holds no part of a cent', () => {
    expect(() => toCents(0.5)).toThrow(RangeError);
    expect(() => toCents(Number.NaN)).toThrow(RangeError);
    expect(() => toCents(2 ** 53)).toThrow(RangeError);
  });

  it('does not care about the order of what it adds', () => {
    fc.assert(
      fc.property(fc.array(cents), (amounts) => {
        expect(sum([...amounts].reverse())).toBe(sum(amounts));
        expect(sum(amounts)).toBe(amounts.reduce(plus, toCents(0)));
      }),
    );
  });

  it('takes away what it added', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(minus(plus(a, b), b)).toBe(a);
      }),
    );
  });

  it('takes an amount n times as adding it n times does', () => {
    fc.assert(
      fc.property(cents, fc.nat(200), (amount, count) => {
        expect(times(amount, count)).toBe(sum(Array.from({ length: count }, () => amount)));
      }),
    );
  });
});

describe('rounding', () => {
  it('is the exact fraction, halves away from zero, where floats would be a cent off', () => {
    expect(scaled(115, 1, 10)).toBe(12);
    expect(scaled(-115, 1, 10)).toBe(-12);
    expect(percentOf(toCents(1005), 1000)).toBe(101);
    expect(scaled(999_999_999_999, 999_999, 1_000_000)).toBe(999_998_999_999);
  });

  it('agrees with exact whole-number arithmetic for every amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.integer({ min: 1_000, max: 1_000_000_000 }),
        (amount, numerator, denominator) => {
          const right = exactly(BigInt(amount), BigInt(numerator), BigInt(denominator));
          expect(BigInt(scaled(amount, numerator, denominator))).toBe(right);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('says so when a result cannot be held', () => {
    expect(() => scaled(Number.MAX_SAFE_INTEGER, 2, 1)).toThrow(RangeError);
  });

  it('takes nothing at 0 % and everything at 100 %', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(percentOf(amount, 0)).toBe(0);
        expect(percentOf(amount, 10_000)).toBe(amount);
      }),
    );
  });
});

it('counts what is no money in a reply as nothing', () => {
  expect([centsOf('12.50'), centsOf('-3.00'), centsOf('')]).toEqual([1250, -300, 0]);
  // A year's sales are more than any one amount.
  expect(centsOf('12000000.00')).toBe(1_200_000_000);
});
