import type { FrameMessage, FrameOrder } from '#contract/artifact-frame.ts';
import { writeDocument } from './no-frames.ts';
import { refuseToLeave } from './no-leaving.ts';

/**
 * The first script of every frame: it takes the one channel that the page hands in and shows the code that comes over
 * it. Whatever it needs later is taken here, before code that nobody has checked can replace it.
 */
type Order<Type extends FrameOrder['type']> = Extract<FrameOrder, { type: Type }>;
export type Show = (order: Order<'show'>) => void | Promise<void>;

declare global {
  interface Window {
    /** Draws with the runtime of this frame's kind. Without a runtime the document itself is shown. */
    artifactRuntime?: Show;
    /** The rows of a live artifact, for its code. */
    artifact?: { readonly rows: readonly Readonly<Record<string, unknown>>[] };
  }
}

const LONGEST_ERROR = 2000;
const page = window.parent;
// The browser's own methods, kept before a script can replace them; called on the objects that they belong to.
/* oxlint-disable typescript/unbound-method */
const { apply } = Reflect;
const say = MessagePort.prototype.postMessage;
const toText = XMLSerializer.prototype.serializeToString;
/* oxlint-enable typescript/unbound-method */

// A policy of content does not reach these, and an artifact has nobody to talk to.
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport']) {
  Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false });
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text.slice(0, LONGEST_ERROR);
}

let port: MessagePort | null = null;
/** Kept here, because the document that an artifact writes has a root of its own. */
let theme: 'dark' | 'light' = 'dark';
const tell = (message: FrameMessage): void => void (port && apply(say, port, [message]));

/** Shows what went wrong where it went wrong, and tells the page. */
function fail(error: unknown): void {
  const message = messageOf(error);
  tell({ type: 'error', message });
  const place = document.body ?? document.documentElement;
  const note = document.createElement('pre');
  note.setAttribute('role', 'alert');
  note.setAttribute(
    'style',
    'all:initial;position:fixed;inset:auto 0 0 0;z-index:2147483647;max-height:50%;overflow:auto;margin:0;padding:12px 16px;font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap;' +
      (theme === 'light' ? 'background:#fde5e5;color:#b3232a' : 'background:#3b1518;color:#ff9592'),
  );
  note.textContent = message;
  place.append(note);
}

function listen(): void {
  refuseToLeave(() => tell({ type: 'leaving' }));
  window.addEventListener('error', (event) => fail(event.error ?? event.message));
  window.addEventListener('unhandledrejection', ({ reason }) => fail(reason));
}

async function show(order: Order<'show'>): Promise<void> {
  window.artifact = Object.freeze({ rows: order.data?.rows ?? [] });
  ({ theme } = order);
  document.documentElement.dataset['theme'] = theme;
  try {
    if (window.artifactRuntime) await window.artifactRuntime(order);
    else writeDocument(order.code, listen);
  } catch (error) {
    fail(error);
  }
}

/** A picture of what is on the screen here, made of the document itself; null when the browser cannot draw it. */
async function picture({ width, height }: Order<'picture'>): Promise<string | null> {
  try {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const script of copy.querySelectorAll('script')) script.remove();
    const place = `transform:translate(${-window.scrollX}px,${-window.scrollY}px)`;
    const text = apply(toText, new XMLSerializer(), [copy]);
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><foreignObject width="${width}" height="${document.documentElement.scrollHeight}" style="${place}">${text}</foreignObject></svg>`;
    const image = new Image(width, height);
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    // A drawn document does not carry its ground to the whole of the window, as a page does; one without is on white.
    const grounds = [document.body, document.documentElement].map((one) => getComputedStyle(one).backgroundColor);
    for (const ground of ['white', ...grounds]) {
      if (context) context.fillStyle = ground;
      context?.fillRect(0, 0, width, height);
    }
    context?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/png');
  } catch {
    return null;
  }
}

function obey(order: FrameOrder): void {
  if (order.type === 'ping') tell({ type: 'pong', count: order.count });
  if (order.type === 'show') void show(order);
  if (order.type === 'picture') void picture(order).then((data) => tell({ type: 'picture', data }));
}

listen();
window.addEventListener('message', ({ source, ports }) => {
  if (port !== null || source !== page || !ports[0]) return;
  port = ports[0];
  port.addEventListener('message', ({ data }: MessageEvent<FrameOrder>) => obey(data));
  port.start();
  tell({ type: 'ready' });
});
