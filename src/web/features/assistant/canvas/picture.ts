import { paint, type Stroke } from './strokes.ts';

/** The longest picture that may go with a question, in characters. */
const LONGEST = 1_400_000;
/** A larger picture tells a model nothing more. */
const WIDEST_PX = 1568;

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/**
 * The workbench as one picture: its content with the drawing on top.
 * @param below the content as a data URL; null for a blank ground
 * @param ground the colour of a blank ground
 */
export async function pictureOf(
  strokes: readonly Stroke[],
  { width, height }: { width: number; height: number },
  below: string | null,
  ground: string,
): Promise<string | null> {
  const scale = Math.min(1, WIDEST_PX / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.scale(scale, scale);
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  if (below !== null) context.drawImage(await load(below), 0, 0, width, height);
  // The drawing has its own layer, so that the eraser does not erase the content below.
  const layer = document.createElement('canvas');
  layer.width = width;
  layer.height = height;
  const drawing = layer.getContext('2d');
  if (drawing) paint(drawing, strokes);
  context.drawImage(layer, 0, 0);
  for (const [type, quality] of [
    ['image/png', 1],
    ['image/jpeg', 0.85],
    ['image/jpeg', 0.5],
  ] as const) {
    const address = canvas.toDataURL(type, quality);
    if (address.length <= LONGEST) return address;
  }
  return null;
}
