import { useEffect, useEffectEvent } from 'react';
import { emit } from '#web/api/events.ts';

/** Opens the search of the top bar for naming what is pending. Source: spec §2, "opened from outside via openAuditMode". */
export function openInSearch(mode: 'audit' | 'restock'): void {
  const name = mode === 'audit' ? 'openAuditMode' : 'openPurchaseOrderMode';
  // After whatever closes by the press that led here has given the focus back.
  requestAnimationFrame(() => emit(name));
}

/** F4 finishes, as it does at the register. */
export function useFinishKey(mode: 'audit' | 'restock'): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'F4' || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (document.querySelector('[role=dialog],[role=alertdialog]')) return;
    event.preventDefault();
    openInSearch(mode);
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
