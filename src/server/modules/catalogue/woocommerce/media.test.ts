import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WooProduct } from '#contract/woocommerce-products.ts';
import { mediaListRoute, uploadMediaRoute } from '#contract/wordpress-media.ts';
import { MAX_PICTURE_BYTES } from '#domain/picture.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { openShop } from '#server/testing/shop.ts';

const PATH = uploadMediaRoute.path;
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
let shop: TestApp;
let staff: Till;
/** The key of a web shop, as clients send it over TLS. */
let authorization: string;

beforeAll(async () => {
  shop = await testApp({ env: { TRUST_PROXY: '1' } });
  await openShop(shop);
  staff = await shop.signIn('staff');
  const admin = await shop.signIn('administrator');
  const scope = { products: 'write', customers: 'none', orders: 'none', taxes: 'none' };
  const body = { name: 'Web shop', location_id: 20, all_locations: false, scope };
  const made = (await admin.post('/api/manage/api-keys', body)).json<Record<string, string>>();
  authorization = `Basic ${Buffer.from(`${made['consumer_key']}:${made['consumer_secret']}`).toString('base64')}`;
});
afterAll(() => shop.close());

const send = (contentType: string, payload: Buffer | string, headers: Record<string, string> = { authorization }) =>
  shop.inject({
    method: 'POST',
    url: PATH,
    headers: { 'x-forwarded-proto': 'https', host: 'shop.example', 'content-type': contentType, ...headers },
    payload,
  });
