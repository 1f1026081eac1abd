import { z } from 'zod';
import { stockTold } from './live.ts';
import { route } from './route.ts';
import { MOST_LINES, movedStock } from './stock-adjustments.ts';
import { id, instant, quantity, quantityIn, serverSays, success, text, variationIn } from './wire.ts';

const TAGS = ['Inventory'];

const transfer = z.object({
  id: z.int(),
  transfer_number: z.string(),
  from_location_id: z.int(),
  to_location_id: z.int(),
  reason: z.string(),
  user_name: z.string(),
  created_at: instant,
  /** What left and what arrived, by product. */
  sent: z.array(movedStock),
  /** What the other location had and has is told only to those who may look there. */
  received: z.array(movedStock.extend({ old_stock: quantity.nullable(), new_stock: quantity.nullable() })),
});

/**
 * Sends stock to another location: it leaves here and arrives there in one step. Never more than there is: 409
 * `out_of_stock` with `lines`. From the own location only, to any: 422 `same_location`.
 */
export const transferStockRoute = route({
  method: 'POST',
  path: '/api/inventory/transfer',
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Send stock to another location',
  tags: TAGS,
  status: 201,
  body: z.object({
    id: serverSays,
    from_location_id: id.optional(),
    to_location_id: id,
    reason: text(500).optional(),
    items: z.array(z.object({ product_id: id, variation_id: variationIn, quantity: quantityIn })).max(MOST_LINES),
  }),
  reply: success({ data: transfer, stock: stockTold }),
});

const item = z.object({ product_id: id, variation_id: variationIn });

const conversion = z.object({
  id: z.int(),
  conversion_number: z.string(),
  location_id: z.int(),
  reason: z.string(),
  user_name: z.string(),
  created_at: instant,
  taken: movedStock,
  made: movedStock,
});

/**
 * Makes one item out of another: `output_quantity` pre-rolls take output x input_amount / output_amount grams of
 * flower. Source: spec §9, "Converted-item deduction". 409 `out_of_stock`; 422 `conversion_ratio_invalid`, `same_item`.
 */
export const convertStockRoute = route({
  method: 'POST',
  path: '/api/inventory/convert',
  access: 'adjust-stock',
  idempotency: 'required',
  summary: 'Convert stock of one item into another by a ratio',
  tags: TAGS,
  status: 201,
  body: z.object({
    id: serverSays,
    location_id: id.optional(),
    from: item,
    to: item,
    output_quantity: quantityIn,
    conversion_ratio: z.object({
      input_amount: quantityIn,
      input_unit: text(40),
      output_amount: quantityIn,
      output_unit: text(40),
      description: text(200).optional(),
    }),
    /** What was weighed, where that is not what the ratio says. */
    input_quantity: quantityIn.optional(),
    reason: text(500).optional(),
  }),
  reply: success({ data: conversion, stock: stockTold }),
});

/** Locations stock may be sent to: the names of all, whatever the caller's own. */
export const transferTargetsRoute = route({
  method: 'GET',
  path: '/api/inventory/transfer-targets',
  access: 'adjust-stock',
  summary: 'Locations that stock can be sent to',
  tags: TAGS,
  reply: success({ data: z.array(z.object({ id: z.int(), name: z.string() })) }),
});
