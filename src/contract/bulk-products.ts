import { z } from 'zod';
import { PRICE_ROUNDINGS } from '#domain/bulk-price.ts';
import { HUNDRED_PERCENT } from '#domain/money.ts';
import { from } from './example.ts';
import { PRODUCT_STATUSES } from './managed-products.ts';
import { measureIn } from './product-measure.ts';
import { route } from './route.ts';
import { id, instant, locationIdIn, moneyIn, quantityIn, success, text } from './wire.ts';

/** Most products that one call changes. Rule: catalogue/bulk-edit. */
export const MAX_BULK_PRODUCTS = 500;
/** A price rises by at most ten times itself. It falls by at most 100 %. */
const MAX_PERCENT = 1000;

const rounding = z
  .enum(PRICE_ROUNDINGS)
  .default('cent')
  .meta({
    description: 'Rounding of the new price; `99-cents`: to the nearest price that ends in .99.',
    examples: ['5-cents'],
  });
const percent = z
  .number()
  .min(-100)
  .max(MAX_PERCENT)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'has more than two decimals')
  .transform((value) => Math.round(value * 100))
  .meta({ description: 'Percent with at most two decimals; below zero to lower the price.', examples: [10] });

/** A sale ends a price of nothing: more than the whole price never comes off. */
const percentOff = percent.refine((share) => share > 0 && share <= HUNDRED_PERCENT, 'is not a share of the price');
const amountOff = moneyIn.refine((cents) => cents >= 0, 'is less than nothing');
const saleDates = {
  from: instant.nullable().optional().describe('Start of the sale; null for now.'),
  until: instant.nullable().optional().describe('End of the sale; null for no end.'),
};
const sale = z
  .discriminatedUnion('by', [
    z.object({
      by: z.literal('percent').describe('A share off the price.'),
      percent: percentOff.meta({ description: 'Percent off, with at most two decimals.', examples: [20] }),
      rounding,
      ...saleDates,
    }),
    z.object({
      by: z.literal('amount').describe('Dollars off the price.'),
      amount: amountOff.describe('Dollars off.'),
      rounding,
      ...saleDates,
    }),
    z.object({
      by: z.literal('price').describe('A price for all.'),
      amount: amountOff.describe('The sale price.'),
      ...saleDates,
    }),
    z.object({ by: z.literal('end').describe('Takes the sale price away, a planned one too.') }),
  ])
  .describe('Sale price of each product, or of each of its variations; of a new price, where both are changed.');

const categories = z
  .array(id)
  .max(50)
  .optional()
  .meta({ examples: [[30]] });

const bulkChange = z
  .object({
    status: z
      .enum(PRODUCT_STATUSES)
      .optional()
      .meta({ description: '`publish`, `draft`, `private` or `trash`.', examples: ['draft'] }),
    taxable: z.boolean().optional().describe('True if sales tax is charged.'),
    blueprint_id: id
      .nullable()
      .optional()
      .meta({ description: 'Id of the blueprint; null for that of its categories.', examples: [39] }),
    price_class: text(100)
      .nullable()
      .optional()
      .meta({ description: 'Price class; null or empty for none.', examples: ['House'] }),
    sale: sale.optional(),
    reorder_level: z
      .object({
        location_id: locationIdIn,
        level: quantityIn
          .refine((milli) => milli >= 0, 'is less than zero')
          .nullable()
          .meta({
            description: 'Reorder level of each product, or of each of its variations; null for none.',
            examples: [4],
          }),
      })
      .optional()
      .describe('Reorder level at one location.'),
    add_category_ids: categories.describe('Ids of categories to add after the present ones.'),
    remove_category_ids: categories.describe('Ids of categories to remove.'),
    price: z
      .discriminatedUnion('by', [
        z.object({
          by: z.literal('amount').describe('By dollars.'),
          amount: moneyIn.describe('Dollars to add; below zero to lower the price.'),
          rounding,
        }),
        z.object({ by: z.literal('percent').describe('By a share.'), percent, rounding }),
        z.object({ by: z.literal('price').describe('A price for all.'), amount: amountOff.describe('The new price.') }),
      ])
      .optional()
      .describe('Moves or sets the price of each product, or of each of its variations.'),
    unit: measureIn.unit,
    step: measureIn.step,
    floor_price: z
      .discriminatedUnion('by', [
        z.object({
          by: z.literal('percent').describe('A share below the price, the lowest one of its variations.'),
          percent: percentOff.meta({
            description: 'Percent below the price, with at most two decimals.',
            examples: [20],
          }),
          rounding,
        }),
        z.object({
          by: z.literal('price').describe('A floor price for all.'),
          amount: amountOff.describe('The floor price.'),
        }),
        z.object({ by: z.literal('none').describe('Takes the floor price away.') }),
      ])
      .optional()
      .describe('Floor price of each product; of a new price, where both are changed.'),
    field_values: z
      .record(text(60), z.union([text(1000), z.number(), z.boolean(), z.null()]))
      .refine((values) => Object.keys(values).length <= 50, 'has more than 50 fields')
      .optional()
      .meta({ description: 'Values of the blueprint’s fields, by name; null for none. Others stay.', examples: [{}] }),
  })
  .meta({ description: 'Changes for each product; fields left out stay unchanged.', examples: [{ taxable: false }] });
