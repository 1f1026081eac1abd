import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagedLocation } from '#contract/locations.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { sale } from '#server/testing/sales.ts';
import { openShop, SHOP, stockOf } from '#server/testing/shop.ts';
import { TELL_STOCK } from '#server/testing/trade/told-stock.ts';

let shop: TestApp;
let admin: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  admin = await shop.signIn('administrator');
});
afterAll(() => shop.close());

const URL = '/api/manage/locations';
const listed = async (id: number) =>
  (await admin.get(URL)).json<{ data: ManagedLocation[] }>().data.find((location) => location.id === id);
const create = (body: object) => admin.post(URL, body);
let made = 0;
const newLocation = async (body: object = {}): Promise<ManagedLocation> => {
  made += 1;
  const reply = await create({ name: `Shop ${made}`, ...body });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: ManagedLocation }>().data;
};
const change = (id: number, body: object) => admin.send('PUT', `${URL}/${id}`, body);
const close = (id: number, body: object, by = admin) => by.post(`${URL}/${id}/close`, body);
const audited = async (id: number, action: string) =>
  (
    await sql<{ details: unknown }>`
      SELECT details FROM audit_trail WHERE entity = 'location' AND entity_id = ${String(id)} AND action = ${action}`.execute(
      shop.database.db,
    )
  ).rows;
const put = async (locationId: number, moves: readonly object[]) => {
  await sql`SELECT move_stock(${locationId}, NULL, ${JSON.stringify(moves)}::jsonb)`.execute(shop.database.db);
  await sql.raw(TELL_STOCK).execute(shop.database.db);
};

describe('a location', () => {
  it('is opened with a number of its own and can be worked at', async () => {
    const hours = [
      { weekday: 1, opens: '14:00', closes: '18:00' },
      { weekday: 1, opens: '09:00', closes: '13:00' },
      { weekday: 6, opens: '18:00', closes: '24:00' },
    ];
    const location = await newLocation({
      phone: '828-555-0100',
      time_zone: 'America/Denver',
      address: { address_1: '1 Main St', city: 'Asheville', state: 'NC', postcode: '28801' },
      opening_hours: hours,
    });
    expect(location).toMatchObject({
      time_zone: 'America/Denver',
      address: { address_1: '1 Main St', address_2: '', city: 'Asheville' },
      opening_hours: [hours[1], hours[0], hours[2]],
      closed_at: null,
      has_orders: false,
      stocked_items: 0,
    });
    const moved = await admin.send('PUT', '/api/auth/location', { location_id: location.id });
    expect(moved.json()).toMatchObject({ user: { location_id: location.id, time_zone: 'America/Denver' } });
    await admin.send('PUT', '/api/auth/location', { location_id: 20 });
  });

  it('is changed with what was and what is, compared with what was seen', async () => {
    const { id, version } = await newLocation();
    const reply = await change(id, { phone: '1', receipt_footer: 'Thank you', version });
    expect(reply.json()).toMatchObject({ data: { phone: '1', receipt_footer: 'Thank you', version: version + 1 } });
    expect(await audited(id, 'location_changed')).toEqual([
      { details: { from: { phone: '', receipt_footer: '' }, to: { phone: '1', receipt_footer: 'Thank you' } } },
    ]);
    const late = await change(id, { phone: '2', version });
    expect(refusalOf(late)).toEqual([409, 'changed_meanwhile']);
    expect(late.json()).toMatchObject({ current: { phone: '1', version: version + 1 } });
    expect(refusalOf(await change(id, { phone: '1' }))).toEqual([422, 'nothing_to_do']);
    expect(refusalOf(await change(999, { phone: '1' }))).toEqual([404, 'not_found']);
  });

  it('has a name of its own, a time zone that there is, and hours that fit together', async () => {
    const { id } = await newLocation({ name: 'Depot' });
    expect(refusalOf(await create({ name: 'dépot' }))).toEqual([409, 'location_name_taken']);
    expect(refusalOf(await change(20, { name: 'Depot' }))).toEqual([409, 'location_name_taken']);
    expect(refusalOf(await change(id, { time_zone: 'Mars/Olympus' }))).toEqual([422, 'not_valid']);
    const overlapping = [
      { weekday: 2, opens: '09:00', closes: '13:00' },
      { weekday: 2, opens: '12:00', closes: '14:00' },
    ];
    const refused = await change(id, { opening_hours: overlapping });
    expect(refusalOf(refused)).toEqual([422, 'not_valid']);
    expect(refused.json<{ error: string }>().error).toBe('Tuesday: Two of these times overlap.');
  });

  it('has its own words on its receipts', async () => {
    const cashier = await shop.signIn('staff');
    const rows = async () => {
      const sold = await cashier.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 1 }]));
      const { id } = sold.json<{ id: number }>();
      return (await cashier.get(`/api/orders/${id}/receipt`)).json<{
        data: { rows: { kind: string; text?: string }[] };
      }>().data.rows;
    };
    expect((await rows()).at(-1)).toEqual({ kind: 'centre', text: 'Thank you' });
    await change(20, { receipt_header: 'Licence 42\n\nOpen late', receipt_footer: 'No returns\nSee you' });
    const texts = (await rows()).map(({ text }) => text).filter(Boolean);
    expect(texts.slice(1, 3)).toEqual(['Licence 42', 'Open late']);
    expect(texts.slice(-2)).toEqual(['No returns', 'See you']);
  });

  it('that has sold keeps its time zone, by which its days are counted', async () => {
    const cashier = await shop.signIn('staff');
    const sold = await cashier.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 1 }]));
    expect(sold.statusCode, sold.body).toBe(200);
    expect(await listed(20)).toMatchObject({ has_orders: true });
    expect(refusalOf(await change(20, { time_zone: 'America/Denver' }))).toEqual([422, 'not_valid']);
  });

  it('is for administrators', async () => {
    for (const role of ['staff', 'manager'] as const) {
      const till = await shop.signIn(role);
      const replies = [
        await till.get(URL),
        await till.post(URL, { name: 'Mine' }),
        await till.send('PUT', `${URL}/20`, { name: 'Mine' }),
        await close(19, { stock: 'none' }, till),
        await till.post(`${URL}/19/reopen`, {}),
      ];
      expect(replies.map(refusalOf)).toEqual(replies.map(() => [403, 'not_allowed']));
    }
  });
});

