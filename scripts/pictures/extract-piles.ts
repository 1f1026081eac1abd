import type { Random } from '#server/demo/random.ts';

import {
  box,
  css,
  disc,
  line,
  linear,
  lit,
  type Pen,
  placed,
  radial,
  shadow,
  shape,
  type Tone,
  WHITE,
  write,
} from './paint.ts';

const SANDY: Tone = [0.74, 0.08, 76];
const BROWN: Tone = [0.42, 0.06, 58];

export function drawCrumbs(pen: Pen, random: Random, tone: Tone): void {
  for (let layer = 0; layer < 4; layer += 1) {
    for (let crumb = 0; crumb < 17 - layer * 4; crumb += 1) {
      const size = 13 + random.next() * 12;
      const x = (random.next() - 0.5) * (216 - layer * 52);
      placed(pen, x, 16 - layer * 24 + (random.next() - 0.5) * 16, random.int(0, 360), () => {
        const by = (random.next() - 0.5) * 0.1;
        shape(
          pen,
          `M${-size} ${-size * 0.3} L${-size * 0.3} ${-size * 0.9} L${size * 0.6} ${-size * 0.7} L${size} ${size * 0.1} L${size * 0.4} ${size * 0.8} L${-size * 0.6} ${size * 0.7}Z`,
          css(lit(tone, by - 0.1)),
        );
        shape(
          pen,
          `M${-size * 0.8} ${-size * 0.3} L${-size * 0.2} ${-size * 0.8} L${size * 0.5} ${-size * 0.6} L${size * 0.5} ${size * 0.1} L${-size * 0.3} ${size * 0.4}Z`,
          css(lit(tone, by + 0.05)),
        );
      });
    }
  }
}

export function drawBall(pen: Pen): void {
  shadow(pen, 8, 14, 92, 22, 0.5);
  disc(
    pen,
    0,
    -62,
    82,
    80,
    radial(pen, -28, -96, 140, [
      [0, lit(BROWN, 0.24)],
      [0.3, lit(BROWN, 0.06)],
      [0.8, lit(BROWN, -0.14)],
      [1, lit(BROWN, -0.18)],
    ]),
  );
  line(pen, 'M-60 -84 C-30 -64 10 -62 40 -84 M-52 -40 C-20 -22 20 -24 58 -46', css(lit(BROWN, -0.12), 0.6), 2.5);
  disc(pen, -32, -104, 22, 13, css(WHITE, 0.28), -0.5);
  placed(pen, 96, -6, 0, () =>
    disc(
      pen,
      0,
      0,
      26,
      24,
      radial(pen, -9, -10, 40, [
        [0, lit(BROWN, 0.2)],
        [1, lit(BROWN, -0.14)],
      ]),
    ),
  );
}

export function drawSift(pen: Pen, random: Random): void {
  shape(
    pen,
    'M-124 22 C-80 14 -50 -56 -4 -78 C44 -62 76 10 126 22 C60 40 -60 40 -124 22Z',
    linear(pen, -100, -70, 100, 40, [
      [0, lit(SANDY, 0.12)],
      [1, lit(SANDY, -0.12)],
    ]),
  );
  for (let grain = 0; grain < 420; grain += 1) {
    const x = (random.next() + random.next() - 1) * 126;
    const roof = 26 - 104 * Math.max(0, 1 - Math.abs(x) / 124) ** 1.15;
    const y = roof + random.next() * (34 - roof);
    disc(pen, x, y, 1.6, 1.4, css(lit(SANDY, (random.next() - 0.5) * 0.34), 0.8));
  }
}

export function drawBricks(pen: Pen, random: Random): void {
  for (const [x, y, degrees] of [
    [-58, -4, -4],
    [56, 0, 5],
    [0, -50, -8],
  ] as const) {
    placed(pen, x, y, degrees, () => {
      const tone = lit([0.5, 0.06, 64], (random.next() - 0.5) * 0.05);
      shadow(pen, 4, 26, 70, 12, 0.4);
      shape(pen, 'M-58 -18 L-38 -36 L62 -36 L50 -18Z', css(lit(tone, 0.14)));
      box(pen, -58, -18, 108, 44, 4, css(tone));
      shape(pen, 'M50 -18 L62 -36 L62 8 L50 26Z', css(lit(tone, -0.12)));
      write(pen, 'L', -4, 4, { size: 22, tone: lit(tone, -0.12), weight: 800 });
    });
  }
}
