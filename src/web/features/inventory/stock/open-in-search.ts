import { useEffect, useEffectEvent } from 'react';

/** Opens the search of the top bar for naming what is pending. Rule: inventory/naming-what-is-pending. */
export function openInSearch(mode: 'audit' | 'restock'): void {
  const name = mode === 'audit' ? 'openAuditMode' : 'openPurchaseOrderMode';
  // After whatever closes by the press that led here has given the focus back.
  requestAnimationFrame(() => window.dispatchEvent(new Event(name)));
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
