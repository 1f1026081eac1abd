import type { FrameAsked } from './frame-worker.ts';

/** Frames are tried in turn: levelled by the tilt found in them, by a little more and less, and as they are. */
const OFF_DEGREES = [0, 0.4, -0.4, null] as const;
/** Pause between frames, so that the till stays quick while nobody holds a card. */
const PAUSE_MS = 40;

type Answer = { readonly text: string | null } | { readonly failed: string };

/**
 * Reads frame after frame of a video until a code is found. No frame is kept or sent anywhere.
 * @param onText gets the text of each found code
 * @param onFailed is called if the reader itself does not work
 * @returns a function that ends the reading
 */
export function readFrames(
  video: HTMLVideoElement,
  onText: (raw: string) => void,
  onFailed: (reason: string) => void,
): () => void {
  const worker = new Worker(new URL('./frame-worker.ts', import.meta.url), { type: 'module' });
  let turn = 0;
  let timer: number | undefined;
  let ended = false;

  async function ask(): Promise<void> {
    if (ended) return;
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return later();
    const frame = await createImageBitmap(video);
    const offDegrees = OFF_DEGREES[turn % OFF_DEGREES.length] ?? null;
    turn += 1;
    if (ended) return frame.close();
    worker.postMessage({ frame, offDegrees } satisfies FrameAsked, [frame]);
  }

  function later(): void {
    if (!ended)
      timer = window.setTimeout(() => void ask().catch((error: unknown) => onFailed(String(error))), PAUSE_MS);
  }

  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (ended) return;
    if ('failed' in data) return onFailed(data.failed);
    if (data.text !== null) onText(data.text);
    later();
  });
  worker.addEventListener('error', ({ message }) => onFailed(message || 'its program could not be fetched'));
  later();
  return () => {
    ended = true;
    window.clearTimeout(timer);
    worker.terminate();
  };
}
