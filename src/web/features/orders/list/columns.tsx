import { centsOf } from '#domain/money.ts';
import { Pencil, TriangleAlert } from 'lucide-react';
import type { ListedOrder } from '#contract/orders.ts';
import { orderLocationName, orderSourceName, type ShopLocation } from '#domain/order-origin.ts';
import { OrderStatus } from '#web/entities/order/order-status-badge.tsx';
import { type Column, columnChoice } from '#web/ui/grid/columns.ts';
import { Tooltip } from '#web/ui/layers/tooltip.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { PHONE, useMediaQuery } from '#web/ui/media-query.ts';
import { displayAmount } from '#web/entities/order/order-format.ts';
import { displayInstant } from '#web/ui/dates.ts';
import { originOf } from './listed-order.ts';

type ColumnId =
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

/** Data that the cells need besides the order. */
interface Shop {
  readonly timeZone: string;
  readonly locations: readonly ShopLocation[];
}

/** Rule: orders/list. */
export const COLUMNS: readonly Column<ListedOrder, Shop, ColumnId>[] = [
  {
    id: 'order',
    phone: '1-left',
    title: 'Order',
    required: true,
    byDefault: true,
    // Wide enough for a number of six digits with both marks.
    width: 140,
    cell: (order) => <OrderNumber order={order} />,
  },
  {
    id: 'customer',
    title: 'Customer',
    byDefault: true,
    width: 140,
    grow: 3,
    cell: (order) => <Truncate text={order.buyer} />,
  },
  {
    id: 'location',
    title: 'Location',
    byDefault: true,
    width: 138,
    grow: 2,
    cell: (order, { locations }) => (
      <Truncate text={orderLocationName(originOf(order), locations)} className="text-ink-2" />
    ),
  },
  {
    id: 'source',
    title: 'Source',
    byDefault: true,
    width: 88,
    cell: (order) => <Truncate text={orderSourceName(originOf(order))} className="text-ink-2" />,
  },
  {
    id: 'date',
    phone: '2-left',
    title: 'Date',
    byDefault: true,
    width: 182,
    cell: (order, { timeZone }) => (
      <Truncate text={displayInstant(order.date_created, timeZone)} className="text-ink-2" />
    ),
  },
  {
    id: 'status',
    phone: '2-right',
    title: 'Status',
    byDefault: true,
    width: 122,
    grow: 3,
    cell: (order) => <OrderStatus order={order} />,
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
    cell: (order) => <Truncate text={order.has_postage ? 'Shipping' : 'None'} className="text-ink-2" />,
  },
  {
    id: 'items',
    title: 'Items Count',
    byDefault: false,
    width: 104,
    right: true,
    cell: (order) => order.lines,
  },
  {
    id: 'total',
    phone: '1-right',
    title: 'Total',
    byDefault: true,
    width: 104,
    right: true,
    cell: (order) => <Total order={order} />,
  },
];

function OrderNumber({ order }: { order: ListedOrder }) {
  const isPhone = useMediaQuery(PHONE);
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Truncate text={order.number} className="font-medium max-[640px]:shrink-0" />
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
      {/* A phone has no column for the customer. */}
      {isPhone && <Truncate text={order.buyer} className="text-ink-2" />}
    </span>
  );
}

function Total({ order }: { order: ListedOrder }) {
  const shown = displayAmount(order.total, order.currency);
  if (centsOf(order.refunded) === 0) return shown;
  return (
    <Tooltip label={`${displayAmount(order.refunded, order.currency)} refunded`}>
      <span>
        {shown}
        <span className="sr-only">, {displayAmount(order.refunded, order.currency)} refunded</span>
      </span>
    </Tooltip>
  );
}

export const orderColumns = columnChoice('orders_columns', COLUMNS);
