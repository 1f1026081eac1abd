import { describe, expect, it } from 'vitest';
import { toCents } from './money.ts';
import type { PricingTier } from './pricing-tiers.ts';
import { toMilli } from './quantity.ts';
import { tierAdvice, tierInWords } from './tier-advice.ts';

const tier = (label: string, milli: number, cents: number, more: Partial<PricingTier> = {}): PricingTier => ({
  label,
  minMilli: toMilli(milli),
  priceCents: toCents(cents),
  unit: 'g',
  ...more,
});
const conversionRatio = {
  inputMilli: toMilli(700),
  inputUnit: 'g',
  outputMilli: toMilli(1000),
  outputUnit: 'pre-roll',
};
const said = (type: string, tiers: PricingTier[]) =>
  tierAdvice(type, tiers).map(({ kind, sentence }) => `${kind}: ${sentence}`);

describe('tiers of a rule', () => {
  it('are fine when more costs more and each gram less', () => {
    expect(said('flower', [tier('1 g', 1000, 1500), tier('3.5 g', 3500, 4000), tier('7 g', 7000, 6000)])).toEqual([]);
  });

  it('are doubtful when more costs less, or each gram more', () => {
    expect(said('flower', [tier('7 g', 7000, 3900), tier('3.5 g', 3500, 4000), tier('14 g', 14_000, 9000)])).toEqual([
      'warning: 7 g costs $39.00, less than 3.5 g for $40.00.',
      'warning: Each of 14 g costs $6.43, more than of 7 g: $5.57.',
    ]);
  });

  it('are doubtful with a gap between two, or with different units', () => {
    expect(said('flower', [tier('1 g', 1000, 1500), tier('28 g', 28_000, 20_000)])).toEqual([
      'warning: There is a gap: no tier between 1 g and 28 g, so that anything between is sold as several of 1 g.',
    ]);
    expect(said('flower', [tier('3.5 g', 3500, 4000), tier('Pack', 5000, 5000, { unit: 'pack' })])).toEqual([
      'warning: Pack is sold by the pack, 3.5 g by the g: quantities of both are compared.',
    ]);
  });

  it('are doubtful when one is free', () => {
    expect(said('flower', [tier('1 g', 1000, 0)])).toEqual(['warning: 1 g costs nothing.']);
  });

  it('are wrong with a quantity or a label twice, and a pre-roll without a ratio', () => {
    expect(said('flower', [tier('1 g', 1000, 1500), tier('1 G ', 1000, 1600)])).toEqual([
      'error: Two tiers are of 1.',
      'error: Two tiers are called 1 G .',
    ]);
    expect(said('preroll', [tier('1 pre-roll', 1000, 800)])).toEqual([
      'error: 1 pre-roll cannot be sold without a conversion ratio: how much one takes out of the jar.',
    ]);
    expect(said('preroll', [tier('1 pre-roll', 1000, 800, { conversionRatio })])).toEqual([]);
  });
});

it('says a tier in words', () => {
  expect(tierInWords(tier('7 g', 7000, 6000))).toBe('7 g costs $60.00, $8.57 a g');
  expect(tierInWords(tier('Eighth', 3500, 4000))).toBe('Eighth (3.5 g) costs $40.00, $11.43 a g');
  expect(tierInWords(tier('5 pre-rolls', 5000, 3500, { unit: 'pre-roll', conversionRatio }))).toBe(
    '5 pre-rolls cost $35.00, $7.00 a pre-roll, and draw 3.5 g',
  );
});
