import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type Catalogue, searchIndexOf } from '#web/entities/catalogue/catalogue.ts';
import { filterProducts, type GridFilter } from '#web/entities/catalogue/grid-filter.ts';
import { onLiveEvent } from '#web/api/queries/live.ts';
import { useUser } from '#web/api/session/session.ts';
import { stockNow } from '#web/entities/stock/stock.ts';
import { pendingNow, usePending } from '../pending/pending-store.ts';
import { createLister, fromAToZ, type ItemRow, type Lister, type StockRow } from './stock-rows.ts';
import { stockAddress, useStockView } from './stock-view-state.ts';

/** Stock events within this time list their items once. */
const GATHER_MS = 300;

interface StockList {
  readonly rows: readonly StockRow[];
  /** Names what is listed: another list begins at its top. */
  readonly listKey: string;
  /** Adds items that meet the conditions by now; removes none. */
  readonly relist: () => void;
  /** Lists again from scratch; items without stock disappear. */
  readonly startOver: () => void;
}

const inStock = ({ key, item }: ItemRow) => stockNow(item) > 0 || pendingNow().counts.has(key);

/**
 * The list of the stock tab: items in stock in audit mode, the whole catalogue in restock mode. Rule: inventory/modes.
 */
export function useStockList(
  { products, isFetching }: Pick<Catalogue, 'products'> & { isFetching: boolean },
  state: GridFilter,
  mode: 'audit' | 'restock',
): StockList {
  const { search, categoryId, blueprintField, blueprintValue } = useDeferredValue(state);
  const { onlySelected, selected } = useStockView();
  const aToZ = stockAddress.use().sort === 'name';
  const includeZero = usePending((pending) => pending.includeZero);
  const [{ version, edition }, setVersion] = useState({ version: 0, edition: 0 });
  const [lister] = useState(createLister);
  const only = onlySelected ? selected : null;

  const found = useMemo(
    () =>
      filterProducts(products, { search, categoryId, blueprintField, blueprintValue }, () => searchIndexOf(products)),
    [products, search, categoryId, blueprintField, blueprintValue],
  );
  const sorted = useMemo(() => (aToZ ? fromAToZ(found) : found), [aToZ, found]);
  const filterKey = JSON.stringify([search, categoryId, blueprintField, blueprintValue, mode, includeZero]);
  const listKey = JSON.stringify([filterKey, only !== null]);
  const everything = mode === 'restock' || includeZero;

  const rows = useMemo(
    () =>
      lister.list(sorted, { listKey: `${listKey} ${edition}`, everything, only, inStock }, `${version} ${isFetching}`),
    [lister, sorted, listKey, edition, everything, only, version, isFetching],
  );
  const [steps] = useState(() => ({
    relist: () => setVersion((now) => ({ ...now, version: now.version + 1 })),
    startOver: () => setVersion((now) => ({ ...now, edition: now.edition + 1 })),
  }));
  useNewStock(lister, steps.relist);
  return { rows, listKey, ...steps };
}

/** Lists an item that comes into stock while somebody counts. */
function useNewStock(lister: Lister, relist: () => void): void {
  const { location_id: locationId } = useUser();
  useEffect(() => {
    let gathering: number | undefined;
    const stop = onLiveEvent((event) => {
      if (event.type !== 'stock' || event.location_id !== locationId) return false;
      const isNew = event.items.some(({ product_id: id, variation_id: variationId, quantity }) => {
        const key = variationId === null ? `${id}` : `${id}-${variationId}`;
        return quantity > 0 && !lister.isListed(key);
      });
      if (isNew) {
        gathering ??= window.setTimeout(() => {
          gathering = undefined;
          relist();
        }, GATHER_MS);
      }
      return false;
    });
    return () => {
      stop();
      window.clearTimeout(gathering);
    };
  }, [lister, relist, locationId]);
}
