import { z } from 'zod';
import { route } from './route.ts';
import { auditBatchSummary } from './stock-adjustments.ts';
import { flag, idText, instant, quantity, searched, success } from './wire.ts';

const TAGS = ['Inventory'];

/** Source: spec §9, "Actions". */
export const HISTORY_ACTIONS = [
  'all',
  'inventory_update',
  'stock_transfer',
  'stock_conversion',
  'manual_adjustment',
  'order_deduction',
  'restock',
] as const;

/** Source: spec §9, "History periods"; `all` has no beginning. */
export const HISTORY_PERIODS = ['1', '7', '30', '90', 'all'] as const;

/** What a movement knows beside its figures. Direction and places are those of transfers and conversions. */
const movementDetails = z.looseObject({
  direction: z.string().optional(),
  to_location: z.string().optional(),
  from_location: z.string().optional(),
});

/** One change of one item's stock. */
export const historyEntry = z.object({
  id: z.int(),
  location_id: z.int(),
  product_id: z.int(),
  variation_id: z.int().nullable(),
  /** "parent - variant", or one of the fallbacks of spec §8 ("[Deleted] Product #12"). */
  product_name: z.string(),
  sku: z.string().nullable(),
  action: z.string(),
  quantity_change: quantity,
  old_stock: quantity,
  new_stock: quantity,
  reason: z.string(),
  user_id: z.int().nullable(),
  /** "System" when nobody did it. */
  user_name: z.string(),
  created_at: instant,
  /** JSON with direction, to_location, from_location where there is any, else the reason's text. */
  details: z.union([movementDetails, z.string()]).nullable(),
  batch_id: z.int().nullable(),
  purchase_order_id: z.int().nullable(),
  receipt_id: z.int().nullable(),
  transfer_id: z.int().nullable(),
  conversion_id: z.int().nullable(),
  order_id: z.int().nullable(),
  /** Number of the order, audit, purchase order, transfer or conversion it belongs to: "POS-1024", "AUD-1003". */
  reference: z.string().nullable(),
});
export type HistoryEntry = z.output<typeof historyEntry>;

/** One receipt of a purchase order, as history groups it. */
export const receiptSummary = z.object({
  id: z.int(),
  purchase_order_id: z.int(),
  po_number: z.string(),
  supplier_name: z.string(),
  user_name: z.string(),
  total_products: z.int(),
  net_change: quantity,
  created_at: instant,
});

const whole = (most: number) =>
  z
    .string()
    .regex(/^\d{1,8}$/, 'is not a whole number')
    .transform(Number)
    .pipe(z.int().max(most));

const historyFilter = {
  location_id: idText.optional(),
  action: z.enum(HISTORY_ACTIONS).default('all'),
  days: z.enum([...HISTORY_PERIODS, '']).default('all'),
  /**
   * Words that are all in the name or SKU of an item, or the name of a person, an audit or a supplier; or the number of
   * what a movement belongs to ("POS-1024").
   */
  search: searched.optional(),
};

/**
 * The history of a location's stock, newest first. With `grouped`, an audit or a receipt takes one place of the page
 * whatever its size: its first entry stands for it, `batches` or `receipts` has its sums, and its lines are fetched
 * when it is opened (`audit-batches/:id`, `movements?receipt_id=`). Without, every movement takes a place. What a search
 * finds by its item stands by itself in either case.
 */
export const auditLogRoute = route({
  method: 'GET',
  path: '/api/audit-log',
  access: 'see-stock',
  summary: 'Inventory history of a location, newest first',
  tags: TAGS,
  query: z.object({
    ...historyFilter,
    limit: whole(200).pipe(z.int().min(1)).default(50),
    offset: whole(99_999_999).default(0),
    grouped: flag.default(false),
    _t: z.string().max(40).optional(),
  }),
  reply: success({
    data: z.array(historyEntry),
    total: z.int(),
    /** A search found more than `total`. */
    total_is_lower_bound: z.boolean(),
    batches: z.array(auditBatchSummary),
    receipts: z.array(receiptSummary),
    /**
     * Audits in which everything agreed with the books, made between the first entry of this page and the first of the
     * next: they moved nothing and take no place on the page. Only with `grouped`.
     */
    quiet_audits: z.array(auditBatchSummary),
  }),
});

/**
 * Answers `text/csv`, newest first, streamed: one row per movement, instants in the shop's zone. Cells that a spreadsheet
 * would take for a formula begin with an apostrophe.
 */
export const exportHistoryRoute = route({
  method: 'GET',
  path: '/api/audit-log/export.csv',
  access: 'see-stock',
  summary: 'The inventory history of a filter as CSV',
  tags: TAGS,
  query: z.object(historyFilter),
  reply: z.string().describe('CSV'),
});

/**
 * "Explain this number": the movements behind the stock of one item, newest first; or those of one receipt. Keyset: hand
 * `next` in as `before`.
 */
export const movementsRoute = route({
  method: 'GET',
  path: '/api/inventory/movements',
  access: 'see-stock',
  summary: 'Movements of one item, or of one receipt',
  tags: TAGS,
  query: z.object({
    product_id: idText.optional(),
    variation_id: idText.optional(),
    receipt_id: idText.optional(),
    location_id: idText.optional(),
    /** Only movements with a lower id. */
    before: z
      .string()
      .regex(/^\d{1,15}$/, 'is not an id')
      .transform(Number)
      .optional(),
    limit: whole(1000).pipe(z.int().min(1)).default(50),
  }),
  reply: success({
    data: z.array(historyEntry),
    next: z.int().nullable(),
    /** Of the item now; null for a receipt. Movements are counted up to 10,000; 10,001 means more. */
    current: z
      .object({
        quantity,
        movements: z.int(),
        opened_at: instant.nullable(),
        reorder_level: quantity.nullable(),
        needs_count_since: instant.nullable(),
      })
      .nullable(),
  }),
});
