import { z } from 'zod';
import { from } from './example.ts';
import { route } from './route.ts';
import { day, id, idParams, instant, locationId, success, text } from './wire.ts';

const TAGS = ['Taxes'];

const rate = z
  .string()
  .regex(/^\d{1,2}(?:\.\d{1,4})?$/, 'is not a percentage with at most four decimals')
  .meta({ description: 'Rate in percent.', examples: ['8.75'] });
const code = text(50)
  .regex(/^[\w.-]+$/, 'may have letters, digits, dots, hyphens and underscores only')
  .meta({ description: 'Code of the tax, as it stands on orders.', examples: ['US-NC-20'] });

const position = z
  .int()
  .min(0)
  .max(1000)
  .meta({
    description: 'Its place among the taxes of the location: lower ones are charged first.',
    examples: [1],
  });
const compound = z.boolean().describe('Whether it is charged on the taxes before it, too.');
const included = z
  .boolean()
  .describe(
    'Whether prices contain it. It is taken out of them before taxes are added; those that prices contain come first.',
  );
const beforePoints = z
  .boolean()
  .describe('Whether it is charged on the price before points were used. Not for one that prices contain.');
const categoryIds = z
  .array(id)
  .min(1)
  .max(500)
  .nullable()
  .describe(
    'Charged on goods of these categories and all below them. With `price_classes`, on goods of either; both null: on all.',
  );
const priceClasses = z.array(text(100)).min(1).max(500).nullable().describe('Charged on goods of these price classes.');

const taxRow = z
  .object({
    id: z.int().describe('Id of this setting.'),
    location_id: locationId,
    code: z.string().meta({ description: 'Code of the tax.', examples: ['US-NC-20'] }),
    name: z.string().meta({ description: 'Name on receipts.', examples: ['Sales Tax'] }),
    rate: rate.nullable().describe('Rate in percent; null: the tax is not charged from then on.'),
    position,
    compound,
    included,
    before_points: beforePoints,
    category_ids: categoryIds,
    price_classes: priceClasses,
    from: instant.nullable().describe('Since or from when it holds; null for always.'),
    from_day: day.nullable().describe('The same as a day by the clock of the location.'),
    state: z.enum(['past', 'present', 'coming']).describe('Whether it held, holds or is to hold.'),
  })
  .meta({ id: 'TaxSetting', description: 'What a tax is from an instant on.' });
export type TaxSetting = z.output<typeof taxRow>;

export const taxesRoute = route({
  name: 'taxes',
  method: 'GET',
  path: '/api/manage/taxes',
  access: 'configure',
  summary: 'Taxes of all locations',
  description:
    'What holds, what is to come, and what held before, newest first. Taxes that prices contain are taken out of them first; then each is charged in its order, and rounded once a sale. A location without a tax of its own charges `default_rate`.',
  tags: TAGS,
  reply: success({
    data: z.array(taxRow).describe('Settings, in order by location.'),
    price_classes: z.array(z.string()).describe('The price classes that products have.'),
    default_rate: rate.describe('Rate of locations that have none of their own, in percent.'),
  }),
});

export const setTaxRoute = route({
  name: 'setTax',
  method: 'POST',
  path: '/api/manage/taxes',
  access: 'configure',
  summary: 'Set a tax of a location',
  description:
    'Makes a tax, changes it or ends it: from now on, or from a day on. What held before stays, because a sale is taxed as of its own instant. What is left out of `position` to `price_classes` stays as it is until then.',
  tags: TAGS,
  status: 201,
  body: z.object({
    location_id: id.meta({ description: 'Id of the location.', examples: [20] }),
    code,
    name: text(100)
      .refine((name) => name.trim() !== '', 'is empty')
      .meta({ description: 'Name on receipts.', examples: ['Sales Tax'] }),
    rate: rate.nullable().describe('Rate in percent; null ends the tax.'),
    position: position.optional().describe('Its place; as it was when left out, and after the others for a new tax.'),
    compound: compound.optional(),
    included: included.optional(),
    before_points: beforePoints.optional(),
    category_ids: categoryIds.optional(),
    price_classes: priceClasses.optional(),
    from_day: day
      .nullable()
      .optional()
      .describe('Holds from the beginning of this day, by the clock of the location; now when left out or null.'),
    seen_id: id
      .nullable()
      .optional()
      .describe(
        'The newest setting of this tax that was seen, null for none: with another one, 409 `changed_meanwhile` tells the `current` one.',
      ),
  }),
  reply: success({ data: taxRow }),
  refusals: ['changed_meanwhile', 'not_found', 'nothing_to_do'],
  example: {
    body: { location_id: 25, code: 'US-NC-25-CITY', name: 'City Tax', rate: '1.5', from_day: '2099-01-01' },
  },
});

export const cancelTaxRoute = route({
  name: 'cancelTax',
  method: 'DELETE',
  path: '/api/manage/taxes/:id',
  access: 'configure',
  summary: 'Take back a tax setting that is to come',
  description: 'What holds or held stays.',
  tags: TAGS,
  params: idParams,
  reply: success({ id: z.int().describe('Id of the setting that is gone.') }),
  refusals: ['not_found', 'status_conflict'],
  example: { after: 'setTax', params: { id: from('/data/id', 40) } },
});
