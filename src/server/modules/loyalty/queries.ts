import { type RawBuilder, sql } from 'kysely';
import type { PointsEvent } from '#contract/loyalty.ts';
import type { LoyaltySettings, PointRounding } from '#domain/loyalty-points.ts';
import { toCents } from '#domain/money.ts';
import type { Database, Tx } from '#server/db/pool.ts';

/** The row of settings, as SQL or JSON of it has it. */
export interface SettingsRow {
  earn_points: number;
  earn_cents: number;
  rounding: string;
  minimum_cents: number;
  excluded_category_ids: number[];
  earn_on_discounted: boolean;
  redeem_points: number;
  redeem_cents: number;
  points_label: string;
  expire_after_days: number | null;
  version: number;
}

export function toSettings(row: SettingsRow): LoyaltySettings {
  return {
    earnPoints: row.earn_points,
    earnCents: toCents(row.earn_cents),
    // A constraint keeps it to these.
    rounding: row.rounding as PointRounding,
    minimumCents: toCents(row.minimum_cents),
    excludedCategoryIds: row.excluded_category_ids,
    earnsOnDiscounted: row.earn_on_discounted,
    redeemPoints: row.redeem_points,
    redeemCents: toCents(row.redeem_cents),
    label: row.points_label,
    expireAfterDays: row.expire_after_days,
  };
}

/** The settings with their version. */
export async function selectSettingsRow(db: Database): Promise<SettingsRow> {
  return db.selectFrom('loyalty_settings').selectAll().executeTakeFirstOrThrow();
}

export async function selectSettings(db: Database): Promise<LoyaltySettings> {
  return toSettings(await selectSettingsRow(db));
}

export async function lockSettings(tx: Tx): Promise<SettingsRow> {
  return tx.selectFrom('loyalty_settings').selectAll().forUpdate().executeTakeFirstOrThrow();
}

