import { z } from 'zod';
import { IMPORT_PHASES, type ImportPhase } from '#domain/import-phases.ts';
import { route } from './route.ts';
import { locationId, orderId, productId, variationId } from './wire.ts';

/**
 * The events of `GET /api/events`. An event names the data to fetch again; only a stock event has the figure itself.
 */
export const stockEvent = z.object({
  type: z.literal('stock').describe('Kind of the event.'),
  location_id: locationId,
  items: z
    .array(
      z.object({
        product_id: productId,
        variation_id: variationId,
        quantity: z.number().meta({ description: 'Stock now.', examples: [98] }),
        movement_id: z
          .int()
          .optional()
          .describe(
            'The movement that led to it. The highest of an item is the newest; events may arrive out of order.',
          ),
      }),
    )
    .describe('New stock.'),
});

/**
 * New stock in the reply of a write that moved stock, for the locations that the caller may see. As in an event, the highest `movement_id` of an item is the newest. Stored replies of an older build lack it.
 */
export const stockTold = z
  .array(stockEvent.omit({ type: true }))
  .optional()
  .meta({
    id: 'StockTold',
    description: 'New stock of the items that moved, by location. The highest `movement_id` of an item is the newest.',
  });
export type StockTold = z.output<typeof stockTold>;

/** Products, prices, categories or blueprints changed; without `product_ids`, any of them. */
const catalogueEvent = z.object({
  type: z.literal('catalogue').describe('Kind of the event.'),
  product_ids: z.array(z.int()).optional().describe('Products that changed; any when left out.'),
  category_ids: z
    .array(z.int())
    .optional()
    .describe('Categories whose name or place changed, if only these and the `product_ids` changed.'),
});

const ordersEvent = z.object({
  type: z.literal('orders').describe('Kind of the event.'),
  order_id: orderId,
  location_id: z
    .int()
    .nullable()
    .meta({ description: 'Id of the location; null for none.', examples: [20] }),
  status: z.string().describe('Status.'),
});

/** Parts of a customer that can change. `removed`: the customer is no longer in any list. */
export const CUSTOMER_PARTS = [
  'details',
  'addresses',
  'preferences',
  'flag',
  'groups',
  'notes',
  'points',
  'orders',
  'removed',
] as const;
export type CustomerPart = (typeof CUSTOMER_PARTS)[number];

/** A customer changed, or is new. Customer 0 means many customers: an import. */
const customersEvent = z.object({
  type: z.literal('customers').describe('Kind of the event.'),
  customer_id: z.int().describe('Id of the customer; 0 for many.'),
  parts: z.array(z.enum(CUSTOMER_PARTS)).optional().describe('Parts that changed; any when left out.'),
});

/** A purchase order of a location changed, or was received; without an id, its suppliers did. */
const purchasingEvent = z.object({
  type: z.literal('purchasing').describe('Kind of the event.'),
  location_id: z
    .int()
    .nullable()
    .meta({ description: 'Id of the location; null for none.', examples: [20] }),
  purchase_order_id: z.int().nullable().describe('Id of the purchase order; null when a supplier changed.'),
});

/** A TV menu or the setup of a store's screens changed. */
const menusEvent = z.object({
  type: z.literal('menus').describe('Kind of the event.'),
  location_id: z
    .int()
    .nullable()
    .meta({ description: 'Id of the location; null for none.', examples: [20] }),
});

/** A screen of a location was paired, changed, forgotten, or came or went; or a command to one has an answer. */
const tvsEvent = z.object({ type: z.literal('tvs').describe('Kind of the event.'), location_id: locationId });

/** A command to a screen. Only the server and the screen get it. */
const tvCommandEvent = z.object({
  type: z.literal('tv_command').describe('Kind of the event.'),
  machine_id: z.int().describe('Id of the device.'),
  command_id: z.int().describe('Id of the command.'),
  command_type: z.string().describe('Command to carry out.'),
  payload: z.record(z.string(), z.unknown()).describe('Parameters of the command.'),
  expires_at: z.string().describe('Time until which it may be carried out.'),
});

/** A till was named or retired. */
const tillsEvent = z.object({ type: z.literal('tills').describe('Kind of the event.') });

/** A cart was held at a location, or is held no longer. */
const heldCartsEvent = z.object({
  type: z.literal('held-carts').describe('Kind of the event.'),
  location_id: locationId,
});

