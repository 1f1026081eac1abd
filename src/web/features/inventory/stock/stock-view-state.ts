import { addressed } from '#web/api/address/address.ts';
import { oneOf } from '#web/api/address/params.ts';
import { perOwner } from '#web/api/session/per-owner.ts';

interface StockViewState {
  readonly onlySelected: boolean;
  /** Keys of items. */
  readonly selected: ReadonlySet<string>;
}

/** The order of the stock: that of the catalogue, or by name. */
export const stockAddress = addressed('adjustments', { sort: oneOf('sort', ['catalogue', 'name'], 'catalogue') });

/** The selection, kept while another view is shown. */
export const useStockView = perOwner<StockViewState>(() => ({
  onlySelected: false,
  selected: new Set(),
}));

export function toggleAToZ(): void {
  stockAddress.change({ sort: stockAddress.get().sort === 'name' ? 'catalogue' : 'name' });
}

export function toggleOnlySelected(): void {
  useStockView.setState(({ onlySelected }) => ({ onlySelected: !onlySelected }));
}

export function selectItems(keys: readonly string[], on: boolean): void {
  useStockView.setState(({ selected, onlySelected }) => {
    const next = new Set(selected);
    for (const key of keys) {
      if (on) next.add(key);
      else next.delete(key);
    }
    return { selected: next, onlySelected: onlySelected && next.size > 0 };
  });
}
