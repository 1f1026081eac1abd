import { type ReactNode, useState } from 'react';
import type { HistoryEntry } from '#contract/history.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { useUnitOf } from '#web/entities/catalogue/use-unit-of.ts';
import { displayStock } from '#web/entities/stock/figure/stock-figure-words.ts';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { ChangeCells, EntryCells } from './entry-cells.tsx';
import { type AuditLine, useAuditLines, useReceiptLines } from './history-queries.ts';
import type { GroupRow } from './history-rows.ts';
import { CELL, GRID, ROW } from './row-style.ts';
import type { RowProps } from './use-tree-keys.ts';

/** Lines drawn at a time, because an audit may have thousands. */
const STEP = 100;

interface LinesProps {
  readonly group: GroupRow;
  readonly rowProps: (key: string) => RowProps;
  readonly timeZone: string;
  readonly locationId: number;
}

/** The lines of an audit or restock, shown below it. */
export function GroupLines(props: LinesProps) {
  const { source } = props.group;
  switch (source.kind) {
    case 'audit':
      return <AuditLines {...props} id={source.id} />;
    case 'receipt':
      return <ReceiptLines {...props} id={source.id} />;
    case 'here':
      return <Entries {...props} entries={source.entries} />;
  }
}

function AuditLines({ id, ...props }: LinesProps & { id: number }) {
  const { data, error, refetch } = useAuditLines(id);
  const [shown, setShown] = useState(STEP);
  if (!data) return <Waiting group={props.group} error={error} onRetry={() => void refetch()} />;
  const left = data.length - shown;
  return (
    <>
      {data.slice(0, shown).map((line) => (
        <Line key={`${line.product_id}-${line.variation_id}`} {...props} id={`${line.product_id}-${line.variation_id}`}>
          <AuditCells line={line} locationId={props.locationId} />
        </Line>
      ))}
      {left > 0 && <More {...props} left={left} onMore={() => setShown(shown + STEP)} />}
    </>
  );
}

function ReceiptLines({ id, ...props }: LinesProps & { id: number }) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useReceiptLines(id);
  if (!data) return <Waiting group={props.group} error={error} onRetry={() => void refetch()} />;
  const entries = data.pages.flatMap((page) => page.data);
  return (
    <Entries
      {...props}
      entries={entries}
      elsewhere={hasNextPage ? props.group.totalProducts - entries.length : 0}
      onFetch={() => void fetchNextPage()}
    />
  );
}

function Entries({
  entries,
  elsewhere = 0,
  onFetch,
  ...props
}: LinesProps & {
  entries: readonly HistoryEntry[];
  /** The number of lines that are not fetched yet. */
  elsewhere?: number;
  onFetch?: () => void;
}) {
  const [shown, setShown] = useState(STEP);
  const left = Math.max(entries.length - shown, 0) + elsewhere;
  return (
    <>
      {entries.slice(0, shown).map((entry) => (
        <Line key={entry.id} {...props} id={String(entry.id)}>
          <EntryCells entry={entry} isNew={false} isNested timeZone={props.timeZone} locationId={props.locationId} />
        </Line>
      ))}
      {left > 0 && (
        <More
          {...props}
          left={left}
          onMore={() => {
            if (shown + STEP > entries.length) onFetch?.();
            setShown(shown + STEP);
          }}
        />
      )}
    </>
  );
}

function Line({ group, id, rowProps, children }: LinesProps & { id: string; children: ReactNode }) {
  return (
    <div {...rowProps(`${group.key}/${id}`)} aria-level={2} className={cx(ROW, GRID, 'bg-panel')}>
      {children}
    </div>
  );
}

/** A line of an audit, counted or not. A line whose count matched has no movement. */
function AuditCells({ line, locationId }: { line: AuditLine; locationId: number }) {
  const { system_quantity: system, counted_quantity: counted, difference } = line;
  const unit = useUnitOf()(line.product_id);
  return (
    <>
      <div role="gridcell" data-phone="1-left" className={cx(CELL, 'flex items-center gap-2 pl-16')}>
        <Truncate text={line.product_name} className={line.product_name.startsWith('[') ? 'text-ink-3' : ''} />
        {line.sku && <span className="shrink-0 text-xs text-ink-3 max-[1100px]:hidden">{line.sku}</span>}
      </div>
      <div role="gridcell" data-phone="2-left" className={cx(CELL, 'truncate text-ink-3')}>
        {counted !== null && (
          <>
            Counted <span className="text-ink-2">{displayStock(counted, unit)}</span>
            {system !== null && ` of ${displayStock(system, unit)}`}
          </>
        )}
        {difference > 0 && <span className="text-yellow"> {displayStock(difference, unit)} stopped at 0</span>}
      </div>
      <ChangeCells
        change={line.quantity_change}
        after={line.new_stock}
        item={{ productId: line.product_id, variationId: line.variation_id, name: line.product_name, locationId }}
      />
      <div role="gridcell" data-phone="3-left" className={cx(CELL, 'col-span-2')}>
        {/* "Audit" is the default reason and says nothing. */}
        {line.reason !== 'Audit' && <Truncate text={line.reason} className="text-ink-3" />}
      </div>
    </>
  );
}

function More({ group, rowProps, left, onMore }: LinesProps & { left: number; onMore: () => void }) {
  return (
    <div {...rowProps(`${group.key}/more`)} aria-level={2} className={cx(ROW, 'flex items-center bg-panel')}>
      <div role="gridcell" aria-colspan={6} data-phone="1-left" className="pl-14">
        <Button size="sm" variant="ghost" tabIndex={-1} onClick={onMore}>
          Show {Math.min(left, STEP).toLocaleString('en-US')} more of {group.totalProducts.toLocaleString('en-US')}
        </Button>
      </div>
    </div>
  );
}

function Waiting({ group, error, onRetry }: { group: GroupRow; error: unknown; onRetry: () => void }) {
  return (
    <div role="row" aria-level={2} className={cx(ROW, 'flex items-center bg-panel')}>
      <div role="gridcell" aria-colspan={6} data-phone="1-left" className="flex items-center gap-3 pl-16 text-ink-3">
        {error ? (
          <>
            <span role="alert">
              The lines of {group.number} could not be loaded. {sentenceOf(error)}
            </span>
            <Button size="sm" onClick={onRetry}>
              Try Again
            </Button>
          </>
        ) : (
          'Loading lines...'
        )}
      </div>
    </div>
  );
}
