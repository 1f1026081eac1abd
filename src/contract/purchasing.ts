import { z } from 'zod';
import { PO_STATUSES } from '#domain/purchase-order.ts';
import { stockTold } from './live.ts';
import { from } from './example.ts';
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
  productId,
  productIdIn,
  variationId,
  locationId,
  locationIdIn,
  locationIdText,
  userId,
} from './wire.ts';

const BASE = '/api/proxy/flora-im';
const TAGS = ['Purchasing'];
const LARGE_BODY_BYTES = 4 * 1024 * 1024;

const poItem = z
  .object({
    id: z.int().meta({ description: 'Id of the line.', examples: [301] }),
    product_id: productId,
    variation_id: variationId,
    sku: z
      .string()
      .nullable()
      .meta({ description: 'Stock keeping unit.', examples: ['PRR-002'] }),
    product_name: z.string().describe('As it was when ordered: "parent - variant".'),
    quantity_ordered: quantity.describe('Quantity ordered.'),
    quantity_received: quantity.describe('Quantity received.'),
    quantity_remaining: quantity.describe('Never below zero.'),
    quantity_over: quantity.describe('Received beyond what was ordered, confirmed by somebody.'),
    unit_cost: money
      .optional()
      .describe('Costs and sums are told to those who may see costs, and left out for others.'),
    line_total: money.optional().describe('quantity_ordered x unit_cost, to the cent.'),
    notes: z.string().describe('Notes.'),
  })
  .meta({ id: 'PurchaseOrderLine', description: 'A line of a purchase order.' });

const receiptLine = z.object({
  item_id: z.int().describe('Id of the line.'),
  quantity: quantity.describe('Quantity received.'),
  quantity_over: quantity.describe('How much of it was beyond the order.'),
});

const poReceipt = z
  .object({
    id: z.int().describe('Id of the receipt.'),
    user_id: userId,
    user_name: z.string().describe('Name of who did it; "System" for the server.'),
    is_over_receipt: z.boolean().describe('Somebody confirmed that more came than was ordered.'),
    note: z.string().describe('Note.'),
    created_at: instant.describe('When it was made.'),
    items: z.array(receiptLine).describe('What was received.'),
  })
  .meta({ id: 'PurchaseOrderReceipt', description: 'What was received at one time.' });

/** A purchase order as lists show it. */
export const poSummary = z
  .object({
    id: z.int().meta({ description: 'Id of the purchase order.', examples: [40] }),
    po_number: z.string().meta({ description: 'Number for people.', examples: ['PO-1040'] }),
    supplier_id: z.int().meta({ description: 'Id of the supplier.', examples: [2] }),
    supplier_name: z.string().meta({ description: 'Its name.', examples: ['Catawba Farms'] }),
    location_id: locationId,
    location_name: z.string().meta({ description: 'Name of the location.', examples: ['Charlotte Central'] }),
    status: z.enum(PO_STATUSES).describe('Status.'),
    next_statuses: z.array(z.enum(PO_STATUSES)).describe('Where it may go by hand from here; receiving sets the rest.'),
    can_receive: z.boolean().describe('Whether items can be received now.'),
    can_edit_items: z.boolean().describe('Whether its items can be replaced.'),
    can_delete: z.boolean().describe('Whether it can be deleted.'),
    has_over_receipt: z.boolean().describe('Whether more came than was ordered.'),
    item_count: z.int().describe('Number of lines.'),
    quantity_ordered: quantity.describe('Sum of what was ordered.'),
    quantity_received: quantity.describe('Sum of what was received.'),
    subtotal: money
      .optional()
      .describe('This and the figures below are told to those who may see costs, and left out for others.'),
    tax_percent: z.string().optional().describe('Percent of the subtotal, as "8.75".'),
    tax_amount: money.optional().describe('Tax.'),
    shipping_cost: money.optional().describe('Postage.'),
    total_amount: money.optional().describe('subtotal + tax + postage.'),
    notes: z.string().describe('Notes.'),
    created_by: z.int().nullable().describe('Id of who made it; null for the server.'),
    created_by_name: z.string().describe('Name of who made it.'),
    created_at: instant.describe('When it was made.'),
    updated_at: instant.describe('When it was last changed.'),
    ordered_at: instant.nullable().describe('When it was ordered; null until then.'),
    received_at: instant.nullable().describe('When it was received; null until then.'),
    cancelled_at: instant.nullable().describe('When it was cancelled; null until then.'),
    version: z.int().describe('Grows with every change; hand it back as `expected_version`.'),
  })
  .meta({ id: 'PurchaseOrderSummary', description: 'A purchase order as lists show it.' });
