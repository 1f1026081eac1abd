import { code128, type DrawingContext, ean13 } from 'bwip-js/generic';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code128Widths, ean13Widths } from './linear-bars.ts';

/** The bars of another encoder, each with its place and width in modules. */
function barsBy(draw: (context: DrawingContext<void>) => void): [number, number][] {
  const bars: [number, number][] = [];
  draw({
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: () => undefined,
    // The place of a line is the middle of its bar, rounded up.
    line: (x, _y0, _x1, _y1, width) => void bars.push([Math.floor(x - width / 2), width]),
    polygon: () => undefined,
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: () => undefined,
  });
  return bars;
}
const code128By = (text: string) =>
  barsBy((context) => code128({ bcid: 'code128', text, scale: 1, height: 1 }, context));

function barsOf(widths: string): [number, number][] {
  const bars: [number, number][] = [];
  let at = 0;
  for (const [place, digit] of Array.from(widths).entries()) {
    if (place % 2 === 0) bars.push([at, Number(digit)]);
    at += Number(digit);
  }
  return bars;
}
const widthOf = (bars: readonly [number, number][]): number => Math.max(...bars.map(([at, width]) => at + width));

const letters = (from: string) =>
  fc.string({ unit: fc.constantFrom(...Array.from(from)), minLength: 1, maxLength: 24 });
const PRINTABLE = Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)).join('');

describe('Code 128', () => {
  it('has the bars of another encoder where no pairs of digits can be packed', () => {
    fc.assert(
      fc.property(letters(PRINTABLE.replace(/\d/g, '')), (text) => {
        expect(barsOf(code128Widths(text))).toEqual(code128By(text));
      }),
      { numRuns: 30 },
    );
  });

  it.each(['12', '1234', '123456', '2900001101004', 'FLW-001', 'A1234567B', 'AB123456', '0000', 'LOT 20261120-7'])(
    'packs the digits of %s as another encoder does',
    (text) => {
      expect(widthOf(barsOf(code128Widths(text)))).toBe(widthOf(code128By(text)));
    },
  );

  it('is never wider than that of another encoder', () => {
    fc.assert(
      fc.property(letters('0123456789AB-'), (text) => {
        expect(widthOf(barsOf(code128Widths(text)))).toBeLessThanOrEqual(widthOf(code128By(text)));
      }),
      { numRuns: 30 },
    );
  });
});

it('EAN-13 has the bars of another encoder', () => {
  const checked = (twelve: readonly number[]): string => {
    const sum = twelve.reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3), 0);
    return [...twelve, (10 - (sum % 10)) % 10].join('');
  };
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 }), (twelve) => {
      const text = checked(twelve);
      expect(barsOf(ean13Widths(text))).toEqual(
        barsBy((context) => ean13({ bcid: 'ean13', text, scale: 1, height: 1 }, context)),
      );
    }),
    { numRuns: 30 },
  );
});
