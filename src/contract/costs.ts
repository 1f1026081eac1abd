import { z } from 'zod';
import { HUNDRED_PERCENT } from '#domain/money.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { idParams, locationId, locationIdIn, money, moneyIn, success, variationId, variationIn } from './wire.ts';

const TAGS = ['Catalogue administration'];

const costIn = moneyIn.refine((cents) => cents >= 0, 'is less than nothing').nullable();
const version = z.int().meta({ description: 'Grows with every change of the floor.', examples: [1] });
const floor = z
  .number()
  .nullable()
  .meta({
    description: 'Margin in percent below which prices are marked; null for none.',
    examples: [30],
  });
const cost = money.describe('The highest unit cost at any open location.');

export const setCostRoute = route({
  name: 'setCost',
  method: 'PUT',
  path: '/api/manage/products/:id/cost',
  access: 'edit-products',
  summary: 'Set the cost of a product',
  description:
    'The unit cost of the product, or of one of its variations, at one location. It counts for margins in place of the last cost of purchase orders. Only for callers who may also see costs.',
  tags: TAGS,
  params: idParams,
  body: z.object({
    variation_id: variationIn,
    location_id: locationIdIn,
    cost: costIn.meta({ description: 'Unit cost; null for that of purchase orders.', examples: ['2.10'] }),
    seen_cost: costIn
      .optional()
      .describe('The cost that the caller saw; null for none. When left out, the present cost is not checked.'),
  }),
  reply: success({
    data: z
      .object({
        location_id: locationId,
        variation_id: variationId,
        cost: money.nullable().describe('Unit cost; null for that of purchase orders.'),
      })
      .describe('The cost.'),
  }),
  refusals: ['not_found', 'product_unknown', 'not_valid', 'location_required', 'changed_meanwhile', 'nothing_to_do'],
  example: { after: 'createProduct', params: { id: from('/data/id', 1000001) }, body: { cost: '2.10' } },
});

export const marginsRoute = route({
  name: 'margins',
  method: 'GET',
  path: '/api/manage/margins',
  access: 'see-costs',
  summary: 'Costs and margins',
  description:
    'The margin floor of the shop, and the cost and lowest margin of each product and pricing rule whose cost is known. A cost that was typed counts before that of the newest purchase order of its location.',
  tags: TAGS,
  reply: success({
    floor,
    version,
    products: z
      .array(
        z.object({
          product_id: z.int().meta({ description: 'Id of the product.', examples: [1602] }),
          cost,
          margin: z
            .number()
            .nullable()
            .meta({
              description: 'Its lowest margin in percent, of all variations or tiers; null for what is free.',
              examples: [46.5],
            }),
        }),
      )
      .describe('Products whose cost is known, archived ones left out.'),
    rules: z
      .array(
        z.object({
          rule_id: z.int().meta({ description: 'Id of the pricing rule.', examples: [101] }),
          product_name: z
            .string()
            .meta({ description: 'Name of the product with this cost.', examples: ['Blue Dream'] }),
          cost,
        }),
      )
      .describe('The dearest product that each rule prices.'),
    classes: z
      .array(
        z.object({
          blueprint_id: z.int().meta({ description: 'Id of the blueprint.', examples: [39] }),
          price_class: z.string().nullable().describe('Price class; null for products without one.'),
          product_name: z
            .string()
            .meta({ description: 'Name of the product with this cost.', examples: ['Blue Dream'] }),
          cost,
        }),
      )
      .describe('The dearest product of each price class of each blueprint.'),
  }),
});

export const setMarginFloorRoute = route({
  name: 'setMarginFloor',
  method: 'PUT',
  path: '/api/manage/margin-floor',
  access: 'edit-products',
  summary: 'Set the margin floor',
  description: 'Prices that leave less than this margin are marked. Only for callers who may also see costs.',
  tags: TAGS,
  body: z.object({
    floor: z
      .number()
      .min(0)
      .max(100)
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'has more than two decimals')
      .transform((value) => Math.min(HUNDRED_PERCENT, Math.round(value * 100)))
      .nullable()
      .meta({ description: 'Percent with at most two decimals; null for none.', examples: [30] }),
    version: z
      .int()
      .optional()
      .meta({
        description: 'The version that the caller saw; when left out, the version is not checked.',
        examples: [1],
      }),
  }),
  reply: success({ data: z.object({ floor, version }).describe('The floor.') }),
  refusals: ['changed_meanwhile', 'nothing_to_do'],
  example: { body: { floor: 30 } },
});