export type BulkChange = z.output<typeof bulkChange>;

/** The changes of one product, field by field. */
export const bulkFields = z
  .array(
    z.object({
      field: z.string().meta({ description: 'Name of the field that changes.', examples: ['taxable'] }),
      variation_id: z.int().nullable().describe('Id of the variation; null for the product itself.'),
      variation_name: z.string().nullable().describe('Name of the variation; null for the product itself.'),
      from: z.string().describe('Present value.'),
      to: z.string().describe('Value after the change.'),
    }),
  )
  .describe('Changes; empty if the product has these values already.');

const items = <Shape extends z.ZodType>(item: Shape) =>
  z.array(item).min(1, 'names no products').max(MAX_BULK_PRODUCTS).describe('The products.');

export const bulkPreviewRoute = route({
  name: 'bulkPreview',
  method: 'POST',
  path: '/api/manage/products/bulk/preview',
  access: 'edit-products',
  idempotency: 'safe',
  summary: 'Preview a change of several products',
  description: 'The changes of each product, or the reason why it would stay unchanged. Nothing is saved.',
  tags: ['Catalogue administration'],
  body: z.object({
    ids: items(id).meta({ examples: [[1602]] }),
    change: bulkChange,
  }),
  reply: success({
    data: z
      .array(
        z.object({
          id: z.int().meta({ description: 'Id of the product.', examples: [1602] }),
          name: z.string().meta({ description: 'Name.', examples: ['Grinder'] }),
          version: z.int().meta({ description: 'Its version, for the change.', examples: [1] }),
          seen_levels: z
            .string()
            .nullable()
            .describe('Its present reorder levels at the location, for the change; null where none are asked for.'),
          margin: z
            .number()
            .nullable()
            .optional()
            .describe(
              'Its lowest margin after the change, in percent; null without costs; left out for callers who may not see them.',
            ),
          changes: bulkFields,
          error: z.string().nullable().describe('Reason why it would stay unchanged; null if it would change.'),
        }),
      )
      .describe('The products in the order asked for; unknown ids are left out.'),
  }),
  refusals: ['not_found', 'location_required'],
  example: { body: { ids: [1602], change: { taxable: false } } },
});
export type BulkPreview = z.output<typeof bulkPreviewRoute.reply>['data'][number];

/** The outcome for each product. */
export const bulkOutcome = {
  changed: z.int().describe('Products that were changed.'),
  refused: z.int().describe('Products that were not.'),
  results: z
    .array(
      z.object({
        id: z.int().meta({ description: 'Id of the product.', examples: [1602] }),
        name: z.string().nullable().describe('Name; null where there is none.'),
        error: z.string().nullable().describe('Reason why it was not changed; null if it was.'),
        code: z.string().nullable().describe('Code of the refusal; null without one.'),
      }),
    )
    .describe('Each product.'),
};

export const bulkChangeRoute = route({
  name: 'bulkChange',
  method: 'PUT',
  path: '/api/manage/products/bulk',
  access: 'edit-products',
  summary: 'Change several products',
  description:
    'Products are changed independently. `results` has the reason for each one that was not, usually that somebody changed it since its `version`. If the request is cut short, send it again with the same key: it continues where it stopped.',
  tags: ['Catalogue administration'],
  body: z.object({
    items: items(
      z.object({
        id: id.meta({ description: 'Id of the product.', examples: [1602] }),
        version: z.int().meta({ description: 'The version that the caller saw.', examples: [1] }),
        seen_levels: text(20_000)
          .nullable()
          .optional()
          .describe('The reorder levels that the preview answered; when left out, the present ones are not checked.'),
      }),
    ),
    change: bulkChange,
  }),
  reply: success({
    ...bulkOutcome,
    bulk_edit_id: z.int().meta({ description: 'Id of the change, for undoing it.', examples: [1] }),
  }),
  example: {
    after: 'createProduct',
    body: { items: [{ id: from('/data/id', 1000001), version: from('/data/version', 1) }], change: { taxable: false } },
  },
});
