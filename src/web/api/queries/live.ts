import { create } from 'zustand';
import { EVENTS_PATH, type LiveEvent, streamedEvent } from '#contract/live.ts';
import { onUnreached } from '../call/call.ts';
import { queryClient } from './query-client.ts';
import { staleBy } from './query-keys.ts';
import { createRefetching } from './refetching.ts';
import { recheckSession } from '../session/session.ts';

/** While the stream is down, what is on the screen is fetched again this often. */
const POLL_MS = 30_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
/** A stream that drops for less than this says nothing: a restart of the server is no event for a cashier. */
const PATIENCE_MS = 5000;
/** Events of one busy moment are fetched for once. */
const GATHER_MS = 200;
const PAUSE_MS = 3000;

export type { LiveEvent } from '#contract/live.ts';

const HEALTH_PATH = '/healthz';
/** How long the server may take to say that it lives, once the stream has dropped. */
const HEALTH_MS = 1500;
const ASK_AGAIN_MS = 1500;

interface Live {
  /** Whether changes made elsewhere arrive by themselves just now. */
  readonly connected: boolean;
  /** False once the stream has dropped, or a call went unanswered, and the server does not say that it lives either. */
  readonly reachable: boolean;
  /** When the stream last said something. */
  readonly heardAt: Date;
}

// For everybody: the connection is that of the page.
export const useLive = create<Live>(() => ({ connected: true, reachable: true, heardAt: new Date() }));

const listeners = new Set<(event: LiveEvent) => boolean>();

/**
 * Hears every live event. A listener that has patched the cache itself returns true, and nothing is fetched again.
 * Returns what stops it.
 */
export function onLiveEvent(listener: (event: LiveEvent) => boolean): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Has what is on the screen fetched again, soon and not too often. */
export const makeStale = createRefetching((queryKey) => queryClient.invalidateQueries({ queryKey }), {
  gatherMs: GATHER_MS,
  pauseMs: PAUSE_MS,
});

function receive(event: LiveEvent): void {
  if (event.type === 'session') return void recheckSession();
  // The names to choose from, and perhaps one's own, came with the session.
  if (event.type === 'locations') void recheckSession();
  // Of a device or an API key, which this is not.
  if (event.type === 'machine') return;
  const handled = [...listeners].map((listener) => listener(event)).includes(true);
  if (!handled) makeStale(staleBy(event.type));
}

/** Whether the server says that it lives. */
export async function serverAnswers(signal?: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(HEALTH_PATH, { cache: 'no-store', signal: signal ?? null })).ok;
  } catch {
    return false;
  }
}

/** Runs each time the server can be reached again. Returns what stops it. */
export function onServerBack(run: () => void): () => void {
  return useLive.subscribe((live, before) => {
    if (live.reachable && !before.reachable) run();
  });
}

/**
 * Keeps one stream of changes open for who is signed in; returns what closes it. The browser reconnects a dropped
 * stream; one that was refused is opened again with growing pauses. The `hello` of each stream has everything checked
 * that was fetched before it; while there is none for long, what is shown is fetched every half minute.
 */
export function connectLive(): () => void {
  let source: EventSource | null = null;
  let retryMs = FIRST_RETRY_MS;
  let reopening: number | undefined;
  let losingPatience: number | undefined;
  let polling: number | undefined;
  let asking: AbortController | undefined;

  // Requests under way began after the stream did, near enough: they are let finish.
  const catchUp = () => void queryClient.invalidateQueries({}, { cancelRefetch: false });

  /** Asks at once, and again while no answer comes. One that lives and refuses the stream is no matter of this. */
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
        // Its own pause before the stream is opened again may be a long one.
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
    if (source?.readyState !== EventSource.CLOSED) return;
    window.clearTimeout(reopening);
    reopening = window.setTimeout(open, retryMs);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    void recheckSession();
  }

  function hear({ data }: MessageEvent<string>) {
    const event = streamedEvent.safeParse(JSON.parse(data));
    // A newer server may know events that this page does not.
    if (!event.success) return;
    useLive.setState({ heardAt: new Date() });
    if (event.data.type === 'hello') catchUp();
    else receive(event.data);
  }

  function open() {
    source?.close();
    window.clearTimeout(reopening);
    source = new EventSource(EVENTS_PATH);
    source.addEventListener('open', up);
    source.addEventListener('error', down);
    source.addEventListener('message', hear);
  }

  // A network that is gone drops no stream: it only falls silent.
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
