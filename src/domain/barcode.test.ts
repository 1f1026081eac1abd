import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isValidBarcode, lookupCode, withCheckDigit } from './barcode.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

it.each(['4006381333931', '9780201379624', '036000291452', '012345678905'])('knows %s by its check digit', (code) => {
  expect(isValidBarcode(code)).toBe(true);
});

it.each(['4006381333932', '036000291453', '12345', '', '40063813339310', '400638133393a', ' 4006381333931'])(
  'does not take "%s" for a barcode',
  (code) => {
    expect(isValidBarcode(code)).toBe(false);
  },
);

it('notices any single digit that was read wrong', () => {
  fc.assert(
    fc.property(digits(12), fc.nat(12), fc.integer({ min: 1, max: 9 }), (plain, place, off) => {
      const code = withCheckDigit(plain);
      expect(isValidBarcode(code)).toBe(true);
      const wrong = (Number(code[place]) + off) % 10;
      expect(isValidBarcode(`${code.slice(0, place)}${wrong}${code.slice(place + 1)}`)).toBe(false);
    }),
  );
});

describe('looking a code up', () => {
  it('finds a UPC-A under its EAN-13 and the other way round', () => {
    expect(lookupCode('036000291452')).toBe('0036000291452');
    expect(lookupCode('0036000291452')).toBe('0036000291452');
    fc.assert(
      fc.property(digits(11), (plain) => {
        const upc = withCheckDigit(plain);
        expect(lookupCode(upc)).toBe(lookupCode(`0${upc}`));
      }),
    );
  });

  it('reads the digits as printed, with gaps', () => {
    expect(lookupCode(' 4 006381 333931 ')).toBe('4006381333931');
    expect(lookupCode('0-36000-29145-2')).toBe('0036000291452');
  });

  it('leaves a SKU as it is, but for its case', () => {
    expect(lookupCode('FLW-BD-01')).toBe('flw-bd-01');
    expect(lookupCode('000123456789')).toBe('000123456789');
  });

  it('gives a code it gave once again', () => {
    fc.assert(
      fc.property(fc.string(), (code) => {
        expect(lookupCode(lookupCode(code))).toBe(lookupCode(code));
      }),
    );
  });
});
