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

/** What of the list is drawn. */
export interface GridWindow {
  /** The header of the group at the top edge, which sticks there. */
  readonly sticky: number;
  readonly first: number;
  readonly last: number;
}

/** The rows of what is in sight, and some beyond. @param beyond rows kept above and below */
export function windowAt(
  rows: readonly GridRow[],
  offsets: Float64Array,
  scrollPx: number,
  heightPx: number,
  beyond = OVERSCAN_ROWS,
): GridWindow {
  const top = rowAt(offsets, Math.max(0, scrollPx));
  const bottom = rowAt(offsets, scrollPx + heightPx);
  const topRow = rows[top];
  return {
    sticky: topRow?.kind === 'cards' ? topRow.headerIndex : top,
    first: Math.max(0, top - beyond),
    last: Math.min(Math.max(0, offsets.length - 2), bottom + beyond),
  };
}

/** Whether everything in sight is among what is drawn, under the right header. */
export function covers(drawn: GridWindow, inSight: GridWindow): boolean {
  return drawn.sticky === inSight.sticky && drawn.first <= inSight.first && drawn.last >= inSight.last;
}

export function isSameWindow(a: GridWindow, b: GridWindow): boolean {
  return a.sticky === b.sticky && a.first === b.first && a.last === b.last;
}

/** How far to scroll so that a row is wholly in sight, below the header that sticks; as little as needed. */
export function scrollFor(offsets: Float64Array, row: number, scrollPx: number, heightPx: number): number {
  const start = (offsets[row] ?? 0) - HEADER_PX;
  const end = offsets[row + 1] ?? 0;
  if (start < scrollPx) return Math.max(0, start);
  if (end > scrollPx + heightPx) return Math.min(start, end - heightPx);
  return scrollPx;
}

/** The rows to draw, in order: the window, its header, and the row that holds the focus, which would be lost with it. */
export function rowsToDraw(
  { first, last, sticky }: GridWindow,
  rowCount: number,
  focused: number | undefined,
): number[] {
  const drawn = new Set([sticky, focused ?? sticky]);
  for (let index = first; index <= last; index += 1) drawn.add(index);
  return [...drawn].filter((index) => index < rowCount).sort((a, b) => a - b);
}
