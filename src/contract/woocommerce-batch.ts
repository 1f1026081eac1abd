import { z } from 'zod';
import { route } from './route.ts';
import { id } from './wire.ts';
import { WOO, WOO_ADMITS, WOO_TAGS } from './woocommerce.ts';
import {
  changeWooProductRoute,
  createWooProductRoute,
  WOO_BODY_LIMIT_BYTES,
  wooProductData,
} from './woocommerce-products.ts';

/** Most entries of one call, all three lists together, as WooCommerce has it. Rule: wire/woocommerce-batch. */
const MAX_WOO_BATCH = 100;

/** An entry is judged by itself: one that is wrong is answered in its place and does not end the others. */
export type WooEntry<Given> = { readonly given: Given } | { readonly wrong: readonly z.core.$ZodIssue[] };

function entries<Schema extends z.ZodType>(schema: Schema) {
  const entry = z.union([
    schema.transform((given): WooEntry<z.output<Schema>> => ({ given })),
    z.unknown().transform((raw): WooEntry<z.output<Schema>> => ({ wrong: schema.safeParse(raw).error?.issues ?? [] })),
  ]);
  return z.array(entry).optional();
}

const answered = z
  .array(
    z.union([
      wooProductData,
      z
        .object({
          id: z.int().meta({ description: 'Id of the product; 0 for a new one.', examples: [1602] }),
          error: z
            .object({
              code: z.string().meta({ description: 'Code of the refusal.', examples: ['sku_taken'] }),
              message: z.string().describe('The refusal in a sentence.'),
              data: z
                .object({ status: z.int().describe('Status that a call of its own would have.') })
                .describe('More.'),
            })
            .describe('The reason why nothing was done.'),
        })
        .meta({ id: 'WooBatchError', description: 'An entry that was refused.' }),
    ]),
  )
  .optional();

export const batchWooProductsRoute = route({
  name: 'batchWooProducts',
  method: 'POST',
  path: `${WOO}/products/batch`,
  access: 'edit-products',
  admits: WOO_ADMITS,
  tags: WOO_TAGS,
  summary: 'Add, change and delete products',
  description: `At most ${MAX_WOO_BATCH} entries in all, in this order: added, changed, deleted. Each is done by itself and answered in its place: with the product, or with the reason why nothing was done. Deletions are for good, as in WooCommerce: products that were ever sold, counted, moved or ordered are refused. With an Idempotency-Key, a request that was cut short continues where it stopped.`,
  bodyLimitBytes: WOO_BODY_LIMIT_BYTES,
  body: z
    .object({
      create: entries(createWooProductRoute.body).describe('Products to add.'),
      update: entries(
        changeWooProductRoute.body.extend({ id: id.meta({ description: 'Id of the product.', examples: [1602] }) }),
      ).describe('Products to change; fields left out stay unchanged.'),
      delete: entries(id.meta({ examples: [1602] })).describe('Ids of products to delete.'),
    })
    .refine(
      ({ create = [], update = [], delete: deleted = [] }) =>
        create.length + update.length + deleted.length <= MAX_WOO_BATCH,
      `has more than ${MAX_WOO_BATCH} entries`,
    ),
  reply: z.object({
    create: answered.describe('An answer for each product to add.'),
    update: answered.describe('An answer for each product to change.'),
    delete: answered.describe('An answer for each product to delete: the product as it was.'),
  }),
  example: { body: { update: [{ id: 1602, tax_status: 'taxable' }] } },
});
