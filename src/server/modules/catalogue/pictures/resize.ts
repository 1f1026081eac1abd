import type { Sharp } from 'sharp';
import {
  MAX_PICTURE_BYTES,
  MAX_PICTURE_PIXELS,
  PICTURE_SIZES,
  pictureKindOf,
  type PictureSize,
} from '#domain/picture.ts';
import { MAX_LOGO_DOTS } from '#domain/receipt-paper.ts';
import { Gate } from '#server/db/pool/gate.ts';
import { Refusal } from '#server/refusal.ts';

export interface Resized {
  readonly width: number;
  readonly height: number;
  readonly files: Readonly<Record<PictureSize, Buffer>>;
}

/** One at a time, on one thread: a picture of 40 megapixels takes a second of a core and 160 MB, and sales go on beside it. */
const oneAtATime = new Gate(1);
/** Longer than the slowest picture of 40 megapixels takes on one slow core. */
const TIMEOUT_S = 20;
const QUALITY = 82;
/** Loaders of libvips for the kinds that are taken; all others are switched off, SVG among them. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`);

let loading: ReturnType<typeof prepareSharp> | undefined;

/** Loaded with the first picture: a server that is given none does without its 20 MB. */
async function loadSharp() {
  loading ??= prepareSharp();
  return (await loading).default;
}

async function prepareSharp() {
  const module = await import('sharp');
  const { default: sharp } = module;
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  return module;
}

const refused = (sentence: string, cause?: unknown) => new Refusal('picture_not_valid', sentence, { cause });
const NOT_TAKEN = 'This picture cannot be used. Take a JPEG, PNG, WebP, GIF or AVIF.';
const DAMAGED = 'This picture is damaged and cannot be read.';

const millions = (pixels: number): string => `${Math.round(pixels / 1e6).toLocaleString('en-US')} megapixels`;

/** Checks a picture's size and kind by its header, before it is unpacked. @throws Refusal `picture_not_valid` */
async function requireFit(bytes: Buffer): Promise<void> {
  if (bytes.length > MAX_PICTURE_BYTES) throw refused('A picture may have 10 MB; this one is larger.');
  const kind = pictureKindOf(bytes);
  if (kind === null) throw refused(NOT_TAKEN);
  const sharp = await loadSharp();
  const { width, height, format } = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch((error: unknown) => Promise.reject(refused(DAMAGED, error)));
  // Both go by the same first bytes; this holds if a later sharp takes such bytes for something else.
  if (format !== (kind === 'avif' ? 'heif' : kind)) throw refused(NOT_TAKEN);
  if (width * height > MAX_PICTURE_PIXELS) {
    throw refused(`A picture may have ${millions(MAX_PICTURE_PIXELS)}; this one has ${millions(width * height)}.`);
  }
}

async function encoded(picture: Sharp): Promise<Buffer> {
  return picture.webp({ quality: QUALITY }).timeout({ seconds: TIMEOUT_S }).toBuffer();
}

/**
 * Unpacks a picture once, turned as it was taken, and packs it as WebP in each size; none is made larger than it was. Whatever
 * else the file carried is left behind. Rule: catalogue/pictures.
 * @throws Refusal `picture_not_valid`
 */
export function resized(bytes: Buffer): Promise<Resized> {
  return oneAtATime.through(async () => {
    await requireFit(bytes);
    const sharp = await loadSharp();
    const within = (size: PictureSize) => {
      const longest = PICTURE_SIZES[size];
      return { width: longest, height: longest, fit: 'inside', withoutEnlargement: true } as const;
    };
    try {
      const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, pages: 1, failOn: 'error' })
        .autoOrient()
        .resize(within('large'))
        .toColourspace('srgb')
        .timeout({ seconds: TIMEOUT_S })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { width, height, channels } = info;
      const unpacked = () => sharp(data, { raw: { width, height, channels } });
      return {
        width,
        height,
        files: {
          large: await encoded(unpacked()),
          medium: await encoded(unpacked().resize(within('medium'))),
          small: await encoded(unpacked().resize(within('small'))),
        },
      };
    } catch (error) {
      throw refused(DAMAGED, error);
    }
  });
}

/** Greys below this, of 255, are drawn black. */
const MIDDLE_GREY = 128;

/** Greys as black and white dots: the error of a dot is spread to its neighbours (Floyd and Steinberg, 1976). */
function dithered(grey: Uint8Array, width: number): Buffer {
  const levels = Float32Array.from(grey);
  const add = (at: number, part: number): void => {
    if (at < levels.length) levels[at] = (levels[at] ?? 0) + part;
  };
  return Buffer.from(
    levels.map((_, at) => {
      const level = levels[at] ?? 0;
      const dot = level < MIDDLE_GREY ? 0 : 255;
      const off = (level - dot) / 16;
      const column = at % width;
      if (column < width - 1) add(at + 1, off * 7);
      if (column > 0) add(at + width - 1, off * 3);
      add(at + width, off * 5);
      if (column < width - 1) add(at + width + 1, off);
      return dot;
    }),
  );
}

/**
 * A picture as a receipt printer draws it: black dots on white. Rule: orders/receipt-paper.
 * @throws Refusal `picture_not_valid`
 */
export function printable(bytes: Buffer): Promise<{ width: number; height: number; png: Buffer }> {
  return oneAtATime.through(async () => {
    await requireFit(bytes);
    const sharp = await loadSharp();
    try {
      const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, pages: 1, failOn: 'error' })
        .autoOrient()
        .resize({ ...MAX_LOGO_DOTS, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .toColourspace('b-w')
        .timeout({ seconds: TIMEOUT_S })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const { width, height, channels } = info;
      const grey = channels === 1 ? data : data.filter((_, at) => at % channels === 0);
      const png = await sharp(dithered(grey, width), { raw: { width, height, channels: 1 } })
        .toColourspace('b-w')
        .png({ palette: true, colours: 2, dither: 0, compressionLevel: 9 })
        .toBuffer();
      return { width, height, png };
    } catch (error) {
      throw refused(DAMAGED, error);
    }
  });
}
