import { type RefObject, startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type PaneView, type PlaceLeft, useScrolledPane } from './scrolled-pane.ts';

/** Rows kept above and below those in sight, and by how many the window moves at once. */
const OVERSCAN_ROWS = 6;
const STEP_ROWS = 4;

/** The rows of a list that are drawn. */
export interface RowWindow {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
  /** The header of the group at the top edge, which sticks there; -1 in a list without groups. */
  readonly sticky: number;
}

/**
 * The rows to hold of those of one height, in steps: most scrolled pixels draw nothing.
 * @param exactly only what is in sight
 */
export function rowsInSight(
  count: number,
  rowPx: number,
  { scrollPx, heightPx }: PaneView,
  exactly = false,
): RowWindow {
  const top = Math.floor(Math.max(0, scrollPx) / rowPx);
  const bottom = Math.ceil((Math.max(0, scrollPx) + heightPx) / rowPx);
  const first = exactly ? top : Math.floor((top - OVERSCAN_ROWS) / STEP_ROWS) * STEP_ROWS;
  const end = exactly ? bottom : Math.ceil((bottom + OVERSCAN_ROWS) / STEP_ROWS) * STEP_ROWS;
  return { first: Math.min(Math.max(0, first), count), end: Math.min(Math.max(0, end), count), sticky: -1 };
}

/** Whether everything in sight is among what is drawn, under the right header. */
export function covers(drawn: RowWindow, inSight: RowWindow): boolean {
  return drawn.sticky === inSight.sticky && drawn.first <= inSight.first && drawn.end >= inSight.end;
}

function isSame(a: RowWindow, b: RowWindow): boolean {
  return a.sticky === b.sticky && a.first === b.first && a.end === b.end;
}

/** How far to scroll so that a row is wholly in sight; as little as needed. @param headPx what sticks above it */
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
 * The rows to hold of a scrolling pane whose row heights are known, followed as it scrolls. Rows beyond those in sight
 * are drawn bit by bit between frames; only when scrolling overtakes that, the missing ones are drawn in the same frame:
 * nothing blank is ever painted.
 * @param listKey names what is listed: another list begins at its top
 * @param at the rows of a place, with some beyond or exactly; when it changes itself, it is asked anew
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

/** As `useRowWindow`, of rows of one height. */
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
