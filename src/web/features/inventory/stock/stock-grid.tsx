import {
  type MouseEvent,
  type Ref,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cx } from '#web/ui/cx.ts';
import type { Adjusting } from '../pending/pending.ts';
import { groupedRowsInSight, groupsOf, PHONE_ROW_PX, placeOf, ROW_PX, FINGER_ROW_PX } from './stock-groups.ts';
import type { StockRow } from './stock-rows.ts';
import { COLUMNS_CLASS, keysOf, StockRowLine } from './stock-row.tsx';
import { selectItems } from './stock-view-state.ts';
import { type RowPart, toggleSelected, useGridKeys } from './use-grid-keys.ts';
import { scrollFor, useRowWindow } from '#web/ui/rows/row-window.ts';
import { useRowPx } from '#web/ui/rows/row-height.ts';
import { type PaneView, PlaceLeft } from '#web/ui/rows/scrolled-pane.ts';

export interface StockGridHandle {
  /** Brings an item's row into sight and focuses it if asked; false when the item is not listed. */
  show: (key: string, focus: boolean) => boolean;
}

const HEADS: Record<Adjusting, string> = {
  change: 'Adjustment',
  count: 'Adjustment (counted)',
  restock: 'Adjustment (restock)',
};

/** True if a press was on the row itself, not on a control in it. */
function isOfRow(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, input, a') === null;
}

const left = new PlaceLeft();

/**
 * The stock as a grid that draws only the rows in sight. A press on a row selects it (with Shift, all rows up to it).
 * @param listKey names what is listed: another list begins at its top
 */
export function StockGrid({
  rows,
  adjusting,
  blind,
  byCategory,
  listKey,
  handle,
}: {
  rows: readonly StockRow[];
  adjusting: Adjusting;
  blind: boolean;
  /** Rows stand below the header of their category; otherwise each row names it. */
  byCategory: boolean;
  listKey: string;
  handle: Ref<StockGridHandle>;
}) {
  const pane = useRef<HTMLDivElement>(null);
  const rowPx = useRowPx(ROW_PX, { phonePx: PHONE_ROW_PX, fingerPx: FINGER_ROW_PX });
  const groups = useMemo(() => groupsOf(rows, byCategory, rowPx), [rows, byCategory, rowPx]);
  const at = useCallback((view: PaneView, exactly?: boolean) => groupedRowsInSight(groups, view, exactly), [groups]);
  const inSight = useRowWindow(pane, left, listKey, at);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const focusWanted = useRef<RowPart | null>(null);
  const lastPressed = useRef<string | null>(null);
  const activeIndex = activeKey === null ? -1 : rows.findIndex(({ key }) => key === activeKey);
  const tabStop = activeIndex === -1 ? 0 : activeIndex;

  function goTo(index: number, part: RowPart | null): void {
    const row = rows[index];
    const element = pane.current;
    if (!row || !element) return;
    const view = {
      scrollPx: element.scrollTop,
      heightPx: element.clientHeight - (element.querySelector<HTMLElement>('[aria-rowindex="1"]')?.offsetHeight ?? 0),
    };
    const place = placeOf(groups, index);
    element.scrollTo({ top: scrollFor(place, view, place.headPx) });
    if (part === null) return setActiveKey(row.key);
    focusWanted.current = part;
    if (row.key === activeKey) focusRowAt(element, index, part);
    else setActiveKey(row.key);
  }
  useLayoutEffect(() => {
    const part = focusWanted.current;
    if (part === null) return;
    focusWanted.current = null;
    focusRowAt(pane.current, tabStop, part);
  });
  useImperativeHandle(handle, () => ({
    show: (key, focus) => {
      const index = rows.findIndex((row) => row.key === key);
      if (index === -1) return false;
      goTo(index, focus ? 'row' : null);
      return true;
    },
  }));
  const onKeyDown = useGridKeys(pane, rows, adjusting, goTo);

  function press(event: MouseEvent<HTMLElement>): void {
    const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    const index = Number(line?.dataset['row'] ?? Number.NaN);
    const row = rows[index];
    if (!row || !isOfRow(event.target)) return;
    const from = rows.findIndex(({ key }) => key === lastPressed.current);
    lastPressed.current = row.key;
    if (!event.shiftKey || from === -1) toggleSelected(row);
    else selectItems(rows.slice(Math.min(from, index), Math.max(from, index) + 1).flatMap(keysOf), true);
  }

  const shown: number[] = [];
  for (let index = inSight.first; index < inSight.end; index += 1) shown.push(index);
  // The row with the focus stays drawn, because removing it would lose the focus.
  if (tabStop < inSight.first && tabStop < rows.length) shown.unshift(tabStop);
  else if (tabStop >= inSight.end && tabStop < rows.length) shown.push(tabStop);

  return (
    <div ref={pane} tabIndex={-1} className="h-full overflow-auto [overflow-anchor:none] [scrollbar-gutter:stable]">
      <div
        role="grid"
        aria-label="Stock"
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        tabIndex={-1}
        className="phone-table min-w-[44rem] bg-rows"
        onKeyDown={onKeyDown}
        onClick={press}
        onFocus={({ target }) => {
          const row = rows[Number(target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1)];
          if (row) setActiveKey(row.key);
        }}
      >
        <div
          role="row"
          aria-rowindex={1}
          data-phone-head
          className={cx(
            'sticky top-0 z-10 h-row border-b border-line bg-panel text-xs font-medium text-ink-3',
            COLUMNS_CLASS,
          )}
        >
          <div role="columnheader" className="truncate px-2.5 pl-4">
            Product
          </div>
          <div role="columnheader" className="truncate px-2.5 text-right">
            Current Stock
          </div>
          <div role="columnheader" className="truncate px-2.5 pl-4">
            {HEADS[adjusting]}
          </div>
        </div>
        <div role="presentation" className="relative" style={{ height: groups.at(-1)?.endPx ?? 0 }}>
          {groups.map(({ category, first, end, startPx, endPx, headPx }) => {
            const drawn = shown.filter((index) => index >= first && index < end);
            if (drawn.length === 0) return null;
            return (
              <div
                key={`${category} ${rows[first]?.key}`}
                role="rowgroup"
                aria-label={category ?? undefined}
                className="absolute inset-x-0"
                style={{ top: startPx, height: endPx - startPx }}
              >
                {category !== null && (
                  <div
                    aria-hidden
                    style={{ height: headPx }}
                    className="sticky top-row z-5 flex max-[640px]:top-0 items-center gap-2 border-b border-line bg-panel px-4 text-xs font-semibold text-ink-2"
                  >
                    {category}
                  </div>
                )}
                {drawn.map((index) => {
                  const row = rows[index];
                  if (!row) return null;
                  return (
                    <StockRowLine
                      key={row.key}
                      row={row}
                      index={index}
                      rowPx={rowPx}
                      topPx={headPx + (index - first) * rowPx}
                      categorized={category === null}
                      adjusting={adjusting}
                      blind={blind}
                      active={index === tabStop}
                    />
                  );
                })}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Without scrolling, because the pane was scrolled clear of its sticky head. */
function focusRowAt(pane: HTMLElement | null, index: number, part: RowPart): void {
  const row = pane?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  const figure = part === 'figure' ? row?.querySelector<HTMLElement>('[data-figure]:not(:disabled)') : null;
  (figure ?? row)?.focus({ preventScroll: true });
}
