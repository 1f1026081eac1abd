import { drawGlyph } from './glyphs.ts';
import {
  aroundX,
  box,
  boxPath,
  CREAM,
  css,
  disc,
  gloss,
  inside,
  INK,
  line,
  linear,
  lit,
  placed,
  shadow,
  shape,
  WHITE,
  write,
  type Pen,
  type Tone,
} from './paint.ts';

const GRAPHITE: Tone = [0.36, 0.012, 260];
const WALNUT: Tone = [0.45, 0.075, 55];
const KRAFT: Tone = [0.74, 0.07, 72];

/** A thing of its own: the hue of its backdrop, and how it is drawn. */
export type Good = readonly [backdrop: number, draw: (pen: Pen) => void];

/** What is rolled with: grinders, trays, papers, cones, tips. */
export const GOODS: Readonly<Record<string, Good>> = {
  'four-piece-grinder-55-mm': [
    150,
    (pen) => {
      shadow(pen, 202, 318, 130, 20, 0.45);
      for (const [x, tone] of [
        [268, [0.72, 0.07, 10]],
        [108, [0.66, 0.06, 145]],
      ] as const)
        placed(pen, x, 280, 0, () => drawGrinder(pen, tone, 84, 4), 0.66);
      placed(pen, 188, 314, 0, () => drawGrinder(pen, GRAPHITE, 96, 4));
    },
  ],
  'pocket-grinder-40-mm': [
    25,
    (pen) => {
      shadow(pen, 200, 300, 110, 17, 0.45);
      placed(pen, 192, 298, 0, () => drawGrinder(pen, [0.62, 0.17, 30], 86, 2));
    },
  ],
  'walnut-grinder': [
    70,
    (pen) => {
      shadow(pen, 200, 304, 124, 18, 0.45);
      placed(pen, 192, 302, 0, () => {
        drawGrinder(pen, WALNUT, 98, 2);
        for (let grain = 0; grain < 6; grain += 1)
          line(pen, `M-88 ${-20 - grain * 21} q50 8 90 0 t86 -2`, css(lit(WALNUT, -0.09), 0.5), 2);
        drawGlyph(pen, 'leaf', 0, -156, 18, lit(WALNUT, -0.14));
      });
    },
  ],
  'rolling-tray-mountains': [
    220,
    (pen) =>
      drawTray(pen, [0.36, 0.06, 250], () => {
        disc(pen, 60, -34, 30, 30, css([0.9, 0.1, 85]));
        shape(pen, 'M-150 70 L-70 -40 L-20 20 L40 -50 L150 70Z', css([0.55, 0.09, 240]));
        shape(pen, 'M-150 70 L-100 10 L-50 50 L10 -6 L60 40 L110 -4 L150 40 L150 70Z', css([0.44, 0.08, 200]));
        shape(pen, 'M-150 70 L-150 48 Q-60 20 0 50 T150 44 L150 70Z', css([0.34, 0.06, 160]));
      }),
  ],
  'rolling-tray-terrazzo': [
    10,
    (pen) =>
      drawTray(pen, [0.93, 0.02, 60], () => {
        for (let chip = 0; chip < 70; chip += 1) {
          const [x, y] = [((chip * 0.75488) % 1) * 300 - 150, ((chip * 0.56984) % 1) * 190 - 105];
          const hue = [20, 150, 250, 85, 340][chip % 5] ?? 0;
          placed(
            pen,
            x,
            y,
            chip * 37,
            () => shape(pen, 'M-9 -5 L3 -10 L10 0 L2 8 L-8 5Z', css([0.66, 0.11, hue])),
            0.6 + (chip % 4) * 0.22,
          );
        }
      }),
  ],
  'bamboo-rolling-tray': [
    80,
    (pen) =>
      drawTray(pen, [0.8, 0.08, 78], () => {
        for (let strip = 0; strip < 7; strip += 1)
          box(pen, -160, -86 + strip * 25, 320, 24, 0, css(lit([0.82, 0.085, 80], (strip % 3) * -0.03)));
        line(pen, 'M-110 -30 q40 6 80 0 M20 20 q50 -8 100 2 M-60 54 q40 6 70 0', css([0.66, 0.09, 70], 0.6), 2);
      }),
  ],
  'rolling-papers': [
    145,
    (pen) => {
      shadow(pen, 200, 300, 150, 18, 0.42);
      for (const [x, y, degrees, tone] of [
        [226, 152, 10, [0.74, 0.1, 75]],
        [188, 206, -4, [0.5, 0.1, 150]],
        [170, 264, -12, [0.62, 0.15, 35]],
      ] as const)
        placed(pen, x, y, degrees, () => drawBooklet(pen, tone, 'TILL & FERN'));
    },
  ],
  'hemp-papers-with-tips': [
    100,
    (pen) => {
      shadow(pen, 200, 296, 150, 18, 0.42);
      placed(pen, 196, 218, -6, () => {
        box(pen, -130, -104, 260, 60, 4, css(KRAFT));
        for (let sheet = 0; sheet < 5; sheet += 1)
          box(pen, -122 + sheet * 2, -92 + sheet * 6, 244, 60, 2, css(lit([0.86, 0.04, 80], sheet * 0.015)));
        drawBooklet(pen, KRAFT, 'HEMP + TIPS');
      });
      for (let tip = 0; tip < 3; tip += 1)
        placed(pen, 96 + tip * 34, 310, 12, () => box(pen, -12, -10, 26, 20, 5, aroundX(pen, -12, 26, KRAFT)));
    },
  ],
  'pre-rolled-cones': [
    60,
    (pen) => {
      shadow(pen, 196, 336, 110, 16, 0.45);
      for (let cone = 0; cone < 6; cone += 1) {
        placed(pen, 132 + cone * 24, 126, (cone - 2.5) * 4, () => {
          shape(pen, 'M-13 -92 L13 -92 L8 120 L-8 120Z', aroundX(pen, -13, 26, [0.95, 0.02, 85], 0.7));
          disc(pen, 0, -92, 13, 4, css([0.78, 0.03, 80]));
        });
      }
      box(
        pen,
        104,
        150,
        176,
        186,
        8,
        linear(pen, 104, 0, 280, 0, [
          [0, lit([0.5, 0.1, 150], 0.06)],
          [1, lit([0.5, 0.1, 150], -0.07)],
        ]),
      );
      write(pen, 'CONES', 192, 222, { size: 40, tone: CREAM, weight: 800, spacing: 2 });
      write(pen, 'PRE-ROLLED, UNBLEACHED', 192, 256, { size: 11, tone: CREAM, weight: 500, spacing: 1 });
      drawGlyph(pen, 'leaf', 192, 298, 18, [0.82, 0.13, 110]);
    },
  ],
  'glass-tips-5-pk': [
    200,
    (pen) => {
      shadow(pen, 200, 306, 150, 18, 0.35);
      (
        [
          [0.86, 0.06, 220],
          [0.78, 0.12, 75],
          [0.7, 0.12, 305],
          [0.76, 0.12, 165],
          [0.74, 0.14, 10],
        ] as const
      ).forEach((tone, index) =>
        placed(pen, 84 + index * 55, 196, index % 2 ? 5 : -5, () => {
          box(pen, -19, -98, 38, 204, 17, aroundX(pen, -19, 38, tone, 1.2));
          box(pen, -20, -40, 40, 16, 8, aroundX(pen, -20, 40, lit(tone, -0.08), 1.2));
          gloss(pen, -11, -88, 6, 180, 0.85);
          disc(pen, 0, -94, 9, 4, css(INK, 0.35));
        }),
      );
    },
  ],
};

