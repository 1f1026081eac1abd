import { z } from 'zod';
import { MAX_SALE_LINES } from '#domain/cart.ts';
import { MAX_POINTS } from '#domain/loyalty-points.ts';
import { conversionRatio } from './catalogue.ts';
import { order } from './orders.ts';
import { route } from './route.ts';
import {
  address,
  billingAddress,
  metaDataIn,
  moneyIn,
  quantity,
  quantityIn,
  serverSays,
  success,
  text,
  UNOFFERED,
  variationIn,
  productId,
  productIdIn,
  variationId,
  locationIdIn,
} from './wire.ts';

/** Both lists name every key that the server knows; a test reads the keys from its code. */
const LINE_KEYS = `Further values of the line, by key. Each of these may come once; null and an empty text count as left out:

- \`_pricing_tier_label\`: the price tier, as the product names it ("3.5 g"); \`quantity\` is that of the tier, or several of it. A line that names no tier is sold by the one with its \`quantity\`.
- \`_pricing_tier_rule_name\`, \`_pricing_tier_rule_id\`: its rule, where several rules have a tier of that label.
- \`_pricing_tier_price\`, \`_pricing_tier_quantity\`: price and quantity of the tier as the caller knows them; compared.
- \`_unit\`: the unit that \`quantity\` counts in ("g"), for a product sold by one; compared.
- \`_override_price\`: a price of one, typed by hand.
- \`_discount_percentage\`: a discount from 0 to 100.
- \`_adjustment_amount\`: an amount added to the line, or taken off when it is negative.
- \`_override_reason\`: the reason for any of these three changes.

Nothing else is read or kept. Answers have these keys as the line was sold, and \`_pricing_tier_category\`, \`_conversion_ratio\` and \`_original_price\` from the catalogue; these three may be sent, without effect.`;

const SALE_KEYS = `Further values of the sale, by key. Each of these may come once; null and an empty text count as left out:

- \`_cash_received\`: cash handed over, for \`cash\`; the total when left out. \`_cash_change\`: the change; compared.
- \`_split_payments\`: for \`split\`, a list of \`{"method": "cash" | "card", "amount": "20.00"}\`.
- \`_tax_rate\`: the rates of all taxes together (0.0725). \`_tax_amount\`: all taxes. Both as the caller calculated them; compared.
- \`_employee_id\`, \`_pos_location_id\`, and \`_flora_location_id\` of older tills: must be those of the session.

Answers have these keys as the sale was recorded, except \`_flora_location_id\`, which is not kept. An unpaid order keeps the payments as they were sent.

\`_pos_location_name\`, \`_employee_name\`, \`_created_via\`, \`_order_source\` and \`_pos_order\` are neither read nor kept: answers have those that the server wrote.

Other keys are kept as sent. If the customer is forgotten, they are deleted, except \`_pos_location\`, \`_store_id\` and \`_order_source_system\`.`;

const saleLine = z
  .object({
    id: serverSays,
    product_id: productIdIn,
    variation_id: variationIn,
    name: text(700)
      .optional()
      .meta({
        description: 'Name as the caller knows it; the catalogue has its own.',
        examples: ['Porch Singles 1 g - Sour Dogwood'],
      }),
    sku: text(200)
      .nullish()
      .meta({ description: 'Stock keeping unit.', examples: ['PRR-002'] }),
    quantity: quantityIn.describe('Pieces, or the quantity of the price tier (3.5 for 3.5 g).'),
    price: moneyIn.optional().describe('Unit price as the caller knows it: compared with the catalogue, never used.'),
    subtotal: moneyIn.optional().describe('Line before discounts: compared, never used.'),
    total: moneyIn.optional().describe('Line after discounts: compared, never used.'),
    meta_data: metaDataIn.optional().describe(LINE_KEYS),
  })
  .meta({ id: 'NewOrderLine', description: 'One line of a sale.' });

/** Postage, fees and coupons would change the total, and a register sale has none of them. */
const none = z.array(z.unknown()).max(0, 'cannot be part of a register sale').optional().meta(UNOFFERED);
/** Refused unless it is 0. */
const zero = moneyIn.optional().meta(UNOFFERED);
const ignoredText = (maxLength: number) => text(maxLength).optional().meta(UNOFFERED);

