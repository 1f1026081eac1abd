import type { OrderDetail } from '../orders-queries.ts';
import { counted } from '#domain/counted.ts';
import { toCents, displayMoney } from '#domain/money.ts';
import { statusLabel } from '#web/entities/order/order-format.ts';

type Event = OrderDetail['timeline'][number];
type Details = Event['details'];

function text(details: Details, key: string): string {
  const value = details[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const STOCK: Record<string, string> = { returned: 'returned to stock' };

/** "Completed to cancelled, 3 items returned to stock, 40 points taken back". */
function statusSentence(details: Details): string {
  const [items, points, refundCents] = [Number(details['items']), Number(details['points']), details['refund_cents']];
  // An order that is paid later is then sold for the first time.
  const again = details['paid_cents'] === undefined ? ' again' : '';
  const stock = details['stock'] === 'sold' ? `taken from stock${again}` : STOCK[text(details, 'stock')];
  const parts = [
    `${statusLabel(text(details, 'from'))} to ${statusLabel(text(details, 'to')).toLowerCase()}`,
    // An event recorded before events had the number of items.
    stock && details['items'] === undefined && `items ${stock}`,
    stock && items > 0 && `${counted(items, 'item')} ${stock}`,
    points < 0 && `${counted(-points, 'point')} taken back`,
    points > 0 && `${counted(points, 'point')} given${again}`,
    Number(refundCents) > 0 && `${displayMoney(toCents(Number(refundCents)))} given back`,
  ];
  return parts.filter(Boolean).join(', ');
}

const PAID: Record<string, string> = { cash: 'Paid in cash', card: 'Paid by card', split: 'Paid by split payment' };

const SENTENCES: Record<string, (details: Details) => string> = {
  created: (details) => (details['status'] === 'pending' ? 'Ordered, not paid' : 'Sold'),
  paid: (details) => PAID[text(details, 'payment_method')] ?? 'Paid',
  completed: () => 'Completed',
  points_awarded: (details) => `${Number(text(details, 'points') || 0).toLocaleString('en-US')} points awarded`,
  stock_deducted: (details) => (details['shortfall'] === true ? 'Stock deducted, with a shortfall' : 'Stock deducted'),
  status: statusSentence,
  refund: (details) => {
    const cents = Number(text(details, 'amount_cents'));
    const amount = Number.isSafeInteger(cents) ? ` of ${displayMoney(toCents(cents))}` : '';
    const reason = text(details, 'reason');
    return `Refund${amount}${reason === '' ? '' : `: ${reason}`}`;
  },
  voided: () => 'Deleted',
};

/** Says in a few words what happened. An unknown kind of event is shown by its name. */
export function timelineSentence({ kind, details }: Event): string {
  return SENTENCES[kind]?.(details) ?? statusLabel(kind.replaceAll('_', '-'));
}
