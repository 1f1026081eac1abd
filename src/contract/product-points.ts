import { z } from 'zod';
import { MAX_BONUS_POINTS } from '#domain/loyalty-points.ts';
import { LOYALTY_TAGS, pointsLabel, REWARDS_BASE } from './rewards.ts';
import { route } from './route.ts';
import { idParams, money, success } from './wire.ts';

export const productPoints = z.object({
  version: z.int().describe('Counts the changes of the product: send it to change the bonus.'),
  product_id: z.int().meta({ description: 'Id of the product.', examples: [1602] }),
  points: z
    .int()
    .meta({ description: 'Points that one piece, or the smallest tier, earns at its present price.', examples: [16] }),
  bonus_points: z
    .int()
    .meta({ description: 'Bonus for each piece or tier, in addition to the points for the price.', examples: [0] }),
  excluded: z.boolean().describe('True if its category earns nothing.'),
  prices: z
    .array(
      z.object({
        label: z
          .string()
          .meta({ description: 'The tier, or the variant; empty for the only one.', examples: ['3.5 g'] }),
        price: money.describe('Its price.'),
        points: z.int().meta({ description: 'Points that it earns.', examples: [40] }),
      }),
    )
    .describe('All prices at which it is sold.'),
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
    'Points that a product earns at its present prices under the present rules. The minimum amount of a sale is ignored.',
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
  description: 'Points that a product gives for each piece or tier, in addition to those for its price; 0 for none.',
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
        'The version of the product that the caller saw. If it has changed, 409 `changed_meanwhile` answers the `current` one.',
      ),
  }),
  reply: success(productPoints.shape),
  refusals: ['changed_meanwhile', 'not_found'],
  example: { params: { id: 1602 }, body: { bonus_points: 10 } },
});
