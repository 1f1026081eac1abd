import { amountWords, sumsByUnit } from '#domain/unit.ts';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import type { receivePurchaseOrderRoute } from '#contract/purchasing-changes.ts';
import type { BodySent } from '#contract/route.ts';
import { type Milli, toMilli, toQuantityNumber, ZERO_MILLI, fromQuantityNumber } from '#domain/quantity.ts';

type Item = PurchaseOrder['items'][number];
export type ReceiveBody = BodySent<typeof receivePurchaseOrderRoute>;

/** A counted quantity of one line that is not received yet. */
export interface PendingLine {
  readonly milli: Milli;
  /** The quantity that was received already when somebody began to count this line. */
  readonly seenMilli: Milli;
}

/** The counted quantities of an order, by line. Kept in the browser until they are received together. */
export interface PendingReceipt {
  readonly lines: ReadonlyMap<number, PendingLine>;
  readonly note: string;
  /**
   * The key of its command, made with the first count, so that nothing is received twice. '' while nothing is counted.
   */
  readonly key: string;
}

export const NOTHING_PENDING: PendingReceipt = { lines: new Map(), note: '', key: '' };

function lineOf(pending: PendingReceipt, item: Item, milli: Milli): PendingLine {
  return { milli, seenMilli: pending.lines.get(item.id)?.seenMilli ?? fromQuantityNumber(item.quantity_received) };
}

/** Sets the counted quantity of a line; 0 removes it. */
export function withCount(pending: PendingReceipt, item: Item, milli: Milli): PendingReceipt {
  const lines = new Map(pending.lines);
  if (milli > 0) lines.set(item.id, lineOf(pending, item, milli));
  else lines.delete(item.id);
  return { ...pending, lines };
}

export function countOf(pending: PendingReceipt, itemId: number): Milli {
  return pending.lines.get(itemId)?.milli ?? ZERO_MILLI;
}

export function oneMoreOf(pending: PendingReceipt, item: Item): PendingReceipt {
  return withCount(pending, item, toMilli(countOf(pending, item.id) + 1000));
}

/** Counts everything that is still due on each line. A larger count stays. */
export function withAllRemaining(pending: PendingReceipt, items: readonly Item[]): PendingReceipt {
  const lines = new Map(pending.lines);
  for (const item of items) {
    const milli = toMilli(Math.max(countOf(pending, item.id), fromQuantityNumber(item.quantity_remaining)));
    if (milli > 0) lines.set(item.id, lineOf(pending, item, milli));
  }
  return { ...pending, lines };
}

/** The counted quantities in words, "100 g, 16 pieces"; '' when nothing is counted. */
export function countedWords(
  { lines }: PendingReceipt,
  items: readonly Item[],
  unitOf: (productId: number) => string,
): string {
  const counted = items.flatMap(({ id, product_id }) => {
    const line = lines.get(id);
    return line ? [{ unit: unitOf(product_id), milli: line.milli }] : [];
  });
  return sumsByUnit(counted).map(amountWords).join(', ');
}

/** The part of a count beyond what is still due on its line. */
export function overOf(pending: PendingReceipt, item: Item): Milli {
  return toMilli(Math.max(countOf(pending, item.id) - fromQuantityNumber(item.quantity_remaining), 0));
}

/** A line of which somebody else received a quantity after it was counted here. */
export interface ChangedLine {
  readonly item: Item;
  readonly seenMilli: Milli;
  readonly nowMilli: Milli;
  readonly countedMilli: Milli;
}

export function changedLines(pending: PendingReceipt, items: readonly Item[]): ChangedLine[] {
  return items.flatMap((item) => {
    const line = pending.lines.get(item.id);
    const nowMilli = fromQuantityNumber(item.quantity_received);
    if (!line || line.seenMilli === nowMilli) return [];
    return [{ item, seenMilli: line.seenMilli, nowMilli, countedMilli: line.milli }];
  });
}

/** Settles a conflict after somebody else received: the counts here are added to it, or removed. */
export function settled(pending: PendingReceipt, items: readonly Item[], keep: 'counts' | 'theirs'): PendingReceipt {
  const lines = new Map(pending.lines);
  for (const { item, nowMilli, countedMilli } of changedLines(pending, items)) {
    if (keep === 'counts') lines.set(item.id, { milli: countedMilli, seenMilli: nowMilli });
    else lines.delete(item.id);
  }
  return { ...pending, lines };
}

export function receiveBodyOf({ lines, note }: PendingReceipt, isOverConfirmed: boolean): ReceiveBody {
  return {
    items: [...lines].map(([itemId, { milli, seenMilli }]) => ({
      item_id: itemId,
      quantity_received: toQuantityNumber(milli),
      expected_received: toQuantityNumber(seenMilli),
    })),
    ...(isOverConfirmed ? { confirm_over_receipt: true } : {}),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  };
}
