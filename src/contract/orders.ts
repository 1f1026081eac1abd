// One file, because the list, a single order and their filters answer with the same order.
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
  moneyIn,
  pageMeta,
  pageQuery,
  quantity,
  searched,
  serverSays,
  success,
  productId,
  locationId,
} from './wire.ts';

/** Rule: orders/statuses. */
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
    stock_quantity: quantity.describe('Quantity taken from stock, in stock units.'),
    shortfall: quantity.describe('Part of that quantity that was sold beyond the books.'),
    taxable: z.boolean().describe('True if sales tax was charged.'),
    refunded_quantity: quantity.describe("Refunded quantity, in the line's own unit."),
    refunded: money.describe('Money refunded for its goods, before tax.'),
    redeemed: money.optional().describe('Its share of the points discount, already subtracted from `total`.'),
    included_tax: money.optional().describe('Included taxes of its price; `total` is without them.'),
    points_awarded: z
      .int()
      .nullable()
      .optional()
      .describe('Its part of the points earned; null if that is proportional to its share of the goods.'),
    meta_data: metaData.describe('Further values of the line, such as its price tier.'),
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
    compound: z.boolean().describe('True for a compound tax: it is charged on the taxes before it, too.'),
    included: z.boolean().optional().describe('True if prices include it. Included taxes are not part of `subtotal`.'),
    rate_percent: z.number().meta({ description: 'Percent.', examples: [8.75] }),
    taxable: money.optional().describe('Amount that it is charged on.'),
    line_bases: z
      .array(money)
      .nullable()
      .optional()
      .describe('The same amount by line of the order; null if it is the total of every taxable line.'),
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
    total: money.describe('Amount that the customer pays.'),
    refunded: money.describe(
      'Money given back so far, with tax: refunds of lines, and of the whole order while its status is refunded.',
    ),
    date_created: instant.describe('Time of the sale.'),
    date_modified: instant.describe('Time of the last change.'),
    date_paid: instant.nullable().describe('Time of payment; null until then.'),
    date_completed: instant.nullable().describe('Time of completion; null until then.'),
    created_via: z.string().meta({ description: 'System in which it was made.', examples: ['pos'] }),
    customer_id: z.int().meta({ description: 'Id of the customer; 0 for a guest.', examples: [152] }),
    customer_name: z.string().describe('Name of the customer.'),
    customer_note: z.string().describe('Note of the customer.'),
    employee_id: z
      .int()
      .nullable()
      .meta({ description: 'Id of the person who sold it; null for nobody.', examples: [3] }),
    employee_name: z.string().meta({ description: 'Name of the person who sold it.', examples: ['Sasha Lind'] }),
    location_id: locationId,
    location_name: z.string().meta({ description: 'Name of the location.', examples: ['Charlotte Central'] }),
    payment_method: z.string().meta({ description: 'Way of payment.', examples: ['card'] }),
    payment_method_title: z.string().meta({ description: 'Its title.', examples: ['Card'] }),
    transaction_id: z.string().describe('Reference of the card payment.'),
    tenders: z
      .array(
        z.object({ method: z.enum(TENDER_METHODS).describe('Way of payment.'), amount: money.describe('Amount.') }),
      )
      .describe('Amounts paid, by way of payment.'),
    change: money.describe('Change given.'),
    rounding: money.describe('Difference that a split payment left open.'),
    points_awarded: z.int().meta({ description: 'Points earned.', examples: [58] }),
    points_refunded: z.int().describe('Points taken back by refunds.'),
    points_redeemed: z.int().optional().describe('Points used to pay.'),
    points_returned: z.int().optional().describe('Points used to pay that refunds gave back.'),
    redeemed: money.optional().describe('Points discount; already subtracted from the lines.'),
    has_shortfall: z.boolean().describe('True if it was sold beyond the books.'),
    price_overridden: z
      .boolean()
      .describe('True if somebody changed a price by hand: an override, a discount or an adjustment of any line.'),
    billing: billingAddress,
    shipping: address,
    shipping_lines: z
      .array(
        z.object({
          method_title: z.string().describe('Title.'),
          total: money.describe('Amount that the customer pays.'),
        }),
      )
      .describe('Postage.'),
    tax_lines: z.array(orderTax).describe('Taxes.'),
    line_items: z.array(orderLine).describe('Items sold.'),
    meta_data: metaData.describe('Further values.'),
  })
  .meta({ id: 'Order', description: 'An order.' });
export type WireOrder = z.output<typeof order>;

export const QUICK_FILTERS = ['today', 'unpaid', 'needs_attention'] as const;

