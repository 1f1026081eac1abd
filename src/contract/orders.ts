import { z } from 'zod';
import { TENDER_METHODS } from '#domain/tender.ts';
import { stockTold } from './live.ts';
import { orderNote } from './order-notes.ts';
import { refund } from './refunds.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import {
  balanceAfter,
  address,
  billingAddress,
  day,
  id,
  idText,
  instant,
  metaData,
  money,
  pageMeta,
  pageQuery,
  quantity,
  searched,
  serverSays,
  success,
  productId,
  locationId,
} from './wire.ts';

export const ORDER_STATUSES = [
  'pending',
  'processing',
  'on-hold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
] as const;
export const orderStatus = z.enum(ORDER_STATUSES).meta({ id: 'OrderStatus', description: 'Status of an order.' });
export type OrderStatus = z.output<typeof orderStatus>;

const orderLine = z
  .object({
    id: z.int().meta({ description: 'Id of the line.', examples: [6076] }),
    product_id: productId,
    variation_id: z
      .int()
      .meta({ description: 'Id of the variation; 0 for a product without variations.', examples: [0] }),
    name: z.string().meta({ description: 'Name when it was sold.', examples: ['Porch Singles 1 g - Sour Dogwood'] }),
    sku: z
      .string()
      .nullable()
      .meta({ description: 'Stock keeping unit.', examples: ['PRR-002'] }),
    category: z
      .string()
      .nullable()
      .meta({ description: 'Category when it was sold.', examples: ['Pre-roll'] }),
    quantity: quantity.describe('Quantity sold.'),
    price: money.describe('Unit price.'),
    subtotal: money.describe('Before discounts.'),
    total: money.describe('After discounts, without tax.'),
    stock_quantity: quantity.describe('What was taken from stock, in stock units.'),
    shortfall: quantity.describe('How much of it the books did not have.'),
    taxable: z.boolean().describe('Whether sales tax was taken.'),
    refunded_quantity: quantity.describe(
      "How much of the line was refunded, in the line's own unit, and the money for its goods (before tax).",
    ),
    refunded: money.describe('Money refunded for its goods, before tax.'),
    redeemed: money.optional().describe('Its share of what points took off; `total` is after it.'),
    included_tax: money.optional().describe('Taxes that its price contains; `total` is without them.'),
    points_awarded: z
      .int()
      .nullable()
      .optional()
      .describe('Its part of the points earned; null where that is its share of the goods.'),
    meta_data: metaData.describe('What was said about the line, such as its price tier.'),
  })
  .meta({ id: 'OrderLine', description: 'A line of an order.' });

const orderTax = z
  .object({
    rate_code: z.string().meta({ description: 'Code of the tax.', examples: ['US-NC-20'] }),
    rate_id: z
      .int()
      .nullable()
      .meta({ description: 'Id of the tax.', examples: [20] }),
    label: z.string().meta({ description: 'Name of the tax.', examples: ['Sales Tax'] }),
    compound: z.boolean().describe('Whether it is taken on the taxes before it.'),
    included: z.boolean().optional().describe('Whether prices contain it. What they contain is no part of `subtotal`.'),
    rate_percent: z.number().meta({ description: 'Percent.', examples: [8.75] }),
    taxable: money.optional().describe('What it is taken on.'),
    line_bases: z
      .array(money)
      .nullable()
      .optional()
      .describe('The same by line of the order; null where that is the total of every taxable line.'),
    tax_total: money.describe('Amount.'),
    shipping_tax_total: money.describe('Amount on postage.'),
  })
  .meta({ id: 'OrderTax', description: 'A tax of an order.' });

