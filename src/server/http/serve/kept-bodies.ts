import { promisify } from 'node:util';
import { readForAll } from '#server/db/pool/caller.ts';
import { brotliCompress, type BrotliOptions, constants, gzip } from 'node:zlib';

const compressors = {
  br: (text: string): Promise<Buffer> => promisify(brotliCompress)(text, brotli(Buffer.byteLength(text))),
  gzip: (text: string): Promise<Buffer> => promisify(gzip)(text, { level: GZIP_LEVEL }),
};

type Encoding = keyof typeof compressors;

/** A body of 1.2 MB takes 5 ms, once; both are quick at what is as repetitive as a catalogue. */
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

/** The best of ours that an `Accept-Encoding` names outright; undefined for anything rarer. */
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
 * Compressed answers beside their ETags, the latest ones up to a number of bytes: tills that ask for the same are
 * answered from memory, and those that ask at the same time wait for one compression. What is kept is never out of
 * date, because an ETag names one state of the data, one view of it, and one form of the answer.
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
      // To the end of the queue: what is asked for stays.
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
