import { frameMessage, type FrameMessage, type FrameOrder, LONGEST_FRAME_MESSAGE } from '#contract/artifact-frame.ts';

/** A frame that does not answer for this long is stopped. Rule: ai-view/frame. */
const HANGS_AFTER_MS = 5000;
const PING_EVERY_MS = 1000;
/** The longest time for a frame to start. It first fetches its runtime, a few megabytes for diagrams. */
export const STARTS_WITHIN_MS = 20_000;

/** Messages between two pings. An error in each frame of an animation is 60 in a second. */
const MOST_MESSAGES = 1000;
/** Messages that a frame may not send, which include large ones. */
const MOST_WRONG = 20;

interface Heard {
  readonly onReady: () => void;
  readonly onError: (message: string) => void;
  readonly onPicture: (data: string | null) => void;
  /** Called when the code of the frame is about to navigate it. */
  readonly onLeaving: () => void;
  /** Called when a frame sends more than a frame has to say, which would keep the page from its work. */
  readonly onFlood: () => void;
  /** Called when the frame stops answering, or never starts. */
  readonly onHung: () => void;
}

export interface FrameChannel {
  readonly tell: (order: FrameOrder) => void;
  readonly close: () => void;
}

/** Reads a message of a frame; null for anything but the messages that it may send. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  // The size is checked before parsing: a frame may send anything.
  if (typeof data !== 'object' || data === null) return null;
  for (const value of Object.values(data)) {
    if (typeof value === 'object' && value !== null) return null;
    if (typeof value === 'string' && value.length > LONGEST_FRAME_MESSAGE) return null;
  }
  return frameMessage.safeParse(data).data ?? null;
}

/** Opens the one channel to a loaded frame, and checks that the frame keeps answering. */
export function openFrameChannel(
  frame: HTMLIFrameElement,
  { onReady, onError, onPicture, onLeaving, onFlood, onHung }: Heard,
): FrameChannel {
  const { port1, port2 } = new MessageChannel();
  let waiting = window.setTimeout(onHung, STARTS_WITHIN_MS);
  let pinging: number | undefined;
  let count = 0;
  let answered = true;
  let heard = 0;

  const tell = (order: FrameOrder) => port1.postMessage(order);
  /** Messages that a flood has sent already are not read any more. */
  function flood(): void {
    close();
    onFlood();
  }
  function ping() {
    heard = 0;
    // No new ping is sent while one is unanswered, even over several intervals.
    if (!answered) return;
    answered = false;
    count += 1;
    tell({ type: 'ping', count });
    waiting = window.setTimeout(onHung, HANGS_AFTER_MS);
  }

  const hear = ({ data }: MessageEvent<unknown>) => {
    const message = readFrameMessage(data);
    heard += message === null ? MOST_MESSAGES / MOST_WRONG : 1;
    if (heard > MOST_MESSAGES) return flood();
    if (message === null) return;
    if (message.type === 'ready' && pinging === undefined) {
      window.clearTimeout(waiting);
      pinging = window.setInterval(ping, PING_EVERY_MS);
      onReady();
    }
    if (message.type === 'pong' && message.count === count) {
      window.clearTimeout(waiting);
      answered = true;
    }
    if (message.type === 'leaving') onLeaving();
    if (message.type === 'error') onError(message.message);
    if (message.type === 'picture') onPicture(message.data);
  };
  port1.addEventListener('message', hear);
  port1.start();
  // Nothing is to be read outside of the channel, but it costs the page as much.
  const stray = ({ source }: MessageEvent) => {
    if (source === null || source !== frame.contentWindow) return;
    heard += MOST_MESSAGES / MOST_WRONG;
    if (heard > MOST_MESSAGES) flood();
  };
  window.addEventListener('message', stray);
  // The frame has no origin to name here. The port works for one document only.
  frame.contentWindow?.postMessage('connect', '*', [port2]);
  function close(): void {
    window.clearTimeout(waiting);
    window.clearInterval(pinging);
    window.removeEventListener('message', stray);
    port1.removeEventListener('message', hear);
    port1.close();
  }
  return { tell, close };
}
