import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { HELD_CART_HOURS, type holdCartRoute, type WireHeldCart } from '#contract/held-carts.ts';
import type { BodyOf } from '#contract/route.ts';
import { moneyOf } from '#contract/wire.ts';
import { cartCount, MAX_SALE_LINES } from '#domain/cart.ts';
import { type CartPoints, goodsOf } from '#domain/cart-points.ts';
import { parsePersistedCart, persistCart } from '#domain/cart-persistence.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { constraintOf } from '#server/db/errors.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { USER_NAME } from '#server/db/user-name.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { locationToRead, locationToWrite } from '#server/http/serve/location.ts';
import { Refusal } from '#server/refusal.ts';

/** The most carts that a person can look through in a list. */
const MOST_HELD = 100;
const KEPT = sql`make_interval(hours => ${sql.lit(HELD_CART_HOURS)})`;

interface HeldRow {
  readonly id: number;
  readonly name: string | null;
  readonly customer_id: number | null;
  readonly customer_name: string | null;
  readonly cart: string;
  readonly items: string;
  readonly goods_cents: number;
  readonly held_by: string;
  readonly held_at: Date;
  readonly lapses_at: Date;
}

const toWire = ({ cart, items, goods_cents, held_at, lapses_at, ...row }: HeldRow): WireHeldCart => ({
  ...row,
  first_item: parsePersistedCart(cart)[0]?.name ?? '',
  items: Number(items),
  subtotal: moneyOf(goods_cents),
  held_at: held_at.toISOString(),
  lapses_at: lapses_at.toISOString(),
});

/** Held and not resumed, burned, lapsed or sold since. */
const WAITS = sql`h.ended_at IS NULL AND h.held_at > now() - ${KEPT}
  AND NOT EXISTS (SELECT FROM idempotency_keys k WHERE k.key = h.sale_key)`;

const heldAt = (locationId: number) => sql<HeldRow>`
  SELECT h.id, h.name, h.customer_id, h.cart, h.items::text, h.goods_cents, h.held_at, h.held_at + ${KEPT} AS lapses_at,
         (SELECT ${USER_NAME} FROM users u WHERE u.id = h.held_by) AS held_by,
         (SELECT ${USER_NAME} FROM users u WHERE u.id = h.customer_id) AS customer_name
    FROM held_carts h WHERE h.location_id = ${locationId} AND ${WAITS}`;

/** Rule: register/hold. */
export async function listHeld(db: Database, staff: Staff): Promise<WireHeldCart[]> {
  const { rows } = await sql<HeldRow>`
    ${heldAt(locationToRead(staff, undefined))} ORDER BY h.held_at, h.id LIMIT ${sql.lit(MOST_HELD)}`.execute(db);
  return rows.map(toWire);
}

/** @throws Refusal `cart_not_at_hand` */
async function requireUnsent(tx: Tx, saleKey: string): Promise<void> {
  const { rows } = await sql`SELECT FROM idempotency_keys WHERE key = ${saleKey}`.execute(tx);
  if (rows.length > 0) {
    throw new Refusal('cart_not_at_hand', 'The sale of this cart was sent before, so it cannot be held.');
  }
}

