import { sql } from 'kysely';
import pg from 'pg';
import { clientConfig, type Connection } from '#server/db/connection.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { sealBooks } from '#server/db/seal.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { addGoods } from './goods.ts';
import { addOrders } from './orders.ts';
import { addCustomers } from './people.ts';

export interface ScaleWish {
  readonly products: number;
  readonly customers: number;
  readonly orders: number;
  readonly asOf: Date;
  /** Called after every step with what was made and how many there are so far. */
  readonly onStep?: ((what: string, made: number) => void) | undefined;
}

const GOODS_PER_STEP = 2000;
const PEOPLE_PER_STEP = 5000;

/**
 * Adds generated products, customers and orders to a demo shop, for benches. Existing rows stay, and the books are
 * right after every step.
 */
export async function scaleDemo(db: Database, connection: Connection, wish: ScaleWish): Promise<void> {
  const { products, customers, orders, asOf, onStep } = wish;
  await inSteps(products, GOODS_PER_STEP, async (size, made) => {
    await inBulk(db, (tx) => addGoods(tx, size));
    onStep?.('products', made);
  });
  await inSteps(customers, PEOPLE_PER_STEP, async (size, made) => {
    await inBulk(db, (tx) => addCustomers(tx, size));
    onStep?.('customers', made);
  });
  // Opens its own connection because the pool limits how long a statement runs.
  const client = new pg.Client({ ...clientConfig(connection), statement_timeout: 0 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await addOrders(client, {
      orders,
      asOf,
      generated: { products, customers, orders },
      onBatch: (made) => onStep?.('orders', made),
    });
    // The server's duty would take hours for a million rows.
    await sealBooks(client, (sealed) => onStep?.('audit rows sealed', sealed));
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

/** Lets the search indexes take new words in one go, at the vacuum that ends the run. */
async function inBulk(db: Database, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`SET LOCAL gin_pending_list_limit = '1GB'`.execute(tx);
    await work(tx);
  });
}

async function inSteps(
  total: number,
  most: number,
  step: (size: number, made: number) => Promise<void>,
): Promise<void> {
  for (let made = 0; made < total; made += most) {
    const size = Math.min(most, total - made);
    await step(size, made + size);
  }
}
