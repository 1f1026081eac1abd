import { create } from 'zustand';
import type { WireOrder } from '#contract/orders.ts';

export type Mark = 'new' | 'changed';
type Stamped = Pick<WireOrder, 'id' | 'date_created' | 'date_modified'>;

/** What was seen so far: each order's last change, and how far the newest goes. */
export interface Seen {
  readonly modified: ReadonlyMap<number, string>;
  readonly newest: string;
}

/**
 * Which of the orders that arrived are new, and which changed since they were last seen. An older order that comes
 * into a page because another left it is neither.
 */
export function marksOf(seen: Seen, orders: readonly Stamped[]): Map<number, Mark> {
  const marks = new Map<number, Mark>();
  for (const { id, date_created: created, date_modified: modified } of orders) {
    const before = seen.modified.get(id);
    if (before === undefined) {
      if (created > seen.newest) marks.set(id, 'new');
    } else if (modified > before) marks.set(id, 'changed');
  }
  return marks;
}

/** What has been seen once these orders are shown. */
export function seenWith(seen: Seen | null, orders: readonly Stamped[]): Seen {
  const modified = new Map(seen?.modified);
  let newest = seen?.newest ?? '';
  for (const order of orders) {
    modified.set(order.id, order.date_modified);
    if (order.date_created > newest) newest = order.date_created;
  }
  return { modified, newest };
}

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

/** Another person, or another place: what they saw is not what was seen here. */
export function forgetSeen(): void {
  seen = null;
  own.clear();
  useMarks.setState({ marks: new Map() });
}
