import { Fragment } from 'react';
import { useUser } from '#web/api/session/session.ts';
import { cx } from '#web/ui/cx.ts';
import { EntryCells } from './entry-cells.tsx';
import { GroupCells } from './group-cells.tsx';
import { GroupLines } from './group-lines.tsx';
import type { HistoryRow } from './history-rows.ts';
import { useHistoryState } from './history-state.ts';
import { CELL, COLUMNS, GRID, ROW } from './row-style.ts';
import { useTreeKeys } from './use-tree-keys.ts';

/**
 * A page of the history as a tree in which audits, restocks, sales and transfers open in place, by a press anywhere on their row.
 * Arrows move between rows, Right or Enter opens, Left or Escape closes. Enter on a change explains the stock after it.
 */
export function HistoryTable({
  rows,
  fresh,
  locationId,
}: {
  rows: readonly HistoryRow[];
  /** The keys of rows that arrived while the list was on the screen. */
  fresh: ReadonlySet<string>;
  locationId: number;
}) {
  const { time_zone: timeZone } = useUser();
  const expanded = useHistoryState((state) => state.expanded);
  const rowProps = useTreeKeys(rows[0]?.key ?? null);
  return (
    <div className="h-full overflow-auto">
      <div
        role="treegrid"
        aria-label="Adjustment history"
        className="phone-table bg-rows min-w-[58rem] text-sm [--phone-indent:2.5rem]"
      >
        <div role="row" data-phone-head className={cx(GRID, 'sticky top-0 z-10 h-row border-b border-line bg-panel')}>
          {COLUMNS.map(({ id, title, className }) => (
            <div
              key={id}
              role="columnheader"
              className={cx(CELL, 'truncate text-xs font-medium text-ink-3', className)}
            >
              {title}
            </div>
          ))}
        </div>
        {rows.map((row) => {
          const isOpen = row.kind === 'group' && expanded.has(row.key);
          const isNew = fresh.has(row.key);
          return (
            <Fragment key={row.key}>
              <div
                {...rowProps(row.key)}
                aria-level={1}
                aria-expanded={row.kind === 'group' ? isOpen : undefined}
                data-group={row.kind === 'group' ? row.key : undefined}
                className={cx(ROW, GRID, isOpen && 'bg-panel', row.kind === 'group' && 'cursor-pointer')}
              >
                {row.kind === 'group' ? (
                  <GroupCells row={row} isOpen={isOpen} isNew={isNew} timeZone={timeZone} />
                ) : (
                  <EntryCells entry={row.entry} isNew={isNew} timeZone={timeZone} locationId={locationId} />
                )}
              </div>
              {isOpen && row.kind === 'group' && (
                <GroupLines group={row} rowProps={rowProps} timeZone={timeZone} locationId={locationId} />
              )}
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}
