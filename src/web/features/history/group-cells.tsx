import { counted } from '#domain/counted.ts';
import { displayInstant } from '#web/ui/dates.ts';
import { ChevronRight } from 'lucide-react';
import { Badge } from '#web/ui/status/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { displayChange } from '#web/entities/stock/figure/stock-figure-words.ts';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { NewMark } from './entry-cells.tsx';
import type { GroupRow } from './history-rows.ts';
import { expand } from './history-state.ts';
import { CELL } from './row-style.ts';

/** The cells of an audit or a restock with its sums. */
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
  const { key, type, number, title, totalProducts, netChange, userName, at } = row;
  return (
    <>
      <div role="gridcell" className={cx(CELL, 'flex items-center gap-1.5 pl-1.5')}>
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
        <span className="shrink-0 font-medium">{number}</span>
        <Truncate text={title} className="text-ink-2" />
      </div>
      <div role="gridcell" className={cx(CELL, 'flex items-center gap-2')}>
        <Badge tone={type === 'audit' ? 'purple' : 'green'}>{type === 'audit' ? 'Audit' : 'Restock'}</Badge>
        <span className="truncate text-ink-3">{counted(totalProducts, 'product')}</span>
      </div>
      <div
        role="gridcell"
        className={cx(
          CELL,
          'pr-24 text-right font-medium tabular-nums',
          netChange > 0 ? 'text-green' : netChange < 0 ? 'text-red' : 'text-ink-3',
        )}
      >
        {displayChange(netChange)}
      </div>
      <div role="gridcell" className={CELL}>
        <Truncate text={userName} className="text-ink-2" />
      </div>
      <div role="gridcell" className={cx(CELL, 'truncate text-ink-2')}>
        {displayInstant(at, timeZone)}
      </div>
    </>
  );
}