/** Id of the customer, or of the one they were merged into. @throws Refusal `customer_unknown` */
async function requireCustomer(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT coalesce(merged_into, id) AS id FROM users
     WHERE id = ${id} AND role = 'customer' AND status <> 'forgotten' FOR KEY SHARE`.execute(tx);
  if (!rows[0]) throw new Refusal('customer_unknown', 'The customer of the cart is not in the directory.');
  return rows[0].id;
}

/**
 * Holds a cart at the caller's location.
 * @throws Refusal as `holdCartRoute` lists
 */
export async function holdCart(
  tx: Tx,
  staff: Staff,
  body: BodyOf<typeof holdCartRoute>,
): Promise<{ held: WireHeldCart; locationId: number }> {
  const locationId = locationToWrite(staff, undefined);
  const lines = parsePersistedCart(body.cart);
  if (lines.length === 0) throw new Refusal('not_valid', 'The cart has no lines that can be read.');
  if (lines.length > MAX_SALE_LINES) {
    throw new Refusal('not_valid', `A sale takes at most ${MAX_SALE_LINES} lines. Sell this cart in two.`);
  }
  const saleKey = body.sale_key ?? randomUUID();
  await requireUnsent(tx, saleKey);
  const customerId = body.customer_id === null ? null : await requireCustomer(tx, body.customer_id);
  const { rows: held } = await sql<{ held: number }>`
    SELECT count(*)::integer AS held FROM held_carts h WHERE h.location_id = ${locationId} AND ${WAITS}`.execute(tx);
  if ((held[0]?.held ?? 0) >= MOST_HELD) {
    throw new Refusal('not_valid', `${MOST_HELD} carts are held here. Resume or empty one of them first.`);
  }
  const [items, goodsCents] = [cartCount(lines), goodsOf(lines)];
  const { rows } = await sql<{ id: number }>`
    INSERT INTO held_carts (location_id, sale_key, holds, name, customer_id, cart, points, items, goods_cents, held_by)
    VALUES (${locationId}, ${saleKey}, ${body.holds + 1}, ${body.name?.trim() ?? null}, ${customerId},
            ${persistCart(lines)}, ${body.points === null ? null : JSON.stringify(body.points)}::jsonb, ${items}, ${goodsCents}, ${staff.id})
    RETURNING id`
    .execute(tx)
    .catch((error: unknown) => {
      if (constraintOf(error) !== 'held_carts_key_once') throw error;
      throw new Refusal('cart_not_at_hand', 'This cart is held already.');
    });
  const [made] = rows;
  if (!made) throw new Error('a held cart was not written');
  const details = { lines: lines.length, items, goods_cents: goodsCents, customer_id: customerId };
  await recordChange(tx, staff, { action: 'cart_held', entity: 'held_cart', entityId: made.id, details });
  const { rows: told } = await sql<HeldRow>`${heldAt(locationId)} AND h.id = ${made.id}`.execute(tx);
  if (!told[0]) throw new Error('a held cart went missing as it was written');
  return { held: toWire(told[0]), locationId };
}

interface HeldWhole {
  readonly id: number;
  readonly sale_key: string;
  readonly holds: number;
  readonly name: string | null;
  readonly cart: string;
  readonly customer_id: number | null;
  readonly points: CartPoints | null;
  readonly waits: boolean;
  readonly ended_as: 'resumed' | 'burned' | null;
  readonly ended_by: string | null;
}

/**
 * Takes a held cart out of the list, once. The second person to try is told who was first.
 * @throws Refusal `not_found`, `held_cart_gone`
 */
export async function endHold(tx: Tx, staff: Staff, id: number, as: 'resumed' | 'burned') {
  const locationId = locationToWrite(staff, undefined);
  const { rows } = await sql<HeldWhole>`
    SELECT h.id, h.sale_key, h.holds, h.name, h.cart, h.customer_id, h.points, ${WAITS} AS waits, h.ended_as,
           (SELECT ${USER_NAME} FROM users u WHERE u.id = h.ended_by) AS ended_by
      FROM held_carts h WHERE h.id = ${id} AND h.location_id = ${locationId} FOR NO KEY UPDATE OF h`.execute(tx);
  const [row] = rows;
  if (!row) throw new Refusal('not_found', 'There is no such held cart at your location.');
  const { waits, ended_as: endedAs, ended_by: endedBy, ...held } = row;
  if (endedAs !== null) {
    const did = endedAs === 'resumed' ? 'resumed' : 'emptied';
    throw new Refusal('held_cart_gone', `${endedBy} has ${did} this cart.`, { details: { by: endedBy, as: endedAs } });
  }
  if (!waits)
    throw new Refusal('held_cart_gone', `This cart was sold, or was held for more than ${HELD_CART_HOURS} hours.`);
  await sql`
    UPDATE held_carts SET ended_at = now(), ended_by = ${staff.id}, ended_as = ${as} WHERE id = ${id}`.execute(tx);
  const details = { from: { held: true }, to: { held: false } };
  await recordChange(tx, staff, { action: `cart_${as}`, entity: 'held_cart', entityId: id, details });
  return { ...held, locationId };
}
