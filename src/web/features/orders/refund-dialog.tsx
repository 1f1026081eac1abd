import { CircleCheck, Printer } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { ReplyOf } from '#contract/route.ts';
import type { WireOrder } from '#contract/orders.ts';
import { refundReceiptRoute, refundRoute, type WireRefund } from '#contract/refunds.ts';
import { displayMoney, formatMoney, ZERO_CENTS as ZERO } from '#domain/money.ts';
import { displayQuantity, toQuantityNumber, ZERO_MILLI } from '#domain/quantity.ts';
import { refundOf, type RefundWish } from '#domain/refund.ts';
import { call } from '#web/api/call.ts';
import { isCallError, sentenceOf } from '#web/api/call-error.ts';
import { newUuid } from '#web/api/new-uuid.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { expectOwn } from './live-marks.ts';
import { fetchChanged } from './order-changes.ts';
import { centsOf, displayAmount } from './order-format.ts';
import { print } from './receipts.tsx';
import { RefundLines } from './refund-lines.tsx';
import { leftOf, refundableOf } from './refund-sums.ts';

type Made = ReplyOf<typeof refundRoute>;
const METHOD = { cash: 'Cash', card: 'Card' };

/** Prints the receipt of a refund. @param copy any print after the first */
export async function printRefund(orderId: number, refundId: number, copy: boolean): Promise<void> {
  try {
    const params = { id: orderId, refund_id: refundId };
    const receipt = await call(refundReceiptRoute, { params, query: copy ? { copy: '1' } : {} });
    print([receipt.data.rows]);
  } catch (error) {
    toast.error(`The receipt could not be fetched. ${sentenceOf(error)}`);
  }
}

/**
 * Refunds some lines, or parts of them. The amounts are worked out as they are chosen, by the rules the server has; it
 * refuses when it comes to another amount.
 */
export function RefundDialog({
  order,
  refunds,
  open,
  onClose,
}: {
  order: WireOrder;
  refunds: readonly WireRefund[];
  open: boolean;
  onClose: () => void;
}) {
  const [made, setMade] = useState<Made | null>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onClosed={() => setMade(null)}
      title={made ? 'Refunded' : `Refund ${order.number}`}
      description={made ? undefined : paidWords(order)}
      size={made ? 'sm' : 'lg'}
    >
      {made ? (
        <Done orderId={order.id} made={made} onClose={onClose} />
      ) : (
        <RefundForm order={order} refunds={refunds} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

function paidWords({ total, refunded, currency }: WireOrder): string {
  const before = centsOf(refunded) === 0 ? 'nothing refunded yet' : `${displayAmount(refunded, currency)} refunded`;
  return `${displayAmount(total, currency)} sold, ${before}`;
}

function RefundForm({
  order,
  refunds,
  onMade,
  onClose,
}: {
  order: WireOrder;
  refunds: readonly WireRefund[];
  onMade: (made: Made) => void;
  onClose: () => void;
}) {
  const lines = order.line_items.filter((line) => leftOf(line) > 0);
  const [wishes, setWishes] = useState<ReadonlyMap<number, RefundWish>>(
    () => new Map(lines.map(({ id }) => [id, { lineId: id, quantityMilli: ZERO_MILLI, restock: true }])),
  );
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  // Kept while the outcome of a try is not known: the same refund must not be made twice.
  const key = useRef<string | null>(null);
  const wanted = [...wishes.values()].filter(({ quantityMilli }) => quantityMilli > 0);
  const refundable = useMemo(() => refundableOf(order, refunds), [order, refunds]);
  const sums = refundOf(refundable, wanted);
  const refund = sums.ok ? sums.value : null;

  function wish(changes: readonly RefundWish[]) {
    key.current = null;
    setRefused(null);
    setWishes((before) => new Map([...before, ...changes.map((change) => [change.lineId, change] as const)]));
  }

  async function submit() {
    if (!refund || wanted.length === 0) return;
    setBusy(true);
    setRefused(null);
    key.current ??= newUuid();
    try {
      expectOwn(order.id);
      const made = await call(refundRoute, {
        params: { id: order.id },
        idempotencyKey: key.current,
        body: {
          lines: wanted.map(({ lineId, quantityMilli, restock }) => ({
            line_id: lineId,
            quantity: toQuantityNumber(quantityMilli),
            restock,
          })),
          reason: reason.trim(),
          amount: formatMoney(refund.amountCents),
        },
      });
      onMade(made);
    } catch (error) {
      const unknown = isCallError(error) && error.ambiguous;
      if (!unknown) key.current = null;
      setRefused(
        unknown
          ? `${sentenceOf(error)} It is not known whether the refund was made. Press again to find out: it is never made twice.`
          : `Nothing was refunded. ${sentenceOf(error)}`,
      );
    } finally {
      setBusy(false);
      fetchChanged();
    }
  }

  const all = () =>
    wish(
      lines.map((line) => ({
        lineId: line.id,
        quantityMilli: leftOf(line),
        restock: wishes.get(line.id)?.restock ?? true,
      })),
    );

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
      className="flex flex-col gap-4"
    >
      <RefundLines order={order} lines={lines} wishes={wishes} refund={refund} onWish={(one) => wish([one])} />
      <div className="flex flex-wrap items-end gap-4">
        <TextField
          label="Reason"
          className="min-w-56 grow"
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button onClick={all}>Refund everything left</Button>
      </div>
      {!sums.ok && (
        <p role="alert" className="text-sm text-danger-ink">
          {sums.refused.code === 'refund_exceeds_sold'
            ? `Only ${displayQuantity(sums.refused.leftMilli)} can still be refunded.`
            : 'Pieces come back whole.'}
        </p>
      )}
      {refused !== null && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          {refused}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-4">
        <dl aria-live="polite" className="flex grow flex-wrap gap-x-6 gap-y-1 text-sm tabular-nums">
          <Figure name="Items">{displayMoney(refund?.goodsCents ?? ZERO)}</Figure>
          <Figure name="Tax">{displayMoney(refund?.taxCents ?? ZERO)}</Figure>
          {refund && refund.shippingCents > 0 && <Figure name="Shipping">{displayMoney(refund.shippingCents)}</Figure>}
          {refund?.tenders.map(({ method, amountCents }) => (
            <Figure key={method} name={`To ${METHOD[method].toLowerCase()}`}>
              {displayMoney(amountCents)}
            </Figure>
          ))}
          {refund && refund.points > 0 && <Figure name="Points">-{refund.points.toLocaleString('en-US')}</Figure>}
        </dl>
        <div className="flex gap-2">
          <Button size="touch" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="touch" variant="primary" busy={busy} disabled={!refund || wanted.length === 0}>
            Refund {displayMoney(refund?.amountCents ?? ZERO)}
          </Button>
        </div>
      </div>
    </form>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

function Done({ orderId, made, onClose }: { orderId: number; made: Made; onClose: () => void }) {
  const { data: refund, points_taken_back: points } = made;
  const [printed, setPrinted] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="flex flex-col items-center gap-1 py-2 text-center">
        <CircleCheck aria-hidden className="size-8 text-accent-ink" strokeWidth={1.75} />
        <p className="mt-2 text-2xl font-bold">{displayAmount(refund.amount)}</p>
        <p className="text-base text-ink-2">
          {refund.tenders.map(({ method, amount }) => `${METHOD[method]} ${displayAmount(amount)}`).join(', ')}
        </p>
        {points > 0 && <p className="text-sm text-ink-3">{points.toLocaleString('en-US')} points taken back</p>}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button
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
