import { z } from 'zod';
import { PO_STATUSES } from '#domain/purchase-order.ts';
import { from } from './example.ts';
import { stockTold } from './live.ts';
import { purchaseOrder, PURCHASE_ORDERS_PATH, PURCHASING_TAGS } from './purchasing.ts';
import { route } from './route.ts';
import { MOST_LINES } from './stock-adjustments.ts';
import {
  id,
  idParams,
  moneyIn,
  quantityIn,
  serverSays,
  success,
  text,
  variationIn,
  productIdIn,
  locationIdIn,
} from './wire.ts';

const LARGE_BODY_BYTES = 4 * 1024 * 1024;

const poItemIn = z
  .object({
    product_id: productIdIn,
    variation_id: variationIn,
    sku: text(200).nullish().describe('Ignored: the catalogue has its own.'),
    product_name: text(700).nullish().describe('Ignored: the catalogue has its own.'),
    quantity_ordered: quantityIn.describe('Quantity to order.'),
    unit_cost: moneyIn
      .optional()
      .describe(
        'Unit cost; 0 when left out. Ignored from callers who may not see costs: the last cost is used instead.',
      ),
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
      'Name as printed; that of the supplier when left out. Required without `supplier_id`: 422 `supplier_name_required`.',
    ),
  location_id: locationIdIn,
  tax_percent: percentIn.optional().meta({ description: 'Percent with at most two decimals.', examples: ['8.75'] }),
  shipping_cost: moneyIn.optional().describe('Postage.'),
  notes: text(2000).nullish().describe('Notes.'),
};

export const createPurchaseOrderRoute = route({
  name: 'createPurchaseOrder',
  method: 'POST',
  path: PURCHASE_ORDERS_PATH,
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Create a purchase order',
  description: 'Creates it as a draft.',
  tags: PURCHASING_TAGS,
  status: 201,
  bodyLimitBytes: LARGE_BODY_BYTES,
  body: z.object({
    ...poFields,
    status: z.literal('draft').optional().describe('Always a draft.'),
    items: z.array(poItemIn).max(MOST_LINES).describe('Items ordered.'),
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
  path: `${PURCHASE_ORDERS_PATH}/generate-from-restock`,
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Make a purchase order from a restock',
  description:
    'Makes a purchase order from the items that were put on the shelves. It is ordered and received in the same step, unless `receive_now` is false; then it is a draft, or ordered with `mark_ordered`. With `new_supplier`, a supplier of that name is made in the same step, unless there is one.',
  tags: PURCHASING_TAGS,
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
      .describe('Items that were put on the shelves.'),
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
  path: `${PURCHASE_ORDERS_PATH}/:id`,
  access: 'adjust-stock',
  summary: 'Edit, order or cancel a purchase order',
  description:
    'Fields left out stay unchanged. Items can be replaced while it is a draft. Costs (`items` with the same products and quantities) and the other figures can be changed until the first receipt, notes always.',
  tags: PURCHASING_TAGS,
  bodyLimitBytes: LARGE_BODY_BYTES,
  params: idParams,
  body: z.object({
    ...poFields,
    location_id: serverSays,
    status: z.enum(PO_STATUSES).optional().describe('Status to set.'),
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
  path: `${PURCHASE_ORDERS_PATH}/:id`,
  access: 'adjust-stock',
  summary: 'Delete a purchase order',
  description: 'Possible only before the first receipt. The order is kept for the audit trail.',
  tags: PURCHASING_TAGS,
  params: idParams,
  body: z.object({ reason: text(500).meta({ description: 'Reason.', examples: ['Ordered twice'] }) }),
  reply: success({
    data: z
      .object({
        id: z.int().describe('Id of the purchase order.'),
        po_number: z.string().meta({ description: 'Its number.', examples: ['PO-1040'] }),
      })
      .describe('Purchase order that was deleted.'),
  }),
  refusals: ['not_found', 'status_conflict', 'reason_required'],
  example: { after: 'createPurchaseOrder', params: { id: from('/data/id', 40) }, body: { reason: 'Ordered twice' } },
});

export const receivePurchaseOrderRoute = route({
  name: 'receivePurchaseOrder',
  method: 'POST',
  path: `${PURCHASE_ORDERS_PATH}/:id/receive`,
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Receive items of a purchase order',
  description:
    'Adds the received items to the stock. More than is left of a line needs `confirm_over_receipt`. With `expected_received`, a line is received only if nobody else has received of it meanwhile.',
  tags: PURCHASING_TAGS,
  bodyLimitBytes: LARGE_BODY_BYTES,
  params: idParams,
  body: z.object({
    items: z
      .array(
        z.object({
          item_id: id.optional().describe('Id of the line; or send its product and variation.'),
          product_id: productIdIn.optional(),
          variation_id: variationIn,
          quantity_received: quantityIn.describe('Quantity received.'),
          expected_received: quantityIn
            .optional()
            .describe('`quantity_received` of the line as the caller saw it; checked when sent.'),
        }),
      )
      .max(MOST_LINES)
      .describe('Items received.'),
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
