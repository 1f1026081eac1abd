import { z } from 'zod';
import { UNITS } from '#domain/unit.ts';
import { locationIdIn, money, moneyIn, quantity, quantityIn } from './wire.ts';

const UNIT = 'Unit by which it is sold and counted where it has no tiers';
const STEP = 'Every quantity sold is a multiple of it';
export const priceIn = moneyIn
  .refine((cents) => cents >= 0, 'is less than nothing')
  .nullable()
  .describe('Price; null for none.');

const FLOOR = 'For one unit or piece; a lower price by hand needs `sell-below-floor`';

/** As tills fetch it: left out where it says nothing. Rule: catalogue/unit-and-step. */
export const shelfMeasure = {
  unit: z
    .enum(UNITS)
    .optional()
    .meta({ description: `${UNIT}; left out for pieces.`, examples: ['g'] }),
  step: quantity.optional().describe(`${STEP}; left out for 1.`),
  floor_price: money.optional().describe(`${FLOOR}. Left out without one.`),
};

export const managedMeasure = {
  unit: z
    .enum(UNITS)
    .nullable()
    .meta({ description: `${UNIT}; null for pieces.`, examples: [null] }),
  step: quantity.describe(`${STEP}.`),
  floor_price: money.nullable().describe(`${FLOOR}. Null without one.`),
};

export const measureIn = {
  unit: z
    .enum(UNITS)
    .nullable()
    .optional()
    .meta({ description: `${UNIT}; null for pieces.`, examples: [null] }),
  step: quantityIn.optional().describe(`${STEP}: at most 1000, whole for pieces. 1 by default.`),
  floor_price: priceIn.optional().describe(`${FLOOR}. Null for none.`),
};

/** Rule: catalogue/opening-stock. */
export const openingStockIn = z
  .array(
    z.object({
      location_id: locationIdIn.describe('Id of the location; that of the caller when left out.'),
      quantity: quantityIn.refine((milli) => milli >= 0, 'is less than nothing').describe('Stock there.'),
    }),
  )
  .max(100)
  .refine((all) => new Set(all.map(({ location_id: at }) => at)).size === all.length, 'names a location twice')
  .optional()
  .describe('First stock of a simple product, for people who may count.');
