import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { changeProductRoute } from '#contract/managed-products.ts';
import { DatabaseBusy } from '#server/db/errors.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { eighth, grinder, sale, untilAnswered } from '#server/testing/sales.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let manager: Till;
/** Statements that read the terms of sales. */
let readings = 0;

function countReadings(client: pg.Client): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const counting = (...args: unknown[]): unknown => {
    if (typeof args[0] === 'string' && args[0].includes('present_tax_rates')) readings += 1;
    return query(...args);
  };
  Object.defineProperty(client, 'query', { value: counting });
}

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  const { pool } = shop.database;
  pool.on('connect', countReadings);
  // Connections that were opened before are not counted.
  while (pool.idleCount > 0) (await pool.connect()).release(true);
  const much = { product_id: SHOP.grinder, delta: 1000, action: 'restock' };
  await change(`SELECT move_stock(20, NULL, '${JSON.stringify([much])}')`);
  till = await shop.signIn('staff');
  manager = await shop.signIn('manager');
});
afterAll(() => shop.close());

const sell = (lines: unknown[], more: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  till.post('/api/orders', sale(lines, more), headers);

const ringUp = (lines: unknown[]) => untilAnswered((key) => sell(lines, {}, key));
/** Asks again when fifty tills have all connections. */
async function change(statement: string): Promise<void> {
  for (;;) {
    try {
      await sql.raw(statement).execute(shop.database.db);
      return;
    } catch (error) {
      if (!(error instanceof DatabaseBusy)) throw error;
    }
  }
}

// From here on the server knows what its next sale is worked out from.
beforeEach(async () => {
  expect((await sell([grinder, eighth])).statusCode).toBe(200);
});

it('sells at the price of the moment, whatever the sale before it cost', async () => {
  await change(`UPDATE products SET regular_price_cents = 2500 WHERE id = ${SHOP.grinder}`);
  expect(answerOf(await sell([grinder])).data.subtotal).toBe('25.00');
  await change(`UPDATE pricing_tiers SET price_cents = 4100 WHERE min = 3.5`);
  expect(refusalOf(await sell([{ ...eighth, total: '40.00' }]))).toEqual([409, 'price_changed']);
  await change(`UPDATE pricing_tiers SET price_cents = 4000 WHERE min = 3.5`);
  await change(`UPDATE products SET regular_price_cents = 2390 WHERE id = ${SHOP.grinder}`);
  expect(answerOf(await sell([grinder])).data.subtotal).toBe('23.90');
});

it('takes the tax and gives the points of the moment', async () => {
  const customer = await addCustomer(shop);
  await change('UPDATE tax_rates SET rate_ppm = 100000 WHERE location_id = 20');
  await change('UPDATE loyalty_settings SET earn_points = 3');
  const reply = answerOf(await sell([grinder], { customer_id: customer }));
  expect([reply.data.total_tax, reply.points_awarded]).toEqual(['2.39', 71]);
  await change('UPDATE tax_rates SET rate_ppm = 87500 WHERE location_id = 20');
  await change('UPDATE loyalty_settings SET earn_points = 1');
});

it('sells nothing that was taken off the shelves, and what was put on them', async () => {
  await change(`UPDATE products SET status = 'draft' WHERE id = ${SHOP.grinder}`);
  expect(refusalOf(await sell([grinder]))).toEqual([422, 'product_unknown']);
  await change(`UPDATE products SET status = 'publish' WHERE id = ${SHOP.grinder}`);
  expect((await sell([grinder])).statusCode).toBe(200);
});

it('knows a customer as the directory has them at that moment', async () => {
  const customer = await addCustomer(shop, 'Robin Vale');
  expect(answerOf(await sell([grinder], { customer_id: customer })).data.customer_name).toBe('Robin Vale');
  await change(`UPDATE users SET display_name = 'Robin Hale' WHERE id = ${customer}`);
  expect(answerOf(await sell([grinder], { customer_id: customer })).data.customer_name).toBe('Robin Hale');
  await change(`UPDATE users SET status = 'disabled' WHERE id = ${customer}`);
  expect(refusalOf(await sell([grinder], { customer_id: customer }))).toEqual([422, 'customer_unknown']);
});

it.each([
  ['forgotten', `update users set status = 'forgotten', display_name = 'Forgotten' where id = $1`],
  ['removed', 'delete from users where id = $1'],
])('sells to nobody who was %s while the sale waited', async (_how, statement) => {
  const { db, pool } = shop.database;
  const customer = await addCustomer(shop, 'Ada Fenn');
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select from users where id = $1 for update', [customer]);
  const asked = sell([grinder], { customer_id: customer });
  const waits = sql<{ n: number }>`SELECT count(*)::integer AS n FROM pg_locks WHERE NOT granted`;
  await expect.poll(async () => (await waits.execute(db)).rows[0]?.n).toBeGreaterThan(0);
  await other.query(statement, [customer]);
  await other.query('commit');
  other.release();
  expect(refusalOf(await asked)).toEqual([422, 'customer_unknown']);
});

it('sells by prices and taxes that began while somebody saved a product', async () => {
  const begin = await holding(shop, 'select from catalogue_version for update');
  // Its transaction begins before the prices do, and reads after.
  const saving = manager.send('PUT', changeProductRoute.path.replace(':id', String(SHOP.papers)), {
    description: 'Rolls slowly.',
  });
  await untilWaiting(shop);
  await begin.run(`
    WITH rule AS (INSERT INTO pricing_rules (blueprint_id, name, product_type, price_class, position, valid_from)
        SELECT blueprint_id, name, product_type, price_class, position, clock_timestamp() FROM pricing_rules
         WHERE id = (SELECT rule_id FROM pricing_tiers WHERE min = 3.5) RETURNING id)
    INSERT INTO pricing_tiers (rule_id, min, price_cents, label, unit)
      SELECT (SELECT id FROM rule), min, 4500, label, unit FROM pricing_tiers WHERE min = 3.5`);
  await begin.letGo();
  expect((await saving).statusCode).toBe(200);
  expect(refusalOf(await sell([{ ...eighth, total: '40.00' }]))).toEqual([409, 'price_changed']);
  await change(`DELETE FROM pricing_rules WHERE id = (SELECT rule_id FROM pricing_tiers WHERE price_cents = 4500)`);

  const { db } = shop.database;
  const rates = await db.transaction().execute(async (tx) => {
    await sql`SELECT now()`.execute(tx);
    await change(`
      INSERT INTO tax_rates (location_id, code, name, rate_ppm, valid_from)
        SELECT location_id, code, name, 90000, clock_timestamp() FROM tax_rates WHERE location_id = 20`);
    return sql<{ rate_ppm: number }>`SELECT rate_ppm FROM present_tax_rates WHERE location_id = 20`.execute(tx);
  });
  expect(rates.rows).toEqual([{ rate_ppm: 90_000 }]);
  await change(`DELETE FROM tax_rates WHERE location_id = 20 AND rate_ppm = 90000`);
});

it('answers an old key as before, though it would not sell at that price any more', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const first = await sell([{ ...grinder, total: '23.90' }], {}, key);
  await change(`UPDATE products SET regular_price_cents = 2500 WHERE id = ${SHOP.grinder}`);
  expect((await sell([grinder])).statusCode).toBe(200);
  const again = await sell([{ ...grinder, total: '23.90' }], {}, key);
  expect([again.headers['idempotent-replay'], answerOf(again)]).toEqual(['true', answerOf(first)]);
  await change(`UPDATE products SET regular_price_cents = 2390 WHERE id = ${SHOP.grinder}`);
});

