import { type Cents, displayMoney, minus, sum, toCents, ZERO_CENTS } from './money.ts';
import { accept, refuse, type Result } from './result.ts';

export const TENDER_METHODS = ['cash', 'card'] as const;
export type TenderMethod = (typeof TENDER_METHODS)[number];

/** Names of the ways to pay. Rule: payment/ways-to-pay. */
export const PAYMENT_TITLES = { cash: 'Cash', card: 'Card', split: 'Split Payment' } as const;
export type PaymentMethod = keyof typeof PAYMENT_TITLES;

/** More payments than this are a mistake. Rule: payment/split-settles. */
export const MAX_TENDERS = 20;

/** A split may differ from the total by this much; it is recorded as rounding. Rule: payment/tolerance. */
export const TOLERANCE_CENTS = 2;

/** A payment as it was handed over or charged. Cash may be more than is owed; the rest is change. */
export interface SplitPayment {
  readonly method: TenderMethod;
  readonly amountCents: Cents;
}

/** tenders + rounding = total + change. Rule: payment/adds-up. */
export interface Settlement {
  readonly tenders: readonly SplitPayment[];
  readonly paidCents: Cents;
  readonly changeCents: Cents;
  readonly roundingCents: Cents;
}

export type TenderRefused =
  | { code: 'tender_not_positive' }
  | { code: 'tender_too_many' }
  | { code: 'tender_insufficient'; paidCents: Cents; totalCents: Cents }
  | { code: 'tender_exceeds_remaining'; remainingCents: Cents; overCents: Cents };

/**
 * Cash received must cover the total; the rest is change. Refuses `tender_insufficient`.
 * Rule: payment/cash-covers-the-total.
 */
export function settleCash(total: Cents, received: Cents): Result<Settlement, TenderRefused> {
  if (received < total) return refuse({ code: 'tender_insufficient', paidCents: received, totalCents: total });
  return accept({
    tenders: [{ method: 'cash', amountCents: received }],
    paidCents: received,
    changeCents: minus(received, total),
    roundingCents: ZERO_CENTS,
  });
}

/** A card is charged exactly the total, on the shop's own terminal. */
export function settleCard(total: Cents): Settlement {
  return {
    tenders: [{ method: 'card', amountCents: total }],
    paidCents: total,
    changeCents: ZERO_CENTS,
    roundingCents: ZERO_CENTS,
  };
}

/** The amount still owed, in cents; below zero it is what comes back. */
export function remainingOf(total: Cents, paid: readonly SplitPayment[]): Cents {
  return minus(total, sum(paid.map((payment) => payment.amountCents)));
}

/**
 * Adds one payment to a split tender. A card payment is capped to what is still owed, within the tolerance.
 * Cash is kept as it was handed over, since more than is owed comes back as change: two $50 notes for $97 are
 * recorded as two 50s with $3 change, not as 50 and 47.
 * Refuses: `tender_not_positive`; `tender_too_many`; `tender_exceeds_remaining` for a card above remaining + $0.02, or
 * for any payment when nothing is owed any more.
 * Rule: payment/split-entry.
 */
export function addSplit(
  total: Cents,
  paid: readonly SplitPayment[],
  next: SplitPayment,
): Result<readonly SplitPayment[], TenderRefused> {
  const remaining = remainingOf(total, paid);
  if (next.amountCents <= 0) return refuse({ code: 'tender_not_positive' });
  if (paid.length >= MAX_TENDERS) return refuse({ code: 'tender_too_many' });
  const over = minus(next.amountCents, remaining);
  if (remaining <= 0 || (next.method === 'card' && over > TOLERANCE_CENTS)) {
    return refuse({ code: 'tender_exceeds_remaining', remainingCents: remaining, overCents: over });
  }
  const amount = next.method === 'card' ? Math.min(next.amountCents, remaining) : next.amountCents;
  return accept([...paid, { method: next.method, amountCents: toCents(amount) }]);
}

