import { useStore } from 'zustand';
import { newUuid } from '#web/api/new-uuid.ts';
import { useSession } from '#web/api/session.ts';
import { createPending, type PendingState } from './pending-state.ts';

const WRITE_AFTER_MS = 200;

const { store, openFor, changedElsewhere, flush } = createPending({
  storage: localStorage,
  newKey: newUuid,
  soon: (write) => void window.setTimeout(write, WRITE_AFTER_MS),
});

function followSession(session: ReturnType<typeof useSession.getState>): void {
  if (session.status === 'signed-in') {
    openFor({ userId: session.me.user.id, locationId: session.me.user.location_id });
  } else if (session.status === 'signed-out') {
    openFor(null);
  }
}

followSession(useSession.getState());
useSession.subscribe(followSession);
window.addEventListener('storage', (event) => changedElsewhere(event.key));
window.addEventListener('pagehide', flush);
document.addEventListener('visibilitychange', flush);

/** Counts and restocks that are not applied yet, of the person who is signed in, at their location. */
export function usePending(): PendingState;
export function usePending<Part>(select: (state: PendingState) => Part): Part;
export function usePending<Part>(select?: (state: PendingState) => Part): PendingState | Part {
  return useStore(store, select ?? ((state) => state as PendingState & Part));
}

/** As it is this moment, for handlers and sums. */
export const pendingNow = store.getState;
