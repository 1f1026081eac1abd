import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TaxSetting } from '#contract/taxes.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { lockTerms } from '#server/db/terms.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { cancelTax, setTax } from './taxes.ts';

let shop: TestApp;
let admin: Till;
let cashier: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  admin = await shop.signIn('administrator');
  cashier = await shop.signIn('staff');
});
afterAll(() => shop.close());

const URL = '/api/manage/taxes';
const set = (body: object, by = admin) =>
  by.post(URL, { location_id: 20, code: 'NC-CENTRAL', name: 'Sales Tax', rate: '8.75', ...body });
const written = async (body: object): Promise<TaxSetting> => {
  const reply = await set(body);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: TaxSetting }>().data;
};
const settings = async (code: string): Promise<TaxSetting[]> =>
  (await admin.get(URL)).json<{ data: TaxSetting[] }>().data.filter((one) => one.code === code);
/** Tax of a grinder for $23.90, as sold now. */
const taxOfSale = async (): Promise<string[]> => {
  const reply = await cashier.post('/api/orders', sale([{ product_id: SHOP.grinder, quantity: 1 }]));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: { tax_lines: { tax_total: string }[] } }>().data.tax_lines.map(({ tax_total: tax }) => tax);
};

it('a tax is changed from now on: the next sale is charged it, and what held before is still known', async () => {
  expect(await taxOfSale()).toEqual(['2.09']);
  const [before] = await settings('NC-CENTRAL');
  const setting = await written({ rate: '10', seen_id: before?.id });
  expect(setting).toMatchObject({ rate: '10', state: 'present', name: 'Sales Tax' });
  expect(await taxOfSale()).toEqual(['2.39']);
  expect(await settings('NC-CENTRAL')).toMatchObject([
    { rate: '10', state: 'present' },
    { rate: '8.75', state: 'past', from: null },
  ]);
  const { rows } = await sql<{ details: unknown }>`
    SELECT details FROM audit_trail WHERE action = 'tax_set' AND entity_id = '20/NC-CENTRAL'`.execute(shop.database.db);
  expect(rows).toEqual([
    {
      details: {
        from: { name: 'Sales Tax', rate: '8.75' },
        to: { name: 'Sales Tax', rate: '10' },
        holds_from: 'now',
      },
    },
  ]);
  expect((await admin.get('/api/auth/me')).json()).toMatchObject({ taxes: [{ rate: 0.1 }] });
});

it('several taxes are charged each on the whole amount, and one that has ended is not', async () => {
  await written({ code: 'CITY', name: 'City Tax', rate: '1.5' });
  expect(await taxOfSale()).toEqual(['2.39', '0.36']);
  await written({ code: 'CITY', name: 'City Tax', rate: null });
  expect(await taxOfSale()).toEqual(['2.39']);
  expect(refusalOf(await set({ code: 'CITY', name: 'City Tax', rate: null }))).toEqual([422, 'nothing_to_do']);
  const { checks } = await verifyBooks(shop.database.connection);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
});

it('a tax that is to come holds from its day on the wall of the location, and can be taken back until then', async () => {
  const coming = await written({ rate: '12', from_day: '2099-07-01' });
  expect(coming).toMatchObject({ state: 'coming', from: '2099-07-01T04:00:00.000Z' });
  expect(await taxOfSale()).toEqual(['2.39']);
  expect(coming.from_day).toBe('2099-07-01');
  const replacing = await written({ rate: '13', from_day: '2099-07-01', seen_id: coming.id });
  expect(await settings('NC-CENTRAL')).toMatchObject([{ id: replacing.id, rate: '13' }, {}, {}]);
  // Somebody who saw the setting that it replaced.
  const late = await set({ rate: '14', from_day: '2099-07-01', seen_id: coming.id });
  expect(refusalOf(late)).toEqual([409, 'changed_meanwhile']);
  const { rows } = await sql<{ due: string }>`
    SELECT next_change_at::text AS due FROM catalogue_version WHERE next_change_at < 'infinity'`.execute(
    shop.database.db,
  );
  expect(rows).toHaveLength(1);
  expect((await admin.send('DELETE', `${URL}/${replacing.id}`)).statusCode).toBe(200);
  expect(refusalOf(await admin.send('DELETE', `${URL}/${replacing.id}`))).toEqual([404, 'not_found']);
  const [present] = await settings('NC-CENTRAL');
  expect(refusalOf(await admin.send('DELETE', `${URL}/${present?.id}`))).toEqual([409, 'status_conflict']);
});

