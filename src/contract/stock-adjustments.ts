import { z } from 'zod';
import { stockRow } from './inventory.ts';
import { stockTold } from './live.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import {
  flag,
  idParams,
  instant,
  quantity,
  quantityIn,
  serverSays,
  success,
  text,
  variationIn,
  productId,
  productIdIn,
  variationId,
  locationId,
  locationIdIn,
  locationIdText,
  userId,
  cacheStamp,
} from './wire.ts';

const TAGS = ['Inventory'];
/** The most lines of one audit, restock, transfer or purchase order. */
export const MOST_LINES = 5000;
const LARGE_BODY_BYTES = 4 * 1024 * 1024;

/** One item whose stock moved. `quantity_change` is the applied change, `quantity_asked` the requested one. */
export const movedStock = z
  .object({
    product_id: productId,
    variation_id: variationId,
    quantity_asked: quantity.describe('Change that was asked for.'),
    quantity_change: quantity.describe('Change that was made.'),
    old_stock: quantity.describe('Stock before.'),
    new_stock: quantity.describe('Stock after.'),
    movement_id: z.int().nullable().describe('Id of the movement; null when nothing moved.'),
  })
  .meta({ id: 'MovedStock', description: 'One item whose stock was changed.' });
export type MovedStock = z.output<typeof movedStock>;

export const adjustStockRoute = route({
  name: 'adjustStock',
  method: 'POST',
  path: '/api/inventory/adjust',
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Change stock',
  description:
    'Applies signed changes, all or none. Stock never goes below zero. A change is a delta, so sales made meanwhile are kept.',
  tags: TAGS,
  bodyLimitBytes: LARGE_BODY_BYTES,
  body: z.object({
    location_id: locationIdIn,
    adjustments: z
      .array(
        z.object({
          product_id: productIdIn,
          variation_id: variationIn,
          adjustment_quantity: quantityIn.describe('Signed change: -2 takes two.'),
          reason: text(500)
            .optional()
            .meta({ description: 'Reason, for the history.', examples: ['Damaged'] }),
          location_id: locationIdIn,
        }),
      )
      .max(MOST_LINES)
      .describe('Changes, all of one location.'),
  }),
  reply: success({
    data: z.array(movedStock).describe('Items whose stock changed.'),
    stock: stockTold.describe('New stock of the items that moved, by location.'),
  }),
  refusals: ['out_of_stock', 'nothing_to_do', 'product_unknown', 'not_found', 'location_required'],
  example: { body: { adjustments: [{ product_id: 1602, adjustment_quantity: -1, reason: 'Damaged' }] } },
});

/** The session and the clock give the author and the time: `user_id` and `user_name` are accepted and ignored. */
const auditBatchIn = z.object({
  id: serverSays,
  audit_number: serverSays,
  created_at: serverSays,
  net_change: serverSays,
  batch_name: text(200).describe('Trimmed and required: 422 `audit_name_required`.'),
  batch_description: text(2000).optional().describe('More about it.'),
  location_id: locationIdIn,
  user_id: z
    .union([z.int(), z.string().max(40), z.null()])
    .optional()
    .describe('Ignored.'),
  user_name: text(200).nullish().describe('Ignored.'),
  adjustments: z
    .array(
      z.object({
        product_id: productIdIn,
        variation_id: variationIn,
        adjustment_quantity: quantityIn.describe(
          'Signed change. With `counted_quantity` and `system_quantity` it must be their difference (else 422 `count_mismatch`).',
        ),
        counted_quantity: quantityIn.optional().describe('Counted quantity.'),
        system_quantity: quantityIn.optional().describe('Quantity on the books at the time of the count.'),
        reason: text(500).optional().describe('Reason, for the history.'),
        location_id: locationIdIn,
      }),
    )
    .max(MOST_LINES)
    .describe('Lines, all of one location.'),
});

/** One audit as history shows it. `net_change` is the sum of the changes of its lines. */
export const auditBatchSummary = z
  .object({
    id: z.int().meta({ description: 'Id of the audit.', examples: [64] }),
    audit_number: z.string().meta({ description: 'Number for people.', examples: ['AUD-1064'] }),
    batch_name: z.string().describe('Its name.'),
    batch_description: z.string().describe('More about it.'),
    location_id: locationId,
    user_id: userId,
    user_name: z.string().describe('Name of the person who did it; "System" for the server.'),
    total_products: z.int().describe('Items counted.'),
    net_change: quantity.describe('Sum of the changes of its lines.'),
    created_at: instant.describe('Time of creation.'),
  })
  .meta({ id: 'AuditSummary', description: 'An audit as history shows it.' });

const auditBatchLine = z
  .object({
    product_id: productId,
    variation_id: variationId,
    product_name: z.string().meta({
      description: 'Name of the product, with its variation: "parent - variant".',
      examples: ['Blue Ridge Mist'],
    }),
    sku: z
      .string()
      .nullable()
      .meta({ description: 'Stock keeping unit.', examples: ['PRR-002'] }),
    system_quantity: quantity.nullable().describe('Quantity on the books; null if it was not sent.'),
    counted_quantity: quantity.nullable().describe('Counted quantity; null if it was not sent.'),
    quantity_asked: quantity.describe('The change asked for.'),
    quantity_change: quantity.describe('The change applied: stock stops at 0.'),
    difference: quantity.describe('applied - asked: above zero when stock stopped at 0.'),
    old_stock: quantity.describe('Stock before.'),
    new_stock: quantity.describe('Stock after.'),
    reason: z.string().describe('Reason.'),
  })
  .meta({ id: 'AuditLine', description: 'A line of an audit.' });

