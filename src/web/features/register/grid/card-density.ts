import { create } from 'zustand';

/** Of this browser: how large a till's screen is does not change with who stands before it. */
const KEY = 'pos_cards';

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'compact';
  } catch {
    return false;
  }
}

/** Whether cards are small, so that more products are in sight. */
// For everybody: a setting of the browser.
export const useCompactCards = create<{ compact: boolean }>(() => ({ compact: stored() }));

export function setCompactCards(compact: boolean): void {
  useCompactCards.setState({ compact });
  try {
    localStorage.setItem(KEY, compact ? 'compact' : 'roomy');
  } catch {
    // Remembered until the page is left.
  }
}
