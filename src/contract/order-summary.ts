import { z } from 'zod';
import { TENDER_METHODS } from '#domain/tender.ts';
import { orderFilter } from './orders.ts';
import { route } from './route.ts';
import { day, money, quantity, success, productId, variationId, locationId } from './wire.ts';

/** total = sales + tax + shipping; net = total - refunds. Refunds count with the order they belong to, tax included. */
const figures = z.object({
  orders: z.int().describe('Number of orders.'),
  sales: money.describe('Goods, before tax.'),
  tax: money.describe('Sales tax.'),
  shipping: money.describe('Postage.'),
  total: money.describe('sales + tax + shipping.'),
  refunds: money.describe('Given back, tax included.'),
  net: money.describe('total - refunds.'),
});

/** Figures of goods, before tax: net = sales - refunds. */
const itemFigures = z.object({
  quantity: quantity.describe('Quantity sold.'),
  sales: money.describe('Goods, before tax.'),
  refunds: money.describe('Given back.'),
  net: money.describe('sales - refunds.'),
});

/** Number of products shown by name; the others are summed in `rest`. */
export const TOP_PRODUCTS = 20;

export const orderSummary = z
  .object({
    ...figures.shape,
    average_order: money.describe('total / orders, to the cent; "0.00" without orders.'),
    tenders: z
      .array(
        z.object({
          method: z.enum(TENDER_METHODS).describe('Way of payment.'),
          taken: money.describe('Paid.'),
          refunded: money.describe('Given back.'),
          net: money.describe('taken - refunded.'),
        }),
      )
      .describe('By way of payment.'),
    by_day: z.array(figures.extend({ day: day.describe('The day.') })).describe('By day.'),
    by_hour: z
      .array(figures.extend({ hour: z.int().meta({ description: 'Hour.', examples: [15] }) }))
      .describe('By hour in the time zone of the shop, 0 to 23; only hours with sales.'),
    by_employee: z
      .array(
        figures.extend({
          employee_id: z.int().nullable().describe('Id of the person who sold; null for nobody.'),
          name: z.string().describe('Name.'),
        }),
      )
      .describe('By employee.'),
    by_location: z
      .array(figures.extend({ location_id: locationId, name: z.string().describe('Name.') }))
      .describe('By location.'),
    by_category: z
      .array(
        itemFigures.extend({
          category: z.string().meta({ description: 'Name of the category.', examples: ['Flower'] }),
        }),
      )
      .describe('By category.'),
    by_product: z
      .object({
        top: z
          .array(
            itemFigures.extend({
              product_id: productId,
              variation_id: variationId,
              name: z.string().describe('Name.'),
              sku: z
                .string()
                .nullable()
                .meta({ description: 'Stock keeping unit.', examples: ['PRR-002'] }),
            }),
          )
          .describe('Products that sold most.'),
        rest: itemFigures
          .extend({ products: z.int().describe('Number of products.') })
          .nullable()
          .describe('All others together; null when there are none.'),
      })
      .describe('By product.'),
  })
  .meta({ id: 'SalesSummary', description: 'Sums of a filter.' });
export type WireSummary = z.output<typeof orderSummary>;

export const orderSummaryRoute = route({
  name: 'orderSummary',
  method: 'GET',
  path: '/api/orders/summary',
  access: 'see-orders',
  summary: 'Sales summary',
  description:
    'Sums over the orders that the list shows with the same filter, to the cent, by day, hour, category, product, employee and location. Voided, cancelled and failed orders are left out. A refunded order counts as a sale with its refund.',
  tags: ['Orders'],
  query: z.object(orderFilter),
  reply: success({ data: orderSummary }),
  refusals: ['not_found', 'period_too_long'],
  example: { query: { quick: 'today' } },
});

export const SUMMARY_TABLES = ['day', 'hour', 'category', 'product', 'employee', 'location', 'tender'] as const;

export const orderSummaryCsvRoute = route({
  name: 'orderSummaryCsv',
  method: 'GET',
  path: '/api/orders/summary.csv',
  access: 'see-orders',
  summary: 'A table of the sales summary as CSV',
  description: 'The products table lists all products, not only those that sold most.',
  tags: ['Orders'],
  query: z.object({ ...orderFilter, table: z.enum(SUMMARY_TABLES).default('day').describe('Table of the summary.') }),
  reply: z.string(),
  refusals: ['not_found', 'period_too_long'],
  example: { query: { quick: 'today', table: 'product' } },
  media: 'text/csv',
});