/** An audit with every line counted, those that agreed included. */
export const auditBatch = auditBatchSummary
  .extend({ entries: z.array(auditBatchLine).describe('Lines.') })
  .meta({ id: 'Audit', description: 'An audit with all its lines.' });

export const applyAuditBatchRoute = route({
  name: 'applyAuditBatch',
  method: 'POST',
  path: '/api/inventory/batch-adjust',
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Apply an audit',
  description:
    'Applies a named count, all lines or none. Lines are deltas: counted 100, 10 sold before this call, 90 on the books afterwards. Taking more than there is stops at 0, and the difference is recorded with the line. A counted item no longer waits for a count.',
  tags: TAGS,
  bodyLimitBytes: LARGE_BODY_BYTES,
  body: auditBatchIn,
  reply: success({
    audit_number: z.string().meta({ description: 'Number for people.', examples: ['AUD-1064'] }),
    data: auditBatch,
    stock: stockTold.describe('New stock of the items that moved, by location.'),
  }),
  refusals: [
    'audit_name_required',
    'nothing_to_do',
    'product_unknown',
    'item_twice',
    'count_mismatch',
    'quantity_not_valid',
    'not_found',
    'location_required',
  ],
  example: {
    body: {
      batch_name: 'Drinks, Friday',
      adjustments: [{ product_id: 1507, adjustment_quantity: -1, reason: 'Count' }],
    },
  },
});

export const auditBatchRoute = route({
  name: 'auditBatch',
  method: 'GET',
  path: '/api/proxy/flora-im/audit-batches/:id',
  access: 'see-stock',
  summary: 'One audit',
  description: 'The audit with all its lines.',
  tags: TAGS,
  params: idParams,
  reply: success({ data: auditBatch }),
  refusals: ['not_found'],
  example: { after: 'applyAuditBatch', params: { id: from('/data/id', 64) } },
});

/** Stock at or below its reorder level, or sold beyond the books and waiting for a count. */
const attentionRow = z
  .object({
    product_id: productId,
    variation_id: variationId,
    product_name: z.string().meta({
      description: 'Name of the product, with its variation: "parent - variant".',
      examples: ['Blue Ridge Mist'],
    }),
    variation_name: z.string().nullable().describe('Name of the variation; null without one.'),
    sku: z
      .string()
      .nullable()
      .meta({ description: 'Stock keeping unit.', examples: ['PRR-002'] }),
    location_id: locationId,
    quantity: quantity.describe('Stock.'),
    reorder_level: quantity
      .nullable()
      .describe('Reorder level: at or below it, the item is low at this location; null for none.'),
    is_low: z.boolean().describe('True if it is at or below its reorder level.'),
    needs_count_since: instant
      .nullable()
      .describe('Time from which the item has been oversold and waits for a count; null if it does not wait.'),
  })
  .meta({ id: 'StockAttention', description: 'An item that is low or needs a count.' });

export const attentionRoute = route({
  name: 'attention',
  method: 'GET',
  path: '/api/inventory/attention',
  access: 'see-stock',
  summary: 'Stock that needs attention',
  description: 'Items that are low at a location or wait for a count. `counts_only` leaves the items out.',
  tags: TAGS,
  query: z.object({
    location_id: locationIdText,
    counts_only: flag.default(false).describe('Leaves `data` empty.'),
    _t: cacheStamp,
  }),
  reply: success({
    data: z.array(attentionRow).describe('Items.'),
    counts: z
      .object({
        low: z.int().describe('Items that are low.'),
        needs_count: z.int().describe('Items that wait for a count.'),
        total: z.int().describe('Items that are either.'),
      })
      .describe('`total` counts each item once. `data` holds at most 1000 rows, those that need a count first.'),
  }),
  refusals: ['not_found', 'location_required'],
  example: { query: { counts_only: 'true' } },
});

export const setReorderLevelRoute = route({
  name: 'setReorderLevel',
  method: 'PUT',
  path: '/api/inventory/reorder-level',
  access: 'adjust-stock',
  summary: 'Set a reorder level',
  description: 'At or below its reorder level, an item is low at a location; null for none.',
  tags: TAGS,
  body: z.object({
    product_id: productIdIn,
    variation_id: variationIn,
    location_id: locationIdIn,
    reorder_level: quantityIn
      .nullable()
      .describe('Reorder level: at or below it, the item is low at this location; null for none.'),
    seen_level: quantityIn
      .nullable()
      .optional()
      .describe('The level that the caller saw; null for none. When left out, the present level is not checked.'),
  }),
  reply: success({
    data: stockRow
      .extend({
        reorder_level: quantity
          .nullable()
          .describe('Reorder level: at or below it, the item is low at this location; null for none.'),
      })
      .describe('The item.'),
  }),
  refusals: ['quantity_not_valid', 'product_unknown', 'not_found', 'location_required', 'changed_meanwhile'],
  example: { body: { product_id: 1602, reorder_level: 24 } },
});
