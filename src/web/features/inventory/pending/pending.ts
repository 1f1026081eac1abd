import { MAX_QUANTITY_MILLI, type Milli, toMilli, ZERO_MILLI, displayGrouped } from '#domain/quantity.ts';
import { accept, type Result } from '#domain/result.ts';
import type { StockItem } from '#domain/stock.ts';
import { readQuantity, type TypedRefused } from '#domain/typed.ts';

/** The meaning of figures typed in audit mode: the change itself, or the counted number. */
export type Entry = 'change' | 'count';

/** One item's part of an audit that is not created yet. Rule: inventory/pending-counts. */
export interface PendingCount {
  /** The change of stock. */
  readonly deltaMilli: Milli;
  /** The stock that was shown when somebody began with the item. */
  readonly seenMilli: Milli;
  /** True for a count; false for a change that was entered without counting. */
  readonly counted: boolean;
}

/** Keyed by product id or 'productId-variantId'. */
export type PendingCounts = ReadonlyMap<string, PendingCount>;
/** The quantities that arrived, by the same keys, above zero. Rule: inventory/pending-restocks. */
export type PendingRestocks = ReadonlyMap<string, Milli>;

/** The item behind a key of the pending maps. */
export function itemOfKey(key: string): StockItem {
  const [productId, variationId] = key.split('-');
  return { productId: Number(productId), variationId: variationId === undefined ? null : Number(variationId) };
}

export function countedMilli({ deltaMilli, seenMilli }: PendingCount): Milli {
  return toMilli(seenMilli + deltaMilli);
}

/** The stock once a change is applied to it. Rule: stock/stops-at-zero. */
export function stockAfter({ deltaMilli }: PendingCount, booksMilli: Milli): Milli {
  return toMilli(Math.max(0, booksMilli + deltaMilli));
}

function within(thousandths: number, least: number): Milli {
  return toMilli(Math.min(Math.max(thousandths, least), MAX_QUANTITY_MILLI));
}

/**
 * Reads a typed figure; blank is 0. Pieces are whole, weighed goods have up to three decimals, and only a change has a
 * sign. Refuses everything else; nothing is cut off or guessed. Rule: inventory/typed-figures.
 */
export function readTyped(
  text: string,
  { weighed, signed: isSigned }: { weighed: boolean; signed: boolean },
): Result<Milli, TypedRefused> {
  const read = readQuantity(text, { decimals: weighed ? 3 : 0, least: isSigned ? -MAX_QUANTITY_MILLI : 0 });
  return !read.ok && read.refused.code === 'figure_missing' ? accept(ZERO_MILLI) : read;
}

/** The meaning of the figures in a row. */
export type Adjusting = Entry | 'restock';

/** The sentence that says why a typed figure is refused; null when it is accepted. */
export function refusalOf(adjusting: Adjusting, text: string, unit: string): string | null {
  if (adjusting === 'count' && /[-+\u2212]/.test(text)) {
    return 'A count has no sign. Nothing was recorded: choose Change to add or take off.';
  }
  if (adjusting === 'restock' && unit === '' && /\.0*[1-9]/.test(text)) {
    return 'Failed to adjust restock quantity: pieces are counted whole. Nothing was recorded.';
  }
  return null;
}

/** A change that was entered; null for 0. Rule: inventory/pending-counts. */
export function pendingChange(deltaMilli: Milli, seenMilli: Milli): PendingCount | null {
  if (deltaMilli === 0) return null;
  return { deltaMilli: within(deltaMilli, -MAX_QUANTITY_MILLI), seenMilli, counted: false };
}

/** A counted figure. 0 and a figure that matches the stock are counts too. */
export function pendingCount(figureMilli: Milli, seenMilli: Milli): PendingCount {
  return { deltaMilli: toMilli(within(figureMilli, 0) - seenMilli), seenMilli, counted: true };
}

/**
 * Adds to the count so far. A pending change was not counted, so a count begins at zero beside it. The stock seen when
 * the count began stays, so that sales made meanwhile are kept. Rule: inventory/counts-are-differences.
 */
export function countedOn(
  present: PendingCount | undefined,
  stepMilli: number,
  booksMilli: Milli,
): PendingCount | null {
  if (!present?.counted) return stepMilli > 0 ? pendingCount(toMilli(stepMilli), booksMilli) : (present ?? null);
  return pendingCount(toMilli(Math.max(0, countedMilli(present) + stepMilli)), present.seenMilli);
}

/** A change with its sign: "+3", "-2", "0". */
export function signed(quantity: Milli): string {
  return `${quantity > 0 ? '+' : ''}${displayGrouped(quantity)}`;
}
