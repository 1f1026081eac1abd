import { create } from 'zustand';
import { followOwner } from '#web/api/session/per-owner.ts';
import { marksOf, type Mark, type Seen, seenWith, type Stamped } from './marks.ts';

let seen: Seen | null = null;
let seenScope = '';
/** Orders whose next change is ours. */
const own = new Set<number>();

/** Orders that arrived or changed while the list was looked at, until somebody looks at them. */
export const useMarks = create<{ marks: ReadonlyMap<number, Mark> }>(() => ({ marks: new Map() }));

/**
 * Compares what arrived with what was seen.
 * @param scope the list without its page: in another list other orders are to be expected, and none of them is news
 * @param isNewest whether this page begins with the newest order; before it was seen nothing can be called new
 */
export function noteArrived(orders: readonly Stamped[], scope: string, isNewest: boolean): void {
  if (scope !== seenScope) {
    seenScope = scope;
    seen = null;
  }
  if (seen !== null) {
    const arrived = marksOf(seen, orders);
    for (const id of arrived.keys()) if (own.delete(id)) arrived.delete(id);
    if (arrived.size > 0) useMarks.setState(({ marks }) => ({ marks: new Map([...marks, ...arrived]) }));
  }
  if (seen !== null || isNewest) seen = seenWith(seen, orders);
}

/** This till is about to change an order: the change is no news when it arrives. */
export function expectOwn(id: number): void {
  if (seen !== null) own.add(id);
}

/** A change of our own is no news. */
export function noteKnown(order: Stamped): void {
  if (seen !== null) seen = seenWith(seen, [order]);
  clearMark(order.id);
}

export function clearMark(id: number): void {
  if (!useMarks.getState().marks.has(id)) return;
  useMarks.setState(({ marks }) => {
    const next = new Map(marks);
    next.delete(id);
    return { marks: next };
  });
}

/** Who comes back to the list later, or is somebody else, has seen nothing of it yet. */
export function forgetSeen(): void {
  seen = null;
  own.clear();
  useMarks.setState({ marks: new Map() });
}
followOwner(forgetSeen);
