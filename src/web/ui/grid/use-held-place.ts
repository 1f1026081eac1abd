import { type RefObject, useLayoutEffect, useRef } from 'react';

const ROW = '[data-record]';

/**
 * Keeps the rows that somebody is reading in place when new ones arrive above them, by scrolling as far as those take
 * up. At the top of the list nothing is held, so that new rows are seen.
 * @param listKey names what is listed: another page or filter begins at its top
 */
export function useHeldPlace(pane: RefObject<HTMLElement | null>, listKey: string, rows: unknown, busy: boolean): void {
  const place = useRef<{ id: string; top: number } | null>(null);
  const key = useRef(listKey);

  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    if (key.current !== listKey) {
      key.current = listKey;
      element.scrollTo({ top: 0 });
    } else if (place.current && (busy || element.scrollTop > 0 || element.matches(':hover, :focus-within'))) {
      const row = element.querySelector<HTMLElement>(`[data-record="${place.current.id}"]`);
      if (row) element.scrollTo({ top: row.offsetTop - place.current.top });
    }
    const note = () => {
      const headPx = element.querySelector<HTMLElement>('[data-head]')?.offsetHeight ?? 0;
      const shown = firstBelow(element.querySelectorAll<HTMLElement>(ROW), element.scrollTop + headPx);
      const id = shown?.dataset['record'];
      place.current = shown && id ? { id, top: shown.offsetTop - element.scrollTop } : null;
    };
    note();
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  }, [pane, listKey, rows, busy]);
}

/** The first row that ends below a height of its pane. Halves them: a list that scrolls has no time to measure each. */
function firstBelow(rows: ArrayLike<HTMLElement>, px: number): HTMLElement | undefined {
  let [first, end] = [0, rows.length];
  while (first < end) {
    const middle = (first + end) >>> 1;
    const row = rows[middle];
    if (row && row.offsetTop + row.offsetHeight > px) end = middle;
    else first = middle + 1;
  }
  return rows[first];
}
