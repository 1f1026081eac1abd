import { sql } from 'kysely';
import { customerStatisticsRoute, customerTotalsRoute } from '#contract/customer-orders.ts';
import { usersRoute } from '#contract/customers.ts';
import { type Figure, latencyFigures, type PartResult } from '../figures.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { HttpJob, SqlJob } from '../load/load-jobs.ts';
import { getJson } from '../requests.ts';
import type { Shop } from '../shop.ts';

const ORDERS = 10_000;
const PER_PAGE = 50;
const P95_AT_MOST_MS = 50;
const SECONDS = 2;
const ROUNDS = 2;

/** Makes one customer the owner of many orders of others, as a merge moves them. Answers the orders. */
async function lend({ db }: Shop, customerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE orders SET customer_id = ${customerId}, sold_to_id = customer_id
     WHERE id IN (SELECT id FROM orders WHERE customer_id <> ${customerId} AND sold_to_id IS NULL ORDER BY id DESC LIMIT ${sql.lit(ORDERS)})
    RETURNING id`.execute(db);
  await sql`vacuum analyze orders`.execute(db);
  return rows.map(({ id }) => id);
}

async function giveBack({ db }: Shop, orderIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE orders SET customer_id = sold_to_id, sold_to_id = NULL WHERE id = ANY(${[...orderIds]}::bigint[])`.execute(
    db,
  );
}

/** The figures of a customer who has bought very often, in turn with the bare sums. */
export async function benchCustomers(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  const tokens = await shop.signIn(1);
  const page = usersRoute.reply.parse(
    await getJson(`${shop.origin}${usersRoute.path}?role=customer&per_page=${PER_PAGE}`, tokens[0] ?? ''),
  );
  const ids = page.data.map(({ id }) => id);
  const [often = 0] = ids;
  const lent = await lend(shop, often);
  try {
    const size = { clients: 1, seconds: SECONDS };
    const figures: Figure[] = [];
    for (const [what, path, of] of [
      ['statistics', customerStatisticsRoute.path.replace(':id', String(often)), [often]],
      [`totals of ${ids.length} customers`, `${customerTotalsRoute.path}?ids=${ids.join(',')}`, ids],
    ] as const) {
      const calls = [{ method: 'GET', path } as const];
      const http: HttpJob = { kind: 'http', origin: shop.origin, tokens, calls, keyed: false, status: 200, ...size };
      const text = `SELECT customer_id, count(*), sum(total_cents), max(created_at) FROM orders
        WHERE customer_id = ANY($1::integer[]) AND voided_at IS NULL GROUP BY customer_id`;
      const bare: SqlJob = { kind: 'sql', connection: shop.connection, text, values: [[of]], ...size };
      const { first, second } = await load.inTurn(http, bare, ROUNDS);
      const yardstick = { what: 'bare SQL', calls: second };
      figures.push(...latencyFigures(what, first, { yardstick, p95AtMostMs: P95_AT_MOST_MS, shares: [0.5, 0.95] }));
    }
    const notes = lent.length < ORDERS ? [`the shop has only ${lent.length} orders of customers`] : [];
    return {
      title: `Customers: one of them with ${lent.length.toLocaleString('en-US')} orders, 1 client`,
      figures,
      notes,
    };
  } finally {
    await giveBack(shop, lent);
  }
}
