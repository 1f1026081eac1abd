import { sql } from 'kysely';
import type { LoyaltySettings } from '#domain/loyalty-points.ts';
import { toCents } from '#domain/money.ts';
import type { Database } from '#server/db/pool.ts';

export async function selectSettings(db: Database): Promise<LoyaltySettings> {
  const row = await db.selectFrom('loyalty_settings').selectAll().executeTakeFirstOrThrow();
  return {
    earnPoints: row.earn_points,
    earnCents: toCents(row.earn_cents),
    redeemPoints: row.redeem_points,
    redeemCents: toCents(row.redeem_cents),
    label: row.points_label,
  };
}

/** Undefined when there is no such customer. */
export async function selectBalance(db: Database, customerId: number): Promise<number | undefined> {
  const { rows } = await sql<{ balance: number }>`
    SELECT coalesce(b.balance, 0) AS balance FROM users u LEFT JOIN points_balances b ON b.customer_id = u.id
     WHERE u.id = ${customerId} AND u.role = 'customer'`.execute(db);
  return rows[0]?.balance;
}
