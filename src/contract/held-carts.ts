import { z } from 'zod';
import { MAX_HELD_NAME_LENGTH } from '#domain/held-cart.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { id, idParams, instant, money, success, text } from './wire.ts';

/** A held cart lapses after this time. Rule: register/hold. */
export const HELD_CART_HOURS = 24;

const TAGS = ['Held carts'];
const SAMPLE_KEY = '0d0ff1d4-95a2-4ac5-9d6f-2f3a6d1a0b11';
const SAMPLE_CART = JSON.stringify({
  version: 1,
  lines: [
    {
      productId: 1701,
      variationId: null,
      name: 'Walnut Grinder',
      sku: null,
      image: null,
      category: null,
      taxable: true,
      sold: { kind: 'unit', priceCents: 2900, quantityMilli: 2000 },
      overrideCents: null,
      overrideReason: null,
      discount: 0,
      adjustmentCents: 0,
    },
  ],
});

const cart = text(300_000).meta({
  description: 'The lines with their changed prices, as a till keeps them: JSON in a text.',
  examples: [SAMPLE_CART],
});
const points = z
  .object({
    points: id.describe('Points that pay for a part of it.'),
    redeemPoints: id.describe('Points of one step.'),
    redeemCents: id.describe('Discount of one step, in cents.'),
    label: text(100).describe('Name of the points.'),
  })
  .nullable()
  .describe("The customer's points that pay for a part of it; null for none.");
const customerId = z
  .int()
  .nullable()
  .meta({ description: 'Id of the customer; null for a guest.', examples: [null] });

/** Key of the sale that the cart becomes, at any till. */
const workOfCart = {
  sale_key: z
    .string()
    .regex(/^[\x21-\x7e]{8,100}$/, 'is not an Idempotency-Key')
    .optional()
    .meta({
      description: 'The `Idempotency-Key` of the sale that the cart becomes; a new one when left out.',
      examples: [SAMPLE_KEY],
    }),
  holds: z
    .int()
    .min(0)
    .max(9999)
    .default(0)
    .meta({ description: 'Number of times the cart was held before.', examples: [0] }),
};

const heldCart = z
  .object({
    id: z.int().meta({ description: 'Id of the held cart.', examples: [12] }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Name that staff gave it.', examples: ['Blue jacket'] }),
    customer_id: customerId,
    customer_name: z.string().nullable().describe('Name of the customer; null for a guest.'),
    first_item: z
      .string()
      .meta({ description: 'Name of the product of its first line.', examples: ['Walnut Grinder'] }),
    items: z.number().meta({ description: 'Pieces and tiers in it.', examples: [2] }),
    subtotal: money.describe('Value of its goods at the prices in it, before points and taxes.'),
    held_by: z.string().meta({ description: 'Name of the person who held it.', examples: ['Sam Staff'] }),
    held_at: instant.describe('Time.'),
    lapses_at: instant.describe('Time until which it is kept.'),
  })
  .meta({ id: 'HeldCart', description: 'A cart that waits for its customer.' });
export type WireHeldCart = z.output<typeof heldCart>;

export const heldCartsRoute = route({
  name: 'heldCarts',
  method: 'GET',
  path: '/api/held-carts',
  access: 'sell',
  summary: 'Held carts of the location',
  description: 'Oldest first, without carts that were sold since.',
  tags: TAGS,
  reply: success({ data: z.array(heldCart).describe('Held carts.') }),
});

export const holdCartRoute = route({
  name: 'holdCart',
  method: 'POST',
  path: '/api/held-carts',
  access: 'sell',
  idempotency: 'required',
  summary: 'Hold a cart',
  description: `The cart is kept for ${HELD_CART_HOURS} hours at the location, and any till there can resume it once. Nothing is sold or reserved. A cart whose sale was sent cannot be held.`,
  tags: TAGS,
  body: z.object({
    ...workOfCart,
    name: text(MAX_HELD_NAME_LENGTH)
      .refine((name) => name.trim() !== '', 'is empty')
      .nullable()
      .meta({ description: 'Name by which staff know it; null for none.', examples: ['Blue jacket'] }),
    cart,
    customer_id: id.nullable().meta({ description: 'Id of the customer; null for a guest.', examples: [null] }),
    points,
  }),
  reply: success({ data: heldCart }),
  refusals: ['cart_not_at_hand', 'customer_unknown', 'location_required', 'not_valid'],
  example: {
    body: {
      name: 'Blue jacket',
      cart: SAMPLE_CART,
      customer_id: null,
      points: null,
    },
  },
});

export const resumeCartRoute = route({
  name: 'resumeCart',
  method: 'POST',
  path: '/api/held-carts/:id/resume',
  access: 'sell',
  idempotency: 'required',
  summary: 'Resume a held cart',
  description: 'If several tills ask, only one gets it. The sale is sent with the key that the answer has.',
  tags: TAGS,
  params: idParams,
  body: z.object({}),
  reply: success({
    data: z
      .object({
        id: z.int().describe('Id of the held cart.'),
        sale_key: z.string().describe('The `Idempotency-Key` of its sale.'),
        holds: z.int().describe('Number of times it has been held.'),
        name: z.string().nullable().describe('Name that staff gave it; null for none.'),
        cart: z.string().describe('The lines, as a till keeps them.'),
        customer_id: customerId,
        points,
      })
      .describe('The cart.'),
  }),
  refusals: ['not_found', 'held_cart_gone', 'location_required'],
  example: { after: 'holdCart', params: { id: from('/data/id', 12) }, body: {} },
});

export const burnCartRoute = route({
  name: 'burnCart',
  method: 'POST',
  path: '/api/held-carts/:id/burn',
  access: 'sell',
  idempotency: 'required',
  summary: 'Empty a held cart',
  description: 'Removes the cart from the list.',
  tags: TAGS,
  params: idParams,
  body: z.object({}),
  reply: success({ id: z.int().describe('Id of the held cart.') }),
  refusals: ['not_found', 'held_cart_gone', 'location_required'],
  example: { after: 'holdCart', params: { id: from('/data/id', 12) }, body: {} },
});
