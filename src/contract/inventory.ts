import { z } from 'zod';
import { inventoryEntry } from './catalogue.ts';
import { stockTold } from './live.ts';
import { route } from './route.ts';
import {
  idText,
  instant,
  quantity,
  quantityIn,
  stockIn,
  success,
  text,
  variationIn,
  productId,
  productIdIn,
  variationId,
  locationId,
  locationIdIn,
  locationIdText,
  cacheStamp,
} from './wire.ts';

export const stockRow = z
  .object({
    product_id: productId,
    location_id: locationId,
    location_name: z.string().meta({ description: 'Name of the location.', examples: ['Charlotte Central'] }),
    variation_id: variationId,
    quantity: quantity.describe('Stock.'),
    available_quantity: quantity.describe('The same: nothing is reserved.'),
  })
  .meta({ id: 'StockLevel', description: 'Stock of one item at one location.' });

export const inventoryRoute = route({
  name: 'inventory',
  method: 'GET',
  path: '/api/proxy/flora-im/inventory',
  access: 'see-stock',
  summary: 'Stock of one product',
  description: 'At one location.',
  tags: ['Inventory'],
  query: z.object({
    product_id: idText.meta({ description: 'Id of the product.', examples: ['1602'] }),
    location_id: locationIdText,
    variation_id: idText.optional().describe('Id of the variation; left out for a product without variations.'),
    _t: cacheStamp,
  }),
  reply: success({
    data: z
      .array(
        stockRow.extend({
          reorder_level: quantity
            .nullable()
            .describe('Reorder level: at or below it, the item is low at this location; null for none.'),
          needs_count_since: instant
            .nullable()
            .describe('Time from which the item has been oversold and waits for a count; null if it does not wait.'),
        }),
      )
      .describe('Stock of the product, and of each of its variations.'),
  }),
  refusals: ['not_found', 'location_required'],
  example: { query: { product_id: '1602' } },
});

export const setStockRoute = route({
  name: 'setStock',
  method: 'POST',
  path: '/api/proxy/flora-im/inventory',
  access: 'adjust-stock',
  summary: 'Set the stock of one item',
  description:
    'Sets it to a counted quantity. With `expected_quantity`, only if the stock has not changed since the caller saw it.',
  tags: ['Inventory'],
  body: z.object({
    product_id: productIdIn,
    location_id: locationIdIn,
    variation_id: variationIn,
    quantity: quantityIn.describe('Stock from now on.'),
    expected_quantity: stockIn.optional().describe('Stock as the caller saw it; checked when sent.'),
    reason: text(500)
      .optional()
      .meta({ description: 'Reason, for the history.', examples: ['Count'] }),
  }),
  reply: success({ data: stockRow, stock: stockTold.describe('New stock of the items that moved, by location.') }),
  refusals: ['stock_changed', 'not_found', 'location_required'],
  example: { body: { product_id: 1506, quantity: 48, reason: 'Count' } },
});

export const batchInventoryRoute = route({
  name: 'batchInventory',
  method: 'POST',
  path: '/api/inventory/batch',
  access: 'see-stock',
  idempotency: 'safe',
  summary: 'Stock of many items',
  description: 'Keyed by product, or by product and variation.',
  tags: ['Inventory'],
  body: z.object({
    items: z
      .array(z.object({ product_id: productIdIn, variation_id: variationIn }))
      .max(1000)
      .describe('Items to look up.'),
    location_id: locationIdIn,
  }),
  reply: success({
    data: z
      .record(
        z.string(),
        z.object({
          inventory: z.array(inventoryEntry).describe('Stock at the location.'),
          total_stock: quantity.describe('Its sum.'),
        }),
      )
      .describe('Stock, by `product` or `product_variation`: "1602", "1701_12011".'),
  }),
  refusals: ['not_found', 'location_required'],
  example: { body: { items: [{ product_id: 1602 }, { product_id: 1701, variation_id: 12011 }] } },
});
