import type { PurchaseOrder } from '#contract/purchasing.ts';
import type { receivePurchaseOrderRoute } from '#contract/purchasing-changes.ts';
import type { BodySent } from '#contract/route.ts';
import { type Milli, toMilli, toQuantityNumber, ZERO_MILLI } from '#domain/quantity.ts';
import { milliOf } from '../figures.ts';

type Item = PurchaseOrder['items'][number];
export type ReceiveBody = BodySent<typeof receivePurchaseOrderRoute>;

/** What somebody counted of one line and has not received yet. */
export interface PendingLine {
  readonly milli: Milli;
  /** What they saw as received before, when they began to count it. */
  readonly seenMilli: Milli;
}

/** What is being received of an order, by line. Not saved on the server before it is whole. */
export interface PendingReceipt {
  readonly lines: ReadonlyMap<number, PendingLine>;
  readonly note: string;
  /** That of its command, from the first count on: what was received once is never received again. Empty before. */
  readonly key: string;
}

export const NOTHING_PENDING: PendingReceipt = { lines: new Map(), note: '', key: '' };

function lineOf(pending: PendingReceipt, item: Item, milli: Milli): PendingLine {
  return { milli, seenMilli: pending.lines.get(item.id)?.seenMilli ?? milliOf(item.quantity_received) };
}

/** Sets what came of a line; 0 takes it out. */
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

/** All that is left of every line; what was counted beyond that stays. */
export function withAllRemaining(pending: PendingReceipt, items: readonly Item[]): PendingReceipt {
  const lines = new Map(pending.lines);
  for (const item of items) {
    const milli = toMilli(Math.max(countOf(pending, item.id), milliOf(item.quantity_remaining)));
    if (milli > 0) lines.set(item.id, lineOf(pending, item, milli));
  }
  return { ...pending, lines };
}

export function pendingTotal({ lines }: PendingReceipt): Milli {
  return toMilli([...lines.values()].reduce((sum, { milli }) => sum + milli, 0));
}

/** How much of a count is beyond what is left of its line. */
export function overOf(pending: PendingReceipt, item: Item): Milli {
  return toMilli(Math.max(countOf(pending, item.id) - milliOf(item.quantity_remaining), 0));
}

/** A line that somebody else received on since it was counted here. */
export interface ChangedLine {
  readonly item: Item;
  readonly seenMilli: Milli;
  readonly nowMilli: Milli;
  readonly countedMilli: Milli;
}

export function changedLines(pending: PendingReceipt, items: readonly Item[]): ChangedLine[] {
  return items.flatMap((item) => {
    const line = pending.lines.get(item.id);
    const nowMilli = milliOf(item.quantity_received);
    if (!line || line.seenMilli === nowMilli) return [];
    return [{ item, seenMilli: line.seenMilli, nowMilli, countedMilli: line.milli }];
  });
}

/** What others received has been looked at: counts stay on top of it, or go. */
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
