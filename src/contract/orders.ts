import { z } from 'zod';
import { MAX_SALE_LINES } from '#domain/cart.ts';
import { TENDER_METHODS } from '#domain/tender.ts';
import { conversionRatio } from './catalogue.ts';
import { stockTold } from './live.ts';
import { orderNote } from './order-notes.ts';
import { refund } from './refunds.ts';
import { route } from './route.ts';
import {
  address,
  billingAddress,
  day,
  id,
  idText,
  instant,
  metaData,
  metaDataIn,
  money,
  moneyIn,
  pageMeta,
  pageQuery,
  quantity,
  quantityIn,
  searched,
  serverSays,
  success,
  text,
  variationIn,
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
export const orderStatus = z.enum(ORDER_STATUSES);
export type OrderStatus = z.output<typeof orderStatus>;

const saleLine = z.object({
  id: serverSays,
  product_id: id,
  variation_id: variationIn,
  name: text(700).optional(),
  sku: text(200).nullish(),
  quantity: quantityIn,
  /** Unit price as the till showed it; compared, never used. */
  price: moneyIn.optional(),
  /** Before and after discounts; compared, never used. */
  subtotal: moneyIn.optional(),
  total: moneyIn.optional(),
  meta_data: metaDataIn.optional(),
});

/** Postage, fees and coupons would change what is owed, and a register knows none of them. */
const none = z.array(z.unknown()).max(0, 'cannot be part of a register sale').optional();

export const createOrderBody = z.object({
  id: serverSays,
  number: serverSays,
  date_created: serverSays,
  date_paid: serverSays,
  date_completed: serverSays,
  employee_id: z.int().optional(),
  employee: z.union([z.string(), z.int()]).optional(),
  roles: serverSays,
  role: serverSays,
  points_awarded: serverSays,
  customer_id: z.union([z.int().min(0).max(2_147_483_647), z.null()]).optional(),
  payment_method: z.enum(['cash', 'card', 'split']),
  payment_method_title: text(100).optional(),
  transaction_id: text(200).optional(),
  status: z.literal('processing', 'of a new order is always processing').optional(),
  currency: z.literal('USD', 'is always USD').optional(),
  line_items: z.array(saleLine).min(1, 'has no items').max(MAX_SALE_LINES),
  tax_lines: z
    .array(
      z.object({
        rate_code: text(100).optional(),
        rate_id: z.union([z.int(), z.string().max(100)]).optional(),
        label: text(100).optional(),
        compound: z.boolean().optional(),
        tax_total: moneyIn,
        shipping_tax_total: moneyIn.optional(),
      }),
    )
    .max(20)
    .optional(),
  shipping_lines: none,
  fee_lines: none,
  coupon_lines: none,
  subtotal: moneyIn.optional(),
  total_tax: moneyIn.optional(),
  discount_total: moneyIn.optional(),
  shipping_total: moneyIn.optional(),
  total: moneyIn.optional(),
  billing: billingAddress.partial().optional(),
  shipping: address.partial().optional(),
  customer_note: text(2000).optional(),
  meta_data: metaDataIn.optional(),
  pos_order: z.boolean().optional(),
  set_paid: z.boolean().optional(),
  location_id: id.optional(),
  created_via: text(50).optional(),
  /** "Sell anyway": stock stops at 0 and the shortfall is recorded. Needs the permission (design §4.5). */
  allow_oversell: z.boolean().optional(),
});
export type CreateOrderBody = z.output<typeof createOrderBody>;

const orderLine = z.object({
  id: z.int(),
  product_id: z.int(),
  variation_id: z.int(),
  name: z.string(),
  sku: z.string().nullable(),
  category: z.string().nullable(),
  quantity,
  price: money,
  subtotal: money,
  total: money,
  stock_quantity: quantity,
  shortfall: quantity,
  taxable: z.boolean(),
  /** How much of the line was refunded, in the line's own unit, and the money for its goods (before tax). */
  refunded_quantity: quantity,
  refunded: money,
  meta_data: metaData,
});

const orderTax = z.object({
  rate_code: z.string(),
  rate_id: z.int().nullable(),
  label: z.string(),
  compound: z.boolean(),
  /** Percent: 8.75. */
  rate_percent: z.number(),
  tax_total: money,
  shipping_tax_total: money,
});

export const order = z.object({
  id: z.int(),
  number: z.string(),
  status: orderStatus,
  currency: z.string(),
  subtotal: money,
  total_tax: money,
  shipping_total: money,
  total: money,
  /** Money given back so far, with tax: refunds of lines, and of the whole order while its status is refunded. */
  refunded: money,
  date_created: instant,
  date_modified: instant,
  date_paid: instant.nullable(),
  date_completed: instant.nullable(),
  created_via: z.string(),
  customer_id: z.int(),
  customer_name: z.string(),
  customer_note: z.string(),
  employee_id: z.int().nullable(),
  employee_name: z.string(),
  location_id: z.int(),
  location_name: z.string(),
  payment_method: z.string(),
  payment_method_title: z.string(),
  transaction_id: z.string(),
  tenders: z.array(z.object({ method: z.enum(TENDER_METHODS), amount: money })),
  change: money,
  rounding: money,
  points_awarded: z.int(),
  /** Points taken back by refunds. */
  points_refunded: z.int(),
  has_shortfall: z.boolean(),
  /** Whether somebody changed a price by hand: an override, a discount or an adjustment of any line. */
  price_overridden: z.boolean(),
  billing: billingAddress,
  shipping: address,
  shipping_lines: z.array(z.object({ method_title: z.string(), total: money })),
  tax_lines: z.array(orderTax),
  line_items: z.array(orderLine),
  meta_data: metaData,
});
export type WireOrder = z.output<typeof order>;

/** What a change of status may not bring along: who bought what, where and for how much stands. */
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

/** Deducted-inventory record of spec §3; `shortfall` is what was sold beyond the books. */
const deductedInventory = z.object({
  product_id: z.int(),
  variation_id: z.int().nullable(),
  quantity_sold: quantity,
  quantity_deducted: quantity,
  shortfall: quantity,
  conversion_applied: z.boolean(),
  conversion_ratio: conversionRatio.nullable(),
  old_stock: quantity,
  new_stock: quantity,
  /** The movement behind `new_stock`; null in the reply of a sale that an older build recorded. */
  movement_id: z.int().nullable(),
});

/**
 * A register sale, whole: order, payment, points, stock, timeline (design §4.1).
 * Refuses: `idempotency_key_required`; 422 `idempotency_key_reused`; 409 `request_in_progress`;
 * 409 `out_of_stock` with `lines`; 409 `price_changed` with `changes` and `totals`; 422 `totals_mismatch` with `totals`;
 * 422 `tender_insufficient`, `tender_exceeds_remaining`, `tender_not_positive`, `tender_too_many`; 422 `product_unknown`,
 * `quantity_not_valid`, `not_valid` for a price beyond all bounds and meta that cannot be read, `tier_unknown` with `lines` (the catalogue does not have the tier a line names),
 * `tier_ambiguous`, `conversion_ratio_required`, `conversion_ratio_invalid`, `customer_unknown`;
 * 403 `not_allowed` for another location, another employee or an oversell without the permission;
 * 422 `location_required` when the session has none.
 */
export const createOrderRoute = route({
  method: 'POST',
  path: '/api/orders',
  access: 'sell',
  idempotency: 'own',
  summary: 'Sell: one transaction for order, payment, points and stock',
  tags: ['Orders'],
  body: createOrderBody,
  reply: success({
    id: z.int(),
    data: order,
    points_awarded: z.int(),
    inventory: z.array(deductedInventory),
  }),
});
export type SaleReply = z.output<typeof createOrderRoute.reply>;

export const QUICK_FILTERS = ['today', 'unpaid', 'needs_attention'] as const;

/** Which orders: of the list, its export and its summary alike. All parts narrow; voided orders are in none. */
export const orderFilter = {
  status: z.enum(['any', ...ORDER_STATUSES]).default('any'),
  customer: idText.optional(),
  employee: idText.optional(),
  location_id: idText.optional(),
  /** Days of the shop, inclusive. */
  date_from: day.optional(),
  date_to: day.optional(),
  /** An order number; or words that all are in the customer (name, e-mail, phone) or all in an item (name, SKU). */
  search: searched.optional(),
  /**
   * `today`: sold on this day of the shop; `unpaid`: pending, or not paid yet and neither cancelled nor refunded;
   * `needs_attention`: a shortfall, a price changed by hand, or failed.
   */
  quick: z.enum(QUICK_FILTERS).optional(),
};

/** `total_is_lower_bound`: there are at least `total` orders; the search was not counted to its end. */
const orderListMeta = pageMeta.extend({ total_is_lower_bound: z.boolean() });

export const ordersRoute = route({
  method: 'GET',
  path: '/api/orders',
  access: 'see-orders',
  summary: 'Orders, newest first',
  tags: ['Orders'],
  query: z.object({
    ...pageQuery(50, 100),
    ...orderFilter,
    orderby: z.literal('date').optional(),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: success({ data: z.array(order), meta: orderListMeta }),
});

export const orderRoute = route({
  method: 'GET',
  path: '/api/orders/:id',
  access: 'see-orders',
  summary: 'One order with its timeline',
  tags: ['Orders'],
  params: z.object({ id: idText }),
  reply: success({
    data: order.extend({
      timeline: z.array(
        z.object({
          kind: z.string(),
          at: instant,
          by: z.string().nullable(),
          details: z.record(z.string(), z.unknown()),
        }),
      ),
      notes: z.array(orderNote),
      refunds: z.array(refund),
    }),
  }),
});

/** Completing an order a second time changes nothing; dates are the server's and are only compared with the present status. */
export const updateOrderRoute = route({
  method: 'PUT',
  path: '/api/orders/:id',
  access: 'change-orders',
  summary: 'Set the status of an order; its effects on stock and points happen once',
  tags: ['Orders'],
  params: z.object({ id: idText }),
  body: z.object({
    ...asSold,
    status: orderStatus,
    /** The spec's clients send both; the server's clock says when. */
    date_paid: z.string().max(40).optional(),
    date_completed: z.string().max(40).optional(),
    allow_oversell: z.boolean().optional(),
  }),
  reply: success({ id: z.int(), data: order, stock: stockTold }),
});

export const setOrderStatusRoute = route({
  method: 'PUT',
  path: '/api/orders',
  access: 'change-orders',
  summary: 'Set the status of an order named in the body',
  tags: ['Orders'],
  body: z.object({ ...asSold, orderId: id, status: orderStatus, allow_oversell: z.boolean().optional() }),
  reply: success({ id: z.int(), data: order, stock: stockTold }),
});

export const awardPointsRoute = route({
  method: 'POST',
  path: '/api/orders/award-points-native',
  access: 'change-orders',
  summary: 'Award the points of an order, unless it has them already',
  tags: ['Orders'],
  body: z.object({ orderId: id, customerId: z.union([z.int().min(0), z.null()]).optional() }),
  reply: success({ points_awarded: z.int(), already_awarded: z.boolean() }),
});
