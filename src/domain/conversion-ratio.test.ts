import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConversionRatio, drawnFromStock, isValidRatio, needsConversion } from './conversion-ratio.ts';
import { toMilli } from './quantity.ts';

const preRoll: ConversionRatio = {
  inputMilli: toMilli(700),
  inputUnit: 'g',
  outputMilli: toMilli(1000),
  outputUnit: 'pre-roll',
};

it('takes 0.7 g of flower for each pre-roll', () => {
  expect(drawnFromStock(toMilli(1000), preRoll, true)).toEqual({ ok: true, value: 700 });
  expect(drawnFromStock(toMilli(3000), preRoll, true)).toEqual({ ok: true, value: 2100 });
});

it('takes the quantity itself when nothing is converted', () => {
  expect(drawnFromStock(toMilli(3500), undefined, false)).toEqual({ ok: true, value: 3500 });
});

it('blocks a pre-roll that has no ratio', () => {
  expect(drawnFromStock(toMilli(1000), undefined, true)).toEqual({
    ok: false,
    refused: { code: 'conversion_ratio_required' },
  });
});

it('never takes more than ten times what was sold, however wrong the ratio is', () => {
  const mistyped = { ...preRoll, inputMilli: toMilli(700_000) };
  expect(drawnFromStock(toMilli(2000), mistyped, true)).toEqual({ ok: true, value: 20_000 });
});

it('refuses a ratio so small that the jar would never get emptier', () => {
  const nothing = { ...preRoll, inputMilli: toMilli(1), outputMilli: toMilli(900_000) };
  expect(drawnFromStock(toMilli(1000), nothing, true)).toEqual({
    ok: false,
    refused: { code: 'conversion_ratio_invalid' },
  });
});

it.each([
  ['nothing put in', { ...preRoll, inputMilli: toMilli(0) }],
  ['nothing that comes out', { ...preRoll, outputMilli: toMilli(0) }],
  ['less than nothing', { ...preRoll, inputMilli: toMilli(-700) }],
  ['no unit in', { ...preRoll, inputUnit: ' ' }],
  ['no unit out', { ...preRoll, outputUnit: '' }],
])('refuses a ratio with %s', (_what, ratio) => {
  expect(isValidRatio(ratio)).toBe(false);
  expect(drawnFromStock(toMilli(1000), ratio, false).ok).toBe(false);
});

describe('what needs a ratio', () => {
  it.each(['pre-roll', 'preroll', 'Pre-Roll', 'PRE ROLL', 'Infused Pre-Rolls', 'roll', '5 rolls', 'Single Roll'])(
    '%s does',
    (name) => {
      expect(needsConversion(name)).toBe(true);
      expect(needsConversion('flower', name)).toBe(true);
    },
  );

  it.each(['flower', 'Rolling papers', 'Scroll', 'Stroller', 'Trolley', 'vape', ''])('%s does not', (name) => {
    expect(needsConversion(name)).toBe(false);
  });
});

it('takes the exact share to the nearest thousandth, above nothing and at most ten times the quantity', () => {
  const size = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(size, size, size, (quantity, input, output) => {
      const ratio = { ...preRoll, inputMilli: toMilli(input), outputMilli: toMilli(output) };
      const drawn = drawnFromStock(toMilli(quantity), ratio, true);
      const doubled = (2n * BigInt(quantity) * BigInt(input) + BigInt(output)) / (2n * BigInt(output));
      if (drawn.ok) {
        expect(drawn.value).toBeGreaterThan(0);
        expect(drawn.value).toBe(Math.min(Number(doubled), quantity * 10));
      } else {
        expect(doubled).toBe(0n);
      }
    }),
  );
});
