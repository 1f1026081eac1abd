import { emit } from '#web/api/events.ts';
import { perOwner } from '#web/api/session/per-owner.ts';

/** The merge that another view asked to undo, until the view of the customers takes it. */
export const useMergeWish = perOwner<{ readonly undo: number | null }>(() => ({ undo: null }));

/** Opens the customer who was kept, and asks there whether the merge is undone. */
export function askToUndoMerge(mergeId: number, keptId: number): void {
  useMergeWish.setState({ undo: mergeId });
  emit('showInView', { view: 'customers', recordId: keptId });
}
