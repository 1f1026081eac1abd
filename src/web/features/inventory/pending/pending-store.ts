import { useStore } from 'zustand';
import { commands, ownerNow, useCommands } from '#web/api/commands/commands.ts';
import { isDone } from '#web/api/commands/keys.ts';
import { concerns, isOpen } from '#web/api/commands/record.ts';
import { newUuid } from '#web/api/call/new-uuid.ts';
import { followOwner } from '#web/api/session/per-owner.ts';
import type { PendingPart } from './pending-record.ts';
import { createPending, type PendingState } from './pending-state.ts';

const WRITE_AFTER_MS = 200;

/** The kind of command that sends each part. The command's subject is the name of the part. */
const SENT_BY = { counts: 'audit', restocks: 'restock' } as const;

/**
 * True if a part was sent and is not answered yet, whichever person is waiting for the answer. It cannot be changed
 * until then.
 */
export function isPendingLocked(part: PendingPart): boolean {
  const here = ownerNow();
  return [...commands.store.getState().records.values()].some(
    (record) => concerns(record, here) && record.kind === SENT_BY[part] && isOpen(record),
  );
}

const pending = createPending({
  storage: localStorage,
  isLocked: isPendingLocked,
  newKey: newUuid,
  isDone: (key) => isDone(commands.store.getState().records, key),
  soon: (write) => void window.setTimeout(write, WRITE_AFTER_MS),
});

followOwner(pending.openFor);
window.addEventListener('storage', (event) => pending.changedElsewhere(event.key));
window.addEventListener('pagehide', pending.flush);
document.addEventListener('visibilitychange', pending.flush);

/** Counts and restocks that are not applied yet, of the signed-in person at their location. */
export function usePending(): PendingState;
export function usePending<Part>(select: (state: PendingState) => Part): Part;
export function usePending<Part>(select?: (state: PendingState) => Part): PendingState | Part {
  return useStore(pending.store, select ?? ((state) => state as PendingState & Part));
}

/** The present state, for handlers and sums. */
export const pendingNow = pending.store.getState;

export const { settle: settlePending, putBack: putPendingBack } = pending;

export function usePendingLocked(part: PendingPart): boolean {
  return useCommands(() => isPendingLocked(part));
}
