import { type RefObject, useLayoutEffect, useRef } from 'react';

const ROW = '[data-record]';

/**
 * Keeps what is read where it is when orders come in above it: the pane is scrolled by as much as they take. Somebody
 * who only watches the top of the list sees them come in.
 * @param listKey another page or filter is another list, and begins at its top
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
      const shown = [...element.querySelectorAll<HTMLElement>(ROW)].find(
        (row) => row.offsetTop + row.offsetHeight > element.scrollTop + headPx,
      );
      const id = shown?.dataset['record'];
      place.current = shown && id ? { id, top: shown.offsetTop - element.scrollTop } : null;
    };
    note();
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  }, [pane, listKey, rows, busy]);
}
