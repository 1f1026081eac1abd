import { create } from 'zustand';

/** Of this browser: how large a till's screen is does not change with who stands before it. */
const KEY = 'pos_cards';

/** From this many products on cards are small unless somebody chose otherwise: few large ones would be in sight. */
const MANY = 60;

function stored(): boolean | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === null ? null : kept === 'compact';
  } catch {
    return null;
  }
}

/** Null until somebody chose. */
// For everybody: a setting of the browser.
const useChosen = create<{ compact: boolean | null }>(() => ({ compact: stored() }));

/** Whether cards are small, so that more products are in sight. While products are on their way there are many. */
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
    // Remembered until the page is left.
  }
}
