import { box, css, disc, line, lit, type Pen, placed, shape, type Tone, WHITE } from './paint.ts';

export type Glyph =
  | 'citrus'
  | 'cherry'
  | 'berries'
  | 'grapes'
  | 'peach'
  | 'apple'
  | 'pear'
  | 'leaf'
  | 'mint'
  | 'flower'
  | 'mountain'
  | 'waves'
  | 'honey'
  | 'flame'
  | 'pine'
  | 'drop'
  | 'banana'
  | 'papaya'
  | 'nut'
  | 'coffee'
  | 'fig'
  | 'night'
  | 'sun'
  | 'star'
  | 'ginger'
  | 'strawberry'
  | 'pineapple'
  | 'bubbles'
  | 'butter';

const LEAF: Tone = [0.55, 0.12, 140];
const STEM: Tone = [0.42, 0.06, 90];

/** A flat little picture on a label, about 2 x `size` wide, around (x, y). */
export function drawGlyph(pen: Pen, glyph: Glyph, x: number, y: number, size: number, tone: Tone): void {
  placed(pen, x, y, 0, () => GLYPHS[glyph](pen, tone), size / 50);
}

const GLYPHS: Readonly<Record<Glyph, (pen: Pen, tone: Tone) => void>> = {
  citrus(pen, tone) {
    disc(pen, 0, 0, 48, 48, css(tone));
    disc(pen, 0, 0, 42, 42, css(lit(tone, 0.2)));
    for (let slice = 0; slice < 8; slice += 1) {
      placed(pen, 0, 0, slice * 45, () =>
        shape(pen, 'M0 -5 C12 -14 13 -30 9 -36 Q0 -40 -9 -36 C-13 -30 -12 -14 0 -5Z', css(tone)),
      );
    }
  },
  cherry(pen, tone) {
    line(pen, 'M-20 18 C-16 -14 4 -34 20 -42 C18 -20 22 -4 24 14', css(STEM), 4);
    shape(pen, 'M20 -42 C34 -52 48 -46 50 -32 C38 -26 26 -30 20 -42Z', css(LEAF));
    disc(pen, -22, 26, 22, 21, css(tone));
    disc(pen, 24, 24, 22, 21, css(lit(tone, -0.06)));
    disc(pen, -29, 18, 6, 4, css(WHITE, 0.5), -0.6);
    disc(pen, 17, 16, 6, 4, css(WHITE, 0.5), -0.6);
  },
  berries(pen, tone) {
    shape(pen, 'M-4 -14 C-30 -20 -40 -36 -36 -46 C-16 -46 -4 -32 -4 -14Z', css(LEAF));
    shape(pen, 'M2 -14 C22 -16 36 -30 34 -42 C16 -44 2 -32 2 -14Z', css(lit(LEAF, -0.07)));
    for (const [x, y, by] of [
      [-22, 6, -0.06],
      [22, 6, -0.1],
      [0, 28, 0],
      [0, -4, -0.03],
    ] as const) {
      disc(pen, x, y, 21, 21, css(lit(tone, by)));
      disc(pen, x - 7, y - 8, 5, 4, css(WHITE, 0.4), -0.6);
    }
  },
  grapes(pen, tone) {
    line(pen, 'M0 -26 L6 -48', css(STEM), 5);
    shape(pen, 'M4 -34 C20 -52 38 -48 44 -34 C32 -22 14 -22 4 -34Z', css(LEAF));
    for (const [x, y] of [
      [-27, -14],
      [0, -18],
      [27, -14],
      [-14, 6],
      [14, 6],
      [0, 28],
    ] as const) {
      disc(pen, x, y, 16, 16, css(lit(tone, y / 500)));
      disc(pen, x - 5, y - 6, 4, 3, css(WHITE, 0.4), -0.6);
    }
  },
  peach(pen, tone) {
    disc(pen, 0, 6, 42, 40, css(tone));
    disc(pen, 18, 0, 24, 34, css([tone[0] - 0.06, tone[1] + 0.04, tone[2] - 24], 0.45));
    line(pen, 'M0 -32 C-10 -14 -10 16 2 40', css(lit(tone, -0.14), 0.7), 3);
    shape(pen, 'M0 -32 C8 -50 30 -52 42 -42 C32 -26 14 -24 0 -32Z', css(LEAF));
  },
  apple(pen, tone) {
    shape(pen, 'M0 -22 C-14 -36 -46 -28 -44 4 C-42 32 -20 48 0 40 C20 48 42 32 44 4 C46 -28 14 -36 0 -22Z', css(tone));
    line(pen, 'M0 -20 C0 -34 4 -42 8 -46', css(STEM), 5);
    shape(pen, 'M6 -34 C14 -50 32 -50 40 -44 C34 -30 18 -28 6 -34Z', css(LEAF));
    disc(pen, -22, -4, 8, 12, css(WHITE, 0.35), 0.4);
  },
  pear(pen, tone) {
    shape(
      pen,
      'M0 -42 C14 -42 16 -24 20 -8 C26 2 38 8 36 24 C34 42 16 48 0 48 C-16 48 -34 42 -36 24 C-38 8 -26 2 -20 -8 C-16 -24 -14 -42 0 -42Z',
      css(tone),
    );
    line(pen, 'M0 -40 L4 -52', css(STEM), 5);
    disc(pen, -16, 16, 7, 13, css(WHITE, 0.35), 0.3);
  },
  leaf(pen, tone) {
    shape(pen, 'M-38 38 C-48 -12 -8 -46 44 -44 C48 8 12 46 -38 38Z', css(tone));
    line(pen, 'M-44 46 C-20 14 4 -10 30 -30', css(lit(tone, 0.22)), 4);
  },
  mint(pen, tone) {
    for (const [degrees, by] of [
      [-52, -0.05],
      [52, -0.08],
      [0, 0.03],
    ] as const) {
      placed(pen, 0, 34, degrees, () => {
        shape(pen, 'M0 4 C-24 -14 -22 -54 0 -78 C22 -54 24 -14 0 4Z', css(lit(tone, by)));
        line(
          pen,
          'M0 0 L0 -62 M0 -18 L-10 -28 M0 -18 L10 -28 M0 -36 L-9 -46 M0 -36 L9 -46',
          css(lit(tone, by + 0.18)),
          2.5,
        );
      });
    }
  },
  flower(pen, tone) {
    for (let petal = 0; petal < 6; petal += 1) {
      placed(pen, 0, 0, petal * 60, () =>
        shape(pen, 'M0 -6 C-22 -20 -18 -48 0 -50 C18 -48 22 -20 0 -6Z', css(lit(tone, petal % 2 ? -0.05 : 0.02))),
      );
    }
    disc(pen, 0, 0, 12, 12, css([0.86, 0.15, 88]));
  },
  mountain(pen, tone) {
    shape(pen, 'M-54 36 L-22 -20 L-4 8 L16 -30 L54 36Z', css(lit(tone, 0.08)));
    shape(pen, 'M-54 36 L-30 8 L-8 30 L22 -2 L54 36Z', css(lit(tone, -0.08)));
    shape(pen, 'M16 -30 L5 -10 L14 -14 L20 -8 L28 -10Z', css(WHITE, 0.9));
  },
  waves(pen, tone) {
    for (const [y, by] of [
      [-22, 0.12],
      [2, 0.02],
      [26, -0.08],
    ] as const) {
      line(pen, `M-46 ${y} q11.5 -16 23 0 t23 0 t23 0 t23 0`, css(lit(tone, by)), 8);
    }
  },
  honey(pen, tone) {
    const cell = 'M0 -19 L16.5 -9.5 L16.5 9.5 L0 19 L-16.5 9.5 L-16.5 -9.5Z';
    for (const [x, y, by] of [
      [-18, -30, 0.06],
      [18, -30, 0],
      [-36, 0, 0],
      [0, 0, -0.08],
      [36, 0, 0.05],
      [-18, 30, -0.03],
      [18, 30, 0.08],
    ] as const) {
      placed(pen, x, y, 0, () => shape(pen, cell, css(lit(tone, by))));
    }
  },
  flame(pen, tone) {
    shape(
      pen,
      'M2 -50 C10 -24 40 -12 36 18 C33 40 16 48 0 48 C-18 48 -36 38 -36 14 C-36 -4 -22 -10 -18 -24 C-8 -16 -4 -30 2 -50Z',
      css(tone),
    );
    shape(pen, 'M2 0 C6 12 18 18 16 30 C14 42 6 44 0 44 C-8 44 -16 38 -16 28 C-16 18 0 14 2 0Z', css(lit(tone, 0.2)));
  },
  pine(pen, tone) {
    box(pen, -5, 26, 10, 22, 2, css(STEM));
    for (const [y, half, by] of [
      [30, 36, -0.06],
      [8, 30, 0],
      [-12, 23, 0.06],
    ] as const) {
      shape(pen, `M0 ${y - 40} L${half} ${y} L${-half} ${y}Z`, css(lit(tone, by)));
    }
  },
  drop(pen, tone) {
    shape(pen, 'M0 -50 C20 -18 36 -2 36 18 C36 38 20 50 0 50 C-20 50 -36 38 -36 18 C-36 -2 -20 -18 0 -50Z', css(tone));
    disc(pen, -14, 20, 7, 14, css(WHITE, 0.45), 0.3);
  },
  banana(pen, tone) {
    shape(pen, 'M-44 -26 C-34 24 10 44 48 22 L50 32 C14 66 -52 42 -54 -22Z', css(lit(tone, -0.08)));
    shape(pen, 'M-40 -40 C-28 8 8 24 44 4 L48 14 C12 50 -44 28 -50 -36Z', css(tone));
    box(pen, -52, -48, 12, 14, 3, css(STEM));
  },
  papaya(pen, tone) {
    shape(
      pen,
      'M-8 -46 C28 -40 46 -4 36 24 C24 52 -18 52 -34 26 C-46 2 -36 -46 -8 -46Z',
      css(lit([tone[0], tone[1], 125], 0)),
    );
    shape(pen, 'M-6 -38 C22 -32 38 -4 29 20 C20 42 -14 42 -27 20 C-36 0 -28 -38 -6 -38Z', css(tone));
    disc(pen, 0, 4, 14, 20, css(lit(tone, -0.12)), -0.2);
    for (const [x, y] of [
      [-5, -8],
      [5, -6],
      [-7, 4],
      [4, 4],
      [-3, 14],
      [6, 14],
      [1, 22],
    ] as const)
      disc(pen, x, y, 3.6, 4.4, css([0.28, 0.03, 80]));
  },
  nut(pen, tone) {
    shape(pen, 'M-32 -16 C-32 26 -14 44 0 50 C14 44 32 26 32 -16Z', css(tone));
    shape(pen, 'M-38 -14 C-40 -40 40 -40 38 -14 C20 -6 -20 -6 -38 -14Z', css(lit(tone, -0.14)));
    line(pen, 'M0 -34 L4 -48', css(lit(tone, -0.18)), 6);
  },
  coffee(pen, tone) {
    for (const [x, y, degrees, by] of [
      [-18, -12, -28, 0],
      [20, 14, 22, -0.06],
    ] as const) {
      placed(pen, x, y, degrees, () => {
        disc(pen, 0, 0, 22, 32, css(lit(tone, by)));
        line(pen, 'M0 -30 C-12 -12 12 10 0 30', css(lit(tone, by + 0.2)), 4);
      });
    }
  },
  fig(pen, tone) {
    shape(pen, 'M4 -50 C8 -34 40 -14 38 16 C36 38 18 48 0 48 C-18 48 -36 38 -38 16 C-40 -14 -6 -30 4 -50Z', css(tone));
    disc(pen, 0, 16, 24, 22, css([0.75, 0.13, 20]));
    disc(pen, 0, 17, 13, 13, css([0.86, 0.09, 60]));
  },
  night(pen, tone) {
    shape(
      pen,
      'M14 -46 C-20 -40 -40 -14 -34 16 C-28 44 8 54 34 34 C2 34 -14 12 -10 -12 C-8 -28 0 -40 14 -46Z',
      css(tone),
    );
    for (const [x, y, r] of [
      [24, -24, 4],
      [38, 2, 3],
      [14, -2, 2.5],
    ] as const)
      disc(pen, x, y, r, r, css(tone));
  },
  sun(pen, tone) {
    disc(pen, 0, 0, 26, 26, css(tone));
    for (let ray = 0; ray < 12; ray += 1) placed(pen, 0, 0, ray * 30, () => box(pen, -3, -48, 6, 14, 3, css(tone)));
  },
  star(pen, tone) {
    shape(pen, 'M0 -50 C4 -14 14 -4 50 0 C14 4 4 14 0 50 C-4 14 -14 4 -50 0 C-14 -4 -4 -14 0 -50Z', css(tone));
  },
  ginger(pen, tone) {
    shape(
      pen,
      'M-46 14 C-52 -6 -30 -14 -22 -6 C-24 -30 -4 -44 8 -30 C14 -20 8 -10 12 -6 C20 -16 44 -18 48 2 C50 16 34 20 28 18 C34 34 18 48 4 40 C-4 34 -4 26 -10 24 C-22 34 -42 30 -46 14Z',
      css(tone),
    );
    line(pen, 'M-30 2 q6 6 4 14 M-4 -22 q8 2 12 -2 M6 24 q8 2 12 -2 M30 -4 q2 8 -2 12', css(lit(tone, -0.16)), 3);
  },
  strawberry(pen, tone) {
    shape(pen, 'M0 48 C-30 30 -46 -2 -34 -20 C-24 -32 24 -32 34 -20 C46 -2 30 30 0 48Z', css(tone));
    for (const [x, y] of [
      [-18, -8],
      [0, -4],
      [18, -8],
      [-12, 12],
      [10, 12],
      [0, 28],
    ] as const)
      disc(pen, x, y, 2.6, 4, css([0.9, 0.1, 90]));
    shape(pen, 'M-34 -24 L-10 -26 L0 -46 L10 -26 L34 -24 L12 -14 L0 -8 L-12 -14Z', css(LEAF));
  },
  pineapple(pen, tone) {
    shape(pen, 'M0 -14 L-22 -44 L-8 -36 L0 -54 L8 -36 L22 -44Z', css(LEAF));
    disc(pen, 0, 16, 27, 34, css(tone));
    line(pen, 'M-22 0 L16 44 M-10 -14 L26 26 M22 0 L-16 44 M10 -14 L-26 26', css(lit(tone, -0.15)), 3);
  },
  bubbles(pen, tone) {
    for (const [x, y, r, by] of [
      [-16, 14, 26, 0],
      [22, -8, 18, 0.08],
      [16, 30, 12, -0.06],
      [-14, -30, 12, 0.05],
      [8, -44, 6, 0.1],
    ] as const) {
      disc(pen, x, y, r, r, css(lit(tone, by), 0.85));
      disc(pen, x - r * 0.35, y - r * 0.35, r * 0.25, r * 0.18, css(WHITE, 0.7), -0.6);
    }
  },
  butter(pen, tone) {
    shape(pen, 'M-44 -2 L-24 -24 L46 -24 L26 -2Z', css(lit(tone, 0.08)));
    shape(pen, 'M-44 -2 L26 -2 L26 32 L-44 32Z', css(tone));
    shape(pen, 'M26 -2 L46 -24 L46 10 L26 32Z', css(lit(tone, -0.1)));
  },
};
