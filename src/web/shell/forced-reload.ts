import { useEffect } from 'react';
import { reloadApplication } from '#web/api/session/browser-data.ts';

/**
 * Ctrl/Cmd+Shift+R discards the browser's cached copy of the application and reloads it. Rule: workspace/forced-reload.
 */
export function useForcedReload(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.key.toLowerCase() !== 'r') return;
      event.preventDefault();
      void reloadApplication();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
