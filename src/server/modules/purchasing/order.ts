import type { PoSummary, PurchaseOrder, purchaseOrdersRoute } from '#contract/purchasing.ts';
import type { QueryOf } from '#contract/route.ts';
import type { PageMeta } from '#contract/wire.ts';
import type { PoStatus } from '#domain/purchase-order.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { locationToRead } from '#server/http/serve/location.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { sumsByUnit } from './by-unit.ts';
import { asSeenBy, summarySeenBy } from './costs-by-permission.ts';
import {
  lockPurchaseOrder,
  type PurchaseOrderRow,
  selectLines,
  selectPurchaseOrder,
  selectPurchaseOrderPage,
  selectReceipts,
} from './order-queries.ts';
import { toPurchaseOrder, toSummary } from './wire-order.ts';

const OPEN: readonly PoStatus[] = ['draft', 'ordered', 'partially_received'];

/** @throws Refusal `not_found` when the order does not exist, was deleted, or belongs to another location */
function requireVisible(staff: Staff, row: PurchaseOrderRow | undefined): PurchaseOrderRow {
  if (!row || (row.location_id !== staff.locationId && !may(staff, 'switch-location')))
    throw new Refusal('not_found', 'There is no such purchase order.');
  return row;
}

/**
 * The order to change, locked until the transaction ends.
 * @throws Refusal `not_found`
 */
export async function orderToChange(tx: Tx, staff: Staff, id: number): Promise<PurchaseOrderRow> {
  await lockPurchaseOrder(tx, id);
  return requireVisible(staff, await selectPurchaseOrder(tx, id));
}

export async function getPurchaseOrder(db: Database | Tx, staff: Staff, id: number): Promise<PurchaseOrder> {
  const row = requireVisible(staff, await selectPurchaseOrder(db, id));
  const [lines, receipts] = [await selectLines(db, id), await selectReceipts(db, id)];
  return asSeenBy(staff, toPurchaseOrder(row, lines, receipts));
}

/** @throws Refusal `not_found` for another location */
export async function listPurchaseOrders(
  db: Database,
  staff: Staff,
  query: QueryOf<typeof purchaseOrdersRoute>,
): Promise<{ data: PoSummary[]; meta: PageMeta }> {
  const { page, per_page: perPage, status } = query;
  const filter = {
    locationId: locationToRead(staff, query.location_id),
    statuses: status === 'any' ? null : status === 'open' ? OPEN : [status],
    supplierId: query.supplier_id ?? null,
    search: query.search?.trim() || null,
    from: query.date_from ?? null,
    to: query.date_to ?? null,
  };
  const { rows, total } = await selectPurchaseOrderPage(db, filter, { offset: (page - 1) * perPage, limit: perPage });
  const sums = await sumsByUnit(
    db,
    rows.map(({ id }) => id),
  );
  return {
    data: rows.map((row) => summarySeenBy(staff, { ...toSummary(row), by_unit: sums.get(row.id) ?? [] })),
    meta: { total, pages: Math.ceil(total / perPage), page, per_page: perPage },
  };
}
