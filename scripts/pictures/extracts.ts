import type { Random } from '#server/demo/random.ts';

import { drawCrumbs, drawBall, drawSift, drawBricks } from './extract-piles.ts';
import { type Flavor, flavorWords } from './flavors.ts';
import { drawGlyph } from './glyphs.ts';
import { oil, printOn } from './packs.ts';
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
  STEEL,
  type Tone,
  WHITE,
  write,
} from './paint.ts';

const HONEY: Tone = [0.76, 0.14, 76];
const CREAMY: Tone = [0.88, 0.09, 88];
const PARCHMENT: Tone = [0.96, 0.018, 85];

/** The extract itself, tinted a little by what it is made of. */
function tinted(base: Tone, { tone }: Flavor, share = 0.22): Tone {
  return blend(base, [base[0], 0.13, tone[2]], share);
}

export function drawExtract(pen: Pen, random: Random, name: string, flavor: Flavor): void {
  stage(pen, flavor.backdrop);
  const kind = name.split(' - ')[0];
  switch (kind) {
    case 'Shatter':
      return drawSlab(pen, random, name, flavor);
    case 'Crumble':
      return drawDish(pen, name, flavor, () => drawCrumbs(pen, random, tinted([0.8, 0.1, 82], flavor)));
    case 'Temple Ball':
      return drawDish(pen, name, flavor, () => drawBall(pen));
    case 'Dry Sift':
      return drawDish(pen, name, flavor, () => drawSift(pen, random));
    case 'Bubble Hash':
      return drawDish(pen, name, flavor, () => drawBricks(pen, random));
    case 'Live Rosin':
      return drawRosin(pen, random, name, flavor);
    case 'Diamonds':
      return drawOpenJar(pen, name, flavor, [0.93, 0.02, 90], () => drawCrystals(pen, random, [0.96, 0.012, 95], 26));
    case 'Diamonds & Sauce':
      return drawOpenJar(pen, name, flavor, tinted(HONEY, flavor, 0.3), () =>
        drawCrystals(pen, random, [0.96, 0.03, 88], 11),
      );
    case 'Live Sugar':
      return drawOpenJar(pen, name, flavor, tinted(HONEY, flavor, 0.35), () =>
        drawSugar(pen, random, tinted([0.86, 0.12, 84], flavor, 0.35)),
      );
    case 'Rosin Jam':
      return drawOpenJar(pen, name, flavor, tinted([0.66, 0.14, 60], flavor, 0.6), () =>
        drawSwirl(pen, tinted([0.7, 0.14, 66], flavor, 0.6)),
      );
    default:
      return drawOpenJar(pen, name, flavor, tinted(CREAMY, flavor), () => drawSwirl(pen, tinted(CREAMY, flavor)));
  }
}

/** A low wide jar seen a little from above, its lid leaning behind it. */
function drawOpenJar(pen: Pen, name: string, flavor: Flavor, fill: Tone, drawTop: () => void): void {
  const { pack, tone, glyph } = flavor;
  shadow(pen, 204, 322, 160, 20, 0.45);
  placed(pen, 276, 134, 10, () => {
    disc(pen, 3, 5, 78, 78, css(lit(pack, -0.22)));
    disc(
      pen,
      0,
      0,
      78,
      78,
      linear(pen, -60, -60, 60, 60, [
        [0, lit(pack, 0.06)],
        [1, lit(pack, -0.06)],
      ]),
    );
    disc(pen, 0, 0, 64, 64, css(lit(pack, -0.04)));
    drawGlyph(pen, glyph, 4, 2, 31, tone);
    write(pen, flavorWords(name), 0, -45, { size: 13, tone: printOn(pack), weight: 800, within: 94 });
  });
  const [x, width, top] = [60, 216, 200];
  const body = new Path2D(
    `M${x} ${top} L${x} 290 Q${x} 322 ${x + 34} 324 L${x + width - 34} 324 Q${x + width} 322 ${x + width} 290 L${x + width} ${top}Z`,
  );
  pen.fillStyle = css([0.94, 0.012, 220], 0.8);
  pen.fill(body);
  inside(pen, body, () => {
    box(pen, x + 12, top + 8, width - 24, 104, 26, oil(pen, x + 12, width - 24, fill));
    pen.fillStyle = linear(pen, x, 0, x + width, 0, [
      [0, WHITE, 0.6],
      [0.05, WHITE, 0.1],
      [0.14, WHITE, 0.5],
      [0.22, WHITE, 0.05],
      [0.85, INK, 0.02],
      [0.95, INK, 0.14],
      [1, WHITE, 0.5],
    ]);
    pen.fillRect(x, top, width, 130);
  });
  disc(pen, x + width / 2, top, width / 2, 40, css([0.9, 0.015, 220]));
  disc(pen, x + width / 2, top, width / 2 - 7, 35, css(lit(fill, -0.14)));
  const surface = new Path2D();
  surface.ellipse(x + width / 2, top + 5, width / 2 - 9, 31, 0, 0, Math.PI * 2);
  pen.fillStyle = linear(pen, x, top - 30, x + width, top + 40, [
    [0, lit(fill, 0.1)],
    [1, lit(fill, -0.05)],
  ]);
  pen.fill(surface);
  inside(pen, boxPath(x + 8, top - 90, width - 16, 126, 30), () => placed(pen, x + width / 2, top + 4, 0, drawTop));
  pen.beginPath();
  pen.ellipse(x + width / 2, top, width / 2 - 3, 37, 0, 0.2, Math.PI - 0.2);
  pen.strokeStyle = css(WHITE, 0.8);
  pen.lineWidth = 3;
  pen.stroke();
}

