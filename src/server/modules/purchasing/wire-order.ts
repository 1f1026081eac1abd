import type { PoSummary, PurchaseOrder } from '#contract/purchasing.ts';
import { moneyOf, toQuantity } from '#contract/wire.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import { canDelete, canEditItems, canReceive, nextStatuses, remainingOf } from '#domain/purchase-order.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { LineRow, PoReceiptRow, PurchaseOrderRow } from './order-queries.ts';

const quantity = (numeric: string): number => toQuantity(milliFrom(numeric));
const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

export function toSummary(row: PurchaseOrderRow): PoSummary {
  return {
    id: row.id,
    po_number: row.po_number,
    supplier_id: row.supplier_id,
    supplier_name: row.supplier_name,
    location_id: row.location_id,
    location_name: row.location_name,
    status: row.status,
    next_statuses: [...nextStatuses(row.status)],
    can_receive: canReceive(row.status),
    can_edit_items: canEditItems(row.status),
    can_delete: canDelete(row),
    has_over_receipt: row.has_over,
    item_count: row.item_count,
    quantity_ordered: quantity(row.ordered),
    quantity_received: quantity(row.received),
    subtotal: moneyOf(row.subtotal_cents),
    // Basis points formatted as money give the percent.
    tax_percent: formatMoney(toCents(row.tax_basis_points)),
    tax_amount: moneyOf(row.tax_cents),
    shipping_cost: moneyOf(row.shipping_cents),
    total_amount: moneyOf(row.total_cents),
    notes: row.notes,
    created_by: row.created_by,
    created_by_name: row.user_name,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ordered_at: instant(row.ordered_at),
    received_at: instant(row.received_at),
    cancelled_at: instant(row.cancelled_at),
    version: row.version,
  };
}

export function toPurchaseOrder(
  row: PurchaseOrderRow,
  lines: readonly LineRow[],
  receipts: readonly PoReceiptRow[],
): PurchaseOrder {
  return {
    ...toSummary(row),
    items: lines.map((line) => {
      const figures = {
        orderedMilli: milliFrom(line.quantity_ordered),
        receivedMilli: milliFrom(line.quantity_received),
      };
      return {
        id: line.id,
        product_id: line.product_id,
        variation_id: line.variation_id,
        sku: line.sku,
        product_name: line.product_name,
        quantity_ordered: toQuantity(figures.orderedMilli),
        quantity_received: toQuantity(figures.receivedMilli),
        quantity_remaining: toQuantity(remainingOf(figures)),
        quantity_over: quantity(line.quantity_over),
        unit_cost: moneyOf(line.unit_cost_cents),
        line_total: moneyOf(line.total_cents),
        notes: line.notes,
      };
    }),
    receipts: receipts.map((receipt) => ({
      id: receipt.id,
      user_id: receipt.actor_id,
      user_name: receipt.user_name,
      is_over_receipt: receipt.is_over_receipt,
      note: receipt.note,
      created_at: receipt.created_at.toISOString(),
      items: receipt.items,
    })),
  };
}
