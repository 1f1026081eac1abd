import type { WireOrder } from '#contract/orders.ts';
import { DeleteOrder } from '../change/delete-order.tsx';
import { RefundButton } from '../refund/refunds.tsx';
import { Reprint } from './reprint.tsx';

/** The most common actions on an order, beside its tabs. Deleting it is behind "...". Rule: orders/actions. */
export function OrderActions({ order }: { order: WireOrder }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 py-1">
      <Reprint order={order} />
      <RefundButton order={order} />
      <DeleteOrder order={order} />
    </div>
  );
}
