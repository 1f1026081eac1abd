import type { Random } from '#server/demo/random.ts';

import { drawGlyph, type Glyph } from './glyphs.ts';
import { printOn } from './packs.ts';
import {
  blend,
  box,
  css,
  disc,
  gloss,
  line,
  linear,
  lit,
  type Pen,
  placed,
  radial,
  shadow,
  shape,
  stage,
  type Tone,
  WHITE,
  write,
} from './paint.ts';

const DARK: Tone = [0.34, 0.055, 45];
const MILK: Tone = [0.5, 0.085, 52];
const WHITE_CHOCOLATE: Tone = [0.93, 0.045, 88];
const DOUGH: Tone = [0.74, 0.1, 72];

interface Bar {
  readonly chocolate: Tone;
  readonly wrap: Tone;
  readonly glyph: Glyph;
  readonly tone: Tone;
  readonly words: string;
  readonly bits: Tone | null;
}

const BARS: Readonly<Record<string, Bar>> = {
  'dark-chocolate-bar-72': {
    chocolate: DARK,
    wrap: [0.3, 0.06, 20],
    glyph: 'star',
    tone: [0.82, 0.12, 80],
    words: 'DARK 72%',
    bits: null,
  },
  'milk-chocolate-bar-hazelnut': {
    chocolate: MILK,
    wrap: [0.72, 0.11, 75],
    glyph: 'nut',
    tone: [0.46, 0.09, 55],
    words: 'HAZELNUT',
    bits: [0.78, 0.08, 78],
  },
  'white-chocolate-bar-raspberry': {
    chocolate: WHITE_CHOCOLATE,
    wrap: [0.88, 0.07, 5],
    glyph: 'berries',
    tone: [0.56, 0.2, 8],
    words: 'RASPBERRY',
    bits: [0.58, 0.2, 8],
  },
  'dark-chocolate-bar-orange': {
    chocolate: DARK,
    wrap: [0.7, 0.18, 50],
    glyph: 'citrus',
    tone: [0.9, 0.12, 80],
    words: 'ORANGE',
    bits: [0.74, 0.17, 58],
  },
  'milk-chocolate-bar-pretzel': {
    chocolate: MILK,
    wrap: [0.5, 0.1, 250],
    glyph: 'waves',
    tone: [0.86, 0.1, 80],
    words: 'PRETZEL',
    bits: [0.72, 0.1, 62],
  },
  'mint-chocolate-bar': {
    chocolate: DARK,
    wrap: [0.82, 0.09, 168],
    glyph: 'mint',
    tone: [0.5, 0.11, 160],
    words: 'MINT',
    bits: [0.84, 0.09, 165],
  },
};

export function isBaked(slug: string): boolean {
  return slug in BARS || /cookie|brownie|snickerdoodle|crispy/.test(slug);
}

export function drawBaked(pen: Pen, random: Random, slug: string): void {
  const bar = BARS[slug];
  if (bar) return drawBar(pen, random, bar);
  if (slug.includes('brownie')) return drawBrownie(pen, random);
  if (slug.includes('crispy')) return drawCrispy(pen, random);
  stage(pen, slug.includes('brown-butter') ? 70 : 40, 0.05);
  drawCookies(pen, random, slug.includes('brown-butter'));
}

function drawBar(pen: Pen, random: Random, bar: Bar): void {
  stage(pen, bar.wrap[2], 0.05);
  shadow(pen, 200, 322, 130, 20, 0.45);
  placed(pen, 192, 190, 9, () => {
    for (let row = 0; row < 2; row += 1) {
      for (let column = 0; column < 3; column += 1) {
        const [x, y] = [-81 + column * 54, -150 + row * 54];
        box(pen, x, y, 54, 56, 3, css(lit(bar.chocolate, -0.07)));
        box(
          pen,
          x + 4,
          y + 4,
          46,
          46,
          5,
          linear(pen, x, y, x + 46, y + 46, [
            [0, lit(bar.chocolate, 0.11)],
            [0.5, lit(bar.chocolate, 0.02)],
            [1, lit(bar.chocolate, -0.04)],
          ]),
        );
        box(pen, x + 10, y + 10, 34, 34, 4, css(lit(bar.chocolate, 0.015)));
        for (let bit = 0; bar.bits && bit < 4; bit += 1)
          disc(
            pen,
            x + 9 + random.next() * 36,
            y + 9 + random.next() * 36,
            4,
            3,
            css(lit(bar.bits, (random.next() - 0.5) * 0.1)),
            random.next() * 3,
          );
      }
    }
    shape(
      pen,
      'M-86 -42 L-60 -50 L-36 -38 L-10 -50 L16 -38 L44 -50 L68 -38 L88 -46 L88 -26 L-86 -26Z',
      linear(pen, -86, 0, 88, 0, [
        [0, [0.72, 0.01, 250]],
        [0.3, [0.95, 0.005, 250]],
        [0.6, [0.78, 0.01, 250]],
        [1, [0.9, 0.006, 250]],
      ]),
    );
    box(
      pen,
      -87,
      -32,
      174,
      176,
      4,
      linear(pen, -87, 0, 87, 0, [
        [0, lit(bar.wrap, -0.05)],
        [0.2, lit(bar.wrap, 0.05)],
        [0.7, bar.wrap],
        [1, lit(bar.wrap, -0.1)],
      ]),
    );
    disc(pen, 0, 44, 50, 50, css(blend(bar.wrap, bar.tone, 0.22)));
    drawGlyph(pen, bar.glyph, 0, 44, 33, bar.tone);
    write(pen, 'LANTERN', 0, -12, { size: 15, tone: printOn(bar.wrap), weight: 700, spacing: 4 });
    write(pen, bar.words, 0, 120, { size: 21, tone: printOn(bar.wrap), weight: 800, within: 150 });
    gloss(pen, -76, -20, 8, 150, 0.3);
  });
}

