import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CustomerMerge } from '#contract/customer-merges.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { times } from '#testing/times.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let manager: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  manager = await shop.signIn('manager');
});
afterAll(() => shop.close());

type Step =
  | { readonly kind: 'sell'; readonly who: number; readonly pieces: number }
  | { readonly kind: 'status'; readonly order: number; readonly status: string }
  | { readonly kind: 'refund'; readonly order: number }
  | { readonly kind: 'merge'; readonly kept: number; readonly merged: number }
  | { readonly kind: 'undo'; readonly merge: number };

const PEOPLE = 3;
const someone = fc.nat({ max: PEOPLE - 1 });
const any = fc.nat({ max: 30 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('sell' as const), who: someone, pieces: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      order: any,
      status: fc.constantFrom('cancelled', 'completed', 'refunded', 'on-hold'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), order: any }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('merge' as const), kept: someone, merged: someone }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), merge: any }) },
);

it('loses and makes no point, however customers are merged, parted, served and refunded', async () => {
  const { db } = shop.database;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      const people = await Promise.all(Array.from({ length: PEOPLE }, () => addCustomer(shop)));
      const orders: { id: number; line: number }[] = [];
      const merges: number[] = [];
      const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];
      for (const each of steps) {
        if (each.kind === 'sell') {
          const body = sale([{ product_id: SHOP.papers, quantity: each.pieces }], {
            customer_id: people[each.who],
            allow_oversell: true,
          });
          const { id, line_items: lines } = answerOf(await manager.post('/api/orders', body)).data;
          orders.push({ id, line: lines[0]?.id ?? 0 });
        } else if (each.kind === 'merge') {
          const reply = await manager.post(`/api/customers/${people[each.kept]}/merge`, {
            merge_id: people[each.merged],
          });
          expect([200, 404, 422]).toContain(reply.statusCode);
          if (reply.statusCode === 200) merges.push(reply.json<{ data: CustomerMerge }>().data.id);
        } else if (each.kind === 'undo') {
          const id = at(merges, each.merge);
          if (id === undefined) continue;
          expect([200, 409]).toContain((await manager.post(`/api/customers/merges/${id}/undo`)).statusCode);
        } else {
          const order = at(orders, each.order);
          if (order === undefined) continue;
          const reply =
            each.kind === 'status'
              ? await manager.send('PUT', `/api/orders/${order.id}`, { status: each.status, allow_oversell: true })
              : await manager.post(`/api/orders/${order.id}/refunds`, {
                  lines: [{ line_id: order.line, quantity: 1, restock: true }],
                });
          expect([200, 201, 409, 422]).toContain(reply.statusCode);
        }
      }
      const { rows } = await sql<{ balances: number; earned: number }>`
        SELECT (SELECT coalesce(sum(balance), 0)::bigint FROM points_balances WHERE customer_id = ANY(${people}::integer[])) AS balances,
               (SELECT coalesce(sum(points_awarded - points_refunded), 0)::bigint FROM orders
                 WHERE id = ANY(${orders.map(({ id }) => id)}::bigint[]) AND stock_deducted) AS earned`.execute(db);
      expect(rows[0]?.balances).toBe(rows[0]?.earned);
      // Every account on its own, once nothing is merged any more.
      for (const id of merges.toReversed()) await manager.post(`/api/customers/merges/${id}/undo`);
      const parted = await sql<{ merged: number; moved: number }>`
        SELECT (SELECT count(*)::integer FROM users WHERE merged_into IS NOT NULL) AS merged,
               (SELECT count(*)::integer FROM orders WHERE sold_to_id IS NOT NULL) AS moved`.execute(db);
      expect(parted.rows).toEqual([{ merged: 0, moved: 0 }]);
    }),
    { numRuns: times(6) },
  );
  const { checks } = await verifyBooks(shop.database.connection);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
});
