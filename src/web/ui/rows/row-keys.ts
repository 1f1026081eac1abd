import { type KeyboardEvent, useState } from 'react';

/** A row that can have the focus; heads and open details are rows as well, and cannot. */
const ROW = '[role=row][tabindex]';

const gridOf = (row: Element | null) => row?.closest('[role=grid],[role=treegrid]');

/** Rows in sight of the grid that a row belongs to, in order. */
export function rowsOf(row: HTMLElement): HTMLElement[] {
  return [...(gridOf(row)?.querySelectorAll<HTMLElement>(ROW) ?? [])];
}

/** From outside into a grid. */
export function focusFirstRow(grid: Element | null): void {
  grid?.querySelector<HTMLElement>(ROW)?.focus();
}

export function focusRow(row: HTMLElement | undefined): void {
  row?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

/** Where a key leads from a row; null when it leads nowhere. @param pageRows 0: no key turns pages */
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

/** Keys of a row besides those that move; answers false to what is not meant for it. */
type Act<Id> = (event: KeyboardEvent<HTMLElement>, id: Id) => boolean;

/**
 * One row of a grid is in the tab order; arrows, Home and End move over all of them.
 * @param tabStop the row that is, of those that were never entered
 * @param isListed whether a row that had the focus is still there
 * @param onMoved told where a key led, by its place among the rows
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

/** Enter and Space open what the row stands for. */
export function opensBy<Id>(open: (id: Id) => void): Act<Id> {
  return ({ key }, id) => {
    const opens = key === 'Enter' || key === ' ';
    if (opens) open(id);
    return opens;
  };
}
