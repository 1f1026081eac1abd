import type pg from 'pg';
import { addDays, localDayOf, weekdayOf } from '../shop-time.ts';
import { checkingKeysAtTheEnd } from './foreign-keys.ts';
import { CHANCE, DROP_BATCH, INSERT_BATCH, MAKE_LINES, MAKE_ORDERS, PREPARE_GOODS } from './order-sql.ts';

interface OrderWish {
  readonly orders: number;
  /** The history ends the day before. */
  readonly asOf: Date;
  /** The whole run, for the audit trail. */
  readonly generated: Readonly<Record<string, number>>;
  readonly onBatch: (made: number) => void;
}

/** This many orders are sorted in memory. */
const BATCH = 200_000;
const HISTORY_DAYS = 730;
/** Sunday first, as in the demo shop. */
const WEEKDAY_SHARE = [0.74, 0.78, 0.85, 0.92, 1.02, 1.5, 1.28];
/** The locations and sellers of generated orders: the demo shop's four tills. */
const TILLS = { locations: [20, 19, 21, 25], runningShares: [0.43, 0.7, 0.9], employees: [3, 4, 5, 6] };

/**
 * Adds generated orders of the last two years with all that hangs on them, all or none. They sell the generated
 * products, or the demo shop's when there are none, to everybody in the directory. A server that runs meanwhile waits.
 */
export async function addOrders(client: pg.Client, { orders, asOf, generated, onBatch }: OrderWish): Promise<void> {
  for (const statement of [`SET work_mem = '256MB'`, 'SET jit = off', CHANCE, ...PREPARE_GOODS]) {
    await client.query(statement);
  }
  const { rows } = await client.query<{ id: number }>(
    `SELECT id FROM users WHERE role = 'customer' AND status = 'active' ORDER BY hashint8extended(id, 7)`,
  );
  const firstDay = addDays(localDayOf(asOf), -HISTORY_DAYS);
  const days = runningShares(firstDay);
  const customers = rows.map(({ id }) => id);
  const { locations, runningShares: places, employees } = TILLS;
  await inOneTransaction(client, () =>
    checkingKeysAtTheEnd(client, async () => {
      for (let made = 0; made < orders; made += BATCH) {
        const size = Math.min(BATCH, orders - made);
        await client.query(MAKE_ORDERS, [size, made, orders, firstDay, days, locations, places, employees, customers]);
        for (const statement of [MAKE_LINES, ...INSERT_BATCH, DROP_BATCH]) await client.query(statement);
        onBatch(made + size);
      }
      // Commits with the orders: between two seals it excuses that they are dated back.
      await client.query(
        `INSERT INTO audit_trail (action, entity, entity_id, actor_id, details) VALUES ('demo_generated', 'shop', 'demo', 1, $1)`,
        [generated],
      );
    }),
  );
  // The server's duty would take minutes for all days.
  await client.query('SELECT sum_sales_days(1000000)');
}

async function inOneTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** For each day, the share of all orders up to its end. */
function runningShares(firstDay: string): number[] {
  const shares = Array.from(
    { length: HISTORY_DAYS },
    (_, day) => WEEKDAY_SHARE[weekdayOf(addDays(firstDay, day))] ?? 1,
  );
  const total = shares.reduce((sum, share) => sum + share, 0);
  let running = 0;
  return shares.map((share) => (running += share) / total);
}
