import { drawGlyph } from './glyphs.ts';
import type { Good } from './goods.ts';
import { drawJar } from './packs.ts';
import {
  aroundX,
  box,
  boxPath,
  CREAM,
  css,
  disc,
  gloss,
  INK,
  line,
  linear,
  lit,
  placed,
  radial,
  shadow,
  shape,
  STEEL,
  WHITE,
  write,
  type Pen,
  type Tone,
} from './paint.ts';

const GRAPHITE: Tone = [0.36, 0.012, 260];
const BRASS: Tone = [0.76, 0.11, 85];
const KRAFT: Tone = [0.74, 0.07, 72];

/** Fire, and what keeps things fresh and clean. */
export const SUNDRIES: Readonly<Record<string, Good>> = {
  'pocket-lighter': [
    270,
    (pen) => {
      shadow(pen, 200, 330, 150, 17, 0.42);
      (
        [
          [0.7, 0.16, 25],
          [0.6, 0.1, 190],
          [0.78, 0.14, 85],
          [0.72, 0.11, 305],
          [0.3, 0.01, 260],
        ] as const
      ).forEach((tone, index) =>
        placed(pen, 76 + index * 58, 326, 0, () => drawLighter(pen, tone), index === 2 ? 1.08 : 0.94),
      );
    },
  ],
  'refillable-torch': [
    230,
    (pen) => {
      shadow(pen, 206, 336, 104, 16, 0.45);
      box(pen, 124, 236, 150, 98, 22, aroundX(pen, 124, 150, [0.36, 0.04, 250]));
      box(pen, 146, 140, 104, 110, 16, aroundX(pen, 146, 104, [0.5, 0.1, 245]));
      placed(pen, 196, 128, -28, () => {
        box(pen, -22, -62, 44, 78, 8, aroundX(pen, -22, 44, STEEL));
        for (let hole = 0; hole < 3; hole += 1) disc(pen, 0, -44 + hole * 16, 5, 4, css(INK, 0.6));
        shape(
          pen,
          'M-12 -66 C-16 -104 -4 -124 0 -142 C4 -124 16 -104 12 -66Z',
          linear(pen, 0, -66, 0, -142, [
            [0, [0.7, 0.15, 250], 0.95],
            [0.5, [0.85, 0.1, 230], 0.7],
            [1, [0.9, 0.12, 80], 0.1],
          ]),
        );
      });
      box(pen, 238, 152, 30, 40, 8, aroundX(pen, 238, 30, GRAPHITE));
      gloss(pen, 156, 156, 9, 84, 0.4);
      disc(pen, 199, 286, 22, 22, css([0.46, 0.04, 250]));
      box(pen, 196, 266, 6, 24, 3, css(BRASS));
    },
  ],
  'hemp-wick-20-ft': [
    90,
    (pen) => {
      shadow(pen, 200, 300, 130, 22, 0.42);
      for (let ring = 0; ring < 9; ring += 1) {
        pen.beginPath();
        pen.ellipse(192, 196, 118 - ring * 9, 96 - ring * 8, 0, 0, Math.PI * 2);
        pen.strokeStyle = css(lit([0.76, 0.09, 82], ring % 2 ? -0.09 : 0.03));
        pen.lineWidth = 9;
        pen.stroke();
      }
      line(pen, 'M290 236 C330 262 316 318 260 322', css([0.78, 0.09, 82]), 9);
      box(
        pen,
        166,
        84,
        52,
        226,
        8,
        linear(pen, 166, 0, 218, 0, [
          [0, KRAFT],
          [0.4, lit(KRAFT, 0.1)],
          [1, lit(KRAFT, -0.08)],
        ]),
      );
      pen.save();
      pen.translate(192, 196);
      pen.rotate(-Math.PI / 2);
      write(pen, 'HEMP WICK', 0, 0, { size: 24, tone: [0.34, 0.06, 70], weight: 800, spacing: 3 });
      pen.restore();
    },
  ],
  'wooden-matches': [
    20,
    (pen) => {
      shadow(pen, 200, 316, 146, 18, 0.42);
      for (let match = 0; match < 7; match += 1)
        placed(pen, 120 + match * 24, 132, (match - 3) * 3, () => {
          box(pen, -4.5, -70, 9, 150, 2, aroundX(pen, -4.5, 9, [0.86, 0.06, 80]));
          disc(
            pen,
            0,
            -72,
            8,
            13,
            radial(pen, -2, -76, 16, [
              [0, [0.66, 0.19, 28]],
              [1, [0.48, 0.17, 25]],
            ]),
          );
        });
      box(
        pen,
        84,
        152,
        216,
        162,
        6,
        linear(pen, 84, 152, 300, 314, [
          [0, [0.58, 0.17, 28]],
          [1, [0.47, 0.15, 25]],
        ]),
      );
      box(pen, 84, 284, 216, 30, 4, css([0.34, 0.05, 40]));
      disc(pen, 192, 218, 48, 48, css(CREAM));
      drawGlyph(pen, 'flame', 192, 216, 32, [0.66, 0.18, 45]);
    },
  ],
  'humidity-packs-62-4-pk': [
    215,
    (pen) => {
      shadow(pen, 200, 318, 140, 18, 0.42);
      for (const [x, y, degrees] of [
        [236, 172, 12],
        [156, 176, -10],
        [194, 206, 2],
      ] as const)
        placed(pen, x, y, degrees, () => {
          box(
            pen,
            -76,
            -92,
            152,
            196,
            8,
            linear(pen, -76, -92, 76, 104, [
              [0, [0.97, 0.008, 220]],
              [1, [0.84, 0.02, 220]],
            ]),
          );
          box(pen, -76, -92, 152, 15, 6, css([0.78, 0.03, 220]));
          box(pen, -76, 89, 152, 15, 6, css([0.78, 0.03, 220]));
          write(pen, '62%', 0, -14, { size: 52, tone: [0.5, 0.13, 240], weight: 800 });
          drawGlyph(pen, 'drop', 0, 52, 20, [0.62, 0.13, 235]);
        });
    },
  ],
  'airtight-jar': [
    165,
    (pen) => {
      shadow(pen, 196, 328, 160, 19, 0.42);
      const lid: Tone = [0.32, 0.03, 160];
      drawJar(pen, 66, 150, 118, 176, lid, () => box(pen, 66, 230, 118, 96, 0, css([0.56, 0.1, 135], 0.85)));
      drawJar(pen, 230, 214, 96, 112, lid, () => box(pen, 230, 262, 96, 70, 0, css([0.5, 0.1, 310], 0.8)));
      drawJar(pen, 164, 256, 72, 74, lid, () => box(pen, 164, 290, 72, 50, 0, css([0.74, 0.13, 95], 0.85)));
    },
  ],
  'smell-proof-pouch': [
    265,
    (pen) => {
      shadow(pen, 200, 320, 156, 19, 0.45);
      const cloth: Tone = [0.34, 0.025, 265];
      box(
        pen,
        48,
        106,
        292,
        208,
        26,
        linear(pen, 48, 106, 340, 314, [
          [0, lit(cloth, 0.08)],
          [1, lit(cloth, -0.05)],
        ]),
      );
      for (let row = 0; row < 9; row += 1)
        line(pen, `M56 ${126 + row * 22} L332 ${126 + row * 22}`, css(lit(cloth, 0.06), 0.35), 1.5);
      box(pen, 62, 130, 264, 14, 7, css(INK));
      line(pen, 'M70 137 L318 137', css(BRASS), 5);
      box(pen, 292, 128, 20, 42, 6, aroundX(pen, 292, 20, BRASS));
      box(pen, 140, 206, 106, 66, 8, css([0.6, 0.08, 150]));
      drawGlyph(pen, 'leaf', 193, 239, 22, [0.93, 0.06, 120]);
      line(pen, 'M344 150 C372 160 370 220 344 226', css(lit(cloth, -0.04)), 10);
    },
  ],
  'cleaning-solution-12-oz': [
    235,
    (pen) => {
      shadow(pen, 200, 342, 92, 15, 0.45);
      const outline = boxPath(126, 126, 132, 214, 20);
      pen.fillStyle = aroundX(pen, 126, 132, [0.82, 0.08, 235], 0.9);
      pen.fill(outline);
      box(pen, 170, 96, 44, 36, 4, aroundX(pen, 170, 44, WHITE));
      shape(
        pen,
        'M152 60 L226 54 Q248 56 246 78 L226 82 L224 102 L164 102 L162 78 L120 76 L118 62Z',
        aroundX(pen, 118, 128, [0.5, 0.14, 245]),
      );
      line(pen, 'M162 80 q-12 14 -4 30', css([0.42, 0.12, 245]), 8);
      box(pen, 134, 182, 116, 118, 6, css(WHITE, 0.95));
      drawGlyph(pen, 'bubbles', 192, 222, 26, [0.6, 0.13, 235]);
      write(pen, 'CLEAR', 192, 272, { size: 24, tone: [0.42, 0.12, 245], weight: 800, spacing: 2 });
      gloss(pen, 136, 140, 8, 186, 0.55);
    },
  ],
  'pipe-cleaners-50-pk': [
    330,
    (pen) => {
      shadow(pen, 200, 326, 130, 17, 0.4);
      for (let wire = 0; wire < 12; wire += 1) {
        const tone: Tone = [0.76, 0.13, wire * 30 + 10];
        const lean = (wire - 5.5) * 14;
        line(
          pen,
          `M${146 + wire * 8.4} 250 C${142 + wire * 8.4 + lean * 0.4} 170 ${140 + wire * 8.4 + lean} 120 ${144 + wire * 8 + lean * 1.2} 58`,
          css(tone),
          7,
        );
        line(
          pen,
          `M${145 + wire * 8.4} 250 C${141 + wire * 8.4 + lean * 0.4} 170 ${139 + wire * 8.4 + lean} 120 ${143 + wire * 8 + lean * 1.2} 58`,
          css(lit(tone, 0.14)),
          2,
        );
      }
      box(
        pen,
        116,
        196,
        152,
        130,
        10,
        linear(pen, 116, 0, 268, 0, [
          [0, lit(KRAFT, 0.06)],
          [1, lit(KRAFT, -0.08)],
        ]),
      );
      write(pen, 'PIPE', 192, 244, { size: 30, tone: [0.32, 0.05, 60], weight: 800, spacing: 2 });
      write(pen, 'CLEANERS', 192, 276, { size: 20, tone: [0.32, 0.05, 60], weight: 800, spacing: 2 });
    },
  ],
};

function drawLighter(pen: Pen, tone: Tone): void {
  box(pen, -24, -176, 48, 176, 11, aroundX(pen, -24, 48, tone));
  box(pen, -21, -214, 42, 44, 5, aroundX(pen, -21, 42, STEEL));
  disc(pen, 8, -220, 14, 14, css(lit(STEEL, -0.24)));
  disc(pen, 8, -220, 8, 8, css(lit(STEEL, -0.05)));
  box(pen, -22, -224, 16, 12, 4, css(lit(tone, -0.12)));
  gloss(pen, -17, -168, 7, 150, 0.5);
}
