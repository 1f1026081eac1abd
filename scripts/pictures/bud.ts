import type { Random } from '#server/demo/random.ts';

import { blend, box, css, disc, linear, lit, type Pen, placed, shadow, stage, type Tone, WHITE } from './paint.ts';

export type BudShape = 'cone' | 'round' | 'spade' | 'long' | 'twin' | 'cluster';

export interface BudLook {
  readonly shape: BudShape;
  readonly calyx: Tone;
  /** The second colour: purple tips, yellow edges. */
  readonly tip: Tone;
  /** How much of the second colour shows, 0-1. */
  readonly tipShare: number;
  readonly pistil: Tone;
  /** 0 is bare, 1 is snow. */
  readonly frost: number;
  readonly backdrop: number;
}

interface Outline {
  readonly width: number;
  readonly height: number;
  /** Half width at `t`, 0 the top and 1 the foot, as a share of `width`. */
  readonly profile: (t: number) => number;
  readonly grain: number;
}

const OUTLINES: Readonly<Record<Exclude<BudShape, 'twin' | 'cluster'>, Outline>> = {
  cone: { width: 100, height: 262, profile: (t) => Math.min(1, 0.12 + 1.22 * t ** 0.85) * foot(t, 0.8), grain: 19 },
  round: {
    width: 118,
    height: 218,
    profile: (t) => Math.sqrt(Math.max(0, 1 - (2 * t ** 0.86 - 1) ** 2)) ** 0.9,
    grain: 20,
  },
  spade: { width: 122, height: 250, profile: (t) => Math.min(1, 0.06 + 1.75 * t ** 1.1) * foot(t, 0.6), grain: 20 },
  long: {
    width: 72,
    height: 290,
    profile: (t) => (0.78 + 0.22 * Math.sin(t * 17)) * Math.min(1, 0.25 + 1.6 * t) * foot(t, 0.82),
    grain: 16.5,
  },
};

/** Pushes a share towards all or nothing: a calyx is green or purple, seldom between. */
function decided(share: number): number {
  const x = Math.min(1, Math.max(0, (share - 0.2) / 0.6));
  return x * x * (3 - 2 * x);
}

function foot(t: number, from: number): number {
  return t < from ? 1 : Math.sqrt(Math.max(0.06, 1 - ((t - from) / (1 - from)) ** 2));
}

export function drawFlower(pen: Pen, random: Random, look: BudLook): void {
  stage(pen, look.backdrop, 0.05);
  if (look.shape === 'twin') {
    shadow(pen, 200, 322, 150, 24, 0.42);
    placed(pen, 252, 186, 17, () =>
      drawBud(pen, random.fork('back'), { ...OUTLINES.cone, width: 74, height: 214 }, look),
    );
    placed(pen, 148, 202, -9, () =>
      drawBud(pen, random.fork('front'), { ...OUTLINES.spade, width: 96, height: 224, grain: 21 }, look),
    );
    return;
  }
  if (look.shape === 'cluster') {
    shadow(pen, 196, 318, 165, 26, 0.42);
    const small: Outline = { ...OUTLINES.round, width: 70, height: 138, grain: 17 };
    placed(pen, 200, 138, 4, () => drawBud(pen, random.fork('top'), { ...small, height: 148 }, look));
    placed(pen, 122, 236, -24, () => drawBud(pen, random.fork('left'), small, look));
    placed(pen, 268, 240, 22, () => drawBud(pen, random.fork('right'), { ...small, width: 74 }, look));
    return;
  }
  const outline = OUTLINES[look.shape];
  shadow(pen, 206, 192 + outline.height / 2 - 2, outline.width * 1.25, 24, 0.42);
  placed(pen, 194, 186, random.int(-7, 7), () => drawBud(pen, random, outline, look));
}

