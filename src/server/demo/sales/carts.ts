import { type LinePrice, type PriceChanges, priceLine, type Sold } from '#domain/line-price.ts';
import { type Cents, toCents } from '#domain/money.ts';
import type { ChosenTier, RuleGroup } from '#domain/pricing-tiers.ts';
import { type Milli, toMilli } from '#domain/quantity.ts';
import { stockDrawn } from '#domain/sale.ts';
import { variantLineName } from '#domain/variant-name.ts';

import { ruleGroupsOf } from './domain-pricing.ts';
import type { DemoProduct, DemoVariant, StockPlan } from '../model.ts';
import { createRandom, type Random } from '../random.ts';
import { CATEGORIES, CATEGORY } from '../shop.ts';

export interface DemoLine {
  readonly product: DemoProduct;
  readonly variant: DemoVariant | null;
  readonly name: string;
  readonly sku: string;
  readonly category: string;
  readonly sold: Sold;
  readonly changes: PriceChanges;
  readonly reason: string;
  readonly price: LinePrice;
  /** Drawn from its jar, in stock units. */
  readonly stockMilli: Milli;
}

/** The goods of one location, and how often each is picked. */
export interface Assortment {
  readonly jars: readonly StockPlan[];
  readonly weightOf: (jar: StockPlan) => number;
}

const CATEGORY_SHARE: Readonly<Record<number, number>> = {
  [CATEGORY.flower]: 44,
  [CATEGORY.vape]: 15,
  [CATEGORY.concentrate]: 6,
  [CATEGORY.edible]: 12,
  [CATEGORY.moonwater]: 10,
  [CATEGORY.preRoll]: 7,
  [CATEGORY.accessories]: 6,
};

const TIER_SHARE: Readonly<Record<string, number>> = { '1 g': 22, '3.5 g': 42, '7 g': 20, '14 g': 10, '28 g': 5 };
const OVERRIDE_REASONS = ['Price match', 'Shelf tag was older', 'Damaged box'] as const;

/** The popularity of each product: a few favourites in every category, the same at every location. */
export function makeAssortment(locationId: number, jars: readonly StockPlan[]): Assortment {
  const popularity = new Map<number, number>();
  const inCategory = new Map<number, number>();
  for (const { product } of jars) {
    if (popularity.has(product.id)) continue;
    const liked = 1 / (1 + createRandom(`popularity/${product.id}`).next() * 9);
    popularity.set(product.id, liked / Math.max(1, product.variants.length));
    inCategory.set(product.categoryId, (inCategory.get(product.categoryId) ?? 0) + liked);
  }
  return {
    jars: jars.filter((jar) => jar.locationId === locationId),
    weightOf: ({ product }) =>
      ((popularity.get(product.id) ?? 0) * (CATEGORY_SHARE[product.categoryId] ?? 1)) /
      (inCategory.get(product.categoryId) ?? 1),
  };
}

/** One to five lines of different items or tiers, priced by the domain. */
export function fillCart(random: Random, { jars, weightOf }: Assortment): DemoLine[] {
  const size = random.weighted([1, 2, 3, 4, 5], (lines) => [0, 40, 32, 17, 8, 3][lines] ?? 0);
  const lines = new Map<string, DemoLine>();
  while (lines.size < size) {
    const jar = random.weighted(jars, weightOf);
    const line = makeLine(random, jar.product, jar.variant);
    const tier = line.sold.kind === 'tier' ? line.sold.chosen.tier.label : '';
    lines.set(`${jar.product.id}-${jar.variant?.id ?? 0}-${tier}`, line);
  }
  return [...lines.values()];
}

function makeLine(random: Random, product: DemoProduct, variant: DemoVariant | null): DemoLine {
  const sold = chooseSold(random, product, variant);
  const { changes, reason } = changePrice(random, sold);
  const drawn = stockDrawn(sold);
  if (!drawn.ok) throw new Error(`${product.name} cannot be sold: ${drawn.refused.code}`);
  return {
    product,
    variant,
    name: variant ? variantLineName(product.name, variant.option) : product.name,
    sku: variant?.sku ?? product.sku,
    category: CATEGORIES.find(({ id }) => id === product.categoryId)?.name ?? '',
    sold,
    changes,
    reason,
    price: priceLine(sold, changes),
    stockMilli: drawn.value,
  };
}

function chooseSold(random: Random, product: DemoProduct, variant: DemoVariant | null): Sold {
  const count = random.weighted([1, 2, 3], (times) => [0, 86, 11, 3][times] ?? 0);
  const groups = ruleGroupsOf(product);
  if (groups.length === 0) {
    return { kind: 'unit', priceCents: priceOf(variant ?? product), quantityMilli: toMilli(count * 1000) };
  }
  const group = random.weighted(groups, ({ productType }) => (productType === 'preroll' ? 0.28 : 1));
  return { kind: 'tier', chosen: chooseTier(random, group), count };
}

function priceOf({ regularPriceCents, salePriceCents }: DemoVariant | DemoProduct): Cents {
  return toCents(salePriceCents ?? regularPriceCents);
}

function chooseTier(random: Random, { ruleId, ruleName, productType, tiers }: RuleGroup): ChosenTier {
  const tier = random.weighted(tiers, ({ label }) => TIER_SHARE[label] ?? 60 / (1 + 3 * place(tiers, label)));
  return { ruleId, ruleName, productType, tier };
}

function place(tiers: RuleGroup['tiers'], label: string): number {
  return tiers.findIndex((tier) => tier.label === label);
}

/** Now and then a discount, an override with its reason, or some dollars off. */
function changePrice(random: Random, sold: Sold): { changes: PriceChanges; reason: string } {
  const fate = random.next();
  if (fate < 0.045) return { changes: { discount: random.pick([500, 1000, 1500, 2000]) }, reason: '' };
  if (fate < 0.058) {
    const listed = sold.kind === 'tier' ? sold.chosen.tier.priceCents : sold.priceCents;
    const lowered = Math.max(100, Math.round((listed * random.int(75, 95)) / 10_000) * 100);
    if (lowered < listed)
      return { changes: { overrideCents: toCents(lowered) }, reason: random.pick(OVERRIDE_REASONS) };
  }
  if (fate < 0.066) return { changes: { adjustmentCents: toCents(-100 * random.int(1, 3)) }, reason: '' };
  return { changes: {}, reason: '' };
}
