import { displayInstant } from '#web/ui/dates.ts';
import { memo, useRef } from 'react';
import { displayMoney } from '#domain/money.ts';
import { toQuantityNumber } from '#domain/quantity.ts';
import { groupedWords } from '#domain/unit.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { StockFigure } from '#web/entities/stock/figure/stock-figure.tsx';
import { ReorderLevel } from '#web/entities/stock/figure/stock-figure-reorder.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { NARROW_NAME } from '../items/narrow-name.ts';
import { usePending } from '../pending/pending-store.ts';
import { useRowPx } from '#web/ui/rows/row-height.ts';
import { useEvenRows } from '#web/ui/rows/row-window.ts';
import { PlaceLeft } from '#web/ui/rows/scrolled-pane.ts';
import { countItems, markAsCounted, restockItems, showRestock } from './attention-actions.ts';
import type { AttentionItem } from './attention-rows.ts';

const left = new PlaceLeft();

const COLUMNS = 'grid grid-cols-[minmax(10rem,2.4fr)_minmax(12.5rem,1.2fr)_5rem_7.5rem_6rem_19rem] items-center';
const CELL = 'min-w-0 px-2.5';

const HEADS = [
  ['Product', 'pl-4'],
  ['Why', ''],
  ['Stock', 'text-right'],
  ['Reorder level', ''],
  ['Value at risk', 'text-right'],
  ['Actions', 'sr-only'],
] as const;

/** Items with the reasons why they need attention. Draws only the rows in sight. */
export function AttentionTable({ items, listKey }: { items: readonly AttentionItem[]; listKey: string }) {
  const pane = useRef<HTMLDivElement>(null);
  // On a phone: two lines, and the buttons.
  const rowPx = useRowPx(40, { phonePx: 112 });
  const { first, end } = useEvenRows(pane, left, listKey, items.length, rowPx);
  return (
    <div ref={pane} className="h-full overflow-auto">
      <div
        role="table"
        aria-label="Items"
        aria-rowcount={items.length + 1}
        className="phone-table bg-rows min-w-[60rem] text-sm"
      >
        <div
          role="row"
          aria-rowindex={1}
          data-phone-head
          className={cx(COLUMNS, 'sticky top-0 z-10 h-row border-b border-line bg-panel')}
        >
          {HEADS.map(([title, className]) => (
            <div
              key={title}
              role="columnheader"
              title={
                title === 'Value at risk'
                  ? 'Value at selling prices of stock that needs a count, and of what is missing up to the reorder level'
                  : undefined
              }
              className={cx(CELL, 'text-xs font-medium text-ink-3', className)}
            >
              {title}
            </div>
          ))}
        </div>
        <div role="rowgroup" className="relative" style={{ height: items.length * rowPx }}>
          {items.slice(first, end).map((item, at) => (
            <Row key={item.key} item={item} index={first + at} rowPx={rowPx} />
          ))}
        </div>
      </div>
    </div>
  );
}

const Row = memo(function Row({ item, index, rowPx }: { item: AttentionItem; index: number; rowPx: number }) {
  const { location_id: locationId } = useUser();
  const may = useMay('adjust-stock');
  const restock = usePending(({ restocks }) => restocks.get(item.key));
  const { name, sku, unit, quantityMilli, levelMilli, atRiskCents, isLow, needsCountSince } = item;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      style={{ height: rowPx, transform: `translateY(${index * rowPx}px)` }}
      className={cx('phone-row absolute inset-x-0 top-0 border-b border-line hover:bg-hover', COLUMNS)}
    >
      <div role="cell" data-phone="1-left" className={cx(CELL, 'flex items-center gap-2 pl-4')}>
        {/* On a narrow screen too, the name must show which variant it is. */}
        <Truncate text={name} className={cx('font-medium', NARROW_NAME)} />
        <span className="shrink-0 text-xs text-ink-3 max-[1250px]:hidden">{sku}</span>
      </div>
      <div role="cell" data-phone="2-left" className={cx(CELL, 'flex gap-1.5')}>
        <Why item={item} />
      </div>
      <div role="cell" data-phone="1-right" className={cx(CELL, 'text-right')}>
        <StockFigure item={item} quantity={quantityMilli} className="-mr-1.5" />
      </div>
      <div role="cell" className={CELL}>
        <ReorderLevel
          place={{ productId: item.productId, variationId: item.variationId, locationId: locationId ?? 0 }}
          level={levelMilli === null ? null : toQuantityNumber(levelMilli)}
          name={name}
          unit={unit}
        />
      </div>
      <div
        role="cell"
        data-phone="2-right"
        className={cx(CELL, 'text-right tabular-nums', atRiskCents === null && 'text-ink-3')}
      >
        {atRiskCents === null ? '–' : displayMoney(atRiskCents)}
      </div>
      <div role="cell" data-phone="3-line" className={cx(CELL, 'flex justify-end gap-1.5 pr-4')}>
        {may && needsCountSince !== null && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Mark counted: ${name}`}
            onClick={() => void markAsCounted(item)}
          >
            Mark counted
          </Button>
        )}
        {may && (isLow || restock !== undefined) && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={restock === undefined ? `Add to restock: ${name}` : `In the restock: ${name}`}
            onClick={() => (restock === undefined ? restockItems([item]) : showRestock([item]))}
          >
            {restock === undefined ? 'Add to restock' : `In restock: ${groupedWords(restock, unit)}`}
          </Button>
        )}
        {may && (
          <Button size="sm" aria-label={`Count it: ${name}`} onClick={() => countItems([item])}>
            Count it
          </Button>
        )}
      </div>
    </div>
  );
});

function Why({ item: { isLow, isOut, needsCountSince } }: { item: AttentionItem }) {
  const { time_zone: timeZone } = useUser();
  return (
    <>
      {needsCountSince !== null && (
        <span title={`Sold beyond the books, ${displayInstant(needsCountSince, timeZone)}`} className="flex">
          <Badge tone="orange">Needs a count</Badge>
        </span>
      )}
      {isOut ? <Badge tone="red">Out of stock</Badge> : isLow && <Badge tone="yellow">Low</Badge>}
    </>
  );
}
