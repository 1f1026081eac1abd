import { z } from 'zod';
import { PO_STATUSES } from '#domain/purchase-order.ts';
import { stockTold } from './live.ts';
import { route } from './route.ts';
import { MOST_LINES } from './stock-adjustments.ts';
import {
  day,
  id,
  idParams,
  idText,
  instant,
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

const BASE = '/api/proxy/flora-im';
const TAGS = ['Purchasing'];
const LARGE_BODY_BYTES = 4 * 1024 * 1024;

const poItem = z.object({
  id: z.int(),
  product_id: z.int(),
  variation_id: z.int().nullable(),
  sku: z.string().nullable(),
  /** As it was when ordered: "parent - variant". */
  product_name: z.string(),
  quantity_ordered: quantity,
  quantity_received: quantity,
  /** Never below zero. */
  quantity_remaining: quantity,
  /** Received beyond what was ordered, confirmed by somebody. */
  quantity_over: quantity,
  /** Costs and sums are told to those who may see costs, and left out for others. */
  unit_cost: money.optional(),
  /** quantity_ordered x unit_cost, to the cent. */
  line_total: money.optional(),
  notes: z.string(),
});

const receiptLine = z.object({
  item_id: z.int(),
  quantity,
  quantity_over: quantity,
});

const poReceipt = z.object({
  id: z.int(),
  user_id: z.int().nullable(),
  user_name: z.string(),
  /** Somebody confirmed that more came than was ordered. */
  is_over_receipt: z.boolean(),
  note: z.string(),
  created_at: instant,
  items: z.array(receiptLine),
});

/** A purchase order as lists show it. */
export const poSummary = z.object({
  id: z.int(),
  po_number: z.string(),
  supplier_id: z.int(),
  supplier_name: z.string(),
  location_id: z.int(),
  location_name: z.string(),
  status: z.enum(PO_STATUSES),
  /** Where it may go by hand from here; receiving sets the rest. */
  next_statuses: z.array(z.enum(PO_STATUSES)),
  can_receive: z.boolean(),
  can_edit_items: z.boolean(),
  can_delete: z.boolean(),
  has_over_receipt: z.boolean(),
  item_count: z.int(),
  quantity_ordered: quantity,
  quantity_received: quantity,
  /** This and the figures below are told to those who may see costs, and left out for others. */
  subtotal: money.optional(),
  /** Percent of the subtotal, as "8.75". */
  tax_percent: z.string().optional(),
  tax_amount: money.optional(),
  shipping_cost: money.optional(),
  total_amount: money.optional(),
  notes: z.string(),
  created_by: z.int().nullable(),
  created_by_name: z.string(),
  created_at: instant,
  updated_at: instant,
  ordered_at: instant.nullable(),
  received_at: instant.nullable(),
  cancelled_at: instant.nullable(),
  /** Grows with every change; hand it back as `expected_version`. */
  version: z.int(),
});
export type PoSummary = z.output<typeof poSummary>;

export const purchaseOrder = poSummary.extend({ items: z.array(poItem), receipts: z.array(poReceipt) });
export type PurchaseOrder = z.output<typeof purchaseOrder>;

export const purchaseOrdersRoute = route({
  method: 'GET',
  path: `${BASE}/purchase-orders`,
  access: 'see-stock',
  summary: 'Purchase orders of a location, newest first',
  tags: TAGS,
  query: z.object({
    ...pageQuery(50, 200),
    /** `open` is draft, ordered and partially received. */
    status: z.enum([...PO_STATUSES, 'open', 'any']).default('any'),
    supplier_id: idText.optional(),
    location_id: idText.optional(),
    /** In number, supplier, notes, product names and SKUs. */
    search: searched.optional(),
    date_from: day.optional(),
    date_to: day.optional(),
  }),
  reply: success({ data: z.array(poSummary), meta: pageMeta }),
});

export const purchaseOrderRoute = route({
  method: 'GET',
  path: `${BASE}/purchase-orders/:id`,
  access: 'see-stock',
  summary: 'One purchase order with items and receipts',
  tags: TAGS,
  params: idParams,
  reply: success({ data: purchaseOrder }),
});

/** Answers `application/pdf`, letter size; refusals are JSON as everywhere. */
export const purchaseOrderPdfRoute = route({
  method: 'GET',
  path: `${BASE}/purchase-orders/:id/order.pdf`,
  access: 'see-stock',
  summary: 'A purchase order to print',
  tags: TAGS,
  params: idParams,
  reply: z.string().describe('PDF'),
});

const poItemIn = z.object({
  product_id: id,
  variation_id: variationIn,
  /** The catalogue's names are kept; these are accepted and change nothing. */
  sku: text(200).nullish(),
  product_name: text(700).nullish(),
  quantity_ordered: quantityIn,
  /** 0 when left out. Of those who may not see costs it changes nothing: the last cost is filled in. */
  unit_cost: moneyIn.optional(),
  notes: text(500).nullish(),
});

/** "8.75" or 8.75: percent with at most two decimals, 0 to 100. */
const percentIn = z.union([z.string().max(20), z.number()]);

const poFields = {
  id: serverSays,
  po_number: serverSays,
  created_at: serverSays,
  created_by: serverSays,
  /** Compared when sent: 422 `totals_mismatch` with the right ones. */
  subtotal: moneyIn.optional(),
  tax_amount: moneyIn.optional(),
  total_amount: moneyIn.optional(),
  /** 1 when left out. Source: spec §9, "default supplier id 1". */
  supplier_id: id.optional(),
  /** As printed; that of the supplier when left out. Required when there is no `supplier_id`: 422 `supplier_name_required`. */
  supplier_name: text(200).optional(),
  location_id: id.optional(),
  tax_percent: percentIn.optional(),
  shipping_cost: moneyIn.optional(),
  notes: text(2000).nullish(),
};

export const createPurchaseOrderRoute = route({
  method: 'POST',
  path: `${BASE}/purchase-orders`,
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Create a purchase order, as a draft',
  tags: TAGS,
  status: 201,
  bodyLimitBytes: LARGE_BODY_BYTES,
  body: z.object({
    ...poFields,
    /** Always a draft. */
    status: z.literal('draft').optional(),
    items: z.array(poItemIn).max(MOST_LINES),
  }),
  reply: success({ data: purchaseOrder }),
});

/**
 * What was put on the shelves, as a purchase order. With `receive_now` (unless sent as false) it is ordered and received
 * in the same step, so that a purchase order is never made without its stock; else it is a draft, or ordered with
 * `mark_ordered`. With `new_supplier` a supplier of that name is made in the same step, unless there is one by now; a
 * name that differs from another's by accents or apostrophes only: 409 `supplier_name_taken`.
 */
export const generatePurchaseOrderRoute = route({
  method: 'POST',
  path: `${BASE}/purchase-orders/generate-from-restock`,
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Make a purchase order from a restock, and receive it',
  tags: TAGS,
  status: 201,
  bodyLimitBytes: LARGE_BODY_BYTES,
  body: z.object({
    ...poFields,
    status: serverSays,
    receive_now: z.boolean().default(true),
    mark_ordered: z.boolean().default(false),
    new_supplier: z.boolean().default(false),
    items: z
      .array(
        z.object({
          product_id: id,
          variation_id: variationIn,
          quantity: quantityIn,
          unit_cost: moneyIn.optional(),
          notes: text(500).nullish(),
        }),
      )
      .max(MOST_LINES),
  }),
  reply: success({ data: purchaseOrder, stock: stockTold }),
});

/**
 * Edits a purchase order and moves it: parts left out stay. Items can be replaced while it is a draft, costs (`items` of
 * the same products and quantities) and the other figures until the first receipt, notes always. A status that does not
 * follow is refused: 409 `status_conflict`. Changed by somebody else meanwhile: 409 `po_changed`.
 */
export const updatePurchaseOrderRoute = route({
  method: 'PUT',
  path: `${BASE}/purchase-orders/:id`,
  access: 'adjust-stock',
  summary: 'Edit a purchase order, order it or cancel it',
  tags: TAGS,
  bodyLimitBytes: LARGE_BODY_BYTES,
  params: idParams,
  body: z.object({
    ...poFields,
    location_id: serverSays,
    status: z.enum(PO_STATUSES).optional(),
    items: z.array(poItemIn).max(MOST_LINES).optional(),
    expected_version: z.int().optional(),
  }),
  reply: success({ data: purchaseOrder }),
});

/** Before any receipt only: 409 `status_conflict`; without a reason: 422 `reason_required`. Kept for the audit trail. */
export const deletePurchaseOrderRoute = route({
  method: 'DELETE',
  path: `${BASE}/purchase-orders/:id`,
  access: 'adjust-stock',
  summary: 'Delete a purchase order that nothing was received on',
  tags: TAGS,
  params: idParams,
  body: z.object({ reason: text(500) }),
  reply: success({ data: z.object({ id: z.int(), po_number: z.string() }) }),
});

/**
 * Puts on the shelves what came. Beyond what is left of a line: 409 `receipt_exceeds_order` with `lines`, unless
 * `confirm_over_receipt`. `expected_received` is what the person saw as received before: when somebody else received
 * meanwhile the answer is 409 `receipt_changed` with `lines`. The screen always sends it.
 */
export const receivePurchaseOrderRoute = route({
  method: 'POST',
  path: `${BASE}/purchase-orders/:id/receive`,
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Receive items of a purchase order',
  tags: TAGS,
  bodyLimitBytes: LARGE_BODY_BYTES,
  params: idParams,
  body: z.object({
    items: z
      .array(
        z.object({
          /** The line; or its product and variation. */
          item_id: id.optional(),
          product_id: id.optional(),
          variation_id: variationIn,
          quantity_received: quantityIn,
          expected_received: quantityIn.optional(),
        }),
      )
      .max(MOST_LINES),
    confirm_over_receipt: z.boolean().default(false),
    note: text(500).optional(),
  }),
  reply: success({ data: purchaseOrder, stock: stockTold }),
});
