import { ArrowUp, ChevronRight } from 'lucide-react';
import { Fragment, memo, type MouseEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { WireOrder } from '#contract/orders.ts';
import { useAddress } from '#web/api/address/address.ts';
import { useMe } from '#web/api/session/session.ts';
import { cx } from '#web/ui/cx.ts';
import { type Column, COLUMNS, type Shop, useColumns } from './columns.tsx';
import { clearMark, useMarks } from './live-marks.ts';
import type { Mark } from './marks.ts';
import { OrderDetails } from '../detail/order-details.tsx';
import { useAsAsked } from '../change/order-changes.ts';
import { type OpenOrders, ordersAddress } from './orders-address.ts';
import { select, useOrdersState } from './orders-state.ts';
import { useHeldPlace } from './use-held-place.ts';
import { toggleRow, useOrderKeys } from './use-row-keys.ts';

const ARROW_PX = 48;

/**
 * The orders as a grid: a click on a row selects it (with Shift, all up to it), a double click or the arrow opens it.
 */
export function OrdersTable({ orders: fetched, listKey }: { orders: readonly WireOrder[]; listKey: string }) {
  const orders = useAsAsked(fetched);
  const { user, locations } = useMe();
  const shown = useColumns((state) => state.shown);
  const selected = useOrdersState((state) => state.selected);
  const { open } = ordersAddress.use();
  const marks = useMarks((state) => state.marks);
  const { focusProps, press } = useOrderKeys(orders);
  const pane = useRef<HTMLDivElement>(null);
  const lastClicked = useRef<number | null>(null);
  useHeldPlace(pane, listKey, orders, selected.size > 0 || open.size > 0);
  useLinkedInSight(pane, open, orders);

  const shop = useMemo(() => ({ timeZone: user.time_zone, locations }), [user.time_zone, locations]);
  const columns = useMemo(() => COLUMNS.filter(({ id, required }) => required || shown.has(id)), [shown]);
  const layout = useMemo(
    () => ({
      gridTemplateColumns: [
        `${ARROW_PX}px`,
        ...columns.map(({ width, grow }) => `minmax(${width}px, ${grow ?? 0}fr)`),
      ].join(' '),
    }),
    [columns],
  );
  const minWidth = columns.reduce((sum, { width }) => sum + width, ARROW_PX);

  function click(event: MouseEvent, order: WireOrder, isSelected: boolean) {
    const from = orders.findIndex(({ id }) => id === lastClicked.current);
    const to = orders.indexOf(order);
    lastClicked.current = order.id;
    clearMark(order.id);
    if (event.shiftKey && from !== -1) select(orders.slice(Math.min(from, to), Math.max(from, to) + 1), true);
    else select([order], !isSelected);
  }

  const [isAway, setAway] = useState(false);
  const arrived = orders.filter(({ id }) => marks.get(id) === 'new').length;

  return (
    <>
      {isAway && arrived > 0 && <Arrived count={arrived} onShow={() => pane.current?.scrollTo({ top: 0 })} />}
      <div
        ref={pane}
        onScroll={({ currentTarget }) => setAway(currentTarget.scrollTop > 0)}
        className="@container relative h-full overflow-auto [overflow-anchor:none]"
      >
        <div
          role="grid"
          aria-label="Orders"
          aria-multiselectable
          className={cx('text-sm', selected.size > 0 && 'pb-16')}
          style={{ minWidth }}
        >
          <div role="row" data-head style={layout} className="sticky top-0 z-10 grid border-b border-line bg-panel">
            <div role="columnheader" className="h-row">
              <span className="sr-only">Details</span>
            </div>
            {columns.map(({ id, title, right }) => (
              <div
                key={id}
                role="columnheader"
                className={cx(
                  'truncate px-2.5 last:pr-4 text-xs leading-9 font-medium text-ink-3',
                  right && 'text-right',
                )}
              >
                {title}
              </div>
            ))}
          </div>
          {orders.map((order) => {
            const tab = open.get(order.id);
            const isOpen = tab !== undefined;
            const isSelected = selected.has(order.id);
            return (
              <Fragment key={order.id}>
                <div
                  role="row"
                  {...focusProps(order.id)}
                  onKeyDown={press(order.id)}
                  data-order-row={order.id}
                  aria-selected={isSelected}
                  onClick={(event) => click(event, order, isSelected)}
                  onDoubleClick={(event) => toggleRow(event.currentTarget, order.id, !isOpen)}
                  style={layout}
                  className={cx(
                    'relative grid h-row scroll-mt-10 cursor-default items-center -outline-offset-2 select-none',
                    isSelected ? 'bg-accent-soft' : isOpen ? 'bg-panel' : 'hover:bg-hover',
                    !isOpen && 'border-b border-line',
                  )}
                >
                  <ArrowCell order={order} isOpen={isOpen} isSelected={isSelected} mark={marks.get(order.id)} />
                  <Cells order={order} columns={columns} shop={shop} />
                </div>
                {isOpen && (
                  <div role="row" className="border-b border-line bg-panel">
                    <div role="gridcell" className="sticky left-0 w-[100cqw]">
                      <OrderDetails order={order} tab={tab} />
                    </div>
                  </div>
                )}
              </Fragment>
            );
          })}
        </div>
      </div>
    </>
  );
}

/** Brings the order that an address opens into sight, once. */
function useLinkedInSight(pane: RefObject<HTMLElement | null>, open: OpenOrders, rows: unknown): void {
  const heard = useAddress((address) => address.heard);
  const brought = useRef<{ heard: number; id: number | undefined } | null>(null);
  useLayoutEffect(() => {
    const id = [...open.keys()].at(-1);
    if (brought.current?.heard === heard || brought.current?.id === id) return;
    const row = pane.current?.querySelector<HTMLElement>(`[data-order-row="${id}"]`);
    if (id !== undefined && !row) return;
    brought.current = { heard, id };
    row?.nextElementSibling?.scrollIntoView({ block: 'nearest' });
    row?.scrollIntoView({ block: 'nearest' });
  }, [pane, open, heard, rows]);
}

/** Orders that came in above what is read, and the way to them. */
function Arrived({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-11 z-20 flex justify-center">
      <button
        type="button"
        onClick={onShow}
        className="pointer-events-auto flex h-7 animate-rise items-center gap-1.5 rounded-full bg-raised px-3 text-xs font-medium text-accent-ink shadow-float"
      >
        <ArrowUp aria-hidden className="size-3.5" />
        {count === 1 ? '1 new order' : `${count.toLocaleString('en-US')} new orders`}
      </button>
    </div>
  );
}

const MARK_LABEL: Record<Mark, string> = { new: 'New order', changed: 'Changed' };

function ArrowCell({
  order,
  isOpen,
  isSelected,
  mark,
}: {
  order: WireOrder;
  isOpen: boolean;
  isSelected: boolean;
  mark: Mark | undefined;
}) {
  return (
    <div role="gridcell" className="flex items-center gap-1 pl-1.5">
      {isSelected && <span aria-hidden className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
      <button
        type="button"
        tabIndex={-1}
        aria-expanded={isOpen}
        aria-label={`Details of order ${order.number}`}
        onClick={(event) => {
          event.stopPropagation();
          clearMark(order.id);
          toggleRow(event.currentTarget.closest<HTMLElement>('[role=row]'), order.id, !isOpen);
        }}
        onDoubleClick={(event) => event.stopPropagation()}
        className="grid size-7 place-items-center rounded-md text-ink-3 transition-colors hover:bg-press hover:text-ink"
      >
        <ChevronRight aria-hidden className={cx('size-4 transition-transform', isOpen && 'rotate-90')} />
      </button>
      {mark && (
        <span
          role="img"
          aria-label={MARK_LABEL[mark]}
          title={MARK_LABEL[mark]}
          className={cx('size-1.5 animate-rise rounded-full', mark === 'new' ? 'bg-accent-ink' : 'bg-blue')}
        />
      )}
    </div>
  );
}

/** A row's cells: what is in them changes only with the order. */
const Cells = memo(function Cells({
  order,
  columns,
  shop,
}: {
  order: WireOrder;
  columns: readonly Column[];
  shop: Shop;
}) {
  return columns.map(({ id, right, cell }) => (
    <div
      role="gridcell"
      key={id}
      className={cx('min-w-0 truncate px-2.5 last:pr-4', right && 'text-right tabular-nums')}
    >
      {cell(order, shop)}
    </div>
  ));
});
