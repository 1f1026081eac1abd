import { emit } from '#web/api/events.ts';
import { perOwner } from '#web/api/session/per-owner.ts';

interface MergeWish {
  readonly mergeId: number;
  readonly keptId: number;
  readonly askedAtMs: number;
}

/** The merge that another view asked to undo, until the view of the customers takes it. */
export const useMergeWish = perOwner<{ readonly undo: MergeWish | null }>(() => ({ undo: null }));

/** A customer who is opened later than this is opened for something else. */
const WISH_KEPT_MS = 60_000;

/** Opens the customer who was kept, and asks there whether the merge is undone. */
export function askToUndoMerge(mergeId: number, keptId: number): void {
  useMergeWish.setState({ undo: { mergeId, keptId, askedAtMs: Date.now() } });
  emit('showInView', { view: 'customers', recordId: keptId });
}

/** Ends the wish. @returns whether it is recent enough to be followed */
export function takeMergeWish(): boolean {
  const { undo } = useMergeWish.getState();
  useMergeWish.setState({ undo: null });
  return undo !== null && Date.now() - undo.askedAtMs < WISH_KEPT_MS;
}
