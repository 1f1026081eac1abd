import type { LoyaltySettings } from '#domain/loyalty-points.ts';
import { stockKey, type StockItem } from '#domain/stock.ts';
import type { TaxRate } from '#domain/tax.ts';
import type { Database } from '#server/db/pool.ts';
import type { Sellable } from '#server/modules/catalogue/service.ts';

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

/** Per database, the terms used of its latest state: at most one catalogue. */
const known = new WeakMap<Database, Known>();

export function rememberTerms(db: Database, locationId: number, { stamp, sellables, rates, loyalty }: SaleTerms): void {
  const before = known.get(db);
  const now = before?.stamp === stamp ? before : { stamp, sellables: new Map(), places: new Map() };
  known.set(db, now);
  now.places.set(locationId, { rates, loyalty });
  for (const [key, sellable] of sellables) now.sellables.set(key, sellable);
}

/** The cached terms for a sale of these items, or null when some are not cached. */
export function recallTerms(db: Database, locationId: number, items: readonly StockItem[]): SaleTerms | null {
  const now = known.get(db);
  const place = now?.places.get(locationId);
  if (!now || !place || !items.every((item) => now.sellables.has(stockKey(item)))) return null;
  return { stamp: now.stamp, sellables: now.sellables, ...place };
}
