import type { Random } from '#server/demo/random.ts';

import { type Flavor, flavorWords } from './flavors.ts';
import { drawGlyph } from './glyphs.ts';
import { drawCarton, printOn } from './packs.ts';
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

const PAPER: Tone = [0.95, 0.018, 85];
const HEMP: Tone = [0.8, 0.05, 78];
const TOBACCO: Tone = [0.46, 0.07, 52];
const TIP: Tone = [0.87, 0.035, 80];
const GREEN: Tone = [0.52, 0.09, 130];

interface Cone {
  readonly paper: Tone;
  readonly tip: 'card' | 'glass' | 'wood';
  readonly length: number;
  readonly thick: number;
  readonly coat?: 'rosin' | 'diamonds';
  readonly band?: Tone;
}

export function drawRoll(pen: Pen, random: Random, slug: string, name: string, flavor: Flavor): void {
  stage(pen, flavor.backdrop);
  const cone = (changes: Partial<Cone>): Cone => ({
    paper: PAPER,
    tip: 'card',
    length: 236,
    thick: 17,
    band: flavor.tone,
    ...changes,
  });
  if (slug.includes('minis')) {
    drawMinis(pen, random, name, flavor);
  } else if (slug.includes('tin')) {
    drawPartyTin(pen, random, flavor);
  } else if (slug.includes('hash-hole')) {
    drawHashHole(pen, random, name, flavor);
  } else if (slug.includes('porch')) {
    withTube(pen, name, flavor, 'PORCH', () => drawCone(pen, random, cone({})));
  } else if (slug.includes('rosin')) {
    withCarton(pen, 'High Gap', name, flavor, () => drawCone(pen, random, cone({ coat: 'rosin', thick: 19 })));
  } else if (slug.includes('dipped')) {
    withTube(pen, name, flavor, 'RED CLAY', () => drawCone(pen, random, cone({ coat: 'diamonds', thick: 19 })));
  } else if (slug.includes('glass')) {
    withCarton(pen, 'Blue Ridge', name, flavor, () =>
      drawCone(pen, random, cone({ tip: 'glass', paper: HEMP, thick: 19 })),
    );
  } else {
    withCarton(pen, 'Short Leash', name, flavor, () =>
      drawCone(pen, random, cone({ paper: TOBACCO, tip: 'wood', thick: 22 })),
    );
  }
}

/** A cone around (0, 0), its lit end up. */
function drawCone(pen: Pen, random: Random, { paper, tip, length, thick, coat, band }: Cone): void {
  const top = -length / 2;
  const foot = length / 2;
  const narrow = thick * 0.58;
  const body = new Path2D(
    `M${-thick} ${top + 26} L${-narrow} ${foot} L${narrow} ${foot} L${thick} ${top + 26} Q${thick * 0.7} ${top + 6} 5 ${top} L8 ${top - 20} Q0 ${top - 26} -7 ${top - 19} L-5 ${top} Q${-thick * 0.7} ${top + 6} ${-thick} ${top + 26}Z`,
  );
  pen.fillStyle = aroundX(pen, -thick, thick * 2, paper, 0.75);
  pen.fill(body);
  inside(pen, body, () => {
    for (let speck = 0; speck < 46; speck += 1)
      disc(
        pen,
        (random.next() - 0.5) * thick * 1.8,
        top + 20 + random.next() * (length - 70),
        3 + random.next() * 3,
        2.4,
        css(paper === TOBACCO ? lit(TOBACCO, -0.08) : GREEN, 0.06),
        random.next() * 3,
      );
    line(pen, `M${thick * 0.2} ${top} L${narrow * 0.3} ${foot}`, css(lit(paper, -0.12), 0.6), 1.2);
    line(
      pen,
      `M-6 ${top + 8} L2 ${top - 20} M0 ${top + 10} L4 ${top - 22} M7 ${top + 10} L-2 ${top - 20}`,
      css(lit(paper, -0.16), 0.7),
      1.4,
    );
    if (coat) drawCoat(pen, random, coat, top, length, thick);
  });
  const tipHeight = tip === 'card' ? 40 : 48;
  const tipTone: Tone = tip === 'wood' ? [0.66, 0.09, 65] : tip === 'glass' ? [0.9, 0.05, 220] : TIP;
  box(
    pen,
    -narrow - 1,
    foot - tipHeight,
    narrow * 2 + 2,
    tipHeight + 4,
    3,
    aroundX(pen, -narrow, narrow * 2, tipTone, tip === 'glass' ? 1.3 : 0.9),
  );
  if (tip === 'glass') gloss(pen, -narrow + 3, foot - tipHeight + 3, 4, tipHeight - 4, 0.9);
  if (band) box(pen, -narrow - 2, foot - tipHeight - 6, narrow * 2 + 4, 12, 2, aroundX(pen, -narrow, narrow * 2, band));
  disc(pen, 0, foot + 3, narrow - 1, 2.5, css(INK, 0.4));
}

