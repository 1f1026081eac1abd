import { useEffect } from 'react';
import type { ChosenTier } from '#domain/pricing-tiers.ts';
import { on } from '#web/api/events.ts';
import { perOwner, whenOwnerChanges } from '#web/api/session/per-owner.ts';
import { dialogOf } from '#web/ui/layers/layers.ts';

export interface Selection {
  /** The one selected card. Rule: grid/one-selection. */
  readonly productId: number | null;
  readonly variationId: number | null;
  readonly tier: ChosenTier | null;
  /** The number of pieces or of the unit, for products without tiers. */
  readonly count: number;
  /** The card was opened by key or scan, so its controls get the focus. */
  readonly byKey: boolean;
  /** A tier was chosen on the card at rest, which does not open: the chosen tier becomes its own Add. */
  readonly inPlace: boolean;
}

const NOTHING: Selection = { productId: null, variationId: null, tier: null, count: 1, byKey: false, inPlace: false };

export const useSelection = perOwner<Selection>(() => NOTHING);

export function select(productId: number, change: Partial<Omit<Selection, 'productId'>> = {}): void {
  useSelection.setState((present) => {
    const kept = present.productId === productId ? present : NOTHING;
    return { ...kept, byKey: false, inPlace: false, ...change, productId };
  });
}

export function clearSelection(): void {
  if (useSelection.getState().productId !== null) useSelection.setState(NOTHING);
}

/**
 * A press on Pay is a press outside the card, too, and clears the selection. Within this time the cleared selection
 * still counts for that press.
 */
const SAME_PRESS_MS = 1500;
let cleared: { readonly selection: Selection; readonly atMs: number } | null = null;
whenOwnerChanges(() => {
  cleared = null;
});

function clearByPress(): void {
  const selection = useSelection.getState();
  clearSelection();
  cleared = { selection, atMs: performance.now() };
}

/** The present selection, or the one that the present press has just cleared. */
export function selectionAtHand(): Selection {
  const present = useSelection.getState();
  if (present.productId !== null || cleared === null) return present;
  return performance.now() - cleared.atMs < SAME_PRESS_MS ? cleared.selection : present;
}

let selectedBy = '';

/**
 * While mounted, a press outside the selected card or the event `clearQuantitySelections` clears the selection. It is
 * kept while another view is shown, for the same person and location.
 */
export function useSelectionClearing(owner: string): void {
  useEffect(() => {
    if (selectedBy !== owner) clearSelection();
    selectedBy = owner;
    function pressed(event: PointerEvent): void {
      const { productId } = useSelection.getState();
      cleared = null;
      if (productId === null || !(event.target instanceof Element)) return;
      // A dialog belongs to the card that opened it, and a press on a link to another view keeps the card as it is.
      if (!event.target.closest(`[data-product="${productId}"], nav a`) && !dialogOf(event.target)) clearByPress();
    }
    window.addEventListener('pointerdown', pressed);
    const stop = on('clearQuantitySelections', clearSelection);
    return () => {
      window.removeEventListener('pointerdown', pressed);
      stop();
      // A card opened by key takes the focus only once.
      useSelection.setState({ byKey: false });
    };
  }, [owner]);
}
