import { z } from 'zod';
import { route } from './route.ts';
import { id, idParams, money, moneyIn, success } from './wire.ts';

const BASE = '/api/proxy/wc-points-rewards';

export const balanceRoute = route({
  name: 'balance',
  method: 'GET',
  path: `${BASE}/user/:id/balance`,
  access: 'see-customers',
  summary: 'Points of a customer',
  description: 'How many points the customer has.',
  tags: ['Loyalty'],
  params: idParams,
  reply: success({
    balance: z.int().meta({ description: 'Points of the customer.', examples: [725] }),
    points_label: z.string().meta({ description: 'What points are called: "one:many".', examples: ['Point:Points'] }),
  }),
  refusals: ['not_found'],
  example: { params: { id: 127 } },
});

export const loyaltySettingsRoute = route({
  name: 'loyaltySettings',
  method: 'GET',
  path: `${BASE}/settings`,
  access: 'see-customers',
  summary: 'Rules of the points',
  description: 'How points are earned and what they are worth.',
  tags: ['Loyalty'],
  reply: success({
    earn_points: z.int().meta({ description: 'Points earned …', examples: [1] }),
    earn_amount: money.describe('… for every so much spent.'),
    redeem_points: z.int().meta({ description: 'Points taken …', examples: [100] }),
    redeem_amount: money.describe('… for this much off.'),
    points_label: z.string().meta({ description: 'What points are called: "one:many".', examples: ['Point:Points'] }),
  }),
});

const redemption = success({
  points: z.int().meta({ description: 'Points that would be taken.', examples: [100] }),
  discount: money.describe('What they take off.'),
  balance: z.int().meta({ description: 'Points the customer has.', examples: [725] }),
  points_label: z.string().meta({ description: 'What points are called: "one:many".', examples: ['Point:Points'] }),
});

export const redeemCalculateRoute = route({
  name: 'redeemCalculate',
  method: 'POST',
  path: `${BASE}/redeem/calculate`,
  access: 'see-customers',
  idempotency: 'safe',
  summary: 'Worth of points',
  description: 'What a number of points is worth to this customer, in whole steps.',
  tags: ['Loyalty'],
  body: z.object({
    user_id: id.meta({ description: 'Id of the customer.', examples: [127] }),
    points: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .meta({ description: 'Points to redeem.', examples: [100] }),
  }),
  reply: redemption,
  refusals: ['not_found', 'points_insufficient', 'points_not_positive', 'points_not_redeemable'],
  example: { body: { user_id: 127, points: 100 } },
});

export const redeemApplyRoute = route({
  name: 'redeemApply',
  method: 'POST',
  path: `${BASE}/redeem/apply`,
  access: 'see-customers',
  idempotency: 'safe',
  summary: 'Worth of points for a cart',
  description: 'As `redeemCalculate`, never more than the cart comes to. Takes no points.',
  tags: ['Loyalty'],
  body: z.object({
    user_id: id.meta({ description: 'Id of the customer.', examples: [127] }),
    points: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .meta({ description: 'Points to redeem.', examples: [100] }),
    cart_total: moneyIn.describe('What the cart comes to.'),
  }),
  reply: redemption,
  refusals: ['not_valid', 'not_found', 'points_insufficient', 'points_not_positive', 'points_not_redeemable'],
  example: { body: { user_id: 127, points: 100, cart_total: '20.00' } },
});