function drawCoat(
  pen: Pen,
  random: Random,
  coat: 'rosin' | 'diamonds',
  top: number,
  length: number,
  thick: number,
): void {
  if (coat === 'rosin') {
    const gold: Tone = [0.74, 0.14, 74];
    for (let ring = 0; ring < 6; ring += 1) {
      const y = top + 30 + ring * 20;
      line(pen, `M${-thick - 4} ${y} Q0 ${y + 22} ${thick + 4} ${y - 4}`, css(lit(gold, -0.08)), 9);
      line(pen, `M${-thick} ${y - 2} Q-6 ${y + 12} 4 ${y + 8}`, css(lit(gold, 0.16), 0.8), 3);
    }
    return;
  }
  for (let crystal = 0; crystal < 150; crystal += 1) {
    const size = 2 + random.next() * 3.4;
    placed(pen, (random.next() - 0.5) * thick * 2.1, top + 14 + random.next() * length * 0.58, random.int(0, 90), () =>
      box(pen, -size, -size, size * 2, size * 2, 1, css([0.86 + random.next() * 0.14, 0.02, 90], 0.95)),
    );
  }
}

function withTube(pen: Pen, name: string, flavor: Flavor, brand: string, drawIt: () => void): void {
  const { pack, tone, glyph } = flavor;
  shadow(pen, 150, 350, 70, 11, 0.45);
  placed(pen, 146, 186, 0, () => {
    const outline = boxPath(-42, -120, 84, 282, 20);
    pen.fillStyle = aroundX(pen, -42, 84, pack);
    pen.fill(outline);
    inside(pen, outline, () => {
      disc(pen, 0, 14, 37, 37, css(blend(pack, tone, 0.25)));
      gloss(pen, -30, -106, 9, 240, 0.45);
    });
    drawGlyph(pen, glyph, 0, 14, 24, tone);
    box(pen, -44, -164, 88, 54, 9, aroundX(pen, -44, 88, lit(pack[0] > 0.7 ? [0.35, 0.04, pack[2]] : pack, -0.06)));
    for (let ridge = 0; ridge < 9; ridge += 1) box(pen, -38 + ridge * 9, -156, 2.4, 38, 1, css(INK, 0.25));
    write(pen, brand, 0, -72, { size: 13, tone: printOn(pack), weight: 700, spacing: 2, within: 72 });
    write(pen, flavorWords(name), 0, 84, { size: 13, tone: printOn(pack), weight: 800, within: 74 });
    write(pen, '1 PRE-ROLL', 0, 104, { size: 8, tone: printOn(pack), weight: 500, spacing: 1 });
  });
  shadow(pen, 268, 338, 60, 10, 0.4);
  placed(pen, 262, 200, 15, drawIt);
}

function withCarton(pen: Pen, brand: string, name: string, flavor: Flavor, drawIt: () => void): void {
  shadow(pen, 196, 330, 156, 18, 0.42);
  drawCarton(pen, 66, 62, 150, 264, brand, name, flavor);
  shadow(pen, 282, 334, 50, 9, 0.4);
  placed(pen, 276, 196, 13, drawIt);
}

