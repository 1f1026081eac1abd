import { z } from 'zod';
import { route } from './route.ts';
import { id, idParams, money, moneyIn, success } from './wire.ts';

const BASE = '/api/proxy/wc-points-rewards';

export const balanceRoute = route({
  method: 'GET',
  path: `${BASE}/user/:id/balance`,
  access: 'see-customers',
  summary: 'Points of a customer',
  tags: ['Loyalty'],
  params: idParams,
  reply: success({ balance: z.int(), points_label: z.string() }),
});

export const loyaltySettingsRoute = route({
  method: 'GET',
  path: `${BASE}/settings`,
  access: 'see-customers',
  summary: 'How points are earned and what they are worth',
  tags: ['Loyalty'],
  reply: success({
    earn_points: z.int(),
    earn_amount: money,
    redeem_points: z.int(),
    redeem_amount: money,
    points_label: z.string(),
  }),
});

const redemption = success({ points: z.int(), discount: money, balance: z.int(), points_label: z.string() });

export const redeemCalculateRoute = route({
  method: 'POST',
  path: `${BASE}/redeem/calculate`,
  access: 'see-customers',
  idempotency: 'safe',
  summary: 'What a number of points is worth to this customer',
  tags: ['Loyalty'],
  body: z.object({ user_id: id, points: z.int().min(1).max(1_000_000_000) }),
  reply: redemption,
});

/** As calculate, capped by the cart. Takes no points: they are taken with the sale that redeems them. */
export const redeemApplyRoute = route({
  method: 'POST',
  path: `${BASE}/redeem/apply`,
  access: 'see-customers',
  idempotency: 'safe',
  summary: 'What a number of points takes off this cart',
  tags: ['Loyalty'],
  body: z.object({ user_id: id, points: z.int().min(1).max(1_000_000_000), cart_total: moneyIn }),
  reply: redemption,
});
