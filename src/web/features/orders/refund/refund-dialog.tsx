import { useQuery } from '@tanstack/react-query';
import { counted } from '#domain/counted.ts';
import { PAYMENT_TITLES, type TenderMethod } from '#domain/tender.ts';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import type { WireOrder } from '#contract/orders.ts';
import { centsOf, displayMoney, formatMoney, ZERO_CENTS as ZERO } from '#domain/money.ts';
import { displayQuantity, type Milli, toQuantityNumber, ZERO_MILLI } from '#domain/quantity.ts';
import { refundOf, type RefundRefused, type RefundWish } from '#domain/refund.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Chip } from '#web/ui/controls/chip.tsx';
import { Checking } from '#web/entities/command/checking.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { orderSubject } from '../change/command-of-order.ts';
import { tierNote, unitOf } from '../detail/line-words.ts';
import { expectOwn } from '../list/live-marks.ts';
import { customerQuery } from '#web/entities/customer/customer-query.ts';
import { displayAmount } from '#web/entities/order/order-format.ts';
import type { OrderDetail } from '../orders-queries.ts';
import { refundCommand, type RefundPlan, type RefundRow, type RefundSums } from './refund-command.ts';
import { type Made, RefundDone } from './refund-done.tsx';
import { RefundLines } from './refund-lines.tsx';
import { otherTenderWords, paidWith, RefundTo } from './refund-to.tsx';
import { isDivisible, leftOf, refundableOf, tierQuantityOf } from './refund-sums.ts';
import { happenedOtherwise } from '../change/tell-order-outcome.ts';

/** The usual reasons, one press away. */
const REASONS = ['Damaged', 'Defective', 'Wrong item', 'Changed mind', 'Price mistake', 'Goodwill'];

/** Goods that come back for these are not sold again, with whatever else is written behind the word. */
const SPOILED = /^\s*(?:damaged|defective)\b/i;

/**
 * Refunds lines of an order, or parts of them. The amounts are calculated as they are chosen, by the server's rules;
 * the server refuses when it calculates another amount.
 */
