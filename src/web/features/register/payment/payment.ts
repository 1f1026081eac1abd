import { type Cents, displayMoney, formatMoney, minus, plus, sum, toCents, ZERO_CENTS } from '#domain/money.ts';
import {
  addSplit,
  type PaymentMethod,
  remainingOf,
  settleCard,
  settleCash,
  type Settlement,
  settleSplit,
  type SplitPayment,
  type TenderMethod,
  type TenderRefused,
  tenderSentence,
} from '#domain/tender.ts';
import { accept, refuse, type Result } from '#domain/result.ts';
import { readMoney, type TypedRefused, typedSentence } from '#domain/typed.ts';

/** The entered payment does not pay the total, or is not an amount. */
export type PaymentRefused = TenderRefused | { readonly code: 'amount_unreadable'; readonly why: TypedRefused };

/** The payment of a sale. Amounts are kept exactly as typed, valid or not: "20", "20.5", "12,50", "". */
export interface Payment {
  readonly method: PaymentMethod;
  readonly received: string;
  /** The total that was on the screen while `received` or `splitAmount` was typed. */
  readonly enteredFor: Cents | null;
  readonly splits: readonly SplitPayment[];
  readonly splitAmount: string;
  /** The reason for refusing the last split entry. */
  readonly splitRefused: PaymentRefused | null;
  /** The amount that the card may have been charged for a refused sale; 0 for none. */
  readonly maybeCharged: Cents;
}

export type PaymentEvent =
  | { kind: 'method'; method: PaymentMethod }
  | { kind: 'received'; text: string; total: Cents }
  | { kind: 'split-amount'; text: string; total: Cents }
  /** A total is shown. An amount that was typed for another total is cleared. */
  | { kind: 'total'; total: Cents }
  | { kind: 'split-add'; total: Cents; method: TenderMethod }
  | { kind: 'split-remove'; index: number }
  /** Pay was pressed by key while a part is still owed. */
  | { kind: 'split-unfinished'; refused: PaymentRefused }
  | { kind: 'split-cancel' };

export const NEW_PAYMENT: Payment = {
  method: 'cash',
  received: '',
  enteredFor: null,
  splits: [],
  splitAmount: '',
  splitRefused: null,
  maybeCharged: ZERO_CENTS,
};

/** The typed amount; zero if nothing is typed. Refuses a text that is not an amount. */
export function typedAmount(text: string): Result<Cents, PaymentRefused> {
  const read = readMoney(text);
  if (read.ok) return read;
  return read.refused.code === 'figure_missing'
    ? accept(ZERO_CENTS)
    : refuse({ code: 'amount_unreadable', why: read.refused });
}

/** The sentence for staff. */
export function paymentSentence(refused: PaymentRefused, method: PaymentMethod): string {
  return refused.code === 'amount_unreadable' ? typedSentence(refused.why) : tenderSentence(refused, method);
}

/** True if there is an amount that was typed for another total. */
export function isForOtherTotal({ received, splitAmount, enteredFor }: Payment, total: Cents): boolean {
  return enteredFor !== total && (received !== '' || splitAmount !== '');
}

/** An amount as people type it: 5000 -> "50", 5050 -> "50.50". */
export function asTyped(amount: Cents): string {
  return formatMoney(amount).replace(/\.00$/, '');
}

/**
 * Pure. Changing from a split to another method keeps its entries, cancelling it clears them. Rule:
 * payment/method-switch.
 */
export function reducePayment(payment: Payment, event: PaymentEvent): Payment {
  switch (event.kind) {
    case 'method':
      return { ...payment, method: event.method, splitRefused: null };
    case 'received':
      return { ...payment, received: event.text, enteredFor: event.total };
    case 'split-amount':
      return { ...payment, splitAmount: event.text, enteredFor: event.total, splitRefused: null };
    case 'total':
      return isForOtherTotal(payment, event.total)
        ? { ...payment, received: '', splitAmount: '', enteredFor: null, splitRefused: null }
        : payment;
    case 'split-add': {
      // An empty field means the whole rest, which is the usual second half of a split.
      const rest = remainingOf(event.total, payment.splits);
      const typed = payment.splitAmount.trim() === '' ? accept(rest) : typedAmount(payment.splitAmount);
      if (!typed.ok) return { ...payment, splitRefused: typed.refused };
      const amountCents = typed.value;
      const added = addSplit(event.total, payment.splits, { method: event.method, amountCents });
      if (!added.ok) return { ...payment, splitRefused: added.refused };
      return { ...payment, splits: added.value, splitAmount: '', splitRefused: null };
    }
    case 'split-remove':
      return { ...payment, splits: payment.splits.filter((_, index) => index !== event.index), splitRefused: null };
    case 'split-unfinished':
      return { ...payment, splitRefused: event.refused };
    case 'split-cancel':
      return { ...payment, method: 'cash', splits: [], splitAmount: '', splitRefused: null };
  }
}

