import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCents } from './money.ts';
import { type BlueprintPricing, chooseTier, tiersOf } from './pricing-tiers.ts';
import { toMilli } from './quantity.ts';

const tier = (grams: number, dollars: number, label = `${grams} g`) => ({
  minMilli: toMilli(grams * 1000),
  priceCents: toCents(dollars * 100),
  label,
});

const flower: BlueprintPricing = {
  blueprintId: 39,
  blueprintName: 'flower',
  ruleGroups: [
    {
      ruleId: 1,
      ruleName: 'Flower',
      productType: 'flower',
      tiers: [tier(1, 15), tier(3.5, 40, 'Eighth'), tier(7, 60), tier(14, 110), tier(28, 200)],
    },
    {
      ruleId: 2,
      ruleName: 'Pre-rolls',
      productType: 'pre-roll',
      tiers: [tier(1, 10, '1 pre-roll'), tier(5, 40, '5 pre-rolls')],
    },
  ],
};

const milli = (amount: number) => toMilli(Math.round(amount * 1000));

function chosen(wanted: Parameters<typeof chooseTier>[1]) {
  const found = chooseTier(flower, wanted);
  return found.ok
    ? { rule: found.value.chosen.ruleName, label: found.value.chosen.tier.label, count: found.value.count }
    : found.refused.code;
}

it('sells an eighth for $40 when 3.5 g are asked for', () => {
  expect(chosen({ quantityMilli: milli(3.5) })).toEqual({ rule: 'Flower', label: 'Eighth', count: 1 });
});

it('sells two eighths when the tier is named with 7 g, not the 7 g tier', () => {
  expect(chosen({ quantityMilli: milli(7), label: 'Eighth' })).toEqual({ rule: 'Flower', label: 'Eighth', count: 2 });
  expect(chosen({ quantityMilli: milli(7), tierQuantityMilli: milli(3.5) })).toMatchObject({
    label: 'Eighth',
    count: 2,
  });
  expect(chosen({ quantityMilli: milli(7) })).toMatchObject({ label: '7 g', count: 1 });
});

describe('when a gram and a pre-roll have the same quantity', () => {
  it('asks which one is meant', () => {
    expect(chooseTier(flower, { quantityMilli: milli(1) })).toEqual({
      ok: false,
      refused: { code: 'tier_ambiguous', labels: ['Flower: 1 g', 'Pre-rolls: 1 pre-roll'] },
    });
  });

  it('is told by the price, by the label or by the rule', () => {
    const preRoll = { rule: 'Pre-rolls', label: '1 pre-roll', count: 1 };
    expect(chosen({ quantityMilli: milli(1), priceCents: toCents(1000) })).toEqual(preRoll);
    expect(chosen({ quantityMilli: milli(1), label: '1 pre-roll' })).toEqual(preRoll);
    expect(chosen({ quantityMilli: milli(1), ruleName: 'Pre-rolls' })).toEqual(preRoll);
  });
});

it.each([
  ['a quantity between the tiers', { quantityMilli: milli(5.25) }, 'tier_unknown'],
  ['a label that is not there', { quantityMilli: milli(3.5), label: 'Half' }, 'tier_unknown'],
  ['a rule that is not there', { quantityMilli: milli(3.5), ruleName: 'Vape' }, 'tier_unknown'],
  ['one and a half eighths', { quantityMilli: milli(5.25), label: 'Eighth' }, 'tier_quantity_mismatch'],
  ['no quantity of a named tier', { quantityMilli: milli(0), label: 'Eighth' }, 'tier_quantity_mismatch'],
  ['a negative quantity of a named tier', { quantityMilli: milli(-3.5), label: 'Eighth' }, 'tier_quantity_mismatch'],
])('refuses %s', (_what, wanted, code) => {
  expect(chosen(wanted)).toBe(code);
});

it('names the right price when the till shows an old one', () => {
  expect(chooseTier(flower, { quantityMilli: milli(3.5), label: 'Eighth', priceCents: toCents(3500) })).toMatchObject({
    ok: false,
    refused: { code: 'price_changed', tier: { ruleName: 'Flower', tier: { priceCents: 4000 } } },
  });
});

it('finds every tier n times by its rule, size and price', () => {
  const any = fc.constantFrom(...tiersOf(flower));
  fc.assert(
    fc.property(any, fc.integer({ min: 1, max: 50 }), ({ ruleName, tier: each }, count) => {
      const found = chooseTier(flower, {
        quantityMilli: toMilli(each.minMilli * count),
        tierQuantityMilli: each.minMilli,
        ruleName,
        priceCents: each.priceCents,
      });
      expect(found).toMatchObject({ ok: true, value: { count, chosen: { ruleName, tier: each } } });
    }),
  );
});
