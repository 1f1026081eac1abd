import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listedOrder, listedOrdersRoute, ordersRoute } from '#contract/orders.ts';
import type { ReplyOf } from '#contract/route.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { eighth, grinder, meta, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let other: Till;
let manager: Till;
let customer: number;
const sold: Record<
  | 'guest'
  | 'named'
  | 'overridden'
  | 'flower'
  | 'shirt'
  | 'late'
  | 'early'
  | 'spring'
  | 'failed'
  | 'pending'
  | 'named guest',
  number
> = {} as never;

/** Moves a sale to another moment, as if it had been made then; the tallies with it. */
async function soldAt(id: number, instant: string): Promise<void> {
  await sql`
    WITH moved AS (
      UPDATE orders SET created_at = ${instant}, local_day = (${instant}::timestamptz AT TIME ZONE 'America/New_York')::date WHERE id = ${id}
      RETURNING location_id, local_day, status
    ), off AS (
      INSERT INTO order_tallies SELECT location_id, local_day, status, -1 FROM orders WHERE id = ${id}
    )
    INSERT INTO order_tallies SELECT location_id, local_day, status, 1 FROM moved`.execute(shop.database.db);
}

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('staff');
  other = await shop.signIn('staff');
  manager = await shop.signIn('manager');
  customer = await addCustomer(shop, 'Dana Reed');
  await sql`UPDATE users SET phone = '(704) 555-0134' WHERE id = ${customer}`.execute(shop.database.db);
  const sell = async (lines: unknown[], more = {}, by = till): Promise<number> =>
    answerOf(await by.post('/api/orders', sale(lines, more))).id;
  sold.guest = await sell([grinder]);
  sold.named = await sell([grinder], { customer_id: customer });
  sold.overridden = await sell([{ ...grinder, meta_data: meta({ _override_price: 5 }) }]);
  sold.flower = await sell([eighth], {}, other);
  sold.shirt = await sell([{ product_id: SHOP.shirt, variation_id: SHOP.shirtSmall, quantity: 1 }]);
  sold['named guest'] = await sell([grinder], {
    billing: { first_name: 'Morgan', last_name: 'Fay', phone: '980-555-7777', email: 'mf@example.org' },
  });
  // The night the clocks go back: 23:30 in New York is the next day in UTC.
  sold.late = await sell([grinder]);
  await soldAt(sold.late, '2026-11-02T04:30:00Z');
  sold.early = await sell([grinder]);
  await soldAt(sold.early, '2026-11-01T04:30:00Z');
  // And the day that lost an hour, half an hour before it ends.
  sold.spring = await sell([grinder]);
  await soldAt(sold.spring, '2026-03-09T03:30:00Z');
  sold.failed = await sell([grinder]);
  await till.send('PUT', '/api/orders', { orderId: sold.failed, status: 'failed' });
  sold.pending = await sell([grinder]);
  await till.send('PUT', '/api/orders', { orderId: sold.pending, status: 'pending' });
});
afterAll(() => shop.close());