export const createOrderBody = z
  .object({
    id: serverSays,
    number: serverSays,
    date_created: serverSays,
    date_paid: serverSays,
    date_completed: serverSays,
    employee_id: z.int().optional().describe("Id of the caller. Selling in another person's name is not possible."),
    employee: z.union([z.string(), z.int()]).optional().describe('Id, user name or name of the caller.'),
    roles: serverSays,
    role: serverSays,
    points_awarded: serverSays,
    points_redeemed: serverSays,
    redeem_points: z
      .int()
      .min(1)
      .max(MAX_POINTS)
      .optional()
      .meta({
        description:
          'Points of the customer to pay with, in whole steps, worth at most the goods. Sums are after them: the discount is divided among the lines in proportion to their totals, by largest remainders. Only for a sale that is paid.',
        examples: [100],
      }),
    customer_id: z
      .union([z.int().min(0).max(2_147_483_647), z.null()])
      .optional()
      .meta({ description: 'Id of the customer, who earns points; 0, null or left out for a guest.', examples: [0] }),
    payment_method: z
      .enum(['cash', 'card', 'split'])
      .describe('Way of payment. `cash` and `split` have details in `meta_data`.'),
    payment_method_title: ignoredText(100),
    transaction_id: text(200)
      .optional()
      .meta({ description: 'Reference of the card payment.', examples: ['ch_3Nf8'] }),
    status: z
      .literal(['processing', 'pending'], 'of a new order is processing or pending')
      .optional()
      .describe('Follows from `pos_order` and `set_paid`: a sale is completed at once, an unpaid order is pending.'),
    currency: z.literal('USD', 'is always USD').optional().describe('Always `USD`.'),
    line_items: z.array(saleLine).min(1, 'has no items').max(MAX_SALE_LINES).describe('Items to sell.'),
    tax_lines: z
      .array(
        z.object({
          rate_code: text(100)
            .optional()
            .meta({ description: 'Code of the tax.', examples: ['US-NC-20'] }),
          rate_id: z
            .union([z.int(), z.string().max(100)])
            .optional()
            .meta({ description: 'Id of the tax.', examples: [20] }),
          label: text(100)
            .optional()
            .meta({ description: 'Name of the tax.', examples: ['Sales Tax'] }),
          compound: z.boolean().optional().meta(UNOFFERED),
          tax_total: moneyIn.describe('Amount of the tax.'),
          shipping_tax_total: zero,
        }),
      )
      .max(20)
      .optional()
      .describe('Taxes as the caller calculated them: compared, never used.'),
    shipping_lines: none,
    fee_lines: none,
    coupon_lines: none,
    subtotal: moneyIn.optional().describe('Goods before tax: compared, never used.'),
    total_tax: moneyIn.optional().describe('Sales tax: compared, never used.'),
    discount_total: moneyIn.optional().describe('Discounts: compared, never used.'),
    shipping_total: zero,
    total: moneyIn
      .optional()
      .describe(
        'Amount that the customer pays: compared, never used. If you send it, a changed price is refused and answered.',
      ),
    billing: billingAddress.partial().optional().describe('Billing address.'),
    shipping: address.partial().optional().describe('Shipping address.'),
    customer_note: text(2000)
      .optional()
      .meta({ description: 'Note of the customer.', examples: [''] }),
    meta_data: metaDataIn.optional().describe(SALE_KEYS),
    pos_order: z
      .boolean()
      .optional()
      .meta({ description: 'True for a sale at the register.', examples: [true] }),
    set_paid: z
      .boolean()
      .optional()
      .meta({ description: 'True if it is paid; otherwise it is recorded as pending.', examples: [true] }),
    location_id: locationIdIn,
    created_via: ignoredText(50),
    allow_oversell: z
      .boolean()
      .optional()
      .describe(
        'Sell beyond the books: stock stops at 0 and the shortfall is recorded. Needs the permission `sell-anyway`.',
      ),
  })
  .meta({ id: 'NewOrder', description: 'A register sale.' });
export type CreateOrderBody = z.output<typeof createOrderBody>;

