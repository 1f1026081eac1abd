import { drawGlyph } from './glyphs.ts';
import type { Good } from './goods.ts';
import {
  aroundX,
  box,
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
  type Tone,
} from './paint.ts';

const GRAPHITE: Tone = [0.36, 0.012, 260];

/** What is worn, carried or put on a shelf. */
export const KEEPSAKES: Readonly<Record<string, Good>> = {
  'stoneware-ashtray': [
    55,
    (pen) => {
      shadow(pen, 200, 306, 160, 24, 0.45);
      const clay: Tone = [0.8, 0.035, 70];
      shape(pen, 'M44 210 C48 290 96 312 192 312 C288 312 336 290 340 210Z', aroundX(pen, 44, 296, clay));
      disc(pen, 192, 210, 148, 54, css(lit(clay, 0.08)));
      disc(pen, 192, 214, 126, 43, css([0.45, 0.06, 200]));
      disc(pen, 192, 222, 108, 33, css([0.53, 0.07, 200]));
      for (const [x, y] of [
        [192, 162],
        [66, 222],
        [318, 222],
      ] as const)
        disc(pen, x, y, 17, 9, css(lit(clay, -0.14)));
      for (let speck = 0; speck < 40; speck += 1)
        disc(pen, 60 + ((speck * 61) % 264), 262 + ((speck * 29) % 42), 1.6, 1.4, css([0.42, 0.04, 60], 0.6));
    },
  ],
  'tillwright-tee': [
    150,
    (pen) => {
      shadow(pen, 196, 338, 140, 15, 0.32);
      const cloth: Tone = [0.42, 0.07, 155];
      shape(
        pen,
        'M132 62 L70 88 L24 168 L78 198 L100 166 L100 334 L284 334 L284 166 L306 198 L360 168 L314 88 L252 62 C240 92 144 92 132 62Z',
        linear(pen, 40, 60, 340, 334, [
          [0, lit(cloth, 0.1)],
          [0.5, cloth],
          [1, lit(cloth, -0.07)],
        ]),
      );
      shape(pen, 'M132 62 C144 92 240 92 252 62 C244 104 140 104 132 62Z', css(lit(cloth, -0.13)));
      line(
        pen,
        'M100 168 C104 220 102 280 100 332 M284 168 C280 220 282 280 284 332 M120 200 C126 250 122 300 130 330 M262 210 C258 260 264 300 256 330',
        css(lit(cloth, -0.08), 0.7),
        3,
      );
      write(pen, 'tillwright', 192, 176, { size: 30, tone: [0.93, 0.06, 120], weight: 700 });
      drawGlyph(pen, 'leaf', 192, 136, 17, [0.8, 0.15, 130]);
    },
  ],
  'moonwater-hoodie': [
    265,
    (pen) => {
      shadow(pen, 196, 350, 140, 14, 0.32);
      const cloth: Tone = [0.34, 0.07, 272];
      shape(
        pen,
        'M130 92 L78 112 L34 250 L42 300 L82 300 L102 220 L102 348 L282 348 L282 220 L302 300 L342 300 L350 250 L306 112 L254 92Z',
        linear(pen, 40, 90, 340, 348, [
          [0, lit(cloth, 0.1)],
          [0.5, cloth],
          [1, lit(cloth, -0.05)],
        ]),
      );
      shape(
        pen,
        'M122 104 C112 36 150 26 192 26 C234 26 272 36 262 104 C240 136 144 136 122 104Z',
        css(lit(cloth, 0.06)),
      );
      disc(pen, 192, 84, 48, 36, css(lit(cloth, -0.1)));
      line(pen, 'M170 120 L168 184 M214 120 L216 176', css(CREAM), 5);
      shape(pen, 'M134 262 L250 262 L270 322 L114 322Z', css(lit(cloth, -0.05)));
      box(pen, 100, 334, 184, 16, 4, css(lit(cloth, -0.08)));
      drawGlyph(pen, 'night', 192, 214, 26, [0.94, 0.06, 95]);
    },
  ],
  'corduroy-cap': [
    60,
    (pen) => {
      shadow(pen, 206, 300, 170, 20, 0.42);
      const cloth: Tone = [0.56, 0.1, 62];
      const crown = new Path2D('M64 252 C50 110 140 76 200 78 C276 80 318 150 306 252 C230 268 130 268 64 252Z');
      pen.fillStyle = linear(pen, 60, 80, 310, 260, [
        [0, lit(cloth, 0.1)],
        [1, lit(cloth, -0.09)],
      ]);
      pen.fill(crown);
      inside(pen, crown, () => {
        for (let rib = 0; rib < 22; rib += 1)
          line(
            pen,
            `M${190 + (rib - 11) * 3} 70 Q${190 + (rib - 11) * 13} 140 ${190 + (rib - 11) * 13} 270`,
            css(lit(cloth, -0.1), 0.5),
            2.4,
          );
      });
      shape(
        pen,
        'M58 246 C120 222 250 226 306 248 C356 258 374 288 364 300 C300 262 130 262 66 268 Q54 258 58 246Z',
        linear(pen, 60, 226, 360, 300, [
          [0, lit(cloth, 0.02)],
          [1, lit(cloth, -0.14)],
        ]),
      );
      disc(pen, 200, 80, 10, 6, css(lit(cloth, -0.1)));
      box(pen, 148, 156, 80, 52, 8, css(CREAM));
      drawGlyph(pen, 'mountain', 188, 182, 20, [0.44, 0.08, 200]);
    },
  ],
  'canvas-tote': [
    110,
    (pen) => {
      shadow(pen, 200, 344, 130, 16, 0.42);
      const cloth: Tone = [0.92, 0.03, 85];
      line(pen, 'M136 140 C136 20 248 20 248 140', css(lit(cloth, -0.14)), 13);
      shape(
        pen,
        'M86 124 L298 124 L312 342 L72 342Z',
        linear(pen, 72, 124, 312, 342, [
          [0, lit(cloth, 0.04)],
          [1, lit(cloth, -0.09)],
        ]),
      );
      line(pen, 'M84 146 L300 146', css(lit(cloth, -0.12), 0.8), 2);
      line(pen, 'M148 142 C148 50 236 50 236 142', css(lit(cloth, -0.03)), 12);
      drawGlyph(pen, 'mint', 192, 222, 46, [0.5, 0.1, 150]);
      write(pen, 'GOOD DAY', 192, 306, { size: 22, tone: [0.36, 0.07, 155], weight: 800, spacing: 4 });
    },
  ],
  'enamel-mug': [
    15,
    (pen) => {
      shadow(pen, 196, 324, 140, 18, 0.45);
      line(pen, 'M268 168 C338 156 340 268 264 262', css([0.94, 0.015, 90]), 20);
      line(pen, 'M268 168 C338 156 340 268 264 262', css([0.8, 0.02, 90], 0.7), 5);
      box(pen, 84, 120, 190, 204, 16, aroundX(pen, 84, 190, [0.95, 0.018, 90]));
      disc(pen, 179, 122, 95, 22, css([0.34, 0.1, 260]));
      disc(pen, 179, 124, 86, 17, css([0.86, 0.02, 90]));
      disc(pen, 179, 128, 78, 13, css([0.36, 0.05, 50]));
      drawGlyph(pen, 'pine', 150, 226, 40, [0.46, 0.09, 160]);
      drawGlyph(pen, 'pine', 206, 236, 30, [0.56, 0.1, 150]);
      gloss(pen, 96, 148, 10, 150, 0.7);
    },
  ],
  'enamel-pin': [
    95,
    (pen) => {
      shadow(pen, 200, 336, 120, 15, 0.36);
      box(
        pen,
        96,
        40,
        192,
        292,
        10,
        linear(pen, 96, 40, 288, 332, [
          [0, [0.97, 0.015, 90]],
          [1, [0.9, 0.025, 85]],
        ]),
      );
      write(pen, 'TILLWRIGHT', 192, 76, { size: 16, tone: GRAPHITE, weight: 800, spacing: 4 });
      shadow(pen, 200, 206, 88, 84, 0.35);
      disc(
        pen,
        192,
        188,
        74,
        74,
        linear(pen, 118, 114, 266, 262, [
          [0, [0.9, 0.1, 88]],
          [0.5, [0.72, 0.11, 80]],
          [1, [0.85, 0.1, 88]],
        ]),
      );
      disc(pen, 192, 188, 65, 65, css([0.4, 0.1, 258]));
      drawGlyph(pen, 'mountain', 192, 198, 44, [0.62, 0.11, 170]);
      disc(pen, 216, 150, 12, 12, css([0.9, 0.12, 88]));
      write(pen, 'HARD ENAMEL', 192, 302, { size: 10, tone: GRAPHITE, weight: 500, spacing: 2 });
    },
  ],
  'sticker-sheet': [
    185,
    (pen) => {
      shadow(pen, 200, 336, 140, 15, 0.36);
      placed(pen, 192, 190, 4, () => {
        box(
          pen,
          -124,
          -148,
          248,
          296,
          8,
          linear(pen, -124, -148, 124, 148, [
            [0, WHITE],
            [1, [0.9, 0.012, 200]],
          ]),
        );
        const stickers = [
          ['cherry', 10],
          ['night', 270],
          ['mint', 160],
          ['sun', 70],
          ['strawberry', 20],
          ['star', 300],
          ['grapes', 310],
          ['citrus', 55],
          ['mountain', 230],
        ] as const;
        stickers.forEach(([glyph, hue], index) => {
          const [x, y] = [((index % 3) - 1) * 78, (Math.floor(index / 3) - 1) * 92];
          disc(pen, x + 1, y + 3, 37, 37, css(INK, 0.14));
          disc(pen, x, y, 37, 37, css(WHITE));
          disc(pen, x, y, 33, 33, css([0.88, 0.07, hue]));
          drawGlyph(pen, glyph, x, y, 21, [0.56, 0.17, hue]);
        });
        shape(pen, 'M124 108 L124 140 Q124 148 116 148 L84 148 Q112 138 124 108Z', css([0.78, 0.02, 200]));
      });
    },
  ],
};
