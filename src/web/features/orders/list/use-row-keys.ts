import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import type { WireOrder } from '#contract/orders.ts';
import { expand } from './orders-address.ts';
import { select } from './orders-state.ts';

const ROW = '[data-order-row]';

function rowsOf(row: HTMLElement): HTMLElement[] {
  return [...(row.closest('[role=grid]')?.querySelectorAll<HTMLElement>(ROW) ?? [])];
}

/** From the search into what it found. */
export function focusFirstRow(): void {
  document.querySelector<HTMLElement>(ROW)?.focus();
}

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

/**
 * One row is in the tab order; arrows move between rows, Space selects, Enter and Right open, Left and Escape close.
 * Shift with an arrow selects on the way.
 */
export function useRowKeys(orders: readonly WireOrder[]) {
  const [current, setCurrent] = useState<number | null>(null);
  const held = orders.some(({ id }) => id === current) ? current : (orders[0]?.id ?? null);

  function onKeyDown(event: KeyboardEvent<HTMLElement>, order: WireOrder, isOpen: boolean, isSelected: boolean) {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = event.currentTarget;
    const goTo = (place: (from: number, last: number) => number) => {
      const rows = rowsOf(row);
      const to = rows[place(rows.indexOf(row), rows.length - 1)];
      to?.focus();
      to?.scrollIntoView({ block: 'nearest' });
      return orders[to ? rows.indexOf(to) : -1];
    };
    const move = (step: 1 | -1) => {
      const next = goTo((from, last) => Math.min(Math.max(from + step, 0), last));
      if (event.shiftKey && next) select([order, next], true);
    };
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Home: () => void goTo(() => 0),
      End: () => void goTo((_, last) => last),
      ' ': () => select([order], !isSelected),
      Enter: () => toggleRow(row, order.id, !isOpen),
      ArrowRight: () => toggleRow(row, order.id, true),
      ArrowLeft: () => expand(order.id, false),
      Escape: () => expand(order.id, false),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return { tabStop: held, onFocus: setCurrent, onKeyDown };
}
