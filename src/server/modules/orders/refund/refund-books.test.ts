import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { checkBooks } from '#server/books/verify.ts';
import { clientConfig } from '#server/db/connection.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { meta, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
/** As superuser, in a transaction that each test undoes: past triggers and foreign keys. */
let forger: pg.Client;
/** Partly refunded by lines; refunded by its status. */
let some: number;
let whole: number;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  const till = await shop.signIn('staff');
  const customer = await addCustomer(shop);
  const paid = {
    customer_id: customer,
    payment_method: 'split',
    meta_data: meta({
      _split_payments: [
        { method: 'cash', amount: 50 },
        { method: 'card', amount: 53.96 },
      ],
    }),
  };
  const order = answerOf(await till.post('/api/orders', sale([{ product_id: SHOP.grinder, quantity: 4 }], paid))).data;
  some = order.id;
  const refund = (quantity: number, restock: boolean) =>
    till.post(`/api/orders/${some}/refunds`, { lines: [{ line_id: order.line_items[0]?.id, quantity, restock }] });
  expect((await refund(1, true)).statusCode).toBe(201);
  expect((await refund(1, false)).statusCode).toBe(201);
  whole = answerOf(
    await till.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 4 }], { customer_id: customer })),
  ).id;
  await till.send('PUT', '/api/orders', { orderId: whole, status: 'refunded' });
  const { connection } = shop.database;
  if (typeof connection === 'string') throw new Error('a test database is reached by its parts');
  forger = new pg.Client(clientConfig({ ...inject('postgres'), user: 'postgres', database: connection.database }));
  await forger.connect();
});
afterAll(async () => {
  await forger.end();
  await shop.close();
});

async function found(...statements: string[]): Promise<string[]> {
  await forger.query('begin; set local session_replication_role = replica');
  try {
    for (const statement of statements) await forger.query(statement);
    return (await checkBooks(forger)).checks.filter(({ broken }) => broken > 0).map(({ name }) => name);
  } finally {
    await forger.query('rollback');
  }
}

it('finds the books of a shop right that has refunded', async () => {
  expect(await found()).toEqual([]);
});

const without = (table: string, constraint: string) => `alter table ${table} drop constraint ${constraint}`;
const ofSome = () => `(select id from order_refunds where order_id = ${some})`;

it.each<[string, string, () => string[]]>([
  [
    'a line that says it was refunded more often than it was',
    'refunded of a line = sum of its refunds = its share of the total, at most what was sold',
    () => [`update order_lines set refunded_quantity = 3 where order_id = ${some}`],
  ],
  [
    'a line refunded for more than its share',
    'refunded of a line = sum of its refunds = its share of the total, at most what was sold',
    () => [
      `update order_lines set refunded_cents = refunded_cents + 1 where order_id = ${some}`,
      `update order_refund_lines set goods_cents = goods_cents + 1 where refund_id = (select min(id) from order_refunds where order_id = ${some})`,
    ],
  ],
  [
    'goods returned that no refund knows',
    'returned and written off = what the refunds of the line say, at most what was deducted',
    () => [`update order_lines set returned = returned + 1 where order_id = ${some}`],
  ],
  [
    'goods written off that were put back',
    'returned and written off = what the refunds of the line say, at most what was deducted',
    () => [`update order_refund_lines set restock = true where refund_id in ${ofSome()}`],
  ],
  [
    'returned goods whose movement is gone',
    'each sold line has one deduction, and none once it is taken back',
    () => [`delete from stock_movements where action = 'order_refund'`],
  ],
  [
    'a refund that is not the sum of its parts',
    'a refund = goods + tax + shipping, its goods and tax those of its lines',
    () => [
      without('order_refunds', 'order_refunds_add_up'),
      `update order_refunds set amount_cents = amount_cents + 1 where order_id = ${some}`,
    ],
  ],
  [
    'a refund of lines without lines',
    'a refund = goods + tax + shipping, its goods and tax those of its lines',
    () => [`delete from order_refund_lines where refund_id in ${ofSome()}`],
  ],
  [
    'an order that forgot a refund',
    'refunded money and points of an order = sum of its refunds, at most its total and award',
    () => [`update orders set refunded_cents = refunded_cents - 1 where id = ${some}`],
  ],
  [
    'points that were never taken back',
    'refunded money and points of an order = sum of its refunds, at most its total and award',
    () => [`update order_refunds set points = 0 where order_id = ${some}`],
  ],
  [
    'a refund that took points no event knows',
    'an order earns its award once, or nothing; a guest earns none',
    () => [`delete from points_events where order_id = ${some} and type = 'order-refunded'`],
  ],
  [
    'tax refunded that was not due',
    'tax refunded with lines = the share of each tax over the taxable goods refunded',
    () => [
      `update order_refund_lines set tax_cents = tax_cents + 1 where refund_id = (select min(id) from order_refunds where order_id = ${some})`,
    ],
  ],
  [
    'a card that gave back more than it took',
    'no tender gives back more than it took unless it was chosen, and together they give back what is refunded',
    () => [`update order_refund_tenders set amount_cents = 9000 where method = 'card' and refund_id in ${ofSome()}`],
  ],
  [
    'a refund that gave back by another way than was chosen',
    'no tender gives back more than it took unless it was chosen, and together they give back what is refunded',
    () => [`update order_refunds set refund_to = 'card' where order_id = ${some}`],
  ],
  [
    'a refund that gave back less than it says',
    'no tender gives back more than it took unless it was chosen, and together they give back what is refunded',
    () => [`delete from order_refund_tenders where method = 'cash' and refund_id in ${ofSome()}`],
  ],
  [
    'a refunded order with money left',
    'a refunded order has nothing left to refund, and no other has a refund by status',
    () => [
      `delete from order_refunds where order_id = ${whole}`,
      `update orders set refunded_cents = 0, points_refunded = 0 where id = ${whole}`,
    ],
  ],
  [
    'an order that moved on and kept its refund',
    'a refunded order has nothing left to refund, and no other has a refund by status',
    () => [`update orders set status = 'cancelled' where id = ${whole}`],
  ],
])('finds %s', async (_what, check, forge) => {
  expect(await found(...forge())).toContain(check);
});
