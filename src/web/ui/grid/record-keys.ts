import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { useEscape } from '../layers/use-escape.ts';
import { useRowKeys } from '../rows/row-keys.ts';

/**
 * Escape inside a record's details moves the focus to its row; Escape on the row closes the details. Popups are
 * elsewhere in the document and handle Escape themselves.
 */
export function useEscapeToRow(details: RefObject<HTMLElement | null>): void {
  useEscape(
    () => details.current,
    () => {
      const row = details.current?.closest('[role=row]')?.previousElementSibling;
      if (!(row instanceof HTMLElement)) return false;
      row.focus();
      return true;
    },
  );
}

/** Scrolls until a row and the details that opened below it are in sight. */
export function openInSight(row: HTMLElement | null): void {
  requestAnimationFrame(() => {
    row?.nextElementSibling?.scrollIntoView({ block: 'nearest' });
    row?.scrollIntoView({ block: 'nearest' });
  });
}

interface Records<Row> {
  readonly selected: { has: (id: number) => boolean };
  readonly onSelect: (rows: readonly Row[], on: boolean) => void;
  readonly isOpen: (id: number) => boolean;
  readonly onOpen: (id: number, on: boolean) => void;
}

/** Space selects, Enter and Right open, Left and Escape close. Shift with an arrow selects the rows it passes. */
export function useRecordKeys<Row extends { readonly id: number }>(
  rows: readonly Row[],
  { selected, onSelect, isOpen, onOpen }: Records<Row>,
) {
  const isListed = (id: number) => rows.some((row) => row.id === id);

  function act({ key, currentTarget: element }: KeyboardEvent<HTMLElement>, id: number): boolean {
    const row = rows.find((one) => one.id === id);
    const opens = key === 'ArrowRight' || (key === 'Enter' && !isOpen(id));
    if (key === ' ' && row) onSelect([row], !selected.has(id));
    else if (opens) onOpen(id, true);
    else if (key === 'Enter' || key === 'ArrowLeft' || key === 'Escape') onOpen(id, false);
    else return false;
    if (opens) openInSight(element);
    return true;
  }

  return useRowKeys(rows[0]?.id ?? null, isListed, act, (event, id, to) => {
    const both = rows.filter((row, at) => row.id === id || at === to);
    if (event.shiftKey) onSelect(both, true);
  });
}

/**
 * Scrolls once to the record that the address opens.
 * @param heard counts the times the address came from outside: a link, or Back
 */
export function useLinkedInSight(
  pane: RefObject<HTMLElement | null>,
  id: number | undefined,
  heard: number,
  rows: unknown,
): void {
  const brought = useRef<{ heard: number; id: number | undefined } | null>(null);
  useLayoutEffect(() => {
    if (brought.current?.heard === heard || brought.current?.id === id) return;
    const row = pane.current?.querySelector<HTMLElement>(`[data-record="${id}"]`);
    if (id !== undefined && !row) return;
    brought.current = { heard, id };
    row?.nextElementSibling?.scrollIntoView({ block: 'nearest' });
    row?.scrollIntoView({ block: 'nearest' });
  }, [pane, id, heard, rows]);
}
