import { inflateSync } from 'node:zlib';

/** The places at which the texts of a PDF begin, in points from the left and from the lower edge of the paper. */
export function textsBeginAt(pdf: Buffer): { x: number; y: number }[] {
  const source = pdf.toString('latin1');
  return [...source.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n/g)].flatMap((head) => {
    const begin = head.index + head[0].length;
    const drawn = inflateSync(pdf.subarray(begin, source.indexOf('endstream', begin))).toString('latin1');
    return [...drawn.matchAll(/^1 0 0 1 ([\d.]+) ([\d.]+) Tm$/gm)].map((found) => ({
      x: Number(found[1]),
      y: Number(found[2]),
    }));
  });
}

/** The fonts that a PDF has its texts in. */
export const fontsOf = (pdf: Buffer): Set<string> =>
  new Set([...pdf.toString('latin1').matchAll(/\/BaseFont \/\w+\+([\w-]+)/g)].map((found) => found[1] ?? ''));
