import { sql } from 'kysely';
import type { ManagedLocation } from '#contract/locations.ts';
import type { Database, Tx } from '#server/db/pool.ts';

export interface LocationRow extends Omit<ManagedLocation, 'closed_at' | 'address'> {
  address: Record<string, unknown>;
  closed_at: Date | null;
}

// Stock of archived items is no stock that anybody sells: it stays on the books where it is.
const SELECT = sql`
  SELECT l.id, l.name, coalesce(l.phone, '') AS phone, l.address, l.time_zone, l.receipt_header, l.receipt_footer, l.closed_at, l.version,
         jsonb_build_object('paper_mm', l.receipt_paper_mm, 'logo', l.receipt_logo, 'qr', l.receipt_qr, 'qr_address', l.receipt_qr_address) AS receipt,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('weekday', h.weekday, 'opens', to_char(h.opens, 'HH24:MI'),
                   'closes', CASE h.closes WHEN '24:00' THEN '24:00' ELSE to_char(h.closes, 'HH24:MI') END)
                   ORDER BY h.weekday, h.opens), '[]') FROM opening_hours h WHERE h.location_id = l.id) AS opening_hours,
         EXISTS (SELECT FROM orders o WHERE o.location_id = l.id) AS has_orders,
         (SELECT count(*) FROM stock_levels s JOIN products p ON p.id = s.product_id AND p.status <> 'trash'
                   LEFT JOIN variations v ON v.id = s.variation_id
           WHERE s.location_id = l.id AND s.quantity > 0 AND v.status IS DISTINCT FROM 'trash')::integer AS stocked_items,
         (SELECT coalesce(sum(hashtextextended(concat_ws(':', s.product_id, s.variation_id, s.quantity), 0)::numeric), 0)::text
            FROM stock_levels s WHERE s.location_id = l.id AND s.quantity > 0) AS stock_stamp,
         ARRAY(SELECT jsonb_build_object('id', o.id, 'number', o.po_number, 'supplier', o.supplier_name, 'status', o.status)
                 FROM purchase_orders o WHERE o.location_id = l.id AND o.status IN ('draft', 'ordered', 'partially_received')
                ORDER BY o.id DESC LIMIT 20) AS open_purchase_orders,
         (SELECT count(*) FROM users u WHERE u.location_id = l.id AND u.role <> 'customer' AND u.status = 'active')::integer AS staff
    FROM locations l`;

export async function selectManaged(db: Database): Promise<LocationRow[]> {
  const { rows } =
    await sql<LocationRow>`${SELECT} ORDER BY l.closed_at IS NOT NULL, folded_plain(l.name), l.id`.execute(db);
  return rows;
}

export async function selectLocation(db: Database | Tx, id: number): Promise<LocationRow | undefined> {
  const { rows } = await sql<LocationRow>`${SELECT} WHERE l.id = ${id}`.execute(db);
  return rows[0];
}

export async function lockLocation(tx: Tx, id: number): Promise<void> {
  await sql`SELECT FROM locations WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
}

/** True if another open location has the name. Other changes of names wait until the transaction ends. */
export async function isNameTaken(tx: Tx, name: string, exceptId: number | null): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('location names', 21))`.execute(tx);
  const { rows } = await sql`
    SELECT FROM locations WHERE folded(name) = folded(${name}) AND id IS DISTINCT FROM ${exceptId}::integer AND closed_at IS NULL`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function isTimeZone(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_timezone_names WHERE name = ${name}`.execute(tx);
  return rows.length > 0;
}

export type Written = Pick<
  ManagedLocation,
  'name' | 'phone' | 'address' | 'time_zone' | 'opening_hours' | 'receipt_header' | 'receipt_footer'
> & { readonly receipt: NonNullable<ManagedLocation['receipt']> };

/** Writes a location. The lock that `isNameTaken` takes keeps others from taking the number. */
export async function insertLocation(tx: Tx, written: Written): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO locations (id, name, time_zone) SELECT coalesce(max(id), 0) + 1, ${written.name}, ${written.time_zone} FROM locations
    RETURNING id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a location was not written');
  await updateLocation(tx, row.id, written);
  return row.id;
}

export async function updateLocation(tx: Tx, id: number, { receipt, ...written }: Written): Promise<void> {
  await sql`
    UPDATE locations SET name = ${written.name}, phone = nullif(${written.phone}, ''), address = ${JSON.stringify(written.address)}::jsonb,
           time_zone = ${written.time_zone}, receipt_header = ${written.receipt_header}, receipt_footer = ${written.receipt_footer},
           receipt_paper_mm = ${receipt.paper_mm}, receipt_logo = ${receipt.logo}, receipt_qr = ${receipt.qr}, receipt_qr_address = ${receipt.qr_address}
     WHERE id = ${id}`.execute(tx);
  await sql`DELETE FROM opening_hours WHERE location_id = ${id}`.execute(tx);
  await sql`
    INSERT INTO opening_hours (location_id, weekday, opens, closes)
    SELECT ${id}, h.weekday, h.opens, h.closes
      FROM jsonb_to_recordset(${JSON.stringify(written.opening_hours)}::jsonb) AS h(weekday smallint, opens time, closes time)`.execute(
    tx,
  );
}

/** @param by null: it is open again */
export async function setClosed(tx: Tx, id: number, by: number | null): Promise<void> {
  await sql`
    UPDATE locations SET closed_at = CASE WHEN ${by}::integer IS NOT NULL THEN now() END, closed_by = ${by} WHERE id = ${id}`.execute(
    tx,
  );
}

export async function countOtherOpen(tx: Tx, exceptId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM locations WHERE closed_at IS NULL AND id <> ${exceptId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface StockedItem {
  product_id: number;
  variation_id: number | null;
  quantity: string;
}

/** The stock of items that can be sold or counted. */
export async function selectStocked(tx: Tx, locationId: number): Promise<StockedItem[]> {
  const { rows } = await sql<StockedItem>`
    SELECT s.product_id, s.variation_id, s.quantity FROM stock_levels s JOIN products p ON p.id = s.product_id AND p.status <> 'trash'
      LEFT JOIN variations v ON v.id = s.variation_id
     WHERE s.location_id = ${locationId} AND s.quantity > 0 AND v.status IS DISTINCT FROM 'trash'
     ORDER BY s.product_id, s.variation_id`.execute(tx);
  return rows;
}