it('notices a price that changed while the sale waited for its stock', async () => {
  const { pool } = shop.database;
  const other = await pool.connect();
  try {
    await other.query(
      `BEGIN; SELECT 1 FROM stock_levels WHERE location_id = 20 AND product_id = ${SHOP.grinder} FOR UPDATE`,
    );
    const selling = sell([{ ...grinder, total: '23.90' }]);
    await untilWaiting(shop);
    await change(`UPDATE products SET regular_price_cents = 2500 WHERE id = ${SHOP.grinder}`);
    await other.query('COMMIT');
    expect(refusalOf(await selling)).toEqual([409, 'price_changed']);
  } finally {
    other.release(true);
    await change(`UPDATE products SET regular_price_cents = 2390 WHERE id = ${SHOP.grinder}`);
  }
});

it('sells on while prices change under fifty tills, each sale at one price or the other', async () => {
  const prices = [2390, 2500];
  const changing = (async () => {
    for (let turn = 1; turn <= 10; turn += 1)
      await change(`UPDATE products SET regular_price_cents = ${prices[turn % 2]} WHERE id = ${SHOP.grinder}`);
  })();
  const replies = await Promise.all(Array.from({ length: 50 }, () => ringUp([grinder])));
  await changing;
  for (const reply of replies) {
    expect(reply.statusCode, reply.body).toBe(200);
    expect(['23.90', '25.00']).toContain(answerOf(reply).data.subtotal);
  }
  await change(`UPDATE products SET regular_price_cents = 2390 WHERE id = ${SHOP.grinder}`);
});

/** Edits a product as Manage does, in this process. */
async function edit(id: number, body: Record<string, unknown>): Promise<void> {
  const reply = await manager.send('PUT', changeProductRoute.path.replace(':id', String(id)), body);
  expect(reply.statusCode, reply.body).toBe(200);
}

/** How often the terms are read meanwhile. */
async function readingsOf(work: () => Promise<unknown>): Promise<number> {
  const before = readings;
  await work();
  return readings - before;
}