const stored = async (contentType: string, payload: Buffer | string) => {
  const reply = await send(contentType, payload);
  expect(reply.statusCode, reply.body).toBe(201);
  return uploadMediaRoute.reply.parse(reply.json());
};
function form(parts: readonly (readonly [head: string, body: Buffer])[], boundary = 'XX'): Buffer {
  return Buffer.concat([
    ...parts.flatMap(([head, body]) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      body,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}
const picture = async (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b04a2f' } })
    .png()
    .toBuffer();

it('a program uploads a picture in each way that WordPress takes it, and it is stored once', async () => {
  const bytes = await picture(300, 200);
  const first = await stored('image/png', bytes);
  expect(first).toMatchObject({
    type: 'attachment',
    source_url: `https://shop.example/api/pictures/${first.slug}/large`,
    media_details: { width: 300, height: 200, sizes: { thumbnail: { width: 160, height: 107 } } },
  });
  const quoted = form([
    ['name="title"', Buffer.from('Lighter')],
    ['name="file"; filename="a.png"\r\nContent-Type: image/png', bytes],
  ]);
  const again = [
    await stored('application/octet-stream', bytes),
    await stored('application/json', JSON.stringify({ file: bytes.toString('base64') })),
    await stored('multipart/form-data; boundary="XX"', quoted),
    await stored('multipart/form-data; boundary=XX', quoted),
  ];
  expect(again.map(({ id }) => id)).toEqual(Array(4).fill(first.id));
  expect((await shop.inject({ method: 'GET', url: new URL(first.source_url).pathname })).statusCode).toBe(200);
});

it('a product is given an uploaded picture by its number or its address', async () => {
  const { id, slug, source_url: address } = await stored('image/png', await picture(40, 30));
  for (const images of [[{ id }], [{ src: address }], [{ id: 0, src: address }]]) {
    const reply = await shop.inject({
      method: 'POST',
      url: '/wp-json/wc/v3/products',
      headers: { 'x-forwarded-proto': 'https', host: 'shop.example', authorization },
      payload: { name: 'Pictured', images },
    });
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.json<WooProduct>().images[0]?.src).toContain(slug);
  }
});

it('is judged by its content, not by the type that the program names', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const page = Buffer.concat([DOT.subarray(0, 20), Buffer.from('<script>alert(1)</script>')]);
  for (const [type, bytes] of [
    ['image/svg+xml', svg],
    ['image/png', svg],
    ['image/png', page],
    ['image/png', Buffer.alloc(MAX_PICTURE_BYTES + 1)],
    ['multipart/form-data; boundary=XX', form([['name="file"; filename="a.png"', svg]])],
  ] as const) {
    expect(refusalOf(await send(type, bytes))).toEqual([422, 'picture_not_valid']);
  }
});

it('refuses forms without a file, and what is neither form nor picture', async () => {
  for (const body of [
    form([['name="title"', Buffer.from('no file')]]),
    form(Array.from({ length: 21 }, (_, place) => [`name="${place}"`, DOT] as const)),
    Buffer.from('--XX\r\n'),
    Buffer.from(`--XX${'y'.repeat(10_000)}\r\n\r\n\r\n--XX--`),
  ]) {
    expect(refusalOf(await send('multipart/form-data; boundary=XX', body))).toEqual([400, 'invalid_request']);
  }
  expect(refusalOf(await send('multipart/form-data', DOT))).toEqual([400, 'invalid_request']);
  expect((await send('text/html', '<p>')).statusCode).toBe(415);
  expect((await send('image/png', DOT, { authorization: `Bearer ${staff.token}` })).statusCode).toBe(403);
  expect((await send('image/png', DOT, {})).statusCode).toBe(401);
  // Other calls still take JSON only.
  const other = await shop.inject({
    method: 'POST',
    url: '/wp-json/wc/v3/products',
    headers: { 'x-forwarded-proto': 'https', authorization, 'content-type': 'image/png' },
    payload: DOT,
  });
  expect(other.statusCode).toBe(415);
});

const ask = (method: 'GET' | 'DELETE', rest = '', headers: Record<string, string> = { authorization }) =>
  shop.inject({
    method,
    url: `${PATH}${rest}`,
    headers: { 'x-forwarded-proto': 'https', host: 'shop.example', ...headers },
  });

it('pictures are listed by pages, found by what has them, and read one by one', async () => {
  const made = [await stored('image/png', await picture(21, 20)), await stored('image/png', await picture(22, 20))];
  const ids = made.map(({ id }) => id);
  const list = async (query: string) => {
    const reply = await ask('GET', query);
    expect(reply.statusCode, reply.body).toBe(200);
    return { reply, found: mediaListRoute.reply.parse(reply.json()).map(({ id }) => id) };
  };
  const { reply, found } = await list('?per_page=1&page=1');
  expect(found).toEqual([ids[1]]);
  expect(Number(reply.headers['x-wp-total'])).toBeGreaterThanOrEqual(2);
  expect(reply.headers['link']).toContain('page=2');
  expect((await list(`?include=${ids.join(',')}&orderby=id&order=asc`)).found).toEqual(ids);
  expect((await list(`?include=${ids.join(',')}&exclude=${ids[0]}`)).found).toEqual([ids[1]]);
  expect((await list(`?slug=${made[0]?.slug}`)).found).toEqual([ids[0]]);
  expect((await list('?media_type=video')).found).toEqual([]);
  await shop.inject({
    method: 'POST',
    url: '/wp-json/wc/v3/products',
    headers: { 'x-forwarded-proto': 'https', authorization },
    payload: { name: 'Brass 100% lamp', images: [{ id: ids[0] }] },
  });
  expect((await list('?search=brass%20100%25')).found).toEqual([ids[0]]);
  expect((await list('?search=brass%20tin')).found).toEqual([]);
  expect((await ask('GET', `/${ids[0]}`)).json()).toEqual(made[0]);
  expect((await ask('GET', `/${ids[0]}?_fields=id`)).json()).toEqual({ id: ids[0] });
  expect(refusalOf(await ask('GET', '/999999'))).toEqual([404, 'not_found']);
});

it('a picture that came in the app has a number as well', async () => {
  const manager = await shop.signIn('manager');
  const file = (await picture(23, 20)).toString('base64');
  const { hash } = (await manager.post('/api/manage/pictures', { file })).json<{ data: { hash: string } }>().data;
  const [found] = mediaListRoute.reply.parse((await ask('GET', `?slug=${hash}`)).json());
  expect(found).toMatchObject({ slug: hash, media_details: { width: 23 } });
});

it('is deleted only when nothing has it, and only by who may upload it', async () => {
  const { id, slug } = await stored('image/png', await picture(24, 20));
  const created = await shop.inject({
    method: 'POST',
    url: '/wp-json/wc/v3/products',
    headers: { 'x-forwarded-proto': 'https', authorization },
    payload: { name: 'Tin', images: [{ id }] },
  });
  const used = await ask('DELETE', `/${id}?force=true`);
  expect(refusalOf(used)).toEqual([409, 'picture_in_use']);
  expect(used.body).toContain('Tin has this picture');
  await shop.inject({
    method: 'PUT',
    url: `/wp-json/wc/v3/products/${created.json<WooProduct>().id}`,
    headers: { 'x-forwarded-proto': 'https', authorization },
    payload: { images: [] },
  });
  expect(refusalOf(await ask('DELETE', `/${id}`))).toEqual([422, 'not_valid']);
  expect((await ask('DELETE', `/${id}?force=true`, { authorization: `Bearer ${staff.token}` })).statusCode).toBe(403);
  expect((await ask('GET', '', { authorization: `Bearer ${staff.token}` })).statusCode).toBe(403);
  expect((await ask('DELETE', `/${id}?force=true`, {})).statusCode).toBe(401);
  expect((await ask('DELETE', `/${id}?force=true`)).json()).toMatchObject({ deleted: true, previous: { id, slug } });
  expect(refusalOf(await ask('DELETE', `/${id}?force=true`))).toEqual([404, 'not_found']);
  expect((await shop.inject({ method: 'GET', url: `/api/pictures/${slug}/large` })).statusCode).toBe(404);
  const { rows } = await sql`SELECT FROM audit_trail WHERE action = 'picture_deleted' AND entity_id = ${slug}`.execute(
    shop.database.db,
  );
  expect(rows).toHaveLength(1);
});
