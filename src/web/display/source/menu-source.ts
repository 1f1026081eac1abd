import type { MenuEvent } from '#contract/menu-events.ts';
import { menuDisplayRoute, menuShelfRoute } from '#contract/menu-shelf.ts';
import { call, CallFailed } from '../call.ts';
import { clockAheadMs, hearClock, keepClock, nowMs } from '../clock.ts';
import { readLastMenu, removeLastMenu, writeLastMenu } from './last-menu.ts';
import { isPaired, markPaired, PAIRED } from '../paired/paired.ts';
import { reloadSafely } from '../page/reload.ts';
import { changeDisplay, displayState, type KnownMenu } from '../store.ts';

/** The server is asked even while its stream is up, in case an event was lost. */
const POLL_MS = 60_000;
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 30_000;
/** Time between two writes of "confirmed at" for the next start. */
const KEEP_MS = 30_000;
/** After this many answers in another form, the server probably has a newer build than this page. */
const UNREADABLE_BEFORE_RELOAD = 5;
/** A shelf that had products before must be empty this many times in a row before it is believed. */
const EMPTY_BEFORE_BELIEVED = 3;

/** Answers to a screen that is unknown or no longer known (422: it has no location), and to a closed menu. */
const GONE: ReadonlySet<number> = new Set([401, 403, 404, 422]);

export interface Source {
  /** Null for a paired screen, which the server knows by its cookie. */
  readonly locationId: number | null;
  readonly tvNumber: number | null;
  /** A count that the address asks for. The server tells staff only. */
  readonly leftBelow?: number | undefined;
}

type CommandEvent = Extract<MenuEvent, { type: 'command' }>;

interface SourceHears {
  readonly command: (command: CommandEvent) => void;
  readonly leads: (leads: boolean) => void;
}

export interface MenuSource {
  /** Asks for everything again. Rejects when there is no good answer. */
  readonly readAgain: () => Promise<void>;
  readonly isStreaming: () => boolean;
  readonly stop: () => void;
}

function patched({ shelf, display }: KnownMenu, event: Extract<MenuEvent, { type: 'availability' }>): KnownMenu {
  const changed = new Map(event.products.map((product) => [product.id, product]));
  const products = shelf.products.map((product) => {
    const now = changed.get(product.id);
    if (!now) return product;
    const prices = product.prices.map((price, at) => ({ ...price, short: now.short[at] ?? price.short }));
    return { ...product, in_stock: now.in_stock, left: now.left, prices };
  });
  return { display, shelf: { ...shelf, version: event.version, products } };
}

