import { logDisplayRoute } from '#contract/menu-reports.ts';
import type { BodySent } from '#contract/route.ts';
import { call } from './call.ts';
import { nowMs } from './clock.ts';
import { readKept, writeKept } from './keep.ts';
import { newUuid } from './new-uuid.ts';
import type { OnShow } from './on-show.ts';

type Entry = BodySent<typeof logDisplayRoute>['entries'][number];

const NAME = 'proof of play';
/** An entry is closed after so long, or when another menu comes on. */
const ENTRY_SECONDS = 900;
/** Three days of entries wait while nothing can be sent; then the oldest are dropped. */
const MOST_WAITING = 300;
const MOST_SENT = 100;
const MOST_PRODUCTS = 500;

interface Running {
  readonly layoutId: number;
  readonly themeId: number | null;
  readonly startedMs: number;
  seconds: number;
  readonly products: Map<number, { seconds: number; soldOut: number }>;
}

/** Writes down what is shown, and sends it when the server is there. Each entry counts once, by its id. */
export function proofOfPlay(locationOf: () => number | null) {
  let running: Running | null = null;
  let sending = false;

  async function close({ layoutId, themeId, startedMs, seconds, products }: Running): Promise<void> {
    const entry: Entry = {
      id: newUuid(),
      config_id: layoutId,
      theme_id: themeId,
      started_at: new Date(startedMs).toISOString(),
      seconds: Math.round(seconds),
      products: [...products].slice(0, MOST_PRODUCTS).map(([id, seen]) => ({
        product_id: id,
        seconds: Math.round(seen.seconds),
        sold_out_seconds: Math.round(seen.soldOut),
      })),
    };
    await writeKept(NAME, [...(await waiting()), entry].slice(-MOST_WAITING));
  }

  async function waiting(): Promise<Entry[]> {
    const kept = await readKept(NAME);
    return Array.isArray(kept) ? (kept as Entry[]) : [];
  }

  async function send(): Promise<void> {
    const locationId = locationOf();
    if (sending || locationId === null) return;
    sending = true;
    try {
      const entries = (await waiting()).slice(0, MOST_SENT);
      if (entries.length === 0) return;
      const body = { location_id: locationId, sent_at: new Date(nowMs()).toISOString(), entries };
      await call(logDisplayRoute, { body });
      const sent = new Set(entries.map(({ id }) => id));
      await writeKept(
        NAME,
        (await waiting()).filter(({ id }) => !sent.has(id)),
      );
    } catch {
      // Kept, and sent with the next.
    } finally {
      sending = false;
    }
  }

  return {
    /** What was shown for the last so many seconds. */
    async shown(show: OnShow | null, seconds: number): Promise<void> {
      const isOn = show !== null && !show.isDark && show.layoutId !== null;
      const isSame = isOn && running?.layoutId === show.layoutId && running.themeId === show.themeId;
      if (running !== null && (!isSame || running.seconds >= ENTRY_SECONDS)) {
        const closed = running;
        running = null;
        await close(closed);
        await send();
      }
      if (!isOn || show.layoutId === null) return;
      running ??= {
        layoutId: show.layoutId,
        themeId: show.themeId,
        startedMs: nowMs(),
        seconds: 0,
        products: new Map(),
      };
      running.seconds += seconds;
      for (const { id, inStock } of show.products) {
        const seen = running.products.get(id) ?? { seconds: 0, soldOut: 0 };
        seen.seconds += seconds;
        if (!inStock) seen.soldOut += seconds;
        running.products.set(id, seen);
      }
    },
  };
}
