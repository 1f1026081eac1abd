import { paint, type Stroke } from './strokes.ts';

/** Longest picture that goes with a question, in characters. */
const LONGEST = 1_400_000;
/** Larger pictures say no more to a model. */
const WIDEST_PX = 1568;

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/**
 * The workbench as one picture: what is below, and the drawing on it.
 * @param below as a data address; null for a blank ground
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
  // On a layer of its own, so that the eraser does not take what is below.
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
