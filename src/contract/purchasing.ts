import { z } from 'zod';
import { PO_STATUSES } from '#domain/purchase-order.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import {
  day,
  idParams,
  idText,
  instant,
  money,
  pageMeta,
  pageQuery,
  quantity,
  searched,
  success,
  productId,
  variationId,
  locationId,
  locationIdText,
  userId,
} from './wire.ts';

export const PURCHASE_ORDERS_PATH = '/api/proxy/flora-im/purchase-orders';
export const PURCHASING_TAGS = ['Purchasing'];

const poItem = z
  .object({
    id: z.int().meta({ description: 'Id of the line.', examples: [301] }),
    product_id: productId,
    variation_id: variationId,
    sku: z
      .string()
      .nullable()
      .meta({ description: 'Stock keeping unit.', examples: ['PRR-002'] }),
    product_name: z.string().describe('Name at the time of the order: "parent - variant".'),
    quantity_ordered: quantity.describe('Quantity ordered.'),
    quantity_received: quantity.describe('Quantity received.'),
    quantity_remaining: quantity.describe('Never below zero.'),
    quantity_over: quantity.describe('Quantity received beyond the order, as confirmed by somebody.'),
    unit_cost: money.optional().describe('Unit cost. Costs and sums are left out for callers who may not see costs.'),
    line_total: money.optional().describe('quantity_ordered x unit_cost, to the cent.'),
    notes: z.string().describe('Notes.'),
  })
  .meta({ id: 'PurchaseOrderLine', description: 'A line of a purchase order.' });

const receiptLine = z.object({
  item_id: z.int().describe('Id of the line.'),
  quantity: quantity.describe('Quantity received.'),
  quantity_over: quantity.describe('Part of it that was beyond the order.'),
});

const poReceipt = z
  .object({
    id: z.int().describe('Id of the receipt.'),
    user_id: userId,
    user_name: z.string().describe('Name of the person who did it; "System" for the server.'),
    is_over_receipt: z.boolean().describe('True if somebody confirmed an over-receipt.'),
    note: z.string().describe('Note.'),
    created_at: instant.describe('Time of creation.'),
    items: z.array(receiptLine).describe('Items received.'),
  })
  .meta({ id: 'PurchaseOrderReceipt', description: 'A receipt: the items that arrived at one time.' });

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
    next_statuses: z
      .array(z.enum(PO_STATUSES))
      .describe('Statuses that can be set by hand now; receiving sets the others.'),
    can_receive: z.boolean().describe('True if items can be received now.'),
    can_edit_items: z.boolean().describe('True if its items can be replaced.'),
    can_delete: z.boolean().describe('True if it can be deleted.'),
    has_over_receipt: z.boolean().describe('True if more was received than ordered.'),
    item_count: z.int().describe('Number of lines.'),
    quantity_ordered: quantity.describe('Sum of the ordered quantities.'),
    quantity_received: quantity.describe('Sum of the received quantities.'),
    by_unit: z
      .array(
        z.object({
          unit: z.string().describe('The unit that the items are counted in: "g"; empty for pieces.'),
          ordered: quantity.describe('Sum of the ordered quantities of that unit.'),
          received: quantity.describe('Sum of the received quantities of that unit.'),
        }),
      )
      .optional()
      .describe('The two sums for each unit. Only in lists.'),
    subtotal: money
      .optional()
      .describe('Subtotal. This and the figures below are left out for callers who may not see costs.'),
    tax_percent: z.string().optional().describe('Percent of the subtotal, as "8.75".'),
    tax_amount: money.optional().describe('Tax.'),
    shipping_cost: money.optional().describe('Postage.'),
    total_amount: money.optional().describe('subtotal + tax + postage.'),
    notes: z.string().describe('Notes.'),
    created_by: z.int().nullable().describe('Id of the person who made it; null for the server.'),
    created_by_name: z.string().describe('Name of the person who made it.'),
    created_at: instant.describe('Time of creation.'),
    updated_at: instant.describe('Time of the last change.'),
    ordered_at: instant.nullable().describe('Time of ordering; null until then.'),
    received_at: instant.nullable().describe('Time of receiving; null until then.'),
    cancelled_at: instant.nullable().describe('Time of cancelling; null until then.'),
    version: z.int().describe('Grows with every change; send it back as `expected_version`.'),
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
  path: PURCHASE_ORDERS_PATH,
  access: 'see-stock',
  summary: 'Purchase orders',
  description: 'Purchase orders of a location, newest first.',
  tags: PURCHASING_TAGS,
  query: z.object({
    ...pageQuery(50, 200),
    status: z
      .enum([...PO_STATUSES, 'open', 'any'])
      .default('any')
      .describe('`open` is draft, ordered and partially received.'),
    supplier_id: idText.optional().describe('Id of a supplier.'),
    location_id: locationIdText,
    search: searched.optional().describe('Words to look for in number, supplier, notes, product names and SKUs.'),
    date_from: day.optional().describe('First day, inclusive.'),
    date_to: day.optional().describe('Last day, inclusive.'),
  }),
  reply: success({
    data: z.array(poSummary).describe('Purchase orders of the page.'),
    meta: pageMeta.describe('Position of the page in the list.'),
  }),
  refusals: ['not_found', 'location_required'],
  example: { query: { status: 'open', per_page: '5' } },
});

export const lastCostsRoute = route({
  name: 'lastCosts',
  method: 'GET',
  path: `${PURCHASE_ORDERS_PATH}/last-costs`,
  access: 'see-costs',
  summary: 'Last costs',
  description: 'The cost of one of each item on the newest purchase order that was sent, of any location.',
  tags: PURCHASING_TAGS,
  reply: success({
    data: z
      .array(
        z.object({
          product_id: productId,
          variation_id: variationId,
          unit_cost: money.describe('Cost of one.'),
        }),
      )
      .describe('Items that were ordered at a cost.'),
  }),
  example: {},
});

export const purchaseOrderRoute = route({
  name: 'purchaseOrder',
  method: 'GET',
  path: `${PURCHASE_ORDERS_PATH}/:id`,
  access: 'see-stock',
  summary: 'One purchase order',
  description: 'The purchase order with lines and receipts.',
  tags: PURCHASING_TAGS,
  params: idParams,
  reply: success({ data: purchaseOrder }),
  refusals: ['not_found'],
  example: { after: 'createPurchaseOrder', params: { id: from('/data/id', 40) } },
});

export const purchaseOrderPdfRoute = route({
  name: 'purchaseOrderPdf',
  method: 'GET',
  path: `${PURCHASE_ORDERS_PATH}/:id/order.pdf`,
  access: 'see-stock',
  summary: 'A purchase order to print',
  description: 'A PDF in letter size. Refusals are JSON, as for other calls.',
  tags: PURCHASING_TAGS,
  params: idParams,
  reply: z.string(),
  refusals: ['not_found'],
  example: { after: 'createPurchaseOrder', params: { id: from('/data/id', 40) } },
  media: 'application/pdf',
});
