import { z } from 'zod';
import { POINT_ROUNDINGS } from '#domain/loyalty-points.ts';
import { LABEL_WORDS, LOYALTY_TAGS, pointsLabel, REWARDS_BASE } from './rewards.ts';
import { route } from './route.ts';
import { id, money, moneyIn, success, text } from './wire.ts';

/** Descriptions of the settings, for requests and answers alike. */
const WORDS = {
  earn_points: { description: 'Points earned for each `earn_amount` spent.', examples: [1] },
  earn_amount: { description: 'Amount spent on goods, before tax, that earns `earn_points`.' },
  rounding: { description: 'Rounding of fractions of a point.' },
  minimum_amount: { description: 'A sale earns points only if its earning goods are worth at least this amount.' },
  excluded_category_ids: {
    description: 'Categories whose goods earn nothing, those below them included.',
    examples: [[]],
  },
  earn_on_discounted: { description: 'True if lines sold below their list price earn points.', examples: [true] },
  redeem_points: { description: 'Points of one step: the smallest number that can be used.', examples: [100] },
  redeem_amount: { description: 'Discount for one step.' },
  expire_after_days: {
    description: 'Days after which earned points lapse; null for never.',
    examples: [null],
  },
};

const loyaltySettings = {
  earn_points: z.int().meta(WORDS.earn_points),
  earn_amount: money.meta(WORDS.earn_amount),
  rounding: z.enum(POINT_ROUNDINGS).meta(WORDS.rounding),
  minimum_amount: money.meta(WORDS.minimum_amount),
  excluded_category_ids: z.array(z.int()).meta(WORDS.excluded_category_ids),
  earn_on_discounted: z.boolean().meta(WORDS.earn_on_discounted),
  redeem_points: z.int().meta(WORDS.redeem_points),
  redeem_amount: money.meta(WORDS.redeem_amount),
  points_label: pointsLabel,
  expire_after_days: z.int().nullable().meta(WORDS.expire_after_days),
  version: z.int().meta({ description: 'Grows with every change.', examples: [1] }),
};

export const loyaltySettingsRoute = route({
  name: 'loyaltySettings',
  method: 'GET',
  path: `${REWARDS_BASE}/settings`,
  access: 'see-customers',
  summary: 'Rules of the points',
  description: 'Rules for earning, worth and lapse of points. They apply to the whole business.',
  tags: LOYALTY_TAGS,
  reply: success(loyaltySettings),
});

const amountIn = moneyIn.refine((cents) => cents >= 1 && cents <= 1_000_000, 'must be from 0.01 to 10000.00');

export const changeLoyaltySettingsRoute = route({
  name: 'changeLoyaltySettings',
  method: 'PUT',
  path: `${REWARDS_BASE}/settings`,
  access: 'configure',
  summary: 'Change the rules of the points',
  description:
    'Fields left out stay unchanged. The rules apply to sales from now on; points already given are not recalculated. With `version`, a change that somebody else made meanwhile is not overwritten.',
  tags: LOYALTY_TAGS,
  body: z.object({
    earn_points: z.int().min(0).max(10_000).optional().meta(WORDS.earn_points),
    earn_amount: amountIn.optional().meta(WORDS.earn_amount),
    rounding: z.enum(POINT_ROUNDINGS).optional().meta(WORDS.rounding),
    minimum_amount: moneyIn
      .refine((cents) => cents >= 0, 'must not be below 0')
      .optional()
      .meta(WORDS.minimum_amount),
    excluded_category_ids: z.array(id).max(500).optional().meta(WORDS.excluded_category_ids),
    earn_on_discounted: z.boolean().optional().meta(WORDS.earn_on_discounted),
    redeem_points: z.int().min(1).max(1_000_000).optional().meta(WORDS.redeem_points),
    redeem_amount: amountIn.optional().meta(WORDS.redeem_amount),
    points_label: text(61)
      .regex(/^[^:]{1,30}:[^:]{1,30}$/, 'must be the word for one and the word for many, like Point:Points')
      .optional()
      .meta(LABEL_WORDS),
    expire_after_days: z.int().min(1).max(36_500).nullable().optional().meta(WORDS.expire_after_days),
    version: z.int().optional().meta({ description: 'The version that the caller changed.' }),
  }),
  reply: success(loyaltySettings),
  refusals: ['settings_changed', 'not_valid', 'nothing_to_do'],
  example: { body: { minimum_amount: '1.00' } },
});
