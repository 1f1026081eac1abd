/** The brush kit of the product pictures: tones, gradients, light and text. A picture is 384 units square. */

export type Pen = CanvasRenderingContext2D;
/** An oklch colour: lightness 0-1, chroma about 0-0.25, hue in degrees. */
export type Tone = readonly [lightness: number, chroma: number, hue: number];
export type Stop = readonly [place: number, tone: Tone, alpha?: number];

export const SIDE = 384;
export const WHITE: Tone = [1, 0, 0];
export const INK: Tone = [0.24, 0.02, 260];
export const CREAM: Tone = [0.95, 0.025, 85];
export const STEEL: Tone = [0.78, 0.008, 250];

export function css([lightness, chroma, hue]: Tone, alpha = 1): string {
  return `oklch(${lightness} ${chroma} ${hue} / ${alpha})`;
}

export function lit([lightness, chroma, hue]: Tone, by: number): Tone {
  return [Math.min(1, Math.max(0, lightness + by)), chroma, hue];
}

/** Between two tones as pigments mix: green and pink meet in grey, not in yellow. */
export function blend(from: Tone, to: Tone, share: number): Tone {
  const [fromX, fromY] = plane(from);
  const [toX, toY] = plane(to);
  const x = fromX + (toX - fromX) * share;
  const y = fromY + (toY - fromY) * share;
  return [from[0] + (to[0] - from[0]) * share, Math.hypot(x, y), (Math.atan2(y, x) * 180) / Math.PI];
}

function plane([, chroma, hue]: Tone): [number, number] {
  const angle = (hue * Math.PI) / 180;
  return [chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

export function linear(
  pen: Pen,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  stops: readonly Stop[],
): CanvasGradient {
  return withStops(pen.createLinearGradient(x0, y0, x1, y1), stops);
}

export function radial(pen: Pen, x: number, y: number, radius: number, stops: readonly Stop[]): CanvasGradient {
  return withStops(pen.createRadialGradient(x, y, 0, x, y, radius), stops);
}

function withStops(gradient: CanvasGradient, stops: readonly Stop[]): CanvasGradient {
  for (const [place, tone, alpha] of stops) gradient.addColorStop(place, css(tone, alpha ?? 1));
  return gradient;
}

/** Light falling on something round that stands upright, from the upper left. */
export function aroundX(pen: Pen, x: number, width: number, tone: Tone, depth = 1): CanvasGradient {
  return linear(pen, x, 0, x + width, 0, [
    [0, lit(tone, -0.14 * depth)],
    [0.12, lit(tone, -0.02 * depth)],
    [0.3, lit(tone, 0.12 * depth)],
    [0.5, lit(tone, 0.01 * depth)],
    [0.86, lit(tone, -0.15 * depth)],
    [1, lit(tone, -0.08 * depth)],
  ]);
}

export function box(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  fill: string | CanvasGradient,
): void {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
  pen.fillStyle = fill;
  pen.fill();
}

export function disc(
  pen: Pen,
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  fill: string | CanvasGradient,
  turn = 0,
): void {
  pen.beginPath();
  pen.ellipse(x, y, radiusX, radiusY, turn, 0, Math.PI * 2);
  pen.fillStyle = fill;
  pen.fill();
}

export function shape(pen: Pen, path: string, fill: string | CanvasGradient): Path2D {
  const outline = new Path2D(path);
  pen.fillStyle = fill;
  pen.fill(outline);
  return outline;
}

export function line(pen: Pen, path: string, stroke: string | CanvasGradient, width: number): void {
  pen.strokeStyle = stroke;
  pen.lineWidth = width;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.stroke(new Path2D(path));
}

/** Draws only inside an outline. */
export function inside(pen: Pen, outline: Path2D, draw: () => void): void {
  pen.save();
  pen.clip(outline);
  draw();
  pen.restore();
}

export function boxPath(x: number, y: number, width: number, height: number, radius: number): Path2D {
  const outline = new Path2D();
  outline.roundRect(x, y, width, height, radius);
  return outline;
}

/** Draws turned and moved: (0, 0) of `draw` is at (x, y). */
export function placed(pen: Pen, x: number, y: number, degrees: number, draw: () => void, size = 1): void {
  pen.save();
  pen.translate(x, y);
  pen.rotate((degrees * Math.PI) / 180);
  pen.scale(size, size);
  draw();
  pen.restore();
}

/** The seamless paper every product stands on, tinted, lit from the upper left. */
export function stage(pen: Pen, hue: number, chroma = 0.045): void {
  const wall: Tone = [0.87, chroma, hue];
  pen.fillStyle = linear(pen, 0, 0, 0, SIDE, [
    [0, lit(wall, 0.015)],
    [0.7, lit(wall, -0.025)],
    [0.8, lit(wall, -0.055)],
    [1, lit(wall, -0.02)],
  ]);
  pen.fillRect(0, 0, SIDE, SIDE);
  pen.fillStyle = radial(pen, 130, 110, 270, [
    [0, WHITE, 0.5],
    [0.5, WHITE, 0.16],
    [1, WHITE, 0],
  ]);
  pen.fillRect(0, 0, SIDE, SIDE);
}

/** A soft shadow on the ground, a little to the right because the light comes from the left. */
export function shadow(pen: Pen, x: number, y: number, radiusX: number, radiusY: number, strength = 0.4): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(1, radiusY / radiusX);
  const dark: Tone = [0.25, 0.04, 270];
  pen.fillStyle = radial(pen, 0, 0, radiusX, [
    [0, dark, strength],
    [0.45, dark, strength * 0.6],
    [0.75, dark, strength * 0.2],
    [1, dark, 0],
  ]);
  pen.fillRect(-radiusX, -radiusX, radiusX * 2, radiusX * 2);
  pen.restore();
}

/** A window's reflection: a soft-ended white strip. */
export function gloss(pen: Pen, x: number, y: number, width: number, height: number, strength = 0.5): void {
  box(
    pen,
    x,
    y,
    width,
    height,
    Math.min(width, height) / 2,
    linear(pen, 0, y, 0, y + height, [
      [0, WHITE, strength * 0.4],
      [0.2, WHITE, strength],
      [0.8, WHITE, strength * 0.5],
      [1, WHITE, 0],
    ]),
  );
}

export interface TextStyle {
  readonly size: number;
  readonly tone: Tone;
  readonly weight?: number;
  readonly spacing?: number;
  readonly alpha?: number;
  /** Shrinks the text until it is no wider than this. */
  readonly within?: number;
}

/** Text centred on a point. */
export function write(pen: Pen, words: string, x: number, y: number, style: TextStyle): void {
  const { tone, weight = 700, spacing = 0, alpha = 1, within = 1000 } = style;
  let { size } = style;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.letterSpacing = `${spacing}px`;
  pen.font = `${weight} ${size}px "Inter Variable"`;
  while (size > 6 && pen.measureText(words).width > within) {
    size -= 0.5;
    pen.font = `${weight} ${size}px "Inter Variable"`;
  }
  pen.fillStyle = css(tone, alpha);
  pen.fillText(words, x + spacing / 2, y);
}