export type PoSummary = z.output<typeof poSummary>;

export const purchaseOrder = poSummary
  .extend({
    items: z.array(poItem).describe('Lines.'),
    receipts: z.array(poReceipt).describe('Receipts, oldest first.'),
  })
  .meta({ id: 'PurchaseOrder', description: 'A purchase order with lines and receipts.' });
export type PurchaseOrder = z.output<typeof purchaseOrder>;

export const purchaseOrdersRoute = route({
  name: 'purchaseOrders',
  method: 'GET',
  path: `${BASE}/purchase-orders`,
  access: 'see-stock',
  summary: 'Purchase orders',
  description: 'Of a location, newest first.',
  tags: TAGS,
  query: z.object({
    ...pageQuery(50, 200),
    status: z
      .enum([...PO_STATUSES, 'open', 'any'])
      .default('any')
      .describe('`open` is draft, ordered and partially received.'),
    supplier_id: idText.optional().describe('Id of a supplier.'),
    location_id: locationIdText,
    search: searched.optional().describe('In number, supplier, notes, product names and SKUs.'),
    date_from: day.optional().describe('First day, inclusive.'),
    date_to: day.optional().describe('Last day, inclusive.'),
  }),
  reply: success({
    data: z.array(poSummary).describe('Purchase orders of the page.'),
    meta: pageMeta.describe('Where the page stands in the list.'),
  }),
  refusals: ['not_found', 'location_required'],
  example: { query: { status: 'open', per_page: '5' } },
});

export const purchaseOrderRoute = route({
  name: 'purchaseOrder',
  method: 'GET',
  path: `${BASE}/purchase-orders/:id`,
  access: 'see-stock',
  summary: 'One purchase order',
  description: 'With lines and receipts.',
  tags: TAGS,
  params: idParams,
  reply: success({ data: purchaseOrder }),
  refusals: ['not_found'],
  example: { after: 'createPurchaseOrder', params: { id: from('/data/id', 40) } },
});

export const purchaseOrderPdfRoute = route({
  name: 'purchaseOrderPdf',
  method: 'GET',
  path: `${BASE}/purchase-orders/:id/order.pdf`,
  access: 'see-stock',
  summary: 'A purchase order to print',
  description: 'Letter size. Refusals are JSON as everywhere.',
  tags: TAGS,
  params: idParams,
  reply: z.string(),
  refusals: ['not_found'],
  example: { after: 'createPurchaseOrder', params: { id: from('/data/id', 40) } },
  media: 'application/pdf',
});

const poItemIn = z
  .object({
    product_id: productIdIn,
    variation_id: variationIn,
    sku: text(200).nullish().describe('Ignored: the catalogue has its own.'),
    product_name: text(700).nullish().describe('Ignored: the catalogue has its own.'),
    quantity_ordered: quantityIn.describe('Quantity to order.'),
    unit_cost: moneyIn
      .optional()
      .describe('0 when left out. Of those who may not see costs it changes nothing: the last cost is filled in.'),
    notes: text(500).nullish().describe('Notes.'),
  })
  .meta({ id: 'NewPurchaseOrderLine', description: 'A line of a purchase order to make.' });

/** "8.75" or 8.75: percent with at most two decimals, 0 to 100. */
const percentIn = z.union([z.string().max(20), z.number()]);

