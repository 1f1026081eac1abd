import { Printer, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ListedOrder, WireOrder } from '#contract/orders.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Button, type ButtonSize } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { useUnderWay } from '../change/command-of-order.ts';
import { displayAmount, unitOfLine } from '#web/entities/order/order-format.ts';
import { NameTill } from '../detail/name-till.tsx';
import { useOrderDetail } from '../orders-queries.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { printRefund } from './refund-done.tsx';
import { isRefundable } from './refund-sums.ts';
import { refundedBy, refundedItems, refundedPoints, refundTenders } from './refund-words.ts';
import { displayInstant } from '#web/ui/dates.ts';

/** Opens the refund dialog while something is refundable. The earlier refunds must be known first. */
export function RefundButton({ order, size = 'md' }: { order: WireOrder; size?: ButtonSize }) {
  const mayChange = useMay('change-orders');
  const { data, isPending } = useOrderDetail(order.id);
  const [open, setOpen] = useState(false);
  const isSent = useUnderWay('refund', order.id);
  if (!mayChange || (!open && !isSent && !isRefundable(order))) return null;
  return (
    <>
      <Button
        size={size}
        // A press while the earlier refunds are being fetched opens the dialog afterwards.
        busy={open && isPending}
        icon={<Undo2 aria-hidden className="size-4" />}
        disabled={!isPending && !data}
        onClick={() => setOpen(true)}
      >
        {isSent ? 'Checking refund' : 'Refund items'}
      </Button>
      {data && <RefundDialog order={data} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The same for the one order that is selected, because a press on a row selects it and does not open it. */
export function RefundSelected({ order }: { order: ListedOrder }) {
  const { data } = useOrderDetail(order.id);
  return data ? <RefundButton order={{ ...data, status: order.status }} size="sm" /> : null;
}

/** The refunds so far, with their receipts. */
export function Refunds({ order }: { order: WireOrder }) {
  const { time_zone: timeZone, location_id: own } = useUser();
  const { data } = useOrderDetail(order.id);
  if (!data || data.refunds.length === 0) return null;
  const unitOf = (lineId: number) => {
    const line = order.line_items.find(({ id }) => id === lineId);
    return line ? unitOfLine(line) : '';
  };
  return (
    <section aria-label="Refunds" className="mt-4">
      <h3 className="mb-1.5 text-xs font-medium text-ink-3">Refunds</h3>
      <ul className="flex flex-col gap-2">
        {data.refunds.map((refund) => (
          <li key={refund.id} className="flex items-start gap-3 border-l-2 border-line-strong pl-2.5">
            <div className="min-w-0 grow">
              <p>
                <span className={refund.reversed_at ? 'font-medium line-through' : 'font-medium'}>
                  {displayAmount(refund.amount, order.currency)}
                </span>
                {refund.lines.length > 0 && ` for ${refundedItems(refund, unitOf)}`}
                {refund.reason !== '' && <span className="text-ink-2">: {refund.reason}</span>}
                {refund.reversed_at && <span className="text-ink-2"> (undone)</span>}
              </p>
              <p className="text-xs text-ink-3">
                {refund.number}, {refundTenders(refund, order.currency)}, {refundedBy(refund)},{' '}
                {displayInstant(refund.refunded_at ?? refund.created_at, timeZone)}{' '}
                {order.location_id === own && <NameTill till={refund.till ?? null} />}
              </p>
              {refundedPoints(refund) !== '' && <p className="text-xs text-ink-3">{refundedPoints(refund)}</p>}
            </div>
            <IconButton
              label={`Print copy of refund ${refund.number}`}
              size="sm"
              icon={<Printer aria-hidden className="size-4" />}
              onClick={() => void printRefund(order.id, refund.id, true)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
