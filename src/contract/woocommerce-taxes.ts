import { z } from 'zod';
import { from } from './example.ts';
import { route } from './route.ts';
import { id, idParams, locationId, text } from './wire.ts';
import { forceQuery, WOO, WOO_ADMITS, WOO_TAGS, wooList, wooOne, wooSeen, wooVersion } from './woocommerce.ts';

const of = { tags: WOO_TAGS, admits: WOO_ADMITS } as const;

export const wooTax = z
  .object({
    id: z.int().describe('Id of the present tax setting; every change gives the tax a new id.'),
    country: z.string().describe('Always `US`.'),
    state: z.string().describe('State of the location.'),
    city: z.string().describe('City of the location.'),
    postcode: z.string().describe('ZIP code of the location.'),
    rate: z.string().meta({ description: 'Percent, with four decimals.', examples: ['8.7500'] }),
    name: z.string().meta({ description: 'Name on receipts.', examples: ['Sales Tax'] }),
    priority: z.int().describe('Its place: lower ones are charged first. Taxes of one priority are all charged.'),
    compound: z.boolean().describe('True for a compound tax: it is charged on the taxes before it, too.'),
    shipping: z.boolean().describe('Always false: postage is not taxed.'),
    order: z.int().describe('Place among the taxes of the location.'),
    class: z.string().meta({
      description: '`standard`, or the first price class whose goods it is charged on.',
      examples: ['standard'],
    }),
    code: z.string().meta({ description: 'Code of the tax, as on orders.', examples: ['US-NC-20'] }),
    location_id: locationId,
    version: wooVersion.describe('Changes with every setting of the tax, of one to come as well.'),
  })
  .meta({ id: 'WooTax', description: 'A tax of a location in the form of WooCommerce’s API.' });
export type WooTax = z.output<typeof wooTax>;

const rate = z
  .string()
  .regex(/^\d{1,2}(?:\.\d{1,4})?$/, 'is not a percentage with at most four decimals')
  .meta({ description: 'Percent.', examples: ['1.25'] });
const name = text(100)
  .refine((given) => given.trim() !== '', 'is empty')
  .meta({ description: 'Name on receipts.', examples: ['County Tax'] });

const rules = {
  priority: z.int().min(0).max(1000).optional().describe('Its place: lower ones are charged first.'),
  compound: z.boolean().optional().describe('True for a compound tax: it is charged on the taxes before it, too.'),
  class: text(100)
    .optional()
    .meta({
      description:
        'Price class whose goods it is charged on; `standard` or empty for all goods, or those of its categories. Sending the present value changes nothing.',
      examples: ['standard'],
    }),
};

export const wooTaxesRoute = route({
  ...of,
  name: 'wooTaxes',
  method: 'GET',
  path: `${WOO}/taxes`,
  access: 'see-taxes',
  summary: 'Taxes',
  description: 'Taxes charged now at the location of the key, or at all locations if the key works for all.',
  query: z.object({
    ...wooList(['order', 'id', 'priority', 'include'], 'order', 'asc'),
    class: text(100).optional().describe('Only taxes of this class.'),
  }),
  reply: z.array(wooTax),
  example: { query: { per_page: '5' } },
});

export const wooTaxRoute = route({
  ...of,
  name: 'wooTax',
  method: 'GET',
  path: `${WOO}/taxes/:id`,
  access: 'see-taxes',
  summary: 'One tax',
  description: 'The present tax setting. A former id of the tax finds it, too.',
  params: idParams,
  query: z.object(wooOne),
  reply: wooTax,
  refusals: ['not_found'],
  example: { after: 'createWooTax', params: { id: from('/id', 41) } },
});

export const createWooTaxRoute = route({
  ...of,
  name: 'createWooTax',
  method: 'POST',
  path: `${WOO}/taxes`,
  access: 'configure',
  summary: 'Add a tax',
  description: 'Charges a tax from now on, at the location of the caller unless the request names another allowed one.',
  status: 201,
  body: z.object({
    name,
    rate,
    code: text(50)
      .regex(/^[\w.-]+$/, 'may have letters, digits, dots, hyphens and underscores only')
      .optional()
      .meta({ description: 'Code of the tax; made from the name when left out.', examples: ['COUNTY'] }),
    location_id: id.optional().meta({ description: 'Id of the location.', examples: [25] }),
    ...rules,
  }),
  reply: wooTax,
  refusals: ['changed_meanwhile', 'not_found'],
  example: { body: { name: 'County Tax', rate: '1.25', location_id: 25 } },
});

export const changeWooTaxRoute = route({
  ...of,
  name: 'changeWooTax',
  method: 'PUT',
  path: `${WOO}/taxes/:id`,
  access: 'configure',
  summary: 'Change a tax',
  description: 'Takes effect now. Former settings stay in the history.',
  params: idParams,
  body: z.object({ name: name.optional(), rate: rate.optional(), ...rules, version: wooSeen }),
  reply: wooTax,
  refusals: ['changed_meanwhile', 'not_found'],
  example: { after: 'createWooTax', params: { id: from('/id', 41) }, body: { rate: '1.5' } },
});

export const deleteWooTaxRoute = route({
  ...of,
  name: 'deleteWooTax',
  method: 'DELETE',
  path: `${WOO}/taxes/:id`,
  access: 'configure',
  summary: 'End a tax',
  description:
    'The tax is no longer charged. Needs `force`. The only tax of a location stays: set its rate to 0 instead.',
  params: idParams,
  query: forceQuery,
  reply: wooTax,
  refusals: ['not_found', 'not_valid'],
  example: { after: 'createWooTax', params: { id: from('/id', 41) }, query: { force: 'true' } },
});
