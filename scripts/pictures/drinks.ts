import { type Flavor, flavorWords } from './flavors.ts';
import { drawGlyph } from './glyphs.ts';
import { printOn } from './packs.ts';
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
  placed,
  shadow,
  stage,
  STEEL,
  type Tone,
  WHITE,
  write,
} from './paint.ts';

const PALE: Tone = [0.97, 0.03, 95];

/** Lit share of the moon for each can; the sign says on which side. */
const PHASES: readonly (readonly [part: string, lit: number])[] = [
  ['new-moon', 0.04],
  ['waxing', 0.3],
  ['half', 0.5],
  ['gibbous', 0.75],
  ['full', 1],
  ['waning', -0.72],
  ['crescent', -0.22],
  ['harvest', 1],
  ['tide', -0.5],
  ['ember', 0.15],
  ['eclipse', 0],
  ['halo', 0.9],
  ['plain', -0.35],
  ['orchard', -0.9],
];

export function drawDrink(pen: Pen, slug: string, name: string, flavor: Flavor): void {
  stage(pen, flavor.backdrop);
  if (slug.startsWith('moonshot')) {
    shadow(pen, 200, 330, 92, 15, 0.45);
    placed(pen, 192, 330, 0, () => drawShot(pen, name, flavor));
    return;
  }
  shadow(pen, 202, 344, 108, 17, 0.45);
  const phase = PHASES.find(([part]) => slug.includes(part))?.[1] ?? 1;
  placed(pen, 192, 346, 0, () => drawCan(pen, flavorWords(name), flavor, phase));
}

/** A slim can standing on (0, 0). */
function drawCan(pen: Pen, words: string, { pack, tone, glyph }: Flavor, phase: number): void {
  const half = 68;
  const top = -296;
  const body = new Path2D(
    `M${-half} -18 L${-half} ${top + 24} Q${-half} ${top + 8} ${-half + 16} ${top + 2} L${half - 16} ${top + 2} Q${half} ${top + 8} ${half} ${top + 24}` +
      ` L${half} -18 Q${half} -6 ${half - 14} 0 Q0 8 ${-half + 14} 0 Q${-half} -6 ${-half} -18Z`,
  );
  pen.fillStyle = aroundX(pen, -half, half * 2, STEEL);
  pen.fill(body);
  const print = printOn(pack);
  inside(pen, body, () => {
    box(pen, -half, top + 14, half * 2, -top - 26, 0, css(pack));
    pen.beginPath();
    pen.rect(-half, -100, half * 2, 88);
    pen.fillStyle = css(blend(pack, tone, 0.55));
    pen.fill();
    disc(pen, 0, -100, half * 1.15, 18, css(blend(pack, tone, 0.55)));
    drawMoon(pen, 0, -206, 44, pack, tone, phase);
    drawGlyph(pen, glyph, 0, -84, 31, tone[0] > 0.75 && pack[0] > 0.75 ? lit(tone, -0.1) : tone);
    box(
      pen,
      -half,
      top,
      half * 2,
      -top,
      0,
      linear(pen, -half, 0, half, 0, [
        [0, INK, 0.38],
        [0.1, INK, 0.1],
        [0.2, WHITE, 0.22],
        [0.3, WHITE, 0.5],
        [0.38, WHITE, 0.12],
        [0.6, INK, 0.02],
        [0.88, INK, 0.28],
        [0.96, INK, 0.34],
        [1, WHITE, 0.12],
      ]),
    );
  });
  write(pen, 'MOONWATER', 0, -137, { size: 16, tone: print, weight: 800, spacing: 1.4, within: 114 });
  const onBand = printOn(blend(pack, tone, 0.55));
  write(pen, words, 0, -34, { size: 15, tone: onBand, weight: 700, within: 104 });
  write(pen, '12 FL OZ', 0, -17, { size: 8, tone: onBand, weight: 500, spacing: 1 });
  disc(pen, 0, top + 2, half - 16, 8, aroundX(pen, -half, half * 2, STEEL, 0.7));
  disc(pen, 0, top + 2, half - 23, 5, css(lit(STEEL, -0.16)));
  disc(pen, 4, top + 1.5, 17, 2.6, css(lit(STEEL, 0.1)));
}

