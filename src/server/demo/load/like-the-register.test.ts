import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WireOrder } from '#contract/orders.ts';
import type { TestApp, Till } from '#server/testing/app.ts';
import { demoServer } from '#server/testing/demo-server.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { sale } from '#server/testing/sales.ts';
import { IS_LONG } from '#testing/times.ts';
import { scaleDemo } from '../scale/scale.ts';

const LOCATION = 20;
const AS_OF = new Date('2026-11-20T23:00:00Z');

let shop: TestApp;
let till: Till;
beforeAll(async () => {
  shop = await demoServer();
  till = await shop.signIn('manager', { locationId: LOCATION });
});
afterAll(() => shop.close());

/** Columns that differ between two sales of the same cart: numbers, times, sellers, and the stock they found. */
const OF_ITS_OWN = new Set(
  'id,number,order_id,order_line_id,entity_id,position_in_chain,position,hash,at,created_at,updated_at,paid_at,completed_at,local_day,sold_at,employee_id,actor_id,staff_id,quantity_before,quantity_after,price_overridden'.split(
    ',',
  ),
);

function comparable(value: unknown, number: string): unknown {
  if (Array.isArray(value)) return value.map((part) => comparable(part, number));
  if (typeof value === 'string') return value.replace(number, 'its number');
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !OF_ITS_OWN.has(key));
  return Object.fromEntries(kept.map(([key, part]) => [key, comparable(part, number)]));
}

/** Every row that a sale writes, in every table. */
async function rowsOf(orderId: number): Promise<unknown> {
  const of = (table: string, order: string) => sql`(
    SELECT coalesce(jsonb_agg(to_jsonb(r) ORDER BY ${sql.raw(order)}), '[]') FROM ${sql.table(table)} r WHERE r.order_id = o.id)`;
  const { rows } = await sql<{ number: string; rows: unknown }>`
    SELECT o.number, jsonb_build_object('order', to_jsonb(o), 'lines', ${of('order_lines', 'position')},
             'changes', (SELECT coalesce(jsonb_agg(to_jsonb(c) ORDER BY l.position, c.position), '[]')
                           FROM order_line_price_changes c JOIN order_lines l ON l.id = c.order_line_id WHERE l.order_id = o.id),
             'taxes', ${of('order_taxes', 'position')}, 'tenders', ${of('order_tenders', 'position')},
             'timeline', ${of('order_events', 'id')}, 'points', ${of('points_events', 'id')},
             'movements', ${of('stock_movements', 'order_line_id')},
             'told', (SELECT jsonb_agg(to_jsonb(a)) FROM audit_trail a WHERE a.entity = 'order' AND a.entity_id = o.id::text)) AS rows
      FROM orders o WHERE o.id = ${orderId}`.execute(shop.database.db);
  const [row] = rows;
  return row && comparable(row.rows, row.number);
}

/** Orders of the demo whose goods are still on the jar: paid in each way, by guests and by customers, at changed prices. */
async function examples(status: string, after = 0): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT ON (payment_method, customer_id IS NULL, price_overridden) id FROM orders o
     WHERE status = ${status} AND location_id = ${LOCATION} AND id > ${after}
       AND NOT EXISTS (SELECT 1 FROM order_lines l LEFT JOIN stock_levels s ON s.location_id = o.location_id
                          AND s.product_id = l.product_id AND s.variation_id IS NOT DISTINCT FROM l.variation_id
                        WHERE l.order_id = o.id AND coalesce(s.quantity, 0) < 100)
     ORDER BY payment_method, customer_id IS NULL, price_overridden, id DESC`.execute(shop.database.db);
  return rows.map(({ id }) => id);
}

/** The same cart again, as the register sends it. */
async function sellAgain(orderId: number): Promise<number> {
  const { data } = (await till.get(`/api/orders/${orderId}`)).json<{ data: WireOrder }>();
  const lines = data.line_items.map(({ product_id, variation_id, quantity, meta_data }) => ({
    product_id,
    variation_id,
    quantity,
    meta_data,
  }));
  const { payment_method, customer_id, meta_data } = data;
  const tendered = meta_data.filter(({ key }) => key === '_cash_received' || key === '_split_payments');
  const reply = await till.post(
    '/api/orders',
    sale(lines, { payment_method, customer_id, billing: data.billing, shipping: data.shipping, meta_data: tendered }),
  );
  return answerOf(reply).id;
}

it('has orders like those that the register records, to the last column of every table', async () => {
  const ids = await examples('completed');
  expect(ids.length).toBeGreaterThan(7);
  for (const id of ids) expect([id, await rowsOf(id)]).toEqual([id, await rowsOf(await sellAgain(id))]);
});

it.runIf(IS_LONG)('has more of them in a shop of any size', async () => {
  const { db, connection } = shop.database;
  const { rows } = await sql<{ id: number }>`SELECT max(id) AS id FROM orders`.execute(db);
  await scaleDemo(db, connection, { products: 0, customers: 0, orders: 400, asOf: AS_OF });
  const ids = await examples('completed', rows[0]?.id);
  expect(ids.length).toBeGreaterThan(5);
  for (const id of ids) expect([id, await rowsOf(id)]).toEqual([id, await rowsOf(await sellAgain(id))]);
});

it.each(['cancelled', 'refunded'])('has orders %s as a manager makes them', async (status) => {
  const [id = 0] = await examples(status);
  const again = await sellAgain(id);
  const reply = await till.send('PUT', `/api/orders/${again}`, { status });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(await rowsOf(id)).toEqual(await rowsOf(again));
});
