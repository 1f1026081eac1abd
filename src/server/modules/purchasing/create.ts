import type { PurchaseOrder } from '#contract/purchasing.ts';
import type { createPurchaseOrderRoute, generatePurchaseOrderRoute } from '#contract/purchasing-changes.ts';
import type { BodyOf } from '#contract/route.ts';
import type { StockEvent } from '#contract/live.ts';
import { toMoney } from '#contract/wire.ts';
import { type Cents, ZERO_CENTS } from '#domain/money.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Tx } from '#server/db/pool.ts';
import { requireLocationName } from '#server/stock/stock-items.ts';
import { locationToWrite } from '#server/http/serve/location.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { costsOf, figuresAllowed } from './costs-by-permission.ts';
import { type AskedLine, NO_FIGURES, orderFigures, pricedLines } from './figures.ts';
import { insertOrder, replaceLines, selectToldLines, updateFigures } from './order-queries.ts';
import { receiveAll } from './receive.ts';
import { getPurchaseOrder } from './order.ts';
import { ensureSupplier, resolveSupplier } from './suppliers.ts';

type CreateBody = BodyOf<typeof createPurchaseOrderRoute>;
type GenerateBody = BodyOf<typeof generatePurchaseOrderRoute>;
type Fields = Omit<CreateBody, 'items' | 'status'> & Partial<Pick<GenerateBody, 'new_supplier'>>;

/** A requested line, whose unit cost may be left to the server. */
type WantedLine = Omit<AskedLine, 'unitCostCents'> & { readonly unitCost: Cents | undefined };

async function writeOrder(
  tx: Tx,
  staff: Staff,
  body: Fields,
  asked: readonly WantedLine[],
  then: 'draft' | 'ordered',
): Promise<{ id: number; madeSupplier: boolean }> {
  const locationId = locationToWrite(staff, body.location_id);
  await requireLocationName(tx, locationId);
  const isNew = body.new_supplier === true && body.supplier_id === undefined;
  const supplier = isNew
    ? await ensureSupplier(tx, staff, body.supplier_name ?? '')
    : { ...(await resolveSupplier(tx, body)), made: false };
  const costs = await costsOf(tx, staff, asked);
  const lines = await pricedLines(
    tx,
    asked.map((line, at) => ({ ...line, unitCostCents: costs[at] ?? ZERO_CENTS })),
  );
  const sums = orderFigures(lines, figuresAllowed(staff, body), NO_FIGURES);
  const figures = {
    ...sums,
    supplierId: supplier.id,
    supplierName: supplier.name,
    notes: body.notes?.trim() ?? '',
  };
  const { id, ...made } = await insertOrder(tx, figures, { locationId, actorId: staff.id });
  await replaceLines(tx, id, lines);
  if (then === 'ordered') await updateFigures(tx, id, figures, 'ordered');
  await recordChange(tx, staff, {
    action: 'purchase_order_created',
    entity: 'purchase_order',
    entityId: id,
    details: {
      ...made,
      location_id: locationId,
      status: then,
      supplier_id: supplier.id,
      supplier: supplier.name,
      lines: lines.length,
      items: await selectToldLines(tx, id),
      total: toMoney(sums.totalCents),
    },
  });
  return { id, madeSupplier: supplier.made };
}

/**
 * Makes a draft. Rule: purchasing/starts-as-a-draft.
 * @throws Refusal `supplier_name_required`, `supplier_unknown`, `nothing_to_do`, `item_twice`, `product_unknown`,
 * `quantity_not_valid`, `totals_mismatch`, `not_allowed` for another location
 */
export async function createPurchaseOrder(tx: Tx, staff: Staff, body: CreateBody): Promise<PurchaseOrder> {
  const lines = body.items.map((item) => ({
    productId: item.product_id,
    variationId: item.variation_id,
    orderedMilli: item.quantity_ordered,
    unitCost: item.unit_cost,
    notes: item.notes?.trim() ?? '',
  }));
  const { id } = await writeOrder(tx, staff, body, lines, 'draft');
  return getPurchaseOrder(tx, staff, id);
}

/**
 * Makes a purchase order of a restock. It is received in the same transaction, so that no order exists without its
 * stock; or it becomes ordered (`mark_ordered`) or a draft. A new supplier (`new_supplier`) is made in the same call,
 * so that a lost answer leaves nothing half done. Rule: purchasing/restock-becomes-an-order.
 * @throws Refusal those of `createPurchaseOrder`; `supplier_name_taken`
 */
export async function generateFromRestock(
  tx: Tx,
  staff: Staff,
  body: GenerateBody,
): Promise<{ order: PurchaseOrder; event: StockEvent | null; madeSupplier: boolean }> {
  const lines = body.items.map((item) => ({
    productId: item.product_id,
    variationId: item.variation_id,
    orderedMilli: item.quantity,
    unitCost: item.unit_cost,
    notes: item.notes?.trim() ?? '',
  }));
  const then = body.receive_now || body.mark_ordered ? 'ordered' : 'draft';
  const { id, madeSupplier } = await writeOrder(tx, staff, body, lines, then);
  const event = body.receive_now ? await receiveAll(tx, staff, id) : null;
  return { order: await getPurchaseOrder(tx, staff, id), event, madeSupplier };
}
