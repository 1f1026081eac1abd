import { reloadApplication } from '#web/api/session/browser-data.ts';
import { useHotkeys } from '#web/ui/layers/layers.ts';

/** Every dialog opens in it, so that the key is heard over dialogs, too. */
const WHOLE_PAGE = { current: document.documentElement };

/**
 * Ctrl/Cmd+Shift+R discards the browser's cached copy of the application and reloads it. Rule: workspace/forced-reload.
 */
export function useForcedReload(): void {
  useHotkeys(({ ctrlKey, metaKey, shiftKey, key }) => {
    const isOurs = (ctrlKey || metaKey) && shiftKey && key.toLowerCase() === 'r';
    if (isOurs) void reloadApplication();
    return isOurs;
  }, WHOLE_PAGE);
}