/** The settlement of the total by the entered payment, or the reason why it does not pay. */
export function settle(payment: Payment, total: Cents): Result<Settlement, PaymentRefused> {
  switch (payment.method) {
    case 'cash': {
      const received = typedAmount(payment.received);
      return received.ok ? settleCash(total, received.value) : received;
    }
    case 'card':
      return accept(settleCard(total));
    case 'split':
      // A free sale needs no payment. A split without entries is settled as a cash payment of zero.
      return total === 0 && payment.splits.length === 0 ? settleCash(total, total) : settleSplit(total, payment.splits);
  }
}

/** The method to record. A split without entries, for a free sale, is recorded as cash. */
export function methodOf({ method, splits }: Payment): PaymentMethod {
  return method === 'split' && splits.length === 0 ? 'cash' : method;
}

/** The sum of the split entries, even if the sale is paid by another method in the end. */
export function splitSum({ splits }: Payment): Cents {
  return sum(splits.map(({ amountCents }) => amountCents));
}

/** The sum of the split entries by card. */
export function onCard({ splits }: Payment): Cents {
  return sum(splits.flatMap(({ method, amountCents }) => (method === 'card' ? [amountCents] : [])));
}

/** The largest amount that may have to be refunded on the terminal if the payment is given up. */
export function mayBeOnCard(payment: Payment): Cents {
  return plus(onCard(payment), payment.maybeCharged);
}

/** The part of `mayBeOnCard` that the present method would not count as paid. */
export function leftOnCard(payment: Payment): Cents {
  switch (payment.method) {
    case 'cash':
      return mayBeOnCard(payment);
    case 'card':
      return onCard(payment);
    case 'split':
      return toCents(Math.max(0, payment.maybeCharged - onCard(payment)));
  }
}

/** Remembers after a refusal that the card may have been charged, so that staff are not told to charge it again. */
export function afterRefusal(payment: Payment, totalCents: Cents): Payment {
  return payment.method === 'card' ? { ...payment, maybeCharged: totalCents } : payment;
}

/**
 * True where there is nothing to choose or to take, because points or discounts are worth the whole sale. What was
 * taken before is still shown.
 */
export function leavesNothing({ splits, maybeCharged }: Payment, total: Cents): boolean {
  return total === 0 && splits.length === 0 && maybeCharged === 0;
}

/** Says what to do on the card terminal for a sale paid by card. */
export function terminalSentence(total: Cents, maybeCharged: Cents): string {
  if (maybeCharged === 0) {
    return `Take ${displayMoney(total)} on the card terminal. When it is approved, press Pay to record it.`;
  }
  const more = minus(total, maybeCharged);
  const then =
    more === 0
      ? 'do not take it again'
      : more > 0
        ? `take only ${displayMoney(more)} more`
        : `refund ${displayMoney(minus(ZERO_CENTS, more))}`;
  return `If ${displayMoney(maybeCharged)} was approved before, ${then}. If not, take ${displayMoney(total)} on the card terminal. Then press Pay to record it.`;
}

/** True if a part is paid by card, which may have been charged by now. */
export function isByCard({ method, splits }: Payment): boolean {
  return method === 'card' || (method === 'split' && splits.some((split) => split.method === 'card'));
}

/**
 * The change due or the amount still owed, while it is typed. `overCents` was taken on a card and cannot come back as
 * cash.
 */
export interface Balance {
  readonly owedCents: Cents;
  readonly changeCents: Cents;
  readonly overCents: Cents;
}

export function balanceOf(payment: Payment, total: Cents): Balance {
  const even = { owedCents: ZERO_CENTS, changeCents: ZERO_CENTS, overCents: ZERO_CENTS };
  const received = typedAmount(payment.received);
  const left =
    payment.method === 'split'
      ? remainingOf(total, payment.splits)
      : minus(total, received.ok ? received.value : ZERO_CENTS);
  if (left > 0) return { ...even, owedCents: left };
  const settled = settle(payment, total);
  if (settled.ok) return { ...even, changeCents: settled.value.changeCents };
  return settled.refused.code === 'tender_exceeds_remaining' ? { ...even, overCents: settled.refused.overCents } : even;
}
