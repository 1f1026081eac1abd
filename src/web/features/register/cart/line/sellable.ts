import type { Cart, NewCartLine } from '#domain/cart.ts';
import type { Sold } from '#domain/line-price.ts';
import { type Cents, displayMoney } from '#domain/money.ts';
import { type ChosenTier, tiersOf } from '#domain/pricing-tiers.ts';
import { displayQuantity, type Milli, toMilli } from '#domain/quantity.ts';
import { stockDrawn } from '#domain/sale.ts';
import { variantLineName } from '#domain/variant-name.ts';
import { measureOf, type RegisterProduct, type RegisterVariant } from '#web/entities/catalogue/wire-products.ts';

/** What adding a product needs to know first. */
export type Choice =
  /** Nothing: one press adds it. */
  | { readonly kind: 'none'; readonly priceCents: Cents }
  | { readonly kind: 'variant' }
  | { readonly kind: 'tier' }
  /** 'No pricing available' */
  | { readonly kind: 'no-price' };

/** A variant first where there are some, then a tier where there are some. @param variant the chosen one */
export function choiceOf(product: RegisterProduct, variant: RegisterVariant | null): Choice {
  if (product.variants !== null && variant === null) {
    const priced = product.pricing !== null || product.variants.some(({ priceCents }) => priceCents !== null);
    return { kind: priced ? 'variant' : 'no-price' };
  }
  if (product.pricing !== null) return { kind: 'tier' };
  const priceCents = variant ? variant.priceCents : product.priceCents;
  return priceCents === null ? { kind: 'no-price' } : { kind: 'none', priceCents };
}

/** By what a product is taxed. */
export function taxedAs({ taxable, categories, priceClass }: RegisterProduct) {
  return { taxable, categoryIds: categories.map(({ id }) => id), priceClass: priceClass ?? null };
}

/** A line of the cart; of a variant it is called 'parent - variant'. Rule: catalogue/variant-name. */
export function newLine(product: RegisterProduct, variant: RegisterVariant | null, sold: Sold): NewCartLine {
  const { id, name, sku, image, category } = product;
  return {
    productId: id,
    variationId: variant?.id ?? null,
    name: variant ? variantLineName(name, variant.name) : name,
    sku: variant?.sku ?? sku,
    image,
    category,
    ...taxedAs(product),
    sold,
  };
}

export function byPieces(priceCents: Cents, count: number): Sold {
  return { kind: 'unit', priceCents, quantityMilli: toMilli(Math.round(count) * 1000) };
}

export function byTier(chosen: ChosenTier): Sold {
  return { kind: 'tier', chosen, count: 1 };
}

/** What the cart takes of a product, with all its variants. Converted tiers count what they draw from the jar. */
export function inCartMilli(cart: Cart, productId: number): Milli {
  let total = 0;
  for (const line of cart) {
    if (line.productId !== productId) continue;
    const drawn = stockDrawn(line.sold);
    if (drawn.ok) total += drawn.value;
  }
  return toMilli(total);
}

/** Whole dollars lose their cents where room is short: "$40", "$3.50". */
export function shortMoney(amount: Cents): string {
  return displayMoney(amount).replace(/\.00$/, '');
}

/** The lowest and the highest price it is sold at; null when it has none. */
export function priceRange(product: RegisterProduct): readonly [Cents, Cents] | null {
  const ofTiers = product.pricing && tiersOf(product.pricing).map(({ tier }) => tier.priceCents);
  const plain = product.variants?.map(({ priceCents }) => priceCents) ?? [product.priceCents];
  const known = (ofTiers ?? plain).filter((price) => price !== null).sort((a, b) => a - b);
  const [lowest] = known;
  const highest = known.at(-1);
  return lowest === undefined || highest === undefined ? null : [lowest, highest];
}

/** "2.5 g", "3": so much of the stock that a line draws on. */
export function displayDrawn(quantity: Milli, sold: Sold): string {
  const { unit, conversionRatio } = sold.kind === 'tier' ? sold.chosen.tier : {};
  return `${displayQuantity(quantity)} ${measureOf(conversionRatio?.inputUnit ?? unit)}`.trimEnd();
}
