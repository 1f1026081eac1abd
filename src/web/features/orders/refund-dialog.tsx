import { PAYMENT_TITLES } from '#domain/tender.ts';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import type { WireOrder } from '#contract/orders.ts';
import { refundRoute, type WireRefund } from '#contract/refunds.ts';
import { displayMoney, formatMoney, ZERO_CENTS as ZERO } from '#domain/money.ts';
import { displayQuantity, toQuantityNumber, ZERO_MILLI } from '#domain/quantity.ts';
import { refundOf, type RefundRefused, type RefundWish } from '#domain/refund.ts';
import { call } from '#web/api/call.ts';
import { isCallError, sentenceOf } from '#web/api/call-error.ts';
import { newUuid } from '#web/api/new-uuid.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { expectOwn } from './live-marks.ts';
import { fetchChanged } from './order-changes.ts';
import { centsOf, displayAmount } from './order-format.ts';
import { type Made, RefundDone } from './refund-done.tsx';
import { RefundLines } from './refund-lines.tsx';
import { leftOf, refundableOf } from './refund-sums.ts';

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
  const first = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onClosed={() => setMade(null)}
      title={made ? 'Refunded' : `Refund ${order.number}`}
      description={made ? undefined : paidWords(order)}
      size={made ? 'sm' : 'lg'}
      initialFocus={first}
    >
      {made ? (
        <RefundDone orderId={order.id} made={made} onClose={onClose} />
      ) : (
        <RefundForm order={order} refunds={refunds} first={first} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

function paidWords({ total, refunded, currency }: WireOrder): string {
  const before = centsOf(refunded) === 0 ? 'nothing refunded yet' : `${displayAmount(refunded, currency)} refunded`;
  return `${displayAmount(total, currency)} sold, ${before}`;
}

/** As the server says it. */
function refusedWords(refused: RefundRefused, lines: WireOrder['line_items']): string {
  const name = lines.find(({ id }) => id === refused.lineId)?.name ?? 'That item';
  if (refused.code === 'refund_exceeds_sold')
    return `Only ${displayQuantity(refused.leftMilli)} of ${name} can still be refunded.`;
  return `${name} is sold by the piece and comes back in whole pieces.`;
}

function RefundForm({
  order,
  refunds,
  first,
  onMade,
  onClose,
}: {
  order: WireOrder;
  refunds: readonly WireRefund[];
  first: RefObject<HTMLInputElement | null>;
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
      <RefundLines
        order={order}
        lines={lines}
        wishes={wishes}
        refund={refund}
        first={first}
        onWish={(one) => wish([one])}
      />
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
          {refusedWords(sums.refused, lines)}
        </p>
      )}
      {refused !== null && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          {refused}
        </p>
      )}
      <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 rounded-b-lg flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line bg-raised px-5 py-4">
        <dl aria-live="polite" className="flex grow flex-wrap gap-x-6 gap-y-1 text-sm tabular-nums">
          <Figure name="Items">{displayMoney(refund?.goodsCents ?? ZERO)}</Figure>
          <Figure name="Tax">{displayMoney(refund?.taxCents ?? ZERO)}</Figure>
          {refund && refund.shippingCents > 0 && <Figure name="Shipping">{displayMoney(refund.shippingCents)}</Figure>}
          {refund?.tenders.map(({ method, amountCents }) => (
            <Figure key={method} name={`To ${PAYMENT_TITLES[method].toLowerCase()}`}>
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
