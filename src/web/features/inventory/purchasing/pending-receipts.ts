import { useEffect } from 'react';
import { z } from 'zod';
import { create } from 'zustand';
import { toMilli } from '#domain/quantity.ts';
import { displayMilli } from './figures.ts';
import { keptStore } from './kept-store.ts';
import { NOTHING_PENDING, type PendingReceipt, pendingTotal, type ReceiveBody } from './pending-receipt.ts';

const milli = z.int().transform(toMilli);
const keptReceipt = z.object({
  lines: z.array(z.object({ id: z.int(), milli, seenMilli: milli })),
  note: z.string(),
  sent: z.object({ key: z.string(), body: z.looseObject({ items: z.array(z.looseObject({})) }) }).nullable(),
});

const store = keptStore('receipt', keptReceipt);

/** Counts that are not received yet, here and in the browser's storage: a reload takes none away. */
const useReceipts = create<{ receipts: ReadonlyMap<string, PendingReceipt> }>(() => ({ receipts: new Map() }));

function stored(orderId: number): PendingReceipt {
  const found = store.read(orderId);
  if (!found) return NOTHING_PENDING;
  return {
    lines: new Map(found.lines.map(({ id, ...line }) => [id, line])),
    note: found.note,
    // The server checks it like any other body.
    sent: found.sent && { key: found.sent.key, body: found.sent.body as ReceiveBody },
  };
}

export function pendingOf(orderId: number): PendingReceipt {
  return useReceipts.getState().receipts.get(store.keyOf(orderId)) ?? stored(orderId);
}

export function usePendingReceipt(orderId: number): PendingReceipt {
  const key = store.keyOf(orderId);
  useEffect(() => {
    if (!useReceipts.getState().receipts.has(key)) changePending(orderId, () => stored(orderId));
  }, [key, orderId]);
  return useReceipts(({ receipts }) => receipts.get(key)) ?? NOTHING_PENDING;
}

export function changePending(orderId: number, change: (pending: PendingReceipt) => PendingReceipt): void {
  const next = change(pendingOf(orderId));
  const { lines, note, sent } = next;
  const isEmpty = lines.size === 0 && note === '' && sent === null;
  store.write(orderId, isEmpty ? null : { note, sent, lines: [...lines].map(([id, line]) => ({ id, ...line })) });
  useReceipts.setState(({ receipts }) => ({ receipts: new Map(receipts).set(store.keyOf(orderId), next) }));
}

export function forgetPending(orderId: number): void {
  changePending(orderId, () => NOTHING_PENDING);
}

/** "12.5" of what was counted, for buttons. */
export function pendingUnits(pending: PendingReceipt): string {
  return displayMilli(pendingTotal(pending));
}
