import { z } from 'zod';
import { from } from './example.ts';
import { MAX_BASE64 } from './pictures.ts';
import { route } from './route.ts';
import { flag, id, idParams, idText, metaData, metaDataIn, text } from './wire.ts';
import {
  forceQuery,
  WOO,
  WOO_ADMITS,
  WOO_TAGS,
  notKnownOf,
  wooDate,
  wooDateGmt,
  wooDateIn,
  wooImage,
  wooList,
  wooOne,
  wooPrice,
  wooPriceIn,
  wooSeen,
  wooVersion,
} from './woocommerce.ts';

const of = { tags: WOO_TAGS, admits: WOO_ADMITS } as const;
const STATUSES = ['draft', 'pending', 'private', 'publish', 'trash'] as const;
const stock = {
  manage_stock: z.boolean().describe('Always true: stock of every product is counted.'),
  stock_quantity: z.number().describe('Stock at the location of the caller.'),
  stock_status: z.enum(['instock', 'outofstock']).describe('`instock` if there is any.'),
};
const prices = {
  price: wooPrice.describe(
    'Present price; for a variable product the lowest of its variations; empty if tiers price it.',
  ),
  regular_price: wooPrice,
  sale_price: wooPrice,
  on_sale: z.boolean().describe('True if the sale price is in effect now.'),
  date_on_sale_from: wooDate
    .nullable()
    .describe('Start of the sale price, by the clock of the location; null for none.'),
  date_on_sale_from_gmt: wooDateGmt.nullable().describe('The same in UTC; null for none.'),
  date_on_sale_to: wooDate.nullable().describe('End of the sale price, by the clock of the location; null for none.'),
  date_on_sale_to_gmt: wooDateGmt.nullable().describe('The same in UTC; null for none.'),
};
const pricesIn = {
  regular_price: wooPriceIn.optional(),
  sale_price: wooPriceIn.optional(),
  date_on_sale_from: wooDateIn.optional(),
  date_on_sale_from_gmt: wooDateIn.optional(),
  date_on_sale_to: wooDateIn.optional(),
  date_on_sale_to_gmt: wooDateIn.optional(),
};
const codesIn = {
  sku: text(100)
    .optional()
    .meta({ description: 'Stock keeping unit; empty for none.', examples: ['LGT-W1'] }),
  global_unique_id: text(100)
    .optional()
    .meta({ description: 'Barcode (EAN-13 or UPC-A); empty for none.', examples: [''] }),
  stock_quantity: z
    .number()
    .nullable()
    .optional()
    .describe('Compared with the present stock, never set: stock is changed by counts and receipts.'),
  status: z.enum(STATUSES).optional().describe('Status; `pending` is a draft.'),
};
const namedOption = z.object({
  name: z.string().meta({ description: 'Name of the attribute.', examples: ['Size'] }),
  option: z.string().meta({ description: 'Its value.', examples: ['Large'] }),
});

export const wooProductData = z
  .object({
    id: z.int().meta({ description: 'Id of the product.', examples: [1602] }),
    name: z.string().describe('Name.'),
    slug: z.string().describe('Made from the name.'),
    type: z.string().meta({ description: '`simple` or `variable`.', examples: ['simple'] }),
    status: z.string().meta({ description: 'Status.', examples: ['publish'] }),
    description: z.string().describe('Description for customers.'),
    sku: z.string().describe('Stock keeping unit; empty for none.'),
    global_unique_id: z.string().describe('Barcode; empty for none.'),
    ...prices,
    purchasable: z.boolean().describe('True if it is for sale and has a price.'),
    tax_status: z.enum(['taxable', 'none']).describe('`taxable` if sales tax is charged.'),
    tax_class: z.string().describe('Always empty.'),
    ...stock,
    categories: z
      .array(
        z.object({
          id: z.int().describe('Id of the category.'),
          name: z.string().describe('Name.'),
          slug: z.string().describe('Name in addresses.'),
        }),
      )
      .describe('Its categories, the shown one first.'),
    images: z.array(wooImage).describe('Its picture.'),
    attributes: z
      .array(
        z.object({
          name: z.string().describe('Name.'),
          position: z.int().describe('Place in the list.'),
          visible: z.boolean().describe('Always true.'),
          variation: z.boolean().describe('Always true: it distinguishes variations.'),
          options: z.array(z.string()).describe('Values of its variations.'),
        }),
      )
      .describe('Attributes that distinguish its variations.'),
    variations: z.array(z.int()).describe('Ids of its variations.'),
    meta_data: metaData.describe('Further values, such as blueprint fields.'),
    date_created: wooDate,
    date_created_gmt: wooDateGmt,
    date_modified: wooDate,
    date_modified_gmt: wooDateGmt,
    version: wooVersion,
  })
  .meta({ id: 'WooProduct', description: 'A product in the form of WooCommerce’s API.' });
export type WooProduct = z.output<typeof wooProductData>;

/** A red dot. */
const DATA_PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
/** A picture, and all else that a product may have. */
export const WOO_BODY_LIMIT_BYTES = MAX_BASE64 + 1_000_000;

