import { counted } from '#domain/counted.ts';

/** Up to here the server counts whoever a search finds. Rule: customers/found-by. */
const COUNTED_UP_TO = 2000;

interface Counted {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

/** Whether there are more than that: a long search is counted only as far as its next page. */
export function isFloor({ page, pages, total }: Counted, isSearched: boolean): boolean {
  return isSearched && total > COUNTED_UP_TO && page < pages;
}

/** "1 customer", "1,200 customers", "2,000+ customers". */
export function countWords(meta: Counted, isSearched: boolean): string {
  if (!isFloor(meta, isSearched)) return counted(meta.total, 'customer');
  return `${(meta.total - 1).toLocaleString('en-US')}+ customers`;
}
