import { counted } from '#domain/counted.ts';
import { memo } from 'react';
import { type Milli, toMilli } from '#domain/quantity.ts';
import { stockNow, useStock, useTotalStock } from '#web/entities/stock/stock.ts';
import { cx } from '#web/ui/cx.ts';
import type { ExplainedItem } from '#web/entities/stock/figure/explained-item.ts';
import { StockFigure } from '#web/entities/stock/figure/stock-figure.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { AdjustCell } from './adjust-cell.tsx';
import { type Adjusting, signed } from '../pending/pending.ts';
import { usePending } from '../pending/pending-store.ts';
import type { ItemRow, ParentRow, StockRow } from './stock-rows.ts';
import { useStockView } from './stock-view-state.ts';
import { RowMoves } from '../transfers/moving.tsx';

/** The name is not far from its figures even in a wide window, and what is left of the width is at the end of the row. */
export const COLUMNS_CLASS = 'grid grid-cols-[minmax(18rem,32rem)_8rem_minmax(18rem,1fr)] items-center';

const CELL = 'min-w-0 px-2.5';

interface RowProps<Row extends StockRow = StockRow> {
  row: Row;
  index: number;
  /** Its place below the top of its group. */
  topPx: number;
  rowPx: number;
  /** True to show the category in the row: no header above names it. */
  categorized: boolean;
  adjusting: Adjusting;
  blind: boolean;
  active: boolean;
}

/** One row of the stock. Memoized, so that it is drawn again only when its own figures change. */
export const StockRowLine = memo(function StockRowLine(props: RowProps) {
  const { row, index, topPx, rowPx } = props;
  const selection = useSelection(row);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selection === 'all'}
      data-row={index}
      tabIndex={props.active ? 0 : -1}
      style={{ height: rowPx, transform: `translateY(${topPx}px)` }}
      className={cx(
        'group/row phone-row absolute inset-x-0 top-0 cursor-default border-b border-line text-sm contain-layout contain-style -outline-offset-2 select-none',
        COLUMNS_CLASS,
        selection === 'all' ? 'bg-accent-soft' : 'hover:bg-hover',
        row.kind === 'parent' && selection !== 'all' && 'bg-panel',
      )}
    >
      {row.kind === 'parent' ? <ParentCells {...props} row={row} /> : <ItemCells {...props} row={row} />}
      {selection !== 'none' && (
        <span
          aria-hidden
          className={cx('absolute inset-y-0 left-0 w-0.5', selection === 'all' ? 'bg-accent' : 'bg-line-strong')}
        />
      )}
    </div>
  );
});

export function keysOf(row: StockRow): string[] {
  if (row.kind !== 'parent') return [row.key];
  return row.variationIds.map((variationId) => `${row.product.id}-${variationId}`);
}

function useSelection(row: StockRow): 'all' | 'some' | 'none' {
  return useStockView(({ selected }) => {
    const keys = keysOf(row);
    const count = keys.filter((key) => selected.has(key)).length;
    return count === 0 ? 'none' : count === keys.length ? 'all' : 'some';
  });
}

function ItemCells({ row, adjusting, blind, active, categorized }: RowProps<ItemRow>) {
  const { kind, product, variant, sku, category, item, unit, fullName } = row;
  const books = useStock(item);
  return (
    <>
      <div
        role="gridcell"
        data-phone="1-left"
        className={cx(CELL, 'flex items-center gap-1', kind === 'variant' ? 'pl-10 [--phone-indent:2.5rem]' : 'pl-4')}
      >
        <Names
          name={variant?.name ?? product.name}
          below={belowName(sku, categorized && kind !== 'variant' ? category : null)}
          className={kind === 'variant' ? 'text-ink-2' : 'font-medium'}
        />
        <Moves row={row} active={active} />
      </div>
      <div role="gridcell" data-phone="1-right" className={cx(CELL, 'text-right')}>
        {blind ? (
          <Hidden />
        ) : (
          <StockFigure item={{ ...item, name: fullName, unit }} quantity={books} tabStop={active} className="-mr-1.5" />
        )}
      </div>
      <div role="gridcell" data-phone="2-left" className={cx(CELL, 'pl-4')}>
        <AdjustCell row={row} adjusting={adjusting} blind={blind} active={active} />
      </div>
    </>
  );
}

function ParentCells({ row, adjusting, blind, active, categorized }: RowProps<ParentRow>) {
  const { product, sku, category, variationIds } = row;
  const total = useTotalStock(product.id, variationIds);
  const { sumMilli, touched } = usePendingOf(row, adjusting);
  return (
    <>
      <div role="gridcell" data-phone="1-left" className={cx(CELL, 'pl-4')}>
        <Names
          name={product.name}
          below={`${belowName(sku, categorized ? category : null)} · ${variationIds.length} variants`.replace(
            /^ · /,
            '',
          )}
          className="font-medium"
        />
      </div>
      <div role="gridcell" data-phone="1-right" className={cx(CELL, 'text-right text-ink-2 tabular-nums')}>
        {blind ? (
          <Hidden />
        ) : (
          <StockFigure plain item={sumOfVariants(row)} quantity={total} tabStop={active} className="-mr-1.5" />
        )}
      </div>
      <div role="gridcell" data-phone="2-left" className={cx(CELL, 'pl-4 text-xs text-ink-3 tabular-nums')}>
        {touched > 0 && (blind ? `${touched} counted` : `${signed(sumMilli)} in ${counted(touched, 'variant')}`)}
      </div>
    </>
  );
}

/** The stock of a variable product is explained by its variants. */
function sumOfVariants({ product, unit }: ParentRow): ExplainedItem {
  const variants = (product.variants ?? []).map(({ id, name }) => ({
    id,
    name,
    quantity: stockNow({ productId: product.id, variationId: id }),
  }));
  return { productId: product.id, variationId: null, name: product.name, unit, variants };
}

const belowName = (sku: string | null, category: string | null): string =>
  [sku, category].filter((part) => part !== null && part !== '').join(' · ');

/** The fixed texts of a row, so that moving over rows does not draw them again. */
const Names = memo(function Names({ name, below, className }: { name: string; below: string; className: string }) {
  return (
    <div className="min-w-0 grow leading-tight">
      <Truncate text={name} className={className} />
      <Truncate text={below} className="text-xs text-ink-3" />
    </div>
  );
});

const Moves = memo(RowMoves);

function Hidden() {
  return (
    <span className="text-ink-3">
      <span aria-hidden>•••</span>
      <span className="sr-only">Hidden while counting blind</span>
    </span>
  );
}

/** The sum of what is pending for a product's variants. Selected as text, so that an unchanged sum draws nothing. */
function usePendingOf(row: ParentRow, adjusting: Adjusting): { sumMilli: Milli; touched: number } {
  const text = usePending(({ counts, restocks }) => {
    let sumMilli = 0;
    let touched = 0;
    for (const key of keysOf(row)) {
      const milli = adjusting === 'restock' ? restocks.get(key) : counts.get(key)?.deltaMilli;
      if (milli === undefined) continue;
      sumMilli += milli;
      touched += 1;
    }
    return `${sumMilli} ${touched}`;
  });
  const [sumMilli = 0, touched = 0] = text.split(' ').map(Number);
  return { sumMilli: toMilli(sumMilli), touched };
}
