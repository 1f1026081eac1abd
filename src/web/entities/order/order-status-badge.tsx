import type { WireOrder } from '#contract/orders.ts';
import { centsOf } from '#domain/money.ts';
import { Badge, type Tone } from '#web/ui/status/badge.tsx';
import { statusLabel } from './order-format.ts';

/** Rule: display/status-colours. Other statuses are neutral. */
const STATUS_TONE: Record<string, Tone> = {
  completed: 'green',
  processing: 'blue',
  pending: 'yellow',
  'on-hold': 'orange',
  cancelled: 'red',
  refunded: 'purple',
  failed: 'crimson',
};

export function OrderStatusBadge({ status }: { status: string }) {
  return <Badge tone={STATUS_TONE[status] ?? 'neutral'}>{statusLabel(status)}</Badge>;
}

/** "Partly refunded" or "Refunded", of an order whose status does not say so by itself; null for others. */
export function refundWord({ status, total, refunded, ...points }: StatusOf): string | null {
  // An order that was paid with points gives back points.
  const { points_redeemed: used = 0, points_returned: returned = 0 } = points;
  if (status === 'refunded' || (centsOf(refunded) === 0 && returned === 0)) return null;
  return centsOf(refunded) < centsOf(total) || returned < used ? 'Partly refunded' : 'Refunded';
}

type StatusOf = Pick<WireOrder, 'status' | 'total' | 'refunded' | 'points_redeemed' | 'points_returned'>;

/** The status of an order, and in a badge beside or below it how much of it was given back. */
export function OrderStatus({ order }: { order: StatusOf }) {
  const refund = refundWord(order);
  if (refund === null) return <OrderStatusBadge status={order.status} />;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-px *:h-4 max-[640px]:flex-col max-[640px]:items-end">
      <OrderStatusBadge status={order.status} />
      <Badge tone="purple">{refund}</Badge>
    </span>
  );
}