/** Favourites of a location were pinned, moved or unpinned. */
const favouritesEvent = z.object({
  type: z.literal('favourites').describe('Kind of the event.'),
  location_id: locationId,
});

/** Label templates of a location were changed, or labels were printed there. */
const labelsEvent = z.object({ type: z.literal('labels').describe('Kind of the event.'), location_id: locationId });

/** The queue of a label printer of a location moved on. */
const labelQueueEvent = z.object({
  type: z.literal('label-queue').describe('Kind of the event.'),
  location_id: locationId,
});

/** A staff account was made or changed. */
const staffEvent = z.object({
  type: z.literal('staff').describe('Kind of the event.'),
  user_id: z.int().describe('Id of the account.'),
});

/** A location was opened, changed or closed. */
const locationsEvent = z.object({ type: z.literal('locations').describe('Kind of the event.') });

/** Sessions of a user ended or moved. The server checks that user's streams again, and each ends with its session. */
const sessionEvent = z.object({
  type: z.literal('session').describe('Kind of the event.'),
  user_id: z.int().describe('Id of the user.'),
});

/** A device or an API key was made or revoked. Revoking it ends its streams. */
const machineEvent = z.object({
  type: z.literal('machine').describe('Kind of the event.'),
  machine_id: z.int().describe('Id of the device or API key.'),
});

/** A backup or a rehearsal was asked for or ended, or their settings changed. */
const backupsEvent = z.object({ type: z.literal('backups').describe('Kind of the event.') });

/** The receipt settings of the whole business changed. */
const receiptsEvent = z.object({ type: z.literal('receipts').describe('Kind of the event.') });

const importKey = z.string().describe('The `Idempotency-Key` of the import.');

/** How far an import of products is. Only the person who runs it hears of it. */
export const importEvent = z.object({
  type: z.literal('import').describe('Kind of the event.'),
  user_id: z.int().describe('Id of the person who runs it.'),
  key: importKey,
  phase: z.enum(Object.keys(IMPORT_PHASES) as ImportPhase[]).describe('The part of the work that is being done.'),
  done: z.int().describe('Rows of this part that are done.'),
  total: z.int().describe('Rows of this part.'),
});

/** Somebody cancels an import of their own. Only the servers hear of it. */
const importCancelEvent = z.object({
  type: z.literal('import_cancel').describe('Kind of the event.'),
  user_id: z.int().describe('Id of the person who runs it.'),
  key: importKey,
});

/** Sent first on every stream, and again when events may have been missed: fetch everything on show again. */
const helloEvent = z.object({ type: z.literal('hello').describe('Kind of the event.') });

export const liveEvent = z.discriminatedUnion('type', [
  stockEvent,
  catalogueEvent,
  ordersEvent,
  customersEvent,
  purchasingEvent,
  menusEvent,
  tvsEvent,
  tvCommandEvent,
  tillsEvent,
  heldCartsEvent,
  favouritesEvent,
  labelsEvent,
  labelQueueEvent,
  staffEvent,
  locationsEvent,
  sessionEvent,
  machineEvent,
  backupsEvent,
  receiptsEvent,
  importEvent,
  importCancelEvent,
]);
export type LiveEvent = z.output<typeof liveEvent>;
export type StockEvent = z.output<typeof stockEvent>;
export type ImportEvent = z.output<typeof importEvent>;

/** Events of a stream, one JSON object per `data:` line. */
export const streamedEvent = z.discriminatedUnion('type', [...liveEvent.options, helloEvent]);
export type StreamedEvent = z.output<typeof streamedEvent>;

export const EVENTS_PATH = '/api/events';

export const eventsRoute = route({
  name: 'events',
  method: 'GET',
  path: EVENTS_PATH,
  access: 'signed-in',
  admits: ['staff', 'key'],
  summary: 'Live changes',
  description:
    'Server-sent events: one JSON object per `data:` line, about the location of the session. An API key gets the events that its permissions allow. Devices have a stream of their own: `tvEvents`. `hello` comes first, and again when events may have been missed: then read everything on show again.',
  tags: ['Live'],
  query: z.object({
    unattended: z
      .literal('true')
      .optional()
      .describe('As the header `x-unattended`, which a browser cannot send when it opens a stream.'),
  }),
  reply: streamedEvent,
  media: 'text/event-stream',
  refusals: ['too_many_streams'],
});
