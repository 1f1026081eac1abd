import { type Flavor, flavorWords } from './flavors.ts';
import { drawGlyph } from './glyphs.ts';
import {
  aroundX,
  blend,
  box,
  boxPath,
  css,
  disc,
  gloss,
  inside,
  INK,
  linear,
  lit,
  type Pen,
  type Tone,
  WHITE,
  write,
} from './paint.ts';

/** What text and lines on a pack are printed in: dark on light packs, light on dark ones. */
export function printOn(pack: Tone): Tone {
  return pack[0] > 0.66 ? [0.27, Math.min(0.06, pack[1] + 0.02), pack[2]] : [0.97, 0.02, pack[2]];
}

/** A cardboard box seen almost from the front, with its brand, motif and words. */
export function drawCarton(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  brand: string,
  name: string,
  flavor: Flavor,
): void {
  const { pack, tone, glyph } = flavor;
  const side = Math.round(width * 0.13);
  pen.beginPath();
  pen.moveTo(x + width, y + 2);
  pen.lineTo(x + width + side, y + 10);
  pen.lineTo(x + width + side, y + height - 8);
  pen.lineTo(x + width, y + height);
  pen.closePath();
  pen.fillStyle = linear(pen, x + width, 0, x + width + side, 0, [
    [0, lit(pack, -0.17)],
    [1, lit(pack, -0.1)],
  ]);
  pen.fill();
  box(
    pen,
    x,
    y,
    width,
    height,
    4,
    linear(pen, x, y, x + width, y + height, [
      [0, lit(pack, 0.05)],
      [1, lit(pack, -0.05)],
    ]),
  );
  const print = printOn(pack);
  inside(pen, boxPath(x, y, width, height, 4), () => {
    disc(pen, x + width / 2, y + height * 0.53, width * 0.43, width * 0.43, css(blend(pack, tone, 0.28)));
    drawGlyph(pen, glyph, x + width / 2, y + height * 0.53, width * 0.27, tone);
  });
  write(pen, brand.toUpperCase(), x + width / 2, y + height * 0.13, {
    size: width * 0.1,
    tone: print,
    weight: 600,
    spacing: width * 0.016,
    within: width * 0.86,
  });
  write(pen, flavorWords(name), x + width / 2, y + height * 0.88, {
    size: width * 0.13,
    tone: print,
    weight: 800,
    within: width * 0.88,
  });
}

/** A stand-up pouch with a crimped top. */
export function drawPouch(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  brand: string,
  words: string,
  flavor: Flavor,
): void {
  const { pack, tone, glyph } = flavor;
  const outline = new Path2D(
    `M${x} ${y + 8} Q${x} ${y} ${x + 8} ${y} L${x + width - 8} ${y} Q${x + width} ${y} ${x + width} ${y + 8}` +
      ` C${x + width - 6} ${y + height * 0.35} ${x + width + 8} ${y + height * 0.7} ${x + width + 3} ${y + height - 8}` +
      ` Q${x + width} ${y + height} ${x + width - 12} ${y + height} Q${x + width / 2} ${y + height + 9} ${x + 12} ${y + height}` +
      ` Q${x} ${y + height} ${x - 3} ${y + height - 8} C${x - 8} ${y + height * 0.7} ${x + 6} ${y + height * 0.35} ${x} ${y + 8}Z`,
  );
  pen.fillStyle = linear(pen, x, 0, x + width, 0, [
    [0, lit(pack, -0.1)],
    [0.1, lit(pack, 0.06)],
    [0.3, lit(pack, 0)],
    [0.62, lit(pack, 0.05)],
    [0.9, lit(pack, -0.04)],
    [1, lit(pack, -0.14)],
  ]);
  pen.fill(outline);
  inside(pen, outline, () => {
    box(pen, x - 10, y, width + 20, 24, 0, css(lit(pack, -0.07), 0.8));
    for (let ridge = 0; ridge < 5; ridge += 1)
      box(pen, x - 10, y + 3 + ridge * 4.4, width + 20, 1.4, 0, css(lit(pack, 0.1), 0.55));
    disc(pen, x + width / 2, y + height * 0.6, width * 0.37, width * 0.37, css(blend(pack, tone, 0.24)));
    drawGlyph(pen, glyph, x + width / 2, y + height * 0.6, width * 0.26, tone);
    gloss(pen, x + 9, y + 34, 10, height - 60, 0.4);
    box(pen, x - 10, y + height - 20, width + 20, 30, 0, css(lit(pack, -0.16), 0.25));
  });
  const print = printOn(pack);
  write(pen, brand.toUpperCase(), x + width / 2, y + height * 0.17, {
    size: width * 0.085,
    tone: print,
    weight: 600,
    spacing: 1.6,
    within: width * 0.84,
  });
  write(pen, words.toUpperCase(), x + width / 2, y + height * 0.28, {
    size: width * 0.125,
    tone: print,
    weight: 800,
    within: width * 0.86,
  });
}

/** A jar with a lid and a printed band; `fill` draws what is inside, within the glass. */
export function drawJar(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  lid: Tone,
  fill: () => void,
): void {
  const glass: Tone = [0.93, 0.015, 220];
  const outline = boxPath(x, y, width, height, width * 0.12);
  pen.fillStyle = css(glass, 0.55);
  pen.fill(outline);
  inside(pen, outline, fill);
  pen.fillStyle = linear(pen, x, 0, x + width, 0, [
    [0, WHITE, 0.5],
    [0.06, WHITE, 0.12],
    [0.16, WHITE, 0.42],
    [0.24, WHITE, 0.08],
    [0.8, INK, 0],
    [0.95, INK, 0.16],
    [1, WHITE, 0.4],
  ]);
  pen.fill(outline);
  pen.strokeStyle = css(WHITE, 0.65);
  pen.lineWidth = 1.5;
  pen.stroke(outline);
  const lidHeight = Math.min(46, height * 0.24);
  box(pen, x - 3, y - lidHeight + 8, width + 6, lidHeight, 7, aroundX(pen, x - 3, width + 6, lid));
  box(pen, x - 3, y - lidHeight + 8, width + 6, 5, 3, css(lit(lid, 0.18), 0.6));
  box(pen, x - 1, y + 8, width + 2, 3, 0, css(INK, 0.22));
}

/** Liquid or oil in glass: lighter where the light comes through. */
export function oil(pen: Pen, x: number, width: number, tone: Tone): CanvasGradient {
  return linear(pen, x, 0, x + width, 0, [
    [0, lit(tone, -0.16)],
    [0.2, lit(tone, 0.06)],
    [0.45, lit(tone, 0.14)],
    [0.8, lit(tone, -0.02)],
    [1, lit(tone, -0.15)],
  ]);
}
