import { z } from 'zod';
import { chosenOrders } from './order-changes.ts';
import { orderFilter } from './orders.ts';
import { route } from './route.ts';

export const exportOrdersRoute = route({
  name: 'exportOrders',
  method: 'GET',
  path: '/api/orders/export.csv',
  access: 'see-orders',
  summary: 'Orders as CSV',
  description:
    'The orders of a filter, one row each, money as "12.50", instants in the time zone of the shop. Cells that a spreadsheet would take for a formula begin with an apostrophe.',
  tags: ['Orders'],
  query: z.object({
    ...orderFilter,
    ids: chosenOrders.optional().describe('Only the orders with these ids.'),
    order: z.enum(['asc', 'desc']).default('desc').describe('Oldest or newest first.'),
  }),
  reply: z.string(),
  refusals: ['not_found'],
  example: { query: { quick: 'today' } },
  media: 'text/csv',
});
