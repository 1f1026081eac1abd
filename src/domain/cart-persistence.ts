import { type Cart, type CartLine, cartKey, FULL_DISCOUNT } from './cart.ts';
import { type ConversionRatio, isValidRatio } from './conversion-ratio.ts';
import { listPriceOf, quantityOf, type Sold } from './line-price.ts';
import { type Cents, MAX_AMOUNT_CENTS, toCents } from './money.ts';
import type { ChosenTier, PricingTier } from './pricing-tiers.ts';
import { MAX_QUANTITY_MILLI, type Milli, toMilli } from './quantity.ts';
import { isStep, isUnit, type Measured, measuredBy } from './unit.ts';

/** A cart of another shape has another version: an old one is dropped, never half read. */
const VERSION = 1;

/** More than a sale takes (MAX_SALE_LINES), and little enough to read at once. */
const MOST_LINES = 1000;

/** The text kept in the browser for one person, so that a cart survives a reload and a sign-out. */
export function persistCart(cart: Cart): string {
  return JSON.stringify({ version: VERSION, lines: cart });
}

/** Raised and caught in this file only: the first wrong field drops the whole cart. */
class Foreign extends Error {}

type Fields = Record<string, unknown>;

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Foreign();
  return value as Fields;
}

function whole(value: unknown, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < min || value > max) throw new Foreign();
  return value;
}

function words(value: unknown): string {
  if (typeof value !== 'string') throw new Foreign();
  return value;
}

function orNull<T>(value: unknown, read: (value: unknown) => T): T | null {
  return value === null ? null : read(value);
}

const idIn = (value: unknown): number => whole(value, 1, Number.MAX_SAFE_INTEGER);
const priceIn = (value: unknown): Cents => toCents(whole(value, 0, MAX_AMOUNT_CENTS));
const quantityIn = (value: unknown): Milli => toMilli(whole(value, 1, MAX_QUANTITY_MILLI));

function ratioIn(value: unknown): ConversionRatio {
  const { inputMilli, inputUnit, outputMilli, outputUnit, description } = fieldsOf(value);
  const ratio: ConversionRatio = {
    inputMilli: quantityIn(inputMilli),
    inputUnit: words(inputUnit),
    outputMilli: quantityIn(outputMilli),
    outputUnit: words(outputUnit),
    ...(description === undefined ? {} : { description: words(description) }),
  };
  if (!isValidRatio(ratio)) throw new Foreign();
  return ratio;
}

function tierIn(value: unknown): PricingTier {
  const { minMilli, priceCents, label, unit, conversionRatio } = fieldsOf(value);
  return {
    minMilli: quantityIn(minMilli),
    priceCents: priceIn(priceCents),
    label: words(label),
    ...(unit === undefined ? {} : { unit: words(unit) }),
    ...(conversionRatio === undefined ? {} : { conversionRatio: ratioIn(conversionRatio) }),
  };
}

function chosenIn(value: unknown): ChosenTier {
  const { ruleId, ruleName, productType, tier } = fieldsOf(value);
  return { ruleId: idIn(ruleId), ruleName: words(ruleName), productType: words(productType), tier: tierIn(tier) };
}

/** Left out by carts of former builds. */
function measuredIn(unit: unknown = null, stepMilli: unknown = 1000): Measured {
  const known = orNull(unit, words);
  const step = quantityIn(stepMilli);
  if ((known !== null && !isUnit(known)) || !isStep(known, step)) throw new Foreign();
  return measuredBy(known, step);
}

function soldIn(value: unknown): Sold {
  const { kind, priceCents, quantityMilli, chosen, count, unit, stepMilli } = fieldsOf(value);
  if (kind === 'unit') {
    const measured = measuredIn(unit, stepMilli);
    return { kind, priceCents: priceIn(priceCents), quantityMilli: quantityIn(quantityMilli), ...measured };
  }
  if (kind !== 'tier') throw new Foreign();
  const sold: Sold = { kind, chosen: chosenIn(chosen), count: whole(count, 1, MAX_QUANTITY_MILLI) };
  const tooMuch = quantityOf(sold) > MAX_QUANTITY_MILLI || listPriceOf(sold) * sold.count > Number.MAX_SAFE_INTEGER;
  if (tooMuch) throw new Foreign();
  return sold;
}

function idsIn(value: unknown): number[] {
  if (!Array.isArray(value)) throw new Foreign();
  return value.map(idIn);
}

function lineIn(value: unknown): CartLine {
  const fields = fieldsOf(value);
  if (typeof fields['taxable'] !== 'boolean') throw new Foreign();
  const line = {
    productId: idIn(fields['productId']),
    variationId: orNull(fields['variationId'], idIn),
    name: words(fields['name']),
    sku: orNull(fields['sku'], words),
    image: orNull(fields['image'], words),
    category: orNull(fields['category'], words),
    taxable: fields['taxable'],
    // Left out by carts of former builds; the catalogue says it again.
    ...(fields['categoryIds'] !== undefined && { categoryIds: idsIn(fields['categoryIds']) }),
    ...(fields['priceClass'] !== undefined && { priceClass: orNull(fields['priceClass'], words) }),
    ...(fields['floorCents'] !== undefined && { floorCents: orNull(fields['floorCents'], priceIn) }),
    sold: soldIn(fields['sold']),
    overrideCents: orNull(fields['overrideCents'], priceIn),
    overrideReason: orNull(fields['overrideReason'], words),
    discount: whole(fields['discount'], 0, FULL_DISCOUNT),
    adjustmentCents: toCents(whole(fields['adjustmentCents'], -MAX_AMOUNT_CENTS, MAX_AMOUNT_CENTS)),
  };
  return { key: cartKey(line), ...line };
}

/**
 * Reads a cart back from where `persistCart` put it: exactly the cart it was, or an empty one when the text is missing,
 * broken, of another version or written by anything else. Never throws: a till must open.
 */
export function parsePersistedCart(stored: string | null): Cart {
  try {
    const { version, lines } = fieldsOf(JSON.parse(stored ?? 'null'));
    if (version !== VERSION || !Array.isArray(lines) || lines.length > MOST_LINES) return [];
    const cart = lines.map(lineIn);
    return new Set(cart.map((line) => line.key)).size === cart.length ? cart : [];
  } catch {
    return [];
  }
}