describe('closing a location', () => {
  const stocked = async (): Promise<ManagedLocation> => {
    const location = await newLocation();
    await put(location.id, [
      { product_id: SHOP.grinder, variation_id: null, delta: 4, action: 'opening_stock' },
      { product_id: SHOP.shirt, variation_id: SHOP.shirtSmall, delta: 2, action: 'opening_stock' },
    ]);
    return location;
  };

  it('asks what happens to its stock, and sends all of it to another in the same step', async () => {
    const { id } = await stocked();
    const asked = await close(id, { stock: 'none' });
    expect(refusalOf(asked)).toEqual([409, 'location_has_stock']);
    expect(asked.json()).toMatchObject({ items: 2 });
    expect(refusalOf(await close(id, { stock: 'transfer' }))).toEqual([422, 'not_valid']);
    expect(refusalOf(await close(id, { stock: 'transfer', to_location_id: id }))).toEqual([422, 'same_location']);
    const before = await stockOf(shop, SHOP.grinder, null, 19);
    const reply = await close(id, { stock: 'transfer', to_location_id: 19 });
    expect(reply.json()).toMatchObject({ data: { stocked_items: 0, closed_at: expect.any(String) as unknown } });
    expect(await stockOf(shop, SHOP.grinder, null, 19)).toBe(before + 4);
    expect(await stockOf(shop, SHOP.grinder, null, id)).toBe(0);
    expect(await audited(id, 'location_closed')).toEqual([
      { details: { items: 2, stock: 'transfer', to_location_id: 19 } },
    ]);
    expect((await close(id, { stock: 'none' })).statusCode).toBe(200);
    expect(await audited(id, 'location_closed')).toHaveLength(1);
  });

  it('is refused when quantities have changed, even if the number of items has not', async () => {
    const { id } = await stocked();
    const seen = async () =>
      (await admin.get(URL)).json<{ data: ManagedLocation[] }>().data.find((one) => one.id === id);
    const before = await seen();
    expect(before).toMatchObject({ stocked_items: 2, open_purchase_orders: [] });
    await put(id, [{ product_id: SHOP.grinder, variation_id: null, delta: 1, action: 'opening_stock' }]);
    const late = await close(id, { stock: 'write_off', stock_seen: before?.stock_stamp });
    expect(refusalOf(late)).toEqual([409, 'changed_meanwhile']);
    const now = await seen();
    expect(late.json()).toMatchObject({ current: { stocked_items: 2, stock_stamp: now?.stock_stamp } });
    expect((await close(id, { stock: 'write_off', stock_seen: now?.stock_stamp })).statusCode).toBe(200);
  });

  it('can write its stock off, and the books stay right', async () => {
    const { id } = await stocked();
    expect((await close(id, { stock: 'write_off' })).statusCode).toBe(200);
    expect(await stockOf(shop, SHOP.shirt, SHOP.shirtSmall, id)).toBe(0);
    const { checks } = await verifyBooks(shop.database.connection);
    expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
  });

  it('leaves whoever belonged there without a location, until it is open again', async () => {
    const { id } = await newLocation();
    const cashier = await shop.signIn('staff', { locationId: id });
    expect((await close(id, { stock: 'none' })).statusCode).toBe(200);
    expect((await cashier.get('/api/auth/me')).json()).toMatchObject({ user: { location_id: null } });
    const refused = await cashier.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 1 }]));
    expect(refused.json<{ code: string }>().code).toBe('location_required');
    const { locations } = (await admin.get('/api/auth/me')).json<{ locations: { id: number }[] }>();
    expect(locations.map((location) => location.id)).not.toContain(id);
    expect(refusalOf(await admin.send('PUT', '/api/auth/location', { location_id: id }))).toEqual([404, 'not_found']);
    const items = [{ product_id: SHOP.papers, variation_id: null, quantity: 1 }];
    expect(refusalOf(await admin.post('/api/inventory/transfer', { to_location_id: id, items }))).toEqual([
      404,
      'not_found',
    ]);
    expect((await admin.post(`${URL}/${id}/reopen`, {})).statusCode).toBe(200);
    expect((await cashier.get('/api/auth/me')).json()).toMatchObject({ user: { location_id: id } });
    expect(refusalOf(await admin.post(`${URL}/${id}/reopen`, {}))).toEqual([409, 'status_conflict']);
  });

  it('keeps everything off its shelves: counts and goods of its orders', async () => {
    const { id } = await newLocation();
    const at = (locationId: number) => admin.send('PUT', '/api/auth/location', { location_id: locationId });
    await put(id, [{ product_id: SHOP.papers, variation_id: null, delta: 5, action: 'opening_stock' }]);
    await at(id);
    const sold = await admin.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 1 }]));
    expect(sold.statusCode, sold.body).toBe(200);
    await at(20);
    expect((await close(id, { stock: 'write_off' })).statusCode).toBe(200);
    const order = sold.json<{ id: number }>().id;
    const undone = await admin.send('DELETE', `/api/orders?id=${order}`);
    expect(refusalOf(undone)).toEqual([422, 'not_valid']);
    expect(undone.json<{ error: string }>().error).toContain('is closed, and nothing is put on its shelves');
    const set = { location_id: id, product_id: SHOP.papers, variation_id: null, quantity: 3 };
    expect(refusalOf(await admin.post('/api/proxy/flora-im/inventory', set))).toEqual([404, 'not_found']);
    expect(await stockOf(shop, SHOP.papers, null, id)).toBe(0);
    await admin.post(`${URL}/${id}/reopen`, {});
    expect((await admin.send('DELETE', `/api/orders?id=${order}`)).statusCode).toBe(200);
    expect(await stockOf(shop, SHOP.papers, null, id)).toBe(1);
  });

  it('waits for what is on its way to the shelves, and no other is closed meanwhile', async () => {
    const [one, other] = [await newLocation(), await newLocation()];
    await put(one.id, [{ product_id: SHOP.papers, variation_id: null, delta: 5, action: 'opening_stock' }]);
    const delivery = await holding(
      shop,
      `SELECT pg_advisory_xact_lock_shared(hashtextextended('location stays', $1))`,
      [other.id],
    );
    const closing = close(other.id, { stock: 'none' });
    await untilWaiting(shop);
    // Its stock would go to the one that is being closed.
    const into = close(one.id, { stock: 'transfer', to_location_id: other.id });
    await untilWaiting(shop, 2);
    await delivery.letGo();
    expect((await closing).statusCode).toBe(200);
    expect(refusalOf(await into)).toEqual([404, 'not_found']);
    expect(await stockOf(shop, SHOP.papers, null, one.id)).toBe(5);
  });

  it('is not undone while another location has its name', async () => {
    const { id, name } = await newLocation();
    expect((await close(id, { stock: 'none' })).statusCode).toBe(200);
    const other = await newLocation({ name: name.toUpperCase() });
    expect(refusalOf(await admin.post(`${URL}/${id}/reopen`, {}))).toEqual([409, 'location_name_taken']);
    expect((await change(other.id, { name: `${name} B` })).statusCode).toBe(200);
    expect((await admin.post(`${URL}/${id}/reopen`, {})).statusCode).toBe(200);
  });

  it('is not done from inside, nor of the last one', async () => {
    expect(refusalOf(await close(20, { stock: 'write_off' }))).toEqual([422, 'not_valid']);
  });
});
