import { counted } from '#domain/counted.ts';

/** "1 customer", "1,200 customers", "2,000+ customers" where the server has not counted all. Rule: customers/found-by. */
export function countWords({ total, is_exact: isExact }: { total: number; is_exact: boolean }): string {
  // It knows of one more than it has counted.
  return isExact ? counted(total, 'customer') : `${(total - 1).toLocaleString('en-US')}+ customers`;
}
