import type { Pieces } from '#server/http/serve/in-pieces.ts';
import { Refusal } from '#server/refusal.ts';

/** The encoding by which a file was read. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

export interface CsvText {
  /** Without a byte order mark and with `\n` as every line end, so that lines are counted the same way in every file. */
  readonly text: string;
  readonly encoding: Encoding;
}

/** Bytes at the beginning of a file that tell pictures, workbooks and other files that are no text. */
const LOOKED_AT = 64;

function isText(bytes: Uint8Array): boolean {
  const first = bytes.subarray(0, LOOKED_AT);
  if ((first[0] === 0xff && first[1] === 0xfe) || (first[0] === 0xfe && first[1] === 0xff)) return true;
  if (Buffer.from(first).toString('latin1').startsWith('%PDF-')) return false;
  // The control characters of a text are its tabs and line ends.
  return first.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

/** Bytes that are decoded in one piece. */
const PIECE_BYTES = 65_536;

/**
 * Reads the bytes of a CSV file, in pieces: UTF-16 when marked so, else UTF-8, else what older spreadsheets write.
 * @throws Refusal `not_valid` for a file that is no text
 */
export function* decodingCsv(bytes: Uint8Array): Pieces<CsvText> {
  if (!isText(bytes))
    throw new Refusal('not_valid', 'This is not a CSV file. In a spreadsheet program, save the list as CSV first.');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: yield* textOf(bytes, 'utf-16le'), encoding: 'UTF-16' };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: yield* textOf(bytes, 'utf-16be'), encoding: 'UTF-16' };
  try {
    return { text: yield* textOf(bytes, 'utf-8'), encoding: 'UTF-8' };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text: yield* joined(bytes, windows1252), encoding: 'Windows-1252' };
  }
}

/** @throws TypeError where UTF-8 is not valid */
function textOf(bytes: Uint8Array, encoding: string): Pieces<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  return joined(bytes, (piece, isLast) => decoder.decode(piece, { stream: !isLast }));
}

function* joined(bytes: Uint8Array, decode: (piece: Uint8Array, isLast: boolean) => string): Pieces<string> {
  const parts: string[] = [];
  let rest = '';
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    const isLast = from + PIECE_BYTES >= bytes.length;
    const text = rest + decode(bytes.subarray(from, from + PIECE_BYTES), isLast);
    // The next piece may begin with the other half of a line end.
    rest = !isLast && text.endsWith('\r') ? '\r' : '';
    parts.push(text.slice(0, text.length - rest.length).replaceAll(/\r\n?/g, '\n'));
    yield;
  }
  return parts.join('');
}

/** The characters of 0x80 to 0x9f; the five that Windows-1252 leaves open stay control characters. */
const HIGH_CONTROLS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Decoded by hand, because Node 20 takes this name for ISO 8859-1, in which 0x80 to 0x9f are no letters. */
function windows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (letter) => HIGH_CONTROLS[letter.charCodeAt(0) - 0x80] ?? letter);
}
