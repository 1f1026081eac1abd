import type { LoyaltySettings } from '#domain/loyalty-points.ts';
import { stockKey, type StockItem } from '#domain/stock.ts';
import type { TaxRate } from '#domain/tax.ts';
import type { Database } from '#server/db/pool.ts';
import { type ProductStep, productStepAt, type Sellable } from '#server/modules/catalogue/service.ts';

interface PlaceTerms {
  readonly rates: readonly TaxRate[];
  readonly loyalty: LoyaltySettings;
}

/** Prices, taxes and points settings of one state of the catalogue, from which a sale is worked out. */
export interface SaleTerms extends PlaceTerms {
  /** Names that state. A sale by any but the present state is not recorded. */
  readonly stamp: string;
  /** Items by `stockKey`; those that do not exist are missing. */
  readonly sellables: ReadonlyMap<string, Sellable>;
}

interface Known {
  readonly stamp: string;
  readonly sellables: Map<string, Sellable>;
  readonly places: Map<number, PlaceTerms>;
}

interface Memory {
  readonly now: Known;
  /** The state before, until it is known which product was changed. */
  readonly before: Known | null;
}

/** Cached terms by database: those of its latest state, at most one catalogue, and what is left of the state before. */
const memories = new WeakMap<Database, Memory>();

/**
 * These terms without the products that were edited since. The others stay cached, so that one edit does not make each till
 * read everything again. No sale relies on it: the database records a sale only if its stamp is the present one.
 */
function followed({ stamp, sellables, places }: Known): Known {
  let step: ProductStep | undefined;
  let reached = stamp;
  while ((step = productStepAt(reached))) {
    for (const [key, { productId }] of sellables) if (productId === step.productId) sellables.delete(key);
    reached = step.to;
  }
  return { stamp: reached, sellables, places };
}

/** The terms of the latest state, with those that still hold of the state before. */
function latest(db: Database): Known | null {
  const memory = memories.get(db);
  if (!memory) return null;
  const now = followed(memory.now);
  const before = memory.before && followed(memory.before);
  const isSame = before?.stamp === now.stamp;
  if (isSame) {
    for (const [key, sellable] of before.sellables) if (!now.sellables.has(key)) now.sellables.set(key, sellable);
    for (const [id, place] of before.places) if (!now.places.has(id)) now.places.set(id, place);
  }
  memories.set(db, { now, before: isSame ? null : before });
  return now;
}

export function rememberTerms(db: Database, locationId: number, { stamp, sellables, rates, loyalty }: SaleTerms): void {
  const present = latest(db);
  let now = present;
  if (now?.stamp !== stamp) {
    now = { stamp, sellables: new Map(), places: new Map() };
    // A sale may see a change before this process has heard that it is committed.
    memories.set(db, { now, before: present });
  }
  now.places.set(locationId, { rates, loyalty });
  for (const [key, sellable] of sellables) now.sellables.set(key, sellable);
}

/** The cached terms for a sale of these items, or null when some are not cached. */
export function recallTerms(db: Database, locationId: number, items: readonly StockItem[]): SaleTerms | null {
  const now = latest(db);
  const place = now?.places.get(locationId);
  if (!now || !place || !items.every((item) => now.sellables.has(stockKey(item)))) return null;
  return { stamp: now.stamp, sellables: now.sellables, ...place };
}
