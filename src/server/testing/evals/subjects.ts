import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';

export interface Item {
  readonly id: number;
  readonly name: string;
  readonly sku: string;
}

/** The rows of the demo shop that the questions are about, the same ones for the same shop. */
export interface Subjects {
  readonly priced: Item;
  readonly stocked: readonly [Item, Item];
  readonly levelled: Item;
  readonly orders: readonly { readonly id: number; readonly number: string }[];
  readonly customers: readonly number[];
  readonly purchases: readonly { readonly id: number; readonly number: string }[];
}

const ITEMS = sql`
  SELECT p.id, p.name, p.sku FROM products p LEFT JOIN stock_levels s ON s.product_id = p.id AND s.location_id = 20
   WHERE p.type = 'simple' AND p.status = 'publish' AND p.sku IS NOT NULL
     AND NOT EXISTS (SELECT FROM products o WHERE o.id <> p.id AND o.status = 'publish' AND lower(o.name) LIKE '%' || lower(p.name) || '%')`;
/** Picks rows in an order that is unrelated to the questions. */
const MIXED = sql`ORDER BY md5(p.id::text)`;

async function some<Row>(db: Database, what: string, query: RawBuilder<Row>, count: number): Promise<Row[]> {
  const { rows } = await query.execute(db);
  if (rows.length < count) throw new Error(`The shop has too few ${what} for the questions.`);
  return rows;
}

export async function selectSubjects(db: Database): Promise<Subjects> {
  const [priced] = await some(
    db,
    'priced items',
    sql<Item>`${ITEMS} AND p.regular_price_cents IS NOT NULL AND s.quantity > 0 ${MIXED} LIMIT 1`,
    1,
  );
  const [first, second] = await some(db, 'items', sql<Item>`${ITEMS} AND s.quantity > 0 ${MIXED} OFFSET 2 LIMIT 2`, 2);
  const [levelled] = await some(
    db,
    'items with a reorder level',
    sql<Item>`${ITEMS} AND s.reorder_level IS NOT NULL ${MIXED} OFFSET 6 LIMIT 1`,
    1,
  );
  const orders = await some(
    db,
    'orders',
    sql<{ id: number; number: string }>`
      SELECT p.id, p.number FROM orders p WHERE p.voided_at IS NULL AND p.status = 'completed' AND p.refunded_cents = 0 ${MIXED} LIMIT 8`,
    8,
  );
  const customers = await some(
    db,
    'customers',
    sql<{ id: number }>`
      SELECT p.id FROM users p JOIN points_balances b ON b.customer_id = p.id
       WHERE p.role = 'customer' AND b.balance > 0 AND EXISTS (SELECT FROM orders o WHERE o.customer_id = p.id) ${MIXED} LIMIT 3`,
    3,
  );
  const purchases = await some(
    db,
    'purchase orders',
    sql<{ id: number; number: string }>`
      SELECT p.id, p.po_number AS number FROM purchase_orders p WHERE p.location_id = 20 AND p.deleted_at IS NULL ${MIXED} LIMIT 2`,
    2,
  );
  if (!priced || !first || !second || !levelled) throw new Error('The shop has too few items for the questions.');
  return {
    priced,
    stocked: [first, second],
    levelled,
    orders,
    customers: customers.map(({ id }) => id),
    purchases,
  };
}
