import { measureOf } from '#domain/tier-unit.ts';
import type { Cart, NewCartLine } from '#domain/cart.ts';
import type { Sold } from '#domain/line-price.ts';
import { type Cents, displayMoney } from '#domain/money.ts';
import { type ChosenTier, tiersOf } from '#domain/pricing-tiers.ts';
import { fromQuantityNumber, type Milli, toMilli } from '#domain/quantity.ts';
import { firstQuantity, type Measured, quantityWords } from '#domain/unit.ts';
import { stockDrawn } from '#domain/sale.ts';
import { variantLineName } from '#domain/variant-name.ts';
import type { RegisterProduct, RegisterVariant } from '#web/entities/catalogue/wire-products.ts';

/** The next choice that adding a product needs. */
export type Choice =
  /** No choice: one press adds it. */
  | { readonly kind: 'none'; readonly priceCents: Cents }
  | { readonly kind: 'variant' }
  | { readonly kind: 'tier' }
  /** 'No pricing available' */
  | { readonly kind: 'no-price' };

/**
 * A product with variants needs a variant first, then one with tiers needs a tier.
 * @param variant the chosen variant; null for none
 */
export function choiceOf(product: RegisterProduct, variant: RegisterVariant | null): Choice {
  if (product.variants !== null && variant === null) {
    const priced = product.pricing !== null || product.variants.some(({ priceCents }) => priceCents !== null);
    return { kind: priced ? 'variant' : 'no-price' };
  }
  if (product.pricing !== null) return { kind: 'tier' };
  const priceCents = variant ? variant.priceCents : product.priceCents;
  return priceCents === null ? { kind: 'no-price' } : { kind: 'none', priceCents };
}

/** The properties of a product that decide its taxes. */
export function taxedAs({ taxable, categories, priceClass }: RegisterProduct) {
  return { taxable, categoryIds: categories.map(({ id }) => id), priceClass: priceClass ?? null };
}

/** A new line of the cart. A variant is named 'parent - variant'. Rule: catalogue/variant-name. */
export function newLine(product: RegisterProduct, variant: RegisterVariant | null, sold: Sold): NewCartLine {
  const { id, name, sku, image, category, floorCents } = product;
  return {
    productId: id,
    variationId: variant?.id ?? null,
    name: variant ? variantLineName(name, variant.name) : name,
    sku: variant?.sku ?? sku,
    image,
    category,
    ...taxedAs(product),
    ...(floorCents !== undefined && { floorCents }),
    sold,
  };
}

export function byPieces(priceCents: Cents, count: number, measured: Measured = {}): Sold {
  return { kind: 'unit', priceCents, quantityMilli: fromQuantityNumber(count), ...measured };
}

/** As many as one press adds. */
export function byFirst(product: RegisterProduct, priceCents: Cents): Sold {
  return byPieces(priceCents, firstQuantity(product.measured ?? {}) / 1000, product.measured);
}

/** True if its quantity is always chosen: nobody wants just one of what is measured. Rule: register/quantity-in-steps. */
export const isMeasured = ({ measured, pricing }: RegisterProduct): boolean =>
  pricing === null && measured?.unit !== undefined;

export function byTier(chosen: ChosenTier): Sold {
  return { kind: 'tier', chosen, count: 1 };
}

/**
 * The stock that the cart takes of a product, including all its variants. Converted tiers count as the quantity that
 * they draw from the jar.
 */
export function inCartMilli(cart: Cart, productId: number): Milli {
  let total = 0;
  for (const line of cart) {
    if (line.productId !== productId) continue;
    const drawn = stockDrawn(line.sold);
    if (drawn.ok) total += drawn.value;
  }
  return toMilli(total);
}

/** Money without the cents of whole dollars, for narrow places: "$40", "$3.50". */
export function shortMoney(amount: Cents): string {
  return displayMoney(amount).replace(/\.00$/, '');
}

/** The lowest and the highest selling price; null if it has none. */
export function priceRange(product: RegisterProduct): readonly [Cents, Cents] | null {
  const ofTiers = product.pricing && tiersOf(product.pricing).map(({ tier }) => tier.priceCents);
  const plain = product.variants?.map(({ priceCents }) => priceCents) ?? [product.priceCents];
  const known = (ofTiers ?? plain).filter((price) => price !== null).sort((a, b) => a - b);
  const [lowest] = known;
  const highest = known.at(-1);
  return lowest === undefined || highest === undefined ? null : [lowest, highest];
}

/** "2.5 g", "3": a quantity of the stock that a line draws on. */
export function displayDrawn(quantity: Milli, sold: Sold): string {
  if (sold.kind === 'unit') return quantityWords(quantity, sold.unit);
  const { unit, conversionRatio } = sold.chosen.tier;
  return quantityWords(quantity, measureOf(conversionRatio?.inputUnit ?? unit));
}
