import type { LoyaltySettings } from '#domain/loyalty-points.ts';
import { stockKey, type StockItem } from '#domain/stock.ts';
import type { TaxRate } from '#domain/tax.ts';
import type { Database } from '#server/db/pool.ts';
import type { Sellable } from '#server/modules/catalogue/service.ts';

interface PlaceTerms {
  readonly rates: readonly TaxRate[];
  readonly loyalty: LoyaltySettings;
}

/** What a sale at a location is worked out from: one state of catalogue, taxes and points. */
export interface SaleTerms extends PlaceTerms {
  /** Names that state. A sale by another than the present one is not recorded. */
  readonly stamp: string;
  /** What is sold, by `stockKey`; what does not exist is missing. */
  readonly sellables: ReadonlyMap<string, Sellable>;
}

interface Known {
  readonly stamp: string;
  readonly sellables: Map<string, Sellable>;
  readonly places: Map<number, PlaceTerms>;
}

/** Of each database the terms of its latest state that were asked for: at most one catalogue. */
const known = new WeakMap<Database, Known>();

export function rememberTerms(db: Database, locationId: number, { stamp, sellables, rates, loyalty }: SaleTerms): void {
  const before = known.get(db);
  const now = before?.stamp === stamp ? before : { stamp, sellables: new Map(), places: new Map() };
  known.set(db, now);
  now.places.set(locationId, { rates, loyalty });
  for (const [key, sellable] of sellables) now.sellables.set(key, sellable);
}

/** The terms of a sale of these items as they last were, or null when some are not known. */
export function recallTerms(db: Database, locationId: number, items: readonly StockItem[]): SaleTerms | null {
  const now = known.get(db);
  const place = now?.places.get(locationId);
  if (!now || !place || !items.every((item) => now.sellables.has(stockKey(item)))) return null;
  return { stamp: now.stamp, sellables: now.sellables, ...place };
}
