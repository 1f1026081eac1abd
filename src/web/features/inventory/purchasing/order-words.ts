import { counted } from '#domain/counted.ts';
import { fromQuantityNumber, displayGrouped } from '#domain/quantity.ts';
import type { PoSummary, PurchaseOrder } from '#contract/purchasing.ts';
import type { PoStatus } from '#domain/purchase-order.ts';
import { amountWords, sumsByUnit } from '../items/by-unit.ts';
import type { Receipt } from './received-labels.ts';
import type { Tone } from '#web/ui/status/badge.tsx';

/** The words for a status on the screen, short enough for a column. */
export const STATUS_WORDS: Record<PoStatus, string> = {
  draft: 'Draft',
  ordered: 'Ordered',
  partially_received: 'Partly received',
  received: 'Received',
  cancelled: 'Cancelled',
};

export const STATUS_TONES: Record<PoStatus, Tone> = {
  draft: 'neutral',
  ordered: 'blue',
  partially_received: 'yellow',
  received: 'green',
  cancelled: 'red',
};

type Progress = Pick<PoSummary, 'quantity_ordered' | 'quantity_received'>;

/** The share of the order that has arrived, 0 to 100; 100 only when nothing is missing. */
export function percentReceived({ quantity_ordered: ordered, quantity_received: received }: Progress): number {
  if (fromQuantityNumber(ordered) <= 0) return 0;
  return Math.min(100, Math.floor((fromQuantityNumber(received) * 100) / fromQuantityNumber(ordered)));
}

export function progressWords({ quantity_ordered: ordered, quantity_received: received }: Progress): string {
  return `${displayGrouped(fromQuantityNumber(received))} of ${displayGrouped(fromQuantityNumber(ordered))}`;
}

/** One event in the life of a purchase order. */
export interface PoEvent {
  readonly key: string;
  readonly sentence: string;
  readonly note: string;
  readonly by: string;
  readonly at: string;
  /** The delivery that was received then. */
  readonly receipt?: Receipt;
}

/** The events of an order, oldest first, derived from the order itself: created, ordered, received in parts, closed. */
export function timelineOf(order: PurchaseOrder, unitOf: (productId: number) => string): PoEvent[] {
  const units = new Map(order.items.map((item) => [item.id, unitOf(item.product_id)]));
  const event = (key: string, sentence: string, at: string | null, by = '', note = ''): PoEvent[] =>
    at === null ? [] : [{ key, sentence, note, by, at }];
  const events = [
    ...event('created', 'Created', order.created_at, order.created_by_name),
    ...event('ordered', `Ordered from ${order.supplier_name}`, order.ordered_at),
    ...order.receipts.flatMap((receipt) =>
      event(
        `receipt-${receipt.id}`,
        receiptSentence(receipt, units),
        receipt.created_at,
        receipt.user_name,
        receipt.note,
      ).map((one) => ({ ...one, receipt })),
    ),
    ...event('received', 'Everything received', order.status === 'received' ? order.received_at : null),
    ...event('cancelled', 'Cancelled', order.cancelled_at),
  ];
  // The sort is stable: events of the same instant keep their logical order.
  return events.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** @param units of the lines, by their ids */
function receiptSentence({ items, is_over_receipt: isOver }: Receipt, units: ReadonlyMap<number, string>): string {
  const sums = (pick: (item: (typeof items)[number]) => number): string =>
    sumsByUnit(items.map((item) => ({ unit: units.get(item.item_id) ?? '', milli: fromQuantityNumber(pick(item)) })))
      .filter(({ milli }) => milli !== 0)
      .map(amountWords)
      .join(', ');
  const over = isOver ? `, ${sums(({ quantity_over }) => quantity_over)} more than ordered` : '';
  return `Received ${sums(({ quantity }) => quantity)} on ${counted(items.length, 'line')}${over}`;
}
