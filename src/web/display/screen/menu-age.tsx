import { useDisplay } from '../store.ts';
import { asOf } from './wall-clock.ts';

/** A menu that the server has not confirmed for this long shows its time. Rule: menus/old-menu. */
const OLD_MS = 60_000;

export function AsOf({ now, timeZone }: { now: number; timeZone: string }) {
  const { freshMs } = useDisplay();
  if (freshMs === null || now - freshMs <= OLD_MS) return null;
  return <p className="display-as-of">as of {asOf(freshMs, now, timeZone)}</p>;
}
