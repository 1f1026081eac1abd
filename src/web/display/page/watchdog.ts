import { isOutdated, reloadSafely } from './reload.ts';

const LOOK_MS = 15_000;
/** A visible page that has drawn no frame for this long has stopped. */
const STILL_MS = 60_000;
/** During the shop's night a screen loads again, to take a new build and free its memory. */
const RELOAD_HOUR = 4;

function hourIn(timeZone: string, ms: number): number {
  return Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(ms));
}

interface Clock {
  readonly nowMs: () => number;
  /** Null while it is not known. */
  readonly timeZone: () => string | null;
  /** True while the screen is black, outside of opening hours. */
  readonly isDark: () => boolean;
}

/** Loads the page again when drawing has stopped, once a night, and for a new build when nobody looks. Rule: menus/nightly. */
export function watchOver({ nowMs, timeZone, isDark }: Clock): void {
  let drawnAt = performance.now();
  const openedAt = performance.now();
  const drawn = () => {
    drawnAt = performance.now();
    // One frame in a while shows that the page still draws.
    window.setTimeout(() => requestAnimationFrame(drawn), LOOK_MS / 3);
  };
  requestAnimationFrame(drawn);
  document.addEventListener('visibilitychange', () => {
    drawnAt = performance.now();
  });
  // Not all screens of a shop at once.
  const laterMs = Math.random() * 1_800_000;
  window.setInterval(() => {
    if (document.visibilityState === 'visible' && performance.now() - drawnAt > STILL_MS) return void reloadSafely();
    const zone = timeZone();
    const isNight = zone !== null && hourIn(zone, nowMs() - laterMs) === RELOAD_HOUR;
    const isDue = isOutdated() || performance.now() - openedAt > 2 * 3_600_000;
    if ((isNight && isDue) || (isDark() && isOutdated())) void reloadSafely();
  }, LOOK_MS);
}
