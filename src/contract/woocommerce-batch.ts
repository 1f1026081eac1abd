import { z } from 'zod';
import { route } from './route.ts';
import { id, idParams } from './wire.ts';
import { WOO, WOO_ADMITS, WOO_TAGS } from './woocommerce.ts';
import { changeWooCategoryRoute, createWooCategoryRoute, wooCategory } from './woocommerce-categories.ts';
import { changeWooCustomerRoute, createWooCustomerRoute, wooCustomer } from './woocommerce-customers.ts';
import {
  changeWooProductRoute,
  changeWooVariationRoute,
  createWooProductRoute,
  createWooVariationRoute,
  WOO_BODY_LIMIT_BYTES,
  wooProductData,
  wooVariation,
} from './woocommerce-products.ts';
import { changeWooTaxRoute, createWooTaxRoute, wooTax } from './woocommerce-taxes.ts';

/** Most entries of one call, all three lists together, as WooCommerce has it. Rule: wire/woocommerce-batch. */
const MAX_WOO_BATCH = 100;

const of = { method: 'POST', admits: WOO_ADMITS, tags: WOO_TAGS } as const;

/** An entry is judged by itself: one that is wrong is answered in its place and does not end the others. */
export type WooEntry<Given> = { readonly given: Given } | { readonly wrong: readonly z.core.$ZodIssue[] };

function entries<Schema extends z.ZodType>(schema: Schema) {
  const entry = z.union([
    schema.transform((given): WooEntry<z.output<Schema>> => ({ given })),
    z.unknown().transform((raw): WooEntry<z.output<Schema>> => ({ wrong: schema.safeParse(raw).error?.issues ?? [] })),
  ]);
  return z.array(entry).optional();
}

const named = { id: id.meta({ description: 'Id of what is changed.', examples: [1602] }) };

function batchOf<Create extends z.ZodType, Change extends z.ZodType>(create: Create, change: Change) {
  return z
    .object({
      create: entries(create).describe('Entries to add.'),
      update: entries(change).describe('Entries to change; fields left out stay unchanged.'),
      delete: entries(id.meta({ examples: [1602] })).describe('Ids of what is deleted.'),
    })
    .refine(
      ({ create: added = [], update = [], delete: deleted = [] }) =>
        added.length + update.length + deleted.length <= MAX_WOO_BATCH,
      `has more than ${MAX_WOO_BATCH} entries`,
    );
}

const refused = z
  .object({
    id: z.int().meta({ description: 'Id of the entry; 0 for a new one.', examples: [1602] }),
    error: z
      .object({
        code: z.string().meta({ description: 'Code of the refusal.', examples: ['sku_taken'] }),
        message: z.string().describe('The refusal in a sentence.'),
        data: z.object({ status: z.int().describe('Status that a call of its own would have.') }).describe('More.'),
      })
      .describe('The reason why nothing was done.'),
  })
  .meta({ id: 'WooBatchError', description: 'An entry that was refused.' });
export type WooBatchRefused = z.output<typeof refused>;

function answeredBy<Entry extends z.ZodType>(entry: Entry) {
  const answered = z.array(z.union([entry, refused])).optional();
  return z.object({
    create: answered.describe('An answer for each entry to add.'),
    update: answered.describe('An answer for each entry to change.'),
    delete: answered.describe('An answer for each entry to delete: what it was.'),
  });
}

const said = (ofDeletions: string) =>
  `At most ${MAX_WOO_BATCH} entries in all, in this order: added, changed, deleted. Each is done by itself and answered in its place: with what it is now, or with the reason why nothing was done. ${ofDeletions}`;
const GOES_ON = 'With an Idempotency-Key, a request that was cut short continues where it stopped.';

export const batchWooProductsRoute = route({
  ...of,
  name: 'batchWooProducts',
  path: `${WOO}/products/batch`,
  access: 'edit-products',
  summary: 'Add, change and delete products',
  description: said(
    `Deletions are for good, as in WooCommerce: products that were ever sold, counted, moved or ordered are refused. ${GOES_ON}`,
  ),
  bodyLimitBytes: WOO_BODY_LIMIT_BYTES,
  body: batchOf(createWooProductRoute.body, changeWooProductRoute.body.extend(named)),
  reply: answeredBy(wooProductData),
  example: { body: { update: [{ id: 1602, tax_status: 'taxable' }] } },
});

export const batchWooVariationsRoute = route({
  ...of,
  name: 'batchWooVariations',
  path: `${WOO}/products/:id/variations/batch`,
  access: 'edit-products',
  summary: 'Add, change and delete variations',
  description: said(`Variations that were ever sold, counted, moved or ordered are archived. ${GOES_ON}`),
  params: idParams,
  body: batchOf(createWooVariationRoute.body, changeWooVariationRoute.body.extend(named)),
  reply: answeredBy(wooVariation),
  refusals: ['not_found'],
  example: { params: { id: 1707 }, body: { update: [{ id: 12_071, regular_price: '3.25' }] } },
});

export const batchWooCategoriesRoute = route({
  ...of,
  name: 'batchWooCategories',
  path: `${WOO}/products/categories/batch`,
  access: 'edit-products',
  summary: 'Add, change and delete categories',
  description: said(`Categories with products, or with categories below them, are not deleted. ${GOES_ON}`),
  bodyLimitBytes: WOO_BODY_LIMIT_BYTES,
  body: batchOf(createWooCategoryRoute.body, changeWooCategoryRoute.body.extend(named)),
  reply: answeredBy(wooCategory),
  example: { body: { update: [{ id: 30, name: 'Pre-rolls' }] } },
});

export const batchWooCustomersRoute = route({
  ...of,
  name: 'batchWooCustomers',
  path: `${WOO}/customers/batch`,
  access: 'edit-customers',
  // A kept answer would hold deleted people for days.
  idempotency: 'none',
  summary: 'Add, change and delete customers',
  description: said(
    'Deletions need the permission to delete customers; a customer with orders is forgotten, and the orders stay.',
  ),
  body: batchOf(createWooCustomerRoute.body, changeWooCustomerRoute.body.extend(named)),
  reply: answeredBy(wooCustomer),
  example: { body: { create: [{ first_name: 'Robin', last_name: 'Vale', billing: { phone: '704-555-0188' } }] } },
});

export const batchWooTaxesRoute = route({
  ...of,
  name: 'batchWooTaxes',
  path: `${WOO}/taxes/batch`,
  access: 'configure',
  summary: 'Add, change and end taxes',
  description: said(`The only tax of a location stays. ${GOES_ON}`),
  body: batchOf(createWooTaxRoute.body, changeWooTaxRoute.body.extend(named)),
  reply: answeredBy(wooTax),
  example: { body: { create: [{ name: 'City Tax', rate: '0.5', location_id: 25 }] } },
});
