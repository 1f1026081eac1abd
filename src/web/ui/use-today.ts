import { useCallback, useSyncExternalStore } from 'react';
import { dayIn } from '#domain/day.ts';

const LOOK_EVERY_MS = 30_000;

function subscribe(changed: () => void): () => void {
  const timer = window.setInterval(changed, LOOK_EVERY_MS);
  return () => window.clearInterval(timer);
}

/** The present day at the shop; follows midnight. */
export function useToday(timeZone: string): string {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => dayIn(timeZone, new Date()), [timeZone]),
  );
}
