import { displayInstant } from '#web/ui/dates.ts';
import type { HistoryEntry } from '#contract/history.ts';
import { fromQuantityNumber } from '#domain/quantity.ts';
import { cx } from '#web/ui/cx.ts';
import { StockFigure } from '#web/entities/stock/figure/stock-figure.tsx';
import { Reference } from '#web/entities/stock/figure/stock-figure-reference.tsx';
import { ChangeType } from '#web/entities/stock/figure/stock-figure-type.tsx';
import { changeTone, displayChange } from '#web/entities/stock/figure/stock-figure-words.ts';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { changeWords, type UnitChange } from './change-units.ts';
import { useUnitOf } from '#web/entities/catalogue/use-unit-of.ts';
import { CELL } from './row-style.ts';

/** The change of stock, and the stock afterwards, in two cells. */
export function ChangeCells({
  change,
  after,
  item,
}: {
  change: number;
  after: number;
  item: { productId: number; variationId: number | null; name: string; locationId: number };
}) {
  const unit = useUnitOf()(item.productId);
  return (
    <>
      <div
        role="gridcell"
        data-phone="1-right"
        className={cx(CELL, 'truncate text-right font-medium tabular-nums', changeTone(change))}
      >
        {displayChange(change, unit)}
      </div>
      <div role="gridcell" data-phone="2-right" className={cx(CELL, 'flex justify-end pr-4.5')}>
        <StockFigure plain tabStop={false} item={{ ...item, unit }} quantity={fromQuantityNumber(after)} />
      </div>
    </>
  );
}

/** Longer words than these take the room of the stock after, which a group has not. */
const MOST_LETTERS = 14;

/** The change of a group in each unit, because grams and pieces are not added. */
export function NetCells({ net }: { net: readonly UnitChange[] }) {
  const words = changeWords(net);
  return (
    <div
      role="gridcell"
      data-phone="1-right"
      aria-colspan={2}
      className={cx(
        CELL,
        'col-span-2 text-right font-medium tabular-nums',
        words.length > MOST_LETTERS ? 'pr-6' : 'pr-[7.625rem]',
      )}
    >
      <Truncate text={words} className={changeTone(net.length === 1 ? (net[0]?.change ?? 0) : 0)} />
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
      <div
        role="gridcell"
        data-phone="1-left"
        className={cx(CELL, 'flex items-center gap-2', isNested ? 'pl-16' : 'pl-10')}
      >
        {isNew && <NewMark />}
        <Truncate text={name} className={name.startsWith('[') ? 'text-ink-3' : ''} />
        {entry.sku && <span className="shrink-0 text-xs text-ink-3 max-[1100px]:hidden">{entry.sku}</span>}
      </div>
      <div role="gridcell" data-phone="2-left" className={cx(CELL, 'flex items-center gap-2 overflow-hidden')}>
        {/* The number is never cut off; the note takes the room that the two leave. */}
        <span className="flex min-w-0">
          <ChangeType entry={entry} />
        </span>
        {!isNested && <Reference entry={entry} tabStop={false} />}
      </div>
      <ChangeCells
        change={entry.quantity_change}
        after={entry.new_stock}
        item={{ productId: entry.product_id, variationId: entry.variation_id, name, locationId }}
      />
      <div role="gridcell" data-phone="3-right" className={CELL}>
        <Truncate text={entry.user_name} className="text-ink-2" />
      </div>
      <div role="gridcell" data-phone="3-left" className={cx(CELL, 'truncate text-ink-2')}>
        {displayInstant(entry.created_at, timeZone)}
      </div>
    </>
  );
}