/** Whipped peaks, as a spoon leaves them. */
function drawSwirl(pen: Pen, tone: Tone): void {
  for (const [x, y, rx, ry, by] of [
    [-4, -2, 84, 26, 0.02],
    [6, -8, 64, 21, 0.05],
    [-6, -16, 45, 16, 0.07],
    [4, -23, 26, 11, 0.1],
  ] as const) {
    disc(pen, x + 3, y + 5, rx, ry, css(lit(tone, -0.12), 0.55));
    disc(
      pen,
      x,
      y,
      rx,
      ry,
      linear(pen, -rx, -ry, rx, ry, [
        [0, lit(tone, by + 0.07)],
        [1, lit(tone, by - 0.09)],
      ]),
    );
  }
  shape(
    pen,
    'M-14 -28 C-6 -52 14 -52 10 -40 C24 -40 22 -24 14 -22Z',
    linear(pen, -14, -50, 20, -20, [
      [0, lit(tone, 0.16)],
      [1, lit(tone, -0.06)],
    ]),
  );
}

function drawCrystals(pen: Pen, random: Random, tone: Tone, count: number): void {
  const places = Array.from({ length: count }, () => {
    const angle = random.next() * Math.PI * 2;
    const reach = Math.sqrt(random.next());
    return [Math.cos(angle) * reach * 78, Math.sin(angle) * reach * 20 - (1 - reach) * 14] as const;
  }).sort((a, b) => a[1] - b[1]);
  for (const [x, y] of places) {
    const size = 10 + random.next() * 13;
    placed(pen, x, y, random.int(-38, 38), () => {
      shape(
        pen,
        `M0 ${-size * 1.2} L${size * 0.8} ${-size * 0.4} L${size * 0.7} ${size * 0.5} L0 ${size * 0.8} L${-size * 0.75} ${size * 0.45} L${-size * 0.8} ${-size * 0.5}Z`,
        css(lit(tone, -0.04), 0.96),
      );
      shape(
        pen,
        `M0 ${-size * 1.2} L${size * 0.8} ${-size * 0.4} L0 ${-size * 0.1} L${-size * 0.8} ${-size * 0.5}Z`,
        css(lit(tone, 0.05)),
      );
      shape(
        pen,
        `M${size * 0.8} ${-size * 0.4} L${size * 0.7} ${size * 0.5} L0 ${size * 0.8} L0 ${-size * 0.1}Z`,
        css(lit(tone, -0.17), 0.95),
      );
    });
  }
}

function drawSugar(pen: Pen, random: Random, tone: Tone): void {
  for (let grain = 0; grain < 150; grain += 1) {
    const angle = random.next() * Math.PI * 2;
    const reach = Math.sqrt(random.next());
    const size = 2.5 + random.next() * 4.5;
    placed(pen, Math.cos(angle) * reach * 86, Math.sin(angle) * reach * 24 - (1 - reach) * 12, random.int(0, 90), () =>
      box(pen, -size, -size, size * 2, size * 1.7, 1.5, css(lit(tone, (random.next() - 0.45) * 0.26), 0.95)),
    );
  }
}

/** A round slate dish, for what keeps its shape. */
function drawDish(pen: Pen, name: string, flavor: Flavor, drawPile: () => void): void {
  shadow(pen, 196, 292, 176, 34, 0.42);
  const plate = blend(flavor.pack, [0.9, 0.02, flavor.backdrop], 0.35);
  disc(pen, 192, 268, 156, 54, css(lit(plate, -0.2)));
  disc(
    pen,
    192,
    260,
    156,
    54,
    linear(pen, 40, 210, 340, 310, [
      [0, lit(plate, 0.06)],
      [1, lit(plate, -0.06)],
    ]),
  );
  disc(pen, 192, 259, 136, 44, css(lit(plate, -0.045)));
  placed(pen, 192, 252, 0, drawPile);
  drawTag(pen, name, flavor);
}