/** A grinder standing on (0, 0), of two or four rings. */
function drawGrinder(pen: Pen, tone: Tone, half: number, rings: number): void {
  const height = rings === 4 ? 44 : 66;
  for (let ring = 0; ring < rings; ring += 1) {
    const y = -height * (ring + 1);
    box(
      pen,
      -half,
      y,
      half * 2,
      height - 3,
      7,
      aroundX(pen, -half, half * 2, ring === 1 && rings === 4 ? lit(tone, 0.1) : tone),
    );
    for (let notch = 0; notch < 22; notch += 1) {
      const place = Math.cos((notch / 21) * Math.PI) * (half - 6);
      box(pen, place - 1, y + 6, 2, height - 16, 1, css(INK, 0.16));
    }
    box(pen, -half, y + height - 4, half * 2, 4, 0, css(INK, 0.4));
  }
  const top = -height * rings;
  disc(
    pen,
    0,
    top + 3,
    half - 2,
    half * 0.24,
    linear(pen, -half, top - 20, half, top + 20, [
      [0, lit(tone, 0.24)],
      [0.5, lit(tone, 0.08)],
      [1, lit(tone, -0.04)],
    ]),
  );
  disc(pen, 0, top + 2, half * 0.72, half * 0.16, css(lit(tone, 0.02)));
}

function drawTray(pen: Pen, rim: Tone, drawArt: () => void): void {
  shadow(pen, 200, 302, 184, 26, 0.42);
  placed(pen, 192, 196, -6, () => {
    box(pen, -160, -96, 320, 206, 24, css(lit(rim, -0.2)));
    box(
      pen,
      -160,
      -104,
      320,
      206,
      24,
      linear(pen, -160, -104, 160, 102, [
        [0, lit(rim, 0.1)],
        [1, lit(rim, -0.04)],
      ]),
    );
    inside(pen, boxPath(-144, -88, 288, 174, 14), () => {
      box(pen, -150, -94, 300, 190, 0, css(lit(rim, 0.06)));
      placed(pen, 0, 16, 0, drawArt);
      box(
        pen,
        -150,
        -94,
        300,
        190,
        0,
        linear(pen, 0, -90, 0, 90, [
          [0, INK, 0.26],
          [0.1, INK, 0.05],
          [0.3, WHITE, 0.06],
          [1, WHITE, 0.02],
        ]),
      );
      shape(pen, 'M-150 -20 L-40 -94 L20 -94 L-150 30Z', css(WHITE, 0.1));
    });
  });
}

function drawBooklet(pen: Pen, tone: Tone, words: string): void {
  box(pen, -130, -26, 260, 66, 4, css(lit(tone, -0.2)));
  box(
    pen,
    -130,
    -34,
    260,
    66,
    4,
    linear(pen, -130, -34, 130, 32, [
      [0, lit(tone, 0.1)],
      [1, lit(tone, -0.05)],
    ]),
  );
  box(pen, -130, -34, 260, 13, 3, css(CREAM));
  drawGlyph(pen, 'leaf', -98, 8, 13, CREAM);
  write(pen, words, 14, 8, { size: 24, tone: CREAM, weight: 800, spacing: 2 });
}
