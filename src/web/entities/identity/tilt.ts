/** Pixels as a canvas gives them: red, green, blue and opacity for each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Largest tilt that is looked for. People turn cards that are further out of level themselves. */
const UP_TO_DEGREES = 20;
const COARSE_DEGREES = 0.5;
const FINE_DEGREES = 0.1;
/** Of 255: the step in brightness at the side of a bar. */
const EDGE = 40;
/** Enough edges for a result, and few enough to be quick in a picture full of them. */
const MOST_EDGES = 60_000;

/** The sides of bars, as places from the middle of the picture, at every second pixel of every second row. */
function edgesOf({ width, height, data }: Pixels): { xs: number[]; ys: number[] } {
  const xs: number[] = [];
  const ys: number[] = [];
  const green = (x: number, y: number) => data[(y * width + x) * 4 + 1] ?? 0;
  for (let y = 0; y < height; y += 2) {
    for (let x = 2; x < width - 1; x += 2) {
      const step = green(x, y) + green(x + 1, y) - green(x - 1, y) - green(x - 2, y);
      if (Math.abs(step) <= 2 * EDGE) continue;
      xs.push((x - width / 2) / 2);
      ys.push((y - height / 2) / 2);
    }
  }
  return { xs, ys };
}

/**
 * The clockwise tilt of the code in a picture, to a tenth of a degree; 0 for a picture without edges. A code has many
 * upright edges between its top and its bottom and none beyond them. Counted along lines in its own direction, the
 * edges begin and end abruptly; in any other direction they do so gradually. The reader of codes fails from one degree
 * on, because a row of a licence is 290 bars long and 3 high.
 */
export function tiltOf(pixels: Pixels): number {
  const { xs, ys } = edgesOf(pixels);
  const skip = Math.ceil(xs.length / MOST_EDGES);
  const middle = Math.ceil(Math.hypot(pixels.width, pixels.height) / 4) + 2;

  /** The sharpness of the edges along this direction. */
  const sharpness = (degrees: number): number => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const counts = new Float64Array(2 * middle + 1);
    for (let at = 0; at < xs.length; at += skip) {
      const line = Math.round((ys[at] ?? 0) * cos - (xs[at] ?? 0) * sin) + middle;
      counts[line] = (counts[line] ?? 0) + 1;
    }
    let sum = 0;
    for (let line = 2; line < counts.length; line += 1) sum += ((counts[line] ?? 0) - (counts[line - 2] ?? 0)) ** 2;
    return sum;
  };

  let best = { degrees: 0, sharpness: sharpness(0) };
  const look = (from: number, to: number, step: number) => {
    for (let turn = 0; turn <= Math.round((to - from) / step); turn += 1) {
      const degrees = from + turn * step;
      const found = sharpness(degrees);
      if (found > best.sharpness) best = { degrees, sharpness: found };
    }
  };
  look(-UP_TO_DEGREES, UP_TO_DEGREES, COARSE_DEGREES);
  look(best.degrees - COARSE_DEGREES, best.degrees + COARSE_DEGREES, FINE_DEGREES);
  return Math.round(best.degrees * 10) / 10;
}
