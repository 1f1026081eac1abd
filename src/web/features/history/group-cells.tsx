import { counted } from '#domain/counted.ts';
import { displayInstant } from '#web/ui/dates.ts';
import { ChevronRight } from 'lucide-react';
import { Badge } from '#web/ui/status/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { Reference } from '#web/entities/stock/figure/stock-figure-reference.tsx';
import { ChangeType } from '#web/entities/stock/figure/stock-figure-type.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { netChanges, type UnitChange } from './change-units.ts';
import { useUnitOf } from '#web/entities/catalogue/use-unit-of.ts';
import { NetCells, NewMark } from './entry-cells.tsx';
import type { GroupRow } from './history-rows.ts';
import { expand } from './history-state.ts';
import { CELL } from './row-style.ts';

/** The cells of an audit, a restock, a sale or a transfer with its sums. */
export function GroupCells({
  row,
  isOpen,
  isNew,
  timeZone,
}: {
  row: GroupRow;
  isOpen: boolean;
  isNew: boolean;
  timeZone: string;
}) {
  const { key, type, number, title, totalProducts, move, userName, at } = row;
  const unitOf = useUnitOf();
  return (
    <>
      <div
        role="gridcell"
        data-phone="1-left"
        className={cx(CELL, 'flex items-center gap-1.5 pl-1.5 [--phone-indent:0]')}
      >
        <button
          type="button"
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-label={`Lines of ${number}`}
          onClick={() => expand(key, !isOpen)}
          className="grid size-7 shrink-0 place-items-center rounded-md text-ink-3 transition-colors hover:bg-press hover:text-ink"
        >
          <ChevronRight aria-hidden className={cx('size-4 transition-transform', isOpen && 'rotate-90')} />
        </button>
        {isNew && <NewMark />}
        {move ? (
          <span className="shrink-0">
            <Reference entry={move} note="" tabStop={false} />
          </span>
        ) : (
          <span className="shrink-0 font-medium">{number}</span>
        )}
        <Truncate text={title} className="text-ink-2" />
      </div>
      <div role="gridcell" data-phone="2-left" className={cx(CELL, 'flex items-center gap-2')}>
        {move ? (
          <span className="flex min-w-0">
            <ChangeType entry={move} />
          </span>
        ) : (
          <Badge tone={type === 'audit' ? 'purple' : 'green'}>{type === 'audit' ? 'Audit' : 'Restock'}</Badge>
        )}
        <span className="min-w-0 shrink-[999] truncate text-ink-3">{counted(totalProducts, 'product')}</span>
      </div>
      <NetCells net={netOf(row, unitOf)} />
      <div role="gridcell" data-phone="3-right" className={CELL}>
        <Truncate text={userName} className="text-ink-2" />
      </div>
      <div role="gridcell" data-phone="3-left" className={cx(CELL, 'truncate text-ink-2')}>
        {displayInstant(at, timeZone)}
      </div>
    </>
  );
}

function netOf({ net, source }: GroupRow, unitOf: (productId: number) => string): readonly UnitChange[] {
  if (source.kind !== 'here') return net;
  return netChanges(
    source.entries.map(({ product_id: id, quantity_change: change }) => ({ unit: unitOf(id), change })),
  );
}
