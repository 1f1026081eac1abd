import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WireOrder } from '#contract/orders.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { grinder, meta, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';
import { TELL_STOCK } from '#server/testing/trade/told-stock.ts';
import { times } from '#testing/times.ts';
import { expirePoints } from './expiry.ts';

let shop: TestApp;
let manager: Till;

const BASE = '/api/proxy/wc-points-rewards';
const WALKS = times(6);
const STATUSES = ['completed', 'cancelled', 'refunded', 'processing', 'on-hold'] as const;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  const more = [SHOP.grinder, SHOP.papers].map((product_id) => ({ product_id, delta: 5000, action: 'opening_stock' }));
  await sql`SELECT move_stock(20, NULL, ${JSON.stringify(more)}::jsonb)`.execute(shop.database.db);
  await sql.raw(TELL_STOCK).execute(shop.database.db);
  manager = await shop.signIn('manager');
});
afterAll(() => shop.close());

type Step =
  | { does: 'merge'; kept: number; merged: number }
  | { does: 'part'; merge: number }
  | { does: 'sell'; who: number; grinders: number; papers: number; percent: number; steps: number }
  | { does: 'refund'; order: number; line: number; quantity: number }
  | { does: 'status'; order: number; status: (typeof STATUSES)[number] }
  | { does: 'void'; order: number }
  | { does: 'adjust'; who: number; points: number }
  | { does: 'settings'; excluded: boolean; bonus: number; discounted: boolean }
  | { does: 'age'; who: number; points: number }
  | { does: 'expire' };

