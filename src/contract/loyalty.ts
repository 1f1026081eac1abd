import { z } from 'zod';
import { MAX_POINTS } from '#domain/loyalty-points.ts';
import { LOYALTY_TAGS, pointsLabel, REWARDS_BASE, rewardsPagination } from './rewards.ts';
import { route } from './route.ts';
import { id, idParams, instant, money, moneyIn, pageQuery, searched, success, text } from './wire.ts';

const customerId = id.meta({ description: 'Id of the customer.', examples: [127] });
const wholePoints = z.int().min(1).max(MAX_POINTS);

export const balanceRoute = route({
  name: 'balance',
  method: 'GET',
  path: `${REWARDS_BASE}/user/:id/balance`,
  access: 'see-customers',
  summary: 'Points of a customer',
  description:
    'The balance of the customer, and the worth of the points that can be used in whole steps. A balance may be below zero, because a refund also takes back points that were spent already.',
  tags: LOYALTY_TAGS,
  params: idParams,
  reply: success({
    balance: z.int().meta({ description: 'Points of the customer.', examples: [725] }),
    points_label: pointsLabel,
    redeemable_points: z.int().meta({ description: 'Points that can be used now.', examples: [700] }),
    redeemable_amount: money.describe('Discount for the points that can be used.'),
  }),
  refusals: ['not_found'],
  example: { params: { id: 127 } },
});

/** Kinds of entries in the ledger of points. */
const POINTS_EVENT_TYPES = [
  'order-placed',
  'order-cancelled',
  'order-refunded',
  'order-voided',
  'order-restored',
  'manual-adjust',
  'redeemed',
  'redemption-returned',
  'expired',
  'opening-balance',
  'merged',
] as const;

export const pointsEvent = z
  .object({
    id: z.int().meta({ description: 'Id of the entry.', examples: [8812] }),
    type: z.enum(POINTS_EVENT_TYPES).describe('Kind of the entry.'),
    points: z.int().meta({ description: 'Points given; below zero for points taken.', examples: [50] }),
    description: z
      .string()
      .meta({ description: 'Text of the entry; the reason of an adjustment.', examples: ['Birthday bonus'] }),
    date: instant.describe('Time.'),
    formatted_date: z
      .string()
      .meta({ description: 'The same time in the time zone of the shop.', examples: ['11/20/2026, 1:29 PM'] }),
    order_id: z
      .int()
      .nullable()
      .meta({ description: 'Id of the order it belongs to; null for none.', examples: [4056] }),
    by: z
      .string()
      .nullable()
      .meta({ description: 'Person who did it; null for the server.', examples: ['Morgan Manager'] }),
  })
  .meta({ id: 'PointsEvent', description: 'An entry in the ledger of points. Entries are never changed.' });
export type PointsEvent = z.output<typeof pointsEvent>;

export const pointsHistoryRoute = route({
  name: 'pointsHistory',
  method: 'GET',
  path: `${REWARDS_BASE}/user/:id/history`,
  access: 'see-customers',
  summary: 'History of points',
  description:
    'Entries of the ledger, newest first; entries of one instant by id. Continue with `cursor`, so that new entries do not shift the pages. `page` is for older clients.',
  tags: LOYALTY_TAGS,
  params: idParams,
  query: z.object({
    ...pageQuery(20, 100),
    order: z.literal('desc', 'is always desc').optional().describe('Always `desc`.'),
    cursor: z
      .string()
      .regex(/^\d{1,17}\.\d{1,17}$/, 'is not a cursor of this list')
      .optional()
      .describe('`next_cursor` of the page before; `page` is ignored then.'),
  }),
  reply: success({
    events: z.array(pointsEvent).describe('Entries of the page.'),
    pagination: rewardsPagination,
    next_cursor: z.string().nullable().describe('Cursor of the next page; null at the end.'),
  }),
  refusals: ['not_found'],
  example: { params: { id: 127 }, query: { per_page: 20 } },
});

