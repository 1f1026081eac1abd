import type { Random } from '#server/demo/random.ts';

import { type Flavor, flavorWords } from './flavors.ts';
import { drawGlyph } from './glyphs.ts';
import { drawJar, drawPouch, oil, printOn } from './packs.ts';
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

type Sweet = 'cube' | 'ring' | 'dome' | 'lokum' | 'caramel';

export function drawSweet(pen: Pen, random: Random, slug: string, name: string, flavor: Flavor): void {
  stage(pen, flavor.backdrop);
  if (slug.includes('syrup')) return drawSyrup(pen, name, flavor);
  if (slug.includes('honey-6')) return drawHoney(pen, flavor);
  if (slug.includes('tin') || slug.includes('drops')) return drawTin(pen, random, name, flavor);
  const brand =
    slug.includes('caramels') || slug.includes('pastilles') || slug.includes('lokum') ? 'Catawba' : 'Moonshadow';
  const words = name.replace(/ \d+ pk$/, '').replace(/^Sour /, '');
  shadow(pen, 190, 334, 160, 18, 0.42);
  drawPouch(pen, 78, 52, 176, 272, brand, words, flavor);
  drawPile(pen, random, sweetOf(slug), sweetTone(slug, flavor));
}

function sweetOf(slug: string): Sweet {
  if (slug.includes('rings')) return 'ring';
  if (slug.includes('pastilles')) return 'dome';
  if (slug.includes('lokum')) return 'lokum';
  if (slug.includes('caramels')) return 'caramel';
  return 'cube';
}

function sweetTone(slug: string, flavor: Flavor): Tone {
  if (slug.includes('espresso')) return [0.44, 0.08, 50];
  return slug.includes('slow-hour') ? [0.5, 0.2, 10] : flavor.tone;
}

function drawPile(pen: Pen, random: Random, kind: Sweet, tone: Tone): void {
  shadow(pen, 270, 336, 96, 14, 0.45);
  for (const [x, y] of [
    [228, 312],
    [282, 316],
    [332, 312],
    [254, 278],
    [306, 280],
  ] as const) {
    placed(pen, x, y, random.int(-16, 16), () => drawPiece(pen, random, kind, lit(tone, (random.next() - 0.5) * 0.07)));
  }
}

function drawPiece(pen: Pen, random: Random, kind: Sweet, tone: Tone): void {
  switch (kind) {
    case 'ring':
      pen.beginPath();
      pen.ellipse(0, 0, 29, 26, 0, 0, Math.PI * 2);
      pen.ellipse(0, 0, 10, 9, 0, 0, Math.PI * 2, true);
      pen.fillStyle = radial(pen, -8, -10, 44, [
        [0, lit(tone, 0.14)],
        [0.6, tone],
        [1, lit(tone, -0.14)],
      ]);
      pen.fill();
      return drawSugarOn(pen, random, 27, 11);
    case 'dome':
      shape(
        pen,
        'M-28 14 C-30 -32 30 -32 28 14 Q0 26 -28 14Z',
        radial(pen, -8, -14, 48, [
          [0, lit(tone, 0.2)],
          [0.6, tone],
          [1, lit(tone, -0.14)],
        ]),
      );
      disc(pen, -9, -12, 7, 4, css(WHITE, 0.6), -0.5);
      return;
    case 'lokum':
      box(
        pen,
        -25,
        -22,
        50,
        46,
        6,
        linear(pen, -25, -22, 25, 24, [
          [0, lit(tone, 0.22)],
          [1, lit(tone, 0.02)],
        ]),
      );
      box(pen, -25, -22, 50, 14, 6, css(WHITE, 0.55));
      for (const [x, y] of [
        [-10, 4],
        [8, 12],
        [12, -2],
      ] as const)
        disc(pen, x, y, 4, 3, css([0.72, 0.12, 125]));
      return drawSugarOn(pen, random, 24, 0);
    case 'caramel':
      shape(
        pen,
        'M-24 -14 L-42 -24 L-38 0 L-42 22 L-24 14Z M24 -14 L42 -24 L38 0 L42 22 L24 14Z',
        css([0.95, 0.02, 85], 0.95),
      );
      box(
        pen,
        -26,
        -18,
        52,
        36,
        7,
        linear(pen, 0, -18, 0, 18, [
          [0, lit(tone, 0.16)],
          [0.4, tone],
          [1, lit(tone, -0.12)],
        ]),
      );
      gloss(pen, -20, -13, 40, 6, 0.4);
      return;
    case 'cube':
      box(
        pen,
        -26,
        -24,
        52,
        50,
        11,
        linear(pen, -26, -24, 26, 26, [
          [0, lit(tone, 0.12)],
          [0.55, tone],
          [1, lit(tone, -0.13)],
        ]),
      );
      box(pen, -18, -17, 36, 30, 8, css(WHITE, 0.14));
      return drawSugarOn(pen, random, 25, 0);
  }
}

function drawSugarOn(pen: Pen, random: Random, reach: number, hole: number): void {
  for (let grain = 0; grain < 42; grain += 1) {
    const x = (random.next() - 0.5) * 2 * reach;
    const y = (random.next() - 0.5) * 2 * reach * 0.88;
    const far = Math.hypot(x, y);
    if (far < hole || (hole > 0 && far > reach)) continue;
    disc(pen, x, y, 1.3, 1.3, css(WHITE, 0.5 + random.next() * 0.4));
  }
}

