import { perOwner } from '#web/api/per-owner.ts';

interface StockViewState {
  readonly aToZ: boolean;
  readonly onlySelected: boolean;
  /** Keys of items. */
  readonly selected: ReadonlySet<string>;
}

/** How the stock is listed and what is selected; remembered while another view is shown. */
export const useStockView = perOwner<StockViewState>(() => ({
  aToZ: false,
  onlySelected: false,
  selected: new Set(),
}));

export function toggleAToZ(): void {
  useStockView.setState(({ aToZ }) => ({ aToZ: !aToZ }));
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
