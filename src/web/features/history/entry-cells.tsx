import { displayInstant } from '#web/ui/dates.ts';
import type { HistoryEntry } from '#contract/history.ts';
import { fromQuantityNumber } from '#domain/quantity.ts';
import { cx } from '#web/ui/cx.ts';
import { StockFigure } from '#web/entities/stock/figure/stock-figure.tsx';
import { Reference } from '#web/entities/stock/figure/stock-figure-reference.tsx';
import { ChangeType } from '#web/entities/stock/figure/stock-figure-type.tsx';
import { displayChange } from '#web/entities/stock/figure/stock-figure-words.ts';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { CELL } from './row-style.ts';

/** The change of stock, and the stock afterwards. */
export function ChangeCell({
  change,
  after,
  item,
}: {
  change: number;
  after: number;
  item: { productId: number; variationId: number | null; name: string; locationId: number };
}) {
  return (
    <div role="gridcell" className={cx(CELL, 'flex items-center justify-end gap-1 tabular-nums')}>
      <span className={cx('font-medium', change > 0 ? 'text-green' : change < 0 ? 'text-red' : 'text-ink-3')}>
        {displayChange(change)}
      </span>
      <span aria-hidden className="pl-1 text-ink-3">
        →
      </span>
      <span className="flex min-w-16 justify-end">
        <StockFigure plain tabStop={false} item={item} quantity={fromQuantityNumber(after)} className="-mr-1.5" />
      </span>
    </div>
  );
}

export function NewMark() {
  return (
    <span
      role="img"
      aria-label="New"
      title="New"
      className="size-1.5 shrink-0 animate-rise rounded-full bg-accent-ink"
    />
  );
}

/** The cells of one movement. */
export function EntryCells({
  entry,
  isNew,
  isNested = false,
  timeZone,
  locationId,
}: {
  entry: HistoryEntry;
  isNew: boolean;
  isNested?: boolean;
  timeZone: string;
  locationId: number;
}) {
  // The server names the other products. Rule: history/product-names.
  const name = entry.product_name.trim() || `[Error] Product #${entry.product_id}`;
  return (
    <>
      <div role="gridcell" className={cx(CELL, 'flex items-center gap-2', isNested ? 'pl-16' : 'pl-10')}>
        {isNew && <NewMark />}
        <Truncate text={name} className={name.startsWith('[') ? 'text-ink-3' : ''} />
        {entry.sku && <span className="shrink-0 text-xs text-ink-3 max-[1100px]:hidden">{entry.sku}</span>}
      </div>
      <div role="gridcell" className={cx(CELL, 'flex items-center gap-2 overflow-hidden')}>
        <span className="flex max-w-full min-w-0 shrink-0">
          <ChangeType entry={entry} />
        </span>
        {!isNested && <Reference entry={entry} tabStop={false} />}
      </div>
      <ChangeCell
        change={entry.quantity_change}
        after={entry.new_stock}
        item={{ productId: entry.product_id, variationId: entry.variation_id, name, locationId }}
      />
      <div role="gridcell" className={CELL}>
        <Truncate text={entry.user_name} className="text-ink-2" />
      </div>
      <div role="gridcell" className={cx(CELL, 'truncate text-ink-2')}>
        {displayInstant(entry.created_at, timeZone)}
      </div>
    </>
  );
}
