import type { ReactNode } from 'react';
import type { CustomerFlag, DirectoryEntry } from '#contract/customers.ts';
import { counted } from '#domain/counted.ts';
import { customerEmail, customerName } from '#domain/customer-search.ts';
import { displayAmount } from '#web/entities/order/order-format.ts';
import { flagWords } from '#web/entities/customer/customer-words.ts';
import { FLAG_ICON } from '#web/entities/customer/flag-note.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { cx } from '#web/ui/cx.ts';
import { type Column, columnChoice } from '#web/ui/grid/columns.ts';
import { Tooltip } from '#web/ui/layers/tooltip.tsx';
import type { ListTotals, Totals } from '../customers-queries.ts';
import { displayDay } from '#web/ui/dates.ts';

type ColumnId = 'customer' | 'email' | 'phone' | 'joined' | 'points' | 'orders' | 'spent' | 'last';

/** Data that the cells need besides the customer. */
export interface ListContext {
  readonly timeZone: string;
  readonly totals: ListTotals;
}

/** Columns whose figures are fetched only while they are shown. */
export const FIGURES: readonly ColumnId[] = ['orders', 'spent', 'last'];

/** Rule: customers/list. */
export const COLUMNS: readonly Column<DirectoryEntry, ListContext, ColumnId>[] = [
  {
    id: 'customer',
    phone: '1-left',
    title: 'Customer',
    required: true,
    byDefault: true,
    width: 220,
    grow: 3,
    cell: (customer) => <Name customer={customer} />,
  },
  {
    id: 'email',
    phone: '2-left',
    title: 'Email',
    byDefault: true,
    width: 200,
    grow: 3,
    cell: (customer) => <Truncate text={customerEmail(customer)} className="text-ink-2" />,
  },
  {
    id: 'phone',
    title: 'Phone',
    byDefault: true,
    width: 140,
    grow: 1,
    cell: ({ phone }) => <Truncate text={phone} className="text-ink-2" />,
  },
  {
    id: 'joined',
    title: 'Joined',
    byDefault: true,
    width: 130,
    cell: ({ created_at: joined }, { timeZone }) => (
      <Truncate text={displayDay(joined, timeZone)} className="text-ink-2" />
    ),
  },
  {
    id: 'points',
    phone: '1-right',
    title: 'Points',
    byDefault: true,
    width: 90,
    right: true,
    cell: ({ points_balance: points }) => points.toLocaleString('en-US'),
  },
  {
    id: 'orders',
    title: 'Total Orders',
    byDefault: false,
    width: 110,
    right: true,
    cell: ({ id }, { totals }) => figure(totals, id, (of) => counted(of?.total_orders ?? 0, 'order')),
  },
  {
    id: 'spent',
    title: 'Total Spent',
    byDefault: false,
    width: 120,
    right: true,
    cell: ({ id }, { totals }) => figure(totals, id, (of) => displayAmount(of?.total_spent ?? '0.00')),
  },
  {
    id: 'last',
    title: 'Last Order',
    byDefault: false,
    width: 130,
    cell: ({ id }, { totals, timeZone }) =>
      figure(totals, id, (of) => (
        <Truncate text={of?.last_order ? displayDay(of.last_order, timeZone) : 'Never'} className="text-ink-2" />
      )),
  },
];

export const customerColumns = columnChoice('customers_columns', COLUMNS);

/** A figure of a customer. While it loads, it is shown as for a customer without orders; after a failure, as a dash. */
function figure({ known, failed }: ListTotals, id: number, cell: (of: Totals | undefined) => ReactNode): ReactNode {
  if (!failed) return cell(known.get(id));
  return (
    <span className="text-ink-3">
      <span aria-hidden>—</span>
      <span className="sr-only">Not loaded</span>
    </span>
  );
}

function Name({ customer }: { customer: DirectoryEntry }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Truncate text={customerName(customer)} className="font-medium" />
      <span className="shrink-0 text-xs text-ink-3 tabular-nums">#{customer.id}</span>
      {customer.flag && <FlagMark flag={customer.flag} />}
    </span>
  );
}

function FlagMark({ flag }: { flag: CustomerFlag }) {
  const Icon = FLAG_ICON[flag.kind];
  const words = flagWords(flag);
  return (
    <Tooltip label={words}>
      <Icon
        role="img"
        aria-label={words}
        className={cx('size-3.5 shrink-0', flag.kind === 'banned' ? 'text-danger-ink' : 'text-yellow')}
      />
    </Tooltip>
  );
}
