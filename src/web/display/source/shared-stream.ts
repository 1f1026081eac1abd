import { type MenuEvent, menuEventsRoute, tvEventsRoute } from '#contract/menu-events.ts';
import { addressOf } from '../call.ts';
import { listen } from './stream.ts';

/** In browsers without locks, the listening window says so this often, and another takes over after silence. */
const SAY_MS = 2000;
const GONE_MS = 5000;
/** The least time between two messages that the stream is alive. */
const ALIVE_MS = 5000;

type Said =
  | { readonly kind: 'event'; readonly event: MenuEvent }
  | { readonly kind: 'alive' }
  | { readonly kind: 'down' }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'leading'; readonly id: string };

export interface SharedHears {
  readonly event: (event: MenuEvent) => void;
  readonly alive: () => void;
  readonly down: () => void;
  readonly refused: (status: number) => void;
  /** True when this window begins to listen and report for all of them, false when it stops. */
  readonly leads: (leads: boolean) => void;
}

/** Calls `lead` in one window at a time. Returns a function that gives it to another. */
function byLock(name: string, lead: () => () => void): () => void {
  const given = new AbortController();
  let release = () => {};
  void navigator.locks
    .request(name, { signal: given.signal }, async () => {
      const stop = lead();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      stop();
    })
    .catch(() => undefined);
  return () => {
    given.abort();
    release();
  };
}

/**
 * The same without locks, which browsers have only on https and on localhost. If two windows lead, the smaller id goes
 * on.
 */
function byTurns(channel: BroadcastChannel, lead: () => () => void): () => void {
  const id = `${Math.random()}`.slice(2);
  let stop: (() => void) | null = null;
  let heardAt = Date.now() - GONE_MS + Math.random() * 1500;
  const onMessage = ({ data }: MessageEvent<Said>) => {
    if (data.kind !== 'leading') return;
    heardAt = Date.now();
    if (stop !== null && data.id < id) {
      stop();
      stop = null;
    }
  };
  channel.addEventListener('message', onMessage);
  const timer = window.setInterval(() => {
    if (stop === null && Date.now() - heardAt > GONE_MS) stop = lead();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, which has no other origin
    if (stop !== null) channel.postMessage({ kind: 'leading', id } satisfies Said);
  }, SAY_MS / 2);
  return () => {
    clearInterval(timer);
    channel.removeEventListener('message', onMessage);
    stop?.();
  };
}

/**
 * Opens one stream for all windows of a browser that show the same menu, because six windows would take all of the
 * browser's six connections to a server. Returns a function that stops it.
 * Rule: menus/one-stream.
 * @param locationId null for a paired screen
 */
export function listenTogether(locationId: number | null, hears: SharedHears): () => void {
  const name = `menu-display ${locationId === null ? 'device' : `location ${locationId}`}`;
  const address =
    locationId === null ? tvEventsRoute.path : addressOf(menuEventsRoute.path, {}, { location_id: locationId });
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.kind === 'event') hears.event(data.event);
    else if (data.kind === 'refused') hears.refused(data.status);
    else if (data.kind !== 'leading') hears[data.kind]();
  });
  const lead = () => {
    let aliveAt = 0;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, which has no other origin
    const say = (said: Said) => channel.postMessage(said);
    hears.leads(true);
    const stop = listen(address, {
      event(event) {
        say({ kind: 'event', event });
        hears.event(event);
      },
      alive() {
        hears.alive();
        if (Date.now() - aliveAt < ALIVE_MS) return;
        aliveAt = Date.now();
        say({ kind: 'alive' });
      },
      down() {
        say({ kind: 'down' });
        hears.down();
      },
      refused(status) {
        say({ kind: 'refused', status });
        hears.refused(status);
      },
    });
    return () => {
      stop();
      hears.leads(false);
    };
  };
  const stop = 'locks' in navigator ? byLock(name, lead) : byTurns(channel, lead);
  return () => {
    stop();
    channel.close();
  };
}