const poFields = {
  id: serverSays,
  po_number: serverSays,
  created_at: serverSays,
  created_by: serverSays,
  subtotal: moneyIn.optional().describe('Compared when sent: 422 `totals_mismatch` with the right ones.'),
  tax_amount: moneyIn.optional().describe('Tax: compared when sent, never used.'),
  total_amount: moneyIn.optional().describe('Total: compared when sent, never used.'),
  supplier_id: id.optional().describe('Id of the supplier; 1 when left out.'),
  supplier_name: text(200)
    .optional()
    .describe(
      'As printed; that of the supplier when left out. Required when there is no `supplier_id`: 422 `supplier_name_required`.',
    ),
  location_id: locationIdIn,
  tax_percent: percentIn.optional().meta({ description: 'Percent with at most two decimals.', examples: ['8.75'] }),
  shipping_cost: moneyIn.optional().describe('Postage.'),
  notes: text(2000).nullish().describe('Notes.'),
};

export const createPurchaseOrderRoute = route({
  name: 'createPurchaseOrder',
  method: 'POST',
  path: `${BASE}/purchase-orders`,
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Create a purchase order',
  description: 'As a draft.',
  tags: TAGS,
  status: 201,
  bodyLimitBytes: LARGE_BODY_BYTES,
  body: z.object({
    ...poFields,
    status: z.literal('draft').optional().describe('Always a draft.'),
    items: z.array(poItemIn).max(MOST_LINES).describe('What is ordered.'),
  }),
  reply: success({ data: purchaseOrder }),
  refusals: [
    'supplier_name_required',
    'supplier_unknown',
    'nothing_to_do',
    'item_twice',
    'product_unknown',
    'quantity_not_valid',
    'totals_mismatch',
    'not_found',
    'location_required',
  ],
  example: {
    body: {
      supplier_id: 2,
      items: [{ product_id: 1602, quantity_ordered: 48, unit_cost: '3.10' }],
      shipping_cost: '12.50',
    },
  },
});

export const generatePurchaseOrderRoute = route({
  name: 'generatePurchaseOrder',
  method: 'POST',
  path: `${BASE}/purchase-orders/generate-from-restock`,
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Make a purchase order from a restock',
  description:
    'What was put on the shelves, as a purchase order. With `receive_now` (unless sent as false) it is ordered and received in the same step; else it is a draft, or ordered with `mark_ordered`. With `new_supplier` a supplier of that name is made in the same step, unless there is one.',
  tags: TAGS,
  status: 201,
  bodyLimitBytes: LARGE_BODY_BYTES,
  body: z.object({
    ...poFields,
    status: serverSays,
    receive_now: z.boolean().default(true).describe('Order and receive it in the same step.'),
    mark_ordered: z.boolean().default(false).describe('Order it, without receiving.'),
    new_supplier: z.boolean().default(false).describe('Make a supplier of `supplier_name`, unless there is one.'),
    items: z
      .array(
        z.object({
          product_id: productIdIn,
          variation_id: variationIn,
          quantity: quantityIn.describe('Quantity.'),
          unit_cost: moneyIn.optional().describe('Cost of one.'),
          notes: text(500).nullish().describe('Notes.'),
        }),
      )
      .max(MOST_LINES)
      .describe('What was put on the shelves.'),
  }),
  reply: success({ data: purchaseOrder, stock: stockTold.describe('New stock of the items that moved, by location.') }),
  refusals: [
    'supplier_name_required',
    'supplier_unknown',
    'supplier_name_taken',
    'nothing_to_do',
    'item_twice',
    'product_unknown',
    'quantity_not_valid',
    'totals_mismatch',
    'not_found',
    'location_required',
  ],
  example: { body: { supplier_id: 2, items: [{ product_id: 1602, quantity: 24, unit_cost: '3.10' }] } },
});