function drawTag(pen: Pen, name: string, flavor: Flavor): void {
  box(pen, 22, 24, 172, 50, 25, css(flavor.pack));
  drawGlyph(pen, flavor.glyph, 50, 49, 16, flavor.tone);
  write(pen, flavorWords(name), 126, 49, { size: 15, tone: printOn(flavor.pack), weight: 800, within: 112 });
}

function drawSlab(pen: Pen, random: Random, name: string, flavor: Flavor): void {
  shadow(pen, 196, 300, 176, 30, 0.35);
  placed(pen, 192, 200, -5, () => {
    box(
      pen,
      -150,
      -96,
      300,
      208,
      3,
      linear(pen, -150, -96, 150, 112, [
        [0, PARCHMENT],
        [1, lit(PARCHMENT, -0.06)],
      ]),
    );
    line(pen, 'M-150 -60 L-60 -96 M150 64 L70 112', css(lit(PARCHMENT, -0.08)), 2);
    const tone = tinted(HONEY, flavor, 0.3);
    const pieces = [
      'M-112 -52 L-20 -70 L6 -8 L-34 46 L-104 34 L-122 -10Z',
      'M-8 -72 L74 -62 L62 -18 L18 -10Z',
      'M12 -2 L66 -10 L112 -40 L124 30 L60 72 L-20 56Z',
      'M-110 46 L-42 58 L-60 88 L-100 82Z',
    ];
    for (const piece of pieces) {
      pen.save();
      pen.translate(3, 5);
      shape(pen, piece, css(lit(tone, -0.3), 0.35));
      pen.restore();
      const outline = shape(
        pen,
        piece,
        linear(pen, -110, -80, 110, 90, [
          [0, lit(tone, 0.12)],
          [0.5, lit(tone, 0)],
          [1, lit(tone, -0.08)],
        ]),
      );
      inside(pen, outline, () => {
        for (let streak = 0; streak < 3; streak += 1) {
          const x = random.int(-120, 90);
          shape(pen, `M${x} -110 L${x + 14} -110 L${x - 46} 110 L${x - 66} 110Z`, css(WHITE, 0.2));
        }
      });
      pen.strokeStyle = css(lit(tone, 0.16), 0.9);
      pen.lineWidth = 1.6;
      pen.stroke(outline);
    }
  });
  drawTag(pen, name, flavor);
}

/** A pressed drop on parchment with the tool that lifts it. */
function drawRosin(pen: Pen, random: Random, name: string, flavor: Flavor): void {
  shadow(pen, 196, 300, 176, 30, 0.35);
  const tone = tinted([0.82, 0.12, 88], flavor, 0.35);
  placed(pen, 192, 208, random.int(-6, 6), () => {
    box(
      pen,
      -140,
      -98,
      280,
      206,
      3,
      linear(pen, -140, -98, 140, 108, [
        [0, PARCHMENT],
        [1, lit(PARCHMENT, -0.06)],
      ]),
    );
    const blob = 'M-86 8 C-104 -48 -44 -78 0 -66 C44 -84 104 -40 88 8 C104 52 48 84 2 68 C-46 86 -102 56 -86 8Z';
    pen.save();
    pen.translate(4, 8);
    shape(pen, blob, css(lit(tone, -0.4), 0.35));
    pen.restore();
    shape(
      pen,
      blob,
      radial(pen, -30, -34, 150, [
        [0, lit(tone, 0.12)],
        [0.55, tone],
        [1, lit(tone, -0.16)],
      ]),
    );
    shape(pen, 'M-58 -6 C-60 -40 -22 -52 6 -42 C-16 -34 -40 -26 -58 -6Z', css(WHITE, 0.55));
    line(pen, 'M-30 40 C0 54 40 44 60 10', css(lit(tone, 0.14), 0.8), 6);
    disc(pen, 44, -30, 8, 5, css(WHITE, 0.5));
  });
  placed(pen, 268, 150, 42, () => {
    box(pen, -5, -120, 10, 150, 5, aroundX(pen, -5, 10, STEEL));
    shape(pen, 'M-11 28 L11 28 L8 66 Q0 76 -8 66Z', aroundX(pen, -11, 22, STEEL));
    box(pen, -7, -80, 14, 60, 5, aroundX(pen, -7, 14, flavor.pack[0] > 0.8 ? flavor.tone : flavor.pack));
    gloss(pen, -3, -76, 3, 50, 0.5);
  });
  drawTag(pen, name, flavor);
}
