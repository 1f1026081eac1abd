import { z } from 'zod';
import { TENDER_METHODS } from '#domain/tender.ts';
import { stockTold } from './live.ts';
import { order, ORDER_STATUSES, orderStatus } from './orders.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { balanceAfter, id, idParams, idText, money, moneyIn, quantity, success, orderId } from './wire.ts';

/** Most orders that one call changes. */
export const MAX_BULK_ORDERS = 100;
/** Most orders chosen with one press. They are previewed together and changed in as many calls as needed. */
export const MAX_CHOSEN_ORDERS = 500;

/** Ids in an address: "17,18". */
export const chosenOrders = z
  .string()
  .regex(/^\d{1,9}(?:,\d{1,9})*$/, 'is not a list of ids')
  .transform((text) => text.split(',').map(Number))
  .refine((ids) => ids.length <= MAX_CHOSEN_ORDERS, `names more than ${MAX_CHOSEN_ORDERS} orders`);

export const chosenOrdersRoute = route({
  name: 'chosenOrders',
  method: 'GET',
  path: '/api/orders/chosen',
  access: 'see-orders',
  summary: 'Chosen orders',
  description:
    'The present state of these orders, newest first. Orders that are deleted, or that the caller may not see, are left out.',
  tags: ['Orders'],
  query: z.object({
    ids: chosenOrders.meta({ description: 'Ids of orders, with commas between them.', examples: ['4055,4056'] }),
  }),
  reply: success({ data: z.array(order).describe('The orders, newest first.') }),
  example: { after: 'createOrder', query: { ids: from('/id', 4056) } },
});

/** Effects that setting a status, or deleting (`void`), would have. The screen makes sentences from them. */
export const orderEffects = z
  .object({
    from: orderStatus.describe('Present status.'),
    to: z.enum([...ORDER_STATUSES, 'void']).describe('Status that would be set; `void` for deleting.'),
    stock: z
      .enum(['returned', 'sold', 'unchanged'])
      .describe('`returned`: the items go back to stock; `sold`: they are taken from stock again.'),
    items: z
      .array(
        z.object({
          line_id: z.int().describe('Id of the line.'),
          name: z.string().describe('Name of the item.'),
          quantity: quantity.describe('In stock units.'),
          available: quantity.describe('Stock now.'),
        }),
      )
      .describe('Quantities that move, in stock units; `available` is the present stock.'),
    short: z
      .boolean()
      .describe(
        'True if there is less stock than `items` needs. Then selling again is refused, or leaves a shortfall.',
      ),
    points: z.int().describe("Change of the customer's points: -40 takes back 40."),
    points_returned: z.int().describe('Points used to pay that go back to the customer; below zero: used again.'),
    points_balance: z
      .int()
      .nullable()
      .describe('Points of the customer afterwards; below zero if taken points were spent already; null for a guest.'),
    refund: money.describe('Money that is given back.'),
    refund_undone: money.describe('Money whose refund is undone.'),
    tenders: z
      .array(
        z.object({ method: z.enum(TENDER_METHODS).describe('Way of payment.'), amount: money.describe('Amount.') }),
      )
      .describe('Amounts to give back, by way of payment.'),
    payments: z
      .array(
        z.object({ method: z.enum(TENDER_METHODS).describe('Way of payment.'), amount: money.describe('Amount.') }),
      )
      .describe('Payments that are recorded, of orders that were placed unpaid.'),
  })
  .meta({ id: 'OrderEffects', description: 'Effects that setting a status, or deleting, would have on an order.' });
export type WireEffects = z.output<typeof orderEffects>;

export const orderEffectsRoute = route({
  name: 'orderEffects',
  method: 'GET',
  path: '/api/orders/:id/effects',
  access: 'see-orders',
  summary: 'Preview a status',
  description:
    'Effects that setting a status, or deleting the order (`void`), would have on stock, points and money. Nothing is changed.',
  tags: ['Orders'],
  params: idParams,
  query: z.object({
    status: z.enum([...ORDER_STATUSES, 'void']).describe('Status that would be set; `void` for deleting.'),
  }),
  reply: success({ data: orderEffects }),
  refusals: ['not_found', 'status_conflict'],
  example: { after: 'createOrder', params: { id: from('/id', 4056) }, query: { status: 'cancelled' } },
});

