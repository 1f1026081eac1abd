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

/** Points that were used to pay, and go back or are used again. */
function usedPoints(details: Details): (string | false)[] {
  const returned = Number(details['points_returned'] ?? 0);
  return [
    returned > 0 && `${counted(returned, 'used point')} given back`,
    returned < 0 && `${counted(-returned, 'point')} used again`,
  ];
}

function amountIn(details: Details): string | null {
  const cents = Number(text(details, 'amount_cents'));
  return Number.isSafeInteger(cents) ? displayMoney(toCents(cents)) : null;
}

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
    ...usedPoints(details),
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
  points_redeemed: (details) => {
    const amount = amountIn(details);
    return `${counted(Number(details['points']), 'point')} used${amount === null ? '' : ` for ${amount}`}`;
  },
  refund: (details) => {
    const amount = amountIn(details);
    const reason = text(details, 'reason');
    const points = Number(details['points'] ?? 0);
    const parts = [
      `Refund${amount === null ? '' : ` of ${amount}`}`,
      points > 0 && `${counted(points, 'point')} taken back`,
      ...usedPoints(details),
    ];
    return `${parts.filter(Boolean).join(', ')}${reason === '' ? '' : `: ${reason}`}`;
  },
  voided: () => 'Deleted',
};

/** Says in a few words what happened. An unknown kind of event is shown by its name. */
export function timelineSentence({ kind, details }: Event): string {
  return SENTENCES[kind]?.(details) ?? statusLabel(kind.replaceAll('_', '-'));
}
