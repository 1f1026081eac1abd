import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ManagedLocation } from '#contract/locations.ts';
import { receiptRoute, receiptSettingsRoute, storeLogoRoute } from '#contract/receipts.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { openShop } from '#server/testing/shop.ts';

let shop: TestApp;
let admin: Till;
let manager: Till;
let staff: Till;
let orderId: number;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  admin = await shop.signIn('administrator');
  manager = await shop.signIn('manager');
  staff = await shop.signIn('staff');
  const sold = await staff.post('/api/orders', sale([grinder]), { 'idempotency-key': 'receipts-1' });
  orderId = sold.json<{ id: number }>().id;
});
afterAll(() => shop.close());

const URL = '/api/manage/receipts';
const settings = async () => receiptSettingsRoute.reply.parse((await admin.get(URL)).json());
const change = (body: object, by = admin) => by.send('PUT', URL, body);
const printed = async () => receiptRoute.reply.parse((await staff.get(`/api/orders/${orderId}/receipt`)).json()).data;
const location = async (): Promise<ManagedLocation> => {
  const { data } = (await admin.get('/api/manage/locations')).json<{ data: ManagedLocation[] }>();
  const found = data.find(({ id }) => id === 20);
  if (!found) throw new Error('no location');
  return found;
};
const changeLocation = (body: object) => admin.send('PUT', '/api/manage/locations/20', body);
const upload = (bytes: Buffer, by = admin) => by.post(`${URL}/logos`, { file: bytes.toString('base64') });
const audited = async (entityId: string) =>
  (
    await sql<{ action: string; details: unknown }>`
      SELECT action, details FROM audit_trail WHERE entity = 'receipts' AND entity_id = ${entityId} ORDER BY id`.execute(
      shop.database.db,
    )
  ).rows;

it('are as the business says until a location has something of its own, part by part', async () => {
  expect((await printed()).width_mm).toBe(80);
  const { version } = (await settings()).data;
  const body = { paper_mm: 58, header: 'Open daily', footer: 'Come again\nsoon', qr: 'order', version };
  expect((await change(body)).statusCode).toBe(200);
  const receipt = await printed();
  expect(receipt.width_mm).toBe(58);
  const texts = receipt.rows.map((row) => ('text' in row ? row.text : row.kind));
  expect(texts).toContain('Open daily');
  expect(texts.slice(-3)).toEqual(['Come again', 'soon', receipt.number]);
  expect(receipt.rows.at(-1)).toMatchObject({ kind: 'code', text: receipt.number });
  expect(await audited('settings')).toMatchObject([
    { action: 'receipt_settings', details: { paper_mm: { from: 80, to: 58 }, qr: { from: 'none', to: 'order' } } },
  ]);

  const own = { paper_mm: 80, logo: null, qr: 'address', qr_address: 'https://example.com/hello' };
  const seen = await location();
  const reply = await changeLocation({ receipt: own, receipt_footer: 'Bye', version: seen.version });
  expect(reply.json(), reply.body).toMatchObject({ data: { receipt: own, receipt_footer: 'Bye' } });
  const its = await printed();
  expect(its.width_mm).toBe(80);
  expect(its.rows.slice(-2)).toMatchObject([{ text: 'Bye' }, { kind: 'code', text: 'https://example.com/hello' }]);
  expect(its.rows).toContainEqual({ kind: 'centre', text: 'Open daily' });

  expect(refusalOf(await changeLocation({ receipt: own, version: seen.version }))).toEqual([409, 'changed_meanwhile']);
  // Another change of the location leaves them alone.
  expect((await changeLocation({ phone: '704-555-0188' })).json()).toMatchObject({ data: { receipt: own } });
  await changeLocation({ receipt: { paper_mm: null, logo: null, qr: null, qr_address: '' }, receipt_footer: '' });
  expect((await printed()).width_mm).toBe(58);
});

