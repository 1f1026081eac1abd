import type { StockEvent } from '#contract/live.ts';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import type { receivePurchaseOrderRoute } from '#contract/purchasing-changes.ts';
import type { BodyOf } from '#contract/route.ts';
import { toQuantity } from '#contract/wire.ts';
import {
  type ArrivedLine,
  canReceive,
  type OpenPoLine,
  type PoStatus,
  receive,
  type ReceiptRefused,
  remainingOf,
  statusAfterReceipt,
} from '#domain/purchase-order.ts';
import { type Milli, toMilli } from '#domain/quantity.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Tx } from '#server/db/pool.ts';
import { requireStillOpen } from '#server/stock/stock-items.ts';
import { moveStock, stockEventOf } from '#server/stock/stock-moves.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { insertReceipt, type LineRow, type PurchaseOrderRow, selectLines, setReceived } from './order-queries.ts';
import { getPurchaseOrder, orderToChange } from './order.ts';

type Body = BodyOf<typeof receivePurchaseOrderRoute>;

const CLOSED: Partial<Record<PoStatus, string>> = {
  draft: 'is a draft. Order it before you receive it.',
  received: 'was received already.',
  cancelled: 'was cancelled.',
};

interface OpenLine extends OpenPoLine {
  readonly row: LineRow;
}

/**
 * Receives goods of a purchase order in one step: the receipt, a restock movement for each line, the lines and the
 * status. The order is locked meanwhile, so when two people receive at once, the second is compared with what the first
 * left. Rules: purchasing/over-receipt, purchasing/receipts-are-restocks.
 * @throws Refusal `receipt_changed` and `receipt_exceeds_order` with `lines`; `status_conflict`; `nothing_to_do`;
 * `quantity_not_valid`; `not_found`
 */
export async function receiveOrder(
  tx: Tx,
  staff: Staff,
  id: number,
  body: Body,
): Promise<{ order: PurchaseOrder; event: StockEvent }> {
  const order = await orderToChange(tx, staff, id);
  const lines = await openLines(tx, id);
  const arrived = body.items.map((item) => toArrived(item, lines));
  const note = body.note?.trim() ?? '';
  const event = await putOnShelves(tx, staff, {
    order,
    lines,
    arrived,
    isOverConfirmed: body.confirm_over_receipt,
    note,
  });
  return { order: await getPurchaseOrder(tx, staff, id), event };
}

/** Receives everything of an order that was just made. */
export async function receiveAll(tx: Tx, staff: Staff, id: number): Promise<StockEvent> {
  const order = await orderToChange(tx, staff, id);
  const lines = await openLines(tx, id);
  const arrived = lines.map((line) => ({ id: line.id, quantityMilli: remainingOf(line) }));
  return putOnShelves(tx, staff, { order, lines, arrived, isOverConfirmed: false, note: '' });
}

interface Delivery {
  readonly order: PurchaseOrderRow;
  readonly lines: readonly OpenLine[];
  readonly arrived: readonly ArrivedLine[];
  readonly isOverConfirmed: boolean;
  readonly note: string;
}

