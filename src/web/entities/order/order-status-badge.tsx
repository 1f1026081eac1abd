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
