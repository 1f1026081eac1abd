import { z } from 'zod';
import { CHANGE_KINDS } from '#domain/history-labels.ts';
import { route } from './route.ts';
import { auditBatchSummary } from './stock-adjustments.ts';
import {
  flag,
  idText,
  instant,
  quantity,
  searched,
  success,
  productId,
  variationId,
  locationId,
  locationIdText,
  userId,
  cacheStamp,
} from './wire.ts';

const TAGS = ['Inventory'];

export const HISTORY_ACTIONS = [
  'all',
  'inventory_update',
  'stock_transfer',
  'stock_conversion',
  'manual_adjustment',
  'order_deduction',
  'restock',
] as const;

/** Periods in days; `all` has no beginning. */
export const HISTORY_PERIODS = ['1', '7', '30', '90', 'all'] as const;

/** Further facts about a movement. Transfers and conversions have a direction and places. */
const movementDetails = z
  .looseObject({
    direction: z.string().optional().describe('`out` or `in`.'),
    to_location: z.string().optional().describe('Destination.'),
    from_location: z.string().optional().describe('Origin.'),
  })
  .meta({ id: 'MovementDetails', description: 'Direction and locations of a transfer or conversion.' });

/** One change of one item's stock. */
export const historyEntry = z
  .object({
    id: z.int().meta({ description: 'Id of the movement.', examples: [8037] }),
    location_id: locationId,
    product_id: productId,
    variation_id: variationId,
    product_name: z.string().describe('Name of the item, "parent - variant"; "[Deleted] Product #12" when it is gone.'),
    sku: z
      .string()
      .nullable()
      .meta({ description: 'Stock keeping unit.', examples: ['PRR-002'] }),
    action: z.string().meta({ description: 'Kind of the movement.', examples: ['order_deduction'] }),
    quantity_change: quantity.describe('Change of the stock.'),
    old_stock: quantity.describe('Stock before.'),
    new_stock: quantity.describe('Stock after.'),
    reason: z.string().meta({ description: 'Reason.', examples: ['Order #POS-4056'] }),
    user_id: userId,
    user_name: z.string().describe('"System" when nobody did it.'),
    created_at: instant.describe('Time of creation.'),
    details: z
      .union([movementDetails, z.string()])
      .nullable()
      .describe('Direction and locations of a transfer or conversion; else the reason.'),
    batch_id: z.int().nullable().describe('Id of the audit; null for none.'),
    purchase_order_id: z.int().nullable().describe('Id of the purchase order; null for none.'),
    receipt_id: z.int().nullable().describe('Id of its receipt; null for none.'),
    transfer_id: z.int().nullable().describe('Id of the transfer; null for none.'),
    conversion_id: z.int().nullable().describe('Id of the conversion; null for none.'),
    order_id: z
      .int()
      .nullable()
      .meta({ description: 'Id of the order; null for none.', examples: [4056] }),
    reference: z
      .string()
      .nullable()
      .describe(
        'Number of the order, audit, purchase order, transfer or conversion it belongs to: "POS-1024", "AUD-1003".',
      ),
  })
  .meta({ id: 'StockMovement', description: 'One change of one item’s stock.' });
export type HistoryEntry = z.output<typeof historyEntry>;

/** One receipt of a purchase order, as history groups it. */
export const receiptSummary = z
  .object({
    id: z.int().describe('Id of the receipt.'),
    purchase_order_id: z.int().describe('Id of the purchase order.'),
    po_number: z.string().meta({ description: 'Its number.', examples: ['PO-1039'] }),
    supplier_name: z.string().describe('Name of the supplier.'),
    user_name: z.string().describe('Name of the person who did it; "System" for the server.'),
    total_products: z.int().describe('Items received.'),
    net_change: quantity.describe('Sum of what was received.'),
    created_at: instant.describe('Time of creation.'),
  })
  .meta({ id: 'ReceiptSummary', description: 'Sums of one receipt of a purchase order.' });

const whole = (most: number) =>
  z
    .string()
    .regex(/^\d{1,8}$/, 'is not a whole number')
    .transform(Number)
    .pipe(z.int().max(most));

const historyFilter = {
  location_id: locationIdText,
  action: z.enum(HISTORY_ACTIONS).default('all').describe('Kind of movement.'),
  days: z
    .enum([...HISTORY_PERIODS, ''])
    .default('all')
    .describe('Only this many past days.'),
  search: searched
    .optional()
    .describe(
      'Words that must all be in the name or SKU of an item, or in the name of a person, an audit or a supplier; or the number of an order, audit, purchase order, transfer or conversion ("POS-1024").',
    ),
};