function drawTin(pen: Pen, random: Random, name: string, flavor: Flavor): void {
  const { pack, tone, glyph } = flavor;
  shadow(pen, 196, 318, 170, 22, 0.42);
  placed(pen, 180, 176, -8, () => {
    box(pen, -126, -86, 252, 190, 30, css(lit(pack, -0.24)));
    box(
      pen,
      -126,
      -94,
      252,
      190,
      30,
      linear(pen, -126, -94, 126, 96, [
        [0, lit(pack, 0.09)],
        [0.5, pack],
        [1, lit(pack, -0.08)],
      ]),
    );
    pen.strokeStyle = css(lit(pack, 0.14), 0.8);
    pen.lineWidth = 3;
    pen.stroke(boxPath(-114, -82, 228, 166, 22));
    disc(pen, 0, -18, 50, 50, css(blend(pack, tone, 0.22)));
    drawGlyph(pen, glyph, 0, -18, 32, tone);
    write(pen, 'QUEEN CITY SWEETS', 0, -72, { size: 11, tone: printOn(pack), weight: 600, spacing: 2, within: 200 });
    write(pen, name.replace(/ \d+ pk$/, '').toUpperCase(), 0, 56, {
      size: 20,
      tone: printOn(pack),
      weight: 800,
      within: 196,
    });
  });
  const mint: Tone = glyph === 'mint' ? [0.95, 0.03, 170] : lit(tone, 0.06);
  for (const [x, y] of [
    [254, 312],
    [300, 318],
    [342, 306],
    [280, 288],
  ] as const) {
    shadow(pen, x + 3, y + 13, 26, 7, 0.35);
    placed(pen, x, y, random.int(-14, 14), () => {
      disc(pen, 0, 4, 23, 16, css(lit(mint, -0.16)));
      disc(
        pen,
        0,
        0,
        23,
        16,
        radial(pen, -6, -6, 30, [
          [0, lit(mint, 0.08)],
          [1, lit(mint, -0.05)],
        ]),
      );
      disc(pen, 0, 0, 12, 8, css(lit(mint, -0.06)));
    });
  }
}

function drawSyrup(pen: Pen, name: string, flavor: Flavor): void {
  const { pack, tone, glyph } = flavor;
  const label: Tone = name.startsWith('Night') ? [0.28, 0.07, 275] : [0.96, 0.04, 95];
  shadow(pen, 200, 340, 104, 16, 0.45);
  const outline = new Path2D(
    'M122 190 C122 160 160 152 164 128 L164 96 L220 96 L220 128 C224 152 262 160 262 190 L262 322 Q262 340 244 340 L140 340 Q122 340 122 322Z',
  );
  const liquid = blend(tone, pack, 0.2);
  pen.fillStyle = oil(pen, 122, 140, lit(liquid, -0.04));
  pen.fill(outline);
  inside(pen, outline, () => {
    box(pen, 122, 204, 140, 108, 0, css(label));
    box(
      pen,
      122,
      90,
      140,
      260,
      0,
      linear(pen, 122, 0, 262, 0, [
        [0, INK, 0.25],
        [0.12, WHITE, 0.08],
        [0.22, WHITE, 0.4],
        [0.32, WHITE, 0.04],
        [0.85, INK, 0.06],
        [1, INK, 0.28],
      ]),
    );
  });
  drawGlyph(pen, glyph, 192, 236, 22, name.startsWith('Night') ? lit(tone, 0.24) : tone);
  write(pen, name.startsWith('Night') ? 'NIGHT SYRUP' : 'DAY SYRUP', 192, 276, {
    size: 15,
    tone: printOn(label),
    weight: 800,
    within: 118,
  });
  write(pen, flavorWords(name), 192, 295, { size: 11, tone: printOn(label), weight: 500, spacing: 1.4 });
  box(pen, 160, 50, 64, 50, 8, aroundX(pen, 160, 64, name.startsWith('Night') ? [0.3, 0.05, 275] : [0.8, 0.13, 85]));
  for (let ridge = 0; ridge < 8; ridge += 1) box(pen, 166 + ridge * 7, 58, 2, 36, 1, css(INK, 0.25));
}

function drawHoney(pen: Pen, flavor: Flavor): void {
  const amber: Tone = [0.74, 0.15, 72];
  shadow(pen, 200, 338, 120, 17, 0.45);
  drawJar(pen, 94, 104, 196, 232, [0.82, 0.1, 85], () => box(pen, 94, 126, 196, 232, 0, oil(pen, 94, 196, amber)));
  box(pen, 94, 178, 196, 112, 0, css([0.96, 0.03, 88]));
  box(
    pen,
    94,
    178,
    196,
    112,
    0,
    linear(pen, 94, 0, 290, 0, [
      [0, INK, 0.14],
      [0.2, WHITE, 0.3],
      [0.8, INK, 0.02],
      [1, INK, 0.16],
    ]),
  );
  drawGlyph(pen, flavor.glyph, 192, 218, 26, flavor.tone);
  write(pen, 'SOURWOOD HONEY', 192, 266, { size: 17, tone: [0.36, 0.08, 60], weight: 800, within: 176 });
  line(pen, 'M94 178 L290 178 M94 290 L290 290', css(flavor.tone), 3);
}
