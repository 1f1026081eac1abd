import { CircleCheck, Printer } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#domain/counted.ts';
import { refundReceiptRoute, type refundRoute } from '#contract/refunds.ts';
import type { ReplyOf } from '#contract/route.ts';
import { call } from '#web/api/call/call.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { displayAmount } from '#web/entities/order/order-format.ts';
import { print } from '#web/entities/receipt/receipts.tsx';
import { belowZeroWords } from '../change/effect-words.ts';
import { NameTill } from '../detail/name-till.tsx';
import { refundedBy, refundTenders } from './refund-words.ts';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';

export type Made = ReplyOf<typeof refundRoute>;

/**
 * Prints the receipt of a refund.
 * @param copy true for each print after the first
 */
export async function printRefund(orderId: number, refundId: number, copy: boolean): Promise<void> {
  try {
    const params = { id: orderId, refund_id: refundId };
    const receipt = await call(refundReceiptRoute, { params, query: copy ? { copy: '1' } : {} });
    print([receipt.data]);
  } catch (error) {
    toast.error(`The receipt could not be fetched. ${sentenceOf(error)}`);
  }
}

/** The refunded items and amounts, with the receipt of the refund. */
export function RefundDone({ orderId, made, onClose }: { orderId: number; made: Made; onClose: () => void }) {
  const { data: refund, points_taken_back: points } = made;
  const { points_returned: returned = 0 } = refund;
  const below = points > 0 ? belowZeroWords(made.points_balance) : null;
  const [printed, setPrinted] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="flex flex-col items-center gap-1 py-2 text-center">
        <CircleCheck aria-hidden className="size-8 text-accent-ink" strokeWidth={1.75} />
        <p className="mt-2 text-2xl font-bold">{displayAmount(refund.amount)}</p>
        <p className="text-base text-ink-2">{refundTenders(refund)}</p>
        <p className="text-sm text-ink-3">
          {refundedBy(refund)} <NameTill till={refund.till ?? null} onGo={onClose} />
        </p>
        {points > 0 && <p className="text-sm text-ink-3">{counted(points, 'point')} taken back</p>}
        {returned > 0 && <p className="text-sm text-ink-3">{counted(returned, 'used point')} given back</p>}
        {below !== null && <p className="text-sm text-yellow">{below}</p>}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button
          ref={focusAtOnce}
          size="touch"
          icon={<Printer aria-hidden className="size-4" />}
          onClick={() => {
            setPrinted(true);
            void printRefund(orderId, refund.id, printed);
          }}
        >
          {printed ? 'Print copy' : 'Print receipt'}
        </Button>
        <Button size="touch" variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