async function putOnShelves(
  tx: Tx,
  staff: Staff,
  { order, lines, arrived, isOverConfirmed, note }: Delivery,
): Promise<StockEvent> {
  const received = receive(lines, arrived, isOverConfirmed);
  // When another person has received meanwhile, that is said first, even if nothing is left to receive.
  if (!received.ok && received.refused.code === 'receipt_changed') throw refusalOf(received.refused, lines, arrived);
  if (!canReceive(order.status))
    throw new Refusal('status_conflict', `${order.po_number} ${CLOSED[order.status] ?? 'cannot be received.'}`);
  if (!received.ok) throw refusalOf(received.refused, lines, arrived);

  const { id: orderId, location_id: locationId } = order;
  await requireStillOpen(tx, locationId);
  const receiptId = await insertReceipt(tx, { orderId, locationId, actorId: staff.id, note, lines: received.value });
  const byId = new Map(lines.map((line) => [line.id, line]));
  const moved = await moveStock(
    tx,
    { locationId, actorId: staff.id },
    received.value.map(({ id, quantityMilli }) => {
      const row = rowOf(byId, id);
      return {
        productId: row.product_id,
        variationId: row.variation_id,
        deltaMilli: quantityMilli,
        action: 'restock',
        reason: `${order.po_number} from ${order.supplier_name}`,
        purchaseOrderId: orderId,
        receiptId,
      };
    }),
  );
  const more = new Map(received.value.map(({ id, quantityMilli }) => [id, quantityMilli]));
  const after = lines.map((line) => ({
    ...line,
    receivedMilli: toMilli(line.receivedMilli + (more.get(line.id) ?? 0)),
  }));
  const status = statusAfterReceipt(after);
  await setReceived(tx, orderId, status);
  const over = received.value.filter(({ overMilli }) => overMilli > 0);
  await recordChange(tx, staff, {
    action: 'purchase_order_received',
    entity: 'purchase_order',
    entityId: orderId,
    details: {
      receipt_id: receiptId,
      status,
      lines: received.value.map(({ id, quantityMilli, overMilli }) => ({
        item_id: id,
        quantity: toQuantity(quantityMilli),
        ...(overMilli > 0 && { over: toQuantity(overMilli) }),
      })),
      ...(over.length > 0 && { over_receipt_confirmed_by: staff.id }),
    },
  });
  return stockEventOf(locationId, moved);
}

async function openLines(tx: Tx, orderId: number): Promise<OpenLine[]> {
  return (await selectLines(tx, orderId)).map((row) => ({
    id: row.id,
    orderedMilli: milliFrom(row.quantity_ordered),
    receivedMilli: milliFrom(row.quantity_received),
    row,
  }));
}

function toArrived(item: Body['items'][number], lines: readonly OpenLine[]): ArrivedLine {
  const line = lines.find(({ id, row }) =>
    item.item_id === undefined
      ? row.product_id === item.product_id && row.variation_id === item.variation_id
      : id === item.item_id,
  );
  if (!line) throw new Refusal('not_valid', 'This purchase order has no such item.');
  return { id: line.id, quantityMilli: item.quantity_received, expectedReceivedMilli: item.expected_received };
}

function rowOf(lines: ReadonlyMap<number, OpenLine>, id: number): LineRow {
  const line = lines.get(id);
  if (!line) throw new Error('a line that was received is not of the order');
  return line.row;
}

function refusalOf(refused: ReceiptRefused, lines: readonly OpenLine[], arrived: readonly ArrivedLine[]): Refusal {
  switch (refused.code) {
    case 'receipt_empty':
      return new Refusal('nothing_to_do', 'There is nothing to receive: every quantity is 0.');
    case 'receipt_line_unknown':
      return new Refusal('not_valid', 'This purchase order has no such item.');
    case 'receipt_quantity_not_valid':
      return new Refusal('quantity_not_valid', 'A received quantity cannot be less than zero.');
    case 'receipt_changed':
      return new Refusal(
        'receipt_changed',
        'Somebody else received items of this order meanwhile. Nothing was received.',
        {
          details: { lines: told(refused.lineIds, lines, arrived) },
        },
      );
    case 'receipt_exceeds_order': {
      const [first, ...rest] = told(refused.lineIds, lines, arrived);
      const more = rest.length > 0 ? ` and of ${rest.length} more` : '';
      const sentence = `More of ${first?.product_name ?? ''}${more} came than is left of the order. Confirm it to receive it anyway.`;
      return new Refusal('receipt_exceeds_order', sentence, { details: { lines: [first, ...rest] } });
    }
  }
}

function told(ids: readonly number[], lines: readonly OpenLine[], arrived: readonly ArrivedLine[]) {
  const wanted = (id: number): Milli =>
    toMilli(arrived.filter((line) => line.id === id).reduce((sum, { quantityMilli }) => sum + quantityMilli, 0));
  return lines
    .filter(({ id }) => ids.includes(id))
    .map((line) => ({
      item_id: line.id,
      product_name: line.row.product_name,
      quantity_ordered: toQuantity(line.orderedMilli),
      quantity_received: toQuantity(line.receivedMilli),
      quantity_remaining: toQuantity(remainingOf(line)),
      quantity_requested: toQuantity(wanted(line.id)),
    }));
}
