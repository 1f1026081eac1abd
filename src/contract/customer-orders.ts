import { z } from 'zod';
import { route } from './route.ts';
import { idParams, instant, money, success } from './wire.ts';

export const customerStatisticsRoute = route({
  name: 'customerStatistics',
  method: 'GET',
  path: '/api/customers/:id/statistics',
  access: 'see-customers',
  summary: 'Purchases of a customer',
  description:
    'Figures over all locations, as points are. The orders themselves are listed by `GET /api/orders?customer=`, which shows each caller only their own locations.',
  tags: ['Customers'],
  params: idParams,
  reply: success({
    data: z
      .object({
        lifetime_value: money.describe('Totals of completed and processing orders.'),
        average_order_value: money.describe('Average total of completed, processing and refunded orders.'),
        total_orders: z.int().describe('All orders of any status.'),
        completed_orders: z.int().describe('Completed and processing orders.'),
        last_order_date: instant.nullable().describe('Time of the newest order; null without orders.'),
        orders_elsewhere: z.int().describe('Orders of locations whose orders the caller may not see.'),
      })
      .describe('Figures of the customer.'),
  }),
  refusals: ['not_found'],
  example: { params: { id: 127 } },
});

export const customerTotalsRoute = route({
  name: 'customerTotals',
  method: 'GET',
  path: '/api/customers/totals',
  access: 'see-customers',
  summary: 'Orders, spending and last order of some customers',
  description: 'Figures for the customers of a page. `total_spent` is the lifetime value of `customerStatistics`.',
  tags: ['Customers'],
  query: z.object({
    ids: z
      .string()
      .regex(/^\d{1,9}(,\d{1,9})*$/, 'is not a list of ids')
      .transform((list) => list.split(',').map(Number))
      .pipe(z.array(z.int()).max(200))
      .meta({ description: 'Ids of customers with commas between them, 200 at most.', examples: ['127,128'] }),
  }),
  reply: success({
    data: z
      .array(
        z.object({
          id: z.int().describe('Id of the customer.'),
          total_orders: z.int().describe('All orders.'),
          total_spent: money.describe('Totals of completed and processing orders.'),
          last_order: instant.nullable().describe('Time of the newest order; null without orders.'),
        }),
      )
      .describe('One entry for each known customer.'),
  }),
  example: { query: { ids: '127,128' } },
});
