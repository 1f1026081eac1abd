import type { WireOrder } from '#contract/orders.ts';

type Points = Pick<
  WireOrder,
  'status' | 'points_awarded' | 'points_refunded' | 'points_redeemed' | 'points_returned' | 'redeemed'
>;

/** "44 earned, 12 taken back", or "all taken back", as for an order that is cancelled or refunded as a whole. */
function part(points: number, done: string, back: number, undone: string): string | null {
  if (points === 0) return null;
  const words = `${points.toLocaleString('en-US')} ${done}`;
  if (back === 0) return words;
  return `${words}, ${back === points ? 'all' : back.toLocaleString('en-US')} ${undone}`;
}

/** "44 earned, 12 taken back; 400 used, all given back". Rules: orders/effects-once, loyalty/redeemed-at-the-till. */
export function pointsWords(order: Points): string {
  const isReversed = order.status === 'cancelled' || order.status === 'refunded';
  const { points_awarded: awarded, points_redeemed: used = 0 } = order;
  const parts = [
    part(awarded, 'earned', isReversed ? awarded : order.points_refunded, 'taken back'),
    part(used, 'used', isReversed ? used : (order.points_returned ?? 0), 'given back'),
  ].filter((words) => words !== null);
  return parts.length === 0 ? 'None' : parts.join('; ');
}