function drawCookies(pen: Pen, random: Random, butter: boolean): void {
  shadow(pen, 196, 318, 160, 22, 0.42);
  const tone: Tone = butter ? DOUGH : [0.8, 0.09, 76];
  for (const [x, y, radius] of [
    [236, 158, 96],
    [146, 228, 104],
  ] as const) {
    shadow(pen, x + 8, y + 12, radius * 1.12, radius * 1.1, 0.3);
    disc(pen, x, y + 7, radius, radius * 0.97, css(lit(tone, -0.2)));
    disc(
      pen,
      x,
      y,
      radius,
      radius * 0.97,
      radial(pen, x - 34, y - 40, radius * 1.8, [
        [0, lit(tone, 0.12)],
        [0.5, tone],
        [1, lit(tone, -0.16)],
      ]),
    );
    for (let bit = 0; bit < (butter ? 15 : 75); bit += 1) {
      const angle = random.next() * Math.PI * 2;
      const reach = Math.sqrt(random.next()) * radius * 0.82;
      placed(pen, x + Math.cos(angle) * reach, y + Math.sin(angle) * reach, random.int(0, 180), () => {
        if (butter) {
          box(pen, -10, -8, 21, 17, 5, css(lit(DARK, -0.06)));
          box(pen, -10, -9, 20, 14, 5, css(lit(DARK, 0.06)));
        } else {
          disc(
            pen,
            0,
            0,
            2.4 + random.next() * 2,
            1.8,
            css(random.chance(0.55) ? ([0.54, 0.11, 45] as const) : lit(tone, 0.13), 0.85),
          );
        }
      });
    }
    if (!butter)
      line(
        pen,
        `M${x - 50} ${y - 8} q20 -14 42 0 t50 6 M${x - 34} ${y + 34} q26 10 48 -2`,
        css(lit(tone, -0.14), 0.7),
        3,
      );
  }
}

function drawBrownie(pen: Pen, random: Random): void {
  stage(pen, 30, 0.05);
  shadow(pen, 200, 316, 160, 22, 0.45);
  for (const [x, y] of [
    [204, 168],
    [176, 238],
  ] as const) {
    placed(pen, x, y, 0, () => {
      shape(
        pen,
        'M-118 -6 L-66 -60 L122 -50 L92 8Z',
        linear(pen, -110, -60, 110, 10, [
          [0, lit(DARK, 0.16)],
          [1, lit(DARK, 0.02)],
        ]),
      );
      shape(
        pen,
        'M-118 -6 L92 8 L90 76 L-114 62Z',
        linear(pen, 0, -6, 0, 76, [
          [0, lit(DARK, 0)],
          [1, lit(DARK, -0.08)],
        ]),
      );
      shape(pen, 'M92 8 L122 -50 L120 18 L90 76Z', css(lit(DARK, -0.12)));
      line(pen, 'M-80 -18 L-40 -30 L0 -20 L44 -34 L88 -26 M-50 -46 L-10 -42 L30 -48', css(lit(DARK, 0.26), 0.5), 2);
      for (let bit = 0; bit < 22; bit += 1)
        disc(
          pen,
          -100 + random.next() * 184,
          10 + random.next() * 48,
          3 + random.next() * 3,
          3,
          css(lit(DARK, random.chance(0.5) ? 0.1 : -0.1), 0.8),
        );
    });
  }
}

function drawCrispy(pen: Pen, random: Random): void {
  stage(pen, 230, 0.05);
  shadow(pen, 200, 318, 158, 22, 0.42);
  const tone: Tone = [0.87, 0.08, 82];
  box(
    pen,
    62,
    106,
    256,
    208,
    14,
    linear(pen, 62, 106, 318, 314, [
      [0, tone],
      [1, lit(tone, -0.14)],
    ]),
  );
  for (let grain = 0; grain < 330; grain += 1) {
    placed(pen, 70 + random.next() * 240, 112 + random.next() * 196, random.int(0, 180), () => {
      const by = (random.next() - 0.5) * 0.12;
      disc(pen, 1, 2, 10.5, 6.5, css(lit(tone, by - 0.16), 0.7));
      disc(pen, 0, 0, 10, 6, css(lit(tone, by + 0.02)));
      disc(pen, -2, -2, 4, 1.8, css(WHITE, 0.4));
    });
  }
  for (const [x, y, hue] of [
    [110, 150, 5],
    [250, 190, 210],
    [160, 260, 95],
    [270, 280, 5],
    [210, 130, 150],
    [100, 220, 300],
  ] as const)
    disc(pen, x, y, 7, 7, css([0.75, 0.15, hue]));
}
