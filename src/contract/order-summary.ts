import { z } from 'zod';
import { TENDER_METHODS } from '#domain/tender.ts';
import { orderFilter } from './orders.ts';
import { route } from './route.ts';
import { day, money, quantity, success } from './wire.ts';

/** total = sales + tax + shipping; net = total - refunds. Refunds stand with the order they are of, tax included. */
const figures = z.object({
  orders: z.int(),
  sales: money,
  tax: money,
  shipping: money,
  total: money,
  refunds: money,
  net: money,
});

/** Of goods, before tax: net = sales - refunds. */
const itemFigures = z.object({ quantity, sales: money, refunds: money, net: money });

/** Products shown by name; the others are summed up in `rest`. */
export const TOP_PRODUCTS = 20;

export const orderSummary = z.object({
  ...figures.shape,
  /** total / orders, to the cent; "0.00" without orders. */
  average_order: money,
  tenders: z.array(z.object({ method: z.enum(TENDER_METHODS), taken: money, refunded: money, net: money })),
  by_day: z.array(figures.extend({ day })),
  /** Hours of the shop's wall, 0 to 23; only those with sales. */
  by_hour: z.array(figures.extend({ hour: z.int() })),
  by_employee: z.array(figures.extend({ employee_id: z.int().nullable(), name: z.string() })),
  by_location: z.array(figures.extend({ location_id: z.int(), name: z.string() })),
  by_category: z.array(itemFigures.extend({ category: z.string() })),
  by_product: z.object({
    top: z.array(
      itemFigures.extend({
        product_id: z.int(),
        variation_id: z.int().nullable(),
        name: z.string(),
        sku: z.string().nullable(),
      }),
    ),
    rest: itemFigures.extend({ products: z.int() }).nullable(),
  }),
});
export type WireSummary = z.output<typeof orderSummary>;

/**
 * Sums over the orders that the list would show with the same filter, to the cent. Voided orders are in neither;
 * cancelled and failed orders are listed but are no sales, so they are not summed. An order given back is a sale with
 * its refund. Refuses: 422 `period_too_long` with `orders`: above one and a half million, or above half a million when the
 * filter is finer than place and day.
 */
export const orderSummaryRoute = route({
  method: 'GET',
  path: '/api/orders/summary',
  access: 'see-orders',
  summary: 'Sales of a filter: totals, tenders, and by day, hour, category, product, employee and location',
  tags: ['Orders'],
  query: z.object(orderFilter),
  reply: success({ data: orderSummary }),
});

export const SUMMARY_TABLES = ['day', 'hour', 'category', 'product', 'employee', 'location', 'tender'] as const;

/** One table of the summary as `text/csv`; products whole, not only the top. */
export const orderSummaryCsvRoute = route({
  method: 'GET',
  path: '/api/orders/summary.csv',
  access: 'see-orders',
  summary: 'A table of the sales summary as CSV',
  tags: ['Orders'],
  query: z.object({ ...orderFilter, table: z.enum(SUMMARY_TABLES).default('day') }),
  reply: z.string().describe('CSV'),
});
