import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isUrgent } from '#server/db/pool/urgent.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { conflictOnce } from '#server/testing/postgres/conflict-once.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';
import { IS_LONG } from '#testing/times.ts';

let shop: TestApp;
let till: Till;
let customer: number;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn();
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await addCustomer(shop);
  await sql`INSERT INTO points_balances (customer_id, balance) VALUES (${customer}, 500)`.execute(shop.database.db);
});

const JAR = `select from stock_levels where location_id = 20 and product_id = ${SHOP.grinder} for update`;
const renamed = (name: string) =>
  sql`UPDATE products SET name = ${name} WHERE id = ${SHOP.papers}`.execute(shop.database.db);
/** A price of the papers that is to hold from an instant on. */
async function priceFrom(instant: string, cents: number): Promise<void> {
  await sql`INSERT INTO item_prices (product_id, valid_from, regular_price_cents)
    VALUES (${SHOP.papers}, now() + ${instant}::interval, ${cents})`.execute(shop.database.db);
}
const isDue = async () =>
  (
    await sql<{ due: boolean }>`SELECT next_change_at <= clock_timestamp() AS due FROM catalogue_version`.execute(
      shop.database.db,
    )
  ).rows[0]?.due;

/** Nobody holds the row that the statement locks. */
const isFree = (select: string, values: unknown[] = []): Promise<boolean> =>
  shop.database.pool.query(`${select} for no key update nowait`, values).then(
    () => true,
    (error: unknown) => {
      if ((error as { code?: string }).code === '55P03') return false;
      throw error;
    },
  );

it('waits for points without the till, and for the till with the points, so that two sales never wait in a circle', async () => {
  const drawer = randomUUID();
  const sell = (product_id: number, more = {}) =>
    till.post('/api/orders', sale([{ product_id, quantity: 5 }], { customer_id: customer, ...more }), {
      'x-till': drawer,
    });
  expect((await sell(SHOP.grinder)).statusCode).toBe(200);
  // Seen more than a minute ago, so a sale writes its row.
  await sql`UPDATE tills SET first_seen_at = now() - interval '1 hour', last_seen_at = now() - interval '1 hour'`.execute(
    shop.database.db,
  );
  const jarIsFree = () => isFree('select from stock_levels where location_id = 20 and product_id = $1', [SHOP.grinder]);
  const pointsAreFree = () => isFree('select from points_balances where customer_id = $1', [customer]);
  const tillIsFree = () => isFree('select from tills where id = $1', [drawer]);

  const points = await holding(shop, 'update points_balances set balance = balance where customer_id = $1', [customer]);
  const using = sell(SHOP.grinder, { redeem_points: 100 });
  await untilWaiting(shop, 1);
  expect([await jarIsFree(), await tillIsFree()]).toEqual([false, true]);
  const atTill = await holding(shop, 'select from tills where id = $1 for update', [drawer]);
  await points.letGo();
  await untilWaiting(shop, 1);
  await expect.poll(pointsAreFree).toBe(false);
  const earning = sell(SHOP.papers);
  await untilWaiting(shop, 2);
  await atTill.letGo();
  expect((await Promise.all([using, earning])).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});

it('is urgent until it is answered, so that reads leave it room', async () => {
  const jar = await holding(shop, 'select from stock_levels where location_id = 20 and product_id = $1 for update', [
    SHOP.papers,
  ]);
  const selling = till.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 1 }]));
  await untilWaiting(shop, 1);
  expect(isUrgent()).toBe(true);
  await jar.letGo();
  expect((await selling).statusCode).toBe(200);
  await expect.poll(isUrgent, { timeout: 10_000 }).toBe(false);
});

// On a busy machine a sale may come again before whoever is in line wakes up, and then does not wait: another try.
it.runIf(IS_LONG)(
  'takes no locks in another order than a sale beside it, though it looks at the terms a third time',
  { retry: 2 },
  async () => {
    const sold = await till.post('/api/orders', sale([grinder]));
    const { rows } = await sql<{ template: unknown }>`
    SELECT response -> 'template' AS template FROM idempotency_keys
     WHERE (response #>> '{result,order_id}')::bigint = ${sold.json<{ id: number }>().id}`.execute(shop.database.db);
    let jar = await holding(shop, JAR);
    const selling = till.post('/api/orders', sale([grinder]));
    for (const change of [() => renamed('Papers, long'), () => priceFrom('10 seconds', 301)]) {
      await untilWaiting(shop, 1);
      // Somebody else is in line for the jar before the sale comes again.
      const next = holding(shop, JAR);
      await untilWaiting(shop, 2);
      await change();
      await jar.letGo();
      jar = await next;
    }
    // The sale holds the terms now and waits for the jar; the price's time comes.
    await untilWaiting(shop, 1);
    await expect.poll(isDue, { timeout: 30_000 }).toBe(true);
    await jar.run('set local lock_timeout = 300');
    const beside = await jar.run(
      `select record_priced_sale($1, 'POST /api/orders', '\\x01', '0.0', $2) ->> 'outcome' as outcome`,
      [randomUUID(), JSON.stringify(rows[0]?.template)],
    );
    expect(beside.rows).toEqual([{ outcome: 'terms_changed' }]);
    await jar.letGo();
    expect((await selling).statusCode).toBeLessThan(500);
  },
);

it('begins a price that is due while its product is being edited', async () => {
  await priceFrom('0 seconds', 302);
  await sql`UPDATE catalogue_version SET next_change_at = now() - interval '1 second'`.execute(shop.database.db);
  const terms = await holding(shop, 'select from catalogue_version for share');
  const beginning = sql`SELECT begin_due_terms()`.execute(shop.database.db);
  await untilWaiting(shop, 1);
  const editing = renamed('Papers, short');
  await untilWaiting(shop, 2);
  await terms.letGo();
  await Promise.all([beginning, editing]);
  const { rows } = await sql`SELECT name, regular_price_cents FROM products WHERE id = ${SHOP.papers}`.execute(
    shop.database.db,
  );
  expect(rows).toEqual([{ name: 'Papers, short', regular_price_cents: 302 }]);
});

it('is carried out again when the database undid it only for what ran beside it', async () => {
  const { db } = shop.database;
  await conflictOnce(db);
  await sql`CREATE FUNCTION conflicts_once() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM conflict_once(); RETURN NEW; END $$`.execute(db);
  await sql`CREATE TRIGGER conflicts_once BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION conflicts_once()`.execute(
    db,
  );
  const key = { 'idempotency-key': randomUUID() };
  const papers = sale([{ product_id: SHOP.papers, quantity: 1 }]);
  const first = await till.post('/api/orders', papers, key);
  const again = await till.post('/api/orders', papers, key);
  await sql`DROP TRIGGER conflicts_once ON orders`.execute(db);
  expect([first.statusCode, again.statusCode, again.headers['idempotent-replay']]).toEqual([200, 200, 'true']);
  expect(again.json<{ id: number }>().id).toBe(first.json<{ id: number }>().id);
});