/** Rule: register/deducted-inventory. */
const deductedInventory = z
  .object({
    product_id: productId,
    variation_id: variationId,
    quantity_sold: quantity.describe('Quantity sold.'),
    quantity_deducted: quantity.describe('Quantity taken from stock.'),
    shortfall: quantity.describe('Quantity sold beyond the books.'),
    conversion_applied: z.boolean().describe('True if a conversion ratio was applied.'),
    conversion_ratio: conversionRatio.nullable().describe('The ratio; null for none.'),
    old_stock: quantity.describe('Stock before.'),
    new_stock: quantity.describe('Stock after.'),
    movement_id: z
      .int()
      .nullable()
      .describe('The movement behind `new_stock`; null in the reply of a sale that an older build recorded.'),
  })
  .meta({ id: 'DeductedStock', description: 'Stock that one line took.' });

const SALE_REFUSALS = [
  'approval_needed',
  'out_of_stock',
  'price_changed',
  'totals_mismatch',
  'tender_insufficient',
  'tender_exceeds_remaining',
  'tender_not_positive',
  'tender_too_many',
  'product_unknown',
  'no_price',
  'quantity_not_valid',
  'tier_unknown',
  'tier_ambiguous',
  'conversion_ratio_required',
  'conversion_ratio_invalid',
  'customer_unknown',
  'points_insufficient',
  'points_exceed_cart',
  'points_not_redeemable',
  'location_required',
] as const;

/** Works in the demo shop. */
const CARD_SALE = {
  pos_order: true,
  set_paid: true,
  payment_method: 'card' as const,
  line_items: [
    { product_id: 1602, quantity: 2 },
    { product_id: 1101, quantity: 3.5, meta_data: [{ key: '_pricing_tier_label', value: '3.5 g' }] },
  ],
  total: '63.08',
};

export const createOrderRoute = route({
  name: 'createOrder',
  method: 'POST',
  path: '/api/orders',
  access: 'sell',
  idempotency: 'own',
  summary: 'Sell',
  description: `Records order, payment, points and stock in one step: all of it happens, or nothing.

Only an order with both \`pos_order\` and \`set_paid\` true is a paid sale. Every other order is recorded as pending: no money is taken, no stock moves and no points are earned, until its status becomes \`processing\` or \`completed\`; then it counts as paid in full by its payment method, \`cash\` or \`card\`. Payments in \`meta_data\` are stored until then and not counted.

Products and quantities are sold at the prices of the catalogue. Prices, sums and taxes of the request are compared with them and never used; if one differs, nothing is sold and the answer has the right figures. Location and employee are those of the session.

The \`Idempotency-Key\` makes the sale safe to repeat: if no answer came, send the same request with the same key, and it gets the first answer.`,
  tags: ['Orders'],
  body: createOrderBody,
  reply: success({
    id: z.int().meta({ description: 'Id of the order.', examples: [4056] }),
    data: order,
    points_awarded: z.int().meta({ description: 'Points earned.', examples: [54] }),
    points_redeemed: z.int().optional().describe('Points used to pay.'),
    points_balance: z.int().nullable().optional().describe('Points of the customer afterwards; null for a guest.'),
    inventory: z.array(deductedInventory).describe('Stock taken by each line; empty for an unpaid order.'),
  }),
  refusals: [...SALE_REFUSALS],
  example: { body: CARD_SALE },
});

/** Sent under the key that the sale will have. */
export const trySaleRoute = route({
  name: 'trySale',
  method: 'POST',
  path: '/api/orders/try',
  access: 'sell',
  idempotency: 'safe',
  summary: 'Try a sale',
  description:
    'Refuses what `createOrder` would refuse now, and records nothing. A till asks before a card is charged by hand. Send the body of the sale and, as `Idempotency-Key`, the key that it will have: what needs an approval can then be approved (`approve`) for that sale.',
  tags: ['Orders'],
  body: createOrderBody,
  reply: success({}),
  refusals: [
    ...SALE_REFUSALS,
    'not_valid',
    'invalid_idempotency_key',
    'idempotency_key_reused',
    'request_in_progress',
    'command_withdrawn',
    'sent_by_another',
    'sent_too_long_ago',
  ],
  example: { body: CARD_SALE },
});
export type SaleReply = z.output<typeof createOrderRoute.reply>;
