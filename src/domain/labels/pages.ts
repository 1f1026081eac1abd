/** Labels that are printed at once: more would keep screen, printer and sales waiting. Rule: labels/quantities. */
export const MOST_PRINTED = 6000;

/** Copies of one label, which stay together on the sheet. */
export interface Copies {
  /** Place of the label in the list of different ones. */
  readonly label: number;
  readonly count: number;
}

/** One page: the label of each cell; null for an empty cell. */
export type Page = readonly (number | null)[];

/**
 * Lays labels out on pages, in order, from a cell of the first page on. The cells before it are used already.
 * @param start cells of the first page that are used, below `perPage`
 * Rule: labels/pages.
 */
export function pagesOf(copies: readonly Copies[], perPage: number, start: number): Page[] {
  const cells: (number | null)[] = copies.length === 0 ? [] : Array.from({ length: start }, () => null);
  for (const { label, count } of copies) for (let one = 0; one < count; one += 1) cells.push(label);
  if (cells.length === start) return [];
  const pages: Page[] = [];
  for (let first = 0; first < cells.length; first += perPage) pages.push(cells.slice(first, first + perPage));
  return pages;
}
