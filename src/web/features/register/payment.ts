import {
  type Cents,
  displayMoney,
  formatMoney,
  minus,
  parseMoney,
  plus,
  sum,
  toCents,
  ZERO_CENTS,
} from '#domain/money.ts';
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
} from '#domain/tender.ts';
import { accept, type Result } from '#domain/result.ts';

/** The payment half of checkout as it is typed. Amounts are dollars as text: "20", "20.5", "". */
export interface Payment {
  readonly method: PaymentMethod;
  readonly received: string;
  readonly splits: readonly SplitPayment[];
  readonly splitAmount: string;
  /** Why the last split entry was not taken. */
  readonly splitRefused: TenderRefused | null;
  /** What the card may have been charged for a sale that was refused; 0: nothing. */
  readonly maybeCharged: Cents;
}

export type PaymentEvent =
  | { kind: 'method'; method: PaymentMethod }
  | { kind: 'received'; text: string }
  | { kind: 'split-amount'; text: string }
  | { kind: 'split-add'; total: Cents; method: TenderMethod }
  | { kind: 'split-remove'; index: number }
  | { kind: 'split-cancel' };

export const NEW_PAYMENT: Payment = {
  method: 'cash',
  received: '',
  splits: [],
  splitAmount: '',
  splitRefused: null,
  maybeCharged: ZERO_CENTS,
};

/** What they make is within the largest amount there is. */
const MOST_DIGITS = 7;

/** Dollars while they are typed: digits and at most two decimals, without the commas of "1,250". */
export function tidyAmount(text: string): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.');
  const dollars = whole.replace(/^0+(?=\d)/, '').slice(0, MOST_DIGITS);
  return rest.length === 0 ? dollars : `${dollars || '0'}.${rest.join('').slice(0, 2)}`;
}

/** The amount typed; nothing yet, or only a point, is zero. */
export function typedCents(text: string): Cents {
  const parsed = parseMoney(text.endsWith('.') ? text.slice(0, -1) : text);
  return parsed.ok ? parsed.value : ZERO_CENTS;
}

/** 5000 -> "50", 5050 -> "50.50": an amount as one would type it. */
export function asTyped(amount: Cents): string {
  return formatMoney(amount).replace(/\.00$/, '');
}

/** Pure; leaving split for another method keeps its entries, cancelling it clears them (spec §4, "Order flow"). */
export function reducePayment(payment: Payment, event: PaymentEvent): Payment {
  switch (event.kind) {
    case 'method':
      return { ...payment, method: event.method, splitRefused: null };
    case 'received':
      return { ...payment, received: tidyAmount(event.text) };
    case 'split-amount':
      return { ...payment, splitAmount: tidyAmount(event.text), splitRefused: null };
    case 'split-add': {
      // An empty field means the rest: the usual second half of a split.
      const rest = remainingOf(event.total, payment.splits);
      const amountCents = payment.splitAmount === '' ? rest : typedCents(payment.splitAmount);
      const added = addSplit(event.total, payment.splits, { method: event.method, amountCents });
      if (!added.ok) return { ...payment, splitRefused: added.refused };
      return { ...payment, splits: added.value, splitAmount: '', splitRefused: null };
    }
    case 'split-remove':
      return { ...payment, splits: payment.splits.filter((_, index) => index !== event.index), splitRefused: null };
    case 'split-cancel':
      return { ...payment, method: 'cash', splits: [], splitAmount: '', splitRefused: null };
  }
}

/** Whether what is entered pays the total, and how. */
export function settle(payment: Payment, total: Cents): Result<Settlement, TenderRefused> {
  switch (payment.method) {
    case 'cash':
      return settleCash(total, typedCents(payment.received));
    case 'card':
      return accept(settleCard(total));
    case 'split':
      // A free sale needs no payment; a split of nothing is settled as cash of nothing.
      return total === 0 && payment.splits.length === 0 ? settleCash(total, total) : settleSplit(total, payment.splits);
  }
}

/** How the sale is recorded: a split of nothing, for a free sale, is cash of nothing. */
export function methodOf({ method, splits }: Payment): PaymentMethod {
  return method === 'split' && splits.length === 0 ? 'cash' : method;
}

/** The parts of a split, however it is paid in the end. */
export function splitSum({ splits }: Payment): Cents {
  return sum(splits.map(({ amountCents }) => amountCents));
}

/** What the card terminal was to take of them. */
export function onCard({ splits }: Payment): Cents {
  return sum(splits.flatMap(({ method, amountCents }) => (method === 'card' ? [amountCents] : [])));
}

/** All that may be to refund on the terminal when the payment is let go. */
export function mayBeOnCard(payment: Payment): Cents {
  return plus(onCard(payment), payment.maybeCharged);
}

/** What of it the present way to pay would leave out. */
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

/** After a refusal: whoever took the card before pressing Pay must not be told to take it again. */
export function afterRefusal(payment: Payment, totalCents: Cents): Payment {
  return payment.method === 'card' ? { ...payment, maybeCharged: totalCents } : payment;
}

/** What to do on the card terminal for a sale paid by card. */
export function cardSentence(total: Cents, maybeCharged: Cents): string {
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

/** Whether some of it is on a card, which may have been charged by now. */
export function isByCard({ method, splits }: Payment): boolean {
  return method === 'card' || (method === 'split' && splits.some((split) => split.method === 'card'));
}

/** What comes back, or is still owed, while it is typed. `overCents` was taken on a card and cannot come back as cash. */
export interface Balance {
  readonly owedCents: Cents;
  readonly changeCents: Cents;
  readonly overCents: Cents;
}

export function balanceOf(payment: Payment, total: Cents): Balance {
  const even = { owedCents: ZERO_CENTS, changeCents: ZERO_CENTS, overCents: ZERO_CENTS };
  const left =
    payment.method === 'split' ? remainingOf(total, payment.splits) : minus(total, typedCents(payment.received));
  if (left > 0) return { ...even, owedCents: left };
  const settled = settle(payment, total);
  if (settled.ok) return { ...even, changeCents: settled.value.changeCents };
  return settled.refused.code === 'tender_exceeds_remaining' ? { ...even, overCents: settled.refused.overCents } : even;
}
