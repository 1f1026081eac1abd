import { TriangleAlert } from 'lucide-react';
import { memo, useLayoutEffect, useRef } from 'react';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { type Milli, ZERO_MILLI, displayGrouped, fromQuantityNumber } from '#domain/quantity.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyPanel } from '#web/ui/status/panels.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { useCatalogueItems } from '../../items/catalogue-items.ts';
import { NARROW_NAME } from '../../items/narrow-name.ts';
import { countOf, overOf, type PendingReceipt, withCount } from './pending-receipt.ts';
import { changePending } from './pending-receipts.ts';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';

type Item = PurchaseOrder['items'][number];

const LAYOUT = { gridTemplateColumns: 'minmax(180px, 1fr) minmax(96px, 0.35fr) 84px 88px 84px 156px 180px' };
const HEADS = [
  ['Item', ''],
  ['SKU', ''],
  ['Ordered', 'text-right'],
  ['Received', 'text-right'],
  ['Left', 'text-right'],
  ['Receiving now', 'text-center'],
  ['', ''],
] as const;

/** The line that was scanned last. `count` rises with each scan, so that two scans of one line differ. */
export interface ScannedLine {
  readonly itemId: number;
  readonly count: number;
  /** A weighed item, whose quantity has to be typed. */
  readonly weighed: boolean;
}

/**
 * The lines of an order with the counted quantity of each. All lines are in the page, so that keys reach them; the
 * browser lays out only those in sight, because there may be thousands.
 */
export function ReceiveLines({
  order,
  items,
  pending,
  scanned,
  frozen,
}: {
  order: PurchaseOrder;
  items: readonly Item[];
  pending: PendingReceipt;
  scanned: ScannedLine | null;
  /** The count was sent; newly received quantities may be its own. */
  frozen: boolean;
}) {
  const pane = useRef<HTMLDivElement>(null);
  const catalogue = useCatalogueItems();
  useLayoutEffect(() => {
    if (scanned === null) return;
    const row = pane.current?.querySelector<HTMLElement>(`[data-item="${scanned.itemId}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    if (scanned.weighed) row?.querySelector<HTMLInputElement>('[data-quantity]')?.focus();
    row?.animate([{ backgroundColor: 'var(--accent-soft)' }, {}], { duration: 1200, easing: 'ease-out' });
  }, [scanned]);

  if (items.length === 0) return <EmptyPanel title="No such line" hint="Nothing on this order has that name or SKU." />;
  return (
    <div ref={pane} className="min-h-0 grow overflow-auto">
      <div role="table" aria-label="Lines to receive" className="phone-table min-w-[860px] bg-rows text-sm">
        <div role="row" data-phone-head style={LAYOUT} className="sticky top-0 z-10 grid border-b border-line bg-panel">
          {HEADS.map(([title, align]) => (
            <div
              key={title}
              role="columnheader"
              className={cx('truncate px-2.5 text-xs leading-9 font-medium text-ink-3 first:pl-4', align)}
            >
              {title || <span className="sr-only">Remarks</span>}
            </div>
          ))}
        </div>
        {items.map((item) => (
          <ReceiveRow
            key={item.id}
            orderId={order.id}
            item={item}
            unit={catalogue.unitOf(item.product_id)}
            count={countOf(pending, item.id)}
            over={frozen ? ZERO_MILLI : overOf(pending, item)}
            seen={frozen ? null : (pending.lines.get(item.id)?.seenMilli ?? null)}
          />
        ))}
      </div>
    </div>
  );
}

const CELL = 'min-w-0 px-2.5 first:pl-4';

const ReceiveRow = memo(function ReceiveRow({
  orderId,
  item,
  unit,
  count,
  over,
  seen,
}: {
  orderId: number;
  item: Item;
  /** The unit it is counted in: "g", or '' for pieces. */
  unit: string;
  count: Milli;
  over: Milli;
  seen: Milli | null;
}) {
  const of = unit && ` ${unit}`;
  const elsewhere = seen !== null && seen !== fromQuantityNumber(item.quantity_received);
  const done = item.quantity_remaining === 0;
  return (
    <div
      role="row"
      data-item={item.id}
      style={LAYOUT}
      className="phone-row grid min-h-11 scroll-mt-10 items-center border-b border-line py-1 [contain-intrinsic-size:auto_45px] [content-visibility:auto]"
    >
      <div role="cell" data-phone="1-left" className={CELL}>
        <Truncate text={item.product_name} className={cx(NARROW_NAME, done && count === 0 && 'text-ink-3')} />
        {item.notes !== '' && <span className="block truncate text-xs text-ink-3">{item.notes}</span>}
      </div>
      <div role="cell" className={CELL}>
        <Truncate text={item.sku ?? '–'} className="text-ink-2" />
      </div>
      <div role="cell" className={cx(CELL, 'text-right tabular-nums')}>
        {displayGrouped(fromQuantityNumber(item.quantity_ordered))}
        {of}
      </div>
      <div role="cell" className={cx(CELL, 'text-right tabular-nums', done ? 'text-green' : 'text-ink-2')}>
        {displayGrouped(fromQuantityNumber(item.quantity_received))}
        {of}
      </div>
      <div role="cell" data-phone="1-right" className={cx(CELL, 'text-right tabular-nums', done && 'text-ink-3')}>
        <span aria-hidden className="hidden text-ink-3 max-[640px]:inline">
          {'to come '}
        </span>
        {displayGrouped(fromQuantityNumber(item.quantity_remaining))}
        {of}
      </div>
      {/* On a phone it has a line to itself, so that it is as wide in all rows. */}
      <div role="cell" data-phone="2-left" className={cx(CELL, 'max-w-60 max-[640px]:col-[2/4]!')}>
        <QuantityField
          label={`Receiving of ${item.product_name}`}
          quantity={count}
          onChange={(milli) => changePending(orderId, (pending) => withCount(pending, item, milli))}
        />
      </div>
      <div role="cell" data-phone="3-line" className={cx(CELL, 'flex flex-wrap items-center gap-1 empty:hidden')}>
        {elsewhere && (
          <Badge tone="orange">
            <TriangleAlert aria-hidden className="size-3" />
            Received elsewhere
          </Badge>
        )}
        {over > 0 && <Badge tone="yellow">{`${displayGrouped(over)}${of} over`}</Badge>}
      </div>
    </div>
  );
});
