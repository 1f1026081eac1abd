import { counted } from '#domain/counted.ts';
import { ArrowUp } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { ListedOrder } from '#contract/orders.ts';
import { useAddress } from '#web/api/address/address.ts';
import { useMe } from '#web/api/session/session.ts';
import { cx } from '#web/ui/cx.ts';
import { RecordGrid } from '#web/ui/grid/record-grid.tsx';
import { useLinkedInSight } from '#web/ui/grid/record-keys.ts';
import { useHeldPlace } from '#web/ui/grid/use-held-place.ts';
import { COLUMNS, orderColumns } from './columns.tsx';
import { clearMark, useMarks } from './live-marks.ts';
import type { Mark } from './marks.ts';
import { OrderDetails } from '../detail/order-details.tsx';
import { useAsAsked } from '../change/order-changes.ts';
import { expand, ordersAddress } from './orders-address.ts';
import { select, useOrdersState } from './orders-state.ts';
import { lookAt } from '../orders-queries.ts';

/** The orders as a grid. Orders that arrive above the rows being read are announced rather than shown. */
export function OrdersTable({ orders: fetched, listKey }: { orders: readonly ListedOrder[]; listKey: string }) {
  const orders = useAsAsked(fetched);
  const { user, locations } = useMe();
  const selected = useOrdersState((state) => state.selected);
  const { open } = ordersAddress.use();
  const shown = orderColumns.use();
  const marks = useMarks((state) => state.marks);
  const pane = useRef<HTMLDivElement>(null);
  const heard = useAddress((address) => address.heard);
  useHeldPlace(pane, listKey, orders, selected.size > 0 || open.size > 0);
  useLinkedInSight(pane, [...open.keys()].at(-1), heard, orders);
  const shop = useMemo(() => ({ timeZone: user.time_zone, locations }), [user.time_zone, locations]);
  const [isAway, setAway] = useState(false);
  const arrived = orders.filter(({ id }) => marks.get(id) === 'new').length;

  return (
    <>
      {isAway && arrived > 0 && <Arrived count={arrived} onShow={() => pane.current?.scrollTo({ top: 0 })} />}
      <RecordGrid
        label="Orders"
        rows={orders}
        columns={COLUMNS}
        shown={shown}
        context={shop}
        selected={selected}
        onSelect={select}
        isOpen={(id) => open.has(id)}
        onOpen={(id, on) => {
          clearMark(id);
          expand(id, on);
        }}
        renderDetails={(order) => <OrderDetails listed={order} tab={open.get(order.id) ?? 'items'} />}
        nameOf={({ number }) => `order ${number}`}
        renderMark={({ id }) => <NewOrChanged mark={marks.get(id)} />}
        onPressed={clearMark}
        onLook={lookAt}
        pane={pane}
        onScroll={(top) => setAway(top > 0)}
      />
    </>
  );
}

/** Says how many orders arrived above, and leads to them. */
function Arrived({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-11 z-20 flex justify-center">
      <button
        type="button"
        onClick={onShow}
        className="pointer-events-auto flex h-7 animate-rise items-center gap-1.5 rounded-full bg-raised px-3 text-xs font-medium text-accent-ink shadow-float"
      >
        <ArrowUp aria-hidden className="size-3.5" />
        {counted(count, 'new order')}
      </button>
    </div>
  );
}

const MARK_LABEL: Record<Mark, string> = { new: 'New order', changed: 'Changed' };

function NewOrChanged({ mark }: { mark: Mark | undefined }) {
  if (!mark) return null;
  return (
    <span
      role="img"
      aria-label={MARK_LABEL[mark]}
      title={MARK_LABEL[mark]}
      className={cx('size-1.5 animate-rise rounded-full', mark === 'new' ? 'bg-accent-ink' : 'bg-blue')}
    />
  );
}
