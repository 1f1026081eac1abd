import { create, type StateCreator, type StoreApi, type UseBoundStore } from 'zustand';
import { useSession } from './session.ts';

/** Whose state it is: another person, or another location, has another one. */
export interface StateOwner {
  readonly userId: number;
  readonly locationId: number | null;
}

function ownerNow(): StateOwner | null {
  const session = useSession.getState();
  if (session.status !== 'signed-in') return null;
  return { userId: session.me.user.id, locationId: session.me.user.location_id };
}

function isSame(one: StateOwner | null, other: StateOwner | null): boolean {
  return one?.userId === other?.userId && one?.locationId === other?.locationId;
}

/**
 * Runs with whoever is signed in: at once, and whenever that becomes another person or another location.
 * Null while nobody is. A session that is only being asked about changes nothing. Returns what stops it.
 */
export function followOwner(open: (owner: StateOwner | null) => void): () => void {
  let before = ownerNow();
  open(before);
  return useSession.subscribe(({ status }) => {
    if (status !== 'signed-in' && status !== 'signed-out') return;
    const owner = ownerNow();
    if (isSame(before, owner)) return;
    before = owner;
    open(owner);
  });
}

/**
 * Runs when somebody else has come, or the same person at another location. Nobody sees a store between two sign-ins:
 * whoever comes back to where their session ended goes on.
 */
export function whenOwnerChanges(run: () => void): () => void {
  let last: StateOwner | null = null;
  return followOwner((owner) => {
    if (owner === null) return;
    const isOther = last !== null && !isSame(last, owner);
    last = owner;
    if (isOther) run();
  });
}

/** All of them, for a test to prove it of each. */
export const ownedStores: StoreApi<unknown>[] = [];

/**
 * A store beside the views whose content belongs to one person at one location: it begins afresh for anybody else, so
 * that nothing of the last owner is shown, sent or written in the name of the next.
 */
export function perOwner<State>(initial: StateCreator<State>): UseBoundStore<StoreApi<State>> {
  const store = create<State>(initial);
  ownedStores.push(store);
  whenOwnerChanges(() => store.setState(store.getInitialState(), true));
  return store;
}
