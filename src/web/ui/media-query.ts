import { useSyncExternalStore } from 'react';

/** A screen magnified to 200 %, or a phone on its side. What must stay in sight then shares rows. */
export const SHORT_WINDOW = '(max-height: 640px)';

/** Whether a CSS media query matches; follows changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    () => window.matchMedia(query).matches,
  );
}