/** A picture in a request. */
export const wooImageIn = z.object({
  id: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .optional()
    .meta({ description: 'Id of a picture that was uploaded as media; `src` counts first.', examples: [0] }),
  src: text(MAX_BASE64 + 100)
    .optional()
    .meta({
      description:
        'The picture itself as `data:image/png;base64,...`, or the address of a picture that is stored here. This server fetches nothing from other hosts.',
      examples: [DATA_PICTURE],
    }),
});

const productIn = {
  name: text(500)
    .refine((given) => given.trim() !== '', 'is empty')
    .optional()
    .meta({ description: 'Name.', examples: ['Windproof lighter'] }),
  description: text(20_000).optional().describe('Description for customers.'),
  ...codesIn,
  ...pricesIn,
  images: z.array(wooImageIn).max(50).optional().describe('Its picture; a product has one. Empty for none.'),
  tax_status: z.enum(['taxable', 'shipping', 'none']).optional().describe('`taxable` if sales tax is charged.'),
  categories: z
    .array(z.object({ id: id.meta({ description: 'Id of the category.', examples: [30] }) }))
    .max(50)
    .optional()
    .describe('Its categories, the shown one first.'),
  meta_data: metaDataIn.optional().describe('Values to set; null removes one. Others stay.'),
};

export const wooProductsRoute = route({
  ...of,
  name: 'wooProducts',
  method: 'GET',
  path: `${WOO}/products`,
  access: 'see-stock',
  summary: 'Products',
  description:
    'Archived ones are listed only with `status=trash`. The headers `X-WP-Total` and `X-WP-TotalPages` have the number of entries and pages.',
  query: z.object({
    ...wooList(
      ['date', 'modified', 'id', 'include', 'title', 'slug', 'price', 'popularity', 'rating', 'menu_order'],
      'date',
      'desc',
    ),
    status: z
      .enum(['any', ...STATUSES])
      .default('any')
      .describe('Only products of this status.'),
    type: z.enum(['simple', 'variable', 'grouped', 'external']).optional().describe('Only products of this type.'),
    sku: text(2000).optional().describe('Only products with one of these SKUs, with commas between them.'),
    slug: text(500).optional().describe('Only products with this slug.'),
    stock_status: z
      .enum(['instock', 'outofstock', 'onbackorder'])
      .optional()
      .describe('Only products with or without stock at the location of the caller.'),
    category: idText.optional().describe('Only products of this category and those below it.'),
    on_sale: flag.optional().describe('True for products whose sale price is in effect now, false for the others.'),
    modified_after: wooDateIn.optional().describe('Only products that were changed after this.'),
    ...notKnownOf(
      ...['after', 'attribute', 'attribute_term', 'before', 'brand', 'exclude_status', 'exclude_types', 'featured'],
      ...['global_unique_id', 'include_status', 'include_types', 'max_price', 'min_price', 'modified_before', 'parent'],
      ...['parent_exclude', 'shipping_class', 'tag', 'tax_class', 'virtual', 'downloadable'],
    ),
  }),
  reply: z.array(wooProductData),
  example: { query: { per_page: '5', search: 'porch' } },
});

export const wooProductRoute = route({
  ...of,
  name: 'wooProduct',
  method: 'GET',
  path: `${WOO}/products/:id`,
  access: 'see-stock',
  summary: 'One product',
  description: 'With all its fields.',
  params: idParams,
  query: z.object(wooOne),
  reply: wooProductData,
  refusals: ['not_found'],
  example: { params: { id: 1602 } },
});

const WRITES = ['sku_taken', 'barcode_taken', 'barcode_not_valid', 'not_valid', 'not_found'] as const;
const PRODUCT_WRITES = [...WRITES, 'picture_not_valid'] as const;

export const createWooProductRoute = route({
  ...of,
  name: 'createWooProduct',
  method: 'POST',
  path: `${WOO}/products`,
  access: 'edit-products',
  summary: 'Add a product',
  description:
    'The product is for sale at once unless `status` says otherwise. Fields of WooCommerce that are not stored here are ignored.',
  status: 201,
  bodyLimitBytes: WOO_BODY_LIMIT_BYTES,
  body: z.object({
    ...productIn,
    name: text(500)
      .refine((given) => given.trim() !== '', 'is empty')
      .meta({ description: 'Name.', examples: ['Windproof lighter'] }),
    type: z.enum(['simple', 'variable']).default('simple').describe('`simple` or `variable`.'),
  }),
  reply: wooProductData,
  refusals: PRODUCT_WRITES,
  example: { body: { name: 'Windproof lighter', regular_price: '6.50', categories: [{ id: 30 }] } },
});

