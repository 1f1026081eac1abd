import { displayMoney, minus, sum } from '#domain/money.ts';
import type { RefundableOrder } from '#domain/refund.ts';
import { type SplitPayment, TENDER_METHODS, type TenderMethod } from '#domain/tender.ts';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';

const METHOD: Record<TenderMethod, string> = { cash: 'Cash', card: 'Card' };

/** The ways in which an order was paid; cash less its change. */
export function paidWith({ paid }: Pick<RefundableOrder, 'paid'>): TenderMethod[] {
  return TENDER_METHODS.filter(
    (method) => sum(paid.flatMap((payment) => (payment.method === method ? [payment.amountCents] : []))) > 0,
  );
}

/**
 * Says that more is given back by one way than was paid by it, with what to do; null while the refund goes back as it was
 * paid. `asPaid` is what that would be.
 */
export function otherTenderWords(
  paid: readonly TenderMethod[],
  tenders: readonly SplitPayment[],
  asPaid: readonly SplitPayment[],
): string | null {
  const of = (payments: readonly SplitPayment[], method: TenderMethod) =>
    sum(payments.flatMap((payment) => (payment.method === method ? [payment.amountCents] : [])));
  const more = TENDER_METHODS.find((method) => of(tenders, method) > of(asPaid, method));
  if (!more) return null;
  const sale = paid.length === 2 ? 'in cash and by card' : paid[0] === 'cash' ? 'in cash' : 'by card';
  const usual = of(asPaid, more);
  const amount = `${displayMoney(minus(of(tenders, more), usual))}${usual > 0 ? ' more' : ''}`;
  return more === 'cash'
    ? `This sale was paid ${sale}. ${amount} leaves the drawer in cash.`
    : `This sale was paid ${sale}. ${amount} goes to a card, by the card terminal.`;
}

/** Chooses the tender of the refund. The one that the sale was paid with comes first and is chosen. */
export function RefundTo({
  paid,
  to,
  disabled,
  onChange,
}: {
  paid: readonly TenderMethod[];
  /** Null: as it was paid. */
  to: TenderMethod | null;
  disabled: boolean;
  onChange: (to: TenderMethod | null) => void;
}) {
  const [first] = paid;
  const methods: readonly (TenderMethod | 'paid')[] =
    paid.length === 1 ? TENDER_METHODS.toSorted((a) => (a === first ? -1 : 1)) : ['paid', ...TENDER_METHODS];
  const own = paid.length === 1 && first ? first : 'paid';
  return (
    <div className="flex items-center gap-2.5">
      <span className="text-sm text-ink-2">Refund to</span>
      <ToggleGroup
        label="Refund to"
        value={to ?? own}
        onChange={(value) => onChange(value === own || value === 'paid' ? null : value)}
        options={methods.map((value) => ({ value, label: value === 'paid' ? 'As paid' : METHOD[value], disabled }))}
      />
    </div>
  );
}
