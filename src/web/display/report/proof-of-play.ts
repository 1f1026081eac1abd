import { logDisplayRoute } from '#contract/menu-reports.ts';
import type { BodySent } from '#contract/route.ts';
import { HEARTBEAT_SECONDS } from '#contract/tv.ts';
import { call, CallFailed } from '../call.ts';
import { nowMs } from '../clock.ts';
import { readKept, removeKept, writeKept } from '../kept.ts';
import { newUuid } from './new-uuid.ts';
import { type OnShow, presentlyOnShow } from './on-show.ts';
import { PAIRED } from '../paired/paired.ts';
import { displayState } from '../store.ts';

type Entry = BodySent<typeof logDisplayRoute>['entries'][number];

const NAME = 'proof of play';
/** An entry is closed after this time, or when another menu is shown. */
const ENTRY_SECONDS = 900;
/** A reload or a power cut loses at most this much. */
const KEEP_SECONDS = 60;
/** Three days of entries wait while nothing can be sent; then the oldest are dropped. */
const MOST_WAITING = 300;
const MOST_SENT = 100;
const MOST_PRODUCTS = 500;

interface Running {
  readonly id: string;
  readonly layoutId: number;
  readonly themeId: number | null;
  readonly startedMs: number;
  seconds: number;
  readonly products: Map<number, { seconds: number; soldOut: number }>;
}

function entryOf({ id, layoutId, themeId, startedMs, seconds, products }: Running): Entry {
  return {
    id,
    config_id: layoutId,
    theme_id: themeId,
    started_at: new Date(startedMs).toISOString(),
    seconds: Math.round(seconds),
    products: [...products].slice(0, MOST_PRODUCTS).map(([productId, seen]) => ({
      product_id: productId,
      seconds: Math.round(seen.seconds),
      sold_out_seconds: Math.round(seen.soldOut),
    })),
  };
}

/**
 * Records what is shown, and sends it when the server can be reached. Each entry counts once, by its id.
 * @param tvNumber of a window that somebody opened; null for a paired screen
 * Rule: menus/proof-of-play.
 */
export function proofOfPlay(tvNumber: number | null) {
  const name = tvNumber === null ? NAME : `${NAME} of TV ${tvNumber}`;
  const runningName = `${name}, running`;
  let running: Running | null = null;
  let keptSeconds = 0;
  let sending = false;
  let isBegun = false;

  async function waiting(): Promise<Entry[]> {
    const kept = await readKept(name);
    return Array.isArray(kept) ? (kept as Entry[]) : [];
  }

  async function queue(entry: Entry): Promise<void> {
    const others = (await waiting()).filter(({ id }) => id !== entry.id);
    await writeKept(name, [...others, entry].slice(-MOST_WAITING));
    await removeKept(runningName);
  }

  /** The entry that was running when the page ended. */
  async function takeUp(): Promise<void> {
    const left = (await readKept(runningName)) as Entry | null;
    if (left !== null) await queue(left);
  }

  async function close(): Promise<void> {
    const closed = running;
    running = null;
    if (closed !== null) await queue(entryOf(closed));
  }

  async function send(): Promise<void> {
    const locationId = displayState().menu?.display.location.id;
    if (sending || locationId === undefined) return;
    sending = true;
    try {
      const entries = (await waiting()).slice(0, MOST_SENT);
      if (entries.length === 0) return;
      const body = { location_id: locationId, sent_at: new Date(nowMs()).toISOString(), entries };
      await (tvNumber === null
        ? call(logDisplayRoute, { query: PAIRED, body })
        : call(logDisplayRoute, { body: { ...body, tv_number: tvNumber } }));
      const sent = new Set(entries.map(({ id }) => id));
      await writeKept(
        name,
        (await waiting()).filter(({ id }) => !sent.has(id)),
      );
    } catch (error) {
      // The entries are kept and sent with the next ones. A window without a signed-in person need not report its
      // plays.
      if (tvNumber !== null && error instanceof CallFailed && error.trouble === 'refused') await removeKept(name);
    } finally {
      sending = false;
    }
  }

  return {
    /** Adds the seconds for which this was shown. */
    async shown(show: OnShow | null, seconds: number): Promise<void> {
      if (!isBegun) {
        isBegun = true;
        await takeUp();
        await send();
      }
      const isOn = show !== null && !show.isDark && show.layoutId !== null;
      const isSame = isOn && running?.layoutId === show.layoutId && running.themeId === show.themeId;
      if (running !== null && (!isSame || running.seconds >= ENTRY_SECONDS)) {
        await close();
        await send();
      }
      if (!isOn || show.layoutId === null) return;
      if (running === null) keptSeconds = 0;
      running ??= {
        id: newUuid(),
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
      if (running.seconds - keptSeconds < KEEP_SECONDS) return;
      keptSeconds = running.seconds;
      await writeKept(runningName, entryOf(running));
    },
    /** Ends the running entry: the page goes, or another window of the browser goes on. */
    close,
  };
}

/** Records what is shown in a window that somebody opened for a TV. A covered window shows nothing. */
export function logWindow(tvNumber: number): void {
  const played = proofOfPlay(tvNumber);
  window.setInterval(() => {
    const show = document.visibilityState === 'visible' ? presentlyOnShow() : null;
    void played.shown(show, HEARTBEAT_SECONDS);
  }, HEARTBEAT_SECONDS * 1000);
  window.addEventListener('pagehide', () => void played.close());
}