export const changeWooProductRoute = route({
  ...of,
  name: 'changeWooProduct',
  method: 'PUT',
  path: `${WOO}/products/:id`,
  access: 'edit-products',
  summary: 'Change a product',
  description: 'Fields left out stay unchanged.',
  params: idParams,
  bodyLimitBytes: WOO_BODY_LIMIT_BYTES,
  body: z.object({ ...productIn, version: wooSeen }),
  reply: wooProductData,
  refusals: ['unit_in_use', ...PRODUCT_WRITES, 'changed_meanwhile'],
  example: { after: 'createWooProduct', params: { id: from('/id', 1000001) }, body: { regular_price: '6.75' } },
});

export const deleteWooProductRoute = route({
  ...of,
  name: 'deleteWooProduct',
  method: 'DELETE',
  path: `${WOO}/products/:id`,
  access: 'edit-products',
  summary: 'Archive or delete a product',
  description: 'Archives the product. With `force` it is deleted, unless it was ever sold, counted, moved or ordered.',
  params: idParams,
  query: forceQuery,
  reply: wooProductData,
  refusals: ['not_found', 'product_in_books', 'nothing_to_do'],
  example: { after: 'createWooProduct', params: { id: from('/id', 1000001) }, query: { force: 'true' } },
});

export const wooVariation = z
  .object({
    id: z.int().meta({ description: 'Id of the variation.', examples: [12011] }),
    status: z.string().meta({ description: 'Status.', examples: ['publish'] }),
    sku: z.string().describe('Stock keeping unit; empty for none.'),
    global_unique_id: z.string().describe('Barcode; empty for none.'),
    ...prices,
    ...stock,
    attributes: z.array(namedOption).describe('Options that distinguish it from the others.'),
  })
  .meta({ id: 'WooVariation', description: 'A variation in the form of WooCommerce’s API.' });
export type WooVariation = z.output<typeof wooVariation>;

const attributesIn = z
  .array(
    z.object({
      name: text(100).meta({ description: 'Name of the attribute.', examples: ['Size'] }),
      option: text(200).meta({ description: 'Its value.', examples: ['Travel'] }),
    }),
  )
  .min(1)
  .max(10)
  .describe('Options that distinguish it from the others.');
const variationIn = { ...codesIn, ...pricesIn };
const variationParams = z.object({
  product_id: idText.describe('Id of the product.'),
  id: idText.describe('Id of the variation.'),
});

export const wooVariationsRoute = route({
  ...of,
  name: 'wooVariations',
  method: 'GET',
  path: `${WOO}/products/:id/variations`,
  access: 'see-stock',
  summary: 'Variations of a product',
  description: 'In the order of the product, without archived ones.',
  params: idParams,
  query: z.object(wooList(['menu_order', 'id', 'date', 'include', 'title', 'slug'], 'menu_order', 'asc')),
  reply: z.array(wooVariation),
  refusals: ['not_found'],
  example: { params: { id: 1602 } },
});

export const wooVariationRoute = route({
  ...of,
  name: 'wooVariation',
  method: 'GET',
  path: `${WOO}/products/:product_id/variations/:id`,
  access: 'see-stock',
  summary: 'One variation',
  description: 'With all its fields.',
  params: variationParams,
  query: z.object(wooOne),
  reply: wooVariation,
  refusals: ['not_found'],
  example: { params: { product_id: 1707, id: 12071 } },
});

export const createWooVariationRoute = route({
  ...of,
  name: 'createWooVariation',
  method: 'POST',
  path: `${WOO}/products/:id/variations`,
  access: 'edit-products',
  summary: 'Add a variation',
  description: 'Adds it after the other variations of a variable product.',
  status: 201,
  params: idParams,
  body: z.object({ ...variationIn, attributes: attributesIn }),
  reply: wooVariation,
  refusals: [...WRITES, 'changed_meanwhile'],
  example: {
    params: { id: 1707 },
    body: { regular_price: '3.00', attributes: [{ name: 'Size', option: 'Travel' }] },
  },
});

export const changeWooVariationRoute = route({
  ...of,
  name: 'changeWooVariation',
  method: 'PUT',
  path: `${WOO}/products/:product_id/variations/:id`,
  access: 'edit-products',
  summary: 'Change a variation',
  description: 'Fields left out stay unchanged.',
  params: variationParams,
  body: z.object({
    ...variationIn,
    attributes: attributesIn.optional(),
    version: wooSeen.describe('The `version` of the product that the caller saw. Not checked when left out.'),
  }),
  reply: wooVariation,
  refusals: [...WRITES, 'changed_meanwhile'],
  example: { params: { product_id: 1707, id: 12071 }, body: { regular_price: '3.25' } },
});

export const deleteWooVariationRoute = route({
  ...of,
  name: 'deleteWooVariation',
  method: 'DELETE',
  path: `${WOO}/products/:product_id/variations/:id`,
  access: 'edit-products',
  summary: 'Delete a variation',
  description: 'Deletes the variation, or archives it if it was ever sold, counted, moved or ordered. Needs `force`.',
  params: variationParams,
  query: forceQuery,
  reply: wooVariation,
  refusals: ['not_found', 'not_valid', 'changed_meanwhile'],
  example: { params: { product_id: 1707, id: 12073 }, query: { force: 'true' } },
});
