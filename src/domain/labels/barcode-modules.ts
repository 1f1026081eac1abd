import { code128, type DrawingContext, ean13 } from 'bwip-js/generic';
import { encode } from 'uqr';
import type { Symbology } from './barcode.ts';

/** A barcode in its smallest units, which are called modules: black runs of a line, or of the rows of a square. */
export interface Modules {
  readonly width: number;
  readonly height: number;
  readonly black: readonly { readonly x: number; readonly y: number; readonly width: number }[];
}

/** Takes the bars of a linear code at one unit a module; a line's place is the middle of its bar, rounded up. */
function barsOf(draw: (context: DrawingContext<void>) => void): Modules {
  const black: { x: number; y: number; width: number }[] = [];
  draw({
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: () => undefined,
    line: (x, _y0, _x1, _y1, width) => void black.push({ x: Math.floor(x - width / 2), y: 0, width }),
    polygon: () => undefined,
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: () => undefined,
  });
  return { width: Math.max(...black.map(({ x, width }) => x + width)), height: 1, black };
}

function squareOf(text: string): Modules {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const black = data.flatMap((row, y) => {
    const runs: { x: number; y: number; width: number }[] = [];
    for (const [x, isBlack] of row.entries()) {
      const last = runs.at(-1);
      if (!isBlack) continue;
      if (last && last.x + last.width === x) last.width += 1;
      else runs.push({ x, y, width: 1 });
    }
    return runs;
  });
  return { width: size, height: size, black };
}

function made(symbology: Symbology, text: string): Modules {
  if (symbology === 'qr') return squareOf(text);
  const draw = symbology === 'ean13' ? ean13 : code128;
  return barsOf((context) => draw({ bcid: symbology, text, scale: 1, height: 1 }, context));
}

/** Encoding is most of the work of a layout, and a preview lays the same labels out again and again. */
const known = new Map<string, Modules>();
const MOST_KNOWN = 4000;

/**
 * A text that its symbology can carry, as modules without the quiet zone (`barcode.ts`).
 * @throws Error where it cannot: `barcodeFor` asks before
 */
export function modulesOf(symbology: Symbology, text: string): Modules {
  const key = `${symbology} ${text}`;
  const modules = known.get(key) ?? made(symbology, text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, modules);
  return modules;
}