it('is not set for a day that has begun, at a location that there is not, or over what somebody else set', async () => {
  expect(refusalOf(await set({ rate: '9', from_day: '2020-01-01' }))).toEqual([422, 'not_valid']);
  expect(refusalOf(await set({ location_id: 999 }))).toEqual([404, 'not_found']);
  expect(refusalOf(await set({ rate: '100' }))).toEqual([400, 'invalid_request']);
  const late = await set({ rate: '9', seen_id: null });
  expect(refusalOf(late)).toEqual([409, 'changed_meanwhile']);
  expect(late.json()).toMatchObject({
    current: { rate: '10' },
    error: 'This location has a tax NC-CENTRAL already. Nothing was saved.',
  });
});

it('keeps what is left out as it is at that time, whatever is to come', async () => {
  const excise = { code: 'EXCISE', name: 'Excise' };
  await written({ ...excise, rate: '10' });
  await written({ ...excise, rate: '10', from_day: '2098-01-01', compound: true, category_ids: [25] });
  const now = await written({ ...excise, rate: '11' });
  expect(now).toMatchObject({ rate: '11', compound: false, category_ids: null });
  const later = await written({ ...excise, rate: '12', from_day: '2099-01-01' });
  expect(later).toMatchObject({ compound: true, category_ids: [25] });
  expect(await written({ ...excise, rate: '13', from_day: '2097-01-01' })).toMatchObject({ compound: false });
});

it('may go on to name a category that is gone, but none that there never was', async () => {
  const { db } = shop.database;
  await sql`INSERT INTO categories (id, name, slug) VALUES (31, 'Gone', 'gone')`.execute(db);
  const gone = { code: 'GONE', name: 'Gone', rate: '1' };
  await written({ ...gone, category_ids: [31] });
  await sql`DELETE FROM categories WHERE id = 31`.execute(db);
  expect(refusalOf(await set({ ...gone, category_ids: [31, 99999] }))).toEqual([422, 'not_valid']);
  expect(await written({ ...gone, rate: '2', category_ids: [25, 31] })).toMatchObject({ category_ids: [25, 31] });
  await written({ ...gone, rate: null });
});

it('does not name a category that is merged or deleted at the same time', async () => {
  const { db } = shop.database;
  await sql`INSERT INTO categories (id, name, slug) VALUES (32, 'Going', 'going')`.execute(db);
  const reply = await db.transaction().execute(async (tx) => {
    await lockTerms(tx);
    const asked = set({ code: 'GOING', name: 'Going', rate: '1', category_ids: [32] });
    await untilWaiting(shop);
    await sql`DELETE FROM categories WHERE id = 32`.execute(tx);
    return { asked };
  });
  expect(refusalOf(await reply.asked)).toEqual([422, 'not_valid']);
});

it('holds from when its turn has come: sales made while it waited for an import have the former rate', async () => {
  const { db } = shop.database;
  const waiting = { code: 'WAITING', name: 'Waiting', rate: '1' };
  const { asked, soldAt } = await db.transaction().execute(async (tx) => {
    await lockTerms(tx);
    const asked = set(waiting);
    await untilWaiting(shop);
    const reply = await cashier.post('/api/orders', sale([{ product_id: SHOP.grinder, quantity: 1 }]));
    return { asked, soldAt: reply.json<{ data: { date_created: string } }>().data.date_created };
  });
  const { from } = (await asked).json<{ data: TaxSetting }>().data;
  expect(Date.parse(from ?? '')).toBeGreaterThan(Date.parse(soldAt));
  await written({ ...waiting, rate: null });
});

