import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createCanvas, type ImageData } from '@napi-rs/canvas';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const require = createRequire(import.meta.url);

/** A page as a printer with `dpi` dots per inch would print it. */
export interface Raster {
  readonly dpi: number;
  readonly image: ImageData;
  /** A part of it. Units: points from the top left corner. */
  readonly part: (xPt: number, yPt: number, widthPt: number, heightPt: number) => ImageData;
  /** Texts of the page, as somebody could copy them. */
  readonly texts: readonly string[];
  /** The same with their places. Units: points from the top left corner. */
  readonly runs: readonly Run[];
}

interface Run {
  readonly text: string;
  readonly xPt: number;
  readonly baselinePt: number;
  readonly sizePt: number;
  readonly widthPt: number;
}

/** The pages of a PDF, drawn by pdf.js, which shares nothing with what made it. */
export async function rasterise(pdf: Buffer, dpi: number): Promise<Raster[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: Raster[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const viewport = page.getViewport({ scale: dpi / 72 });
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
    await page.render({ canvas: canvas as never, viewport }).promise;
    const { items } = await page.getTextContent();
    const [, bottomPt = 0, , topPt = 0] = page.view;
    const runs = items.flatMap((item): Run[] => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [, , , sizePt, xPt, yPt] = item.transform as [number, number, number, number, number, number];
      return [{ text: item.str, xPt, baselinePt: topPt - bottomPt - yPt, sizePt, widthPt: item.width }];
    });
    const context = canvas.getContext('2d');
    const dots = (points: number) => Math.round((points * dpi) / 72);
    pages.push({
      dpi,
      image: context.getImageData(0, 0, canvas.width, canvas.height),
      part: (xPt, yPt, widthPt, heightPt) => context.getImageData(dots(xPt), dots(yPt), dots(widthPt), dots(heightPt)),
      texts: runs.map(({ text }) => text),
      runs,
    });
  }
  await document.destroy();
  return pages;
}

let isPrepared = false;

/** Reads each code in a picture once. The reader is zxing, which shares no code with our drawing. */
export async function scanned(image: ImageData): Promise<string[]> {
  if (!isPrepared) {
    const wasmBinary = await readFile(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } });
    isPrepared = true;
  }
  const found = await readBarcodes(image as never, {
    formats: ['Code128', 'EAN13', 'QRCode'],
    tryHarder: true,
    textMode: 'Plain',
  });
  return [...new Set(found.map(({ format, text }) => `${format} ${text}`))];
}
