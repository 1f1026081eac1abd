/** A file to write to the archive. It is held in memory, so parts are kept small. */
export interface TarEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** A file read from an archive, in pieces: the size in a header is not trusted with memory. */
export interface TarFile {
  readonly name: string;
  readonly size: number;
  readonly pieces: AsyncIterable<Buffer>;
}

const BLOCK = 512;
const MAX_NAME_BYTES = 100;
/** Far above what a backup writes (a single row may be large); a larger size in a header is damage, not data. */
const MAX_ENTRY_BYTES = 512 * 1024 * 1024;
const TRAILER = Buffer.alloc(2 * BLOCK);

/** Not a tar file, or one that was damaged. */
export class TarError extends Error {}

function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, '0')}\0`;
}

function checksumOf(header: Buffer): number {
  let sum = 0;
  // The checksum's own field counts as blanks.
  for (let at = 0; at < BLOCK; at += 1) sum += at >= 148 && at < 156 ? 32 : (header[at] ?? 0);
  return sum;
}

/** The blocks of one entry, in the ustar layout that every `tar` reads. */
export function tarEntry({ name, content }: TarEntry, modifiedAt: Date): Buffer[] {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new Error(`${name} is too long a name for the archive`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 'utf8');
  header.write(octal(0o600, 8) + octal(0, 8) + octal(0, 8), 100, 'latin1');
  header.write(octal(content.length, 12) + octal(Math.floor(modifiedAt.getTime() / 1000), 12), 124, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar\u000000', 257, 'latin1');
  header.write(`${octal(checksumOf(header), 7)} `, 148, 'latin1');
  const rest = content.length % BLOCK;
  return [header, content, ...(rest === 0 ? [] : [Buffer.alloc(BLOCK - rest)])];
}

export function tarTrailer(): Buffer {
  return TRAILER;
}

function numberIn(header: Buffer, start: number, end: number): number {
  const text = header.toString('latin1', start, end).replace(/[\0 ]+$/, '');
  if (!/^[0-7]+$/.test(text)) throw new TarError('a header is damaged');
  return Number.parseInt(text, 8);
}

function readHeader(header: Buffer): { name: string; size: number } | null {
  if (header.every((byte) => byte === 0)) return null;
  if (numberIn(header, 148, 156) !== checksumOf(header)) throw new TarError('a header is damaged');
  const size = numberIn(header, 124, 136);
  if (size > MAX_ENTRY_BYTES) throw new TarError('a header is damaged');
  const name = header.toString('utf8', 0, MAX_NAME_BYTES);
  const end = name.indexOf('\0');
  return { name: end === -1 ? name : name.slice(0, end), size };
}

/** Buffers incoming bytes and hands them out in the lengths asked for. */
class Bytes {
  private readonly source: AsyncIterator<Buffer>;
  private held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  private async next(): Promise<Buffer> {
    const next = await this.source.next();
    if (next.done === true) throw new TarError('it ends too early');
    return next.value;
  }

  /** A few bytes, as one. */
  async take(length: number): Promise<Buffer> {
    while (this.held.length < length) this.held = Buffer.concat([this.held, await this.next()]);
    const taken = this.held.subarray(0, length);
    this.held = this.held.subarray(length);
    return taken;
  }

  /** Many bytes, in the pieces in which they come. */
  async *pass(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      if (this.held.length === 0) this.held = await this.next();
      const piece = this.held.subarray(0, left);
      this.held = this.held.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async drain(): Promise<void> {
    while ((await this.source.next()).done !== true);
  }
}

/**
 * Each file must be read to its end.
 * @throws TarError when the bytes are not a complete archive
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const bytes = new Bytes(source);
  for (;;) {
    const header = readHeader(await bytes.take(BLOCK));
    if (header === null) break;
    yield { ...header, pieces: bytes.pass(header.size) };
    const rest = header.size % BLOCK;
    if (rest > 0) await bytes.take(BLOCK - rest);
  }
  // Reads to the end, so that the checksum of the compressed bytes is complete.
  await bytes.drain();
}

export const NEW_LINE = 10;

/** A row of a COPY ends with a line break and contains none, so counting line breaks counts rows. */
export function countRows(content: Buffer): number {
  let rows = 0;
  for (let at = content.indexOf(NEW_LINE); at !== -1; at = content.indexOf(NEW_LINE, at + 1)) rows += 1;
  return rows;
}
