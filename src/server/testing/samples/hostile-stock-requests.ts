import { SHOP } from '../shop.ts';

/** The first id of orders, refunds, audits and purchase orders in a new database, and of people. */
export const FIRST = 1001;
export const CUSTOMER = 1000;
/** The customer who is merged into another one. */
export const MERGED_CUSTOMER = 900_002;

const item = { product_id: SHOP.papers, variation_id: 0 };
const ORDER = {
  supplier_id: 1,
  supplier_name: 'Farm',
  location_id: 20,
  tax_percent: '10',
  shipping_cost: '1.00',
  subtotal: '5.00',
  tax_amount: '0.50',
  total_amount: '6.50',
  notes: 'n',
};
const LINES = [{ ...item, sku: 's', product_name: 'p', quantity_ordered: 5, unit_cost: '1.00', notes: 'n' }];
const SUPPLIER = { name: 'New farm', contact: 'c', email: 'e', phone: 'p', address: 'a', status: 'active' };
const ORDERS = '/api/proxy/flora-im/purchase-orders';

/** As `SAMPLES`, of audits, transfers, conversions and purchasing. */
export const STOCK_SAMPLES: Record<string, Record<string, unknown>> = {
  'POST /api/inventory/adjust': {
    location_id: 20,
    adjustments: [{ ...item, adjustment_quantity: 1, reason: 'r', location_id: 20 }],
  },
  'POST /api/inventory/batch-adjust': {
    batch_name: 'May',
    batch_description: 'd',
    location_id: 20,
    user_id: 1,
    user_name: 'u',
    adjustments: [
      { ...item, adjustment_quantity: 1, counted_quantity: 6, system_quantity: 5, reason: 'r', location_id: 20 },
    ],
  },
  'PUT /api/inventory/reorder-level': { ...item, location_id: 20, reorder_level: 5 },
  'POST /api/inventory/transfer': {
    from_location_id: 20,
    to_location_id: 19,
    reason: 'r',
    items: [{ ...item, quantity: 1 }],
  },
  'POST /api/inventory/convert': {
    location_id: 20,
    from: { product_id: SHOP.blueDream, variation_id: 0 },
    to: item,
    output_quantity: 1,
    conversion_ratio: {
      input_amount: 0.7,
      input_unit: 'g',
      output_amount: 1,
      output_unit: 'pc',
      description: 'd',
    },
    input_quantity: 0.7,
    reason: 'r',
  },
  'POST /api/proxy/flora-im/suppliers': SUPPLIER,
  'PUT /api/proxy/flora-im/suppliers/:id': { ...SUPPLIER, name: 'Farm' },
  [`POST ${ORDERS}`]: { ...ORDER, status: 'draft', items: LINES },
  [`POST ${ORDERS}/generate-from-restock`]: {
    ...ORDER,
    receive_now: false,
    mark_ordered: true,
    new_supplier: true,
    items: [{ ...item, quantity: 5, unit_cost: '1.00', notes: 'n' }],
  },
  [`PUT ${ORDERS}/:id`]: {
    supplier_id: 1,
    supplier_name: 'Farm',
    tax_percent: '10',
    shipping_cost: '1.00',
    subtotal: '5.00',
    tax_amount: '0.50',
    total_amount: '6.50',
    notes: 'n',
    status: 'draft',
    items: LINES,
    expected_version: 1,
  },
  [`DELETE ${ORDERS}/:id`]: { reason: 'r' },
  [`POST ${ORDERS}/:id/receive`]: {
    items: [{ item_id: 1, product_id: SHOP.papers, variation_id: 0, quantity_received: 1, expected_received: 0 }],
    confirm_over_receipt: false,
    note: 'n',
  },
};
