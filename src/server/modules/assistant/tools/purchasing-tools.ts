import { z } from 'zod';
import { PO_STATUSES } from '#domain/purchase-order.ts';
import { getPurchaseOrder, listPurchaseOrders, listSuppliers } from '#server/modules/purchasing/service.ts';
import { openIn } from './open-in.ts';
import { LOCATION, placeAsked } from './place-and-time.ts';
import { column, fact, tool } from './tool.ts';
import { may } from '#server/http/guard/session.ts';

export const purchaseOrders = tool({
  name: 'purchase_orders',
  description:
    'Purchase orders of a location, newest first, by status, supplier or search words. Costs only for those who may see them.',
  permission: 'see-stock',
  parameters: z.object({
    status: z
      .enum(['any', 'open', ...PO_STATUSES])
      .default('any')
      .describe('`open`: draft, ordered, partially received.'),
    supplier_id: z.int().min(1).max(2_147_483_647).optional().describe('Id of a supplier.'),
    search: z.string().max(200).optional().describe('Words of number, supplier, notes or items.'),
    ...LOCATION,
  }),
  run: async (asked, { status, supplier_id: supplierId, search, location_id: locationId }) => {
    const place = await placeAsked(asked, locationId);
    const { data, meta } = await listPurchaseOrders(asked.db, asked.staff, {
      status,
      supplier_id: supplierId,
      search,
      location_id: place.id,
      page: 1,
      per_page: Math.min(asked.limit, 200),
    });
    const seesCosts = may(asked.staff, 'see-costs');
    return {
      title: `Purchase orders${status === 'any' ? '' : `, ${status.replaceAll('_', ' ')}`}`,
      columns: [
        column('po_number', 'Order'),
        column('id', 'Id', 'number'),
        column('supplier', 'Supplier'),
        column('status', 'Status'),
        column('items', 'Items', 'number'),
        column('ordered', 'Ordered', 'quantity'),
        column('received', 'Received', 'quantity'),
        ...(seesCosts ? [column('total', 'Total', 'money')] : []),
        column('created', 'Created', 'instant'),
      ],
      rows: data.map((order) => ({
        po_number: order.po_number,
        id: order.id,
        supplier: order.supplier_name,
        status: order.status,
        items: order.item_count,
        ordered: order.quantity_ordered,
        received: order.quantity_received,
        ...(seesCosts && { total: order.total_amount ?? null }),
        created: order.created_at,
      })),
      total: meta.total,
      location: place.name,
      open: openIn('purchasing', 'Purchase orders', {
        status: status === 'any' ? undefined : status,
        search,
        supplier_id: supplierId?.toString(),
        location_id: locationId?.toString(),
      }),
    };
  },
});

export const purchaseOrder = tool({
  name: 'purchase_order',
  description: 'One purchase order with its lines, by id.',
  permission: 'see-stock',
  parameters: z.object({ id: z.int().min(1).max(2_147_483_647).describe('Id, from purchase_orders.') }),
  run: async (asked, { id }) => {
    const order = await getPurchaseOrder(asked.db, asked.staff, id);
    const seesCosts = may(asked.staff, 'see-costs');
    return {
      title: `Purchase order ${order.po_number}`,
      columns: [
        column('item', 'Item'),
        column('sku', 'SKU'),
        column('ordered', 'Ordered', 'quantity'),
        column('received', 'Received', 'quantity'),
        column('remaining', 'Remaining', 'quantity'),
        ...(seesCosts ? [column('unit_cost', 'Unit cost', 'money'), column('line_total', 'Total', 'money')] : []),
        column('product_id', 'Product id', 'number'),
        column('variation_id', 'Variation id', 'number'),
      ],
      rows: order.items.map((item) => ({
        item: item.product_name,
        sku: item.sku,
        ordered: item.quantity_ordered,
        received: item.quantity_received,
        remaining: item.quantity_remaining,
        ...(seesCosts && { unit_cost: item.unit_cost ?? null, line_total: item.line_total ?? null }),
        product_id: item.product_id,
        variation_id: item.variation_id,
      })),
      facts: [
        fact('Supplier', order.supplier_name, 'text'),
        fact('Status', order.status, 'text'),
        ...(seesCosts ? [fact('Total', order.total_amount ?? null, 'money')] : []),
      ],
      location: order.location_name,
      open: openIn('purchasing', 'Purchase orders', { order: String(order.id) }),
    };
  },
});

export const suppliers = tool({
  name: 'suppliers',
  description: 'Suppliers by name, with the ids that purchase orders take. No contact data.',
  permission: 'see-stock',
  parameters: z.object({ search: z.string().max(200).optional().describe('Words of the name.') }),
  run: async ({ db, limit }, { search }) => {
    const found = await listSuppliers(db, { status: 'active', search });
    return {
      title: 'Suppliers',
      columns: [column('id', 'Id', 'number'), column('name', 'Supplier')],
      rows: found.slice(0, limit).map(({ id, name }) => ({ id, name })),
      total: found.length,
      location: '',
    };
  },
});
