import { z } from 'zod';
import { inventoryEntry } from './catalogue.ts';
import { stockTold } from './live.ts';
import { route } from './route.ts';
import { id, idText, instant, quantity, quantityIn, stockIn, success, text, variationIn } from './wire.ts';

export const stockRow = z.object({
  product_id: z.int(),
  location_id: z.int(),
  location_name: z.string(),
  variation_id: z.int().nullable(),
  quantity,
  available_quantity: quantity,
});

export const inventoryRoute = route({
  method: 'GET',
  path: '/api/proxy/flora-im/inventory',
  access: 'see-stock',
  summary: 'Stock of one product at one location',
  tags: ['Inventory'],
  query: z.object({
    product_id: idText,
    location_id: idText.optional(),
    variation_id: idText.optional(),
    _t: z.string().max(40).optional(),
  }),
  reply: success({
    data: z.array(
      stockRow.extend({
        /** From which stock on it counts as low here; null for never. */
        reorder_level: quantity.nullable(),
        needs_count_since: instant.nullable(),
      }),
    ),
  }),
});

/**
 * Sets stock to a counted number. `expected_quantity` is what the user saw: when the books moved meanwhile the
 * answer is 409 `stock_changed` with `current`. Source: design §4.7.
 */
export const setStockRoute = route({
  method: 'POST',
  path: '/api/proxy/flora-im/inventory',
  access: 'adjust-stock',
  summary: 'Set the stock of one item, compare-and-set',
  tags: ['Inventory'],
  body: z.object({
    product_id: id,
    location_id: id.optional(),
    variation_id: variationIn,
    quantity: quantityIn,
    expected_quantity: stockIn.optional(),
    reason: text(500).optional(),
  }),
  reply: success({ data: stockRow, stock: stockTold }),
});

export const batchInventoryRoute = route({
  method: 'POST',
  path: '/api/inventory/batch',
  access: 'see-stock',
  idempotency: 'safe',
  summary: 'Stock of many items at once, keyed by product or product_variation',
  tags: ['Inventory'],
  body: z.object({
    items: z.array(z.object({ product_id: id, variation_id: variationIn })).max(1000),
    location_id: id.optional(),
  }),
  reply: success({
    data: z.record(z.string(), z.object({ inventory: z.array(inventoryEntry), total_stock: quantity })),
  }),
});
