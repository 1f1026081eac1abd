const KEY = 'menu-display:reloads';
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 600_000;
/** A page that ran for this long was healthy, so its next reload need not wait. */
const WELL_MS = 600_000;
const HEALTH_MS = 5000;

interface Reloads {
  readonly count: number;
  readonly atMs: number;
}

function reloadsBefore(): Reloads {
  try {
    const { count, atMs } = JSON.parse(sessionStorage.getItem(KEY) ?? '') as Reloads;
    return Date.now() - atMs > WELL_MS || atMs > Date.now() ? { count: 0, atMs: 0 } : { count, atMs };
  } catch {
    return { count: 0, atMs: 0 };
  }
}

/** True if a reload would succeed, from the service worker or from a server that answers. */
export async function wouldComeBack(): Promise<boolean> {
  if (navigator.serviceWorker?.controller) return true;
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(HEALTH_MS) })).ok;
  } catch {
    return false;
  }
}

let isNewBuildKept = false;

/** The service worker's message that a build newer than this page is whole on the device. The page takes it at the next quiet moment. */
export function outdate(): void {
  isNewBuildKept = true;
}

export const isOutdated = (): boolean => isNewBuildKept;

let planned = false;

/** Loads the page again when that is safe, with growing waits between repeated reloads. */
export async function reloadSafely({ atOnce = false } = {}): Promise<void> {
  if (planned) return;
  planned = true;
  const { count } = reloadsBefore();
  const wait = atOnce ? 0 : count === 0 ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** count);
  await new Promise((resolve) => setTimeout(resolve, wait));
  planned = false;
  if (!(await wouldComeBack())) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ count: count + 1, atMs: Date.now() } satisfies Reloads));
  } catch {
    // Without the count, the next reload waits for a shorter time.
  }
  window.location.reload();
}
