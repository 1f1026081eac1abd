import { create, type StateCreator, type StoreApi, type UseBoundStore } from 'zustand';
import { useSession } from './session.ts';

/** The owner of a state: a person at a location. */
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

/** Remembers who is signed in. The function that it returns says whether they still are, at the same location. */
export function rememberOwner(): () => boolean {
  const before = ownerNow();
  return () => before !== null && isSame(before, ownerNow());
}

/**
 * Runs with the signed-in person: at once, and again when the person or the location changes. Null while nobody is
 * signed in. Checking a session changes nothing. Returns a function that stops it.
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
 * Runs when another person signs in, or the same person at another location. People who sign in again where their
 * session ended find everything as it was.
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

/** All of these stores, for a test that checks each of them. */
export const ownedStores: StoreApi<unknown>[] = [];

/**
 * A store outside the views whose content belongs to one person at one location. It is reset for anybody else, so that
 * nothing of the last owner is shown, sent or written in the name of the next.
 */
export function perOwner<State>(initial: StateCreator<State>): UseBoundStore<StoreApi<State>> {
  const store = create<State>(initial);
  ownedStores.push(store);
  whenOwnerChanges(() => store.setState(store.getInitialState(), true));
  return store;
}