it('asks again for the terms of an edited product, and for those of no other', async () => {
  await edit(SHOP.grinder, { regular_price: '25.00' });
  expect(await readingsOf(async () => expect((await sell([eighth])).statusCode).toBe(200))).toBe(0);
  expect(await readingsOf(async () => expect(answerOf(await sell([grinder])).data.subtotal).toBe('25.00'))).toBe(1);
  expect(await readingsOf(() => sell([grinder, eighth]))).toBe(0);
  await edit(SHOP.grinder, { regular_price: '23.90' });
  await edit(SHOP.papers, { description: 'Thin.' });
  expect(await readingsOf(() => sell([eighth]))).toBe(0);
  expect(answerOf(await sell([grinder])).data.subtotal).toBe('23.90');
});

it('keeps nothing of before a change that is more than an edit of a product', async () => {
  await edit(SHOP.papers, { description: 'Thinner.' });
  await change('UPDATE tax_rates SET rate_ppm = 100000 WHERE location_id = 20');
  await edit(SHOP.papers, { description: 'Thinnest.' });
  expect(answerOf(await sell([grinder])).data.total_tax).toBe('2.39');
  await change('UPDATE tax_rates SET rate_ppm = 87500 WHERE location_id = 20');
  await edit(SHOP.papers, { description: 'Thin.' });
  expect(answerOf(await sell([grinder])).data.total_tax).toBe('2.09');
});

it('sells at one price or the other while somebody edits it under fifty tills', async () => {
  const editing = (async () => {
    for (let turn = 1; turn <= 10; turn += 1)
      await edit(SHOP.grinder, { regular_price: turn % 2 === 0 ? '23.90' : '25.00' });
  })();
  const replies = await Promise.all(Array.from({ length: 50 }, () => ringUp([grinder])));
  await editing;
  for (const reply of replies) {
    expect(reply.statusCode, reply.body).toBe(200);
    expect(['23.90', '25.00']).toContain(answerOf(reply).data.subtotal);
  }
  expect(answerOf(await sell([grinder])).data.subtotal).toBe('23.90');
});

it('sells while products are written to without a pause', async () => {
  const done = new AbortController();
  const writing = Promise.all(
    [1, 2, 3, 4].map(async () => {
      while (!done.signal.aborted) await change(`UPDATE products SET updated_at = now() WHERE id = ${SHOP.papers}`);
    }),
  );
  const replies = [];
  for (let turn = 0; turn < 20; turn += 1) replies.push(await sell([grinder]));
  done.abort();
  await writing;
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

it('sells at once, by prices, tiers and taxes that are due, while an import holds the terms', async () => {
  const { rows } = await sql<{ soon: string }>`SELECT (clock_timestamp() + interval '1 s')::text AS soon`.execute(
    shop.database.db,
  );
  const soon = `'${rows[0]?.soon}'::timestamptz`;
  const eighthRule = '(SELECT rule_id FROM pricing_tiers WHERE min = 3.5)';
  await change(
    `INSERT INTO item_prices (product_id, valid_from, regular_price_cents) VALUES (${SHOP.grinder}, ${soon}, 3000)`,
  );
  await change(`INSERT INTO tax_rates (location_id, code, name, rate_ppm, valid_from)
    SELECT location_id, code, name, 100000, ${soon} FROM tax_rates WHERE location_id = 20`);
  await change(`
    WITH rule AS (INSERT INTO pricing_rules (blueprint_id, name, product_type, price_class, position, valid_from)
        SELECT blueprint_id, name, product_type, price_class, position, ${soon} FROM pricing_rules WHERE id = ${eighthRule} RETURNING id)
    INSERT INTO pricing_tiers (rule_id, min, price_cents, label, unit)
      SELECT (SELECT id FROM rule), min, 4500, label, unit FROM pricing_tiers WHERE rule_id = ${eighthRule} AND min = 3.5`);
  const terms = await holding(shop, 'select from catalogue_version for no key update');
  const isDue = sql<{ due: boolean }>`SELECT next_change_at <= clock_timestamp() AS due FROM catalogue_version`;
  await expect.poll(async () => (await isDue.execute(shop.database.db)).rows[0]?.due).toBe(true);
  const { data } = answerOf(await sell([grinder]));
  expect([data.subtotal, data.total_tax]).toEqual(['30.00', '3.00']);
  const refused = await sell([{ ...eighth, total: '40.00' }]);
  expect(refusalOf(refused)).toEqual([409, 'price_changed']);
  expect(refused.json()).toMatchObject({ changes: [{ new_price: '45.00' }] });
  await terms.letGo();

  expect(answerOf(await sell([grinder])).data.subtotal).toBe('30.00');
  const kept = sql<{ cents: number }>`SELECT regular_price_cents AS cents FROM products WHERE id = ${SHOP.grinder}`;
  expect((await kept.execute(shop.database.db)).rows).toEqual([{ cents: 3000 }]);
  await change(`DELETE FROM pricing_rules WHERE id = (SELECT rule_id FROM pricing_tiers WHERE price_cents = 4500)`);
  await change('DELETE FROM tax_rates WHERE location_id = 20 AND rate_ppm = 100000');
  await change(`UPDATE products SET regular_price_cents = 2390 WHERE id = ${SHOP.grinder}`);
});