export const order = z
  .object({
    id: z.int().meta({ description: 'Id of the order.', examples: [4056] }),
    number: z.string().meta({ description: 'Number for people.', examples: ['POS-4056'] }),
    status: orderStatus.describe('Status.'),
    currency: z.string().meta({ description: 'Always `USD`.', examples: ['USD'] }),
    subtotal: money.describe('Goods, before tax.'),
    total_tax: money.describe('Sales tax.'),
    shipping_total: money.describe('Postage.'),
    total: money.describe('What the customer pays.'),
    refunded: money.describe(
      'Money given back so far, with tax: refunds of lines, and of the whole order while its status is refunded.',
    ),
    date_created: instant.describe('When it was sold.'),
    date_modified: instant.describe('When it was last changed.'),
    date_paid: instant.nullable().describe('When it was paid; null until then.'),
    date_completed: instant.nullable().describe('When it was completed; null until then.'),
    created_via: z.string().meta({ description: 'Where it was made.', examples: ['pos'] }),
    customer_id: z.int().meta({ description: 'Id of the customer; 0 for a guest.', examples: [152] }),
    customer_name: z.string().describe('Name of the customer.'),
    customer_note: z.string().describe('Note of the customer.'),
    employee_id: z
      .int()
      .nullable()
      .meta({ description: 'Id of who sold it; null for nobody.', examples: [3] }),
    employee_name: z.string().meta({ description: 'Name of who sold it.', examples: ['Sasha Lind'] }),
    location_id: locationId,
    location_name: z.string().meta({ description: 'Name of the location.', examples: ['Charlotte Central'] }),
    payment_method: z.string().meta({ description: 'Way of payment.', examples: ['card'] }),
    payment_method_title: z.string().meta({ description: 'Its title.', examples: ['Card'] }),
    transaction_id: z.string().describe('Reference of the card payment.'),
    tenders: z
      .array(
        z.object({ method: z.enum(TENDER_METHODS).describe('Way of payment.'), amount: money.describe('Amount.') }),
      )
      .describe('What was paid, by way of payment.'),
    change: money.describe('Change given.'),
    rounding: money.describe('Difference that a split payment left open.'),
    points_awarded: z.int().meta({ description: 'Points earned.', examples: [58] }),
    points_refunded: z.int().describe('Points taken back by refunds.'),
    points_redeemed: z.int().optional().describe('Points used to pay.'),
    points_returned: z.int().optional().describe('Points used to pay that refunds gave back.'),
    redeemed: money.optional().describe('What the points took off; the lines are after it.'),
    has_shortfall: z.boolean().describe('Whether it was sold beyond the books.'),
    price_overridden: z
      .boolean()
      .describe('Whether somebody changed a price by hand: an override, a discount or an adjustment of any line.'),
    billing: billingAddress,
    shipping: address,
    shipping_lines: z
      .array(
        z.object({ method_title: z.string().describe('Title.'), total: money.describe('What the customer pays.') }),
      )
      .describe('Postage.'),
    tax_lines: z.array(orderTax).describe('Taxes.'),
    line_items: z.array(orderLine).describe('What was sold.'),
    meta_data: metaData.describe('Further values.'),
  })
  .meta({ id: 'Order', description: 'An order.' });
export type WireOrder = z.output<typeof order>;

/** Fields that a change of status refuses: buyer, goods, place and amounts of an order never change. */
const asSold = {
  number: serverSays,
  currency: serverSays,
  customer_id: serverSays,
  employee_id: serverSays,
  location_id: serverSays,
  line_items: serverSays,
  tax_lines: serverSays,
  subtotal: serverSays,
  total_tax: serverSays,
  total: serverSays,
  payment_method: serverSays,
  points_awarded: serverSays,
};

export const QUICK_FILTERS = ['today', 'unpaid', 'needs_attention'] as const;

/** The filter of the list, its export and its summary. All parts narrow it, and voided orders are never included. */
export const orderFilter = {
  status: z
    .enum(['any', ...ORDER_STATUSES])
    .default('any')
    .describe('Status.'),
  customer: idText.optional().describe('Id of the customer.'),
  employee: idText.optional().describe('Id of who sold.'),
  location_id: idText
    .optional()
    .meta({ description: 'Id of the location; all that the caller may see when left out.', examples: ['20'] }),
  date_from: day.optional().describe('First day, inclusive.'),
  date_to: day.optional().describe('Last day, inclusive.'),
  search: searched
    .optional()
    .describe(
      'An order number; or words that all are in the customer (name, e-mail, phone) or all in an item (name, SKU).',
    ),
  quick: z
    .enum(QUICK_FILTERS)
    .optional()
    .describe(
      '`today`: sold on this day of the shop; `unpaid`: pending, or not paid yet and neither cancelled nor refunded; `needs_attention`: a shortfall, a price changed by hand, or failed.',
    ),
};

/** `total_is_lower_bound`: there are at least `total` orders; the search was not counted to its end. */
const orderListMeta = pageMeta.extend({
  total_is_lower_bound: z.boolean().describe('A search stopped counting: there are at least `total`.'),
});

/** An order as a list shows it: what the columns need, and what is compared or acted on from the list. */
export const listedOrder = order
  .pick({
    id: true,
    number: true,
    status: true,
    currency: true,
    total: true,
    refunded: true,
    date_created: true,
    date_modified: true,
    created_via: true,
    customer_id: true,
    location_id: true,
    payment_method_title: true,
    has_shortfall: true,
    price_overridden: true,
  })
  .extend({
    source: z.string().meta({ description: 'System that it was made with.', examples: ['pos'] }),
    buyer: z.string().describe('Name of the customer.'),
    has_postage: z.boolean().describe('Whether postage was charged.'),
    lines: z.int().meta({ description: 'Number of lines.', examples: [3] }),
  })
  .meta({ id: 'ListedOrder', description: 'An order as a list shows it.' });
export type ListedOrder = z.output<typeof listedOrder>;

const ordersQuery = z.object({
  ...pageQuery(50, 100),
  ...orderFilter,
  orderby: z.literal('date').optional().describe('Always by date.'),
  order: z.enum(['asc', 'desc']).default('desc').describe('Oldest or newest first.'),
});

export const listedOrdersRoute = route({
  name: 'listedOrders',
  method: 'GET',
  path: '/api/orders/listed',
  access: 'see-orders',
  summary: 'Orders as a list shows them',
  description:
    'The same orders in the same order as `orders`, with a tenth of the weight. `order` has the rest of one.',
  tags: ['Orders'],
  query: ordersQuery,
  reply: success({
    data: z.array(listedOrder).describe('Orders of the page.'),
    meta: orderListMeta.describe('Where the page stands in the list.'),
  }),
  refusals: ['not_found'],
  example: { query: { quick: 'today', per_page: '5' } },
});