function drawMinis(pen: Pen, random: Random, name: string, flavor: Flavor): void {
  const { pack, tone, glyph } = flavor;
  shadow(pen, 200, 334, 158, 20, 0.45);
  for (let index = 0; index < 5; index += 1) {
    placed(pen, 112 + index * 40, 128, -6 + index * 3, () =>
      drawCone(pen, random, { paper: index % 2 ? HEMP : PAPER, tip: 'card', length: 150, thick: 13 }),
    );
  }
  box(
    pen,
    66,
    138,
    252,
    194,
    12,
    linear(pen, 66, 138, 318, 332, [
      [0, lit(pack, 0.07)],
      [1, lit(pack, -0.07)],
    ]),
  );
  box(pen, 66, 138, 252, 7, 3, css(lit(pack, 0.15)));
  disc(pen, 192, 226, 54, 54, css(blend(pack, tone, 0.25)));
  drawGlyph(pen, glyph, 192, 226, 35, tone);
  write(pen, 'DOGWALKER MINIS', 192, 160, { size: 14, tone: printOn(pack), weight: 700, spacing: 2 });
  write(pen, flavorWords(name), 192, 302, { size: 22, tone: printOn(pack), weight: 800, within: 220 });
}

function drawPartyTin(pen: Pen, random: Random, flavor: Flavor): void {
  const lid: Tone = [0.5, 0.15, 20];
  shadow(pen, 196, 326, 176, 22, 0.45);
  placed(pen, 192, 112, 0, () => {
    box(
      pen,
      -150,
      -78,
      300,
      120,
      18,
      linear(pen, -150, -78, 150, 60, [
        [0, lit(lid, 0.07)],
        [1, lit(lid, -0.06)],
      ]),
    );
    drawGlyph(pen, 'star', -104, -20, 22, flavor.tone);
    drawGlyph(pen, 'star', 104, -20, 22, flavor.tone);
    write(pen, 'PARTY TIN', 0, -28, { size: 30, tone: [0.96, 0.03, 80], weight: 800, spacing: 2 });
    write(pen, 'TEN PRE-ROLLS', 0, 2, { size: 13, tone: [0.96, 0.03, 80], weight: 500, spacing: 3 });
  });
  box(
    pen,
    38,
    146,
    308,
    180,
    20,
    linear(pen, 38, 146, 38, 326, [
      [0, [0.8, 0.02, 40]],
      [1, [0.66, 0.03, 40]],
    ]),
  );
  box(pen, 48, 156, 288, 152, 14, css([0.32, 0.05, 25]));
  for (let index = 0; index < 10; index += 1) {
    const bandHue = [5, 55, 95, 140, 190, 230, 270, 300, 330, 30][index] ?? 0;
    placed(pen, 68 + index * 27.6, 230, index % 2 ? 180 : 0, () =>
      drawCone(pen, random, {
        paper: index % 3 ? PAPER : HEMP,
        tip: 'card',
        length: 124,
        thick: 12,
        band: [0.68, 0.15, bandHue],
      }),
    );
  }
  box(
    pen,
    38,
    300,
    308,
    26,
    12,
    linear(pen, 38, 300, 38, 326, [
      [0, lit(lid, 0.06)],
      [1, lit(lid, -0.08)],
    ]),
  );
}

/** A thick roll, cut across in front to show the core of rosin. */
function drawHashHole(pen: Pen, random: Random, name: string, flavor: Flavor): void {
  shadow(pen, 196, 330, 160, 18, 0.42);
  drawCarton(pen, 52, 62, 148, 264, 'Lantern', name, flavor);
  placed(pen, 262, 172, 14, () =>
    drawCone(pen, random, { paper: HEMP, tip: 'card', length: 236, thick: 26, band: flavor.tone }),
  );
  shadow(pen, 300, 336, 46, 9, 0.4);
  disc(pen, 300, 296, 40, 40, css(lit(HEMP, -0.05)));
  disc(
    pen,
    300,
    296,
    36,
    36,
    radial(pen, 292, 288, 44, [
      [0, lit(GREEN, 0.08)],
      [1, lit(GREEN, -0.1)],
    ]),
  );
  for (let leaf = 0; leaf < 60; leaf += 1) {
    const angle = random.next() * Math.PI * 2;
    const reach = 14 + random.next() * 20;
    disc(
      pen,
      300 + Math.cos(angle) * reach,
      296 + Math.sin(angle) * reach,
      4,
      2.4,
      css(lit(GREEN, (random.next() - 0.5) * 0.2)),
      random.next() * 3,
    );
  }
  disc(
    pen,
    300,
    296,
    13,
    13,
    radial(pen, 296, 292, 16, [
      [0, [0.9, 0.12, 88]],
      [1, [0.72, 0.14, 72]],
    ]),
  );
  shape(pen, 'M294 290 q4 -5 9 -3', css(WHITE, 0.7));
}