function drawMoon(pen: Pen, x: number, y: number, radius: number, pack: Tone, tone: Tone, phase: number): void {
  const dark = pack[0] > 0.6 ? lit(pack, -0.17) : lit(pack, 0.1);
  const bright = pack[0] > 0.84 ? blend(tone, PALE, 0.15) : PALE;
  disc(pen, x, y, radius, radius, css(dark));
  if (phase !== 0) {
    const share = Math.abs(phase);
    placed(pen, x, y, 0, () => {
      pen.scale(Math.sign(phase), 1);
      pen.beginPath();
      pen.arc(0, 0, radius, -Math.PI / 2, Math.PI / 2);
      pen.ellipse(0, 0, Math.abs(1 - 2 * share) * radius, radius, 0, Math.PI / 2, -Math.PI / 2, share < 0.5);
      pen.fillStyle = css(bright);
      pen.fill();
    });
  } else {
    pen.beginPath();
    pen.arc(x, y, radius + 4, 0, Math.PI * 2);
    pen.strokeStyle = css(tone);
    pen.lineWidth = 4;
    pen.stroke();
  }
}

function drawShot(pen: Pen, name: string, { pack, tone, glyph }: Flavor): void {
  const liquid = blend(tone, [0.6, 0.12, tone[2]], 0.3);
  const outline = new Path2D(
    'M-62 -14 L-62 -150 C-62 -182 -30 -184 -28 -208 L-28 -226 L28 -226 L28 -208 C30 -184 62 -182 62 -150 L62 -14 Q62 0 46 0 L-46 0 Q-62 0 -62 -14Z',
  );
  pen.fillStyle = css([0.95, 0.01, 220], 0.7);
  pen.fill(outline);
  inside(pen, outline, () => {
    box(
      pen,
      -70,
      -186,
      140,
      200,
      0,
      linear(pen, -62, 0, 62, 0, [
        [0, lit(liquid, -0.16)],
        [0.25, lit(liquid, 0.12)],
        [0.6, liquid],
        [1, lit(liquid, -0.18)],
      ]),
    );
    box(pen, -70, -134, 140, 100, 0, css(pack));
    box(
      pen,
      -62,
      -230,
      124,
      230,
      0,
      linear(pen, -62, 0, 62, 0, [
        [0, INK, 0.24],
        [0.14, WHITE, 0.1],
        [0.24, WHITE, 0.45],
        [0.34, WHITE, 0.05],
        [0.8, INK, 0.04],
        [1, INK, 0.26],
      ]),
    );
  });
  drawGlyph(pen, glyph, 0, -102, 22, tone);
  write(pen, 'MOONSHOT', 0, -65, { size: 14, tone: printOn(pack), weight: 800, spacing: 1.5 });
  write(pen, flavorWords(name), 0, -48, { size: 11, tone: printOn(pack), weight: 600, within: 110 });
  box(pen, -34, -262, 68, 40, 6, aroundX(pen, -34, 68, [0.3, 0.03, 270]));
  for (let ridge = 0; ridge < 9; ridge += 1) box(pen, -30 + ridge * 7.2, -256, 2, 30, 1, css(INK, 0.35));
}

/** Twelve cans in a printed tray. */
export function drawMixedCase(pen: Pen, flavors: readonly Flavor[]): void {
  stage(pen, 260);
  shadow(pen, 200, 326, 176, 22, 0.45);
  flavors.forEach((flavor, index) =>
    placed(
      pen,
      98 + index * 63,
      262 - (index % 2) * 4,
      0,
      () => drawCan(pen, '', flavor, [1, 0.5, -0.3, 0.8][index] ?? 1),
      0.62,
    ),
  );
  const card: Tone = [0.3, 0.07, 270];
  box(
    pen,
    40,
    196,
    308,
    130,
    6,
    linear(pen, 40, 196, 348, 326, [
      [0, lit(card, 0.06)],
      [1, lit(card, -0.05)],
    ]),
  );
  box(pen, 40, 196, 308, 5, 2, css(lit(card, 0.2)));
  inside(pen, boxPath(40, 196, 308, 130, 6), () => {
    for (let moon = 0; moon < 5; moon += 1)
      drawMoon(pen, 92 + moon * 51, 296, 12, card, PALE, [0.2, 0.5, 1, -0.5, -0.2][moon] ?? 1);
  });
  write(pen, 'MOONWATER', 194, 238, { size: 34, tone: PALE, weight: 800, spacing: 3 });
  write(pen, 'MIXED CASE OF TWELVE', 194, 266, { size: 13, tone: PALE, weight: 500, spacing: 2 });
  gloss(pen, 50, 204, 6, 110, 0.2);
}