it('say what is on them to one who saw an older version, and change nothing', async () => {
  const { data: before } = await settings();
  const stale = await change({ footer: 'Mine', version: before.version - 1 });
  expect(refusalOf(stale)).toEqual([409, 'changed_meanwhile']);
  expect(stale.json()).toMatchObject({ current: before });
  expect(refusalOf(await change({ paper_mm: before.paper_mm }))).toEqual([422, 'nothing_to_do']);
  expect((await settings()).data).toEqual(before);
});

it.each([
  [{ paper_mm: 60 }, 400],
  [{ qr: 'address', qr_address: '' }, 422],
  [{ qr_address: 'javascript:alert(1)' }, 400],
  [{ qr_address: 'https://' }, 400],
  [{ logo: 'f'.repeat(64) }, 422],
  [{ logo: '../../etc/passwd' }, 400],
  [{ header: 'x'.repeat(501) }, 400],
])('do not become %j', async (body, status) => {
  const reply = await change(body);
  expect(reply.statusCode, reply.body).toBe(status);
  const parts = { paper_mm: null, logo: null, qr: null, qr_address: '', ...body };
  if (!('header' in body)) expect([400, 422]).toContain((await changeLocation({ receipt: parts })).statusCode);
});

it('are for administrators to change', async () => {
  for (const by of [staff, manager]) {
    expect(refusalOf(await by.get(URL))).toEqual([403, 'not_allowed']);
    expect(refusalOf(await change({ paper_mm: 80 }, by))).toEqual([403, 'not_allowed']);
    expect(refusalOf(await upload(Buffer.from('x'), by))).toEqual([403, 'not_allowed']);
  }
});

it('carry a logo of black dots on white, also in the PDF, that is stored once', async () => {
  const picture = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#00000000' } })
    .composite([
      { input: { create: { width: 450, height: 300, channels: 3, background: '#808080' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
  const reply = await upload(picture);
  expect(reply.statusCode, reply.body).toBe(200);
  const { data: logo } = storeLogoRoute.reply.parse(reply.json());
  expect([logo.width, logo.height]).toEqual([384, 128]);
  const png = Buffer.from(logo.png, 'base64');
  // The byte of a PNG that says how many bits a dot has.
  expect(png[24]).toBe(1);
  const { data, info } = await sharp(png).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const dots = data.filter((_, at) => at % info.channels === 0);
  expect([...new Set(dots)].toSorted((one, other) => one - other)).toEqual([0, 255]);
  const black = (from: number, to: number): number =>
    dots.filter((dot, at) => dot === 0 && at % 384 >= from && at % 384 < to).length / (128 * (to - from));
  // Grey prints every other dot; transparent parts print none.
  expect(black(10, 180)).toBeCloseTo(0.5, 1);
  expect(black(200, 384)).toBe(0);

  expect((await upload(picture)).json()).toEqual(reply.json());
  expect(await audited(logo.hash)).toHaveLength(1);
  expect((await change({ logo: logo.hash })).statusCode).toBe(200);
  expect((await settings()).logos).toEqual([logo]);
  expect((await printed()).rows[0]).toEqual({ kind: 'logo', width: 384, height: 128, png: logo.png });
  const pdf = await staff.get(`/api/orders/${orderId}/receipt.pdf?copy=1`);
  expect(pdf.statusCode).toBe(200);
  const source = pdf.rawPayload.toString('latin1');
  expect(source).toContain('/Subtype /Image');
  // 58 mm in points.
  expect(source).toMatch(/\/MediaBox \[0 0 164\.4/);
});

it('refuse a logo that is no picture', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect(refusalOf(await upload(svg))).toEqual([422, 'picture_not_valid']);
});

it('change once for a key that comes twice', async () => {
  const body = { footer: 'Once', version: (await settings()).data.version };
  const key = { 'idempotency-key': 'receipts-twice' };
  const first = await admin.send('PUT', URL, body, key);
  expect((await admin.send('PUT', URL, body, key)).json()).toEqual(first.json());
  expect((await settings()).data.version).toBe(body.version + 1);
});
