import type { MenuEvent } from '#contract/menu-events.ts';
import {
  HEARTBEAT_SECONDS,
  tvHeartbeatRoute,
  keepTvSnapshotRoute,
  MAX_SNAPSHOT_BYTES,
  settleTvCommandRoute,
  tvCommandsRoute,
} from '#contract/tv.ts';
import { call, CallFailed } from '../call.ts';
import { hearClock } from '../clock.ts';
import type { MenuSource } from '../source/menu-source.ts';
import { itemsOf, presentlyOnShow } from '../report/on-show.ts';
import { proofOfPlay } from '../report/proof-of-play.ts';
import { reloadSafely, wouldComeBack } from '../page/reload.ts';
import { takeSnapshot } from '../report/snapshot.ts';
import { lastError } from '../report/noted-error.ts';
import { changeDisplay, displayState } from '../store.ts';

type Command = Pick<Extract<MenuEvent, { type: 'command' }>, 'id' | 'command_type'>;

const DONE = 'menu-display:done-commands';
const MOST_DONE = 100;
const IDENTIFY_MS = 10_000;
const MOST_ITEMS = 200;
const SETTLE_TRIES = 3;
const SETTLE_WAIT_MS = 2000;

/** The end of a command: null when it was done, else why not; undefined while it is being done. */
type Ended = string | null | undefined;

/** Commands that were begun. The list outlives a reload, so that a command that arrives twice is done once. */
function begunCommands(): { readonly id: number; readonly ended?: Ended }[] {
  try {
    return JSON.parse(sessionStorage.getItem(DONE) ?? '[]') as { id: number; ended?: Ended }[];
  } catch {
    // Without storage a command may be done twice, which does no harm.
    return [];
  }
}

function noteCommand(id: number, ended: Ended): void {
  const others = begunCommands().filter((one) => one.id !== id);
  try {
    sessionStorage.setItem(DONE, JSON.stringify([...others, { id, ended }].slice(-MOST_DONE)));
  } catch {
    // As above.
  }
}

async function settle(id: number, error: string | null): Promise<void> {
  const body = { status: error === null ? ('completed' as const) : ('failed' as const), error_message: error };
  for (let tried = 1; ; tried += 1) {
    try {
      await call(settleTvCommandRoute, { params: { id: String(id) }, body });
      return;
    } catch (failure) {
      const isOver = failure instanceof CallFailed && failure.trouble === 'refused';
      if (isOver || tried >= SETTLE_TRIES) return;
      await new Promise((resolve) => setTimeout(resolve, SETTLE_WAIT_MS));
    }
  }
}

async function sendSnapshot(): Promise<void> {
  const root = document.querySelector<HTMLElement>('#root');
  // Base64 writes three bytes as four characters.
  const image = root && takeSnapshot(root, Math.floor((MAX_SNAPSHOT_BYTES * 4) / 3));
  if (!image) throw new Error('The screen could not draw a picture of itself.');
  await call(keepTvSnapshotRoute, { body: { image } });
}

/**
 * Reports a paired screen, carries out its commands, and records what it showed. If a browser has several windows, one
 * of them reports for all.
 */
export function runDevice(source: () => MenuSource | null) {
  let leads = false;
  const played = proofOfPlay(null);
  const closePlays = () => void played.close();
  window.addEventListener('pagehide', closePlays);

  async function obey({ id, command_type: type }: Command): Promise<void> {
    const begun = begunCommands().find((one) => one.id === id);
    if (begun) {
      // The server repeats it because it did not hear of its end.
      if (leads && begun.ended !== undefined) await settle(id, begun.ended);
      return;
    }
    noteCommand(id, undefined);
    let error: string | null = null;
    try {
      if (type === 'identify') changeDisplay({ identifyUntilMs: Date.now() + IDENTIFY_MS });
      else if (type === 'update_theme') await source()?.readAgain();
      else if (type === 'snapshot' && leads) await sendSnapshot();
      else if (type === 'refresh') {
        if (!(await wouldComeBack())) throw new Error('The page stays as it is: it could not be loaded again.');
      } else if (type !== 'snapshot') error = 'This screen does not know the command.';
    } catch (failure) {
      error = failure instanceof Error ? failure.message : String(failure);
    }
    if (leads) {
      noteCommand(id, error);
      await settle(id, error);
    }
    if (type === 'refresh' && error === null) await reloadSafely({ atOnce: true });
  }

  async function report(): Promise<void> {
    if (displayState().stage !== 'showing') return;
    const show = presentlyOnShow();
    const askedMs = Date.now();
    const { data } = await call(tvHeartbeatRoute, {
      body: {
        revision: show?.revision ?? null,
        shelf_version: show?.shelfVersion ?? null,
        layout_id: show?.layoutId ?? null,
        theme_id: show?.themeId ?? null,
        page: show?.page ?? 0,
        pages: show?.pages ?? 0,
        item_count: show?.products.length ?? 0,
        width: window.innerWidth,
        height: window.innerHeight,
        last_error: displayState().trouble ?? lastError(),
        items: show === null || show.isDark ? [] : itemsOf(show, MOST_ITEMS),
      },
    });
    hearClock(data.now, askedMs);
    if (source()?.isStreaming() === true) return;
    const waiting = await call(tvCommandsRoute);
    for (const command of waiting.data) void obey(command);
  }

  const timer = window.setInterval(() => {
    if (!leads) return;
    void played.shown(presentlyOnShow(), HEARTBEAT_SECONDS);
    void report().catch(() => undefined);
  }, HEARTBEAT_SECONDS * 1000);

  return {
    obey,
    lead(now: boolean) {
      if (leads && !now) closePlays();
      leads = now;
      if (now) void report().catch(() => undefined);
    },
    stop() {
      clearInterval(timer);
      window.removeEventListener('pagehide', closePlays);
    },
  };
}
