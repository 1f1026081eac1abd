import { type Cart, type CartLine, countOf, setCount } from '#domain/cart.ts';
import type { Sold } from '#domain/line-price.ts';
import { fromQuantityNumber, type Milli, toMilli, ZERO_MILLI } from '#domain/quantity.ts';
import { stockDrawn } from '#domain/sale.ts';
import { wholeSteps } from '#domain/unit.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';
import { displayDrawn } from './sellable.ts';

/** A line asks for more than the lines before it leave in its jar. */
export interface Shortage {
  readonly leftMilli: Milli;
  readonly wantedMilli: Milli;
}

/** The stock of an item; null while it is not known. */
export type StockOf = (item: StockItem) => Milli | null;

function drawnBy(sold: Sold): Milli {
  const drawn = stockDrawn(sold);
  return drawn.ok ? drawn.value : ZERO_MILLI;
}

/**
 * The lines that stock does not suffice for, by line key. Lines on one jar are served in order, as on the server. Rule:
 * stock/no-oversell.
 */
export function shortagesOf(cart: Cart, stockOf: StockOf): Map<string, Shortage> {
  const left = new Map<string, Milli | null>();
  const short = new Map<string, Shortage>();
  for (const line of cart) {
    const jar = stockKey(line);
    const has = left.has(jar) ? (left.get(jar) ?? null) : stockOf(line);
    if (has === null) continue;
    const wantedMilli = drawnBy(line.sold);
    if (wantedMilli > has) short.set(line.key, { leftMilli: has, wantedMilli });
    left.set(jar, toMilli(Math.max(0, has - wantedMilli)));
  }
  return short;
}

/** A sentence if an edit asks for more than stock, and for more than before the edit; null otherwise. */
export function askedBeyondStock(before: Cart, after: Cart, stockOf: StockOf): string | null {
  const wantedBefore = demandOf(before);
  for (const [jar, { wantedMilli, line }] of demandOf(after)) {
    const has = stockOf(line);
    if (has === null || wantedMilli <= has || wantedMilli <= (wantedBefore.get(jar)?.wantedMilli ?? 0)) continue;
    return has <= 0
      ? `${line.name} is out of stock.`
      : `Only ${displayDrawn(has, line.sold)} of ${line.name} left in stock.`;
  }
  return null;
}

function demandOf(cart: Cart): Map<string, { wantedMilli: number; line: CartLine }> {
  const demand = new Map<string, { wantedMilli: number; line: CartLine }>();
  for (const line of cart) {
    const jar = stockKey(line);
    demand.set(jar, { wantedMilli: (demand.get(jar)?.wantedMilli ?? 0) + drawnBy(line.sold), line });
  }
  return demand;
}

/** The largest count of a line that a jar can serve: whole steps, whole tiers. */
function countWithin({ sold }: CartLine, leftMilli: Milli): number {
  if (sold.kind === 'unit') return wholeSteps(leftMilli, sold) / 1000;
  let count = 0;
  while (count < sold.count && drawnBy({ ...sold, count: count + 1 }) <= leftMilli) count += 1;
  return count;
}

/**
 * Reduces the cart to the stock that is left. The first lines are served first; a line that gets nothing is removed.
 * @param short the short lines by key, from `shortagesOf` or from the server's refusal
 */
export function reduceToStock(cart: Cart, short: ReadonlyMap<string, Pick<Shortage, 'leftMilli'>>): Cart {
  const left = new Map<string, Milli>();
  let reduced = cart;
  for (const line of cart) {
    const jar = stockKey(line);
    const has = left.get(jar) ?? short.get(line.key)?.leftMilli;
    if (has === undefined) continue;
    const count = Math.min(countOf(line.sold), countWithin(line, has));
    if (count < countOf(line.sold)) reduced = setCount(reduced, line.key, count);
    const served = count > 0 ? drawnBy(withCount(line.sold, count)) : 0;
    left.set(jar, toMilli(Math.max(0, has - served)));
  }
  return reduced;
}

function withCount(sold: Sold, count: number): Sold {
  return sold.kind === 'tier' ? { ...sold, count } : { ...sold, quantityMilli: fromQuantityNumber(count) };
}
