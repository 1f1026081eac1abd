import { type Flavor, flavorWords } from './flavors.ts';
import { drawGlyph } from './glyphs.ts';
import { drawCarton, oil, printOn } from './packs.ts';
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

const AMBER: Tone = [0.72, 0.14, 72];
const CLEAR_GOLD: Tone = [0.82, 0.14, 88];
const BLACK: Tone = [0.27, 0.008, 260];
const BONE: Tone = [0.93, 0.015, 90];

export function drawVape(pen: Pen, name: string, flavor: Flavor): void {
  stage(pen, flavor.backdrop);
  if (name.startsWith('Driftline')) {
    drawBoxed(pen, 'Driftline', name, flavor, () => drawCartridge(pen, BLACK, CLEAR_GOLD, 250));
  } else if (name.startsWith('Halo & Reed Live')) {
    drawBoxed(pen, 'Halo & Reed', name, flavor, () => drawCartridge(pen, BONE, AMBER, 222));
  } else if (name.startsWith('Kindred')) {
    drawBoxed(pen, 'Kindred', name, flavor, () => drawPod(pen));
  } else if (name.startsWith('Pebble')) {
    drawPebble(pen, name, flavor);
  } else if (name.startsWith('Longleaf')) {
    drawStick(pen, name, flavor);
  } else {
    drawRosinPen(pen, name, flavor);
  }
}

function drawBoxed(pen: Pen, brand: string, name: string, flavor: Flavor, drawDevice: () => void): void {
  shadow(pen, 190, 326, 160, 20, 0.42);
  drawCarton(pen, 62, 72, 158, 252, brand, name, flavor);
  shadow(pen, 288, 327, 46, 9, 0.5);
  placed(pen, 282, 328, 0, drawDevice);
}

/** A 510 cartridge standing on (0, 0). */
function drawCartridge(pen: Pen, mouth: Tone, fill: Tone, height: number): void {
  const half = 27;
  box(pen, -13, -18, 26, 18, 3, aroundX(pen, -13, 26, STEEL));
  for (let thread = 0; thread < 4; thread += 1) box(pen, -13, -15 + thread * 4, 26, 1.5, 0, css(INK, 0.35));
  box(pen, -half, -44, half * 2, 28, 4, aroundX(pen, -half, half * 2, STEEL));
  const tankTop = -height * 0.64;
  const tank = boxPath(-half, tankTop, half * 2, -44 - tankTop, 4);
  pen.fillStyle = css([0.95, 0.01, 220], 0.75);
  pen.fill(tank);
  inside(pen, tank, () => {
    box(pen, -half, tankTop + 20, half * 2, 200, 0, oil(pen, -half, half * 2, fill));
    disc(pen, 0, tankTop + 20, half, 4, css(lit(fill, 0.14)));
    box(pen, -7, tankTop - 4, 14, 140, 3, aroundX(pen, -7, 14, [0.85, 0.02, 90]));
    disc(pen, 0, -58, 3.5, 5, css(INK, 0.6));
    disc(pen, -15, tankTop + 44, 3.5, 4.5, css(WHITE, 0.5));
  });
  gloss(pen, -half + 5, tankTop + 5, 6, -54 - tankTop, 0.75);
  box(pen, -half, tankTop - 10, half * 2, 13, 3, aroundX(pen, -half, half * 2, STEEL));
  pen.beginPath();
  pen.moveTo(-half + 1, tankTop - 10);
  pen.bezierCurveTo(-half + 2, tankTop - 46, -19, -height + 22, -17, -height + 6);
  pen.quadraticCurveTo(0, -height - 6, 17, -height + 6);
  pen.bezierCurveTo(19, -height + 22, half - 2, tankTop - 46, half - 1, tankTop - 10);
  pen.closePath();
  pen.fillStyle = aroundX(pen, -half, half * 2, mouth);
  pen.fill();
  disc(pen, 0, -height + 5, 7, 2.4, css(INK, 0.7));
}

function drawPod(pen: Pen): void {
  pen.beginPath();
  pen.moveTo(-34, -100);
  pen.lineTo(-24, -168);
  pen.quadraticCurveTo(0, -178, 24, -168);
  pen.lineTo(34, -100);
  pen.closePath();
  pen.fillStyle = aroundX(pen, -34, 68, BLACK, 0.8);
  pen.fill();
  disc(pen, 0, -170, 9, 2.6, css([0.1, 0, 0], 0.8));
  const body = boxPath(-36, -104, 72, 84, 8);
  pen.fillStyle = css([0.95, 0.01, 220], 0.8);
  pen.fill(body);
  inside(pen, body, () => {
    box(pen, -36, -86, 72, 80, 0, oil(pen, -36, 72, AMBER));
    disc(pen, 0, -86, 36, 4, css(lit(AMBER, 0.15)));
    box(pen, -9, -110, 18, 100, 3, css([0.9, 0.01, 90], 0.85));
  });
  gloss(pen, -30, -98, 7, 70, 0.75);
  box(pen, -36, -26, 72, 26, 6, aroundX(pen, -36, 72, STEEL));
  for (const x of [-18, 18]) disc(pen, x, -8, 7, 3, css([0.8, 0.12, 85]));
}

