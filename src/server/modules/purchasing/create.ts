import type { createPurchaseOrderRoute, generatePurchaseOrderRoute, PurchaseOrder } from '#contract/purchasing.ts';
import type { BodyOf } from '#contract/route.ts';
import type { StockEvent } from '#contract/live.ts';
import { toMoney } from '#contract/wire.ts';
import { type Cents, ZERO_CENTS } from '#domain/money.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Tx } from '#server/db/pool.ts';
import { requireLocationName } from '#server/db/stock-items.ts';
import { locationToWrite } from '#server/http/location.ts';
import type { Staff } from '#server/http/session.ts';
import { costsOf, figuresAllowed } from './costs.ts';
import { type AskedLine, NO_FIGURES, orderFigures, pricedLines } from './figures.ts';
import { insertOrder, replaceLines, updateFigures } from './order-queries.ts';
import { receiveAll } from './receive.ts';
import { getOrder } from './service.ts';
import { resolveSupplier } from './suppliers.ts';

type CreateBody = BodyOf<typeof createPurchaseOrderRoute>;
type GenerateBody = BodyOf<typeof generatePurchaseOrderRoute>;
type Fields = Omit<CreateBody, 'items' | 'status'>;

/** A line as it was asked for; what it costs may be left to the server. */
type WantedLine = Omit<AskedLine, 'unitCostCents'> & { readonly unitCost: Cents | undefined };

async function writeOrder(
  tx: Tx,
  staff: Staff,
  body: Fields,
  asked: readonly WantedLine[],
  then: 'draft' | 'ordered',
): Promise<number> {
  const locationId = locationToWrite(staff, body.location_id);
  await requireLocationName(tx, locationId);
  const supplier = await resolveSupplier(tx, body);
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
  const id = await insertOrder(tx, figures, { locationId, actorId: staff.id });
  await replaceLines(tx, id, lines);
  if (then === 'ordered') await updateFigures(tx, id, figures, 'ordered');
  await recordChange(tx, staff, {
    action: 'purchase_order_created',
    entity: 'purchase_order',
    entityId: id,
    details: { location_id: locationId, supplier: supplier.name, lines: lines.length, total: toMoney(sums.totalCents) },
  });
  return id;
}

/**
 * Makes a draft. Source: spec §4, "Purchase order created with status draft".
 * @throws Refusal `supplier_name_required`, `supplier_unknown`, `nothing_to_do`, `item_twice`, `product_unknown`,
 *   `quantity_not_valid`, `totals_mismatch`, `not_allowed` for another location.
 */
export async function createOrder(tx: Tx, staff: Staff, body: CreateBody): Promise<PurchaseOrder> {
  const lines = body.items.map((item) => ({
    productId: item.product_id,
    variationId: item.variation_id,
    orderedMilli: item.quantity_ordered,
    unitCost: item.unit_cost,
    notes: item.notes?.trim() ?? '',
  }));
  return getOrder(tx, staff, await writeOrder(tx, staff, body, lines, 'draft'));
}

/**
 * Makes a purchase order of what was put on the shelves and receives it in the same step, so that there is never an order
 * without its stock; a draft when it is not to be received. Refusals as of `createOrder`.
 */
export async function generateFromRestock(
  tx: Tx,
  staff: Staff,
  body: GenerateBody,
): Promise<{ order: PurchaseOrder; event: StockEvent | null }> {
  const lines = body.items.map((item) => ({
    productId: item.product_id,
    variationId: item.variation_id,
    orderedMilli: item.quantity,
    unitCost: item.unit_cost,
    notes: item.notes?.trim() ?? '',
  }));
  const id = await writeOrder(tx, staff, body, lines, body.receive_now ? 'ordered' : 'draft');
  const event = body.receive_now ? await receiveAll(tx, staff, id) : null;
  return { order: await getOrder(tx, staff, id), event };
}
