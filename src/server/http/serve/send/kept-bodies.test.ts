import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodingFor, KeptBodies } from './kept-bodies.ts';

describe('the encoding of an answer', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['BR ; q=0.1', 'br'],
    ['zstd, *', undefined],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('is one the caller takes: %s', (accepted, encoding) => {
    expect(encodingFor(accepted)).toBe(encoding);
  });
});

describe('compressed answers that are kept', () => {
  /** Random text, which cannot be compressed. */
  const noise = (length: number): string =>
    Array.from({ length }, () => String.fromCharCode(33 + Math.floor(Math.random() * 90))).join('');

  it('are made once for all who ask at the same time, and again for none who ask later', async () => {
    const bodies = new KeptBodies(1_000_000);
    let made = 0;
    const make = async (): Promise<string> => `answer ${(made += 1)}`;
    const [one, two] = await Promise.all([bodies.body('"a"', 'br', make), bodies.body('"a"', 'br', make)]);
    const three = await bodies.body('"a"', 'br', make);
    expect([one, two, three].map((body) => brotliDecompressSync(body).toString())).toEqual(Array(3).fill('answer 1'));
    expect(gunzipSync(await bodies.body('"a"', 'gzip', make)).toString()).toBe('answer 2');
    expect(brotliDecompressSync(await bodies.body('"b"', 'br', make)).toString()).toBe('answer 3');
  });

  it('are forgotten when others need the room, those least asked for first', async () => {
    const bodies = new KeptBodies(30_000);
    const made: string[] = [];
    const ask = (etag: string, length = 10_000) =>
      bodies.body(etag, 'gzip', async () => {
        made.push(etag);
        return noise(length);
      });
    for (const etag of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await ask(etag);
    expect(made).toEqual(['a', 'b', 'c', 'd', 'b']);
    await ask('too large', 60_000);
    await ask('b');
    expect(made.slice(5)).toEqual(['too large']);
  });

  it('are not kept when making one failed', async () => {
    const bodies = new KeptBodies(1000);
    const failing = bodies.body('a', 'br', () => Promise.reject(new Error('no database')));
    await expect(failing).rejects.toThrow('no database');
    expect(brotliDecompressSync(await bodies.body('a', 'br', async () => 'back')).toString()).toBe('back');
  });
});
