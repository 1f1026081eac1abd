import { useEffect } from 'react';
import { z } from 'zod';
import { toMilli } from '#domain/quantity.ts';
import { commands, useCommands } from '#web/api/commands/commands.ts';
import { isDone, isSameWork } from '#web/api/commands/keys.ts';
import { newUuid } from '#web/api/call/new-uuid.ts';
import { perOwner, type StateOwner } from '#web/api/session/per-owner.ts';
import { keptStore } from '../kept-store.ts';
import { NOTHING_PENDING, type PendingReceipt } from './pending-receipt.ts';

const milli = z.int().transform(toMilli);
export const keptReceipt = z.object({
  key: z.string().min(1),
  lines: z.array(z.object({ id: z.int(), milli, seenMilli: milli })),
  note: z.string(),
});
export type KeptReceipt = z.output<typeof keptReceipt>;

const store = keptStore('receipt', keptReceipt);

/** Counts that are not received yet, also kept in the browser's storage, so that a reload loses none. */
const useReceipts = perOwner<{ receipts: ReadonlyMap<string, PendingReceipt> }>(() => ({ receipts: new Map() }));

export function toKept({ key, lines, note }: PendingReceipt): KeptReceipt {
  return { key, note, lines: [...lines].map(([id, line]) => ({ id, ...line })) };
}

export function fromKept({ key, lines, note }: KeptReceipt): PendingReceipt {
  return { key, note, lines: new Map(lines.map(({ id, ...line }) => [id, line])) };
}

function stored(orderId: number): PendingReceipt {
  const found = store.read(orderId);
  return found ? fromKept(found) : NOTHING_PENDING;
}

export function pendingOf(orderId: number): PendingReceipt {
  const pending = useReceipts.getState().receipts.get(store.keyOf(orderId)) ?? stored(orderId);
  return isDone(commands.store.getState().records, pending.key) ? NOTHING_PENDING : pending;
}

export function usePendingReceipt(orderId: number): PendingReceipt {
  const at = store.keyOf(orderId);
  useEffect(() => {
    if (!useReceipts.getState().receipts.has(at)) keepPending(orderId, stored(orderId));
  }, [at, orderId]);
  const pending = useReceipts(({ receipts }) => receipts.get(at)) ?? NOTHING_PENDING;
  const wasReceived = useCommands(({ records }) => isDone(records, pending.key));
  return wasReceived ? NOTHING_PENDING : pending;
}

/**
 * The receipt `sent` has been answered: its counts are deleted, or may be changed again. Counts made since stay.
 * @param owner whose counts they are, who may have left
 * @param next their new key; null when done
 */
export function settleReceipt(orderId: number, sent: KeptReceipt, next: string | null, owner: StateOwner): void {
  const found = store.read(orderId, owner);
  const now = useReceipts.getState().receipts.get(store.keyOf(orderId, owner)) ?? (found && fromKept(found));
  if (now && now.key !== '' && !isSameWork(sent.key, now.key)) return;
  keepPending(orderId, next === null ? NOTHING_PENDING : fromKept({ ...sent, key: next }), owner);
}

function keepPending(orderId: number, pending: PendingReceipt, owner?: StateOwner): void {
  const at = store.keyOf(orderId, owner);
  const isEmpty = pending.lines.size === 0 && pending.note === '';
  const next = isEmpty ? NOTHING_PENDING : { ...pending, key: pending.key || newUuid() };
  store.write(at, isEmpty ? null : toKept(next));
  useReceipts.setState(({ receipts }) => ({ receipts: new Map(receipts).set(at, next) }));
}

export function changePending(orderId: number, change: (pending: PendingReceipt) => PendingReceipt): void {
  keepPending(orderId, change(pendingOf(orderId)));
}

export function forgetPending(orderId: number): void {
  keepPending(orderId, NOTHING_PENDING);
}
