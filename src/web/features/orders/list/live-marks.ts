import { create } from 'zustand';
import { followOwner } from '#web/api/session/per-owner.ts';
import { marksOf, type Mark, type Seen, seenWith, type Stamped } from './marks.ts';

let seen: Seen | null = null;
let seenScope = '';
/** Orders that this till is changing itself. */
const own = new Set<number>();

/** Orders that arrived or changed while the list was on the screen, until somebody looks at them. */
export const useMarks = create<{ marks: ReadonlyMap<number, Mark> }>(() => ({ marks: new Map() }));

/**
 * Marks orders that are new or changed since they were last seen.
 * @param scope the list without its page; in another list nothing is marked at first
 * @param isNewest true if this page begins with the newest order; nothing is marked until that page was seen
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

/** Announces a change by this till, so that it is not marked when it arrives. */
export function expectOwn(id: number): void {
  if (seen !== null) own.add(id);
}

/** Records a change by this till as seen. */
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

/** Forgets what was seen, when somebody leaves the list or another person signs in. */
export function forgetSeen(): void {
  seen = null;
  own.clear();
  useMarks.setState({ marks: new Map() });
}
followOwner(forgetSeen);