export const ordersRoute = route({
  name: 'orders',
  method: 'GET',
  path: '/api/orders',
  access: 'see-orders',
  summary: 'Orders',
  description: 'Newest first. All parts of the filter narrow; deleted orders are in no list.',
  tags: ['Orders'],
  query: ordersQuery,
  reply: success({
    data: z.array(order).describe('Orders of the page.'),
    meta: orderListMeta.describe('Where the page stands in the list.'),
  }),
  refusals: ['not_found'],
  example: { query: { quick: 'today', per_page: '5' } },
});

export const orderRoute = route({
  name: 'order',
  method: 'GET',
  path: '/api/orders/:id',
  access: 'see-orders',
  summary: 'One order',
  description: 'With timeline, notes and refunds.',
  tags: ['Orders'],
  params: z.object({ id: idText.describe('Id of the order.') }),
  reply: success({
    data: order
      .extend({
        till: z
          .object({
            id: z.string().describe('Id of the till.'),
            name: z.string().nullable().describe('Name; null until a manager gives one.'),
          })
          .nullable()
          .describe('The till that sold it; null when none was named.'),
        date_sold: instant
          .nullable()
          .describe('When the till sold it, which may be before the server recorded it; null when it did not say.'),
        timeline: z
          .array(
            z.object({
              kind: z.string().meta({ description: 'What happened.', examples: ['created'] }),
              at: instant.describe('When.'),
              by: z.string().nullable().describe('Name of who did it; null for the server.'),
              details: z.record(z.string(), z.unknown()).describe('More about it.'),
            }),
          )
          .describe('What happened to it, oldest first.'),
        notes: z.array(orderNote).describe('Notes of staff.'),
        refunds: z.array(refund).describe('Refunds.'),
      })
      .describe('The order.'),
  }),
  refusals: ['not_found'],
  example: { after: 'createOrder', params: { id: from('/id', 4056) } },
});

export const updateOrderRoute = route({
  name: 'updateOrder',
  method: 'PUT',
  path: '/api/orders/:id',
  access: 'change-orders',
  summary: 'Set the status of an order',
  description:
    'Its effects on stock, points and money happen once: setting a status that the order has changes nothing. `processing` and `completed` take an order that is not paid as paid in full, and sell it; it cannot become `refunded`.',
  tags: ['Orders'],
  params: z.object({ id: idText.describe('Id of the order.') }),
  body: z.object({
    ...asSold,
    status: orderStatus.describe('Status to set.'),
    date_paid: z.string().max(40).optional().describe('Ignored: the server says when.'),
    date_completed: z.string().max(40).optional().describe('Ignored: the server says when.'),
    allow_oversell: z
      .boolean()
      .optional()
      .describe('Sell beyond the books when the status takes stock again. Needs the permission `sell-anyway`.'),
  }),
  reply: success({
    id: z.int().describe('Id of the order.'),
    data: order,
    points_balance: balanceAfter,
    stock: stockTold.describe('New stock of the items that moved, by location.'),
  }),
  refusals: ['not_found', 'out_of_stock', 'status_conflict'],
  example: { after: 'createOrder', params: { id: from('/id', 4056) }, body: { status: 'completed' } },
});

export const setOrderStatusRoute = route({
  name: 'setOrderStatus',
  method: 'PUT',
  path: '/api/orders',
  access: 'change-orders',
  summary: 'Set the status of an order named in the body',
  description: 'As `updateOrder`.',
  tags: ['Orders'],
  body: z.object({
    ...asSold,
    orderId: id.meta({ description: 'Id of the order.', examples: [4056] }),
    status: orderStatus.describe('Status to set.'),
    allow_oversell: z
      .boolean()
      .optional()
      .describe('Sell beyond the books when the status takes stock again. Needs the permission `sell-anyway`.'),
  }),
  reply: success({
    id: z.int().describe('Id of the order.'),
    data: order,
    points_balance: balanceAfter,
    stock: stockTold.describe('New stock of the items that moved, by location.'),
  }),
  refusals: ['not_found', 'out_of_stock', 'status_conflict'],
  example: { after: 'createOrder', body: { orderId: from('/id', 4056), status: 'completed' } },
});

export const awardPointsRoute = route({
  name: 'awardPoints',
  method: 'POST',
  path: '/api/orders/award-points-native',
  access: 'change-orders',
  summary: 'Award the points of an order',
  description: 'Unless it has them already. A sale awards its points by itself.',
  tags: ['Orders'],
  body: z.object({
    orderId: id.meta({ description: 'Id of the order.', examples: [4056] }),
    customerId: z
      .union([z.int().min(0), z.null()])
      .optional()
      .describe('Id of its customer; compared when sent.'),
  }),
  reply: success({
    points_awarded: z.int().describe('Points of the order.'),
    already_awarded: z.boolean().describe('Whether it had them already.'),
  }),
  refusals: ['not_found'],
  example: { after: 'createOrder', body: { orderId: from('/id', 4056) } },
});
