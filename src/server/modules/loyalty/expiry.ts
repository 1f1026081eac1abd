import { sql } from 'kysely';
import type { Database, Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { Secrets } from '#server/secrets/secrets.ts';

/** Their balances are locked while their entries are read: few enough to be waited for at a till. */
const CUSTOMERS_PER_STEP = 200;

/**
 * Takes back points that are too old, of some customers, and asks for the next ones. Nothing while the setting is off.
 * Answers how many customers lost points. Rule: loyalty/expiry.
 */
export async function expirePoints(
  db: Database,
  secrets: Pick<Secrets, 'fields'>,
  { after }: { after: number },
  customersPerStep = CUSTOMERS_PER_STEP,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ last: number | null; customers: number }>`
      SELECT last_ AS last, customers_ AS customers FROM expire_points(${after}::integer, ${customersPerStep}::integer)`.execute(
      tx,
    );
    const last = rows[0]?.last ?? null;
    if (last !== null) await enqueue(tx, secrets, 'expire_points', { after: last });
    return rows[0]?.customers ?? 0;
  });
}

/** Asks for the day's expiry, once, where the setting is on, and has been for a day. */
export async function planExpiry(tx: Tx, secrets: Pick<Secrets, 'fields'>, now: Date): Promise<void> {
  const { rows } =
    await sql`SELECT FROM loyalty_settings WHERE expire_after_days IS NOT NULL AND expires_from <= now()`.execute(tx);
  if (rows.length === 0) return;
  const onceKey = `expire_points ${now.toISOString().slice(0, 10)}`;
  await enqueue(tx, secrets, 'expire_points', { after: 0 }, { onceKey });
}
