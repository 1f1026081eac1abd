import { z } from 'zod';
import { MAX_BONUS_POINTS } from '#domain/loyalty-points.ts';
import { LOYALTY_TAGS, pointsLabel, REWARDS_BASE } from './rewards.ts';
import { route } from './route.ts';
import { idParams, money, success } from './wire.ts';

export const productPoints = z.object({
  version: z.int().describe('Counts the changes of the product: send it with another bonus.'),
  product_id: z.int().meta({ description: 'Id of the product.', examples: [1602] }),
  points: z
    .int()
    .meta({ description: 'What one piece, or the smallest tier, earns at its present price.', examples: [16] }),
  bonus_points: z
    .int()
    .meta({ description: 'Given for each piece or tier, beside those for the price.', examples: [0] }),
  excluded: z.boolean().describe('Its category earns nothing.'),
  prices: z
    .array(
      z.object({
        label: z
          .string()
          .meta({ description: 'The tier, or the variant; empty for the only one.', examples: ['3.5 g'] }),
        price: money.describe('Its price.'),
        points: z.int().meta({ description: 'What it earns.', examples: [40] }),
      }),
    )
    .describe('Every price it is sold at.'),
  points_label: pointsLabel,
});

export type ProductPoints = z.output<typeof productPoints>;

export const productPointsRoute = route({
  name: 'productPoints',
  method: 'GET',
  path: `${REWARDS_BASE}/product/:id/points`,
  access: 'see-customers',
  summary: 'Points for a product',
  description:
    'What a product earns at its present prices, by the rules of now. The minimum of a sale is left out of account.',
  tags: LOYALTY_TAGS,
  params: idParams,
  reply: success(productPoints.shape),
  refusals: ['not_found'],
  example: { params: { id: 1602 } },
});

export const changeProductPointsRoute = route({
  name: 'changeProductPoints',
  method: 'PUT',
  path: `${REWARDS_BASE}/product/:id/points`,
  access: 'adjust-points',
  summary: 'Set the bonus of a product',
  description: 'Points that a product gives for each piece or tier, beside those for its price. 0 for none.',
  tags: LOYALTY_TAGS,
  params: idParams,
  body: z.object({
    bonus_points: z
      .int()
      .min(0)
      .max(MAX_BONUS_POINTS)
      .meta({ description: 'Points for each piece or tier.', examples: [10] }),
    version: z
      .int()
      .optional()
      .describe(
        'The version of the product that was seen: with another one, 409 `changed_meanwhile` tells the `current` one.',
      ),
  }),
  reply: success(productPoints.shape),
  refusals: ['changed_meanwhile', 'not_found'],
  example: { params: { id: 1602 }, body: { bonus_points: 10 } },
});
