import type { CreateOrderBody } from '#contract/orders.ts';
import { type Cents, displayMoney, parseMoney } from '#domain/money.ts';
import {
  settleCard,
  settleCash,
  settleSplit,
  type Settlement,
  type SplitPayment,
  tenderSentence,
} from '#domain/tender.ts';
import { Refusal } from '#server/refusal.ts';
import { metaReader } from './line-meta.ts';

function asSplitPayments(value: unknown): SplitPayment[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
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
 * How the sale was paid, from the order's meta (design §5). A cash sale that does not say what was handed over was
 * paid to the cent.
 * @throws Refusal `tender_insufficient`, `tender_exceeds_remaining`, `tender_not_positive`, `tender_too_many`,
 * `totals_mismatch` for change that is not received - total, `not_valid` for malformed payments.
 */
export function readTender(body: CreateOrderBody, total: Cents): Settlement {
  const meta = metaReader(body.meta_data ?? [], 'The order');
  const received = meta.amount('_cash_received');
  const change = meta.amount('_cash_change');
  const split = meta.read('_split_payments', asSplitPayments, 'a list of {method, amount}');
  if (body.payment_method === 'card') return settleCard(total);
  if (body.payment_method === 'split' && !split) {
    throw new Refusal('not_valid', 'A split payment needs _split_payments, a list of {method, amount}.');
  }
  const settled =
    split && body.payment_method === 'split' ? settleSplit(total, split) : settleCash(total, received ?? total);
  if (!settled.ok) throw new Refusal(settled.refused.code, tenderSentence(settled.refused, body.payment_method));
  if (body.payment_method === 'cash' && change !== undefined && change !== settled.value.changeCents) {
    throw new Refusal('totals_mismatch', `The change is ${displayMoney(settled.value.changeCents)}.`);
  }
  return settled.value;
}
