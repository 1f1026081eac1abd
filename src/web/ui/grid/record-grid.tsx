import { ChevronRight } from 'lucide-react';
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useMemo,
  useRef,
} from 'react';
import { cx } from '../cx.ts';
import { PHONE, useMediaQuery } from '../media-query.ts';
import { useRowPx } from '../rows/row-height.ts';
import { focusRow } from '../rows/row-keys.ts';
import type { RowWindow } from '../rows/row-window.ts';
import type { Column } from './columns.ts';
import { openInSight, useRecordKeys } from './record-keys.ts';

const ARROW_PX = 48;
/** A row with the focus is kept while it is within this distance of the visible rows. */
const MOST_BEYOND = 60;

interface Record {
  readonly id: number;
}

interface RecordGridProps<Row extends Record, Context> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row, Context>[];
  readonly shown: ReadonlySet<string>;
  /** The data that cells need besides their row. Pass the same object each time: a new one draws all cells again. */
  readonly context: Context;
  readonly selected: { has: (id: number) => boolean; readonly size: number };
  readonly onSelect: (rows: readonly Row[], on: boolean) => void;
  readonly isOpen: (id: number) => boolean;
  readonly onOpen: (id: number, on: boolean) => void;
  /** Left out if a record opens elsewhere. */
  readonly renderDetails?: (row: Row) => ReactNode;
  /** Such as "order 1001", for screen readers. */
  readonly nameOf: (row: Row) => string;
  /** Drawn beside the arrow. */
  readonly renderMark?: (row: Row) => ReactNode;
  readonly isHighlighted?: (id: number) => boolean;
  /** Called when somebody presses a row, which counts as having seen it. */
  readonly onPressed?: (id: number) => void;
  /** Called with the row that the pointer rests on, or with null. */
  readonly onLook?: (id: number | null) => void;
  readonly pane: RefObject<HTMLDivElement | null>;
  readonly onScroll?: (scrollTop: number) => void;
  /** Holds only these of the rows, which then have one height (`useRecordRowPx`) and no details; `useEvenRows` says which. */
  readonly inSight?: Pick<RowWindow, 'first' | 'end'>;
}

/** The height of a row, `h-row`, or of its two lines on a phone. */
export const useRecordRowPx = () => useRowPx(36, { phonePx: 60 });

/**
 * A grid of records. A click selects a row (with Shift, all rows up to it); a double click or the arrow opens its
 * details below it. Rule: display/record-rows.
 */
