import { type RefObject, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { type PaneView, PlaceLeft, useScrolledPane } from '#web/ui/scrolled-pane.ts';

/** Rows kept above and below those in sight, and by how many the window moves at once. */
const OVERSCAN_ROWS = 6;
const STEP_ROWS = 4;

export interface RowWindow {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

/** The rows to hold of those of one height. It moves in steps: most scrolled pixels draw nothing. */
export function rowWindow(count: number, rowPx: number, scrollPx: number, heightPx: number): RowWindow {
  const top = Math.floor(Math.max(0, scrollPx) / rowPx);
  const bottom = Math.ceil((Math.max(0, scrollPx) + heightPx) / rowPx);
  const first = Math.floor((top - OVERSCAN_ROWS) / STEP_ROWS) * STEP_ROWS;
  const end = Math.ceil((bottom + OVERSCAN_ROWS) / STEP_ROWS) * STEP_ROWS;
  return { first: Math.min(Math.max(0, first), count), end: Math.min(Math.max(0, end), count) };
}

const left = new PlaceLeft();

/**
 * The rows in sight of a scrolling pane, followed as it scrolls, in the same frame: nothing blank is ever painted.
 * @param listKey names what is listed: another list begins at its top
 */
export function useRowWindow(
  pane: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
  listKey: string,
): RowWindow {
  const [shown, setShown] = useState(() => rowWindow(count, rowPx, left.of(listKey), window.innerHeight));
  const follow = useCallback(
    ({ scrollPx, heightPx }: PaneView, isScrolling: boolean) => {
      const next = rowWindow(count, rowPx, scrollPx, heightPx);
      const show = () =>
        setShown((present) => (present.first === next.first && present.end === next.end ? present : next));
      if (isScrolling) flushSync(show);
      else show();
    },
    [count, rowPx],
  );
  useScrolledPane(pane, left, listKey, follow);
  return shown;
}
