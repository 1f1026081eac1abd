import type { OrderDetail } from './orders-queries.ts';
import { toCents, displayMoney } from '#domain/money.ts';
import { statusLabel } from './order-format.ts';

type Event = OrderDetail['timeline'][number];
type Details = Event['details'];

function text(details: Details, key: string): string {
  const value = details[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const STOCK: Record<string, string> = { returned: ', items returned to stock', sold: ', items taken from stock again' };

const PAID: Record<string, string> = { cash: 'Paid in cash', card: 'Paid by card', split: 'Paid by split payment' };

const SENTENCES: Record<string, (details: Details) => string> = {
  created: () => 'Sold',
  paid: (details) => PAID[text(details, 'payment_method')] ?? 'Paid',
  completed: () => 'Completed',
  points_awarded: (details) => `${Number(text(details, 'points') || 0).toLocaleString('en-US')} points awarded`,
  stock_deducted: (details) => (details['shortfall'] === true ? 'Stock deducted, with a shortfall' : 'Stock deducted'),
  status: (details) =>
    `${statusLabel(text(details, 'from'))} to ${statusLabel(text(details, 'to')).toLowerCase()}${STOCK[text(details, 'stock')] ?? ''}`,
  refund: (details) => {
    const cents = Number(text(details, 'amount_cents'));
    const amount = Number.isSafeInteger(cents) ? ` of ${displayMoney(toCents(cents))}` : '';
    const reason = text(details, 'reason');
    return `Refund${amount}${reason === '' ? '' : `: ${reason}`}`;
  },
  voided: () => 'Deleted',
};

/** What happened, in a few words; a kind nobody here knows is named as it is. */
export function timelineSentence({ kind, details }: Event): string {
  return SENTENCES[kind]?.(details) ?? statusLabel(kind.replaceAll('_', '-'));
}
