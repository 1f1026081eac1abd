import { perOwner } from '#web/api/session/per-owner.ts';

/**
 * Customers who are under age by a form that had closed before its answer came. The sale that they are chosen for says
 * so, and then they are forgotten here. Rule: customers/age.
 */
const known = perOwner<{ readonly ids: readonly number[] }>(() => ({ ids: [] }));

export function noteUnderage(customerId: number): void {
  known.setState(({ ids }) => ({ ids: [...ids, customerId] }));
}

/** True once for a customer who was noted. */
export function takeUnderage(customerId: number): boolean {
  const { ids } = known.getState();
  known.setState({ ids: ids.filter((id) => id !== customerId) });
  return ids.includes(customerId);
}
