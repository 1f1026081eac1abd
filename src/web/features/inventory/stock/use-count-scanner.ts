import { type RefObject, useState } from 'react';
import { lookupCode } from '#domain/barcode.ts';
import { ONE_MILLI, displayGrouped } from '#domain/quantity.ts';
import { stockKey } from '#domain/stock.ts';
import type { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { stockNow } from '#web/entities/stock/stock.ts';
import { stockUnitOf } from '#web/entities/catalogue/wire-products.ts';
import { isDialogOpen } from '#web/ui/layers/layers.ts';
import { useScanner } from '#web/ui/scan/scanner.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { variantLineName } from '#domain/variant-name.ts';
import { countedMilli } from '../pending/pending.ts';
import { isPendingLocked, pendingNow } from '../pending/pending-store.ts';
import { restockStepped } from '../pending/pending-state.ts';
import type { StockGridHandle } from './stock-grid.tsx';

const isInGrid = (element: Element | null): boolean =>
  element === document.body || element?.closest('[role=grid]') != null;

/**
 * Each scan adds one to the item's count or restock. The row of a weighed item is brought into sight, for its weight to
 * be typed.
 * @returns the last counted item in words, and the number of unknown codes
 */
export function useCountScanner(
  { byCode, isComplete }: Pick<ReturnType<typeof useCatalogue>, 'byCode' | 'isComplete'>,
  mode: 'audit' | 'restock',
  grid: RefObject<StockGridHandle | null>,
  relist: () => void,
): { announced: string; unknown: number } {
  const [state, setState] = useState({ announced: '', unknown: 0 });

  function refuse(sentence: string): void {
    toast.error(sentence);
    setState(({ announced, unknown }) => ({ announced, unknown: unknown + 1 }));
  }

  useScanner((code) => {
    if (isDialogOpen()) {
      return refuse(`Not counted: ${code}. Close the open dialog first, then scan again.`);
    }
    const pending = pendingNow();
    if (isPendingLocked(mode === 'audit' ? 'counts' : 'restocks')) {
      return refuse(`Not counted: ${code}. What was sent is being saved.`);
    }
    const hit = byCode.get(lookupCode(code));
    if (!hit) {
      return refuse(
        isComplete
          ? `No product has the code ${code}. Nothing was counted.`
          : `${code} is not among the products loaded so far. Scan it again in a moment.`,
      );
    }
    const { product, variant } = hit;
    if (product.variants !== null && variant === null) {
      grid.current?.show(`p${product.id}`, true);
      return refuse(`${product.name} has variants. Scan the code of one of them.`);
    }
    const item = { productId: product.id, variationId: variant?.id ?? null };
    const key = stockKey(item);
    const name = variant ? variantLineName(product.name, variant.name) : product.name;
    const weighed = stockUnitOf(product) !== '';
    if (!weighed && mode === 'audit') {
      if (pending.entry === 'change') {
        pending.setEntry('count');
        toast.info('The scanner counts, so the figures are now counts instead of changes.');
      }
      pending.addToCount(key, ONE_MILLI, stockNow(item));
    } else if (!weighed) pending.setRestock(key, restockStepped(pending.restocks.get(key), ONE_MILLI));
    setState(({ unknown }) => ({
      unknown,
      announced: `${name}: ${weighed ? 'type what was weighed' : resultOf(key, mode)}`,
    }));
    // The item was not in the list so far; it is added now.
    if (!grid.current?.show(key, isInGrid(document.activeElement))) {
      relist();
      toast.info(`${name}: ${weighed ? 'type what was weighed' : resultOf(key, mode)}`);
    }
  });
  return state;
}

function resultOf(key: string, mode: 'audit' | 'restock'): string {
  const { counts, restocks } = pendingNow();
  if (mode === 'restock') return `${displayGrouped(restocks.get(key) ?? ONE_MILLI)} to restock`;
  const count = counts.get(key);
  return `${count ? displayGrouped(countedMilli(count)) : 0} counted`;
}
