import { type RowWindow, rowsAround } from '#web/ui/rows/row-window.ts';
import type { PaneView } from '#web/ui/rows/scrolled-pane.ts';
import type { StockRow } from './stock-rows.ts';

/** Two lines: name and SKU. */
export const ROW_PX = 44;
/** Room for buttons of 44 px. */
export const FINGER_ROW_PX = 54;
/** With a figure to change below them. */
export const PHONE_ROW_PX = 104;
/** The header of a category. */
const CATEGORY_PX = 32;

/** Rows of one category that stand together below its header. */
export interface StockGroup {
  /** Null without a header: the list is sorted by name, and each row names its category. */
  readonly category: string | null;
  readonly first: number;
  /** The index after its last row. */
  readonly end: number;
  readonly startPx: number;
  readonly endPx: number;
  readonly rowPx: number;
  /** The height of its header. */
  readonly headPx: number;
}

/** Divides the list into the categories of its rows, in their order. */
export function groupsOf(rows: readonly StockRow[], byCategory: boolean, rowPx = ROW_PX): StockGroup[] {
  const groups: StockGroup[] = [];
  let first = 0;
  while (first < rows.length) {
    const category = rows[first]?.category ?? null;
    let end = byCategory ? first + 1 : rows.length;
    while (end < rows.length && (rows[end]?.category ?? null) === category) end += 1;
    const startPx = groups.at(-1)?.endPx ?? 0;
    const headPx = byCategory ? CATEGORY_PX : 0;
    const endPx = startPx + headPx + (end - first) * rowPx;
    groups.push({
      category: byCategory ? (category ?? 'Uncategorized') : null,
      first,
      end,
      startPx,
      endPx,
      rowPx,
      headPx,
    });
    first = end;
  }
  return groups;
}

/** The place of a row in the list. */
export function placeOf(
  groups: readonly StockGroup[],
  index: number,
): { startPx: number; endPx: number; headPx: number } {
  const group = groups.findLast(({ first }) => first <= index);
  if (!group) return { startPx: 0, endPx: 0, headPx: 0 };
  const startPx = group.startPx + group.headPx + (index - group.first) * group.rowPx;
  return { startPx, endPx: startPx + group.rowPx, headPx: group.headPx };
}

/** The row at a height of the list; for a header, the first row below it. */
function indexAt(groups: readonly StockGroup[], px: number): number {
  const group = groups.findLast(({ startPx }) => startPx <= px);
  if (!group) return 0;
  const below = Math.floor((px - group.startPx - group.headPx) / group.rowPx);
  return Math.min(group.first + Math.max(0, below), group.end);
}

/** The rows to draw at a scroll position. */
export function groupedRowsInSight(
  groups: readonly StockGroup[],
  { scrollPx, heightPx }: PaneView,
  exactly = false,
): RowWindow {
  const topPx = Math.max(0, scrollPx);
  return rowsAround(indexAt(groups, topPx), indexAt(groups, topPx + heightPx) + 1, groups.at(-1)?.end ?? 0, exactly);
}
