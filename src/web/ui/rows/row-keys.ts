import { type KeyboardEvent, useState } from 'react';

/** A row that can have the focus. Heads and open details are rows too, but cannot. */
const ROW = '[role=row][tabindex]';

const gridOf = (row: Element | null) => row?.closest('[role=grid],[role=treegrid]');

/** The drawn rows of the grid that a row belongs to, in order. */
export function rowsOf(row: HTMLElement): HTMLElement[] {
  return [...(gridOf(row)?.querySelectorAll<HTMLElement>(ROW) ?? [])];
}

/** Moves the focus into a grid from outside. */
export function focusFirstRow(grid: Element | null): void {
  grid?.querySelector<HTMLElement>(ROW)?.focus();
}

export function focusRow(row: HTMLElement | undefined): void {
  row?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

/**
 * The index that a key leads to from a row; null when it leads nowhere.
 * @param pageRows rows per Page Up and Page Down; 0 when these keys do nothing
 */
export function rowAfter(key: string, from: number, count: number, pageRows = 0): number | null {
  const moves: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    Home: 0,
    End: count - 1,
    ...(pageRows > 0 && { PageDown: from + pageRows, PageUp: from - pageRows }),
  };
  const to = moves[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
}

/**
 * The option of a list that an arrow leads to. After the last one comes the first. Null for other keys and an empty list.
 * @param from the highlighted option; -1 when there is none
 */
export function optionAfter(key: string, from: number, count: number): number | null {
  if (count === 0 || (key !== 'ArrowDown' && key !== 'ArrowUp')) return null;
  if (key === 'ArrowDown') return (from + 1) % count;
  return (from <= 0 ? count : from) - 1;
}

/** Handles the other keys of a row; returns false when the key is not for it. */
type Act<Id> = (event: KeyboardEvent<HTMLElement>, id: Id) => boolean;

/**
 * Moves the focus through a grid of which one row is in the tab order. Arrows, Home and End reach all rows.
 * @param tabStop the row in the tab order until one has had the focus
 * @param isListed whether a row that had the focus still exists
 * @param onMoved called with the index that a key led to
 */
export function useRowKeys<Id extends string | number>(
  tabStop: Id | null,
  isListed: (id: Id) => boolean,
  act: Act<Id>,
  onMoved?: (event: KeyboardEvent<HTMLElement>, id: Id, to: number) => void,
) {
  const [current, setCurrent] = useState<Id | null>(null);
  const held = current !== null && isListed(current) ? current : tabStop;

  function onKeyDown(event: KeyboardEvent<HTMLElement>, id: Id): void {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = rowsOf(event.currentTarget);
    const to = rowAfter(event.key, rows.indexOf(event.currentTarget), rows.length);
    if (to === null) {
      if (act(event, id)) event.preventDefault();
      return;
    }
    event.preventDefault();
    focusRow(rows[to]);
    onMoved?.(event, id, to);
  }

  return {
    /** The row in the tab order. */
    held,
    focusProps: (id: Id) => ({ tabIndex: id === held ? 0 : -1, onFocus: () => setCurrent(id) }),
    press: (id: Id) => (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, id),
  };
}

/** Enter and Space open the row. */
export function opensBy<Id>(open: (id: Id) => void): Act<Id> {
  return ({ key }, id) => {
    const opens = key === 'Enter' || key === ' ';
    if (opens) open(id);
    return opens;
  };
}
