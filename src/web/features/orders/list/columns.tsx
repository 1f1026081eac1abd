import { centsOf } from '#domain/money.ts';
import { Pencil, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import type { WireOrder } from '#contract/orders.ts';
import { orderLocationName, orderSourceName, type ShopLocation } from '#domain/order-origin.ts';
import { StatusBadge } from '#web/ui/status/badge.tsx';
import { Tooltip } from '#web/ui/layers/tooltip.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { buyerOf, displayAmount, displayInstant } from '../order-format.ts';

export type ColumnId =
  | 'order'
  | 'customer'
  | 'location'
  | 'source'
  | 'date'
  | 'status'
  | 'total'
  | 'payment'
  | 'shipping'
  | 'items';

/** What is needed to word an order. */
export interface Shop {
  readonly timeZone: string;
  readonly locations: readonly ShopLocation[];
}

export interface Column {
  readonly id: ColumnId;
  readonly title: string;
  readonly required?: boolean;
  /** Shown until somebody chooses. */
  readonly byDefault: boolean;
  /** px; room that is left goes to the columns that `grow`, by these shares. */
  readonly width: number;
  readonly grow?: number;
  readonly right?: boolean;
  readonly cell: (order: WireOrder, shop: Shop) => ReactNode;
}

/** Rule: orders/list. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'order',
    title: 'Order',
    required: true,
    byDefault: true,
    // A number of six digits with both marks.
    width: 140,
    cell: (order) => <OrderNumber order={order} />,
  },
  {
    id: 'customer',
    title: 'Customer',
    byDefault: true,
    width: 140,
    grow: 3,
    cell: (order) => <Truncate text={buyerOf(order)} />,
  },
  {
    id: 'location',
    title: 'Location',
    byDefault: true,
    width: 138,
    grow: 2,
    cell: (order, { locations }) => <Truncate text={orderLocationName(order, locations)} className="text-ink-2" />,
  },
  {
    id: 'source',
    title: 'Source',
    byDefault: true,
    width: 88,
    cell: (order) => <Truncate text={orderSourceName(order)} className="text-ink-2" />,
  },
  {
    id: 'date',
    title: 'Date',
    byDefault: true,
    width: 182,
    cell: (order, { timeZone }) => (
      <Truncate text={displayInstant(order.date_created, timeZone)} className="text-ink-2" />
    ),
  },
  {
    id: 'status',
    title: 'Status',
    byDefault: true,
    width: 108,
    cell: (order) => <StatusBadge status={order.status} />,
  },
  {
    id: 'payment',
    title: 'Payment Method',
    byDefault: false,
    width: 132,
    cell: (order) => <Truncate text={order.payment_method_title || 'Not specified'} className="text-ink-2" />,
  },
  {
    id: 'shipping',
    title: 'Shipping Method',
    byDefault: false,
    width: 140,
    cell: (order) => <Truncate text={order.shipping_lines[0]?.method_title ?? 'None'} className="text-ink-2" />,
  },
  {
    id: 'items',
    title: 'Items Count',
    byDefault: false,
    width: 104,
    right: true,
    cell: (order) => order.line_items.length,
  },
  {
    id: 'total',
    title: 'Total',
    byDefault: true,
    width: 112,
    right: true,
    cell: (order) => <Total order={order} />,
  },
];

function OrderNumber({ order }: { order: WireOrder }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Truncate text={order.number} className="font-medium" />
      {order.has_shortfall && (
        <Tooltip label="More was sold than was in stock">
          <TriangleAlert role="img" aria-label="Shortfall" className="size-3.5 shrink-0 text-yellow" />
        </Tooltip>
      )}
      {order.price_overridden && (
        <Tooltip label="A price was changed by hand">
          <Pencil role="img" aria-label="Price changed" className="size-3 shrink-0 text-ink-3" />
        </Tooltip>
      )}
    </span>
  );
}

function Total({ order }: { order: WireOrder }) {
  const shown = displayAmount(order.total, order.currency);
  if (centsOf(order.refunded) === 0) return shown;
  return (
    <Tooltip label={`${displayAmount(order.refunded, order.currency)} refunded`}>
      <span>
        <span aria-hidden className="mr-1.5 inline-block size-1.5 rounded-full bg-purple align-middle" />
        {shown}
        <span className="sr-only">, {displayAmount(order.refunded, order.currency)} refunded</span>
      </span>
    </Tooltip>
  );
}

const KEY = 'orders_columns';
const DEFAULT = new Set(COLUMNS.filter(({ byDefault }) => byDefault).map(({ id }) => id));

function stored(): ReadonlySet<ColumnId> {
  const kept = localStorage.getItem(KEY)?.split(' ');
  if (!kept) return DEFAULT;
  return new Set(COLUMNS.filter(({ id, required }) => required || kept.includes(id)).map(({ id }) => id));
}

/** The columns this browser shows. */
// For everybody: a setting of the browser.
export const useColumns = create<{ shown: ReadonlySet<ColumnId> }>(() => ({ shown: stored() }));

export function chooseColumns(shown: ReadonlySet<ColumnId>): void {
  localStorage.setItem(KEY, [...shown].join(' '));
  useColumns.setState({ shown });
}
