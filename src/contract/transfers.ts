import { z } from 'zod';
import { stockTold } from './live.ts';
import { route } from './route.ts';
import { MOST_LINES, movedStock } from './stock-adjustments.ts';
import {
  id,
  instant,
  quantity,
  quantityIn,
  serverSays,
  success,
  text,
  variationIn,
  productIdIn,
  locationId,
  locationIdIn,
} from './wire.ts';

const TAGS = ['Inventory'];

const transfer = z
  .object({
    id: z.int().meta({ description: 'Id of the transfer.', examples: [10] }),
    transfer_number: z.string().meta({ description: 'Number for people.', examples: ['TR-1010'] }),
    from_location_id: z.int().meta({ description: 'Location it left.', examples: [20] }),
    to_location_id: z.int().meta({ description: 'Location it arrived at.', examples: [19] }),
    reason: z.string().describe('Reason.'),
    user_name: z.string().describe('Name of the person who did it; "System" for the server.'),
    created_at: instant.describe('Time of creation.'),
    sent: z.array(movedStock).describe('Stock changes at both locations, by product.'),
    received: z
      .array(
        movedStock.extend({
          old_stock: quantity.nullable().describe('Stock before.'),
          new_stock: quantity.nullable().describe('Stock after.'),
        }),
      )
      .describe('Stock levels of the other location are left out for callers who may not see them.'),
  })
  .meta({ id: 'Transfer', description: 'Stock sent from one location to another.' });

export const transferStockRoute = route({
  name: 'transferStock',
  method: 'POST',
  path: '/api/inventory/transfer',
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Send stock to another location',
  description:
    "The stock leaves one location and arrives at the other in one step. Never more than there is, and only from the caller's own location.",
  tags: TAGS,
  status: 201,
  body: z.object({
    id: serverSays,
    from_location_id: id
      .optional()
      .meta({ description: 'Location to take from; that of the session when left out.', examples: [20] }),
    to_location_id: id.meta({ description: 'Location to send to.', examples: [19] }),
    reason: text(500)
      .optional()
      .meta({ description: 'Reason, for the history.', examples: ['Weekend'] }),
    items: z
      .array(
        z.object({
          product_id: productIdIn,
          variation_id: variationIn,
          quantity: quantityIn.describe('Quantity to send.'),
        }),
      )
      .max(MOST_LINES)
      .describe('Items to send.'),
  }),
  reply: success({ data: transfer, stock: stockTold.describe('New stock of the items that moved, by location.') }),
  refusals: [
    'out_of_stock',
    'same_location',
    'quantity_not_valid',
    'nothing_to_do',
    'item_twice',
    'product_unknown',
    'not_found',
    'location_required',
  ],
  example: { body: { to_location_id: 19, items: [{ product_id: 1507, quantity: 6 }], reason: 'Weekend' } },
});

const item = z.object({ product_id: productIdIn, variation_id: variationIn });

const conversion = z
  .object({
    id: z.int().describe('Id of the conversion.'),
    conversion_number: z.string().meta({ description: 'Number for people.', examples: ['CV-1001'] }),
    location_id: locationId,
    reason: z.string().describe('Reason.'),
    user_name: z.string().describe('Name of the person who did it; "System" for the server.'),
    created_at: instant.describe('Time of creation.'),
    taken: movedStock.describe('Item that was taken.'),
    made: movedStock.describe('Item that was made.'),
  })
  .meta({ id: 'Conversion', description: 'Stock of one item made into another.' });

export const convertStockRoute = route({
  name: 'convertStock',
  method: 'POST',
  path: '/api/inventory/convert',
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Convert stock',
  description: 'Makes one item out of another by a ratio: ten pre-rolls take ten times 0.7 g of flower.',
  tags: TAGS,
  status: 201,
  body: z.object({
    id: serverSays,
    location_id: locationIdIn,
    from: item.describe('Item to take from.'),
    to: item.describe('Item to make.'),
    output_quantity: quantityIn.describe('Quantity to make.'),
    conversion_ratio: z
      .object({
        input_amount: quantityIn.meta({ description: 'Quantity that is taken.', examples: [0.7] }),
        input_unit: text(40).meta({ description: 'Its unit.', examples: ['g'] }),
        output_amount: quantityIn.meta({ description: 'Quantity that is made from it.', examples: [1] }),
        output_unit: text(40).meta({ description: 'Its unit.', examples: ['pre-roll'] }),
        description: text(200).optional().describe('The ratio in words.'),
      })
      .describe('Ratio between the quantity taken and the quantity made.'),
    input_quantity: quantityIn.optional().describe('Weighed quantity, if it differs from the ratio.'),
    reason: text(500)
      .optional()
      .meta({ description: 'Reason, for the history.', examples: ['Rolled for the weekend'] }),
  }),
  reply: success({ data: conversion, stock: stockTold.describe('New stock of the items that moved, by location.') }),
  refusals: [
    'out_of_stock',
    'same_item',
    'quantity_not_valid',
    'conversion_ratio_invalid',
    'product_unknown',
    'not_found',
    'location_required',
  ],
  example: {
    body: {
      from: { product_id: 1101 },
      to: { product_id: 1615 },
      output_quantity: 2,
      conversion_ratio: { input_amount: 2, input_unit: 'g', output_amount: 1, output_unit: 'blunt' },
      reason: 'Rolled for the weekend',
    },
  },
});

export const transferTargetsRoute = route({
  name: 'transferTargets',
  method: 'GET',
  path: '/api/inventory/transfer-targets',
  access: 'adjust-stock',
  summary: 'Locations to send stock to',
  description: 'The names of all locations, for callers of any location.',
  tags: TAGS,
  reply: success({
    data: z
      .array(
        z.object({
          id: z.int().meta({ description: 'Id of the location.', examples: [19] }),
          name: z.string().meta({ description: 'Its name.', examples: ['Charlotte Monroe'] }),
        }),
      )
      .describe('Locations by name.'),
  }),
});
