import { z } from 'zod';

/**
 * What tills are told as it happens, over `GET /api/events`. An event says what to look at again; only stock brings the
 * figure itself. Source: design §6.
 */
export const stockEvent = z.object({
  type: z.literal('stock'),
  location_id: z.int(),
  items: z.array(
    z.object({
      product_id: z.int(),
      variation_id: z.int().nullable(),
      quantity: z.number(),
      /** The movement that led to it. The highest of an item is the newest; events may arrive out of order. */
      movement_id: z.int().optional(),
    }),
  ),
});

/**
 * New stock in the reply of a write that moved some, by location; those the asker may look at. As in an event, the
 * highest `movement_id` of an item is the newest. Left out by replies that an older build has kept.
 */
export const stockTold = z.array(stockEvent.omit({ type: true })).optional();
export type StockTold = z.output<typeof stockTold>;

/** Products, prices, categories or blueprints changed; without `product_ids`, any of them. */
const catalogueEvent = z.object({ type: z.literal('catalogue'), product_ids: z.array(z.int()).optional() });

const ordersEvent = z.object({
  type: z.literal('orders'),
  order_id: z.int(),
  location_id: z.int().nullable(),
  status: z.string(),
});

const customersEvent = z.object({ type: z.literal('customers'), customer_id: z.int() });

/** A purchase order of a location changed, or was received; without an id, its suppliers did. */
const purchasingEvent = z.object({
  type: z.literal('purchasing'),
  location_id: z.int().nullable(),
  purchase_order_id: z.int().nullable(),
});

/** A TV menu or the setup of a store's screens changed. */
const menusEvent = z.object({ type: z.literal('menus'), location_id: z.int().nullable() });

/** Sessions of a user ended or moved: every stream of theirs is looked at again, and ends with its session. */
const sessionEvent = z.object({ type: z.literal('session'), user_id: z.int() });

/** First on every stream, and again when events may have been missed: fetch what you show. */
const helloEvent = z.object({ type: z.literal('hello') });

export const liveEvent = z.discriminatedUnion('type', [
  stockEvent,
  catalogueEvent,
  ordersEvent,
  customersEvent,
  purchasingEvent,
  menusEvent,
  sessionEvent,
]);
export type LiveEvent = z.output<typeof liveEvent>;
export type StockEvent = z.output<typeof stockEvent>;

/** What a stream carries, one JSON object per `data:` line. */
export const streamedEvent = z.discriminatedUnion('type', [...liveEvent.options, helloEvent]);
export type StreamedEvent = z.output<typeof streamedEvent>;

export const EVENTS_PATH = '/api/events';
