import type { ConversionRefused } from './conversion-ratio.ts';
import { listPriceOf, type PriceChanges, priceLine, quantityOf, type Sold } from './line-price.ts';
import { type BasisPoints, type Cents, HUNDRED_PERCENT, MAX_AMOUNT_CENTS, ZERO_CENTS } from './money.ts';
import type { ChosenTier } from './pricing-tiers.ts';
import { MAX_QUANTITY_MILLI, toMilli } from './quantity.ts';
import { accept, refuse, type Result } from './result.ts';
import { type SaleLine, stockDrawn } from './sale.ts';
import { stockKey } from './stock.ts';
import { isMultiple, quantityWords, stepWords } from './unit.ts';

/** A line of the cart. `name` of a variant is 'parent - variant' and `productId` its parent. */
export interface CartLine {
  /** One item and one tier: adding the same again makes the line larger. */
  readonly key: string;
  readonly productId: number;
  readonly variationId: number | null;
  readonly name: string;
  readonly sku: string | null;
  readonly image: string | null;
  readonly category: string | null;
  readonly taxable: boolean;
  /** The product's categories and price class, by which taxes may be charged. */
  readonly categoryIds?: readonly number[];
  readonly priceClass?: string | null;
  /** The least that one unit or piece costs without an approval. */
  readonly floorCents?: Cents | null;
  readonly sold: Sold;
  readonly overrideCents: Cents | null;
  /** Why staff changed the line's price, in whichever way. */
  readonly overrideReason: string | null;
  readonly discount: BasisPoints;
  readonly adjustmentCents: Cents;
}

export type NewCartLine = Pick<
  CartLine,
  | 'productId'
  | 'variationId'
  | 'name'
  | 'sku'
  | 'image'
  | 'category'
  | 'taxable'
  | 'categoryIds'
  | 'priceClass'
  | 'floorCents'
  | 'sold'
>;

export type Cart = readonly CartLine[];

export const FULL_DISCOUNT = HUNDRED_PERCENT;

/** Lines with the same item and the same tier are one line. Rule: register/cart-lines. */
export function cartKey({ sold, ...item }: Pick<CartLine, 'productId' | 'variationId' | 'sold'>): string {
  const key = stockKey(item);
  return sold.kind === 'tier' ? `${key}:${sold.chosen.ruleId}:${sold.chosen.tier.minMilli}` : key;
}

/** The number of units of a line: pieces, grams or what it is sold by, or whole tiers. */
export function countOf(sold: Sold): number {
  return sold.kind === 'tier' ? sold.count : sold.quantityMilli / 1000;
}

/** "2.5 g" of measured goods, or the number of pieces or tiers. */
export function soldWords(sold: Sold): string {
  return sold.kind === 'unit' ? quantityWords(sold.quantityMilli, sold.unit) : String(countOf(sold));
}

/** Tiers are taken whole and pieces to the thousandth, up to what one line may hold. */
function withCount(sold: Sold, count: number): Sold {
  if (sold.kind === 'tier') {
    const most = Math.floor(MAX_QUANTITY_MILLI / sold.chosen.tier.minMilli);
    return { ...sold, count: Math.min(Math.round(count), most) };
  }
  return { ...sold, quantityMilli: toMilli(Math.min(Math.round(count * 1000), MAX_QUANTITY_MILLI)) };
}

/** Adds an item; the same item and tier again makes its line larger, at the price that is true now. */
export function addToCart(cart: Cart, item: NewCartLine): Cart {
  const key = cartKey(item);
  const present = cart.find((line) => line.key === key);
  if (present) {
    const count = countOf(present.sold) + countOf(item.sold);
    return cart.map((line) => (line === present ? { ...line, ...item, sold: withCount(item.sold, count) } : line));
  }
  const untouched = { overrideCents: null, overrideReason: null, discount: 0, adjustmentCents: ZERO_CENTS };
  return [...cart, { key, ...item, ...untouched }];
}

/** Two carts as one: a line that both have is as large as the two together, and priced as in the first. */
export function joinCarts(cart: Cart, other: Cart): Cart {
  return other.reduce((joined, line) => {
    const present = joined.find(({ key }) => key === line.key);
    return present ? setCount(joined, line.key, countOf(present.sold) + countOf(line.sold)) : [...joined, line];
  }, cart);
}

