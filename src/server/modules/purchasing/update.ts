import type { PurchaseOrder } from '#contract/purchasing.ts';
import type { deletePurchaseOrderRoute, updatePurchaseOrderRoute } from '#contract/purchasing-changes.ts';
import type { BodyOf } from '#contract/route.ts';
import { moneyOf, toMoney } from '#contract/wire.ts';
import { type Cents, toCents, ZERO_CENTS } from '#domain/money.ts';
import { canDelete, canEditCosts, canEditItems, moveTo, type PoStatus } from '#domain/purchase-order.ts';
import { priceOf } from '#domain/quantity.ts';
import { stockKey } from '#domain/stock.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { costsOf, figuresAllowed } from './costs-by-permission.ts';
import { orderFigures, pricedLines } from './figures.ts';
import {
  type LineRow,
  markDeleted,
  type PurchaseOrderRow,
  replaceLines,
  selectLines,
  selectToldLines,
  updateCosts,
  updateFigures,
} from './order-queries.ts';
import { getPurchaseOrder, orderToChange } from './order.ts';
import { resolveSupplier } from './suppliers.ts';

type Body = BodyOf<typeof updatePurchaseOrderRoute>;

const WORDS: Record<PoStatus, string> = {
  draft: 'a draft',
  ordered: 'ordered',
  partially_received: 'partly received',
  received: 'received',
  cancelled: 'cancelled',
};

/**
 * Edits, orders or cancels a purchase order. Fields that are left out do not change. Rule: purchasing/starts-as-a-draft.
 * @throws Refusal `status_conflict` for a status that may not follow, or a field that can no longer be edited;
 * `po_changed` when it has changed since the version that was seen; and those of `createPurchaseOrder`
 */
export async function updatePurchaseOrder(tx: Tx, staff: Staff, id: number, sent: Body): Promise<PurchaseOrder> {
  const body = figuresAllowed(staff, sent);
  const order = await orderToChange(tx, staff, id);
  if (body.expected_version !== undefined && body.expected_version !== order.version) {
    throw new Refusal('po_changed', `Somebody else changed ${order.po_number} meanwhile. Look at it again.`, {
      details: { version: order.version },
    });
  }
  const status = body.status ?? order.status;
  if (!moveTo(order.status, status).ok)
    throw new Refusal(
      'status_conflict',
      `${order.po_number} is ${WORDS[order.status]} and cannot be made ${WORDS[status]}.`,
    );

  requireOpenFigures(order, body);
  const lines = await changedLines(tx, staff, order, body);
  const supplier =
    body.supplier_id === undefined && body.supplier_name === undefined
      ? { id: order.supplier_id, name: order.supplier_name }
      : await resolveSupplier(tx, body);
  const figures = {
    ...orderFigures(lines, body, { taxBasisPoints: order.tax_basis_points, shippingCents: order.shipping_cents }),
    supplierId: supplier.id,
    supplierName: supplier.name,
    notes: body.notes === undefined ? order.notes : (body.notes?.trim() ?? ''),
  };
  await updateFigures(tx, id, figures, status);
  await recordChange(tx, staff, {
    action: status === order.status ? 'purchase_order_changed' : `purchase_order_${status}`,
    entity: 'purchase_order',
    entityId: id,
    details: {
      parts: Object.keys(body).filter((part) => part !== 'expected_version' && body[part as keyof Body] !== undefined),
      from: { status: order.status, total: moneyOf(order.total_cents) },
      to: {
        ...{ status, total: toMoney(figures.totalCents), supplier_id: supplier.id, supplier: supplier.name },
        ...(body.items !== undefined && { items: await selectToldLines(tx, id) }),
      },
    },
  });
  return getPurchaseOrder(tx, staff, id);
}

