import type { PurchaseOrder } from '#contract/purchasing.ts';

type Item = PurchaseOrder['items'][number];

/** A line as the server sends it, for tests. */
export function sampleItem(item: Partial<Item> & Pick<Item, 'id'>): Item {
  const { quantity_ordered: ordered = 10, quantity_received: received = 0 } = item;
  return {
    product_id: item.id,
    variation_id: null,
    sku: null,
    product_name: `Item ${item.id}`,
    quantity_ordered: ordered,
    quantity_received: received,
    quantity_remaining: Math.max(ordered - received, 0),
    quantity_over: Math.max(received - ordered, 0),
    unit_cost: '2.00',
    line_total: '20.00',
    notes: '',
    ...item,
  };
}

/** A draft of two lines, for tests. */
export function sampleOrder(order: Partial<PurchaseOrder> = {}): PurchaseOrder {
  return {
    id: 1001,
    po_number: 'PO-1001',
    supplier_id: 2,
    supplier_name: 'Catawba Farms',
    location_id: 20,
    location_name: 'Charlotte Central',
    status: 'draft',
    next_statuses: ['ordered', 'cancelled'],
    can_receive: false,
    can_edit_items: true,
    can_delete: true,
    has_over_receipt: false,
    item_count: 2,
    quantity_ordered: 14,
    quantity_received: 0,
    subtotal: '42.00',
    tax_percent: '8.75',
    tax_amount: '3.68',
    shipping_cost: '0.00',
    total_amount: '45.68',
    notes: 'Side door',
    created_by: 2,
    created_by_name: 'Marlow Reyes',
    created_at: '2026-11-20T14:00:00.000Z',
    updated_at: '2026-11-20T14:00:00.000Z',
    ordered_at: null,
    received_at: null,
    cancelled_at: null,
    version: 1,
    items: [
      sampleItem({ id: 1, product_name: 'Tin' }),
      sampleItem({
        id: 2,
        variation_id: 21,
        product_name: 'Tee - Large',
        quantity_ordered: 4,
        quantity_remaining: 4,
        unit_cost: '5.50',
        line_total: '22.00',
      }),
    ],
    receipts: [],
    ...order,
  };
}
