import { type RawBuilder, sql } from 'kysely';
import { folded } from '#domain/fold.ts';
import { type Milli, toNumericText } from '#domain/quantity.ts';
import type { PoStatus } from '#domain/purchase-order.ts';
import type { StockItem } from '#domain/stock.ts';
import { containing } from '#server/db/like.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { USER_NAME } from '#server/db/user-name.ts';

export interface PurchaseOrderRow {
  id: number;
  po_number: string;
  supplier_id: number;
  supplier_name: string;
  location_id: number;
  location_name: string;
  status: PoStatus;
  subtotal_cents: number;
  tax_basis_points: number;
  tax_cents: number;
  shipping_cents: number;
  total_cents: number;
  notes: string;
  version: number;
  created_by: number | null;
  user_name: string;
  created_at: Date;
  updated_at: Date;
  ordered_at: Date | null;
  received_at: Date | null;
  cancelled_at: Date | null;
  item_count: number;
  ordered: string;
  received: string;
  has_over: boolean;
  receipts: number;
}

export interface LineRow {
  id: number;
  product_id: number;
  variation_id: number | null;
  sku: string | null;
  product_name: string;
  quantity_ordered: string;
  quantity_received: string;
  quantity_over: string;
  unit_cost_cents: number;
  total_cents: number;
  notes: string;
}

export interface PoReceiptRow {
  id: number;
  actor_id: number | null;
  user_name: string;
  is_over_receipt: boolean;
  note: string;
  created_at: Date;
  items: { item_id: number; quantity: number; quantity_over: number }[];
}

/** Purchase orders `o` with the sums of their lines. */
const wholeOrders = (which: RawBuilder<unknown>): RawBuilder<PurchaseOrderRow> => sql<PurchaseOrderRow>`
  SELECT o.id, o.po_number, o.supplier_id, o.supplier_name, o.location_id, l.name AS location_name, o.status, o.subtotal_cents,
         o.tax_basis_points, o.tax_cents, o.shipping_cents, o.total_cents, o.notes, o.version, o.created_by,
         ${USER_NAME} AS user_name, o.created_at, o.updated_at, o.ordered_at, o.received_at, o.cancelled_at,
         n.item_count, n.ordered::text AS ordered, n.received::text AS received, n.has_over,
         (SELECT count(*)::integer FROM purchase_order_receipts r WHERE r.purchase_order_id = o.id) AS receipts
    FROM (${which}) o
    JOIN locations l ON l.id = o.location_id
    LEFT JOIN users u ON u.id = o.created_by
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS item_count, coalesce(sum(quantity_ordered), 0) AS ordered,
             coalesce(sum(quantity_received), 0) AS received, coalesce(bool_or(quantity_over > 0), false) AS has_over
        FROM purchase_order_lines WHERE purchase_order_id = o.id) n
   ORDER BY o.id DESC`;

export async function selectPurchaseOrder(db: Database | Tx, id: number): Promise<PurchaseOrderRow | undefined> {
  const which = sql`SELECT * FROM purchase_orders WHERE id = ${id} AND deleted_at IS NULL`;
  return (await wholeOrders(which).execute(db)).rows[0];
}

/** Locks the order until the transaction ends. Others who change or receive it wait. */
export async function lockPurchaseOrder(tx: Tx, id: number): Promise<void> {
  await sql`SELECT 1 FROM purchase_orders WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
}

export async function selectLines(db: Database | Tx, orderId: number): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    SELECT id, product_id, variation_id, sku, product_name, quantity_ordered::text AS quantity_ordered,
           quantity_received::text AS quantity_received, quantity_over::text AS quantity_over, unit_cost_cents, total_cents, notes
      FROM purchase_order_lines WHERE purchase_order_id = ${orderId} ORDER BY position`.execute(db);
  return rows;
}

/**
 * Items, quantities and costs as the audit trail keeps them for verify:books to compare: [product, variation, quantity,
 * cents a unit].
 */
export async function selectToldLines(tx: Tx, orderId: number): Promise<[number, number | null, number, number][]> {
  const { rows } = await sql<{ line: [number, number | null, number, number] }>`
    SELECT jsonb_build_array(product_id, variation_id, quantity_ordered, unit_cost_cents) AS line
      FROM purchase_order_lines WHERE purchase_order_id = ${orderId} ORDER BY product_id, variation_id`.execute(tx);
  return rows.map(({ line }) => line);
}

