import { z } from 'zod';
import { TENDER_METHODS } from '#domain/tender.ts';
import { stockTold } from './live.ts';
import { order, ORDER_STATUSES, orderStatus } from './orders.ts';
import { route } from './route.ts';
import { id, idParams, idText, money, quantity, success } from './wire.ts';

/** Orders changed by one call. */
export const MAX_BULK_ORDERS = 100;
/** Orders chosen with one press: asked about, and changed in as many calls as it takes. */
export const MAX_CHOSEN_ORDERS = 500;

/** Ids in an address: "17,18". */
export const chosenOrders = z
  .string()
  .regex(/^\d{1,9}(?:,\d{1,9})*$/, 'is not a list of ids')
  .transform((text) => text.split(',').map(Number))
  .refine((ids) => ids.length <= MAX_CHOSEN_ORDERS, `names more than ${MAX_CHOSEN_ORDERS} orders`);

/** Chosen orders as they are now, newest first. Those that are deleted, or not the asker's to see, are left out. */
export const chosenOrdersRoute = route({
  method: 'GET',
  path: '/api/orders/chosen',
  access: 'see-orders',
  summary: 'Chosen orders, in one call',
  tags: ['Orders'],
  query: z.object({ ids: chosenOrders }),
  reply: success({ data: z.array(order) }),
});

/** What setting a status, or deleting (`void`), would do. Sentences are made from it; nothing is changed. */
export const orderEffects = z.object({
  from: orderStatus,
  to: z.enum([...ORDER_STATUSES, 'void']),
  /** `returned`: the items go back to stock; `sold`: they are taken from stock again. */
  stock: z.enum(['returned', 'sold', 'unchanged']),
  /** In stock units, one entry per line that moves; `available` is what the jar holds now. */
  items: z.array(z.object({ line_id: z.int(), name: z.string(), quantity, available: quantity })),
  /** Items of `items` that the jars can no longer give: selling again is refused, or a shortfall. */
  short: z.boolean(),
  /** Change of the customer's points: -40 takes back 40. */
  points: z.int(),
  /** Money that is given back, or whose refund is undone (`refund_undone`), and by which tenders. */
  refund: money,
  refund_undone: money,
  tenders: z.array(z.object({ method: z.enum(TENDER_METHODS), amount: money })),
});
export type WireEffects = z.output<typeof orderEffects>;

export const orderEffectsRoute = route({
  method: 'GET',
  path: '/api/orders/:id/effects',
  access: 'see-orders',
  summary: 'What setting a status, or deleting the order, would do',
  tags: ['Orders'],
  params: idParams,
  query: z.object({ status: z.enum([...ORDER_STATUSES, 'void']) }),
  reply: success({ data: orderEffects }),
});

/**
 * Deletes an order: a void. Its effects are reversed once, it is hidden from lists and sums, and kept for the audit
 * trail. Refuses: 404 `not_found`, also for one that is void already; 403 `not_allowed`.
 */
export const voidOrderRoute = route({
  method: 'DELETE',
  path: '/api/orders',
  access: 'void-orders',
  summary: 'Delete (void) an order',
  tags: ['Orders'],
  query: z.object({ id: idText }),
  reply: success({ id: z.int(), stock: stockTold }),
});

/** What one status does to several orders together. */
const bulkEffects = orderEffects.omit({ from: true, to: true, short: true }).extend({
  to: orderStatus,
  /** Orders whose status would change. What follows is about these. */
  changing: z.int(),
  /** Orders that would be left as they are, and why. Those that have the status already are in neither. */
  refused: z.array(z.object({ order_id: z.int(), number: z.string().nullable(), error: z.string() })),
});
export type WireBulkEffects = z.output<typeof bulkEffects>;

/** A POST because the numbers of the orders may be more than an address takes. Nothing is changed. */
export const bulkEffectsRoute = route({
  method: 'POST',
  path: '/api/orders/bulk-status/preview',
  access: 'change-orders',
  idempotency: 'safe',
  summary: 'What setting the status of several orders would do',
  tags: ['Orders'],
  body: z.object({
    order_ids: z.array(id).min(1, 'names no orders').max(MAX_CHOSEN_ORDERS),
    status: orderStatus,
  }),
  reply: success({ data: bulkEffects }),
});

/**
 * Each order is changed or not on its own; what was refused says why. Cut short and sent again with the same key, it
 * goes on where it ended.
 */
export const bulkStatusRoute = route({
  method: 'PUT',
  path: '/api/orders/bulk-status',
  access: 'change-orders',
  summary: 'Set the status of several orders',
  tags: ['Orders'],
  body: z.object({
    order_ids: z.array(id).min(1, 'names no orders').max(MAX_BULK_ORDERS),
    status: orderStatus,
  }),
  reply: success({
    changed: z.int(),
    refused: z.int(),
    stock: stockTold,
    results: z.array(
      z.object({
        order_id: z.int(),
        success: z.boolean(),
        /** The number and present status, when the order is the asker's to see. */
        number: z.string().nullable(),
        status: orderStatus.nullable(),
        error: z.string().nullable(),
        code: z.string().nullable(),
      }),
    ),
  }),
});
