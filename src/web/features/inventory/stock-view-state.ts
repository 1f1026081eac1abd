import { create } from 'zustand';

interface StockViewState {
  readonly aToZ: boolean;
  readonly onlySelected: boolean;
  /** Keys of items. */
  readonly selected: ReadonlySet<string>;
}

const FRESH: StockViewState = { aToZ: false, onlySelected: false, selected: new Set() };

/** How the stock is listed and what is selected; remembered while another view is shown. */
export const useStockView = create<StockViewState>(() => FRESH);

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

let owner = '';

/** Another person or another place: what was selected before is not theirs. */
export function enterStockView(nextOwner: string): void {
  if (owner !== '' && owner !== nextOwner) useStockView.setState(FRESH);
  owner = nextOwner;
}
