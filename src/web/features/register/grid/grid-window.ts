import type { RowWindow } from '#web/ui/rows/row-window.ts';
import type { PaneView } from '#web/ui/rows/scrolled-pane.ts';
import type { GridRow } from './grid-rows.ts';

/** Rows kept above and below those in sight. */
const OVERSCAN_ROWS = 2;

/** The start of each row and the end of the last one, in px. */
export function offsetsOf(rows: readonly GridRow[], rowPxOf: (row: GridRow) => number): Float64Array {
  const offsets = new Float64Array(rows.length + 1);
  rows.forEach((row, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + rowPxOf(row);
  });
  return offsets;
}

/** The row at a height; the first or the last one if the height is beyond the ends. */
export function rowAt(offsets: Float64Array, px: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= px) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The rows in sight, with some beyond them.
 * @param exactly leaves out the rows beyond
 */
export function windowAt(
  rows: readonly GridRow[],
  offsets: Float64Array,
  { scrollPx, heightPx }: PaneView,
  exactly = false,
): RowWindow {
  const beyond = exactly ? 0 : OVERSCAN_ROWS;
  const top = rowAt(offsets, Math.max(0, scrollPx));
  const bottom = rowAt(offsets, scrollPx + heightPx);
  const topRow = rows[top];
  return {
    sticky: topRow?.kind === 'cards' ? topRow.headerIndex : top,
    first: Math.max(0, top - beyond),
    end: Math.min(rows.length, bottom + beyond + 1),
  };
}

/**
 * The rows to draw, in order: the window, its header, and the row with the focus, because removing it would lose the
 * focus.
 */
export function rowsToDraw({ first, end, sticky }: RowWindow, rowCount: number, focused: number | undefined): number[] {
  const drawn = new Set([sticky, focused ?? sticky]);
  for (let index = first; index < end; index += 1) drawn.add(index);
  return [...drawn].filter((index) => index < rowCount).sort((a, b) => a - b);
}