const PEOPLE = 3;
const anyOrder = fc.nat(5);
const who = fc.nat(PEOPLE - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('sell' as const),
      who,
      grinders: fc.integer({ min: 1, max: 4 }),
      papers: fc.nat(6),
      percent: fc.constantFrom(0, 0, 25, 100),
      steps: fc.nat(6),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('refund' as const),
      order: anyOrder,
      line: fc.nat(1),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('status' as const),
      order: anyOrder,
      status: fc.constantFrom(...STATUSES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('void' as const), order: anyOrder }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('adjust' as const), who, points: fc.integer({ min: -400, max: 900 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('settings' as const),
      excluded: fc.boolean(),
      bonus: fc.nat(20),
      discounted: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('age' as const), who, points: fc.integer({ min: 1, max: 500 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('expire' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('merge' as const), kept: who, merged: who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('part' as const), merge: fc.nat(5) }) },
);

interface Row {
  balance: number;
  events: number;
}
async function sums(customer: number): Promise<Row> {
  const { rows } = await sql<Row>`
    SELECT coalesce((SELECT balance FROM points_balances WHERE customer_id = ${customer}), 0) AS balance,
           coalesce((SELECT sum(points) FROM points_events WHERE customer_id = ${customer}), 0)::bigint AS events`.execute(
    shop.database.db,
  );
  return rows[0] ?? { balance: 0, events: 0 };
}

/** The account that somebody buys by now. */
async function accountOf(customer: number | undefined): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`SELECT coalesce(merged_into, id) AS id FROM users WHERE id = ${customer}`.execute(shop.database.db);
  return rows[0]?.id ?? 0;
}

async function buyerOf(order: WireOrder): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT customer_id AS id FROM orders WHERE id = ${order.id}`.execute(
    shop.database.db,
  );
  return rows[0]?.id ?? 0;
}

/** Points that came with the customer long ago, recorded as by an import. */
async function age(customer: number, points: number): Promise<void> {
  await sql`
    WITH given AS (
      INSERT INTO points_events (customer_id, type, points, created_at)
      VALUES (${customer}, 'opening-balance', ${points}, now() - interval '900 days' - random() * interval '9 days')
      RETURNING created_at), told AS (
      INSERT INTO audit_trail (at, action, entity, entity_id, details)
      SELECT created_at, 'points_opened', 'user', ${customer}::text, jsonb_build_object('points', ${points}::integer) FROM given)
    INSERT INTO points_balances AS b (customer_id, balance) VALUES (${customer}, ${points})
    ON CONFLICT (customer_id) DO UPDATE SET balance = b.balance + ${points}`.execute(shop.database.db);
  await sql`SELECT seal_audit_trail()`.execute(shop.database.db);
}

it('keeps every point, whatever a shop does with its orders', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const people = await Promise.all(Array.from({ length: PEOPLE }, () => addCustomer(shop)));
      const merges: number[] = [];
      const orders: WireOrder[] = [];
      const chosen = (index: number): WireOrder | undefined => orders[index % Math.max(orders.length, 1)];
      await sql`UPDATE loyalty_settings SET excluded_category_ids = '{}', earn_on_discounted = true, expire_after_days = 365`.execute(
        shop.database.db,
      );
      for (const now of steps) {
        switch (now.does) {
          case 'sell': {
            const lines = [
              { ...grinder, quantity: now.grinders, meta_data: meta({ _discount_percentage: now.percent }) },
              ...(now.papers > 0 ? [{ product_id: SHOP.papers, quantity: now.papers }] : []),
            ];
            const points = now.steps * 100;
            // A till may still have the account that was merged away.
            const body = sale(lines, { customer_id: people[now.who], ...(points > 0 && { redeem_points: points }) });
            const before = (await sums(await accountOf(people[now.who]))).balance;
            const reply = await manager.post('/api/orders', body);
            const { data, code, points_awarded, points_balance } = reply.json<{
              data?: WireOrder;
              code?: string;
              points_awarded: number;
              points_balance: number;
            }>();
            if (data) {
              expect(points_balance).toBe(before + points_awarded - points);
              orders.push(data);
            } else expect(['points_insufficient', 'points_exceed_cart']).toContain(code);
            break;
          }
          case 'refund': {
            const order = chosen(now.order);
            const line = order?.line_items[now.line];
            if (!order || !line) break;
            const lines = [{ line_id: line.id, quantity: now.quantity, restock: true }];
            expect((await manager.post(`/api/orders/${order.id}/refunds`, { lines })).statusCode).toBeLessThan(500);
            break;
          }
          case 'status': {
            const order = chosen(now.order);
            if (!order) break;
            const preview = await manager.get(`/api/orders/${order.id}/effects?status=${now.status}`);
            const customer = await buyerOf(order);
            const before = (await sums(customer)).balance;
            const reply = await manager.send('PUT', `/api/orders/${order.id}`, { status: now.status });
            if (reply.statusCode !== 200) break;
            const { points, points_returned } = preview.json<{ data: { points: number; points_returned: number } }>()
              .data;
            expect((await sums(customer)).balance).toBe(before + points + points_returned);
            break;
          }
          case 'void': {
            const order = chosen(now.order);
            if (order) await manager.send('DELETE', `/api/orders?id=${order.id}`);
            break;
          }
          case 'adjust': {
            const body = { points: now.points, description: 'Walk', confirm_below_zero: true };
            const customer = await accountOf(people[now.who]);
            if (now.points !== 0) await manager.post(`${BASE}/user/${customer}/adjust`, body);
            break;
          }
          case 'settings':
            await sql`UPDATE loyalty_settings SET excluded_category_ids = ${now.excluded ? '{30}' : '{}'}::integer[],
              earn_on_discounted = ${now.discounted}`.execute(shop.database.db);
            await sql`UPDATE products SET bonus_points = ${now.bonus} WHERE id = ${SHOP.grinder}`.execute(
              shop.database.db,
            );
            break;
          case 'age':
            await age(await accountOf(people[now.who]), now.points);
            break;
          case 'expire':
            await expirePoints(shop.database.db, shop.app.deps.secrets, { after: Math.min(...people) - 1 });
            break;
          case 'merge': {
            const merge_id = people[now.merged];
            const reply = await manager.post(`/api/customers/${people[now.kept]}/merge`, { merge_id });
            expect([200, 404, 422]).toContain(reply.statusCode);
            if (reply.statusCode === 200) merges.push(reply.json<{ data: { id: number } }>().data.id);
            break;
          }
          case 'part': {
            const id = merges[now.merge % Math.max(merges.length, 1)];
            if (id !== undefined)
              expect([200, 409]).toContain((await manager.post(`/api/customers/merges/${id}/undo`)).statusCode);
            break;
          }
        }
        for (const customer of people) {
          const { balance, events } = await sums(customer);
          expect(balance).toBe(events);
          if ((await accountOf(customer)) !== customer) expect(balance).toBe(0);
        }
      }
      const { rows } = await sql<{ id: number; net: number; used: number; status: string; voided: boolean }>`
        SELECT o.id, o.status, o.voided_at IS NOT NULL AS voided,
               coalesce(sum(e.points) FILTER (WHERE e.type NOT IN ('redeemed', 'redemption-returned')), 0)::bigint AS net,
               coalesce(sum(e.points) FILTER (WHERE e.type IN ('redeemed', 'redemption-returned')), 0)::bigint AS used
          FROM orders o LEFT JOIN points_events e ON e.order_id = o.id WHERE o.customer_id = ANY(${people}::integer[]) GROUP BY o.id`.execute(
        shop.database.db,
      );
      for (const order of rows) {
        const isReversed = order.voided || ['cancelled', 'refunded'].includes(order.status);
        if (isReversed) expect([order.id, order.net, order.used]).toEqual([order.id, 0, 0]);
        expect(order.net).toBeGreaterThanOrEqual(0);
        expect(order.used).toBeLessThanOrEqual(0);
      }
      const { checks } = await verifyBooks(shop.database.connection);
      // Points that are old enough to lapse are dated back here, which the books must notice.
      const isMeant = ({ name, rows }: (typeof checks)[number]): boolean =>
        name === 'a row that came after a seal is not dated more than a day before it' &&
        rows.every((row) => row['ledger'] === 'points_events');
      expect(checks.filter((check) => check.broken > 0 && !isMeant(check))).toEqual([]);
    }),
    { numRuns: WALKS },
  );
});
