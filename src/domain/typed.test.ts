import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayMoney, formatMoney, MAX_AMOUNT_CENTS, toCents } from './money.ts';
import { displayQuantity, MAX_QUANTITY_MILLI, toMilli } from './quantity.ts';
import { readDecimal, readMoney, readPercent, readQuantity, readTaxRate, readWhole, typedSentence } from './typed.ts';

const cents = fc.integer({ min: 0, max: MAX_AMOUNT_CENTS }).map(toCents);
const milli = fc.integer({ min: 0, max: MAX_QUANTITY_MILLI }).map(toMilli);
/** Hands and number pads make these: digits, points, commas, signs and blanks in any order. */
const keys = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,-+$ ')), maxLength: 12 });

const codeOf = (read: ReturnType<typeof readMoney> | ReturnType<typeof readQuantity>) =>
  read.ok ? read.value : read.refused.code;

describe('an amount that somebody typed', () => {
  it.each([
    ['12.50', 1250],
    ['12.5', 1250],
    ['6.', 600],
    ['10.', 1000],
    ['.5', 50],
    ['007', 700],
    [' $40 ', 4000],
    ['$ 1,250.00', 125_000],
    ['1,250.5', 125_050],
    ['1,250.', 125_000],
    ['1,250,000', 125_000_000],
    ['10000000', MAX_AMOUNT_CENTS],
  ])('reads %j as %i cents', (typed, expected) => {
    expect(readMoney(typed)).toEqual({ ok: true, value: expected });
  });

  it.each([
    ['12,50', 'figure_ambiguous'],
    ['1,250', 'figure_ambiguous'],
    ['0,5', 'figure_ambiguous'],
    [',5', 'figure_ambiguous'],
    ['1.250,00', 'figure_malformed'],
    ['1,25,000', 'figure_malformed'],
    ['0,500.00', 'figure_malformed'],
    ['12,50.00', 'figure_malformed'],
    ['1 250', 'figure_malformed'],
    ['1.2.3', 'figure_malformed'],
    ['.', 'figure_malformed'],
    ['$', 'figure_missing'],
    ['-', 'figure_malformed'],
    ['1e3', 'figure_malformed'],
    ['٣', 'figure_malformed'],
    ['12.505', 'figure_too_precise'],
    ['-3', 'figure_out_of_range'],
    ['10000000.01', 'figure_out_of_range'],
    ['2000001101034', 'figure_out_of_range'],
    ['  ', 'figure_missing'],
  ])('refuses %j: %s', (typed, code) => {
    const read = readMoney(typed);
    expect(codeOf(read)).toBe(code);
    if (!read.ok) expect(typedSentence(read.refused)).toMatch(/^\S.*\.$/);
  });

  it('is what stood on the screen, in each way the screen writes it', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(readMoney(formatMoney(amount))).toEqual({ ok: true, value: amount });
        expect(readMoney(displayMoney(amount))).toEqual({ ok: true, value: amount });
      }),
    );
  });

  it('has one reading only: as it stands without the commas, and with none that could be a decimal comma', () => {
    fc.assert(
      fc.property(keys, (typed) => {
        const read = readMoney(typed);
        if (!read.ok) return;
        expect(Math.abs(Number(typed.replaceAll(/[,$\s]/g, '')) * 100 - read.value)).toBeLessThan(0.01);
        // The text with a decimal comma is refused, so that no amount can be read in two ways.
        const swapped = typed.replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
        if (typed.includes(',')) expect(codeOf(readMoney(swapped))).toMatch(/^figure_/);
      }),
      { numRuns: 2000 },
    );
  });

  it('is never cut off: one more digit makes another amount or none', () => {
    fc.assert(
      fc.property(keys, fc.constantFrom(...Array.from('123456789')), (typed, digit) => {
        const [before, after] = [readMoney(typed), readMoney(`${typed}${digit}`)];
        if (before.ok && after.ok) expect(after.value).toBeGreaterThan(before.value);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a quantity that somebody typed', () => {
  it.each([
    ['3.456', 3456],
    ['1.250', 1250],
    ['2.', 2000],
    ['.5', 500],
    ['1,250.5', 1_250_500],
    ['999999.999', MAX_QUANTITY_MILLI],
  ])('reads %j as %i thousandths', (typed, expected) => {
    expect(readQuantity(typed)).toEqual({ ok: true, value: expected });
  });

  it.each([
    ['1,250', 'figure_ambiguous'],
    ['12,50', 'figure_ambiguous'],
    ['1.2345', 'figure_too_precise'],
    ['-2', 'figure_out_of_range'],
    ['1000000', 'figure_out_of_range'],
    ['3.5 g', 'figure_malformed'],
    ['$3', 'figure_malformed'],
    ['', 'figure_missing'],
  ])('refuses %j: %s', (typed, code) => expect(codeOf(readQuantity(typed))).toBe(code));

  it('of pieces is whole, and of a change has a sign', () => {
    expect(codeOf(readQuantity('2.7', { decimals: 0 }))).toBe('figure_too_precise');
    expect(codeOf(readQuantity('2.', { decimals: 0 }))).toBe(2000);
    expect(codeOf(readQuantity('-2', { least: -MAX_QUANTITY_MILLI }))).toBe(-2000);
    expect(codeOf(readQuantity('\u22122', { least: -MAX_QUANTITY_MILLI }))).toBe(-2000);
    expect(codeOf(readQuantity('+3', { least: -MAX_QUANTITY_MILLI }))).toBe(3000);
    expect(Object.is(codeOf(readQuantity('-0', { least: -1 })), 0)).toBe(true);
  });

  it('is what stood on the screen', () => {
    fc.assert(
      fc.property(milli, (quantity) => {
        expect(readQuantity(displayQuantity(quantity))).toEqual({ ok: true, value: quantity });
      }),
    );
  });

  it('never throws and is whole thousandths in its range, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), keys), (typed) => {
        const read = readQuantity(typed);
        if (read.ok) {
          expect(Number.isSafeInteger(read.value) && read.value >= 0 && read.value <= MAX_QUANTITY_MILLI).toBe(true);
        } else expect(typedSentence(read.refused)).not.toBe('');
      }),
    );
  });
});

