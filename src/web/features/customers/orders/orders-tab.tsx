import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DirectoryEntry } from '#contract/customers.ts';
import { counted } from '#domain/counted.ts';
import type { WireOrder } from '#contract/orders.ts';
import { isCallError } from '#web/api/call/call-error.ts';
import { emit } from '#web/api/events.ts';
import { useUser } from '#web/api/session/session.ts';
import { countWords, displayAmount, unitOfLine } from '#web/entities/order/order-format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { cx } from '#web/ui/cx.ts';
import { displayDay, displayInstant } from '#web/ui/dates.ts';
import type { ColumnHead } from '#web/ui/rows/column-heads.tsx';
import { GrowingTable } from '#web/ui/rows/growing-table.tsx';
import { OrderStatus } from '#web/entities/order/order-status-badge.tsx';
import { useCustomerOrders, useStatistics } from '../customers-queries.ts';
import { itemCount, itemSummary } from '#domain/item-summary.ts';

/** The statistics and all orders of a customer. Rule: customers/statistics. */
export function OrdersTab({ customer }: { customer: DirectoryEntry }) {
  return (
    <div className="flex flex-col gap-4">
      <Statistics id={customer.id} />
      <History id={customer.id} />
    </div>
  );
}

function Statistics({ id }: { id: number }) {
  const { time_zone: timeZone } = useUser();
  const { data, error, isPending, refetch } = useStatistics(id);
  // A customer who was deleted meanwhile has none.
  const failed = error !== null && !data && !isCallError(error, 'not_found');
  const waiting = isPending ? 'Loading...' : failed ? 'Error loading stats' : 'No data available';
  const completed = data && data.completed_orders !== data.total_orders ? `(${data.completed_orders} completed)` : '';
  return (
    <section aria-label="Customer statistics">
      <h3 className="flex flex-wrap items-baseline gap-x-2 text-xs font-medium tracking-wide text-ink-3">
        CUSTOMER STATISTICS
        <span className="font-normal tracking-normal">Order & Transaction Stats</span>
      </h3>
      <dl className="mt-1.5 grid grid-cols-2 gap-2 min-[860px]:grid-cols-4">
        <Tile name="Lifetime Value">{data ? displayAmount(data.lifetime_value) : waiting}</Tile>
        <Tile name="Avg Order Value">{data ? displayAmount(data.average_order_value) : waiting}</Tile>
        <Tile name="Total Orders" note={completed}>
          {data ? data.total_orders.toLocaleString('en-US') : waiting}
        </Tile>
        <Tile name="Last Order">
          {data ? (data.last_order_date ? displayDay(data.last_order_date, timeZone) : 'Never') : waiting}
        </Tile>
      </dl>
      {failed && (
        <p role="alert" className="mt-2 text-danger-ink">
          Failed to load order stats{' '}
          <Button size="sm" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      {data && data.orders_elsewhere > 0 && (
        <p className="mt-1.5 text-xs text-ink-3">
          {data.orders_elsewhere === 1 ? 'One order is' : `${data.orders_elsewhere.toLocaleString('en-US')} orders are`}{' '}
          of other locations: counted here, not listed below.
        </p>
      )}
    </section>
  );
}

function Tile({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-lg border border-line px-3 py-2">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="truncate text-lg font-semibold tabular-nums">
        {children}
        {note && <span className="ml-1.5 text-xs font-normal text-ink-3">{note}</span>}
      </dd>
    </div>
  );
}

/** On a phone the day stands below the number, and an opened order has its items. */
const NOT_ON_PHONE = 'max-[640px]:hidden';

const HEADS: readonly ColumnHead[] = [
  { title: 'Order #', className: 'min-[641px]:w-32 text-left' },
  { title: 'Status', className: 'min-[641px]:w-28 text-left' },
  { title: 'Date', className: cx('w-44 text-left', NOT_ON_PHONE) },
  { title: 'Items', className: cx('text-left', NOT_ON_PHONE) },
  { title: 'Payment', className: cx('w-28 text-left', NOT_ON_PHONE) },
  { title: 'Total', className: 'min-[641px]:w-28 text-right' },
];

function History({ id }: { id: number }) {
  const query = useCustomerOrders(id);
  const { orders = [], total = 0 } = query.data ?? {};
  const [open, setOpen] = useState<number | null>(null);
  return (
    <GrowingTable
      label="Order History"
      total={query.data ? counted(total, 'order') : null}
      pages={query}
      words={{
        loading: 'Loading order history...',
        failed: 'Failed to load order history',
        empty: 'No orders available',
        end: 'End of order history',
      }}
      heads={HEADS}
      minWidth="min-[641px]:min-w-[44rem]"
      rows={orders.length}
    >
      {orders.map((order) => (
        <OrderRows
          key={order.id}
          order={order}
          isOpen={open === order.id}
          onToggle={() => setOpen(open === order.id ? null : order.id)}
        />
      ))}
    </GrowingTable>
  );
}

function OrderRows({ order, isOpen, onToggle }: { order: WireOrder; isOpen: boolean; onToggle: () => void }) {
  const { time_zone: timeZone } = useUser();
  return (
    <tbody className="border-t border-line">
      <tr className="cursor-default hover:bg-hover" onClick={onToggle}>
        <td className="py-1.5 pr-3 whitespace-nowrap">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`Order ${order.number}`}
            onClick={(event) => {
              event.stopPropagation();
              onToggle();
            }}
            className="inline-flex min-h-6 items-center gap-1 rounded-md font-medium"
          >
            <ChevronRight aria-hidden className={cx('size-3.5 transition-transform', isOpen && 'rotate-90')} />
            {order.number}
          </button>
          <span className="block pl-4.5 text-xs text-ink-3 min-[641px]:hidden">
            {displayDay(order.date_created, timeZone)}
          </span>
        </td>
        <td className="py-1.5 pr-3">
          <OrderStatus order={order} />
        </td>
        <td className={cx('py-1.5 pr-3 whitespace-nowrap text-ink-2', NOT_ON_PHONE)}>
          {displayInstant(order.date_created, timeZone)}
        </td>
        <td className={cx('max-w-0 py-1.5 pr-3', NOT_ON_PHONE)}>
          <Truncate text={itemSummary(order.line_items)} />
          <span className="block text-xs text-ink-3">{itemCount(order.line_items)}</span>
        </td>
        <td className={cx('py-1.5 pr-3 text-ink-2', NOT_ON_PHONE)}>{order.payment_method_title || 'N/A'}</td>
        <td className="py-1.5 text-right tabular-nums">{displayAmount(order.total, order.currency)}</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={6} className="pb-3 pl-5">
            <OrderInPlace order={order} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** An order within its customer's details. Actions on it are one press away, in the orders view. */
function OrderInPlace({ order }: { order: WireOrder }) {
  const amount = (money: string) => displayAmount(money, order.currency);
  return (
    <div className="flex flex-wrap items-start gap-x-10 gap-y-3 rounded-lg bg-ground p-3 max-[640px]:contain-inline-size">
      <ul aria-label={`Items of order ${order.number}`} className="min-w-52 grow min-[641px]:min-w-64">
        {order.line_items.map((line) => (
          <li key={line.id} className="flex justify-between gap-4 leading-6">
            <span className="min-w-0 truncate">
              {countWords(line.quantity, unitOfLine(line))} {unitOfLine(line) ? 'of' : '×'} {line.name}
              {line.refunded_quantity > 0 && (
                <span className="text-purple"> ({countWords(line.refunded_quantity, unitOfLine(line))} refunded)</span>
              )}
            </span>
            <span className="shrink-0 tabular-nums">{amount(line.total)}</span>
          </li>
        ))}
      </ul>
      <dl className="w-56 leading-6">
        <Sum name="Subtotal">{amount(order.subtotal)}</Sum>
        <Sum name="Tax">{amount(order.total_tax)}</Sum>
        <Sum name="Total">{amount(order.total)}</Sum>
        {order.refunded !== '0.00' && (
          <Sum name={order.total_tax === '0.00' ? 'Refunded' : 'Refunded with tax'}>{amount(order.refunded)}</Sum>
        )}
        <dt className="sr-only">More</dt>
        <dd className="mt-1">
          <Button size="sm" onClick={() => emit('showInView', { view: 'orders', recordId: order.id })}>
            Open in Orders
          </Button>
        </dd>
      </dl>
    </div>
  );
}

function Sum({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-3">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
