import { z } from 'zod';
import { PRICE_ROUNDINGS } from '#domain/bulk-price.ts';
import { from } from './example.ts';
import { PRODUCT_STATUSES } from './managed-products.ts';
import { route } from './route.ts';
import { id, moneyIn, success, text } from './wire.ts';

/** Most products that one call changes. */
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
      ])
      .optional()
      .describe('Moves the price of each product, or of each of its variations.'),
    field_values: z
      .record(text(60), z.union([text(1000), z.number(), z.boolean(), z.null()]))
      .refine((values) => Object.keys(values).length <= 50, 'has more than 50 fields')
      .optional()
      .meta({ description: 'Values of the blueprint’s fields, by name; null for none. Others stay.', examples: [{}] }),
  })
  .meta({ description: 'Changes for each product; fields left out stay unchanged.', examples: [{ taxable: false }] });
export type BulkChange = z.output<typeof bulkChange>;

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
          changes: z
            .array(
              z.object({
                field: z.string().meta({ description: 'Name of the field that changes.', examples: ['taxable'] }),
                variation_id: z.int().nullable().describe('Id of the variation; null for the product itself.'),
                variation_name: z.string().nullable().describe('Name of the variation; null for the product itself.'),
                from: z.string().describe('Present value.'),
                to: z.string().describe('Value after the change.'),
              }),
            )
            .describe('Changes; empty if the product has these values already.'),
          error: z.string().nullable().describe('Reason why it would stay unchanged; null if it would change.'),
        }),
      )
      .describe('The products in the order asked for; unknown ids are left out.'),
  }),
  example: { body: { ids: [1602], change: { taxable: false } } },
});
export type BulkPreview = z.output<typeof bulkPreviewRoute.reply>['data'][number];

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
      }),
    ),
    change: bulkChange,
  }),
  reply: success({
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
  }),
  example: {
    after: 'createProduct',
    body: { items: [{ id: from('/data/id', 1000001), version: from('/data/version', 1) }], change: { taxable: false } },
  },
});
