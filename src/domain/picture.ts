/** Sizes in which a picture is stored: the longest side, px. */
export const PICTURE_SIZES = { small: 160, medium: 480, large: 1200 } as const;
export type PictureSize = keyof typeof PICTURE_SIZES;

const PICTURE_PATH = '/api/pictures';
/** Rule: catalogue/pictures. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
export const MAX_PICTURE_PIXELS = 40_000_000;

const ADDRESS = new RegExp(`^${PICTURE_PATH}/([0-9a-f]{64})/(${Object.keys(PICTURE_SIZES).join('|')})$`);

export function pictureAddress(hash: string, size: PictureSize = 'medium'): string {
  return `${PICTURE_PATH}/${hash}/${size}`;
}

/** The hash of a picture that this server stores; null for any other address. */
export function pictureHash(address: string): string | null {
  return ADDRESS.exec(address)?.[1] ?? null;
}

/** The same picture in another size; an address of another kind stays. */
export function pictureIn(address: string, size: PictureSize): string {
  const hash = pictureHash(address);
  return hash === null ? address : pictureAddress(hash, size);
}

type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

const startsWith = (bytes: Uint8Array, at: number, text: string): boolean =>
  Array.from(text).every((char, place) => bytes[at + place] === char.codePointAt(0));

/** The kind of picture by its first bytes, regardless of its name; null for kinds that are refused, such as SVG. */
export function pictureKindOf(bytes: Uint8Array): PictureKind | null {
  if (startsWith(bytes, 0, '\u00FF\u00D8\u00FF')) return 'jpeg';
  if (startsWith(bytes, 0, '\u0089PNG\r\n\u001A\n')) return 'png';
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return 'webp';
  if (startsWith(bytes, 0, 'GIF87a') || startsWith(bytes, 0, 'GIF89a')) return 'gif';
  if (startsWith(bytes, 4, 'ftypavif') || startsWith(bytes, 4, 'ftypavis')) return 'avif';
  return null;
}
