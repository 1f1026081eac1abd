// Reads PDF417 codes in frames of the camera. It runs in a separate worker because reading takes 20 to 50 ms, and
// because compiling WebAssembly needs a content security policy that the page itself does not have.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { tiltOf } from './tilt.ts';

/** A frame to read. */
export interface FrameAsked {
  readonly frame: ImageBitmap;
  /** Added to the tilt that is found in the frame; null: the frame is read as it is. */
  readonly offDegrees: number | null;
}

// If this fails, reading fails as well and reports it.
void prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });

const canvas = new OffscreenCanvas(1, 1);

/** The frame with its code level. */
function pixelsOf({ frame, offDegrees }: FrameAsked): ImageData {
  const { width, height } = frame;
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser draws nothing in a worker');
  context.drawImage(frame, 0, 0);
  const pixels = context.getImageData(0, 0, width, height);
  const degrees = offDegrees === null ? 0 : tiltOf(pixels) + offDegrees;
  if (degrees !== 0) {
    context.translate(width / 2, height / 2);
    context.rotate((-degrees * Math.PI) / 180);
    context.drawImage(frame, -width / 2, -height / 2);
  }
  frame.close();
  return degrees === 0 ? pixels : context.getImageData(0, 0, width, height);
}

async function read(asked: FrameAsked): Promise<string | null> {
  const [code] = await readBarcodes(pixelsOf(asked), {
    formats: ['PDF417'],
    // The default writes control characters as words.
    textMode: 'Plain',
    tryHarder: true,
    maxNumberOfSymbols: 1,
  });
  return code?.text ?? null;
}

addEventListener('message', ({ data }: MessageEvent<FrameAsked>) => {
  read(data).then(
    (text) => postMessage({ text }),
    (error: unknown) => postMessage({ failed: error instanceof Error ? error.message : String(error) }),
  );
});
