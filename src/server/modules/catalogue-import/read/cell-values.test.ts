import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readId,
  readList,
  readPosition,
  readPrice,
  readStatus,
  readStock,
  readTaxable,
  readTerm,
  readText,
} from './cell-values.ts';

const valueOf = <T>(read: { ok: true; value: T } | { ok: false; refused: { reason: string } }) =>
  read.ok ? read.value : read.refused.reason;

describe('a price as people type it', () => {
  it.each([
    ['12.50', 1250],
    ['12,5', 1250],
    ['.99', 99],
    ['7', 700],
    ['$ 7.00', 700],
    ['7 USD', 700],
    ['1,234.50', 123_450],
    ['1.234,50', 123_450],
    ['1 234,50', 123_450],
    ['1,234,567', 123_456_700],
    ['12.5000', 1250],
    ['0.500', 50],
    ['  ', null],
  ])('reads %j', (text, cents) => {
    expect(valueOf(readPrice(text))).toBe(cents);
  });

  it.each([
    ['99999999999999', '"99999999999999" is too large'],
    ['99999999999999.999', '"99999999999999.999" has more than two decimals'],
    ['1,234', '"1,234" can be read in two ways: write it without a thousands mark'],
    ['1.234', '"1.234" can be read in two ways: write it without a thousands mark'],
    ['12.345', '"12.345" can be read in two ways: write it without a thousands mark'],
    ['0.125', '"0.125" has more than two decimals'],
    ['1234.567', '"1234.567" has more than two decimals'],
    ['-3', '-$3.00 is negative'],
    ['12,34,5', '"12,34,5" is not a number'],
    ['12 €', '"12 €" is not a number'],
    ['1e3', '"1e3" is not a number'],
    ['NaN', '"NaN" is not a number'],
    ['0x10', '"0x10" is not a number'],
    ['free', '"free" is not a number'],
    ['99999999999', '"99999999999" is too large'],
  ])('refuses %j', (text, reason) => {
    expect(valueOf(readPrice(text))).toBe(reason);
  });

  it('reads back every amount, with a point or a comma', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fc.constantFrom('.', ','), (cents, mark) => {
        const text = `${Math.floor(cents / 100)}${mark}${String(cents % 100).padStart(2, '0')}`;
        expect(valueOf(readPrice(text))).toBe(cents);
      }),
    );
  });

  it('answers a price or a reason for any text at all', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const price = readPrice(text);
        expect(price.ok ? price.value === null || price.value >= 0 : price.refused.reason !== '').toBe(true);
      }),
    );
  });
});

describe('the other cells of a row', () => {
  it.each([
    ['44', 44_000],
    ['3.5', 3500],
    ['3,25', 3250],
    ['1.234', 1234],
    ['-2', -2000],
    ['parent', null],
    ['', null],
    ['1,234', '"1,234" can be read in two ways: write it without a thousands mark'],
    ['0.0005', '"0.0005" has more than three decimals'],
    ['12345678', '"12345678" is too large'],
    ['many', '"many" is not a number'],
  ])('reads the stock %j', (text, milli) => {
    expect(valueOf(readStock(text))).toBe(milli);
  });

  it('knows an ID from other text', () => {
    expect([' 44 ', '', '0', '-1', '4.4', '4e2', '99999999999999999'].map((text) => valueOf(readId(text)))).toEqual([
      44,
      null,
      '"0" is not a whole positive number',
      '"-1" is not a whole positive number',
      '"4.4" is not a whole positive number',
      '"4e2" is not a whole positive number',
      '"99999999999999999" is not a whole positive number',
    ]);
  });

  it('publishes 1 only', () => {
    expect(['1', '0', '-1', '', '2', 'constructor'].map((text) => valueOf(readStatus(text)))).toEqual([
      'publish',
      'draft',
      'draft',
      undefined,
      '"2" is none of 1, 0 and -1',
      '"constructor" is none of 1, 0 and -1',
    ]);
  });

  it('taxes goods unless the file says that they are not', () => {
    expect(
      ['taxable', 'shipping', 'none', '', 'maybe'].map((text) => readTaxable(text).ok && valueOf(readTaxable(text))),
    ).toEqual([true, false, false, undefined, false]);
  });

  it('reads places in a list, also those before the first', () => {
    expect(['3', '-1', '', '-0', '1.5'].map((text) => valueOf(readPosition(text)))).toEqual([
      3,
      -1,
      undefined,
      0,
      '"1.5" is not a whole number',
    ]);
  });

  it('parts a list at its commas, not at those of a value', () => {
    expect(readList('Red\\, dark, Blue,, Green ')).toEqual(['Red, dark', 'Blue', 'Green']);
  });

  it('reads names that left the store escaped for a web page', () => {
    expect(readTerm(' Oils &amp;  Balms ')).toBe('Oils & Balms');
  });

  it('reads the line ends of a description, and a backslash of its own', () => {
    expect(readText('One\\nTwo\\\\nThree')).toBe('One\nTwo\\nThree');
  });
});
