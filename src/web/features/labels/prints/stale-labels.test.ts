import { expect, it } from 'vitest';
import type { LabelPrint } from '#contract/label-prints.ts';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { product } from '#web/entities/catalogue/wire-product.testing.ts';
import { staleLabels } from './stale-labels.ts';

const flower = product({
  name: 'Blue Ridge Mist',
  priceCents: toCents(1500),
  pricing: {
    blueprintId: 39,
    blueprintName: 'Flower',
    ruleGroups: [
      {
        ruleId: 7,
        ruleName: 'Flower',
        productType: 'flower',
        tiers: [{ minMilli: toMilli(3500), priceCents: toCents(4500), label: '3.5 g' }],
      },
    ],
  },
});
const tee = {
  ...flower,
  id: 2,
  name: 'Tee',
  pricing: null,
  variants: [{ id: 21, name: 'Large', sku: null, barcode: null, priceCents: toCents(2700) }],
};
const shelf = new Map([flower, tee].map((product) => [product.id, product]));

const print = (part: Partial<LabelPrint>): LabelPrint => ({
  id: 1,
  product_id: 1,
  variation_id: null,
  name: 'n',
  tier: null,
  price: null,
  tier_price: null,
  template: 'Avery 5160 (30-up)',
  copies: 2,
  method: 'pdf',
  printed_by: 'Sam Staff',
  printed_at: '2026-11-20T15:04:05.000Z',
  ...part,
});
const stale = (part: Partial<LabelPrint>) =>
  staleLabels([print(part)], shelf).map(({ name, printedCents, todayCents, tier }) => [
    name,
    printedCents,
    todayCents,
    tier,
  ]);

it('a label is stale when its price is not the one that holds now', () => {
  expect(stale({ price: '15.00' })).toEqual([]);
  expect(stale({ price: '14.00' })).toEqual([['Blue Ridge Mist', 1400, 1500, null]]);
  expect(stale({ product_id: 2, variation_id: 21, price: '25.00' })).toEqual([['Tee - Large', 2500, 2700, null]]);
});

it('the price of a tier is compared with that tier, and one that is gone is told', () => {
  const tier = { label: '3.5 g', quantity: 3.5 };
  expect(stale({ tier, tier_price: '45.00' })).toEqual([]);
  expect(stale({ tier, tier_price: '40.00' })).toEqual([['Blue Ridge Mist', 4000, 4500, '7:3500:3.5 g']]);
  expect(stale({ tier: { label: '7 g', quantity: 7 }, tier_price: '60.00' })).toEqual([
    ['Blue Ridge Mist', 6000, null, null],
  ]);
});

it('what is not sold here any more has no replacement', () => {
  expect(stale({ product_id: 9, price: '1.00' })).toEqual([]);
  expect(stale({ product_id: 2, variation_id: 99, price: '1.00' })).toEqual([]);
});