export function RecordGrid<Row extends Record, Context>({
  label,
  rows,
  columns: all,
  shown,
  context,
  selected,
  onSelect,
  isOpen,
  onOpen,
  renderDetails,
  nameOf,
  renderMark,
  isHighlighted,
  onPressed,
  onLook,
  pane,
  onScroll,
  inSight,
}: RecordGridProps<Row, Context>) {
  const { focusProps, press, held } = useRecordKeys(rows, { selected, onSelect, isOpen, onOpen });
  const [first, drawn] = drawnOf(rows, held, inSight);
  const tabStop = drawn.some(({ id }) => id === held) ? held : drawn[0]?.id;
  const lastClicked = useRef<number | null>(null);
  const isPhone = useMediaQuery(PHONE);
  const rowPx = useRecordRowPx();
  const columns = useMemo(
    () => all.filter(({ id, required, phone }) => (isPhone ? phone !== undefined : required || shown.has(id))),
    [all, shown, isPhone],
  );
  const layout = useMemo(
    () => ({
      gridTemplateColumns: [
        `${ARROW_PX}px`,
        ...columns.map(({ width, grow }) => `minmax(${width}px, ${grow ?? 0}fr)`),
      ].join(' '),
    }),
    [columns],
  );
  const minWidth = columns.reduce((sum, { width }) => sum + width, ARROW_PX);

  function click(event: MouseEvent, row: Row, isSelected: boolean) {
    const from = rows.findIndex(({ id }) => id === lastClicked.current);
    const to = rows.indexOf(row);
    lastClicked.current = row.id;
    onPressed?.(row.id);
    if (event.shiftKey && from !== -1) onSelect(rows.slice(Math.min(from, to), Math.max(from, to) + 1), true);
    else onSelect([row], !isSelected);
  }

  function toggle(element: HTMLElement | null, id: number): void {
    const opens = !isOpen(id);
    onOpen(id, opens);
    if (opens && renderDetails) openInSight(element);
  }

  return (
    <div
      ref={pane}
      onScroll={({ currentTarget }) => onScroll?.(currentTarget.scrollTop)}
      className="@container relative h-full overflow-auto [overflow-anchor:none]"
    >
      <div
        role="grid"
        aria-label={label}
        aria-multiselectable
        aria-rowcount={inSight && rows.length + 1}
        onKeyDownCapture={inSight && ((event) => goToEnd(event, pane.current))}
        className={cx(
          'phone-table bg-rows text-sm [--phone-indent:0] [--phone-lead:3rem]',
          // Room for the bar for what is selected, which has three lines on a phone.
          selected.size > 0 && 'pb-20 max-[640px]:pb-48',
        )}
        style={isPhone ? undefined : { minWidth }}
      >
        <div
          role="row"
          data-head
          data-phone-head
          style={layout}
          className="sticky top-0 z-10 grid border-b border-line bg-panel"
        >
          <div role="columnheader" className="h-row">
            <span className="sr-only">Details</span>
          </div>
          {columns.map(({ id, title, right }) => (
            <div
              key={id}
              role="columnheader"
              className={cx(
                'truncate px-2.5 last:pr-4 text-xs leading-9 font-medium text-ink-3',
                right && 'text-right',
              )}
            >
              {title}
            </div>
          ))}
        </div>
        {inSight && <div aria-hidden style={{ height: first * rowPx }} />}
        {drawn.map((row, at) => {
          const opened = isOpen(row.id);
          const isSelected = selected.has(row.id);
          return (
            <Fragment key={row.id}>
              <div
                role="row"
                {...focusProps(row.id)}
                tabIndex={row.id === tabStop ? 0 : -1}
                onKeyDown={press(row.id)}
                data-record={row.id}
                aria-rowindex={inSight && first + at + 2}
                aria-selected={isSelected}
                onClick={(event) => click(event, row, isSelected)}
                onDoubleClick={(event) => toggle(event.currentTarget, row.id)}
                onPointerEnter={onLook && (() => onLook(row.id))}
                onPointerLeave={onLook && (() => onLook(null))}
                style={layout}
                className={cx(
                  'phone-row relative grid h-row scroll-mt-10 cursor-default items-center -outline-offset-2 select-none',
                  isHighlighted?.(row.id)
                    ? 'bg-blue-soft'
                    : isSelected
                      ? 'bg-accent-soft'
                      : opened
                        ? 'bg-panel'
                        : 'hover:bg-hover',
                  !opened && 'border-b border-line',
                )}
              >
                <div role="gridcell" data-phone="lead" className="flex items-center gap-1 pl-1.5">
                  {isSelected && <span aria-hidden className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
                  <button
                    type="button"
                    tabIndex={-1}
                    aria-expanded={renderDetails && opened}
                    aria-label={`${renderDetails ? 'Details of' : 'Open'} ${nameOf(row)}`}
                    onClick={(event) => {
                      event.stopPropagation();
                      onPressed?.(row.id);
                      toggle(event.currentTarget.closest<HTMLElement>('[role=row]'), row.id);
                    }}
                    onDoubleClick={(event) => event.stopPropagation()}
                    className="grid size-7 place-items-center rounded-md text-ink-3 transition-colors hover:bg-press hover:text-ink"
                  >
                    <ChevronRight aria-hidden className={cx('size-4 transition-transform', opened && 'rotate-90')} />
                  </button>
                  {renderMark?.(row)}
                </div>
                <Cells row={row} columns={columns as readonly Column<unknown, unknown>[]} context={context} />
              </div>
              {opened && renderDetails && (
                <div role="row" className="border-b border-line bg-panel">
                  <div role="gridcell" className="sticky left-0 w-[100cqw]">
                    {renderDetails(row)}
                  </div>
                </div>
              )}
            </Fragment>
          );
        })}
        {inSight && <div aria-hidden style={{ height: (rows.length - first - drawn.length) * rowPx }} />}
      </div>
    </div>
  );
}

/** Home and End lead to rows that are not drawn yet. */
function goToEnd(event: KeyboardEvent<HTMLElement>, pane: HTMLElement | null): void {
  if (pane === null || (event.key !== 'Home' && event.key !== 'End') || !isRowFocused(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
  const isHome = event.key === 'Home';
  pane.scrollTo({ top: isHome ? 0 : pane.scrollHeight });
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const shown = [...pane.querySelectorAll<HTMLElement>('[data-record]')];
      focusRow(isHome ? shown[0] : shown.at(-1));
    }),
  );
}

const isRowFocused = (target: EventTarget) => target instanceof Element && target.matches('[data-record]');

/** The rows to draw, and the place of the first. They reach as far as the row that has the focus: it would be lost with it. */
function drawnOf<Row extends Record>(
  rows: readonly Row[],
  held: number | null,
  inSight: Pick<RowWindow, 'first' | 'end'> | undefined,
): readonly [number, readonly Row[]] {
  if (!inSight) return [0, rows];
  const focused = held === null ? -1 : rows.findIndex(({ id }) => id === held);
  const isNear = focused >= inSight.first - MOST_BEYOND && focused < inSight.end + MOST_BEYOND;
  const first = isNear ? Math.min(inSight.first, focused) : inSight.first;
  const end = isNear ? Math.max(inSight.end, focused + 1) : inSight.end;
  return [first, rows.slice(first, end)];
}

/** The cells of a row, drawn again only when the row or the context changes. */
const Cells = memo(function Cells({
  row,
  columns,
  context,
}: {
  row: unknown;
  columns: readonly Column<unknown, unknown>[];
  context: unknown;
}) {
  return columns.map(({ id, right, phone, cell }) => (
    <div
      role="gridcell"
      key={id}
      data-phone={phone}
      className={cx('min-w-0 truncate px-2.5 last:pr-4', right && 'text-right tabular-nums')}
    >
      {cell(row, context)}
    </div>
  ));
});
