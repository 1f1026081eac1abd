import { counted } from '#domain/counted.ts';
import { displayGrouped, fromQuantityNumber, type Milli, ZERO_MILLI } from '#domain/quantity.ts';
import { amountWords, groupedWords, sumsByUnit } from '#domain/unit.ts';
import type { PoSummary, PurchaseOrder } from '#contract/purchasing.ts';
import type { PoStatus } from '#domain/purchase-order.ts';
import type { PoReceipt } from './received-labels.ts';
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

/** The quantities ordered and received of one unit; '' is for pieces. */
export interface Progress {
  readonly unit: string;
  readonly orderedMilli: Milli;
  readonly receivedMilli: Milli;
}

/** The progress of an order in a list. A server of an earlier build adds all units up. */
export function progressOf({ by_unit: sums, quantity_ordered, quantity_received }: PoSummary): Progress[] {
  return (sums ?? [{ unit: '', ordered: quantity_ordered, received: quantity_received }]).map(
    ({ unit, ordered, received }) => ({
      unit,
      orderedMilli: fromQuantityNumber(ordered),
      receivedMilli: fromQuantityNumber(received),
    }),
  );
}

/** The progress of an order by its lines. */
export function progressOfLines({ items }: PurchaseOrder, unitOf: (productId: number) => string): Progress[] {
  const sums = (pick: (item: (typeof items)[number]) => number) =>
    sumsByUnit(items.map((item) => ({ unit: unitOf(item.product_id), milli: fromQuantityNumber(pick(item)) })));
  const received = new Map(sums((item) => item.quantity_received).map(({ unit, milli }) => [unit, milli]));
  return sums((item) => item.quantity_ordered).map(({ unit, milli }) => ({
    unit,
    orderedMilli: milli,
    receivedMilli: received.get(unit) ?? ZERO_MILLI,
  }));
}

/**
 * The share of the order that has arrived, 0 to 100; 100 only when nothing is missing. Of several units it is the mean of
 * their shares.
 */
export function percentReceived(progress: readonly Progress[]): number {
  const ordered = progress.filter(({ orderedMilli }) => orderedMilli > 0);
  if (ordered.length === 0) return 0;
  const shares = ordered.map(({ orderedMilli, receivedMilli }) => Math.min(100, (receivedMilli * 100) / orderedMilli));
  return Math.floor(shares.reduce((sum, share) => sum + share, 0) / shares.length);
}

/** "5 of 16", or "5 of 10 g, 4 of 6 pcs" where both are ordered: short, because it stands in a column. */
export function progressWords(progress: readonly Progress[]): string {
  const isMixed = progress.length > 1;
  return progress
    .map(({ unit, orderedMilli: ordered, receivedMilli: received }) => {
      return `${displayGrouped(received)} of ${groupedWords(ordered, unit || (isMixed ? 'pcs' : ''))}`;
    })
    .join(', ');
}

/** One event in the life of a purchase order. */
export interface PoEvent {
  readonly key: string;
  readonly sentence: string;
  readonly note: string;
  readonly by: string;
  readonly at: string;
  /** The delivery that was received then. */
  readonly receipt?: PoReceipt;
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
function receiptSentence({ items, is_over_receipt: isOver }: PoReceipt, units: ReadonlyMap<number, string>): string {
  const sums = (pick: (item: (typeof items)[number]) => number): string =>
    sumsByUnit(items.map((item) => ({ unit: units.get(item.item_id) ?? '', milli: fromQuantityNumber(pick(item)) })))
      .filter(({ milli }) => milli !== 0)
      .map(amountWords)
      .join(', ');
  const over = isOver ? `, ${sums(({ quantity_over }) => quantity_over)} more than ordered` : '';
  return `Received ${sums(({ quantity }) => quantity)} on ${counted(items.length, 'line')}${over}`;
}
