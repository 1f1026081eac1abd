import { z } from 'zod';
import { MAX_CHOSEN_ORDERS } from './order-changes.ts';
import { orderFilter } from './orders.ts';
import { route } from './route.ts';

const chosen = z
  .string()
  .regex(/^\d{1,9}(?:,\d{1,9})*$/, 'is not a list of ids')
  .transform((text) => text.split(',').map(Number))
  .refine((ids) => ids.length <= MAX_CHOSEN_ORDERS, `names more than ${MAX_CHOSEN_ORDERS} orders`);

/**
 * Answers `text/csv`, newest first, streamed: one row per order, money as "12.50", instants in the shop's zone. Cells
 * that a spreadsheet would take for a formula begin with an apostrophe. With `ids` only those of them, whichever the
 * asker may see.
 */
export const exportOrdersRoute = route({
  method: 'GET',
  path: '/api/orders/export.csv',
  access: 'see-orders',
  summary: 'The orders of a filter as CSV',
  tags: ['Orders'],
  query: z.object({ ...orderFilter, ids: chosen.optional(), order: z.enum(['asc', 'desc']).default('desc') }),
  reply: z.string().describe('CSV'),
});
