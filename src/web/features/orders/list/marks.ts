import type { ListedOrder } from '#contract/orders.ts';

export type Mark = 'new' | 'changed';
export type Stamped = Pick<ListedOrder, 'id' | 'date_created' | 'date_modified'>;

/** The state seen so far: the last change of each order, and the newest order. */
export interface Seen {
  readonly modified: ReadonlyMap<number, string>;
  readonly newest: string;
}

/**
 * The marks of arrived orders that are new or changed since they were last seen. An older order that moves onto the
 * page because another one left it gets none.
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

/** Adds these orders to what was seen. */
export function seenWith(seen: Seen | null, orders: readonly Stamped[]): Seen {
  const modified = new Map(seen?.modified);
  let newest = seen?.newest ?? '';
  for (const order of orders) {
    modified.set(order.id, order.date_modified);
    if (order.date_created > newest) newest = order.date_created;
  }
  return { modified, newest };
}
