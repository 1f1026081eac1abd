import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import type { WireOrder } from '#contract/orders.ts';
import { useRowKeys } from '#web/ui/rows/row-keys.ts';
import { expand, ordersAddress } from './orders-address.ts';
import { select, useOrdersState } from './orders-state.ts';

/**
 * Escape in an order's details goes back to its row; there it closes them. Popups are elsewhere in the document and
 * have an Escape of their own.
 */
export function useEscapeToRow(details: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = details.current;
    const back = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const row = element?.closest('[role=row]')?.previousElementSibling;
      if (row instanceof HTMLElement) row.focus();
    };
    element?.addEventListener('keydown', back);
    return () => element?.removeEventListener('keydown', back);
  }, [details]);
}

/** Opens or closes a row; what opens comes into sight. */
export function toggleRow(row: HTMLElement | null, id: number, on: boolean): void {
  expand(id, on);
  if (!on) return;
  requestAnimationFrame(() => {
    row?.nextElementSibling?.scrollIntoView({ block: 'nearest' });
    row?.scrollIntoView({ block: 'nearest' });
  });
}

/** Space selects, Enter and Right open, Left and Escape close. Shift with an arrow selects on the way. */
export function useOrderKeys(orders: readonly WireOrder[]) {
  const isListed = (id: number) => orders.some((order) => order.id === id);

  function act({ key, currentTarget: row }: KeyboardEvent<HTMLElement>, id: number): boolean {
    const order = orders.find((one) => one.id === id);
    if (key === ' ' && order) select([order], !useOrdersState.getState().selected.has(id));
    else if (key === 'Enter') toggleRow(row, id, !ordersAddress.get().open.has(id));
    else if (key === 'ArrowRight') toggleRow(row, id, true);
    else if (key === 'ArrowLeft' || key === 'Escape') expand(id, false);
    else return false;
    return true;
  }

  return useRowKeys(orders[0]?.id ?? null, isListed, act, (event, id, to) => {
    const both = orders.filter((order, at) => order.id === id || at === to);
    if (event.shiftKey) select(both, true);
  });
}
