import { drawGlyph } from './glyphs.ts';
import type { Good } from './goods.ts';
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
  STEEL,
  WHITE,
  type Pen,
  type Tone,
} from './paint.ts';

const GRAPHITE: Tone = [0.36, 0.012, 260];

/** Pipes, batteries and dab tools. */
export const GLASSWARE: Readonly<Record<string, Good>> = {
  'spoon-pipe-cobalt': [245, (pen) => drawSpoon(pen, [0.46, 0.19, 264])],
  'spoon-pipe-amber': [70, (pen) => drawSpoon(pen, [0.7, 0.15, 66])],
  'ceramic-one-hitter': [
    30,
    (pen) => {
      shadow(pen, 204, 300, 150, 18, 0.42);
      placed(pen, 192, 196, -36, () => {
        box(pen, -26, -148, 52, 296, 24, aroundX(pen, -26, 52, CREAM));
        inside(pen, boxPath(-26, -148, 52, 296, 24), () => {
          for (const [y, hue] of [
            [30, 30],
            [56, 190],
            [82, 85],
          ] as const)
            box(pen, -26, y, 52, 14, 0, aroundX(pen, -26, 52, [0.62, 0.12, hue]));
        });
        disc(pen, 0, -136, 14, 8, css([0.35, 0.03, 50]));
        gloss(pen, -17, -116, 8, 220, 0.6);
      });
    },
  ],
  'beaker-water-pipe-10-in': [
    205,
    (pen) => {
      shadow(pen, 200, 350, 118, 15, 0.42);
      const glass = new Path2D(
        'M166 30 L218 30 L218 186 C222 220 282 290 282 326 Q282 348 258 348 L126 348 Q102 348 102 326 C102 290 162 220 166 186Z',
      );
      pen.fillStyle = css([0.95, 0.02, 220], 0.6);
      pen.fill(glass);
      inside(pen, glass, () => {
        shape(pen, 'M100 288 Q190 276 284 288 L284 350 L100 350Z', css([0.78, 0.09, 225], 0.75));
        pen.fillStyle = linear(pen, 102, 0, 282, 0, [
          [0, WHITE, 0.5],
          [0.1, WHITE, 0.1],
          [0.25, WHITE, 0.5],
          [0.36, WHITE, 0.05],
          [0.8, INK, 0.05],
          [1, INK, 0.2],
        ]);
        pen.fillRect(100, 20, 190, 340);
        for (const [x, y, r] of [
          [170, 312, 8],
          [206, 322, 6],
          [228, 304, 7],
        ] as const)
          disc(pen, x, y, r, r, css(WHITE, 0.6));
      });
      pen.strokeStyle = css(WHITE, 0.85);
      pen.lineWidth = 2;
      pen.stroke(glass);
      box(pen, 160, 22, 64, 14, 7, aroundX(pen, 160, 64, [0.6, 0.12, 165]));
      box(pen, 162, 178, 60, 12, 6, aroundX(pen, 162, 60, [0.6, 0.12, 165]));
      placed(pen, 262, 238, 42, () => {
        box(pen, -8, -84, 16, 100, 6, aroundX(pen, -8, 16, [0.9, 0.04, 220], 1.2));
        shape(pen, 'M-26 -116 L26 -116 L12 -80 L-12 -80Z', aroundX(pen, -26, 52, [0.6, 0.12, 165]));
        disc(pen, 0, -116, 26, 7, css([0.42, 0.09, 165]));
      });
    },
  ],
  'silicone-travel-pipe': [
    345,
    (pen) => {
      shadow(pen, 200, 296, 160, 18, 0.42);
      placed(pen, 190, 206, -8, () => {
        const tones: readonly Tone[] = [
          [0.7, 0.15, 350],
          [0.72, 0.13, 195],
          [0.78, 0.13, 90],
        ];
        const outline = new Path2D(
          'M-150 -8 C-150 -30 -128 -30 -110 -26 C-50 -14 0 -10 40 -34 C76 -72 150 -58 152 6 C154 62 84 74 44 42 C0 18 -60 20 -110 24 C-130 26 -150 18 -150 -8Z',
        );
        pen.fillStyle = linear(
          pen,
          -150,
          -60,
          150,
          60,
          tones.flatMap(
            (tone, index) =>
              [
                [index / 3, tone],
                [(index + 0.8) / 3, lit(tone, -0.03)],
              ] as const,
          ),
        );
        pen.fill(outline);
        inside(pen, outline, () => box(pen, -160, 14, 330, 70, 30, css(INK, 0.14)));
        disc(pen, 92, -22, 40, 22, css([0.4, 0.06, 195]));
        disc(pen, 92, -22, 31, 16, css(lit(STEEL, -0.1)));
        for (const x of [-12, 0, 12]) disc(pen, 92 + x, -22, 3, 2.4, css(INK, 0.7));
      });
    },
  ],
  '510-battery': [
    250,
    (pen) => {
      shadow(pen, 200, 334, 120, 16, 0.42);
      (
        [
          [0.3, 0.01, 260],
          [0.84, 0.006, 250],
          [0.56, 0.09, 195],
        ] as const
      ).forEach((tone, index) =>
        placed(pen, 112 + index * 80, 196, -4 + index * 4, () => {
          box(pen, -12, -138, 24, 20, 3, aroundX(pen, -12, 24, STEEL));
          box(pen, -22, -122, 44, 262, 12, aroundX(pen, -22, 44, tone));
          disc(pen, 0, -64, 11, 11, css(lit(tone, 0.14)));
          disc(pen, 0, -64, 5, 5, css([0.8, 0.15, 150]));
          gloss(pen, -15, -110, 6, 220, 0.4);
        }),
      );
    },
  ],
  'palm-battery': [
    175,
    (pen) => {
      shadow(pen, 200, 326, 110, 17, 0.45);
      const tone: Tone = [0.5, 0.08, 175];
      box(
        pen,
        110,
        92,
        164,
        234,
        44,
        linear(pen, 110, 92, 274, 326, [
          [0, lit(tone, 0.14)],
          [0.5, tone],
          [1, lit(tone, -0.14)],
        ]),
      );
      box(pen, 154, 84, 76, 96, 14, css(INK, 0.55));
      box(pen, 176, 44, 32, 118, 8, aroundX(pen, 176, 32, [0.86, 0.12, 84]));
      box(pen, 174, 26, 36, 40, 10, aroundX(pen, 174, 36, GRAPHITE));
      disc(pen, 192, 246, 28, 28, css(lit(tone, 0.1)));
      drawGlyph(pen, 'leaf', 192, 246, 15, CREAM);
      disc(pen, 192, 300, 4, 4, css([0.86, 0.17, 145]));
      gloss(pen, 124, 130, 9, 150, 0.4);
    },
  ],
  'quartz-banger-14-mm': [
    215,
    (pen) => {
      shadow(pen, 200, 300, 120, 17, 0.38);
      const quartz: Tone = [0.93, 0.015, 220];
      box(pen, 76, 148, 60, 136, 8, aroundX(pen, 76, 60, quartz, 1.3));
      gloss(pen, 86, 154, 9, 120, 0.9);
      line(pen, 'M106 160 C106 104 190 116 232 132', css(lit(quartz, -0.1)), 26);
      line(pen, 'M106 158 C108 108 190 116 232 128', css(lit(quartz, 0.04)), 12);
      const bucket = new Path2D('M204 84 L300 84 L296 172 Q294 186 280 186 L224 186 Q210 186 208 172Z');
      pen.fillStyle = aroundX(pen, 204, 96, quartz, 1.3);
      pen.fill(bucket);
      inside(pen, bucket, () => box(pen, 200, 154, 110, 40, 0, css([0.8, 0.14, 80], 0.8)));
      disc(pen, 252, 84, 48, 11, css(lit(quartz, 0.04)));
      disc(pen, 252, 85, 38, 7, css(lit(quartz, -0.14)));
      gloss(pen, 216, 94, 9, 80, 0.9);
    },
  ],
  'dab-tool-set': [
    40,
    (pen) => {
      shadow(pen, 200, 326, 140, 16, 0.4);
      const heads = [
        'M-8 -150 L8 -150 L11 -116 L-11 -116Z',
        'M0 -160 L7 -116 L-7 -116Z',
        'M-13 -144 C-13 -162 13 -162 13 -144 L6 -116 L-6 -116Z',
        'M-10 -154 L10 -140 L6 -116 L-6 -116Z',
      ];
      heads.forEach((head, index) =>
        placed(pen, 96 + index * 64, 186, (index - 1.5) * 5, () => {
          shape(pen, head, aroundX(pen, -13, 26, STEEL));
          box(pen, -6, -118, 12, 90, 3, aroundX(pen, -6, 12, STEEL));
          box(
            pen,
            -11,
            -34,
            22,
            164,
            9,
            aroundX(
              pen,
              -11,
              22,
              (
                [
                  [0.6, 0.15, 25],
                  [0.55, 0.1, 190],
                  [0.75, 0.13, 85],
                  [0.5, 0.12, 300],
                ] as const
              )[index] ?? STEEL,
            ),
          );
          for (let ring = 0; ring < 4; ring += 1) box(pen, -11, -16 + ring * 10, 22, 3, 0, css(INK, 0.25));
        }),
      );
    },
  ],
  'silicone-dab-mat': [
    300,
    (pen) => {
      shadow(pen, 200, 306, 160, 26, 0.36);
      placed(pen, 192, 206, 0, () => {
        disc(pen, 0, 10, 150, 104, css([0.36, 0.09, 300]));
        disc(
          pen,
          0,
          0,
          150,
          104,
          linear(pen, -120, -90, 120, 90, [
            [0, [0.62, 0.13, 300]],
            [1, [0.48, 0.13, 300]],
          ]),
        );
        for (const [radius, by] of [
          [1, 0],
          [0.8, 0.06],
          [0.6, -0.03],
          [0.4, 0.08],
          [0.2, -0.04],
        ] as const) {
          pen.beginPath();
          for (let point = 0; point <= 72; point += 1) {
            const angle = (point / 72) * Math.PI * 2;
            const reach = radius * (1 + 0.07 * Math.cos(angle * 8));
            pen.lineTo(Math.cos(angle) * 128 * reach, Math.sin(angle) * 86 * reach);
          }
          pen.fillStyle = css(lit([0.62, 0.14, 320 - radius * 60], by));
          pen.fill();
        }
      });
    },
  ],
};