export const adjustPointsRoute = route({
  name: 'adjustPoints',
  method: 'POST',
  path: `${REWARDS_BASE}/user/:id/adjust`,
  access: 'adjust-points',
  idempotency: 'required',
  summary: 'Give or take points',
  description:
    'Makes one entry of the ledger with its reason. A balance below zero has to be confirmed: the refusal has the resulting balance. To confirm, send the request again with another key and `confirm_below_zero`.',
  tags: LOYALTY_TAGS,
  params: idParams,
  body: z.object({
    points: z
      .int()
      .min(-MAX_POINTS)
      .max(MAX_POINTS)
      .meta({ description: 'Points to give; below zero to take.', examples: [50] }),
    description: text(500).meta({ description: 'The reason.', examples: ['Birthday bonus'] }),
    confirm_below_zero: z
      .boolean()
      .optional()
      .meta({ description: 'Take them even if the balance goes below zero.', examples: [false] }),
  }),
  reply: success({
    balance: z.int().meta({ description: 'Points afterwards.', examples: [775] }),
    points_label: pointsLabel,
    event: pointsEvent,
  }),
  refusals: ['not_found', 'nothing_to_do', 'reason_required', 'points_below_zero', 'not_valid'],
  example: { params: { id: 127 }, body: { points: 50, description: 'Birthday bonus' } },
});

const redemption = success({
  points: z.int().meta({ description: 'Points that would be taken.', examples: [100] }),
  discount: money.describe('Discount for these points.'),
  balance: z.int().meta({ description: 'Points the customer has.', examples: [725] }),
  points_label: pointsLabel,
});

export const redeemCalculateRoute = route({
  name: 'redeemCalculate',
  method: 'POST',
  path: `${REWARDS_BASE}/redeem/calculate`,
  access: 'see-customers',
  idempotency: 'safe',
  summary: 'Worth of points',
  description: 'Worth of a number of points for this customer, in whole steps.',
  tags: LOYALTY_TAGS,
  body: z.object({
    user_id: customerId,
    points: wholePoints.meta({ description: 'Points to redeem.', examples: [100] }),
  }),
  reply: redemption,
  refusals: ['not_found', 'points_insufficient', 'points_not_positive', 'points_not_redeemable'],
  example: { body: { user_id: 127, points: 100 } },
});

export const redeemApplyRoute = route({
  name: 'redeemApply',
  method: 'POST',
  path: `${REWARDS_BASE}/redeem/apply`,
  access: 'see-customers',
  idempotency: 'safe',
  summary: 'Worth of points for a cart',
  description:
    'Calculates as `redeemCalculate` does, limited to the value of the goods in the cart. Takes no points: the sale that names them in `redeem_points` takes them in the same step as its payment.',
  tags: LOYALTY_TAGS,
  body: z.object({
    user_id: customerId,
    points: wholePoints.meta({ description: 'Points to redeem.', examples: [100] }),
    cart_total: moneyIn.describe('Value of the goods in the cart, before tax.'),
  }),
  reply: redemption,
  refusals: ['not_valid', 'not_found', 'points_insufficient', 'points_not_positive', 'points_not_redeemable'],
  example: { body: { user_id: 127, points: 100, cart_total: '20.00' } },
});

export const bulkPointsRoute = route({
  name: 'bulkPoints',
  method: 'GET',
  path: `${REWARDS_BASE}/bulk/users`,
  access: 'see-customers',
  summary: 'Customers with their points',
  description: 'A page of the directory of customers, found as `users` finds them, with the points of each.',
  tags: LOYALTY_TAGS,
  query: z.object({ ...pageQuery(50, 200), search: searched.optional() }),
  reply: success({
    users: z
      .array(
        z.object({
          id: z.int().meta({ description: 'Id of the customer.', examples: [127] }),
          username: z.string().meta({ description: 'Name to sign in with.', examples: ['dana.reed'] }),
          email: z.string().meta({ description: 'E-mail address; empty for none.', examples: ['dana@example.com'] }),
          display_name: z.string().meta({ description: 'Name to show.', examples: ['Dana Reed'] }),
          balance: z.int().meta({ description: 'Points.', examples: [725] }),
        }),
      )
      .describe('Customers of the page.'),
    points_label: pointsLabel,
    pagination: rewardsPagination,
  }),
  example: { query: { search: 'reed' } },
});