/** A quantity of 0 or less, or one that rounds to 0, removes the line. Rule: register/nothing-removes-a-line. */
export function setCount(cart: Cart, key: string, count: number): Cart {
  return cart.flatMap((line) => {
    if (line.key !== key) return [line];
    const sold = count > 0 ? withCount(line.sold, count) : null;
    return sold !== null && countOf(sold) > 0 ? [{ ...line, sold }] : [];
  });
}

export function removeLine(cart: Cart, key: string): Cart {
  return cart.filter((line) => line.key !== key);
}

/** A new price for one piece or one tier; the original price, or null, clears it. Rule: pricing/override. */
export function overridePrice(cart: Cart, key: string, price: Cents | null, reason: string | null): Cart {
  return cart.map((line) => {
    if (line.key !== key) return line;
    const cleared = price === null || price < 0 || price === listPriceOf(line.sold);
    return { ...line, overrideCents: cleared ? null : price, overrideReason: cleared ? null : reason };
  });
}

/** Clamped to 0-100 %; 0 clears it. Rule: pricing/discount. */
export function setDiscount(cart: Cart, key: string, percent: BasisPoints): Cart {
  const clamped = Math.min(Math.max(Math.round(percent) || 0, 0), FULL_DISCOUNT);
  return cart.map((line) => (line.key === key ? { ...line, discount: clamped } : line));
}

/** An amount in cents on the whole line, negative for less; 0 clears it. Rule: pricing/adjustment. */
export function setAdjustment(cart: Cart, key: string, amount: Cents): Cart {
  return cart.map((line) => (line.key === key ? { ...line, adjustmentCents: amount } : line));
}

/** Price changes for a line: `overrideCents` for one piece or tier, the others for the whole line. */
export interface LineChange {
  readonly overrideCents: Cents | null;
  readonly discount: BasisPoints;
  readonly adjustmentCents: Cents;
  readonly reason: string | null;
}

/** Sets all of it at once. An unchanged price keeps no reason. Rule: pricing/changes-are-recorded. */
export function changePrice(cart: Cart, key: string, change: LineChange): Cart {
  const overridden = overridePrice(cart, key, change.overrideCents, null);
  const changed = setAdjustment(setDiscount(overridden, key, change.discount), key, change.adjustmentCents);
  return changed.map((line) =>
    line.key === key ? { ...line, overrideReason: isPriceChanged(line) ? change.reason : null } : line,
  );
}

/** True for a price that was changed by hand. */
export function isPriceChanged({ overrideCents, discount, adjustmentCents }: CartLine): boolean {
  return overrideCents !== null || discount > 0 || adjustmentCents !== 0;
}

/**
 * The tier of the same rule that is exactly what the line sells and costs less: one of 7 g for two of 3.5 g. Null for none, and if
 * staff changed the price of the line, or of the one that sells that tier. Rule: register/cheaper-tier.
 */
export function cheaperTier(cart: Cart, line: CartLine, tiers: readonly ChosenTier[]): ChosenTier | null {
  const { sold } = line;
  if (sold.kind !== 'tier' || sold.count === 1 || isPriceChanged(line)) return null;
  const { chosen, count } = sold;
  const isCheaper = ({ ruleId, tier }: ChosenTier) =>
    ruleId === chosen.ruleId && tier.minMilli === quantityOf(sold) && tier.priceCents < chosen.tier.priceCents * count;
  const cheaper = tiers.find(isCheaper);
  return cheaper && swapTier(cart, line.key, cheaper) !== cart ? cheaper : null;
}

/**
 * Sells one of another tier instead of a line, in its place or with the line that has that tier already. Nothing changes if the line no
 * longer sells as much, or if staff changed the price of the other one.
 */