/** What stands out in the pack's two colours, so that one row of devices is told apart. */
function bodyTone({ pack, tone }: Flavor): Tone {
  return pack[0] > 0.84 ? blend(pack, tone, 0.72) : pack;
}

function drawPebble(pen: Pen, name: string, flavor: Flavor): void {
  const body = bodyTone(flavor);
  shadow(pen, 198, 322, 120, 18, 0.45);
  placed(pen, 192, 192, 8, () => {
    box(pen, -30, -158, 60, 50, 16, aroundX(pen, -30, 60, lit(body, -0.24)));
    disc(pen, 0, -154, 15, 4, css(INK, 0.6));
    const outline = boxPath(-82, -122, 164, 250, 64);
    pen.fillStyle = linear(pen, -82, -122, 82, 128, [
      [0, lit(body, 0.14)],
      [0.45, body],
      [1, lit(body, -0.16)],
    ]);
    pen.fill(outline);
    inside(pen, outline, () => {
      disc(pen, 60, 120, 130, 110, css(lit(body, -0.1), 0.6));
      gloss(pen, -66, -84, 14, 160, 0.45);
    });
    disc(pen, 0, -8, 52, 52, css(lit(body, 0.24), 0.9));
    drawGlyph(pen, flavor.glyph, 0, -8, 34, lit(flavor.tone, body[0] > 0.8 ? -0.12 : 0));
    const print = printOn(body);
    write(pen, 'PEBBLE', 0, -90, { size: 13, tone: print, weight: 700, spacing: 3 });
    write(pen, flavorWords(name), 0, 76, { size: 18, tone: print, weight: 800, within: 128 });
    write(pen, '2 g', 0, 98, { size: 13, tone: print, weight: 500 });
  });
}

function drawStick(pen: Pen, name: string, flavor: Flavor): void {
  const body = bodyTone(flavor);
  shadow(pen, 200, 318, 140, 17, 0.4);
  for (const [x, degrees, ends] of [
    [238, 16, true],
    [150, -4, false],
  ] as const) {
    placed(pen, x, 188, degrees, () => {
      box(pen, -23, -150, 46, 44, 14, aroundX(pen, -23, 46, BLACK));
      disc(pen, 0, -147, 9, 3, css([0.1, 0, 0], 0.8));
      box(pen, -31, -118, 62, 252, 16, aroundX(pen, -31, 62, ends ? lit(body, -0.03) : body));
      box(pen, -31, -104, 62, 5, 0, css(lit(flavor.tone, 0.05)));
      const glass = boxPath(-13, -84, 26, 46, 13);
      pen.fillStyle = oil(pen, -13, 26, AMBER);
      pen.fill(glass);
      gloss(pen, -8, -78, 5, 32, 0.7);
      if (!ends) drawGlyph(pen, flavor.glyph, 0, 4, 22, lit(flavor.tone, body[0] > 0.7 ? -0.1 : 0.08));
      pen.save();
      pen.rotate(Math.PI / 2);
      write(pen, ends ? 'LONGLEAF' : flavorWords(name), ends ? 44 : 80, 0, {
        size: 17,
        tone: printOn(body),
        weight: 800,
        spacing: ends ? 3 : 0,
        within: ends ? 150 : 92,
      });
      pen.restore();
      disc(pen, 0, 127, 6, 2.5, css(WHITE, 0.85));
    });
  }
}

function drawRosinPen(pen: Pen, name: string, flavor: Flavor): void {
  const body = bodyTone(flavor);
  shadow(pen, 196, 322, 120, 16, 0.4);
  drawCarton(pen, 74, 92, 140, 228, 'Halo & Reed', name, flavor);
  placed(pen, 284, 196, 6, () => {
    box(pen, -18, -142, 36, 40, 12, aroundX(pen, -18, 36, BONE));
    box(pen, -22, -108, 44, 60, 5, oil(pen, -22, 44, AMBER));
    gloss(pen, -17, -104, 6, 52, 0.8);
    box(pen, -24, -54, 48, 184, 10, aroundX(pen, -24, 48, body[0] > 0.85 ? lit(body, -0.1) : body));
    box(pen, -24, -54, 48, 9, 3, aroundX(pen, -24, 48, [0.8, 0.09, 85]));
    drawGlyph(pen, flavor.glyph, 0, 20, 14, flavor.tone);
    disc(pen, 0, 96, 7, 7, css(STEEL));
    disc(pen, 0, 96, 3, 3, css(WHITE));
  });
}