export const voidOrderRoute = route({
  name: 'voidOrder',
  method: 'DELETE',
  path: '/api/orders',
  access: 'void-orders',
  summary: 'Delete an order',
  description:
    'Voids the order: its effects are reversed once, and it is hidden from lists and sums. It is kept for the audit trail.',
  tags: ['Orders'],
  query: z.object({ id: idText.describe('Id of the order.') }),
  reply: success({
    id: z.int().describe('Id of the order.'),
    points_balance: balanceAfter,
    stock: stockTold.describe('New stock of the items that moved, by location.'),
  }),
  refusals: ['not_found'],
  example: { after: 'createOrder', query: { id: from('/id', 4056) } },
});

/** The effects of one status on several orders together. */
const bulkEffects = orderEffects
  .omit({ from: true, to: true, short: true, points_balance: true })
  .extend({
    to: orderStatus.describe('Status that would be set.'),
    customers_below_zero: z.int().describe('Customers whose balance of points would be below zero afterwards.'),
    changing: z.int().describe('Orders whose status would change. The other figures are about these.'),
    refunds: z
      .array(z.object({ order_id: orderId, amount: money.describe('Amount that it gives back.') }))
      .describe('`refund` by order, without orders that give nothing back.'),
    refused: z
      .array(
        z.object({
          order_id: orderId,
          number: z
            .string()
            .nullable()
            .meta({ description: 'Number of the order.', examples: ['POS-4056'] }),
          error: z.string().describe('Reason why not.'),
        }),
      )
      .describe(
        'Orders that would stay unchanged, with the reason. Orders that have the status already are counted nowhere.',
      ),
  })
  .meta({ id: 'BulkEffects', description: 'Effects that setting a status would have on several orders.' });
export type WireBulkEffects = z.output<typeof bulkEffects>;

export const bulkEffectsRoute = route({
  name: 'bulkEffects',
  method: 'POST',
  path: '/api/orders/bulk-status/preview',
  access: 'change-orders',
  idempotency: 'safe',
  summary: 'Preview a status of several orders',
  description: 'Changes nothing. It is a POST because a URL may be too short for the ids.',
  tags: ['Orders'],
  body: z.object({
    order_ids: z
      .array(id)
      .min(1, 'names no orders')
      .max(MAX_CHOSEN_ORDERS)
      .meta({ description: 'Ids of the orders.', examples: [[4055]] }),
    status: orderStatus.describe('Status to set.'),
  }),
  reply: success({ data: bulkEffects }),
  example: { after: 'createOrder', body: { order_ids: [from('/id', 4056)], status: 'cancelled' } },
});

export const bulkStatusRoute = route({
  name: 'bulkStatus',
  method: 'PUT',
  path: '/api/orders/bulk-status',
  access: 'change-orders',
  summary: 'Set the status of several orders',
  description:
    'Orders are changed independently. `results` has the reason for each one that was not. If the request is cut short, send it again with the same key: it continues where it stopped.',
  tags: ['Orders'],
  body: z.object({
    order_ids: z
      .array(id)
      .min(1, 'names no orders')
      .max(MAX_BULK_ORDERS)
      .meta({ description: 'Ids of the orders.', examples: [[4055]] }),
    status: orderStatus.describe('Status to set.'),
    refunds: z
      .array(z.object({ order_id: orderId, amount: moneyIn.describe('Amount that it gives back.') }))
      .max(MAX_BULK_ORDERS)
      .optional()
      .describe(
        'Amounts that the orders give back, as the caller was shown them: compared with what is left, and with 0.00 for an order that is not named.',
      ),
  }),
  reply: success({
    changed: z.int().describe('Orders that were changed.'),
    refused: z.int().describe('Orders that were not.'),
    stock: stockTold.describe('New stock of the items that moved, by location.'),
    results: z
      .array(
        z.object({
          order_id: orderId,
          success: z.boolean().describe('True if it has the status now.'),
          number: z
            .string()
            .nullable()
            .meta({ description: 'Number of the order; null when the caller may not see it.', examples: ['POS-4056'] }),
          status: orderStatus.nullable().describe('Status to set.'),
          error: z.string().nullable().describe('Reason why not; null if it has.'),
          code: z.string().nullable().describe('Code of the refusal; null without one.'),
        }),
      )
      .describe('Each order.'),
  }),
  example: { after: 'createOrder', body: { order_ids: [from('/id', 4056)], status: 'completed' } },
});
