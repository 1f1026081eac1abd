import type { PoStatus } from '#domain/purchase-order.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { STATUS_TONES, STATUS_WORDS } from '../order-words.ts';

export function PoStatusBadge({ status }: { status: PoStatus }) {
  return <Badge tone={STATUS_TONES[status]}>{STATUS_WORDS[status]}</Badge>;
}
