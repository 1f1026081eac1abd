import { type RefObject, startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type PaneView, type PlaceLeft, useScrolledPane } from './scrolled-pane.ts';

/** The rows drawn above and below those in sight, and the step by which the drawn range moves. */
const OVERSCAN_ROWS = 6;
const STEP_ROWS = 4;

/** The rows of a list that are drawn. */
export interface RowWindow {
  readonly first: number;
  /** The index after the last row. */
  readonly end: number;
  /** The group header that sticks to the top edge; -1 in a list without groups. */
  readonly sticky: number;
}

/**
 * The rows to draw around those in sight. The range moves in steps, so that most scrolling draws nothing.
 * @param top the first row in sight
 * @param bottom the index after the last row in sight
 * @param exactly only the rows in sight
 */
export function rowsAround(top: number, bottom: number, count: number, exactly = false): RowWindow {
  const first = exactly ? top : Math.floor((top - OVERSCAN_ROWS) / STEP_ROWS) * STEP_ROWS;
  const end = exactly ? bottom : Math.ceil((bottom + OVERSCAN_ROWS) / STEP_ROWS) * STEP_ROWS;
  return { first: Math.min(Math.max(0, first), count), end: Math.min(Math.max(0, end), count), sticky: -1 };
}

/** `rowsAround` when all rows have one height. */
export function rowsInSight(
  count: number,
  rowPx: number,
  { scrollPx, heightPx }: PaneView,
  exactly = false,
): RowWindow {
  const top = Math.floor(Math.max(0, scrollPx) / rowPx);
  const bottom = Math.ceil((Math.max(0, scrollPx) + heightPx) / rowPx);
  return rowsAround(top, bottom, count, exactly);
}

/** True if all rows in sight are drawn, below the right group header. */
export function covers(drawn: RowWindow, inSight: RowWindow): boolean {
  return drawn.sticky === inSight.sticky && drawn.first <= inSight.first && drawn.end >= inSight.end;
}

function isSame(a: RowWindow, b: RowWindow): boolean {
  return a.sticky === b.sticky && a.first === b.first && a.end === b.end;
}

/**
 * The shortest scroll that brings a whole row into sight.
 * @param headPx the height of the sticky rows above it
 */
export function scrollFor(
  row: { startPx: number; endPx: number },
  { scrollPx, heightPx }: PaneView,
  headPx = 0,
): number {
  const start = row.startPx - headPx;
  if (start < scrollPx) return Math.max(0, start);
  if (row.endPx > scrollPx + heightPx) return Math.min(start, row.endPx - heightPx);
  return scrollPx;
}

/**
 * The rows to draw of a scrolling pane, given each row's height. While scrolling, rows beyond those in sight are drawn
 * between frames. When scrolling is faster than that, the missing rows are drawn in the same frame, so nothing blank is
 * ever painted.
 * @param listKey names what is listed: another list begins at its top
 * @param at gives the rows at a scroll position: only those in sight, or with some beyond; a new function is called at once
 */
export function useRowWindow(
  pane: RefObject<HTMLElement | null>,
  place: PlaceLeft,
  listKey: string,
  at: (view: PaneView, exactly?: boolean) => RowWindow,
): RowWindow {
  const [shown, setShown] = useState(() => at({ scrollPx: place.of(listKey), heightPx: window.innerHeight }));
  const drawn = useRef(shown);
  const asked = useRef(shown);
  useLayoutEffect(() => {
    drawn.current = shown;
  }, [shown]);

  const follow = useCallback(
    (view: PaneView, isScrolling: boolean) => {
      const next = at(view);
      const show = () => {
        asked.current = next;
        setShown((present) => (isSame(present, next) ? present : next));
      };
      if (!isScrolling) show();
      else if (!covers(drawn.current, at(view, true))) flushSync(show);
      else if (!isSame(asked.current, next)) startTransition(show);
    },
    [at],
  );
  useScrolledPane(pane, place, listKey, follow);
  return shown;
}

/** `useRowWindow` for rows of one height. */
export function useEvenRows(
  pane: RefObject<HTMLElement | null>,
  place: PlaceLeft,
  listKey: string,
  count: number,
  rowPx: number,
): RowWindow {
  const at = useCallback(
    (view: PaneView, exactly?: boolean) => rowsInSight(count, rowPx, view, exactly),
    [count, rowPx],
  );
  return useRowWindow(pane, place, listKey, at);
}
