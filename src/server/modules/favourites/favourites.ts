import { sql } from 'kysely';
import type { Favourites, pinFavouriteRoute } from '#contract/favourites.ts';
import type { BodyOf } from '#contract/route.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { locationToRead, locationToWrite } from '#server/http/serve/location.ts';
import { Refusal } from '#server/refusal.ts';

/** The list is filled up to this many with what sells. Rule: grid/favourites. */
const FILLED_UP_TO = 24;
/** The most that a location pins: `favourites_place_counted`. Rule: grid/favourites. */
const MOST_PINNED = 60;
/** The latest sales that are looked at. Rule: grid/favourites. */
const SALES_LOOKED_AT = 1000;

/** @param locked the products stay until the transaction has ended */
async function selectPinned(db: Database, locationId: number, locked = false): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT f.product_id AS id FROM favourites f JOIN products p ON p.id = f.product_id
     WHERE f.location_id = ${locationId} AND p.status <> 'trash' ORDER BY f.place, f.product_id
     ${locked ? sql`FOR KEY SHARE OF p` : sql``}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Products by the number of sales that they were in: grams and pieces cannot be added up. */
async function selectSelling(db: Database, locationId: number, pinned: readonly number[]): Promise<number[]> {
  const wanted = FILLED_UP_TO - pinned.length;
  if (wanted <= 0) return [];
  const { rows } = await sql<{ id: number }>`
    WITH sales AS MATERIALIZED (
      SELECT o.id, o.status NOT IN ('cancelled', 'failed') AND (o.paid_at IS NOT NULL OR NOT o.placed_unpaid) AS counts
        FROM orders o WHERE o.voided_at IS NULL AND o.location_id = ${locationId}
       ORDER BY o.local_day DESC, o.created_at DESC, o.id DESC LIMIT ${sql.lit(SALES_LOOKED_AT)}
    )
    SELECT l.product_id AS id FROM sales s JOIN order_lines l ON l.order_id = s.id JOIN products p ON p.id = l.product_id
     WHERE s.counts AND p.status = 'publish' AND l.product_id <> ALL(${pinned}::integer[])
     GROUP BY l.product_id ORDER BY count(DISTINCT l.order_id) DESC, l.product_id LIMIT ${wanted}`.execute(db);
  return rows.map(({ id }) => id);
}

async function selectFavourites(db: Database, locationId: number): Promise<Favourites> {
  const pinned = await selectPinned(db, locationId);
  return { pinned, selling: await selectSelling(db, locationId, pinned) };
}

/** Rule: grid/favourites. @throws Refusal `location_required` */
export function listFavourites(db: Database, staff: Staff): Promise<Favourites> {
  return selectFavourites(db, locationToRead(staff, undefined));
}

/** @throws Refusal `not_found` */
async function requireProduct(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql`SELECT FROM products WHERE id = ${id} AND status <> 'trash' FOR KEY SHARE`.execute(tx);
  if (rows.length === 0) throw new Refusal('not_found', 'There is no such product.');
}

/**
 * Pins a product, moves a pinned one, or unpins it. Rule: grid/favourites.
 * @throws Refusal as `pinFavouriteRoute` lists
 */
export async function pinFavourite(
  tx: Tx,
  staff: Staff,
  productId: number,
  { pinned, before_id: beforeId }: BodyOf<typeof pinFavouriteRoute>,
): Promise<{ locationId: number; data: Favourites }> {
  const locationId = locationToWrite(staff, undefined);
  if (pinned) await requireProduct(tx, productId);
  // One change of a location's list at a time; the list may have no rows to lock yet.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('favourites', ${locationId}))`.execute(tx);
  const before = await selectPinned(tx, locationId, true);
  const others = before.filter((id) => id !== productId);
  const place = beforeId === null ? others.length : others.indexOf(beforeId);
  if (pinned && place === -1) {
    throw new Refusal('changed_meanwhile', 'Somebody changed the favourites meanwhile. Look at them again.', {
      details: { current: await selectFavourites(tx, locationId) },
    });
  }
  const after = pinned ? others.toSpliced(place, 0, productId) : others;
  if (after.length > MOST_PINNED) {
    throw new Refusal('not_valid', `A location pins at most ${MOST_PINNED} products. Unpin one first.`);
  }
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    await sql`DELETE FROM favourites WHERE location_id = ${locationId} AND product_id <> ALL(${after}::integer[])`.execute(
      tx,
    );
    await sql`
      INSERT INTO favourites AS f (location_id, product_id, place)
      SELECT ${locationId}, o.id, o.place FROM unnest(${after}::integer[]) WITH ORDINALITY AS o(id, place)
          ON CONFLICT (location_id, product_id) DO UPDATE SET place = excluded.place WHERE f.place <> excluded.place`.execute(
      tx,
    );
    await recordChange(tx, staff, {
      action: pinned ? 'favourite_pinned' : 'favourite_unpinned',
      entity: 'product',
      entityId: productId,
      details: { favourites: { from: before, to: after } },
    });
  }
  return { locationId, data: await selectFavourites(tx, locationId) };
}
