import { emit } from '#web/api/events.ts';
import { isPlain, useHotkeys } from '#web/ui/layers/layers.ts';

/** Opens the search of the top bar for naming what is pending. Rule: inventory/naming-what-is-pending. */
export function openInSearch(mode: 'audit' | 'restock'): void {
  const name = mode === 'audit' ? 'openAuditMode' : 'openPurchaseOrderMode';
  // After whatever closes by the press that led here has given the focus back.
  requestAnimationFrame(() => emit(name));
}

/** F4 finishes, as it does at the register. */
export function useFinishKey(mode: 'audit' | 'restock'): void {
  useHotkeys((event) => {
    const isOurs = event.key === 'F4' && isPlain(event) && !event.shiftKey;
    if (isOurs) openInSearch(mode);
    return isOurs;
  });
}
