import { describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { product } from '#web/entities/catalogue/wire-product.testing.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { sellingValue } from './selling-value.ts';

const tier = (minMilli: number, cents: number, more = {}) => ({
  minMilli: toMilli(minMilli),
  priceCents: toCents(cents),
  label: '',
  ...more,
});
const byTiers = (...tiers: ReturnType<typeof tier>[]) => ({
  blueprintId: 39,
  blueprintName: 'Flower',
  ruleGroups: [{ ruleId: 1, ruleName: 'Flower', productType: 'flower', tiers }],
});
const valued = (part: Partial<RegisterProduct>, milli: number, variationId: number | null = null) =>
  sellingValue(product(part), variationId, toMilli(milli));

describe('the selling value of stock', () => {
  it('is by the price of the item, or of its variant', () => {
    expect(valued({ priceCents: toCents(500) }, 2000)).toBe(1000);
    const variants = [{ id: 5, name: 'M', sku: null, barcode: null, priceCents: toCents(2500) }];
    expect(valued({ variants }, -1000, 5)).toBe(-2500);
  });

  it('is by the smallest tier, as the till sells it, even if the item has a price', () => {
    const pricing = byTiers(tier(7000, 6000), tier(3500, 4000));
    expect(valued({ pricing, priceCents: toCents(9900) }, 3500)).toBe(4000);
    expect(valued({ pricing }, 7000)).toBe(8000);
  });

  it('does not use a tier that draws a converted quantity', () => {
    const conversionRatio = {
      inputMilli: toMilli(700),
      inputUnit: 'g',
      outputMilli: toMilli(1000),
      outputUnit: 'piece',
    };
    const roll = tier(1000, 800, { conversionRatio });
    expect(valued({ pricing: byTiers(roll, tier(3500, 4000)) }, 3500)).toBe(4000);
    expect(valued({ pricing: byTiers(roll), priceCents: toCents(1200) }, 1000)).toBe(1200);
  });

  it('is unknown without a price', () => {
    expect(valued({}, 1000)).toBeNull();
  });
});
