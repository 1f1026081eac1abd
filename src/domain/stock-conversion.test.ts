import { describe, expect, it } from 'vitest';
import { toMilli } from './quantity.ts';
import { type Conversion, conversionDraw } from './stock-conversion.ts';

const ratio = { inputMilli: toMilli(700), inputUnit: 'g', outputMilli: toMilli(1000), outputUnit: 'pre-roll' };
const flower = { productId: 1, variationId: null };
const rolls = { productId: 2, variationId: null };
const command = (part: Partial<Conversion> = {}): Conversion => ({
  from: flower,
  to: rolls,
  outputMilli: toMilli(20_000),
  ratio,
  ...part,
});

describe('flower turned into pre-rolls', () => {
  it('takes what the ratio says: 14 g for 20 pre-rolls of 0.7 g', () => {
    expect(conversionDraw(command())).toEqual({ ok: true, value: 14_000 });
  });

  it('takes what was weighed instead, when it was weighed', () => {
    expect(conversionDraw(command({ measuredInputMilli: toMilli(14_250) }))).toEqual({ ok: true, value: 14_250 });
  });

  it('rounds to the nearest thousandth', () => {
    const thirds = { ...ratio, inputMilli: toMilli(1000), outputMilli: toMilli(3000) };
    expect(conversionDraw(command({ ratio: thirds, outputMilli: toMilli(2000) }))).toEqual({ ok: true, value: 667 });
  });

  it.each([
    ['an item into itself', { to: flower }, 'same_item'],
    ['nothing', { outputMilli: toMilli(0) }, 'quantity_not_valid'],
    ['less than nothing', { outputMilli: toMilli(-1000) }, 'quantity_not_valid'],
    ['a weight of nothing', { measuredInputMilli: toMilli(0) }, 'quantity_not_valid'],
    ['by a ratio without input', { ratio: { ...ratio, inputMilli: toMilli(0) } }, 'conversion_ratio_invalid'],
    ['by a ratio without a unit', { ratio: { ...ratio, outputUnit: ' ' } }, 'conversion_ratio_invalid'],
    [
      'by a ratio that takes nothing',
      { outputMilli: toMilli(1), ratio: { ...ratio, inputMilli: toMilli(1), outputMilli: toMilli(9000) } },
      'conversion_ratio_invalid',
    ],
    ['more than a jar can hold', { ratio: { ...ratio, inputMilli: toMilli(999_999_999) } }, 'quantity_not_valid'],
    [
      'the most of everything',
      {
        outputMilli: toMilli(999_999_999),
        ratio: { ...ratio, inputMilli: toMilli(999_999_999), outputMilli: toMilli(1) },
      },
      'quantity_not_valid',
    ],
  ] as const)('refuses %s', (_what, part, code) => {
    expect(conversionDraw(command(part))).toEqual({ ok: false, refused: { code } });
  });

  it('knows a variant from its product', () => {
    expect(conversionDraw(command({ to: { productId: 1, variationId: 7 } })).ok).toBe(true);
  });
});
