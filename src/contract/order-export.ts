import { z } from 'zod';
import { chosenOrders } from './order-changes.ts';
import { orderFilter } from './orders.ts';
import { route } from './route.ts';

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
  query: z.object({ ...orderFilter, ids: chosenOrders.optional(), order: z.enum(['asc', 'desc']).default('desc') }),
  reply: z.string().describe('CSV'),
});
