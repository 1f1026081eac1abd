import { expect, it } from 'vitest';
import { addToCart, type Cart } from '#domain/cart.ts';
import { toCents } from '#domain/money.ts';
import type { BlueprintPricing, ChosenTier, PricingTier } from '#domain/pricing-tiers.ts';
import { toMilli } from '#domain/quantity.ts';
import { byPieces, byTier, choiceOf, inCartMilli, newLine, priceRange, shortMoney } from './sellable.ts';
import { chipColumns, chipOf, fitTiers } from '#web/features/register/card/tier-chips.ts';
import { product } from '#web/entities/catalogue/wire-product.testing.ts';
import { stockUnitOf, type RegisterVariant } from '#web/entities/catalogue/wire-products.ts';

const GRAMS: PricingTier = { minMilli: toMilli(3500), priceCents: toCents(4000), label: '3.5 g', unit: 'g' };
const ROLLED: PricingTier = {
  minMilli: toMilli(3000),
  priceCents: toCents(2700),
  label: '3 pre-rolls',
  unit: 'pre-roll',
  conversionRatio: { inputMilli: toMilli(700), inputUnit: 'g', outputMilli: toMilli(1000), outputUnit: 'pre-roll' },
};
const PRICING: BlueprintPricing = {
  blueprintId: 39,
  blueprintName: 'Flower',
  ruleGroups: [
    { ruleId: 111, ruleName: 'House pre-rolls', productType: 'preroll', tiers: [ROLLED] },
    { ruleId: 101, ruleName: 'House flower', productType: 'flower', tiers: [GRAMS] },
  ],
};
const chosen = (ruleId: number, productType: string, tier: PricingTier): ChosenTier => ({
  ruleId,
  ruleName: '',
  productType,
  tier,
});
const LARGE: RegisterVariant = { id: 7, name: 'Large', sku: null, barcode: null, priceCents: toCents(2800) };
const TEE = product({
  name: 'Tee',
  type: 'variable',
  sku: 'TEE',
  priceCents: toCents(2500),
  variants: [LARGE, { ...LARGE, id: 8, name: 'XL', priceCents: toCents(3000) }],
});
const GRINDER = { ...TEE, variants: null };
const FLOWER = { ...GRINDER, pricing: PRICING };

it('asks for a variant first, then for a tier, then for nothing', () => {
  expect(choiceOf(TEE, null)).toEqual({ kind: 'variant' });
  expect(choiceOf(TEE, LARGE)).toEqual({ kind: 'none', priceCents: 2800 });
  expect(choiceOf({ ...TEE, pricing: PRICING }, LARGE)).toEqual({ kind: 'tier' });
  expect(choiceOf(FLOWER, null)).toEqual({ kind: 'tier' });
  expect(choiceOf(GRINDER, null)).toEqual({ kind: 'none', priceCents: 2500 });
});

it('has nothing to sell where there is no price', () => {
  expect(choiceOf({ ...GRINDER, priceCents: null }, null)).toEqual({ kind: 'no-price' });
  expect(choiceOf({ ...TEE, variants: [{ ...LARGE, priceCents: null }] }, null)).toEqual({ kind: 'no-price' });
});

it('calls a cart line of a variant parent - variant, with the SKU of the parent where it has none', () => {
  const line = newLine(TEE, LARGE, byPieces(toCents(2800), 2));
  expect(line).toMatchObject({ productId: 1, variationId: 7, name: 'Tee - Large', sku: 'TEE' });
  expect(line.sold).toEqual({ kind: 'unit', priceCents: 2800, quantityMilli: 2000 });
});

it('counts what the cart draws from the jar: 3.5 g and three rolls of 0.7 g are 5.6 g', () => {
  let cart: Cart = addToCart([], newLine(FLOWER, null, byTier(chosen(101, 'flower', GRAMS))));
  cart = addToCart(cart, newLine(FLOWER, null, byTier(chosen(111, 'preroll', ROLLED))));
  cart = addToCart(cart, newLine({ ...GRINDER, id: 2 }, null, byPieces(toCents(100), 4)));
  expect(inCartMilli(cart, 1)).toBe(5600);
});

it('counts stock in the unit of what is not converted, and pieces without one', () => {
  expect(stockUnitOf(FLOWER)).toBe('g');
  expect(stockUnitOf(GRINDER)).toBe('');
});

it('shows the span of prices', () => {
  expect(priceRange(TEE)).toEqual([2800, 3000]);
  expect(priceRange(FLOWER)).toEqual([2700, 4000]);
  expect(priceRange({ ...GRINDER, priceCents: null })).toBeNull();
});

it('leaves the cents of whole dollars out where room is short', () => {
  expect([4000, 350, 125_000].map((amount) => shortMoney(toCents(amount)))).toEqual(['$40', '$3.50', '$1,250']);
});

it('shows the tiers that fit on a card in a few rows, and says in words what is left', () => {
  const labels = (roomPx: number, mostRows: number) => {
    const { rows, more } = fitTiers(PRICING, roomPx, mostRows);
    return [
      ...rows.map((tiers) => tiers.map(({ tier }) => tier.label).join(', ')),
      more && `${more.label} ${more.detail}`,
    ];
  };
  expect(labels(300, 1)).toEqual([`${ROLLED.label}, ${GRAMS.label}`, null]);
  expect(labels(80, 2)).toEqual([ROLLED.label, GRAMS.label, null]);
  expect(labels(150, 1).at(-1)).toBeNull();
  expect(labels(10, 1)[0]).not.toBe('');
});

it('names the tiers that are left by what they are: pre-rolls, the weights up to the last, or of several kinds how many', () => {
  const weights = [1, 3.5, 7, 14, 28].map((grams) => {
    return { minMilli: toMilli(grams * 1000), priceCents: toCents(1000), label: `${grams} g` };
  });
  const rolls = [1, 3, 5].map((count) => {
    return { minMilli: toMilli(count * 1000), priceCents: toCents(1000), label: `${count} pre-rolls` };
  });
  const group = (ruleId: number, tiers: typeof weights) => ({ ruleId, ruleName: '', productType: '', tiers });
  const pricing = { blueprintId: 1, blueprintName: '', ruleGroups: [group(1, weights), group(2, rolls)] };
  const only = { ...pricing, ruleGroups: [group(1, weights)] };
  expect(fitTiers(pricing, 290, 1).more).toMatchObject({ detail: 'more' });
  expect(fitTiers(pricing, 330, 1).more).toMatchObject({ label: '+3', detail: 'pre-rolls' });
  expect(fitTiers(pricing, 290, 2).more).toBeNull();
  expect(fitTiers(only, 150, 1).more).toMatchObject({ detail: 'to 28 g', title: '7 g, 14 g, 28 g' });
});

it('marks a tier that the jar does not hold any more, by what it draws', () => {
  const three = chosen(111, 'preroll', ROLLED);
  expect(chipOf(FLOWER, three, toMilli(2100))).toMatchObject({ faint: false, detail: '$27' });
  expect(chipOf(FLOWER, three, toMilli(2000))).toMatchObject({ faint: true, title: 'Only 2 g in stock' });
});

it('lays chips out in rows of about the same length', () => {
  const weights = ['1 g', '3.5 g', '7 g', '14 g', '28 g'].map((label) => [label, '$200']);
  expect([500, 290, 231, 149, 20].map((roomPx) => chipColumns(weights, roomPx))).toEqual([5, 5, 3, 3, 1]);
  expect(chipColumns([], 290)).toBe(1);
});
