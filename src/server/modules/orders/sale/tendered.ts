import type { CreateOrderBody } from '#contract/sale.ts';
import { type Cents, displayMoney, parseMoney, sum } from '#domain/money.ts';
import { accept } from '#domain/result.ts';
import {
  settleCard,
  settleCash,
  settleSplit,
  type Settlement,
  type SplitPayment,
  tenderSentence,
} from '#domain/tender.ts';
import { Refusal } from '#server/refusal.ts';
import { metaReader } from '../line-meta.ts';

function asSplitPayments(value: unknown): SplitPayment[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const payments: SplitPayment[] = [];
  for (const entry of value as unknown[]) {
    if (typeof entry !== 'object' || entry === null) return undefined;
    const { method, amount } = entry as { method?: unknown; amount?: unknown };
    if ((method !== 'cash' && method !== 'card') || (typeof amount !== 'string' && typeof amount !== 'number'))
      return undefined;
    const parsed = parseMoney(amount);
    if (!parsed.ok) return undefined;
    payments.push({ method, amountCents: parsed.value });
  }
  return payments;
}

/**
 * Reads from the order's meta how the sale was paid. A cash sale that does not say what was handed over was paid to the
 * cent. Rules: register/order-meta, payment/split-settles.
 * @throws Refusal `tender_insufficient`, `tender_exceeds_remaining`, `tender_not_positive`, `tender_too_many`,
 * `totals_mismatch` for figures that are not those recorded, `not_valid` for malformed payments.
 */
export function readTender(body: CreateOrderBody, total: Cents): Settlement {
  const meta = metaReader(body.meta_data ?? [], 'The order');
  const received = meta.amount('_cash_received');
  const change = meta.amount('_cash_change');
  const payments = meta.read('_split_payments', asSplitPayments, 'a list of {method, amount}');
  const split = payments?.length === 0 ? undefined : payments;
  if (body.payment_method === 'split' && !split) {
    throw new Refusal('not_valid', 'A split payment needs _split_payments, a list of {method, amount}.');
  }
  const settled = settle(body.payment_method, total, received ?? total, split ?? []);
  if (!settled.ok) throw new Refusal(settled.refused.code, tenderSentence(settled.refused, body.payment_method));
  requireSame(settled.value, { received, change, split });
  return settled.value;
}

function settle(method: CreateOrderBody['payment_method'], total: Cents, received: Cents, split: SplitPayment[]) {
  switch (method) {
    case 'card':
      return accept(settleCard(total));
    case 'split':
      return settleSplit(total, split);
    case 'cash':
      return settleCash(total, received);
  }
}

interface Said {
  readonly received: Cents | undefined;
  readonly change: Cents | undefined;
  readonly split: readonly SplitPayment[] | undefined;
}

/** Refuses figures of the till that differ from those recorded, for every kind of tender. */
function requireSame({ tenders, changeCents }: Settlement, { received, change, split }: Said): void {
  const inCash = sum(tenders.filter(({ method }) => method === 'cash').map(({ amountCents }) => amountCents));
  if (received !== undefined && received !== inCash) {
    throw new Refusal('totals_mismatch', `The cash received is ${displayMoney(inCash)}.`);
  }
  if (change !== undefined && change !== changeCents) {
    throw new Refusal('totals_mismatch', `The change is ${displayMoney(changeCents)}.`);
  }
  const same = ({ method, amountCents }: SplitPayment, at: number): boolean =>
    tenders[at]?.method === method && tenders[at].amountCents === amountCents;
  if (split !== undefined && !(split.length === tenders.length && split.every(same))) {
    throw new Refusal('totals_mismatch', 'The payments of _split_payments are not those of this way to pay.');
  }
}
