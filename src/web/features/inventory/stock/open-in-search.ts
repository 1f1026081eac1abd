import { emit } from '#web/api/events.ts';
import { isPlain, useHotkeys } from '#web/ui/layers/layers.ts';

/** Opens the search in the top bar, where pending work is given its name. Rule: inventory/naming-what-is-pending. */
export function openInSearch(mode: 'audit' | 'restock'): void {
  const name = mode === 'audit' ? 'openAuditMode' : 'openPurchaseOrderMode';
  // In the next frame, after a closing menu has returned the focus.
  requestAnimationFrame(() => emit(name));
}

/** F4 finishes the work, as on the register. */
export function useFinishKey(mode: 'audit' | 'restock'): void {
  useHotkeys((event) => {
    const isOurs = event.key === 'F4' && isPlain(event) && !event.shiftKey;
    if (isOurs) openInSearch(mode);
    return isOurs;
  });
}