/** The filter of the list, its export and its summary. Its parts are combined with AND, and voided orders are never included. */
export const orderFilter = {
  status: z
    .enum(['any', ...ORDER_STATUSES])
    .default('any')
    .describe('Status.'),
  customer: idText.optional().describe('Id of the customer.'),
  employee: idText.optional().describe('Id of the person who sold.'),
  location_id: idText.optional().meta({
    description: 'Id of the location; when left out, all locations that the caller may see.',
    examples: ['20'],
  }),
  date_from: day.optional().describe('First day, inclusive.'),
  date_to: day.optional().describe('Last day, inclusive.'),
  search: searched
    .optional()
    .describe(
      'An order number, or words that must all be in the customer (name, e-mail, phone) or all in one item (name, SKU).',
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
  total_is_lower_bound: z
    .boolean()
    .describe('True if `total` is only a lower bound, because the search stopped counting.'),
});

/** An order as a list shows it, with the fields that the columns and the actions of the list need. */
export const listedOrder = order
  .pick({
    id: true,
    number: true,
    status: true,
    currency: true,
    total: true,
    refunded: true,
    points_redeemed: true,
    points_returned: true,
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
    has_postage: z.boolean().describe('True if postage was charged.'),
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
  description: 'The same orders in the same order as `orders`, at a tenth of the size. `order` has all fields of one.',
  tags: ['Orders'],
  query: ordersQuery,
  reply: success({
    data: z.array(listedOrder).describe('Orders of the page.'),
    meta: orderListMeta.describe('Position of the page in the list.'),
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
  description: 'Newest first. The parts of the filter are combined with AND. Deleted orders are never listed.',
  tags: ['Orders'],
  query: ordersQuery,
  reply: success({
    data: z.array(order).describe('Orders of the page.'),
    meta: orderListMeta.describe('Position of the page in the list.'),
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
  description: 'The order with timeline, notes and refunds.',
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
          .describe(
            'Time of the sale at the till, which may be before the server recorded it; null if the till did not send it.',
          ),
        timeline: z
          .array(
            z.object({
              kind: z.string().meta({ description: 'Kind of event.', examples: ['created'] }),
              at: instant.describe('Time.'),
              by: z.string().nullable().describe('Name of the person who did it; null for the server.'),
              details: z.record(z.string(), z.unknown()).describe('More about it.'),
            }),
          )
          .describe('Events of the order, oldest first.'),
        notes: z.array(orderNote).describe('Notes of staff.'),
        refunds: z.array(refund).describe('Refunds.'),
      })
      .describe('The order.'),
  }),
  refusals: ['not_found'],
  example: { after: 'createOrder', params: { id: from('/id', 4056) } },
});

const statusToSet = {
  // Never changed by a status: buyer, goods, place and amounts of an order.
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
  status: orderStatus.describe('Status to set.'),
  allow_oversell: z
    .boolean()
    .optional()
    .describe('Sell beyond the books when the status takes stock again. Needs the permission `sell-anyway`.'),
  refund: moneyIn
    .optional()
    .describe('Amount that the status gives back, as the caller was shown it: compared with what is left.'),
};

const statusSet = success({
  id: z.int().describe('Id of the order.'),
  data: order,
  points_balance: balanceAfter,
  stock: stockTold.describe('New stock of the items that moved, by location.'),
});

export const updateOrderRoute = route({
  name: 'updateOrder',
  method: 'PUT',
  path: '/api/orders/:id',
  access: 'change-orders',
  summary: 'Set the status of an order',
  description:
    'The effects on stock, points and money happen once: setting the present status changes nothing. `processing` and `completed` record an unpaid order as paid in full and sell it. An unpaid order cannot become `refunded`.',
  tags: ['Orders'],
  params: z.object({ id: idText.describe('Id of the order.') }),
  body: z.object({
    ...statusToSet,
    // Rule: orders/server-dates.
    date_paid: z.string().max(40).optional().describe('Ignored: the server sets the time.'),
    date_completed: z.string().max(40).optional().describe('Ignored: the server sets the time.'),
  }),
  reply: statusSet,
  refusals: ['not_found', 'out_of_stock', 'status_conflict', 'refund_changed'],
  example: { after: 'createOrder', params: { id: from('/id', 4056) }, body: { status: 'completed' } },
});

export const setOrderStatusRoute = route({
  name: 'setOrderStatus',
  method: 'PUT',
  path: '/api/orders',
  access: 'change-orders',
  summary: 'Set the status of an order named in the body',
  description: 'Works as `updateOrder` does.',
  tags: ['Orders'],
  body: z.object({
    ...statusToSet,
    orderId: id.meta({ description: 'Id of the order.', examples: [4056] }),
  }),
  reply: statusSet,
  refusals: ['not_found', 'out_of_stock', 'status_conflict', 'refund_changed'],
  example: { after: 'createOrder', body: { orderId: from('/id', 4056), status: 'completed' } },
});

export const awardPointsRoute = route({
  name: 'awardPoints',
  method: 'POST',
  path: '/api/orders/award-points-native',
  access: 'change-orders',
  summary: 'Award the points of an order',
  description: 'Awards them unless the order has them already. A sale awards its points automatically.',
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
    already_awarded: z.boolean().describe('True if it had them already.'),
  }),
  refusals: ['not_found'],
  example: { after: 'createOrder', body: { orderId: from('/id', 4056) } },
});
