import { promisify } from 'node:util';
import { readForAll } from '#server/db/pool/caller.ts';
import { brotliCompress, type BrotliOptions, constants, gzip } from 'node:zlib';

const compressors = {
  br: (text: string): Promise<Buffer> => promisify(brotliCompress)(text, brotli(Buffer.byteLength(text))),
  gzip: (text: string): Promise<Buffer> => promisify(gzip)(text, { level: GZIP_LEVEL }),
};

type Encoding = keyof typeof compressors;

/** Takes 5 ms for a body of 1.2 MB, once. Answers as repetitive as a catalogue compress well at this level. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

function brotli(bytes: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  };
}

/** The best of our encodings that an `Accept-Encoding` names; undefined when it names none of them. */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  const named = new Set(
    (accepted ?? '').split(',').flatMap((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : name;
    }),
  );
  return (['br', 'gzip'] as const).find((name) => named.has(name));
}

/**
 * Keeps compressed answers with their ETags, the latest up to a number of bytes. Tills that ask for the same are
 * answered from memory, and those that ask at the same time wait for one compression. A kept answer is never out of
 * date, because an ETag names one state of the data in one view and one encoding.
 */
export class KeptBodies {
  private readonly mostBytes: number;
  private readonly kept = new Map<string, Buffer>();
  private readonly making = new Map<string, Promise<Buffer>>();
  private bytes = 0;

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes;
  }

  async body(etag: string, encoding: Encoding, make: () => Promise<string>): Promise<Buffer> {
    const key = `${encoding} ${etag}`;
    const known = this.kept.get(key);
    if (known !== undefined) {
      // Moves it to the end of the queue, because what is asked for should stay.
      this.kept.delete(key);
      this.kept.set(key, known);
      return known;
    }
    const running = this.making.get(key) ?? this.make(key, encoding, make);
    this.making.set(key, running);
    return running;
  }

  private async make(key: string, encoding: Encoding, make: () => Promise<string>): Promise<Buffer> {
    try {
      const body = await compressors[encoding](await readForAll(make));
      this.keep(key, body);
      return body;
    } finally {
      this.making.delete(key);
    }
  }

  private keep(key: string, body: Buffer): void {
    if (body.length > this.mostBytes) return;
    this.kept.set(key, body);
    this.bytes += body.length;
    for (const [oldest, { length }] of this.kept) {
      if (this.bytes <= this.mostBytes) return;
      this.kept.delete(oldest);
      this.bytes -= length;
    }
  }
}
