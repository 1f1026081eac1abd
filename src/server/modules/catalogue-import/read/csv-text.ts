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

/**
 * Reads the bytes of a CSV file: UTF-16 when marked so, else UTF-8, else what older spreadsheets write.
 * @throws Refusal `not_valid` for a file that is no text
 */
export function decodeCsv(bytes: Uint8Array): CsvText {
  if (!isText(bytes))
    throw new Refusal('not_valid', 'This is not a CSV file. In a spreadsheet program, save the list as CSV first.');
  const { text, encoding } = decode(bytes);
  return { text: text.replaceAll(/\r\n?/g, '\n'), encoding };
}

function decode(bytes: Uint8Array): CsvText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: textOf(bytes, 'utf-16le'), encoding: 'UTF-16' };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: textOf(bytes, 'utf-16be'), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { text: windows1252(bytes), encoding: 'Windows-1252' };
  }
}

function textOf(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** The characters of 0x80 to 0x9f; the five that Windows-1252 leaves open stay control characters. */
const HIGH_CONTROLS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Decoded by hand, because Node 20 takes this name for ISO 8859-1, in which 0x80 to 0x9f are no letters. */
function windows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (letter) => HIGH_CONTROLS[letter.charCodeAt(0) - 0x80] ?? letter);
}