it.each([
  ['8.75', 875],
  ['12.5 %', 1250],
  ['5.', 500],
  ['100%', 10_000],
  ['12,5', 'figure_ambiguous'],
  ['101', 'figure_out_of_range'],
  ['8.755', 'figure_too_precise'],
])('a percentage: %j is %s', (typed, expected) => {
  const read = readPercent(typed);
  expect(read.ok ? read.value : read.refused.code).toBe(expected);
});

it.each([
  ['1.53', 1.53],
  ['.05', 0.05],
  ['-.5', -0.5],
  ['2.', 2],
  ['0.0001', 0.0001],
  ['1,53', 'figure_ambiguous'],
  ['2 1/4', 'figure_malformed'],
  ['1.00001', 'figure_too_precise'],
  ['-0.51', 'figure_out_of_range'],
  ['50.01', 'figure_out_of_range'],
])('a measure of up to four decimals: %j is %s', (typed, expected) => {
  const read = readDecimal(typed, { decimals: 4, least: -0.5, most: 50 });
  expect(read.ok ? read.value : read.refused.code).toBe(expected);
  if (typed === '50.01' && !read.ok) expect(typedSentence(read.refused)).toBe('"50.01" is not between -0.5 and 50.');
});

describe('a tax rate that somebody typed', () => {
  it.each([
    ['8.75', 87_500],
    [' 8.750 % ', 87_500],
    ['8.2525', 82_525],
    ['.5', 5000],
    ['7.', 70_000],
    ['0', 0],
  ])('reads "%s" as %s millionths', (typed, ppm) => {
    expect(readTaxRate(typed)).toEqual({ ok: true, value: ppm });
  });

  it.each([
    ['', 'Enter a number.'],
    ['.', '"." is not a number. Type it like 12.5.'],
    ['8,75', '"8,75" can mean two things. Use a point for decimals and no comma.'],
    ['8.12345', '"8.12345" has more than 4 decimals.'],
    ['100', '"100" is not between 0% and 99.9999%.'],
    ['-1', '"-1" is not between 0% and 99.9999%.'],
  ])('says why "%s" is none', (typed, sentence) => {
    const read = readTaxRate(typed);
    expect(read.ok || typedSentence(read.refused)).toBe(sentence);
  });
});

describe('a whole number that somebody typed', () => {
  const read = (typed: string) => {
    const found = readWhole(typed, { least: -2000, most: 2000 });
    return found.ok ? found.value : found.refused.code;
  };

  it.each([
    ['700', 700],
    ['+5', 5],
    ['-12', -12],
    ['\u221212', -12],
    ['1,250.', 1250],
    ['1,00', 'figure_ambiguous'],
    ['1,250', 'figure_ambiguous'],
    ['1.5', 'figure_too_precise'],
    ['2001', 'figure_out_of_range'],
    ['some', 'figure_malformed'],
    [' ', 'figure_missing'],
  ])('reads %j as %s', (typed, expected) => {
    expect(read(typed)).toBe(expected);
  });
});