export async function updateSettings(tx: Tx, row: Omit<SettingsRow, 'version'>): Promise<SettingsRow> {
  return tx
    .updateTable('loyalty_settings')
    .set({
      earn_points: row.earn_points,
      earn_cents: row.earn_cents,
      rounding: row.rounding,
      minimum_cents: row.minimum_cents,
      excluded_category_ids: row.excluded_category_ids,
      earn_on_discounted: row.earn_on_discounted,
      redeem_points: row.redeem_points,
      redeem_cents: row.redeem_cents,
      points_label: row.points_label,
      expire_after_days: row.expire_after_days,
      // Nothing lapses for a day after the age was changed. Rule: loyalty/expiry.
      expires_from: sql`CASE WHEN expire_after_days IS DISTINCT FROM ${row.expire_after_days}::integer
        THEN now() + interval '1 day' ELSE expires_from END`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The ids that belong to no category. */
export async function unknownCategories(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM unnest(${[...ids]}::integer[]) AS i(id) WHERE NOT EXISTS (SELECT FROM categories c WHERE c.id = i.id)`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Undefined when there is no such customer. */
export async function selectBalance(db: Database, customerId: number): Promise<number | undefined> {
  const { rows } = await sql<{ balance: number }>`
    SELECT coalesce(b.balance, 0) AS balance FROM users u LEFT JOIN points_balances b ON b.customer_id = u.id
     WHERE u.id = ${customerId} AND u.role = 'customer' AND u.status NOT IN ('merged', 'forgotten')`.execute(db);
  return rows[0]?.balance;
}

/**
 * Keeps these customers from being merged or forgotten until the transaction ends. Taken before stock and balances: an
 * entry of points refers to its customer, and would wait for that row while others wait for the balance.
 */
export async function holdCustomers(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`SELECT FROM users WHERE id = ANY(${[...ids]}::integer[]) ORDER BY id FOR KEY SHARE`.execute(tx);
}

/** As `selectBalance`, under the lock that every change of it takes. */
export async function lockBalance(tx: Tx, customerId: number): Promise<number | undefined> {
  await holdCustomers(tx, [customerId]);
  await sql`INSERT INTO points_balances (customer_id)
    SELECT id FROM users WHERE id = ${customerId} AND role = 'customer' ON CONFLICT DO NOTHING`.execute(tx);
  await sql`SELECT FROM points_balances WHERE customer_id = ${customerId} FOR NO KEY UPDATE`.execute(tx);
  return selectBalance(tx, customerId);
}

export interface EventRow {
  id: number;
  type: PointsEvent['type'];
  points: number;
  description: string;
  created_at: Date;
  /** Its place among others, which is finer than a Date. */
  at_micros: string;
  order_id: number | null;
  by: string | null;
}

/** The ledger's text for adjustments by hand. Their reason is kept elsewhere, because it can be erased. */
const BY_HAND = 'By hand';

const EVENT = sql`e.id, e.type, e.points, e.created_at,
    coalesce((SELECT reason FROM points_reasons r WHERE r.event_id = e.id), e.description) AS description, e.order_id,
    (extract(epoch FROM e.created_at) * 1000000)::bigint::text AS at_micros,
    (SELECT coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username) FROM users u WHERE u.id = e.actor_id) AS by`;

/** Adds an entry by hand and moves the balance. Rule: loyalty/ledger. */
export async function insertEvent(
  tx: Tx,
  event: { customerId: number; type: string; points: number; reason: string; actorId: number },
): Promise<EventRow> {
  const { rows } = await sql<EventRow>`
    WITH e AS (
      INSERT INTO points_events (customer_id, type, points, description, actor_id)
      VALUES (${event.customerId}, ${event.type}, ${event.points}, ${BY_HAND}, ${event.actorId}) RETURNING *
    ), told AS (
      INSERT INTO points_reasons (event_id, reason) SELECT id, ${event.reason} FROM e
    ), counted AS (
      UPDATE points_balances SET balance = balance + ${event.points} WHERE customer_id = ${event.customerId}
    )
    SELECT ${EVENT} FROM e`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an entry of points was not written');
  return { ...row, description: event.reason };
}

/** The place of an entry in the history. */
export interface Place {
  readonly atMicros: string;
  readonly id: string;
}

/** An account and those that were merged into it: their entries are one history. Rule: customers/merged. */
function accounts(customerId: number): RawBuilder<unknown> {
  return sql`ARRAY(SELECT id FROM users WHERE id = ${customerId} OR merged_into = ${customerId})`;
}

/** Entries of a customer, newest first: those after a place, or those of a page. */
export async function selectEvents(
  db: Database,
  customerId: number,
  { after, offset, limit }: { after: Place | null; offset: number; limit: number },
): Promise<EventRow[]> {
  const from = after
    ? sql`AND (e.created_at, e.id) < ('epoch'::timestamptz + ${after.atMicros}::bigint * interval '1 microsecond', ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<EventRow>`
    SELECT ${EVENT} FROM points_events e WHERE e.customer_id = ANY(${accounts(customerId)}) ${from}
     ORDER BY e.created_at DESC, e.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function countEvents(db: Database, customerId: number): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    SELECT count(*) AS events FROM points_events WHERE customer_id = ANY(${accounts(customerId)})`.execute(db);
  return rows[0]?.events ?? 0;
}

/** The product under a lock that leaves its key alone, so that sales of it go on. Undefined when there is none. */
export async function lockProduct(
  tx: Tx,
  productId: number,
): Promise<{ version: number; bonus_points: number } | undefined> {
  const { rows } = await sql<{ version: number; bonus_points: number }>`
    SELECT version, bonus_points FROM products WHERE id = ${productId} FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

export async function updateBonus(tx: Tx, productId: number, bonus: number): Promise<void> {
  await sql`UPDATE products SET bonus_points = ${bonus}, updated_at = now() WHERE id = ${productId}`.execute(tx);
}

/** The product and its published variations, as a sale may name them. Empty when there is no such product. */
export async function selectItemsOf(
  db: Database,
  productId: number,
): Promise<{ variation_id: number | null; type: string; version: number }[]> {
  const { rows } = await sql<{ variation_id: number | null; type: string; version: number }>`
    SELECT v.id AS variation_id, p.type, p.version FROM products p LEFT JOIN variations v ON v.product_id = p.id AND p.type = 'variable'
       AND v.status = 'publish'
     WHERE p.id = ${productId} ORDER BY v.position, v.id`.execute(db);
  return rows;
}