export function RefundDialog({ order, open, onClose }: { order: OrderDetail; open: boolean; onClose: () => void }) {
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
        <RefundForm order={order} first={first} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

function paidWords({ total, refunded, currency }: WireOrder): string {
  const before = centsOf(refunded) === 0 ? 'nothing refunded' : `${displayAmount(refunded, currency)} refunded`;
  return `Paid ${displayAmount(total, currency)} · ${before}`;
}

/** The same sentence as the server's. */
function refusedWords(refused: RefundRefused, lines: WireOrder['line_items']): string {
  const line = lines.find(({ id }) => id === refused.lineId);
  const name = line?.name ?? 'That item';
  if (refused.code === 'refund_exceeds_sold')
    return `Only ${displayQuantity(refused.leftMilli)}${line ? unitOf(line) : ''} of ${name} can still be refunded.`;
  return `${name} is sold by the piece and comes back in whole pieces.`;
}

function rowOf(line: WireOrder['line_items'][number]): RefundRow {
  const { id, name } = line;
  const note = tierNote(line)?.text ?? '';
  const stepMilli = tierQuantityOf(line);
  return {
    id,
    name,
    note,
    divisible: isDivisible(line),
    leftMilli: leftOf(line),
    unit: unitOf(line),
    ...(stepMilli && { stepMilli }),
  };
}

function byLine(wishes: readonly RefundWish[]): ReadonlyMap<number, RefundWish> {
  return new Map(wishes.map((wish) => [wish.lineId, wish] as const));
}

function quantitiesOf(wishes: readonly RefundWish[] = []): ReadonlyMap<number, Milli> {
  return new Map(wishes.map(({ lineId, quantityMilli }) => [lineId, quantityMilli] as const));
}

/** The lines of a sent refund whose "Back to stock" is not as its reason has it: the person has set it. */
function setByHandIn({ wishes, reason }: Pick<RefundPlan, 'wishes' | 'reason'>): (readonly [number, boolean])[] {
  return wishes
    .filter(({ restock }) => restock === SPOILED.test(reason))
    .map(({ lineId, restock }) => [lineId, restock] as const);
}

/** Says which lines the reason has switched off; null for none. Lines that the person set stay. */
function spoiledWords(reason: string, rows: readonly RefundRow[], byHand: ReadonlyMap<number, boolean>): string | null {
  if (!SPOILED.test(reason)) return null;
  if (rows.every(({ id }) => byHand.has(id))) return null;
  const kept = byHand.size > 0 ? ', except where you set it yourself' : '';
  return `Damaged or defective goods are not sold again: "Back to stock" is off${kept}.`;
}

function RefundForm({
  order,
  first,
  onMade,
  onClose,
}: {
  order: OrderDetail;
  first: RefObject<HTMLInputElement | null>;
  onMade: (made: Made) => void;
  onClose: () => void;
}) {
  const [quantities, setQuantities] = useState(() => quantitiesOf());
  // The lines whose "Back to stock" was set by the person. The reason decides about the others.
  const [byHand, setByHand] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [reason, setReason] = useState('');
  const [to, setTo] = useState<TenderMethod | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const command = useCommand(refundCommand, orderSubject(order.id), (outcome, sent) => {
    if (outcome.kind === 'done') return onMade(outcome.reply);
    // A refused refund can be corrected and sent again. Anything else must not be sent twice.
    const mended = outcome.kind === 'refused' ? sent : null;
    setQuantities(quantitiesOf(mended?.wishes));
    setByHand((before) => (mended ? new Map([...before, ...setByHandIn(mended)]) : new Map()));
    setReason(mended?.reason ?? '');
    setTo(mended?.to ?? null);
    if (outcome.kind === 'refused') setRefused(`Nothing was refunded. ${sentenceOf(outcome.error)}`);
    else if (outcome.kind === 'otherwise') setRefused(happenedOtherwise(outcome.error));
    else setRefused('Another window of this browser has the answer. Check what was refunded before you go on.');
  });
  const wishes = order.line_items.map(({ id: lineId }): RefundWish => ({
    lineId,
    quantityMilli: quantities.get(lineId) ?? ZERO_MILLI,
    restock: byHand.get(lineId) ?? !SPOILED.test(reason),
  }));
  const wanted = wishes.filter(({ quantityMilli }) => quantityMilli > 0);
  const lines = order.line_items.filter((line) => leftOf(line) > 0 || wanted.some(({ lineId }) => lineId === line.id));
  const refundable = useMemo(() => refundableOf(order, order.refunds), [order]);
  const sums = refundOf(refundable, wanted, to);
  const asPaid = refundOf(refundable, wanted);
  const paid = paidWith(refundable);
  const now = { rows: lines.map(rowOf), wishes, sums: sums.ok ? sums.value : null, reason, to };
  const isSent = command.open !== null;
  const shown = isSent ? command.memo : now;
  const spoiled = isSent ? null : spoiledWords(reason, now.rows, byHand);
  const refund = shown?.sums ?? null;

  const elsewhere =
    !isSent && sums.ok && asPaid.ok ? otherTenderWords(paid, sums.value.tenders, asPaid.value.tenders) : null;
  const below = useBelowZero(order.customer_id, isSent ? null : refund);

  function refundQuantities(changed: ReadonlyMap<number, Milli>) {
    setRefused(null);
    setQuantities((before) => new Map([...before, ...changed]));
  }

  function submit() {
    if (isSent || !sums.ok || wanted.length === 0) return;
    setRefused(null);
    expectOwn(order.id);
    const { amountCents } = sums.value;
    void command.send({
      title: `Refund of ${displayMoney(amountCents)} on ${order.number}`,
      memo: { ...now, wishes: wanted, sums: sums.value },
      params: { id: String(order.id) },
      body: {
        lines: wanted.map(({ lineId, quantityMilli, restock }) => ({
          line_id: lineId,
          quantity: toQuantityNumber(quantityMilli),
          restock,
        })),
        reason: reason.trim(),
        ...(to && { refund_to: to }),
        amount: formatMoney(amountCents),
      },
    });
  }

  const all = () => refundQuantities(new Map(lines.map((line) => [line.id, leftOf(line)] as const)));

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-4"
    >
      {shown ? (
        <RefundLines
          number={order.number}
          rows={shown.rows}
          wishes={byLine(shown.wishes)}
          refund={refund}
          disabled={isSent}
          first={first}
          onQuantity={(id, quantityMilli) => refundQuantities(new Map([[id, quantityMilli]]))}
          onRestock={(id, restock) => setByHand((before) => new Map([...before, [id, restock]]))}
        />
      ) : (
        <p className="text-sm">{command.open?.title}</p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {paid.length > 0 && <RefundTo paid={paid} to={shown?.to ?? null} disabled={isSent} onChange={setTo} />}
        <Button disabled={isSent} onClick={all}>
          Refund all remaining
        </Button>
      </div>
      {elsewhere !== null && (
        <p role="status" className="rounded-md bg-yellow-soft px-3 py-2 text-sm text-yellow">
          {elsewhere}
        </p>
      )}
      <div className="flex flex-col gap-2">
        <TextField
          label="Reason"
          maxLength={500}
          value={shown?.reason ?? ''}
          disabled={isSent}
          onChange={({ target }) => setReason(target.value)}
        />
        {!isSent && (
          <div role="group" aria-label="Reasons" className="grid grid-cols-3 gap-2 min-[720px]:grid-cols-6">
            {REASONS.map((one) => (
              <Chip
                key={one}
                chosen={reason === one}
                onPress={() => setReason(reason === one ? '' : one)}
                className="px-1!"
              >
                {one}
              </Chip>
            ))}
          </div>
        )}
        <p role="status" className="text-sm text-yellow empty:hidden">
          {spoiled}
        </p>
      </div>
      {!isSent && !sums.ok && (
        <p role="alert" className="text-sm text-danger-ink">
          {refusedWords(sums.refused, lines)}
        </p>
      )}
      {refused !== null && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          {refused}
        </p>
      )}
      {below !== null && (
        <p role="status" className="text-sm text-yellow">
          {below}
        </p>
      )}
      <Checking what="refund" command={command.open} />
      <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 rounded-b-lg flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line bg-raised px-5 py-4">
        <dl aria-live="polite" className="flex grow flex-wrap gap-x-6 gap-y-1 text-sm tabular-nums">
          <Figure name="Items">{displayMoney(refund?.goodsCents ?? ZERO)}</Figure>
          {order.tax_lines.length > 1 && refund?.taxes.length !== 0 ? (
            order.tax_lines.map(({ rate_code: code, label }, place) => (
              <Figure key={code} name={label}>
                {displayMoney(refund?.taxes[place] ?? ZERO)}
              </Figure>
            ))
          ) : (
            <Figure name={(order.tax_lines.length === 1 && order.tax_lines[0]?.label) || 'Tax'}>
              {displayMoney(refund?.taxCents ?? ZERO)}
            </Figure>
          )}
          {refund && refund.shippingCents > 0 && <Figure name="Shipping">{displayMoney(refund.shippingCents)}</Figure>}
          {refund?.tenders.map(({ method, amountCents }) => (
            <Figure key={method} name={`To ${PAYMENT_TITLES[method].toLowerCase()}`}>
              {displayMoney(amountCents)}
            </Figure>
          ))}
          {refund && refund.points > 0 && (
            <Figure name="Points taken back">{refund.points.toLocaleString('en-US')}</Figure>
          )}
          {refund && refund.pointsReturned > 0 && (
            <Figure name="Used points given back">{refund.pointsReturned.toLocaleString('en-US')}</Figure>
          )}
        </dl>
        <div className="flex gap-2">
          <Button size="touch" onClick={onClose}>
            {isSent ? 'Close' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            size="touch"
            variant="primary"
            busy={isSent}
            disabled={!isSent && (!refund || wanted.length === 0)}
          >
            Refund {displayMoney(refund?.amountCents ?? ZERO)}
          </Button>
        </div>
      </div>
    </form>
  );
}

/**
 * Warns that the refund leaves the customer with a negative balance, because they have spent points that are taken
 * back.
 */
function useBelowZero(customerId: number, refund: RefundSums | null): string | null {
  const moved = refund ? refund.pointsReturned - refund.points : 0;
  const { data } = useQuery({ ...customerQuery(customerId), enabled: customerId !== 0 && moved < 0 });
  const balance = data ? data.data.points_balance + moved : 0;
  return moved < 0 && balance < 0 ? `This leaves the customer with ${counted(balance, 'point')}.` : null;
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}