export async function selectReceipts(db: Database | Tx, orderId: number): Promise<PoReceiptRow[]> {
  const { rows } = await sql<PoReceiptRow>`
    SELECT r.id, r.actor_id, ${USER_NAME} AS user_name, r.is_over_receipt, r.note, r.created_at,
           (SELECT jsonb_agg(jsonb_build_object('item_id', l.line_id, 'quantity', l.quantity, 'quantity_over', l.quantity_over) ORDER BY l.line_id)
              FROM purchase_order_receipt_lines l WHERE l.receipt_id = r.id) AS items
      FROM purchase_order_receipts r LEFT JOIN users u ON u.id = r.actor_id
     WHERE r.purchase_order_id = ${orderId} ORDER BY r.id`.execute(db);
  return rows;
}

export interface PurchaseOrderFilter {
  readonly locationId: number;
  /** Null for all. */
  readonly statuses: readonly PoStatus[] | null;
  readonly supplierId: number | null;
  readonly search: string | null;
  /** Days at the location, inclusive. */
  readonly from: string | null;
  readonly to: string | null;
}

function conditions(filter: PurchaseOrderFilter): RawBuilder<unknown> {
  const parts = [sql`o.location_id = ${filter.locationId} AND o.deleted_at IS NULL`];
  if (filter.statuses !== null) parts.push(sql`o.status = ANY(${filter.statuses}::text[])`);
  if (filter.supplierId !== null) parts.push(sql`o.supplier_id = ${filter.supplierId}`);
  if (filter.from !== null) parts.push(sql`o.local_day >= ${filter.from}::date`);
  if (filter.to !== null) parts.push(sql`o.local_day <= ${filter.to}::date`);
  if (filter.search !== null) {
    const pattern = containing(folded(filter.search));
    parts.push(sql`(folded_plain(o.po_number) LIKE ${pattern} OR folded_plain(o.supplier_name) LIKE ${pattern} OR folded_plain(o.notes) LIKE ${pattern}
      OR EXISTS (SELECT 1 FROM purchase_order_lines l WHERE l.purchase_order_id = o.id
                    AND (folded_plain(l.product_name) LIKE ${pattern} OR folded_plain(l.sku) LIKE ${pattern})))`);
  }
  return sql.join(parts, sql` AND `);
}

/** A page, newest first, and the total number. */
export async function selectPurchaseOrderPage(
  db: Database,
  filter: PurchaseOrderFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: PurchaseOrderRow[]; total: number }> {
  const counted = await sql<{ total: number }>`
    SELECT count(*)::integer AS total FROM purchase_orders o WHERE ${conditions(filter)}`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  if (offset >= total) return { rows: [], total };
  const which = sql`
    SELECT o.* FROM purchase_orders o WHERE ${conditions(filter)} ORDER BY o.id DESC LIMIT ${limit} OFFSET ${offset}`;
  return { rows: (await wholeOrders(which).execute(db)).rows, total };
}

export interface OrderFigures {
  readonly supplierId: number;
  readonly supplierName: string;
  readonly subtotalCents: number;
  readonly taxBasisPoints: number;
  readonly taxCents: number;
  readonly shippingCents: number;
  readonly totalCents: number;
  readonly notes: string;
}

/** Makes a draft without lines, and answers what the database gave it. */
export async function insertOrder(
  tx: Tx,
  figures: OrderFigures,
  { locationId, actorId }: { locationId: number; actorId: number },
): Promise<{ id: number; po_number: string; local_day: string }> {
  const { rows } = await sql<{ id: number; po_number: string; local_day: string }>`
    INSERT INTO purchase_orders (id, po_number, supplier_id, supplier_name, location_id, subtotal_cents, tax_basis_points,
        tax_cents, shipping_cents, total_cents, notes, created_by, local_day)
      SELECT n, 'PO-' || n, ${figures.supplierId}, ${figures.supplierName}, l.id, ${figures.subtotalCents}, ${figures.taxBasisPoints},
             ${figures.taxCents}, ${figures.shippingCents}, ${figures.totalCents}, ${figures.notes}, ${actorId},
             (now() AT TIME ZONE l.time_zone)::date
        FROM locations l, nextval(pg_get_serial_sequence('purchase_orders', 'id')) AS n WHERE l.id = ${locationId}
    RETURNING id, po_number, local_day::text`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a purchase order was not written');
  return row;
}

export async function updateFigures(tx: Tx, id: number, figures: OrderFigures, status: PoStatus): Promise<void> {
  await sql`
    UPDATE purchase_orders
       SET supplier_id = ${figures.supplierId}, supplier_name = ${figures.supplierName}, subtotal_cents = ${figures.subtotalCents},
           tax_basis_points = ${figures.taxBasisPoints}, tax_cents = ${figures.taxCents}, shipping_cents = ${figures.shippingCents},
           total_cents = ${figures.totalCents}, notes = ${figures.notes}, status = ${status}, version = version + 1, updated_at = now(),
           ordered_at = CASE WHEN ${status} = 'ordered' THEN coalesce(ordered_at, now()) ELSE ordered_at END,
           cancelled_at = CASE WHEN ${status} = 'cancelled' THEN coalesce(cancelled_at, now()) ELSE cancelled_at END
     WHERE id = ${id}`.execute(tx);
}