/** @throws Refusal `status_conflict` when supplier, tax or shipping can no longer change */
function requireOpenFigures(order: PurchaseOrderRow, body: Body): void {
  if (canEditCosts(order.status)) return;
  const asked = [body.supplier_id, body.supplier_name, body.tax_percent, body.shipping_cost, body.items];
  const changesTax = body.tax_amount !== undefined && body.tax_amount !== order.tax_cents;
  if (changesTax || asked.some((part) => part !== undefined)) {
    throw new Refusal(
      'status_conflict',
      `${order.po_number} is ${WORDS[order.status]}: only its notes can be changed.`,
    );
  }
}

interface LineFigures {
  readonly orderedMilli: ReturnType<typeof milliFrom>;
  readonly unitCostCents: number;
  readonly totalCents: number;
}

const figuresOf = (line: LineRow): LineFigures => ({
  orderedMilli: milliFrom(line.quantity_ordered),
  unitCostCents: line.unit_cost_cents,
  totalCents: line.total_cents,
});

/** Writes the lines of the body, if it has any, and returns the order's lines. */
async function changedLines(
  tx: Tx,
  staff: Staff,
  order: PurchaseOrderRow,
  { items }: Body,
): Promise<readonly LineFigures[]> {
  const present = await selectLines(tx, order.id);
  if (items === undefined) return present.map(figuresOf);
  const wanted = items.map((item) => ({
    productId: item.product_id,
    variationId: item.variation_id,
    orderedMilli: item.quantity_ordered,
    unitCost: item.unit_cost,
    notes: item.notes?.trim() ?? '',
  }));
  const kept = present.map((line): [string, Cents] => [
    stockKey({ productId: line.product_id, variationId: line.variation_id }),
    toCents(line.unit_cost_cents),
  ]);
  const unitCosts = await costsOf(tx, staff, wanted, new Map(kept));
  const asked = wanted.map((line, at) => ({ ...line, unitCostCents: unitCosts[at] ?? ZERO_CENTS }));
  const lines = await pricedLines(tx, asked);
  if (canEditItems(order.status)) {
    await replaceLines(tx, order.id, lines);
    return lines;
  }
  const costs = present.map((line) => {
    const { orderedMilli } = figuresOf(line);
    const same = lines.find(
      (item) =>
        item.productId === line.product_id &&
        item.variationId === line.variation_id &&
        item.orderedMilli === orderedMilli,
    );
    const unitCostCents: Cents = toCents(same?.unitCostCents ?? 0);
    return {
      id: line.id,
      found: same !== undefined,
      orderedMilli,
      unitCostCents,
      totalCents: priceOf(unitCostCents, orderedMilli),
      notes: same?.notes ?? '',
    };
  });
  if (lines.length !== present.length || costs.some(({ found }) => !found)) {
    throw new Refusal(
      'status_conflict',
      `${order.po_number} was ordered: its items stay, only their costs and notes can be changed.`,
    );
  }
  await updateCosts(tx, costs);
  return costs;
}

/**
 * Deletes a purchase order of which nothing was received. It is kept, hidden, with who and why.
 * @throws Refusal `reason_required`, `status_conflict`, `not_found`
 */
export async function deletePurchaseOrder(
  tx: Tx,
  staff: Staff,
  id: number,
  body: BodyOf<typeof deletePurchaseOrderRoute>,
): Promise<{ id: number; po_number: string; locationId: number }> {
  const order = await orderToChange(tx, staff, id);
  const reason = body.reason.trim();
  if (reason === '')
    throw new Refusal('reason_required', 'Please say why this purchase order is deleted.', {
      details: { field: 'reason' },
    });
  if (!canDelete(order))
    throw new Refusal('status_conflict', `Goods were received on ${order.po_number}: it can no longer be deleted.`);
  await markDeleted(tx, id, { actorId: staff.id, reason });
  await recordChange(tx, staff, {
    action: 'purchase_order_deleted',
    entity: 'purchase_order',
    entityId: id,
    details: { po_number: order.po_number, status: order.status, reason },
  });
  return { id, po_number: order.po_number, locationId: order.location_id };
}
