import { useEffect } from 'react';
import type { ChosenTier } from '#domain/pricing-tiers.ts';
import { on } from '#web/api/events.ts';
import { perOwner, whenOwnerChanges } from '#web/api/session/per-owner.ts';

export interface Selection {
  /** The one selected card. Rule: grid/one-selection. */
  readonly productId: number | null;
  readonly variationId: number | null;
  readonly tier: ChosenTier | null;
  /** Pieces, for what is sold by the piece. */
  readonly count: number;
  /** The controls of the card are to take the focus: it was opened by key or by a scan. */
  readonly byKey: boolean;
  /** By a press on what the card shows at rest, which stays where it is: the tier that was pressed is its own Add. */
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

/** A press on Pay is an outside press too: what it clears was chosen until this very moment. */
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

/** What is selected, or was until the press that is being answered. */
export function selectionAtHand(): Selection {
  const present = useSelection.getState();
  if (present.productId !== null || cleared === null) return present;
  return performance.now() - cleared.atMs < SAME_PRESS_MS ? cleared.selection : present;
}

let selectedBy = '';

/**
 * While mounted, a press outside the selected card or the event `clearQuantitySelections` clears the selection. It is
 * remembered while another view is shown, by the same person at the same location.
 */
export function useSelectionClearing(owner: string): void {
  useEffect(() => {
    if (selectedBy !== owner) clearSelection();
    selectedBy = owner;
    function pressed(event: PointerEvent): void {
      const { productId } = useSelection.getState();
      cleared = null;
      if (productId === null || !(event.target instanceof Element)) return;
      // A dialog explains the card it was opened from; whoever goes to another view finds the card as they left it.
      if (!event.target.closest(`[data-product="${productId}"], [role=dialog], nav a`)) clearByPress();
    }
    window.addEventListener('pointerdown', pressed);
    const stop = on('clearQuantitySelections', clearSelection);
    return () => {
      window.removeEventListener('pointerdown', pressed);
      stop();
      // A choice by key took the focus when it was made, and takes it only once.
      useSelection.setState({ byKey: false });
    };
  }, [owner]);
}
