import { useEffect } from 'react';
import type { WireStoreConfig } from '#contract/store-configs.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { tvAddress } from './display-address.ts';
import { MOST_WINDOWS, openWindow, useLocalWindows } from './local-windows.ts';

// Kept for the life of the page: a window that somebody closed does not open again by itself.
const launched = new Set<string>();

/**
 * Opens the windows that the store configuration launches automatically, once. If the browser blocks them, a button is
 * offered.
 */
export function useAutoLaunch(store: WireStoreConfig | null): void {
  useEffect(() => {
    if (!store) return;
    const { location_id: locationId, tvs } = store;
    const open = useLocalWindows.getState().windows.map(({ tvNumber }) => tvNumber);
    const wanted = tvs
      .filter((tv) => tv.auto_launch && tv.enabled && !open.includes(tv.tv_number))
      .filter((tv) => !launched.has(`${locationId} ${tv.tv_number}`))
      .slice(0, MOST_WINDOWS - open.length);
    const launchAll = () =>
      wanted.filter(
        ({ tv_number: number, display_name: name }) => !openWindow(tvAddress(locationId, number), number, name),
      );
    for (const { tv_number: number } of wanted) launched.add(`${locationId} ${number}`);
    const blocked = wanted.length > 0 && launchAll();
    if (blocked && blocked.length > 0)
      toast.info(
        `The browser blocked ${blocked.length === 1 ? 'a window' : `${blocked.length} windows`} that open by themselves.`,
        {
          label: 'Open',
          onPress: () => {
            for (const { tv_number: number, display_name: name } of blocked)
              openWindow(tvAddress(locationId, number), number, name);
          },
        },
      );
  }, [store]);
}
