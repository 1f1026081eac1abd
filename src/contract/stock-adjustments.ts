import { z } from 'zod';
import { stockRow } from './inventory.ts';
import { stockTold } from './live.ts';
import { route } from './route.ts';
import {
  flag,
  id,
  idParams,
  idText,
  instant,
  quantity,
  quantityIn,
  serverSays,
  success,
  text,
  variationIn,
} from './wire.ts';

const TAGS = ['Inventory'];
/** Most lines of one audit, restock, transfer or purchase order. */
export const MOST_LINES = 5000;
const LARGE_BODY_BYTES = 4 * 1024 * 1024;

/** One item whose stock moved. `quantity_change` is what was applied, `quantity_asked` what was asked for. */
export const movedStock = z.object({
  product_id: z.int(),
  variation_id: z.int().nullable(),
  quantity_asked: quantity,
  quantity_change: quantity,
  old_stock: quantity,
  new_stock: quantity,
  /** Null when nothing moved (a count that agrees with the books). */
  movement_id: z.int().nullable(),
});
export type MovedStock = z.output<typeof movedStock>;

/**
 * Signed changes to stock, all or none. Nothing goes below zero: 409 `out_of_stock` with `lines`.
 * A change is a delta, so what was sold meanwhile stays sold.
 */
export const adjustStockRoute = route({
  method: 'POST',
  path: '/api/inventory/adjust',
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Change stock by deltas, all or none',
  tags: TAGS,
  bodyLimitBytes: LARGE_BODY_BYTES,
  body: z.object({
    location_id: id.optional(),
    adjustments: z
      .array(
        z.object({
          product_id: id,
          variation_id: variationIn,
          adjustment_quantity: quantityIn,
          reason: text(500).optional(),
          location_id: id.optional(),
        }),
      )
      .max(MOST_LINES),
  }),
  reply: success({ data: z.array(movedStock), stock: stockTold }),
});

/** Who audited and when come from the session and the clock: `user_id` and `user_name` are accepted and change nothing. */
const auditBatchIn = z.object({
  id: serverSays,
  audit_number: serverSays,
  created_at: serverSays,
  net_change: serverSays,
  /** Trimmed and required: 422 `audit_name_required`. */
  batch_name: text(200),
  batch_description: text(2000).optional(),
  location_id: id.optional(),
  user_id: z.union([z.int(), z.string().max(40), z.null()]).optional(),
  user_name: text(200).nullish(),
  adjustments: z
    .array(
      z.object({
        product_id: id,
        variation_id: variationIn,
        /** Signed. With `counted_quantity` and `system_quantity` it is their difference, else refused (422 `count_mismatch`). */
        adjustment_quantity: quantityIn,
        counted_quantity: quantityIn.optional(),
        /** What the books said when the item was counted. */
        system_quantity: quantityIn.optional(),
        reason: text(500).optional(),
        location_id: id.optional(),
      }),
    )
    .max(MOST_LINES),
});

/** One audit as history shows it. `net_change` is the sum of what its lines changed. */
export const auditBatchSummary = z.object({
  id: z.int(),
  audit_number: z.string(),
  batch_name: z.string(),
  batch_description: z.string(),
  location_id: z.int(),
  user_id: z.int().nullable(),
  user_name: z.string(),
  total_products: z.int(),
  net_change: quantity,
  created_at: instant,
});

const auditBatchLine = z.object({
  product_id: z.int(),
  variation_id: z.int().nullable(),
  product_name: z.string(),
  sku: z.string().nullable(),
  system_quantity: quantity.nullable(),
  counted_quantity: quantity.nullable(),
  /** The delta asked for, and the one applied: stock stops at 0. */
  quantity_asked: quantity,
  quantity_change: quantity,
  /** applied - asked: above zero when stock stopped at 0. */
  difference: quantity,
  old_stock: quantity,
  new_stock: quantity,
  reason: z.string(),
});

/** An audit with every line counted, those that agreed included. */
export const auditBatch = auditBatchSummary.extend({ entries: z.array(auditBatchLine) });

/**
 * Applies a count. Lines are deltas: counted 100, 10 sold before this call, 90 on the books afterwards. Taking more
 * than there is stops at 0 and the difference is kept with the line. A counted item leaves the "needs a count" list.
 */
export const applyAuditBatchRoute = route({
  method: 'POST',
  path: '/api/inventory/batch-adjust',
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Apply a named audit, all lines or none',
  tags: TAGS,
  bodyLimitBytes: LARGE_BODY_BYTES,
  body: auditBatchIn,
  reply: success({ audit_number: z.string(), data: auditBatch, stock: stockTold }),
});

export const auditBatchRoute = route({
  method: 'GET',
  path: '/api/proxy/flora-im/audit-batches/:id',
  access: 'see-stock',
  summary: 'One audit with all its lines',
  tags: TAGS,
  params: idParams,
  reply: success({ data: auditBatch }),
});

/** Stock at or below its reorder level, or sold beyond the books and waiting for a count. */
const attentionRow = z.object({
  product_id: z.int(),
  variation_id: z.int().nullable(),
  product_name: z.string(),
  variation_name: z.string().nullable(),
  sku: z.string().nullable(),
  location_id: z.int(),
  quantity,
  reorder_level: quantity.nullable(),
  is_low: z.boolean(),
  needs_count_since: instant.nullable(),
});

export const attentionRoute = route({
  method: 'GET',
  path: '/api/inventory/attention',
  access: 'see-stock',
  summary: 'What is low or needs a count at a location; `counts_only` for the sidebar icon',
  tags: TAGS,
  query: z.object({
    location_id: idText.optional(),
    /** Leaves `data` empty. */
    counts_only: flag.default(false),
    _t: z.string().max(40).optional(),
  }),
  reply: success({
    data: z.array(attentionRow),
    /** `total` counts each item once. `data` holds at most 1000 rows, those that need a count first. */
    counts: z.object({ low: z.int(), needs_count: z.int(), total: z.int() }),
  }),
});

export const setReorderLevelRoute = route({
  method: 'PUT',
  path: '/api/inventory/reorder-level',
  access: 'adjust-stock',
  summary: 'Set from which stock on an item counts as low at a location; null for never',
  tags: TAGS,
  body: z.object({
    product_id: id,
    variation_id: variationIn,
    location_id: id.optional(),
    reorder_level: quantityIn.nullable(),
  }),
  reply: success({ data: stockRow.extend({ reorder_level: quantity.nullable() }) }),
});
