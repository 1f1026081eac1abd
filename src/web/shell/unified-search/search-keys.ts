import { useEffect } from 'react';
import { on } from '#web/api/events.ts';
import { isPlain, useHotkeys } from '#web/ui/layers/layers.ts';
import type { ViewId } from '../views/views.ts';
import { focusSearch, useUnifiedSearch } from './use-unified-search.ts';
import { viewState } from '../views/view-memory.ts';
import { hasFilters } from './view-search.ts';

/** Events that open a mode of the search; they have the names of the functions that open it. */
const OPENERS = [
  'openCustomerMode',
  'openProductMode',
  'openProductOnlyMode',
  'openAuditMode',
  'openPurchaseOrderMode',
  'openFilterMode',
] as const;

/** Views where a customer can be chosen: for the sale, or to filter the orders. */
const WITH_CUSTOMERS: readonly ViewId[] = ['products', 'orders'];

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button', 'submit'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}

/** `/` and Ctrl+K focus the search, F2 opens the customers, from anywhere on the page. */
export function useSearchKeys(view: ViewId): void {
  useHotkeys((event) => {
    const { key, altKey, shiftKey } = event;
    const slash = key === '/' && isPlain(event) && !isTyping(event.target);
    const commandK = (event.ctrlKey || event.metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';
    const f2 = key === 'F2' && isPlain(event) && WITH_CUSTOMERS.includes(view);
    if (!slash && !commandK && !f2) return false;
    const { mode, pane, close, openCustomerMode } = useUnifiedSearch.getState();
    if (pane !== 'list') return true;
    if (f2) openCustomerMode();
    else {
      if (mode !== null && mode !== 'product') close();
      focusSearch();
    }
    return true;
  });

  useEffect(() => {
    const stops = OPENERS.map((name) =>
      on(name, () => {
        // A view without filters, such as orders, does not open them by an event either.
        if (name !== 'openFilterMode' || hasFilters(view, viewState(view))) useUnifiedSearch.getState()[name]();
      }),
    );
    const stopClosing = on('close', () => {
      const search = useUnifiedSearch.getState();
      if (search.mode !== null) search.close();
    });
    return () => {
      for (const stop of [...stops, stopClosing]) stop();
    };
  }, [view]);
}
