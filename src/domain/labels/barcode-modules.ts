import { encode } from 'uqr';
import type { Symbology } from './barcode.ts';
import { code128Widths, ean13Widths } from './linear-bars.ts';

/** A barcode in its smallest units, which are called modules: black runs of a line, or of the rows of a square. */
export interface Modules {
  readonly width: number;
  readonly height: number;
  readonly black: readonly { readonly x: number; readonly y: number; readonly width: number }[];
}

function barsOf(widths: string): Modules {
  const black: { x: number; y: number; width: number }[] = [];
  let x = 0;
  for (const [place, digit] of Array.from(widths).entries()) {
    const width = Number(digit);
    if (place % 2 === 0) black.push({ x, y: 0, width });
    x += width;
  }
  return { width: x, height: 1, black };
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
  return barsOf(symbology === 'ean13' ? ean13Widths(text) : code128Widths(text));
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
