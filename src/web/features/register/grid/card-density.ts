import { create } from 'zustand';

/** Stored per browser, because the size of a till's screen is the same for everybody. */
const KEY = 'pos_cards';

/** From this many products on cards are small by default, because only a few large ones would be in sight. */
const MANY = 60;

function stored(): boolean | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? null : kept === 'compact';
  } catch {
    return null;
  }
}

/** Null until somebody has chosen. */
// Shared by all people, as a setting of the browser.
const useChosen = create<{ compact: boolean | null }>(() => ({ compact: stored() }));

/** True if cards are small, so that more products are in sight. While products load, they are. */
export function useCompactCards({
  products,
  isPending,
}: {
  products: readonly unknown[];
  isPending: boolean;
}): boolean {
  return useChosen((chosen) => chosen.compact) ?? (isPending || products.length >= MANY);
}

export function setCompactCards(compact: boolean): void {
  useChosen.setState({ compact });
  try {
    localStorage.setItem(KEY, compact ? 'compact' : 'roomy');
  } catch {
    // The choice lasts until the page is closed.
  }
}
