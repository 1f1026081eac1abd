import { z } from 'zod';
import type { Cart } from '#domain/cart.ts';
import { type Cents, centsOf } from '#domain/money.ts';
import { MAX_STOCK_MILLI, type Milli, parseQuantity, toMilli } from '#domain/quantity.ts';
import type { CallError } from '#web/api/call/call-error.ts';
import { reasonOf } from './refusal-reason.ts';

/** A line whose price has changed; `newCents` is for one piece or one tier. */
export interface PriceChange {
  readonly position: number;
  readonly newCents: Cents;
}

/**
 * A line that the server could not serve; `availableMilli` is the quantity that the lines before it leave in its jar.
 */
export interface ShortLine {
  readonly position: number;
  readonly name: string;
  readonly requestedMilli: Milli;
  readonly availableMilli: Milli;
}

/** The reason why a sale was not recorded, as far as the till can act on it. */
export type SaleRefusal =
  | { kind: 'price-changed'; changes: readonly PriceChange[] }
  | { kind: 'out-of-stock'; lines: readonly ShortLine[] }
  /** The catalogue no longer has the tier of these lines. */
  | { kind: 'tiers-gone'; reason: string; positions: readonly number[] }
  | { kind: 'insufficient'; reason: string }
  /** At most `balance` and `most` points can be used; null if the server did not say. */
  | { kind: 'points'; reason: string; balance: number | null; most: number | null }
  | { kind: 'failed'; reason: string; staleFigures: boolean };

const priceChanged = z.object({
  changes: z.array(z.object({ position: z.int(), new_price: z.string() })).min(1),
});

const outOfStock = z.object({
  lines: z
    .array(z.object({ position: z.int(), name: z.string(), requested: z.number(), available: z.number() }))
    .min(1),
});

const tiersGone = z.object({ lines: z.array(z.object({ position: z.int() })).min(1) });

function milliIn(quantity: number): Milli {
  const parsed = parseQuantity(quantity, MAX_STOCK_MILLI);
  return parsed.ok ? parsed.value : toMilli(0);
}

/** The points were spent at another till, or their worth has changed. */
const POINTS_REFUSED = ['points_insufficient', 'points_exceed_cart', 'points_not_redeemable'];
const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Reads a known refusal of `POST /api/orders`. The contract lists them. Rule: register/changed-price. */
export function readRefusal(error: CallError): SaleRefusal {
  if (error.code === 'price_changed') {
    const read = priceChanged.safeParse(error.details);
    if (read.success) {
      const changes = read.data.changes.map((change) => ({
        position: change.position,
        newCents: centsOf(change.new_price),
      }));
      return { kind: 'price-changed', changes };
    }
  }
  if (error.code === 'out_of_stock') {
    const read = outOfStock.safeParse(error.details);
    if (read.success) {
      const lines = read.data.lines.map(({ position, name, requested, available }) => ({
        position,
        name,
        requestedMilli: milliIn(requested),
        availableMilli: milliIn(available),
      }));
      return { kind: 'out-of-stock', lines };
    }
  }
  if (error.code === 'tier_unknown') {
    const read = tiersGone.safeParse(error.details);
    if (read.success) {
      const positions = read.data.lines.map(({ position }) => position);
      return { kind: 'tiers-gone', reason: error.message, positions };
    }
  }
  if (POINTS_REFUSED.includes(error.code)) {
    const { balance, points } = error.details;
    return { kind: 'points', reason: error.message, balance: numberIn(balance), most: numberIn(points) };
  }
  if (error.code === 'tender_insufficient') return { kind: 'insufficient', reason: error.message };
  return { kind: 'failed', reason: reasonOf(error), staleFigures: error.code === 'totals_mismatch' };
}

/** Puts the new list prices into the cart. Overrides and discounts of its lines stay. */
export function withNewPrices(cart: Cart, changes: readonly PriceChange[]): Cart {
  const prices = new Map(changes.map(({ position, newCents }) => [position, newCents]));
  return cart.map((line, position) => {
    const priceCents = prices.get(position);
    if (priceCents === undefined) return line;
    const { sold } = line;
    if (sold.kind === 'unit') return { ...line, sold: { ...sold, priceCents } };
    return { ...line, sold: { ...sold, chosen: { ...sold.chosen, tier: { ...sold.chosen.tier, priceCents } } } };
  });
}