/** A bud around (0, 0), tip upwards: leaves behind, lobes of calyxes from the tip down, hairs, then frost. */
function drawBud(pen: Pen, random: Random, outline: Outline, look: BudLook): void {
  const { width, height } = outline;
  box(
    pen,
    -6,
    height / 2 - 14,
    12,
    24,
    4,
    linear(pen, -6, 0, 6, 0, [
      [0, [0.62, 0.08, 115]],
      [1, [0.42, 0.07, 120]],
    ]),
  );
  const leafTone = blend(look.calyx, look.tip, look.tipShare * 0.35);
  for (let index = 0; index < 11; index += 1) {
    const side = index % 2 === 0 ? -1 : 1;
    const t = 0.25 + (index / 11) * 0.68;
    const half = outline.profile(t) * width;
    const long = 30 + random.next() * 22;
    placed(pen, side * half * 0.72, (t - 0.5) * height, side * (42 + random.next() * 40), () =>
      drawLeaf(pen, long, lit(leafTone, -0.1)),
    );
  }
  drawCore(pen, outline, lit(blend(look.calyx, look.tip, look.tipShare * 0.5), -0.22));
  const rows = Math.round(height / (outline.grain * 0.66));
  const dots: [x: number, y: number, light: number][] = [];
  for (let row = 0; row <= rows; row += 1) {
    const t = row / rows;
    const half = outline.profile(t) * width;
    const count = Math.max(1, Math.round((half * 2.3) / outline.grain));
    const places = Array.from({ length: count }, (_, index) => {
      const spread = count === 1 ? 0 : (index / (count - 1)) * 2 - 1;
      return Math.max(-1, Math.min(1, spread + (random.next() - 0.5) * 0.22));
    });
    // The flanks lie further back than the middle.
    places.sort((a, b) => Math.abs(b) - Math.abs(a));
    for (const place of places) {
      const x = place * half * 0.92 + (random.next() - 0.5) * 5;
      const y = (t - 0.5) * height + (random.next() - 0.5) * outline.grain * 0.5 - Math.abs(place) * 5;
      const lobe = 0.5 + 0.5 * Math.sin(x * 0.07 + t * 9 + random.next() * 0.5) * Math.cos(y * 0.06 + x * 0.03 + 1.3);
      const light = 0.1 - place * 0.1 - t * 0.07 - Math.abs(place) ** 3 * 0.1 + (lobe - 0.5) * 0.26;
      const share = decided(look.tipShare * (0.45 + lobe) + (random.next() - 0.5) * 0.4);
      const size = outline.grain * (0.82 + random.next() * 0.5);
      placed(pen, x, y, place * 55 + (random.next() - 0.5) * 46, () => {
        drawCalyx(pen, size, look.calyx, blend(look.calyx, look.tip, share), light);
        if (random.chance(0.36)) drawHair(pen, random, size, lit(look.pistil, light * 0.7));
      });
      dots.push([x, y - size * 0.5, light]);
    }
  }
  for (let index = 0; index < 5; index += 1) {
    const side = index % 2 === 0 ? -1 : 1;
    const t = 0.42 + random.next() * 0.45;
    placed(
      pen,
      side * outline.profile(t) * width * (0.2 + random.next() * 0.5),
      (t - 0.46) * height,
      side * (18 + random.next() * 40),
      () => drawLeaf(pen, 22 + random.next() * 12, lit(leafTone, 0.02)),
    );
  }
  drawFrost(pen, random, dots, outline.grain, look.frost);
}

/** What shows between the calyxes: the shaded inside. */
function drawCore(pen: Pen, { width, height, profile }: Outline, tone: Tone): void {
  pen.beginPath();
  for (let step = 0; step <= 48; step += 1) {
    const t = step <= 24 ? step / 24 : 2 - step / 24;
    pen.lineTo(profile(t) * width * (step <= 24 ? -0.88 : 0.88), (t - 0.5) * height);
  }
  pen.closePath();
  pen.fillStyle = css(tone);
  pen.fill();
}