function drawSpoon(pen: Pen, tone: Tone): void {
  shadow(pen, 200, 296, 170, 18, 0.42);
  placed(pen, 190, 206, -12, () => {
    const outline = new Path2D(
      'M-160 6 C-160 -16 -136 -18 -112 -14 C-60 -6 -10 -2 24 -24 C50 -66 150 -66 156 4 C160 66 70 76 26 40 C-10 22 -60 26 -112 28 C-140 30 -160 26 -160 6Z',
    );
    pen.fillStyle = linear(pen, -150, -60, 150, 70, [
      [0, lit(tone, 0.12)],
      [0.5, tone],
      [1, lit(tone, -0.15)],
    ]);
    pen.fill(outline);
    inside(pen, outline, () => {
      for (let swirl = 0; swirl < 7; swirl += 1)
        line(
          pen,
          `M${-150 + swirl * 44} -60 C${-110 + swirl * 44} -10 ${-170 + swirl * 46} 20 ${-116 + swirl * 46} 70`,
          css(lit(tone, swirl % 2 ? 0.26 : -0.16), 0.6),
          8,
        );
      line(pen, 'M-150 2 C-90 -10 -20 10 30 -14 C60 -44 110 -46 136 -20', css(WHITE, 0.55), 7);
    });
    disc(pen, 92, -24, 42, 21, css(lit(tone, -0.2)));
    disc(pen, 92, -22, 32, 14, css(lit(tone, -0.28)));
    disc(pen, 92, -21, 6, 3, css([0.08, 0, 0]));
    disc(pen, -154, 7, 6, 9, css(lit(tone, -0.26)));
  });
}