export function swapTier(cart: Cart, key: string, chosen: ChosenTier): Cart {
  const line = cart.find((one) => one.key === key);
  if (line === undefined || quantityOf(line.sold) !== chosen.tier.minMilli) return cart;
  const sold: Sold = { kind: 'tier', chosen, count: 1 };
  const next = { ...line, key: cartKey({ ...line, sold }), sold };
  const present = cart.find((one) => one.key === next.key);
  if (present === undefined) return cart.map((one) => (one === line ? next : one));
  return isPriceChanged(present) ? cart : setCount(removeLine(cart, key), next.key, countOf(present.sold) + 1);
}

/** The changes of staff to the price of a line. */
export function changesOf({ overrideCents, discount, adjustmentCents }: CartLine): PriceChanges {
  return { overrideCents: overrideCents ?? undefined, discount, adjustmentCents };
}

/** The cart as the rules of a sale read it. */
export function toSaleLines(cart: Cart): SaleLine[] {
  return cart.map((line) => {
    const { productId, variationId, taxable, categoryIds = [], priceClass = null, sold } = line;
    return { productId, variationId, taxable, categoryIds, priceClass, sold, changes: changesOf(line) };
  });
}

/** A sale larger than this is a mistake, and would hold its locks for too long. Rule: register/cart-checks. */
export const MAX_SALE_LINES = 200;

export type CartRefused =
  | { code: 'cart_empty' }
  | { code: 'too_many_lines'; lines: number }
  | { code: 'quantity_invalid' | 'price_invalid'; name: string }
  | { code: 'quantity_between_steps'; name: string; steps: string }
  | { code: ConversionRefused['code']; name: string };

/** Refuses a cart that cannot be sold; `cartSentence` has the sentences. Rule: register/cart-checks. */
export function checkCart(cart: Cart): Result<Cart, CartRefused> {
  if (cart.length === 0) return refuse({ code: 'cart_empty' });
  if (cart.length > MAX_SALE_LINES) return refuse({ code: 'too_many_lines', lines: cart.length });
  for (const line of cart) {
    if (!(countOf(line.sold) > 0)) return refuse({ code: 'quantity_invalid', name: line.name });
    // Carts of former builds may hold parts of a piece, which the server refuses.
    if (
      line.sold.kind === 'unit' &&
      (line.sold.unit || line.sold.stepMilli) &&
      !isMultiple(line.sold.quantityMilli, line.sold)
    ) {
      return refuse({ code: 'quantity_between_steps', name: line.name, steps: stepWords(line.sold) });
    }
    if (listPriceOf(line.sold) < 0 || (line.overrideCents ?? 0) < 0) {
      return refuse({ code: 'price_invalid', name: line.name });
    }
    const { originalCents, totalCents } = priceLine(line.sold, changesOf(line));
    if (Math.max(originalCents, totalCents) > MAX_AMOUNT_CENTS) {
      const code = totalCents > originalCents ? 'price_invalid' : 'quantity_invalid';
      return refuse({ code, name: line.name });
    }
    const drawn = stockDrawn(line.sold);
    if (!drawn.ok) return refuse({ code: drawn.refused.code, name: line.name });
  }
  return accept(cart);
}

/** The sentence staff read. */
export function cartSentence(refused: CartRefused): string {
  switch (refused.code) {
    case 'cart_empty':
      return 'Cart is empty';
    case 'too_many_lines':
      return `A sale takes at most ${MAX_SALE_LINES} lines, and this cart has ${refused.lines}. Sell it in two.`;
    case 'quantity_invalid':
      return `Invalid quantity for ${refused.name}`;
    case 'quantity_between_steps':
      return `${refused.name} is sold ${refused.steps}. Change its quantity.`;
    case 'price_invalid':
      return `Invalid price for ${refused.name}`;
    case 'conversion_ratio_required':
      return `${refused.name} has no conversion ratio, so its stock cannot be worked out. Ask a manager to set it.`;
    case 'conversion_ratio_invalid':
      return `${refused.name} has a conversion ratio that is not valid. Ask a manager to correct it.`;
  }
}

/** Pieces and tiers in the cart, for the badge. A measured quantity counts as one. */
export function cartCount(cart: Cart): number {
  const things = ({ sold }: CartLine) => (sold.kind === 'unit' && sold.unit ? 1 : countOf(sold));
  return Math.round(cart.reduce((count, line) => count + things(line), 0) * 1000) / 1000;
}