function drawCalyx(pen: Pen, size: number, from: Tone, to: Tone, light: number): void {
  const outline = new Path2D(
    `M0 ${-size} C${size * 0.3} ${-size * 0.72} ${size * 0.56} ${-size * 0.25} ${size * 0.5} ${size * 0.2}` +
      ` C${size * 0.42} ${size * 0.62} ${-size * 0.42} ${size * 0.62} ${-size * 0.5} ${size * 0.2}` +
      ` C${-size * 0.56} ${-size * 0.25} ${-size * 0.3} ${-size * 0.72} 0 ${-size}Z`,
  );
  pen.fillStyle = linear(pen, -size * 0.2, -size, size * 0.25, size * 0.6, [
    [0, lit(to, light + 0.1)],
    [0.45, lit(blend(from, to, 0.5), light)],
    [1, lit(from, light - 0.2)],
  ]);
  pen.fill(outline);
  pen.strokeStyle = css(lit(from, light - 0.2), 0.55);
  pen.lineWidth = 0.9;
  pen.stroke(outline);
  pen.strokeStyle = css(lit(to, light + 0.2), 0.4);
  pen.lineWidth = 1.1;
  pen.stroke(
    new Path2D(
      `M${-size * 0.08} ${-size * 0.8} C${-size * 0.32} ${-size * 0.45} ${-size * 0.38} ${-size * 0.2} ${-size * 0.36} ${size * 0.1}`,
    ),
  );
}

function drawHair(pen: Pen, random: Random, size: number, tone: Tone): void {
  const bend = (random.next() - 0.5) * size * 2;
  const path = new Path2D(
    `M0 ${-size * 0.5} C${bend * 0.2} ${-size * 1.1} ${bend} ${-size * 0.9} ${bend * 1.1} ${-size * (0.7 + random.next() * 0.8)}`,
  );
  pen.lineCap = 'round';
  pen.strokeStyle = css(lit(tone, -0.18), 0.7);
  pen.lineWidth = 3.4;
  pen.stroke(path);
  pen.strokeStyle = css(tone);
  pen.lineWidth = 2.2;
  pen.stroke(path);
}

/** A narrow serrated sugar leaf, pointing up from (0, 0). */
function drawLeaf(pen: Pen, long: number, tone: Tone): void {
  const half = long * 0.15;
  let left = '';
  let right = '';
  for (let tooth = 1; tooth <= 4; tooth += 1) {
    const y = -long * (tooth / 5);
    const reach = half * (1 - (tooth / 5) ** 2) + 1.5;
    right += ` L${reach} ${y} L${reach * 0.72} ${y - 2}`;
    left = ` L${-reach * 0.72} ${y - 2} L${-reach} ${y}${left}`;
  }
  const outline = new Path2D(`M0 4 ${right} L0 ${-long} ${left}Z`);
  pen.fillStyle = linear(pen, 0, 0, 0, -long, [
    [0, lit(tone, -0.1)],
    [1, lit(tone, 0.08)],
  ]);
  pen.fill(outline);
  pen.strokeStyle = css(lit(tone, 0.14), 0.6);
  pen.lineWidth = 0.8;
  pen.stroke(new Path2D(`M0 0 L0 ${-long * 0.9}`));
}

function drawFrost(
  pen: Pen,
  random: Random,
  dots: readonly [number, number, number][],
  grain: number,
  frost: number,
): void {
  for (const [x, y, light] of dots) {
    const count = Math.round((0.3 + frost) * 6 * (0.6 + light * 2.5));
    for (let index = 0; index < count; index += 1) {
      const radius = 0.7 + random.next() * 0.8;
      disc(
        pen,
        x + (random.next() - 0.5) * grain,
        y + (random.next() - 0.5) * grain,
        radius,
        radius,
        css(WHITE, 0.35 + random.next() * 0.45),
      );
    }
  }
}
