import { create } from 'zustand';
import { EVENTS_PATH, type LiveEvent, streamedEvent } from '#contract/live.ts';
import { onUnreached } from '../call/call.ts';
import { isUnattended } from '../call/unattended.ts';
import { queryClient } from './query-client.ts';
import { staleByEvent } from './query-keys.ts';
import { createRefetching } from './refetching.ts';
import { recheckSession } from '../session/session.ts';

/** While the event stream is down, visible data is fetched again this often. Rule: live/after-a-gap. */
const POLL_MS = 30_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
/** A shorter interruption of the stream is not shown: a restart of the server need not concern a cashier. */
const PATIENCE_MS = 5000;
/** The data of all events within this time is fetched together. */
const GATHER_MS = 200;
const PAUSE_MS = 3000;

export type { LiveEvent } from '#contract/live.ts';

const HEALTH_PATH = '/healthz';
/** The time to wait for the server's health answer after the stream was interrupted. */
const HEALTH_MS = 1500;
const ASK_AGAIN_MS = 1500;

interface Live {
  /** True while changes made elsewhere arrive. */
  readonly connected: boolean;
  /** False once the health check fails. It is asked when the stream is interrupted or a call gets no answer. */
  readonly reachable: boolean;
  /** When the stream last said something. */
  readonly heardAt: Date;
}

// For everybody: the connection belongs to the page.
export const useLive = create<Live>(() => ({ connected: true, reachable: true, heardAt: new Date() }));

const listeners = new Set<(event: LiveEvent) => boolean>();

/**
 * Calls the listener for every live event. A listener that has updated the cache itself returns true; then nothing is
 * fetched again. Returns a function that stops it.
 */
export function onLiveEvent(listener: (event: LiveEvent) => boolean): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Marks data as stale. Data that is on the screen is fetched again soon, but not too often. */
export const makeStale = createRefetching((queryKey) => queryClient.invalidateQueries({ queryKey }), {
  gatherMs: GATHER_MS,
  pauseMs: PAUSE_MS,
});

/** An event comes once: a lost answer would leave a till with former taxes or a former role. */
const RECHECKS = 3;

function receive(event: LiveEvent): void {
  if (event.type === 'session') return void recheckSession(RECHECKS);
  // The session has the names of locations, perhaps including one's own.
  if (event.type === 'locations') void recheckSession(RECHECKS);
  // These do not concern a page.
  if (event.type === 'tv_command' || event.type === 'import_cancel') return;
  const handled = [...listeners].map((listener) => listener(event)).includes(true);
  if (!handled) makeStale(staleByEvent(event));
}

/** True if the server answers its health check. */
export async function serverAnswers(signal?: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(HEALTH_PATH, { cache: 'no-store', signal: signal ?? null })).ok;
  } catch {
    return false;
  }
}

/** Runs each time the server is reachable again. Returns a function that stops it. */
export function onServerBack(run: () => void): () => void {
  return useLive.subscribe((live, before) => {
    if (live.reachable && !before.reachable) run();
  });
}

/**
 * Keeps one stream of live events open for the signed-in person; returns a function that closes it. The browser
 * reconnects an interrupted stream; a refused one is opened again after growing pauses. Each new stream begins with
 * `hello`, after which everything fetched before it is checked. During a long interruption, visible data is fetched
 * every half minute. Rule: live/after-a-gap.
 */
export function connectLive(): () => void {
  let source: EventSource | null = null;
  let retryMs = FIRST_RETRY_MS;
  let reopening: number | undefined;
  let losingPatience: number | undefined;
  let polling: number | undefined;
  let asking: AbortController | undefined;

  // Running requests began at about the time of the stream, so they may finish.
  const catchUp = () => void queryClient.invalidateQueries({}, { cancelRefetch: false });

  /**
   * Asks at once, and repeats while no answer comes. A server that answers but refuses the stream counts as reachable.
   */
  async function askWhetherItLives() {
    if (asking) return;
    const mine = new AbortController();
    asking = mine;
    while (!mine.signal.aborted) {
      const answers = await serverAnswers(AbortSignal.any([mine.signal, AbortSignal.timeout(HEALTH_MS)]));
      if (mine.signal.aborted) return;
      const wasGone = !useLive.getState().reachable;
      useLive.setState({ reachable: answers });
      if (answers) {
        asking = undefined;
        // The wait before the next try to open the stream may be long, so open it now.
        if (wasGone) open();
        return;
      }
      await new Promise((resolve) => window.setTimeout(resolve, ASK_AGAIN_MS));
    }
  }

  function up() {
    asking?.abort();
    asking = undefined;
    window.clearTimeout(losingPatience);
    window.clearInterval(polling);
    losingPatience = undefined;
    polling = undefined;
    retryMs = FIRST_RETRY_MS;
    useLive.setState({ connected: true, reachable: true });
  }

  function down() {
    void askWhetherItLives();
    losingPatience ??= window.setTimeout(() => {
      useLive.setState({ connected: false });
      polling = window.setInterval(catchUp, POLL_MS);
    }, PATIENCE_MS);
    // A browser repeats the address that it has, so a page that was left alone since gives it another one.
    if (source?.readyState !== EventSource.CLOSED && source?.url.includes('?') === isUnattended()) return;
    source?.close();
    window.clearTimeout(reopening);
    reopening = window.setTimeout(open, retryMs);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    void recheckSession();
  }

  function hear({ data }: MessageEvent<string>) {
    const event = streamedEvent.safeParse(JSON.parse(data));
    // A newer server may send events that this page does not know.
    if (!event.success) return;
    useLive.setState({ heardAt: new Date() });
    if (event.data.type === 'hello') catchUp();
    else receive(event.data);
  }

  function open() {
    source?.close();
    window.clearTimeout(reopening);
    source = new EventSource(isUnattended() ? `${EVENTS_PATH}?unattended=true` : EVENTS_PATH);
    source.addEventListener('open', up);
    source.addEventListener('error', down);
    source.addEventListener('message', hear);
  }

  // A lost network does not close a stream; it only falls silent.
  const doubt = () => void askWhetherItLives();
  const noMoreCalls = onUnreached(doubt);
  window.addEventListener('offline', doubt);
  open();
  return () => {
    noMoreCalls();
    window.removeEventListener('offline', doubt);
    source?.close();
    asking?.abort();
    window.clearTimeout(reopening);
    window.clearTimeout(losingPatience);
    window.clearInterval(polling);
    useLive.setState({ connected: true, reachable: true });
  };
}