export interface NewLine extends StockItem {
  readonly name: string;
  readonly sku: string | null;
  readonly orderedMilli: Milli;
  readonly unitCostCents: number;
  readonly totalCents: number;
  readonly notes: string;
}

/** Replaces the lines of an order. Only for an order of which nothing was received. */
export async function replaceLines(tx: Tx, orderId: number, lines: readonly NewLine[]): Promise<void> {
  const rows = lines.map((line, position) => ({
    position,
    product_id: line.productId,
    variation_id: line.variationId,
    sku: line.sku,
    product_name: line.name,
    quantity_ordered: toNumericText(line.orderedMilli),
    unit_cost_cents: line.unitCostCents,
    total_cents: line.totalCents,
    notes: line.notes,
  }));
  await sql`DELETE FROM purchase_order_lines WHERE purchase_order_id = ${orderId}`.execute(tx);
  await sql`
    INSERT INTO purchase_order_lines (purchase_order_id, position, product_id, variation_id, sku, product_name,
        quantity_ordered, unit_cost_cents, total_cents, notes)
      SELECT ${orderId}::bigint, l.*
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS l(position integer, product_id integer, variation_id integer,
          sku text, product_name text, quantity_ordered numeric, unit_cost_cents bigint, total_cents bigint, notes text)
       ORDER BY l.position`.execute(tx);
}

/** Updates costs and notes of existing lines, given in the order of the lines. */
export async function updateCosts(
  tx: Tx,
  costs: readonly { id: number; unitCostCents: number; totalCents: number; notes: string }[],
): Promise<void> {
  const rows = costs.map(({ id, unitCostCents: unit, totalCents: total, notes }) => ({ id, unit, total, notes }));
  await sql`
    UPDATE purchase_order_lines l SET unit_cost_cents = c.unit, total_cents = c.total, notes = c.notes
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c(id bigint, unit bigint, total bigint, notes text)
     WHERE l.id = c.id`.execute(tx);
}

export interface NewReceipt {
  readonly orderId: number;
  readonly locationId: number;
  readonly actorId: number;
  readonly note: string;
  readonly lines: readonly { id: number; quantityMilli: Milli; overMilli: Milli }[];
}

/** Adds the receipt and its lines, and updates what the order's lines have received. */
export async function insertReceipt(tx: Tx, receipt: NewReceipt): Promise<number> {
  const lines = receipt.lines.map(({ id, quantityMilli, overMilli }) => ({
    id,
    quantity: toNumericText(quantityMilli),
    over: toNumericText(overMilli),
  }));
  const { rows } = await sql<{ id: number }>`
    WITH line AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l(id bigint, quantity numeric, over numeric)
    ), receipt AS (
      INSERT INTO purchase_order_receipts (purchase_order_id, location_id, actor_id, is_over_receipt, note, total_products, net_change)
        SELECT ${receipt.orderId}::bigint, ${receipt.locationId}::integer, ${receipt.actorId}::integer, bool_or(over > 0), ${receipt.note}, count(*), sum(quantity) FROM line
      RETURNING id
    ), received AS (
      UPDATE purchase_order_lines l
         SET quantity_received = l.quantity_received + line.quantity, quantity_over = l.quantity_over + line.over
        FROM line WHERE l.id = line.id
    )
    SELECT id FROM receipt`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a receipt was not written');
  await sql`
    INSERT INTO purchase_order_receipt_lines (receipt_id, line_id, quantity, quantity_over)
      SELECT ${row.id}::bigint, l.* FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l(id bigint, quantity numeric, over numeric)`.execute(
    tx,
  );
  return row.id;
}

export async function setReceived(tx: Tx, id: number, status: PoStatus): Promise<void> {
  await sql`
    UPDATE purchase_orders SET status = ${status}, version = version + 1, updated_at = now(),
           received_at = CASE WHEN ${status} = 'received' THEN now() ELSE received_at END
     WHERE id = ${id}`.execute(tx);
}

export async function markDeleted(
  tx: Tx,
  id: number,
  { actorId, reason }: { actorId: number; reason: string },
): Promise<void> {
  await sql`
    UPDATE purchase_orders SET deleted_at = now(), deleted_by = ${actorId}, deletion_reason = ${reason}, version = version + 1
     WHERE id = ${id}`.execute(tx);
}
