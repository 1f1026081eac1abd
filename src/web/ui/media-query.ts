import { useSyncExternalStore } from 'react';

/** A screen magnified to 200 %, or a phone on its side. Controls that must stay in sight then share rows. */
export const SHORT_WINDOW = '(max-height: 640px)';

/** Tables have rows of two lines, and filters stand behind a button. base.css has the same width. Rule: display/phone. */
export const PHONE = '(max-width: 640px)';

/** True while a CSS media query matches. */
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