it('follows a tax that was set while its own request was on the way, and calls off none that has begun', async () => {
  const { user } = (await admin.get('/api/auth/me')).json<{ user: { id: number } }>();
  const by = { kind: 'staff', id: user.id, locationId: 20 } as Parameters<typeof setTax>[1];
  const turn = { location_id: 20, code: 'TURN', name: 'Turn' };
  await shop.database.db.transaction().execute(async (tx) => {
    await sql`SELECT now()`.execute(tx);
    const first = await written({ ...turn, rate: '1' });
    await expect(cancelTax(tx, by, first.id)).rejects.toMatchObject({ code: 'status_conflict' });
    expect(await setTax(tx, by, { ...turn, rate: '2' })).toMatchObject({ rate: '2', state: 'present' });
  });
  expect(await settings('TURN')).toMatchObject([
    { rate: '2', state: 'present' },
    { rate: '1', state: 'past' },
  ]);
  await written({ ...turn, rate: null });
});

it('of two in the same place the one whose code comes first is charged first, whichever was changed last', async () => {
  await written({ code: 'B-TAX', name: 'B', rate: '1', position: 500 });
  await written({ code: 'A-TAX', name: 'A', rate: '1', position: 500 });
  await written({ code: 'A-TAX', name: 'A Tax', rate: '1' });
  await written({ code: 'B-TAX', name: 'B Tax', rate: '1' });
  await written({ code: 'A-TAX', name: 'A', rate: '1' });
  const names = (taxes: { code: string }[]) => taxes.flatMap(({ code }) => (code.endsWith('-TAX') ? [code] : []));
  const { taxes } = (await admin.get('/api/auth/me')).json<{ taxes: { code: string }[] }>();
  expect(names(taxes)).toEqual(['A-TAX', 'B-TAX']);
  const reply = await cashier.post('/api/orders', sale([{ product_id: SHOP.grinder, quantity: 1 }]));
  const sold = reply.json<{ data: { tax_lines: { rate_code: string }[] } }>().data;
  expect(names(sold.tax_lines.map(({ rate_code: code }) => ({ code })))).toEqual(['A-TAX', 'B-TAX']);
});

it('takes the taxes of one location over to another that has none, with those to come', async () => {
  const { id } = (await admin.post('/api/manage/locations', { name: 'Branch' })).json<{ data: { id: number } }>().data;
  const copy = (by = admin) => by.post(`${URL}/copy`, { from_location_id: 20, location_id: id });
  const of = async (location: number) =>
    (await admin.get(URL)).json<{ data: TaxSetting[] }>().data.flatMap((one) => {
      const isCharged = one.state === 'coming' || (one.state === 'present' && one.rate !== null);
      return one.location_id === location && isCharged
        ? [
            [
              one.code,
              one.name,
              one.rate,
              one.position,
              one.compound,
              one.category_ids,
              one.state,
              one.from_day && one.state === 'coming' ? one.from_day : null,
            ],
          ]
        : [];
    });
  expect(await of(id)).toEqual([]);
  expect(refusalOf(await copy(cashier))).toEqual([403, 'not_allowed']);
  expect((await copy()).statusCode).toBe(201);
  const there = await of(id);
  expect(there.length).toBeGreaterThan(3);
  expect(there).toEqual(await of(20));
  // Sent again, it takes nobody's taxes away.
  expect(refusalOf(await copy())).toEqual([409, 'status_conflict']);
  expect(refusalOf(await admin.post(`${URL}/copy`, { from_location_id: 999, location_id: 998 }))).toEqual([
    404,
    'not_found',
  ]);
  const empty = (await admin.post('/api/manage/locations', { name: 'Empty' })).json<{ data: { id: number } }>().data.id;
  const other = (await admin.post('/api/manage/locations', { name: 'Other' })).json<{ data: { id: number } }>().data.id;
  const reply = await admin.post(`${URL}/copy`, { from_location_id: empty, location_id: other });
  expect(refusalOf(reply)).toEqual([422, 'nothing_to_do']);
});

it('is for administrators', async () => {
  for (const till of [cashier, await shop.signIn('manager')])
    for (const reply of [await till.get(URL), await set({}, till), await till.send('DELETE', `${URL}/1`)])
      expect(refusalOf(reply)).toEqual([403, 'not_allowed']);
});
