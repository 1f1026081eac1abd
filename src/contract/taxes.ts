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
  .meta({ description: 'Code of the tax, as on orders.', examples: ['US-NC-20'] });

const position = z
  .int()
  .min(0)
  .max(1000)
  .meta({
    description: 'Its place among the taxes of the location; lower ones are charged first.',
    examples: [1],
  });
const compound = z.boolean().describe('True for a compound tax: it is charged on the taxes before it, too.');
const included = z
  .boolean()
  .describe(
    'True if prices include it. Included taxes are taken out of prices before other taxes are added, so they come first.',
  );
const beforePoints = z
  .boolean()
  .describe('True if it is charged on the price before points were used. Not possible for an included tax.');
const categoryIds = z
  .array(id)
  .min(1)
  .max(500)
  .nullable()
  .describe(
    'Categories whose goods it is charged on, with all categories below them. With `price_classes`, it is charged on goods of either; if both are null, on all goods.',
  );
const priceClasses = z
  .array(text(100))
  .min(1)
  .max(500)
  .nullable()
  .describe('Price classes whose goods it is charged on.');

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
    from: instant.nullable().describe('Time from which it applies; null for always.'),
    from_day: day.nullable().describe('The day of that time, by the clock of the location.'),
    state: z
      .enum(['past', 'present', 'coming'])
      .describe('`past`, `present` or `coming`, by the time at which it applies.'),
  })
  .meta({ id: 'TaxSetting', description: 'A tax setting: name, rate and rules of a tax from a time on.' });
export type TaxSetting = z.output<typeof taxRow>;

export const taxesRoute = route({
  name: 'taxes',
  method: 'GET',
  path: '/api/manage/taxes',
  access: 'configure',
  summary: 'Taxes of all locations',
  description:
    'Present, later and former tax settings, newest first. Included taxes are taken out of prices first; then each other tax is charged in its order. Each tax is rounded once for a sale. A location without a tax of its own charges `default_rate`.',
  tags: TAGS,
  reply: success({
    data: z.array(taxRow).describe('Settings, in order by location.'),
    price_classes: z.array(z.string()).describe('Price classes in use by products.'),
    default_rate: rate.describe('Rate in percent for locations without a tax of their own.'),
  }),
});

export const setTaxRoute = route({
  name: 'setTax',
  method: 'POST',
  path: '/api/manage/taxes',
  access: 'configure',
  summary: 'Set a tax of a location',
  description:
    'Makes, changes or ends a tax, from now on or from a day on. Former settings stay, because a sale is taxed as of its own time. Fields from `position` to `price_classes` that are left out keep the values they have at that time.',
  tags: TAGS,
  status: 201,
  body: z.object({
    location_id: id.meta({ description: 'Id of the location.', examples: [20] }),
    code,
    name: text(100)
      .refine((name) => name.trim() !== '', 'is empty')
      .meta({ description: 'Name on receipts.', examples: ['Sales Tax'] }),
    rate: rate.nullable().describe('Rate in percent; null ends the tax.'),
    position: position.optional().describe('Its place; unchanged when left out, and after the others for a new tax.'),
    compound: compound.optional(),
    included: included.optional(),
    before_points: beforePoints.optional(),
    category_ids: categoryIds.optional(),
    price_classes: priceClasses.optional(),
    from_day: day
      .nullable()
      .optional()
      .describe('Day from whose beginning it applies, by the clock of the location; now when left out or null.'),
    seen_id: id
      .nullable()
      .optional()
      .describe(
        'Id of the newest setting of this tax that the caller saw; null for none. If there is a newer one, 409 `changed_meanwhile` answers the `current` one.',
      ),
  }),
  reply: success({ data: taxRow }),
  refusals: ['changed_meanwhile', 'not_found', 'nothing_to_do'],
  example: {
    body: { location_id: 25, code: 'US-NC-25-CITY', name: 'City Tax', rate: '1.5', from_day: '2099-01-01' },
  },
});

export const copyTaxesRoute = route({
  name: 'copyTaxes',
  method: 'POST',
  path: '/api/manage/taxes/copy',
  access: 'configure',
  summary: 'Copy the taxes of a location to another',
  description:
    'Sets the present taxes of a location, and those to come, at a location that has none. Present ones apply there from now on.',
  tags: TAGS,
  status: 201,
  body: z.object({
    from_location_id: id.meta({ description: 'Id of the location that has the taxes.', examples: [20] }),
    location_id: id.meta({ description: 'Id of the location that gets them.', examples: [25] }),
  }),
  reply: success({ data: z.array(taxRow).describe('The settings that were made.') }),
  refusals: ['not_found', 'nothing_to_do', 'status_conflict'],
  example: { after: 'createLocation', body: { from_location_id: 20, location_id: from('/data/id', 42) } },
});

export const cancelTaxRoute = route({
  name: 'cancelTax',
  method: 'DELETE',
  path: '/api/manage/taxes/:id',
  access: 'configure',
  summary: 'Cancel a later tax setting',
  description: 'Only a later setting can be cancelled; present and former ones stay.',
  tags: TAGS,
  params: idParams,
  reply: success({ id: z.int().describe('Id of the cancelled setting.') }),
  refusals: ['not_found', 'status_conflict'],
  example: { after: 'setTax', params: { id: from('/data/id', 40) } },
});
