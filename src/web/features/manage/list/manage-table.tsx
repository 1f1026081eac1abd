import { type ReactNode, useRef, useState } from 'react';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { cx } from '#web/ui/cx.ts';
import { PHONE, useMediaQuery } from '#web/ui/media-query.ts';
import { type PhonePlace, useRowPx } from '#web/ui/rows/row-height.ts';
import { useEvenRows } from '#web/ui/rows/row-window.ts';
import { PlaceLeft } from '#web/ui/rows/scrolled-pane.ts';

export interface TableColumn<Row> {
  readonly title: string;
  /** px. The `grow` columns share the remaining room in these proportions. */
  readonly width: number;
  readonly grow?: number;
  readonly right?: boolean;
  /** Its place on a phone, which shows these columns and the first one, at the left of the first line. */
  readonly phone?: PhonePlace;
  readonly cell: (row: Row) => ReactNode;
}

/** Words that are cut are shown whole on hover. */
const whole = (cell: ReactNode): ReactNode => (typeof cell === 'string' ? <Truncate text={cell} /> : cell);

/** The button of a record's row. It gets the focus when the record is closed, even if an address opened it. */
export function rowButton(id: number | string): HTMLElement | null {
  return document.querySelector(`[data-row="${CSS.escape(String(id))}"]`);
}

/**
 * A table of records that open on a press. Only visible rows are rendered. The first column names the record and is the
 * button that opens it.
 * @param listKey names the list: another list starts at its top
 */
export function ManageTable<Row extends { readonly id: number | string }>({
  label,
  rows,
  columns: all,
  listKey = '',
  openId,
  onOpen,
  foot,
}: {
  label: string;
  rows: readonly Row[];
  columns: readonly [TableColumn<Row>, ...TableColumn<Row>[]];
  listKey?: string;
  openId?: Row['id'] | null;
  onOpen: (row: Row) => void;
  /** Shown below the last row, to fetch more. */
  foot?: ReactNode;
}) {
  const pane = useRef<HTMLDivElement>(null);
  const [place] = useState(() => new PlaceLeft());
  const isPhone = useMediaQuery(PHONE);
  const rowPx = useRowPx(36, { phonePx: all.some(({ phone }) => phone?.startsWith('3')) ? 76 : 60 });
  const { first, end } = useEvenRows(pane, place, listKey, rows.length, rowPx);
  const [naming, ...rest] = all;
  const others = isPhone ? rest.filter(({ phone }) => phone !== undefined) : rest;
  const columns = [naming, ...others];
  const layout = {
    ...(isPhone && { height: rowPx }),
    gridTemplateColumns: columns.map(({ width, grow }) => `minmax(${width}px, ${grow ?? 0}fr)`).join(' '),
  };
  const minWidth = columns.reduce((sum, { width }) => sum + width, 0);
  return (
    <div ref={pane} data-scrolls className="min-h-0 grow overflow-auto border-t border-line [overflow-anchor:none]">
      <div
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className="phone-table bg-rows text-sm"
        style={isPhone ? undefined : { minWidth }}
      >
        <div role="rowgroup" className="sticky top-0 z-10">
          <div
            role="row"
            data-phone-head
            style={isPhone ? undefined : layout}
            className="grid border-b border-line bg-panel"
          >
            {columns.map(({ title, right }) => (
              <div
                key={title}
                role="columnheader"
                className={cx(
                  'truncate px-2.5 text-xs leading-9 font-medium text-ink-3 first:pl-6 last:pr-6',
                  right && 'text-right',
                )}
              >
                {title}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" style={{ paddingTop: first * rowPx, paddingBottom: (rows.length - end) * rowPx }}>
          {rows.slice(first, end).map((row, index) => (
            // Keyboard users have the button in the first cell.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={row.id}
              role="row"
              aria-rowindex={first + index + 2}
              style={layout}
              onClick={() => onOpen(row)}
              className={cx(
                'phone-row grid h-row cursor-default items-center border-b border-line',
                row.id === openId ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
            >
              <div role="cell" data-phone="1-left" className="min-w-0 px-2.5 pl-6">
                <button
                  type="button"
                  data-row={row.id}
                  onClick={(event) => {
                    event.stopPropagation();
                    onOpen(row);
                  }}
                  className="block max-w-full truncate rounded-sm text-left pointer-coarse:min-[641px]:min-h-10 font-medium text-ink"
                >
                  {whole(naming.cell(row))}
                </button>
              </div>
              {others.map(({ title, right, phone, cell }) => (
                <div
                  key={title}
                  role="cell"
                  data-phone={phone}
                  className={cx('min-w-0 truncate px-2.5 text-ink-2 last:pr-6', right && 'text-right tabular-nums')}
                >
                  {whole(cell(row))}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
      {foot}
    </div>
  );
}
