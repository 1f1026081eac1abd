import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { PoSummary } from '#contract/purchasing.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { cx } from '#web/ui/cx.ts';
import { opensBy, useRowKeys } from '#web/ui/rows/row-keys.ts';
import type { PhonePlace } from '#web/ui/rows/row-height.ts';
import { Tooltip } from '#web/ui/layers/tooltip.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { displayCost } from '../display-cost.ts';
import { progressOf } from '../order-words.ts';
import { Progress } from '../page/progress.tsx';
import { PoStatusBadge } from '../page/status-badge.tsx';
import { displayDay } from '#web/ui/dates.ts';
import { focusIfFree } from '#web/ui/layers/hand-focus.ts';

interface Column {
  readonly title: string;
  /** The width as a CSS grid track. */
  readonly track: string;
  readonly right?: boolean;
  readonly phone?: PhonePlace;
  readonly cell: (order: PoSummary, timeZone: string) => ReactNode;
}

const NUMBER: Column = {
  title: 'Number',
  phone: '1-left',
  track: 'minmax(104px, 0.6fr)',
  cell: (order) => <OrderNumber order={order} />,
};
const SUPPLIER: Column = {
  title: 'Supplier',
  phone: '2-left',
  track: 'minmax(140px, 2fr)',
  cell: ({ supplier_name }) => <Truncate text={supplier_name} />,
};
const TOTAL: Column = {
  title: 'Total',
  phone: '2-right',
  track: 'minmax(108px, 0.7fr)',
  right: true,
  cell: ({ total_amount }) => displayCost(total_amount),
};
const REST: readonly Column[] = [
  {
    title: 'Status',
    phone: '1-right',
    track: 'minmax(124px, 0.8fr)',
    cell: ({ status }) => <PoStatusBadge status={status} />,
  },
  {
    title: 'Received',
    track: 'minmax(204px, 1.6fr)',
    cell: (order) => <Progress progress={progressOf(order)} isCancelled={order.status === 'cancelled'} />,
  },
  { title: 'Lines', track: '56px', right: true, cell: ({ item_count }) => item_count.toLocaleString('en-US') },
];
const DAYS: readonly Column[] = [
  {
    title: 'Ordered',
    track: 'minmax(108px, 0.7fr)',
    cell: ({ ordered_at }, timeZone) => <Day at={ordered_at} timeZone={timeZone} />,
  },
  {
    title: 'Created',
    track: 'minmax(116px, 0.7fr)',
    cell: ({ created_at }, timeZone) => <Day at={created_at} timeZone={timeZone} />,
  },
];

/**
 * Purchase orders as a grid. A press or Enter opens a row; arrows move between rows.
 * @param returnTo the order that was open before, whose row gets the focus
 */
export function PurchaseOrdersTable({
  orders,
  listKey,
  withSupplier = true,
  returnTo = null,
  onOpen,
}: {
  orders: readonly PoSummary[];
  listKey: string;
  withSupplier?: boolean;
  returnTo?: number | null;
  onOpen: (id: number) => void;
}) {
  const { time_zone: timeZone } = useUser();
  const pane = useRef<HTMLDivElement>(null);
  const isListed = (id: number) => orders.some((order) => order.id === id);
  const begin = returnTo !== null && isListed(returnTo) ? returnTo : (orders[0]?.id ?? null);
  const { focusProps, press } = useRowKeys(begin, isListed, opensBy(onOpen));
  // On the page of a supplier, the list has less room.
  const rest = useMay('see-costs') ? [...REST, TOTAL] : REST;
  const columns = withSupplier ? [NUMBER, SUPPLIER, ...rest, ...DAYS] : [NUMBER, ...rest, ...DAYS.slice(1)];
  const layout = { gridTemplateColumns: columns.map(({ track }) => track).join(' ') };

  useLayoutEffect(() => {
    pane.current?.scrollTo({ top: 0 });
  }, [listKey]);
  useFocusOnce(pane, returnTo, orders);

  return (
    <div ref={pane} className="h-full overflow-auto">
      <div
        role="grid"
        aria-label="Purchase orders"
        className={cx('phone-table bg-rows text-sm', withSupplier ? 'min-w-[880px]' : 'min-w-[690px]')}
      >
        <div role="row" data-phone-head style={layout} className="sticky top-0 z-10 grid border-b border-line bg-panel">
          {columns.map(({ title, right }) => (
            <div
              key={title}
              role="columnheader"
              className={cx(
                'truncate px-2.5 text-xs leading-9 font-medium text-ink-3 first:pl-4 last:pr-4',
                right && 'text-right',
              )}
            >
              {title}
            </div>
          ))}
        </div>
        {orders.map((order) => (
          <div
            key={order.id}
            role="row"
            {...focusProps(order.id)}
            onKeyDown={press(order.id)}
            data-po-row={order.id}
            onClick={() => onOpen(order.id)}
            style={layout}
            className="phone-row grid h-row scroll-mt-10 cursor-pointer items-center border-b border-line -outline-offset-2 select-none hover:bg-hover"
          >
            {columns.map(({ title, right, phone, cell }) => (
              <div
                key={title}
                role="gridcell"
                data-phone={phone}
                className={cx('min-w-0 truncate px-2.5 first:pl-4 last:pr-4', right && 'text-right tabular-nums')}
              >
                {cell(order, timeZone)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Focuses the row of the order that somebody came back from, even when it is listed only after a fetch. */
function useFocusOnce(pane: React.RefObject<HTMLElement | null>, returnTo: number | null, listed: unknown): void {
  const done = useRef(false);
  useLayoutEffect(() => {
    if (done.current || returnTo === null) return;
    const row = pane.current?.querySelector<HTMLElement>(`[data-po-row="${returnTo}"]`);
    if (!row) return;
    done.current = true;
    if (focusIfFree(row, { preventScroll: true })) row.scrollIntoView({ block: 'nearest' });
  }, [pane, returnTo, listed]);
}

function OrderNumber({ order: { po_number, has_over_receipt } }: { order: PoSummary }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Truncate text={po_number} className="font-medium" />
      {has_over_receipt && (
        <Tooltip label="More was received than ordered">
          <TriangleAlert role="img" aria-label="Over-receipt" className="size-3.5 shrink-0 text-yellow" />
        </Tooltip>
      )}
    </span>
  );
}

function Day({ at, timeZone }: { at: string | null; timeZone: string }) {
  return (
    <span className={at === null ? 'text-ink-3' : 'text-ink-2'}>{at === null ? '–' : displayDay(at, timeZone)}</span>
  );
}
