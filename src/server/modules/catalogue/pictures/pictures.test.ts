import { deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { uploadPictureRoute } from '#contract/pictures.ts';
import { MAX_PICTURE_BYTES, pictureAddress } from '#domain/picture.ts';
import { refusalOf } from '#server/testing/app.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { holding } from '#server/testing/postgres/lock-waits.ts';
import { SHOP, staffedShop } from '#server/testing/shop.ts';
import { sweepPictures } from './pictures.ts';

const PATH = '/api/manage/pictures';

const { shop, staff, manager } = await staffedShop();

const upload = (bytes: Buffer, by = manager) => by.post(PATH, { file: bytes.toString('base64') });
async function stored(bytes: Buffer) {
  const reply = await upload(bytes);
  expect(reply.statusCode, reply.body).toBe(200);
  return uploadPictureRoute.reply.parse(reply.json()).data;
}
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b04a2f' } });
const at = (address: string) => shop.app.inject({ url: address });

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG that says it is this large, of few bytes. */
function bomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min(width + 1, 20_001) * Math.min(height, 400)));
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a picture', () => {
  it('is stored as WebP in three sizes, and served for good to everybody who knows its address', async () => {
    const { hash, address, width, height } = await stored(await plain(3000, 2000).jpeg().toBuffer());
    expect([width, height, address]).toEqual([1200, 800, pictureAddress(hash)]);
    for (const [size, expected] of [
      ['small', [160, 107]],
      ['medium', [480, 320]],
      ['large', [1200, 800]],
    ] as const) {
      const reply = await at(pictureAddress(hash, size));
      expect(reply.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
      const picture = await sharp(reply.rawPayload).metadata();
      expect([picture.format, picture.width, picture.height]).toEqual(['webp', ...expected]);
    }
    expect((await at(`/api/pictures/${'0'.repeat(64)}/small`)).statusCode).toBe(404);
    expect((await at(`/api/pictures/${hash}/huge`)).statusCode).toBe(400);
    expect((await at(`/api/pictures/..%2f..%2fetc/small`)).statusCode).toBe(400);
  });

  it('is stored once, however often it is sent, and is never made larger', async () => {
    const bytes = await plain(90, 60).png().toBuffer();
    const first = await stored(bytes);
    expect(await stored(bytes)).toEqual(first);
    expect([first.width, first.height]).toEqual([90, 60]);
  });

  it('is deleted when no record has had it for a week, and never while one is about to', async () => {
    const { db } = shop.database;
    const draw = async (width: number) => (await stored(await plain(width, 40).png().toBuffer())).hash;
    const [unused, used, wanted, fresh] = [await draw(41), await draw(42), await draw(43), await draw(44)];
    await manager.send('PUT', `/api/manage/products/${SHOP.papers}`, { image: pictureAddress(used) });
    await sql`UPDATE pictures SET created_at = now() - interval '9 days' WHERE hash <> ${fresh}`.execute(db);
    const saving = await holding(shop, 'select from pictures where hash = $1 for key share', [wanted]);
    await inTransaction(db, sweepPictures);
    await saving.letGo();
    const { rows } = await sql<{ hash: string }>`
      SELECT hash FROM pictures WHERE hash = ANY(${[unused, used, wanted, fresh]}::text[])`.execute(db);
    expect(new Set(rows.map(({ hash }) => hash))).toEqual(new Set([used, wanted, fresh]));
    // Its week begins when the last record loses it.
    await manager.send('PUT', `/api/manage/products/${SHOP.papers}`, { image: null });
    await inTransaction(db, sweepPictures);
    expect((await at(pictureAddress(used))).statusCode).toBe(200);
  });

  it('is turned as it was taken, and keeps nothing that the camera noted', async () => {
    const bytes = await plain(400, 200)
      .withExif({ IFD0: { Copyright: 'Somebody at 35.2271 N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { hash, width, height } = await stored(bytes);
    expect([width, height]).toEqual([200, 400]);
    const { exif, icc, xmp, orientation } = await sharp(
      (await at(pictureAddress(hash, 'large'))).rawPayload,
    ).metadata();
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('may be a %s, see-through or not', async (kind) => {
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#0a08' } })
      .toFormat(kind)
      .toBuffer();
    expect(await stored(bytes)).toMatchObject({ width: 40, height: 30 });
  });
});

describe('what is no picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const png = () => plain(60, 60).png().toBuffer();

  it.each([
    ['nothing', async () => Buffer.alloc(0)],
    ['SVG', async () => Buffer.from(svg)],
    ['SVG behind the beginning of a PNG', async () => Buffer.concat([(await png()).subarray(0, 8), Buffer.from(svg)])],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj')],
    ['TIFF', () => plain(20, 20).tiff().toBuffer()],
    ['the first bytes alone', async () => Buffer.from('GIF89a')],
    ['half a JPEG', async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 2000)],
    ['half a PNG', async () => (await png()).subarray(0, 100)],
    [
      'a WebP with the sign of another kind inside',
      async () => Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBPVP8 junkjunk', 'latin1'),
    ],
    ['400 megapixels in a few bytes', async () => bomb(20_000, 20_000)],
    ['41 megapixels', async () => bomb(41_000, 1000)],
    ['a side of two milliards', async () => bomb(0x7fffffff, 1)],
    ['no width', async () => bomb(0, 10)],
  ] as const)('%s is refused with a sentence', async (_what, make) => {
    const reply = await upload(await make());
    expect(refusalOf(reply)).toEqual([422, 'picture_not_valid']);
    expect(reply.json<{ error: string }>().error).toMatch(/\.$/);
  });

  it.each([
    ['SVG', async () => Buffer.from(svg)],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj')],
    ['TIFF', () => plain(20, 20).tiff().toBuffer()],
    [
      'AVIF that says it is HEIC',
      async () => {
        const bytes = await plain(20, 20).avif().toBuffer();
        bytes.write('heic', 8, 'latin1');
        return bytes;
      },
    ],
  ] as const)('%s is refused for its kind, whatever could be read of it', async (_what, make) => {
    expect((await upload(await make())).json<{ error: string }>().error).toBe(
      'This picture cannot be used. Take a JPEG, PNG, WebP, GIF or AVIF.',
    );
  });

  it('is refused when it is larger than 10 MB', async () => {
    const reply = await upload(Buffer.concat([await png(), Buffer.alloc(MAX_PICTURE_BYTES)]));
    expect([400, 413]).toContain(reply.statusCode);
  });

  it('says how large a picture may be', async () => {
    expect((await upload(bomb(20_000, 20_000))).json<{ error: string }>().error).toBe(
      'A picture may have 40 megapixels; this one has 400 megapixels.',
    );
  });

  it('is unpacked to a picture alone: what hides behind one is not served', async () => {
    const page = '<script>alert(1)</script>';
    const jpeg = await plain(50, 50)
      .withExif({ IFD0: { ImageDescription: page } })
      .jpeg()
      .toBuffer();
    const { hash } = await stored(
      Buffer.concat([jpeg, Buffer.from(page), Buffer.from('PK\u0003\u0004 archive', 'latin1')]),
    );
    for (const size of ['small', 'medium', 'large'] as const) {
      const { rawPayload } = await at(pictureAddress(hash, size));
      expect(rawPayload.includes('script') || rawPayload.includes('archive')).toBe(false);
    }
  });
});

describe('the picture of a product', () => {
  const put = (body: object, by = manager) => by.send('PUT', `/api/manage/products/${SHOP.grinder}`, body);

  it('is one that is stored here, and tills have it', async () => {
    const { address } = await stored(await plain(300, 300).png().toBuffer());
    expect((await put({ image: address.replace('medium', 'large') })).json()).toMatchObject({
      data: { image: address },
    });
    const till = await staff.get(`/api/proxy/flora-im/products?include=${SHOP.grinder}`);
    expect(till.json()).toMatchObject({ data: [{ image: address }] });
    for (const image of [
      'https://elsewhere.example/a.png',
      '//elsewhere.example/a.png',
      pictureAddress('0'.repeat(64)),
    ]) {
      expect(refusalOf(await put({ image })), image).toEqual([422, 'not_valid']);
    }
    expect((await put({ image: null })).json()).toMatchObject({ data: { image: null } });
  });

  it('is not for staff to give', async () => {
    expect(refusalOf(await upload(await plain(9, 9).png().toBuffer(), staff))).toEqual([403, 'not_allowed']);
    expect(refusalOf(await put({ image: null }, staff))).toEqual([403, 'not_allowed']);
  });
});
