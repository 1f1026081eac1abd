import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { WireTill } from '#contract/tills.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { wallTime } from '#domain/receipt.ts';
import { refusalOf } from '#server/testing/app.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { SHOP, staffedShop } from '#server/testing/shop.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const papers = { product_id: SHOP.papers, quantity: 1 };

const { shop, staff: cashier, manager } = await staffedShop();

const ask = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await query.execute(shop.database.db)).rows;
const sellAt = async (id: string | null, { by = cashier, headers = {}, more = {} } = {}): Promise<number> => {
  const reply = await by.post('/api/orders', sale([papers], more), {
    ...(id !== null && { 'x-till': id }),
    ...headers,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return answerOf(reply).id;
};
const tills = async (by = manager): Promise<WireTill[]> =>
  (await by.get('/api/tills')).json<{ data: WireTill[] }>().data;
const listed = async (id: string, by = manager) => (await tills(by)).find((till) => till.id === id);
const name = (id: string, body: object, by = manager, headers = {}) =>
  by.send('PUT', `/api/tills/${id}`, body, headers);
const orderOf = async (id: number) =>
  (await cashier.get(`/api/orders/${id}`)).json<{
    data: { till: unknown; date_sold: string | null; date_created: string };
  }>().data;
const broken = async () => (await verifyBooks(shop.database.connection)).checks.filter((check) => check.broken > 0);

describe('a till', () => {
  it('is known from its first sale on, and its orders say which till sold them once a manager has named it', async () => {
    const id = randomUUID();
    const orderId = await sellAt(id);
    expect(await listed(id)).toMatchObject({ location_id: 20, name: null, retired: false, version: 1 });
    expect((await orderOf(orderId)).till).toEqual({ id, name: null });
    const named = await name(id, { name: ' Front counter ', version: 1 });
    expect(named.json()).toMatchObject({ success: true, data: { id, name: 'Front counter', version: 2 } });
    expect((await orderOf(orderId)).till).toEqual({ id, name: 'Front counter' });
    expect(
      await ask(
        sql`select actor_id, location_id, details from audit_trail where action = 'till_named' and entity_id = ${id}`,
      ),
    ).toEqual([
      {
        actor_id: manager.userId,
        location_id: 20,
        details: {
          from: { name: null, location_id: 20, retired: false },
          to: { name: 'Front counter', location_id: 20 },
        },
      },
    ]);
  });

  it('need not be named by who sells: an order without one is sold all the same, and so is one with nonsense', async () => {
    for (const id of [null, 'front-counter', 'x'.repeat(36)]) expect((await orderOf(await sellAt(id))).till).toBeNull();
  });

  it('stands on the refunds that it makes', async () => {
    const [soldAt, refundedAt] = [randomUUID(), randomUUID()];
    const { data } = answerOf(await cashier.post('/api/orders', sale([papers]), { 'x-till': soldAt }));
    const refund = await cashier.post(
      `/api/orders/${data.id}/refunds`,
      { lines: [{ line_id: data.line_items[0]?.id, quantity: 1, restock: true }] },
      { 'x-till': refundedAt, 'x-sent-before': '60000' },
    );
    expect(refund.statusCode, refund.body).toBe(201);
    expect(
      await ask(sql`select till_id, created_at - sold_at between interval '59 s' and interval '70 s' as minute_before
                      from order_refunds where order_id = ${data.id} order by id limit 1`),
    ).toEqual([{ till_id: refundedAt, minute_before: true }]);
    expect(await broken()).toEqual([]);
  });

  it('writes down its use once a minute, which is no edit of it', async () => {
    const id = randomUUID();
    await sellAt(id);
    const first = await listed(id);
    await sellAt(id);
    expect(await listed(id)).toEqual(first);
    await sql`update tills set last_seen_at = last_seen_at - interval '5 minutes', first_seen_at = first_seen_at - interval '1 hour' where id = ${id}`.execute(
      shop.database.db,
    );
    await sellAt(id);
    const later = await listed(id);
    expect(later?.version).toBe(1);
    expect(Date.parse(later?.last_seen_at ?? '')).toBeGreaterThan(Date.parse(first?.last_seen_at ?? '') - 1000);
  });

  it('follows where it sells until it has a name, and moves only when it is named there', async () => {
    const id = randomUUID();
    const elsewhere = await shop.signIn('manager', { locationId: 19 });
    await sellAt(id);
    await sellAt(id, { by: elsewhere, more: { allow_oversell: true } });
    expect([await listed(id), (await listed(id, elsewhere))?.location_id]).toEqual([undefined, 19]);
    expect(refusalOf(await name(id, { name: 'Mine' }))).toEqual([404, 'not_found']);
    await name(id, { name: 'Market stand' }, elsewhere);
    await sellAt(id);
    expect((await listed(id, elsewhere))?.location_id).toBe(19);
    expect((await name(id, { name: 'Market stand' }, manager, { 'x-till': id })).statusCode).toBe(200);
    expect((await listed(id))?.location_id).toBe(20);
  });

  it('that is retired leaves the list and frees its name, sells on, and is listed again when it does', async () => {
    const [old, next] = [randomUUID(), randomUUID()];
    await name(old, { name: 'Bar' });
    expect(refusalOf(await name(next, { name: 'bar' }))).toEqual([409, 'till_name_taken']);
    expect((await manager.post(`/api/tills/${old}/retire`, { version: 1 })).statusCode).toBe(200);
    expect(await listed(old)).toBeUndefined();
    expect((await name(next, { name: 'bar' })).statusCode).toBe(200);
    await sql`update tills set first_seen_at = first_seen_at - interval '2 hours', last_seen_at = last_seen_at - interval '2 hours',
                               retired_at = retired_at - interval '1 hour' where id = ${old}`.execute(shop.database.db);
    expect((await orderOf(await sellAt(old))).till).toEqual({ id: old, name: 'Bar' });
    expect(await listed(old)).toMatchObject({ retired: true });
    expect((await name(old, { name: 'Back bar' })).json()).toMatchObject({ data: { retired: false } });
  });

  it('is not overwritten by somebody who saw it as it was before', async () => {
    const id = randomUUID();
    await name(id, { name: 'One' });
    await name(id, { name: 'Two', version: 1 });
    for (const late of [
      await name(id, { name: 'Three', version: 1 }),
      await manager.post(`/api/tills/${id}/retire`, { version: 1 }),
    ]) {
      expect(refusalOf(late)).toEqual([409, 'till_changed']);
      expect(late.json()).toMatchObject({ current: { name: 'Two', version: 2 } });
    }
  });

  it('is named, retired and listed by managers only', async () => {
    const id = randomUUID();
    expect(refusalOf(await cashier.get('/api/tills'))).toEqual([403, 'not_allowed']);
    expect(refusalOf(await name(id, { name: 'Mine' }, cashier))).toEqual([403, 'not_allowed']);
    expect(refusalOf(await cashier.post(`/api/tills/${id}/retire`, {}))).toEqual([403, 'not_allowed']);
    expect(refusalOf(await manager.post(`/api/tills/${id}/retire`, {}))).toEqual([404, 'not_found']);
    expect(refusalOf(await name(id, { name: '  ' }))).toEqual([400, 'invalid_request']);
  });

  it('is not registered beyond 500 at a location in a month, and the sale is recorded without it', async () => {
    await shop.signIn('staff', { locationId: 30 });
    await sql`insert into tills (id, location_id) select gen_random_uuid(), 30 from generate_series(1, 500)`.execute(
      shop.database.db,
    );
    const seen = (id: string) => ask(sql<{ id: string | null }>`select seen_till(${id}, 30) as id`);
    expect(await seen(randomUUID())).toEqual([{ id: null }]);
    await sql`update tills set first_seen_at = now() - interval '40 days' where location_id = 30`.execute(
      shop.database.db,
    );
    const id = randomUUID();
    expect(await seen(id)).toEqual([{ id }]);
  });
});

describe('the instant of a sale', () => {
  it('is when the till first sent it; the books go by when it was recorded, its day by when it was sold', async () => {
    const before = Date.now();
    const id = await sellAt(randomUUID(), { headers: { 'x-sent-before': String(2 * DAY_MS) } });
    const { date_sold: soldAt, date_created: createdAt } = await orderOf(id);
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before - 1000);
    expect(Math.abs(Date.parse(soldAt ?? '') - (before - 2 * DAY_MS))).toBeLessThan(60_000);
    expect(
      await ask(sql`select local_day = (sold_at at time zone 'America/New_York')::date as day_sold,
                           (select created_at = o.created_at from stock_movements m where m.order_id = o.id) as moved_now
                      from orders o where id = ${id}`),
    ).toEqual([{ day_sold: true, moved_now: true }]);
    const paper = await cashier.get(`/api/orders/${id}/receipt`);
    const printed = paper.json<{ data: { rows: { left?: string; right?: string }[] } }>().data.rows;
    expect(printed).toContainEqual(
      expect.objectContaining({ left: 'Date', right: wallTime(new Date(soldAt ?? ''), 'America/New_York') }),
    );
    expect(await broken()).toEqual([]);
  });

  it('is not believed when it cannot be', async () => {
    for (const age of ['-5', 'soon', '1e3', '']) {
      expect((await orderOf(await sellAt(null, { headers: { 'x-sent-before': age } }))).date_sold).toBeNull();
    }
    const late = await cashier.post('/api/orders', sale([grinder]), { 'x-sent-before': String(8 * DAY_MS) });
    expect(refusalOf(late)).toEqual([409, 'sent_too_long_ago']);
  });
});