/**
 * Settles a split: enough within the tolerance, and nothing charged to a card that would have to come back as cash. The
 * order of the payments does not matter: they have been made, and the sale may have become smaller since.
 * Refuses: `tender_not_positive`, `tender_too_many`, `tender_insufficient`, `tender_exceeds_remaining`.
 * Rule: payment/split-settles.
 */
export function settleSplit(total: Cents, tenders: readonly SplitPayment[]): Result<Settlement, TenderRefused> {
  if (tenders.some((tender) => tender.amountCents <= 0)) return refuse({ code: 'tender_not_positive' });
  if (tenders.length > MAX_TENDERS) return refuse({ code: 'tender_too_many' });
  const paid = sum(tenders.map((tender) => tender.amountCents));
  const over = minus(paid, total);
  if (over < -TOLERANCE_CENTS) return refuse({ code: 'tender_insufficient', paidCents: paid, totalCents: total });
  // The tolerance covers small shortfalls. It does not allow a sale without payment.
  if (tenders.length === 0) return refuse({ code: 'tender_not_positive' });
  if (over <= 0) {
    return accept({ tenders, paidCents: paid, changeCents: ZERO_CENTS, roundingCents: toCents(-over) });
  }
  const onCards = sum(tenders.filter(({ method }) => method === 'card').map((tender) => tender.amountCents));
  const chargedTooMuch = minus(onCards, total);
  if (chargedTooMuch > TOLERANCE_CENTS) {
    return refuse({ code: 'tender_exceeds_remaining', remainingCents: total, overCents: chargedTooMuch });
  }
  if (chargedTooMuch <= 0) return accept({ tenders, paidCents: paid, changeCents: over, roundingCents: ZERO_CENTS });
  return accept({
    tenders,
    paidCents: paid,
    changeCents: minus(over, chargedTooMuch),
    roundingCents: toCents(-chargedTooMuch),
  });
}

/** The sentence staff read. */
export function tenderSentence(refused: TenderRefused, method: 'cash' | 'split' | 'card'): string {
  switch (refused.code) {
    case 'tender_not_positive':
      return 'Each payment must be more than $0.00.';
    case 'tender_too_many':
      return `A sale takes at most ${MAX_TENDERS} payments. Remove some, and take larger ones.`;
    case 'tender_exceeds_remaining':
      return `That is ${displayMoney(refused.overCents)} more than is still owed.`;
    case 'tender_insufficient':
      return method === 'split'
        ? `Total paid (${displayMoney(refused.paidCents)}) is less than the order total (${displayMoney(refused.totalCents)}).`
        : `Please provide at least ${displayMoney(refused.totalCents)} to complete this transaction.`;
  }
}

/** Change of the largest note or more is a typing mistake: customers do not hand over a note that is not needed. Rule: payment/much-change. */
const MUCH_CHANGE_CENTS = 10_000;

/** The question before this much change is given; null if none is needed. Rule: payment/much-change. */
export function muchChangeSentence({ tenders, changeCents }: Settlement, total: Cents): string | null {
  if (changeCents < MUCH_CHANGE_CENTS) return null;
  const cash = sum(tenders.filter(({ method }) => method === 'cash').map(({ amountCents }) => amountCents));
  return `${displayMoney(cash)} in cash is entered for a sale of ${displayMoney(total)}. The change would be ${displayMoney(changeCents)}.`;
}

/** Rule: payment/quick-amounts. */
const NOTES_CENTS = [500, 1000, 2000, 5000, 10000];

/** Quick amounts for a cash sale: exact, then the next round sums a customer is likely to hand over. At most five. Rule: payment/quick-amounts. */
export function quickAmounts(total: Cents): Cents[] {
  const amounts = new Set<number>([total]);
  for (const note of NOTES_CENTS) amounts.add(Math.ceil(total / note) * note);
  return [...amounts]
    .filter((amount) => amount > 0)
    .sort((a, b) => a - b)
    .slice(0, 5)
    .map(toCents);
}
