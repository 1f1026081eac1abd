import { z } from 'zod';
import { MAX_BONUS_POINTS, MAX_POINTS, POINT_ROUNDINGS } from '#domain/loyalty-points.ts';
import { route } from './route.ts';
import { id, idParams, instant, money, moneyIn, pageQuery, searched, success, text } from './wire.ts';

const REWARDS_BASE = '/api/proxy/wc-points-rewards';

const TAGS = ['Loyalty'];

const pointsLabel = z.string().meta({ description: 'What points are called: "one:many".', examples: ['Point:Points'] });
const customerId = id.meta({ description: 'Id of the customer.', examples: [127] });
const wholePoints = z.int().min(1).max(MAX_POINTS);

export const balanceRoute = route({
  name: 'balance',
  method: 'GET',
  path: `${REWARDS_BASE}/user/:id/balance`,
  access: 'see-customers',
  summary: 'Points of a customer',
  description:
    'How many points the customer has, and what all of them that make whole steps are worth. A balance may be below zero: a refund takes back points that were spent already.',
  tags: TAGS,
  params: idParams,
  reply: success({
    balance: z.int().meta({ description: 'Points of the customer.', examples: [725] }),
    points_label: pointsLabel,
    redeemable_points: z.int().meta({ description: 'Points that can be used now.', examples: [700] }),
    redeemable_amount: money.describe('What those take off.'),
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
      .meta({ description: 'What it was for; the reason of an adjustment.', examples: ['Birthday bonus'] }),
    date: instant.describe('When.'),
    formatted_date: z
      .string()
      .meta({ description: 'The same on the wall of the shop.', examples: ['11/20/2026, 1:29 PM'] }),
    order_id: z
      .int()
      .nullable()
      .meta({ description: 'Id of the order it belongs to; null for none.', examples: [4056] }),
    by: z
      .string()
      .nullable()
      .meta({ description: 'Who did it; null for the server.', examples: ['Morgan Manager'] }),
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
    'Entries of the ledger, newest first, those of one instant by id. Go on with `cursor`: what comes in meanwhile moves no page. `page` is for older clients.',
  tags: TAGS,
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
    pagination: z
      .object({
        total: z.int().describe('Entries of all pages.'),
        total_pages: z.int().describe('Number of pages.'),
        page: z.int().describe('This page, from 1.'),
        per_page: z.int().describe('Entries of a page.'),
      })
      .describe('Where the page stands.'),
    next_cursor: z.string().nullable().describe('Says where the next page begins; null at the end.'),
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
    'One entry of the ledger with its reason. A balance below zero has to be confirmed: the first answer says what it would be, and the request goes out again, under another key, with `confirm_below_zero`.',
  tags: TAGS,
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

const loyaltySettings = {
  earn_points: z.int().meta({ description: 'Points earned …', examples: [1] }),
  earn_amount: money.describe('… for every so much spent on goods, before tax.'),
  rounding: z.enum(POINT_ROUNDINGS).describe('What happens to parts of a point.'),
  minimum_amount: money.describe('Goods that earn must come to this much, or the sale earns nothing.'),
  excluded_category_ids: z
    .array(z.int())
    .meta({ description: 'Categories whose goods earn nothing, those below them included.', examples: [[]] }),
  earn_on_discounted: z.boolean().describe('Whether lines sold below their list price earn.'),
  redeem_points: z.int().meta({ description: 'Points taken …', examples: [100] }),
  redeem_amount: money.describe('… for this much off.'),
  points_label: pointsLabel,
  expire_after_days: z
    .int()
    .nullable()
    .meta({ description: 'Points lapse this many days after they were earned; null: never.', examples: [null] }),
  version: z.int().meta({ description: 'Grows with every change.', examples: [1] }),
};

export const loyaltySettingsRoute = route({
  name: 'loyaltySettings',
  method: 'GET',
  path: `${REWARDS_BASE}/settings`,
  access: 'see-customers',
  summary: 'Rules of the points',
  description: 'How points are earned, what they are worth and when they lapse: one setting for the whole business.',
  tags: TAGS,
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
    'What is left out stays as it is. Holds for sales from now on; points that were given are not counted again. With `version`, a change that somebody else made meanwhile is not overwritten.',
  tags: TAGS,
  body: z.object({
    earn_points: z
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .meta({ description: 'Points earned …', examples: [1] }),
    earn_amount: amountIn.optional().describe('… for every so much spent on goods, before tax.'),
    rounding: z.enum(POINT_ROUNDINGS).optional().describe('What happens to parts of a point.'),
    minimum_amount: moneyIn
      .refine((cents) => cents >= 0, 'must not be below 0')
      .optional()
      .describe('Goods that earn must come to this much, or the sale earns nothing.'),
    excluded_category_ids: z
      .array(id)
      .max(500)
      .optional()
      .meta({ description: 'Categories whose goods earn nothing, those below them included.', examples: [[]] }),
    earn_on_discounted: z
      .boolean()
      .optional()
      .meta({ description: 'Whether lines sold below their list price earn.', examples: [true] }),
    redeem_points: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Points taken …', examples: [100] }),
    redeem_amount: amountIn.optional().describe('… for this much off.'),
    points_label: text(61)
      .regex(/^[^:]{1,30}:[^:]{1,30}$/, 'must be the word for one and the word for many, like Point:Points')
      .optional()
      .meta({ description: 'What points are called: "one:many".', examples: ['Point:Points'] }),
    expire_after_days: z
      .int()
      .min(1)
      .max(36_500)
      .nullable()
      .optional()
      .meta({ description: 'Points lapse this many days after they were earned; null: never.', examples: [null] }),
    version: z.int().optional().meta({ description: 'The version that was changed here.' }),
  }),
  reply: success(loyaltySettings),
  refusals: ['settings_changed', 'not_valid', 'nothing_to_do'],
  example: { body: { minimum_amount: '1.00' } },
});

const redemption = success({
  points: z.int().meta({ description: 'Points that would be taken.', examples: [100] }),
  discount: money.describe('What they take off.'),
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
  description: 'What a number of points is worth to this customer, in whole steps.',
  tags: TAGS,
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
    'As `redeemCalculate`, never more than the goods of the cart come to. Takes no points: those are taken with the sale that names them in `redeem_points`, in the same step as its payment.',
  tags: TAGS,
  body: z.object({
    user_id: customerId,
    points: wholePoints.meta({ description: 'Points to redeem.', examples: [100] }),
    cart_total: moneyIn.describe('What the goods of the cart come to, before tax.'),
  }),
  reply: redemption,
  refusals: ['not_valid', 'not_found', 'points_insufficient', 'points_not_positive', 'points_not_redeemable'],
  example: { body: { user_id: 127, points: 100, cart_total: '20.00' } },
});

const productPoints = success({
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

export const productPointsRoute = route({
  name: 'productPoints',
  method: 'GET',
  path: `${REWARDS_BASE}/product/:id/points`,
  access: 'see-customers',
  summary: 'Points for a product',
  description:
    'What a product earns at its present prices, by the rules of now. The minimum of a sale is left out of account.',
  tags: TAGS,
  params: idParams,
  reply: productPoints,
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
  tags: TAGS,
  params: idParams,
  body: z.object({
    bonus_points: z
      .int()
      .min(0)
      .max(MAX_BONUS_POINTS)
      .meta({ description: 'Points for each piece or tier.', examples: [10] }),
  }),
  reply: productPoints,
  refusals: ['not_found'],
  example: { params: { id: 1602 }, body: { bonus_points: 10 } },
});

export const bulkPointsRoute = route({
  name: 'bulkPoints',
  method: 'GET',
  path: `${REWARDS_BASE}/bulk/users`,
  access: 'see-customers',
  summary: 'Customers with their points',
  description: 'A page of the directory of customers, found as `users` finds them, with the points of each.',
  tags: TAGS,
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
    pagination: z
      .object({
        total: z.int().describe('Customers of all pages.'),
        total_pages: z.int().describe('Number of pages.'),
        page: z.int().describe('This page, from 1.'),
        per_page: z.int().describe('Customers of a page.'),
      })
      .describe('Where the page stands.'),
  }),
  example: { query: { search: 'reed' } },
});

const bearerOf = {
  user_id: z.int().meta({ description: 'Id of the account.', examples: [1] }),
  user_nicename: z.string().meta({ description: 'Name to sign in with.', examples: ['admin'] }),
  user_email: z.string().meta({ description: 'E-mail address.', examples: ['admin@example.com'] }),
  user_display_name: z.string().meta({ description: 'Name to show.', examples: ['Avery Admin'] }),
  expires_at: instant.describe('When the token ends at the latest.'),
};

export const rewardsTokenRoute = route({
  name: 'rewardsToken',
  method: 'POST',
  path: `${REWARDS_BASE}/auth/token`,
  access: 'public',
  idempotency: 'none',
  summary: 'Sign in to the points calls',
  description:
    'As `login`, for clients of the points calls: the same accounts, the same waiting after failures, and no cookie. The token is a session like any other.',
  tags: TAGS,
  body: z.object({
    username: text(320)
      .min(1)
      .meta({ description: 'Name or e-mail address.', examples: ['admin'] }),
    password: z
      .string()
      .min(1)
      .max(1000)
      .meta({ description: 'Password.', examples: ['tillwright'] }),
  }),
  reply: success({
    token: z.string().meta({ description: 'Bearer token of the session.', examples: ['cK0o1Tn4…'] }),
    ...bearerOf,
  }),
  refusals: ['wrong_credentials'],
  example: { body: { username: 'admin', password: 'tillwright' } },
});

export const rewardsValidateRoute = route({
  name: 'rewardsValidate',
  method: 'POST',
  path: `${REWARDS_BASE}/auth/validate`,
  access: 'signed-in',
  idempotency: 'safe',
  summary: 'Is this token good?',
  description: 'Says whose token it is. One that is not good is answered with 401, as by every call.',
  tags: TAGS,
  reply: success({ valid: z.literal(true).describe('Always true.'), ...bearerOf }),
});