/** Shows the kept menu at once, then the server's, and follows its changes. Rule: menus/old-menu. */
export function followMenu({ locationId, tvNumber, leftBelow = 0 }: Source, hears: SourceHears): MenuSource {
  const name = locationId === null ? 'device' : `location ${locationId} ${tvNumber ?? ''}`.trim();
  const whose = locationId === null ? PAIRED : { location_id: String(locationId) };
  const query = { ...whose, ...(tvNumber !== null && { tv_number: String(tvNumber) }) };
  let stopped = false;
  let streaming = false;
  /** True if the menu is or may be old, and must be read again. */
  let wanted = true;
  let reading: Promise<void> | null = null;
  let failures = 0;
  let unreadable = 0;
  let empty = 0;
  let keptAt = 0;
  let timer = 0;
  let stopListening = () => {};

  function keep(): void {
    const { menu, freshMs } = displayState();
    if (menu === null || freshMs === null) return;
    keptAt = Date.now();
    void writeLastMenu(name, { menu, freshMs, aheadMs: clockAheadMs() });
  }

  function confirm(menu: KnownMenu): void {
    changeDisplay({ stage: 'showing', menu, freshMs: nowMs(), trouble: null });
    if (locationId === null) markPaired(true);
    keep();
  }

  async function read(): Promise<void> {
    const askedMs = Date.now();
    const { data: display } = await call(menuDisplayRoute, { query });
    hearClock(display.now, askedMs);
    const { data: shelf } = await call(menuShelfRoute, {
      query: leftBelow > 0 ? { ...whose, left_below: String(leftBelow) } : whose,
    });
    const before = displayState().menu;
    if (shelf.products.length === 0 && before !== null && before.shelf.products.length > 0) {
      empty += 1;
      if (empty < EMPTY_BEFORE_BELIEVED) throw new CallFailed('unreadable', 200, 'The server says it has no products.');
    } else empty = 0;
    if (!stopped) confirm({ display, shelf });
  }

  /** Notes a failure. True if it is worth asking again. */
  function failed(error: unknown): boolean {
    const { trouble, status, message } =
      error instanceof CallFailed ? error : new CallFailed('unreadable', 0, String(error));
    changeDisplay({ trouble: message });
    unreadable = trouble === 'unreadable' ? unreadable + 1 : 0;
    if (unreadable >= UNREADABLE_BEFORE_RELOAD && empty === 0) void reloadSafely();
    if (trouble !== 'refused' || !GONE.has(status)) return true;
    void removeLastMenu(name);
    const isUnpaired = locationId === null && status !== 404;
    if (isUnpaired) {
      markPaired(false);
      // It listens again when it is paired again.
      stopListening();
    }
    changeDisplay({ stage: isUnpaired ? 'pairing' : 'unavailable', menu: null, freshMs: null });
    return !isUnpaired;
  }

  function later(): void {
    clearTimeout(timer);
    if (stopped) return;
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
    timer = window.setTimeout(() => void run().catch(() => undefined), wait * (0.5 + Math.random() / 2));
  }

  /** Reads until nothing more is wanted. One at a time. */
  function run(): Promise<void> {
    reading ??= (async () => {
      try {
        while (wanted) {
          wanted = false;
          if (stopped) return;
          await read();
          failures = 0;
          unreadable = 0;
        }
      } catch (error) {
        wanted = true;
        failures += 1;
        if (failed(error)) later();
        throw error;
      } finally {
        reading = null;
      }
    })();
    return reading;
  }

  function want(): void {
    // A screen that is being paired asks again after somebody has entered its code.
    if (displayState().stage === 'pairing') return;
    wanted = true;
    void run().catch(() => undefined);
  }

  function hear(event: MenuEvent): void {
    const { menu } = displayState();
    if (event.type === 'command') return hears.command(event);
    if (event.type !== 'availability') return want();
    if (menu === null || menu.shelf.version === event.version) return;
    // The answer that is being read may be older than the event, and an event does not know the counts of the address.
    if (menu.shelf.version !== event.from || wanted || reading !== null || leftBelow > 0) return want();
    changeDisplay({ menu: patched(menu, event), freshMs: nowMs() });
    keep();
  }

  function alive(): void {
    streaming = true;
    if (wanted || displayState().menu === null) return;
    changeDisplay({ freshMs: nowMs() });
    if (Date.now() - keptAt > KEEP_MS) keep();
  }

  async function begin(): Promise<void> {
    const kept = await readLastMenu(name);
    if (stopped) return;
    if (locationId === null && kept === null && !isPaired()) return changeDisplay({ stage: 'pairing' });
    if (kept !== null && displayState().menu === null) {
      keepClock(kept.aheadMs);
      changeDisplay({ stage: 'showing', menu: kept.menu, freshMs: kept.freshMs });
    }
    await run().catch(() => undefined);
    if (stopped || displayState().stage === 'pairing') return;
    // Its code is fetched after the menu is shown. Without it, only the polls go on.
    const { listenTogether } = await import('./shared-stream.ts');
    if (stopped) return;
    stopListening = listenTogether(locationId, {
      event: hear,
      alive,
      down: () => {
        streaming = false;
      },
      refused: want,
      leads: hears.leads,
    });
  }
  void begin().catch(() => undefined);
  const polling = window.setInterval(want, POLL_MS);
  window.addEventListener('online', want);

  return {
    async readAgain() {
      wanted = true;
      await run();
    },
    isStreaming: () => streaming,
    stop() {
      stopped = true;
      clearTimeout(timer);
      clearInterval(polling);
      window.removeEventListener('online', want);
      stopListening();
    },
  };
}
