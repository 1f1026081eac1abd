import { z } from 'zod';
import { from } from './example.ts';
import { order, ORDER_STATUSES, orderStatus } from './orders.ts';
import { route } from './route.ts';
import { flag, idParams, idText, money, serverSays } from './wire.ts';
import {
  notKnownOf,
  WOO,
  WOO_ADMITS,
  WOO_TAGS,
  wooChoice,
  wooDate,
  wooDateGmt,
  wooDateIn,
  wooList,
  wooOne,
} from './woocommerce.ts';

const of = { tags: WOO_TAGS, admits: WOO_ADMITS } as const;
const { id, number, status, currency, customer_id, customer_note, payment_method, payment_method_title } = order.shape;
const { transaction_id, total, total_tax, shipping_total, billing, shipping, meta_data, created_via } = order.shape;
const line = order.shape.line_items.element.shape;
const tax = order.shape.tax_lines.element.shape;

const wooOrder = z
  .object({
    id,
    parent_id: z.int().describe('Always 0.'),
    number,
    order_key: z.string().describe('Always empty.'),
    created_via,
    version: z.string().describe('Always empty.'),
    status,
    currency,
    discount_total: money.describe('Discount on the goods, without taxes.'),
    discount_tax: money.describe('The taxes that would be charged on the discount.'),
    shipping_total,
    cart_tax: total_tax,
    total_tax,
    total,
    prices_include_tax: z.boolean().describe('True if the prices of the lines include tax.'),
    customer_id,
    customer_note,
    billing,
    shipping,
    payment_method,
    payment_method_title,
    transaction_id,
    date_created: wooDate,
    date_created_gmt: wooDateGmt,
    date_modified: wooDate,
    date_modified_gmt: wooDateGmt,
    date_paid: wooDate.nullable().describe('Time of payment, by the clock of the location; null if not paid yet.'),
    date_paid_gmt: wooDateGmt.nullable().describe('The same time in UTC; null if not yet.'),
    date_completed: wooDate
      .nullable()
      .describe('Time of completion, by the clock of the location; null if not completed yet.'),
    date_completed_gmt: wooDateGmt.nullable().describe('The same time in UTC; null if not yet.'),
    line_items: z
      .array(
        z.object({
          id: line.id,
          name: line.name,
          product_id: line.product_id,
          variation_id: line.variation_id,
          quantity: line.quantity,
          tax_class: z.string().describe('Always empty.'),
          subtotal: line.subtotal.describe('Price before discounts, without taxes.'),
          subtotal_tax: money.describe('Taxes on the price before discounts.'),
          total: line.total,
          total_tax: money.describe('Its share of the taxes of the order.'),
          taxes: z
            .array(
              z.object({
                id: z.int().describe('Id of the tax; 0 for none.'),
                total: z.string().meta({ description: 'Its share of the tax.', examples: ['0.40'] }),
                subtotal: z
                  .string()
                  .meta({ description: 'The tax on the price before discounts.', examples: ['0.80'] }),
              }),
            )
            .describe('Each tax of the order, in its order.'),
          sku: z.string().describe('Stock keeping unit; empty for none.'),
          price: z.number().meta({ description: 'Unit price after discounts.', examples: [6] }),
          meta_data: line.meta_data,
        }),
      )
      .describe('Items sold.'),
    tax_lines: z
      .array(
        z.object({
          id: z.int().describe('Place in the list, from 1.'),
          rate_code: tax.rate_code,
          rate_id: z.int().describe('Id of the tax; 0 for none.'),
          label: tax.label,
          compound: tax.compound,
          tax_total: tax.tax_total,
          shipping_tax_total: tax.shipping_tax_total,
          rate_percent: tax.rate_percent,
        }),
      )
      .describe('Taxes.'),
    shipping_lines: order.shape.shipping_lines,
    fee_lines: z.array(z.never()).describe('Always empty.'),
    coupon_lines: z.array(z.never()).describe('Always empty.'),
    refunds: z
      .array(
        z.object({ total: z.string().meta({ description: 'Money given back, below zero.', examples: ['-5.00'] }) }),
      )
      .describe('Sum of all refunds so far, as one entry.'),
    meta_data,
  })
  .meta({ id: 'WooOrder', description: 'An order in the form of WooCommerce’s API.' });
export type WooOrder = z.output<typeof wooOrder>;

export const wooOrdersRoute = route({
  ...of,
  name: 'wooOrders',
  method: 'GET',
  path: `${WOO}/orders`,
  access: 'see-orders',
  summary: 'Orders',
  description:
    'Orders of the location of the key, or of all locations if the key may see them; newest first. Deleted orders are never listed.',
  query: z.object({
    ...wooList(['date', 'id', 'include'], 'date', 'desc'),
    status: wooChoice(['any', ...ORDER_STATUSES])
      .default(['any'])
      .meta({
        description: 'Only orders of these statuses, with commas between them.',
        examples: ['completed,refunded'],
      }),
    customer: idText.optional().describe('Only orders of this customer.'),
    product: idText.optional().describe('Only orders with this product.'),
    after: wooDateIn.optional().describe('Only orders made after this.'),
    before: wooDateIn.optional().describe('Only orders made before this.'),
    modified_after: wooDateIn.optional().describe('Only orders that were changed after this.'),
    modified_before: wooDateIn.optional().describe('Only orders whose last change was before this.'),
    dates_are_gmt: flag.optional().describe('True if dates without an offset are in UTC.'),
    ...notKnownOf('parent', 'parent_exclude', 'created_via'),
  }),
  reply: z.array(wooOrder),
  refusals: ['not_found'],
  example: { query: { per_page: '2' } },
});

export const wooOrderRoute = route({
  ...of,
  name: 'wooOrder',
  method: 'GET',
  path: `${WOO}/orders/:id`,
  access: 'see-orders',
  summary: 'One order',
  description: 'With all its fields.',
  params: idParams,
  query: z.object(wooOne),
  reply: wooOrder,
  refusals: ['not_found'],
  example: { after: 'createOrder', params: { id: from('/id', 4056) } },
});

export const changeWooOrderRoute = route({
  ...of,
  name: 'changeWooOrder',
  method: 'PUT',
  path: `${WOO}/orders/:id`,
  access: 'change-orders',
  summary: 'Set the status of an order',
  description:
    'Works as `updateOrder` does: the effects on stock, points and money happen once. Nothing else of the order changes.',
  params: idParams,
  body: z.object({
    status: orderStatus.describe('Status to set.'),
    line_items: serverSays,
    customer_id: serverSays,
    set_paid: serverSays,
  }),
  reply: wooOrder,
  refusals: ['not_found', 'out_of_stock', 'status_conflict'],
  example: { after: 'createOrder', params: { id: from('/id', 4056) }, body: { status: 'completed' } },
});