async function listed(query: string, by = till): Promise<ReplyOf<typeof ordersRoute>> {
  const reply = await by.get(`/api/orders?${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<ReplyOf<typeof ordersRoute>>();
}
type Name = keyof typeof sold;
const names = ({ data }: ReplyOf<typeof ordersRoute>): string[] =>
  data.map(({ id }) => Object.entries(sold).find(([, known]) => known === id)?.[0] ?? String(id)).toSorted();

it.each<[string, Name[]]>([
  ['search=dana', ['named']],
  ['search=REED+dana', ['named']],
  ['search=555-0134', ['named']],
  ['search=7045550134', ['named']],
  ['search=da', ['named']],
  ['search=blue+dream', ['flower']],
  ['search=fl-bd', ['flower']],
  ['search=AC-SH-S', ['shirt']],
  ['search=ac-sh-l', []],
  ['search=shirt+small', ['shirt']],
  ['search=morgan', ['named guest']],
  ['search=mf@example', ['named guest']],
  ['search=9805557777', ['named guest']],
  ['search=nobody', []],
  ['search=100%25', []],
  ['search=dana&status=failed', []],
  ['quick=unpaid', ['pending']],
  ['quick=needs_attention', ['failed', 'overridden']],
  ['status=failed', ['failed']],
  ['date_from=2026-11-01&date_to=2026-11-01', ['early', 'late']],
  ['date_from=2026-11-02&date_to=2026-11-02', []],
  ['date_from=2026-03-08&date_to=2026-03-08', ['spring']],
  ['date_from=2026-03-09&date_to=2026-10-31', []],
  ['date_from=2026-03-09&date_to=2026-11-01&search=grinder', ['early', 'late']],
])('finds with %s', async (query, expected) => {
  const reply = await listed(query);
  expect(names(reply)).toEqual(expected.toSorted());
  expect(reply.meta).toMatchObject({
    total: expected.length,
    pages: expected.length > 0 ? 1 : 0,
    total_is_lower_bound: false,
  });
});

it('finds an order by its number, however it is written', async () => {
  for (const written of [String(sold.guest), `%23${sold.guest}`, `pos-${sold.guest}`, `%23POS-${sold.guest}`]) {
    expect(names(await listed(`search=${written}`))).toEqual(['guest']);
  }
});

it('finds by employee, customer, and today at the shop', async () => {
  expect(names(await listed(`employee=${other.userId}`))).toEqual(['flower']);
  expect(names(await listed(`customer=${customer}`))).toEqual(['named']);
  const ofGuests = names(await listed('customer=0'));
  expect(ofGuests).toContain('guest');
  expect(ofGuests).not.toContain('named');
  const today = await listed('quick=today');
  expect(names(today)).toEqual(
    Object.keys(sold)
      .filter((name) => !['late', 'early', 'spring'].includes(name))
      .toSorted(),
  );
  expect((await listed('quick=today&date_to=2026-11-01')).data).toEqual([]);
});

it('pages through what a search finds, newest first, and the other way round', async () => {
  for (const order of ['desc', 'asc']) {
    const whole = await listed(`search=grinder&order=${order}`);
    expect(whole.meta.total).toBe(9);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => listed(`search=grinder&order=${order}&per_page=3&page=${page}`)),
    );
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(whole.data.map(({ id }) => id));
  }
});

it('finds nothing of another location, for those who work at one', async () => {
  const elsewhere = await shop.signIn('staff', { locationId: 19 });
  for (const query of [
    'search=grinder',
    `search=${sold.guest}`,
    'search=dana',
    'quick=needs_attention',
    `employee=${till.userId}`,
  ]) {
    expect((await listed(query, elsewhere)).data).toEqual([]);
  }
  expect((await listed('search=grinder&location_id=20', manager)).meta.total).toBe(9);
  expect((await listed('search=grinder&location_id=19', manager)).meta.total).toBe(0);
});

it('is not sent again while nothing has changed', async () => {
  const reads = ['/api/orders?per_page=5', `/api/orders/${sold.guest}`];
  for (const read of reads) {
    const etag = String((await till.get(read)).headers['etag']);
    const again = await till.get(read, { 'if-none-match': etag });
    expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'private, no-cache']);
  }
});

it('does not mind accents and apostrophes, in names of customers, guests and goods', async () => {
  const zoe = await addCustomer(shop, 'Zoë O’Hara-Müller');
  await sql`UPDATE products SET name = 'Granny’s Crème Papers' WHERE id = ${SHOP.papers}`.execute(shop.database.db);
  await sql`UPDATE variations SET name = 'Größe ’S’' WHERE id = ${SHOP.shirtSmall}`.execute(shop.database.db);
  const sell = async (lines: unknown[], more = {}): Promise<number> =>
    answerOf(await till.post('/api/orders', sale(lines, more))).id;
  const papers = await sell([{ product_id: SHOP.papers, quantity: 1 }]);
  const known = await sell([eighth], { customer_id: zoe });
  const guest = await sell([eighth], { billing: { first_name: 'Renée', last_name: 'D‘Angelo' } });
  const found = async (search: string): Promise<number[]> =>
    (await listed(`search=${encodeURIComponent(search)}`)).data.map(({ id }) => id);
  for (const typed of ['zoë', 'ZOE', 'muller', "o'hara", 'o’hara', 'ohara zoe', 'zo mü']) {
    expect(await found(typed), typed).toEqual([known]);
  }
  for (const typed of ['renee', 'Renée', "d'angelo", 'dangelo renee'])
    expect(await found(typed), typed).toEqual([guest]);
  for (const typed of ["granny's", 'grannys', 'granny’s creme', 'Crème paper']) {
    expect(await found(typed), typed).toEqual([papers]);
  }
  expect(await found("große 's")).toEqual([sold.shirt]);
  const summed = await till.get('/api/orders/export.csv?search=renee%20dangelo');
  expect(summed.body.trim().split('\n')).toHaveLength(2);
});

it('counts an override, a discount and an amount taken off as prices changed by hand, old orders included', async () => {
  const before = (await listed('quick=needs_attention')).meta.total;
  const changes = [{ _override_price: 1 }, { _discount_percentage: 100 }, { _adjustment_amount: '-0.50' }];
  const sales = await Promise.all(
    changes.map(async (change) => {
      const line = { product_id: SHOP.papers, quantity: 1, meta_data: meta(change) };
      return answerOf(await till.post('/api/orders', sale([line]))).data;
    }),
  );
  expect(sales.map((order) => order.price_overridden)).toEqual([true, true, true]);
  const found = async (): Promise<boolean[]> => {
    const { data, meta: page } = await listed('quick=needs_attention');
    expect(page.total).toBe(before + 3);
    return sales.map(({ id }) => data.some((order) => order.id === id && order.price_overridden));
  };
  expect(await found()).toEqual([true, true, true]);
  expect((await listed(`search=${sold.guest}`)).data[0]).toMatchObject({ price_overridden: false });

  const { db } = shop.database;
  await sql`UPDATE orders SET price_overridden = false`.execute(db);
  await sql.raw(await readFile('migrations/adopted/0040_prices_changed_by_hand.sql', 'utf8')).execute(db);
  expect(await found()).toEqual([true, true, true]);
});

it('gives chosen orders as they are now, without those that are deleted or of another location', async () => {
  const sell = async (): Promise<number> => answerOf(await till.post('/api/orders', sale([eighth]))).id;
  const [kept, changed, deleted] = [await sell(), await sell(), await sell()];
  const chosen = async (by = till): Promise<[number, string][]> => {
    const reply = await by.get(`/api/orders/chosen?ids=${kept},${changed},${deleted},999999`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<{ data: { id: number; status: string }[] }>().data.map(({ id, status }) => [id, status]);
  };
  await till.send('PUT', '/api/orders', { orderId: changed, status: 'on-hold' });
  expect((await manager.send('DELETE', `/api/orders?id=${deleted}`)).statusCode).toBe(200);
  expect(await chosen()).toEqual([
    [changed, 'on-hold'],
    [kept, 'completed'],
  ]);
  expect(await chosen(await shop.signIn('staff', { locationId: 19 }))).toEqual([]);
  for (const ids of ['', 'one', Array.from({ length: 501 }, () => '1').join(',')]) {
    expect((await till.get(`/api/orders/chosen?ids=${ids}`)).statusCode).toBe(400);
  }
});

it('is told whole, and as the list shows it, in the form of the contract', async () => {
  await till.post('/api/orders', sale([grinder, eighth], { meta_data: meta({ _order_source: 'ours', note: 'x' }) }));
  for (const query of [
    '',
    'search=grinder',
    'quick=needs_attention&order=asc',
    'status=cancelled',
    'page=2&per_page=3',
  ]) {
    const whole = (await till.get(`/api/orders?${query}`)).json<unknown>();
    const listed = (await till.get(`/api/orders/listed?${query}`)).json<unknown>();
    const orders = ordersRoute.reply.parse(whole);
    expect(orders).toEqual(whole);
    expect(listedOrdersRoute.reply.parse(listed)).toEqual(listed);
    expect(listed).toEqual({
      ...orders,
      data: orders.data.map(({ line_items, shipping_lines, customer_name, meta_data, ...order }) => ({
        ...Object.fromEntries(Object.entries(order).filter(([key]) => key in listedOrder.shape)),
        source: meta_data.find(({ key }) => key === '_order_source')?.value,
        buyer: customer_name,
        has_postage: shipping_lines.length > 0,
        lines: line_items.length,
      })),
    });
  }
});
