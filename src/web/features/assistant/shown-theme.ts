import { useSyncExternalStore } from 'react';

function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** The theme on the screen, which may be the system's choice. Drawings outside our style sheets use it. */
export function useShownTheme(): 'dark' | 'light' {
  return useSyncExternalStore(watch, () => (document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark'));
}
