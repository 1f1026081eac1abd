import { counted } from '#domain/counted.ts';

/** "1 customer", "1,200 customers", "2,000+ customers" if the server has not counted all. Rule: customers/found-by. */
export function customerCountWords({ total, is_exact: isExact }: { total: number; is_exact: boolean }): string {
  // The total is one more than the server counted.
  return isExact ? counted(total, 'customer') : `${(total - 1).toLocaleString('en-US')}+ customers`;
}
