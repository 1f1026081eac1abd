import { HEADER_PX } from './grid-layout.ts';
import type { GridRow } from './grid-rows.ts';

/** Rows kept above and below those in sight. */
const OVERSCAN_ROWS = 2;

/** Where each row begins, and at the end where the last one ends, in px. */
export function offsetsOf(rows: readonly GridRow[], rowPxOf: (row: GridRow) => number): Float64Array {
  const offsets = new Float64Array(rows.length + 1);
  rows.forEach((row, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + rowPxOf(row);
  });
  return offsets;
}

/** The row that lies at a height; the first or the last one beyond the ends. */
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

export interface GridWindow {
  /** The row at the top edge of the pane. */
  readonly top: number;
  readonly first: number;
  readonly last: number;
}

/** The rows to hold for what is in sight. */
export function windowAt(offsets: Float64Array, scrollPx: number, heightPx: number): GridWindow {
  const top = rowAt(offsets, Math.max(0, scrollPx));
  const bottom = rowAt(offsets, scrollPx + heightPx);
  return {
    top,
    first: Math.max(0, top - OVERSCAN_ROWS),
    last: Math.min(Math.max(0, offsets.length - 2), bottom + OVERSCAN_ROWS),
  };
}

export function isSameWindow(a: GridWindow, b: GridWindow): boolean {
  return a.top === b.top && a.first === b.first && a.last === b.last;
}

/** How far to scroll so that a row is wholly in sight, below the header that sticks; as little as needed. */
export function scrollFor(offsets: Float64Array, row: number, scrollPx: number, heightPx: number): number {
  const start = (offsets[row] ?? 0) - HEADER_PX;
  const end = offsets[row + 1] ?? 0;
  if (start < scrollPx) return Math.max(0, start);
  if (end > scrollPx + heightPx) return Math.min(start, end - heightPx);
  return scrollPx;
}

/**
 * The rows to draw, in order: the window, the header of the group at its top (it sticks), and the row that holds the
 * focus, which would be lost with it.
 */
export function rowsToDraw(
  { first, last, top }: GridWindow,
  rows: readonly GridRow[],
  focused: number | undefined,
): { indexes: number[]; sticky: number } {
  const topRow = rows[top];
  const sticky = topRow?.kind === 'cards' ? topRow.headerIndex : top;
  const drawn = new Set([sticky, focused ?? sticky]);
  for (let index = first; index <= last; index += 1) drawn.add(index);
  return { indexes: [...drawn].filter((index) => index < rows.length).sort((a, b) => a - b), sticky };
}
