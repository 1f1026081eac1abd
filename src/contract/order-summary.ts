import { z } from 'zod';
import { TENDER_METHODS } from '#domain/tender.ts';
import { orderFilter } from './orders.ts';
import { route } from './route.ts';
import { day, instant, money, quantity, success, productId, variationId, locationId } from './wire.ts';

/** total = sales + tax + shipping; net = total - refunds. Refunds count on the day they were made, tax included. */
const figures = z.object({
  orders: z.int().describe('Number of orders.'),
  sales: money.describe('Goods, before tax.'),
  tax: money.describe('Sales tax.'),
  shipping: money.describe('Postage.'),
  total: money.describe('sales + tax + shipping.'),
  refunds: money.describe('Given back on these days, tax included, whenever it was sold.'),
  net: money.describe('total - refunds; below zero if more was given back than sold.'),
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
/** Number of refunds shown one by one. */
export const MOST_REFUNDS = 100;

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
    refunds_made: z.int().describe('Number of refunds.'),
    by_refund: z
      .array(
        z.object({
          id: z.int().meta({ description: 'Id of the refund.', examples: [12] }),
          number: z.string().meta({ description: 'Number for people.', examples: ['REF-1012'] }),
          order_id: z.int().meta({ description: 'Id of the order.', examples: [4056] }),
          order_number: z.string().meta({ description: 'Number of the order.', examples: ['POS-4056'] }),
          day: day.describe('Day on which it was given back.'),
          sold_on: day.describe('Day of the sale.'),
          refunded_at: instant.describe('Time at which it was given back.'),
          by: z.string().describe('Name of the person who gave it back.'),
          till: z.string().nullable().describe('Name of the till; null for none, or one without a name.'),
          reason: z.string().describe('Reason.'),
          cash: money.describe('Given back in cash.'),
          card: money.describe('Given back to a card.'),
          amount: money.describe('Money given back, with tax.'),
        }),
      )
      .describe('The newest refunds, newest first.'),
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
    'Sums over the orders that the list shows with the same filter, to the cent, by day, hour, category, product, employee and location. Voided, cancelled and failed orders are left out. A refund counts on the day it was made, at the location and with the employee who made it; its sale counts on the day of the sale.',
  tags: ['Orders'],
  query: z.object(orderFilter),
  reply: success({ data: orderSummary }),
  refusals: ['not_found', 'period_too_long'],
  example: { query: { quick: 'today' } },
});

export const SUMMARY_TABLES = [
  'day',
  'hour',
  'category',
  'product',
  'employee',
  'location',
  'tender',
  'refund',
] as const;

export const orderSummaryCsvRoute = route({
  name: 'orderSummaryCsv',
  method: 'GET',
  path: '/api/orders/summary.csv',
  access: 'see-orders',
  summary: 'A table of the sales summary as CSV',
  description: 'The products table lists all products, not only those that sold most; the refunds table all refunds.',
  tags: ['Orders'],
  query: z.object({ ...orderFilter, table: z.enum(SUMMARY_TABLES).default('day').describe('Table of the summary.') }),
  reply: z.string(),
  refusals: ['not_found', 'period_too_long'],
  example: { query: { quick: 'today', table: 'product' } },
  media: 'text/csv',
});