export const updatePurchaseOrderRoute = route({
  name: 'updatePurchaseOrder',
  method: 'PUT',
  path: `${BASE}/purchase-orders/:id`,
  access: 'adjust-stock',
  summary: 'Edit, order or cancel a purchase order',
  description:
    'Parts left out stay. Items can be replaced while it is a draft, costs (`items` of the same products and quantities) and the other figures until the first receipt, notes always.',
  tags: TAGS,
  bodyLimitBytes: LARGE_BODY_BYTES,
  params: idParams,
  body: z.object({
    ...poFields,
    location_id: serverSays,
    status: z.enum(PO_STATUSES).optional().describe('Status to move to.'),
    items: z.array(poItemIn).max(MOST_LINES).optional().describe('All lines, in place of the present ones.'),
    expected_version: z
      .int()
      .optional()
      .meta({ description: '`version` as the caller saw it; checked when sent.', examples: [1] }),
  }),
  reply: success({ data: purchaseOrder }),
  refusals: [
    'not_found',
    'po_changed',
    'status_conflict',
    'supplier_name_required',
    'supplier_unknown',
    'nothing_to_do',
    'item_twice',
    'product_unknown',
    'quantity_not_valid',
    'totals_mismatch',
  ],
  example: {
    after: 'createPurchaseOrder',
    params: { id: from('/data/id', 40) },
    body: { status: 'ordered', notes: 'Call before you deliver.' },
  },
});

export const deletePurchaseOrderRoute = route({
  name: 'deletePurchaseOrder',
  method: 'DELETE',
  path: `${BASE}/purchase-orders/:id`,
  access: 'adjust-stock',
  summary: 'Delete a purchase order',
  description: 'Before any receipt only. It is kept for the audit trail.',
  tags: TAGS,
  params: idParams,
  body: z.object({ reason: text(500).meta({ description: 'Why.', examples: ['Ordered twice'] }) }),
  reply: success({
    data: z
      .object({
        id: z.int().describe('Id of the purchase order.'),
        po_number: z.string().meta({ description: 'Its number.', examples: ['PO-1040'] }),
      })
      .describe('What was deleted.'),
  }),
  refusals: ['not_found', 'status_conflict', 'reason_required'],
  example: { after: 'createPurchaseOrder', params: { id: from('/data/id', 40) }, body: { reason: 'Ordered twice' } },
});

export const receivePurchaseOrderRoute = route({
  name: 'receivePurchaseOrder',
  method: 'POST',
  path: `${BASE}/purchase-orders/:id/receive`,
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Receive items of a purchase order',
  description:
    'Puts on the shelves what came. More than is left of a line needs `confirm_over_receipt`. With `expected_received` a line is received only when nobody received of it meanwhile.',
  tags: TAGS,
  bodyLimitBytes: LARGE_BODY_BYTES,
  params: idParams,
  body: z.object({
    items: z
      .array(
        z.object({
          item_id: id.optional().describe('The line; or its product and variation.'),
          product_id: productIdIn.optional(),
          variation_id: variationIn,
          quantity_received: quantityIn.describe('Quantity that came.'),
          expected_received: quantityIn
            .optional()
            .describe('`quantity_received` of the line as the caller saw it; checked when sent.'),
        }),
      )
      .max(MOST_LINES)
      .describe('What came.'),
    confirm_over_receipt: z.boolean().default(false).describe('Receive more than was ordered.'),
    note: text(500).optional().describe('Note.'),
  }),
  reply: success({ data: purchaseOrder, stock: stockTold.describe('New stock of the items that moved, by location.') }),
  refusals: [
    'not_found',
    'receipt_changed',
    'receipt_exceeds_order',
    'status_conflict',
    'nothing_to_do',
    'item_twice',
    'product_unknown',
    'quantity_not_valid',
  ],
  example: {
    after: 'updatePurchaseOrder',
    params: { id: from('/data/id', 40) },
    body: { items: [{ item_id: from('/data/items/0/id', 301), quantity_received: 24, expected_received: 0 }] },
  },
});