export const auditLogRoute = route({
  name: 'auditLog',
  method: 'GET',
  path: '/api/audit-log',
  access: 'see-stock',
  summary: 'Stock history',
  description:
    'Changes of the stock of a location, newest first. With `grouped`, an audit or a receipt takes one place of the page: its first entry represents it, `batches` or `receipts` has its sums, and its lines are read with `audit-batches/:id` or `movements?receipt_id=`. Otherwise every movement takes one place, as does every movement that a search finds by its item.',
  tags: TAGS,
  query: z.object({
    ...historyFilter,
    limit: whole(200).pipe(z.int().min(1)).default(50).describe('Entries to answer.'),
    offset: whole(99_999_999).default(0).describe('Entries to leave out at the beginning.'),
    grouped: flag.default(false).describe('True if an audit or a receipt takes one place of the page.'),
    _t: cacheStamp,
  }),
  reply: success({
    data: z.array(historyEntry).describe('Movements, newest first.'),
    total: z.int().describe('Places of the whole list.'),
    total_is_lower_bound: z.boolean().describe('True if a search found more than `total`.'),
    batches: z.array(auditBatchSummary).describe('Sums of the audits on the page.'),
    receipts: z.array(receiptSummary).describe('Sums of the receipts on the page.'),
    net_by_unit: z
      .array(
        z.object({
          batch_id: z.int().nullable().describe('Id of the audit; null for a receipt.'),
          receipt_id: z.int().nullable().describe('Id of the receipt; null for an audit.'),
          unit: z.string().describe('The unit that its items are counted in: "g"; empty for pieces.'),
          net_change: quantity.describe('Sum of the changes of items of that unit.'),
          decrease: quantity.optional().describe('Sum of those that took away, below zero or 0.'),
        }),
      )
      .describe('Net changes of the audits and receipts on the page, for each unit. Only with `grouped`.'),
    sale_lines: z
      .array(historyEntry)
      .describe(
        'Further lines of the sales, refunds, voids and transfers that the page begins or ends with, so that they can be listed as one. Only with `grouped`.',
      ),
    quiet_audits: z
      .array(auditBatchSummary)
      .describe(
        'Audits without any variance between the first entry of this page and the first of the next. They moved nothing, so they take no place on the page. Only with `grouped`.',
      ),
  }),
  refusals: ['not_found', 'location_required'],
  example: { query: { action: 'order_deduction', days: '30', limit: '5' } },
});

export const exportHistoryRoute = route({
  name: 'exportHistory',
  method: 'GET',
  path: '/api/audit-log/export.csv',
  access: 'see-stock',
  summary: 'Stock history as CSV',
  description:
    'One row per movement, newest first, instants in the time zone of the shop. Cells that a spreadsheet would take for a formula begin with an apostrophe.',
  tags: TAGS,
  query: z.object(historyFilter),
  reply: z.string(),
  refusals: ['not_found', 'location_required'],
  example: { query: { days: '7' } },
  media: 'text/csv',
});

/** Where the stock of an item begins, and what moved since. */
export const itemSince = z.object({
  begin: z
    .enum(['count', 'opening', 'nothing'])
    .describe('The last count; for an item that was never counted its opening stock, else what was there at first.'),
  at: instant.describe('Time of the count or of the first movement.'),
  by: z
    .string()
    .nullable()
    .optional()
    .describe('Name of the person who counted; null without a count. Servers of an earlier build leave it out.'),
  matched: z
    .boolean()
    .optional()
    .describe('True if the count found what the books said. Servers of an earlier build leave it out.'),
  quantity: quantity.describe('Stock then.'),
  moved: z
    .array(
      z.object({
        kind: z.enum(CHANGE_KINDS).describe('Kind of change.'),
        change: quantity.describe('Sum of the changes of that kind.'),
      }),
    )
    .describe('The movements since, by kind. Together with `quantity` it is the stock.'),
});
export type ItemSince = z.output<typeof itemSince>;

export const movementsRoute = route({
  name: 'movements',
  method: 'GET',
  path: '/api/inventory/movements',
  access: 'see-stock',
  summary: 'Movements of one item or receipt',
  description:
    'Explains a stock figure, newest first, and says where else there is stock of the item. Name a product or a receipt. Send `next` as `before` for the next page.',
  tags: TAGS,
  query: z.object({
    product_id: idText.optional().meta({ description: 'Id of the product.', examples: ['1602'] }),
    variation_id: idText.optional().describe('Id of the variation; left out for a product without variations.'),
    receipt_id: idText.optional().describe('Id of a receipt.'),
    location_id: locationIdText,
    action: z.enum(HISTORY_ACTIONS).default('all').describe('Kind of movement, of a product.'),
    before: z
      .string()
      .regex(/^\d{1,15}$/, 'is not an id')
      .transform(Number)
      .optional()
      .describe('Only movements with a lower id.'),
    limit: whole(1000).pipe(z.int().min(1)).default(50).describe('Movements to answer.'),
  }),
  reply: success({
    data: z.array(historyEntry).describe('Movements, newest first.'),
    next: z.int().nullable().describe('`before` of the next page; null at the end.'),
    current: z
      .object({
        quantity: quantity.describe('Stock now.'),
        movements: z.int().describe('Movements there are; 10,001 means more.'),
        opened_at: instant.nullable().describe('First movement; null without one.'),
        reorder_level: quantity
          .nullable()
          .describe('Reorder level: at or below it, the item is low at this location; null for none.'),
        needs_count_since: instant
          .nullable()
          .describe('Time from which the item has been oversold and waits for a count; null if it does not wait.'),
        elsewhere: z
          .array(
            z.object({
              location_id: locationId,
              location_name: z.string().meta({ description: 'Name of the location.', examples: ['Charlotte Monroe'] }),
              quantity: quantity.describe('Stock there.'),
            }),
          )
          .optional()
          .describe(
            'Other open locations that have stock of the item, by name. Callers of any location see these figures, not the movements behind them. Servers of an earlier build leave it out.',
          ),
        since: itemSince
          .nullable()
          .optional()
          .describe(
            'How the stock came about since the last count; null without a count or a movement. Only on the first page of all movements.',
          ),
      })
      .nullable()
      .describe(
        'Present state of the item; null for a receipt. Movements are counted up to 10,000; 10,001 means more.',
      ),
  }),
  refusals: ['not_found', 'not_valid', 'location_required'],
  example: { query: { product_id: '1602', limit: '5' } },
});
