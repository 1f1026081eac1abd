// One file, because all these calls take or answer with the same product, its variations and prices.
import { z } from 'zod';
import { blueprintPricing } from './catalogue.ts';
import { from } from './example.ts';
import { managedMeasure, measureIn, openingStockIn, priceIn, shelfMeasure } from './product-measure.ts';
import { route } from './route.ts';
import {
  id,
  idParams,
  includeText,
  instant,
  locationId,
  money,
  pageMeta,
  pageQuery,
  quantity,
  success,
  text,
  variationId,
  versionText,
} from './wire.ts';

const TAGS = ['Catalogue administration'];

export const PRODUCT_STATUSES = ['publish', 'draft', 'private', 'trash'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];
/** Products of other types come from imports. They are shown, but not sold here. */
export const MADE_TYPES = ['simple', 'variable'] as const;

/** Larger than any product in practice needs. */
const MAX_VARIATIONS = 500;
const MAX_PRICE_CHANGES = 20;
const MAX_DESCRIPTION = 20_000;
const MAX_ATTRIBUTES = 10;

const status = z.enum(PRODUCT_STATUSES).meta({
  description: '`publish` is for sale; `draft` and `private` are not; `trash` is archived.',
  examples: ['publish'],
});
const sku = z
  .string()
  .nullable()
  .meta({ description: 'Stock keeping unit; null without one.', examples: ['PRR-002'] });
const barcode = z
  .string()
  .nullable()
  .meta({ description: 'EAN-13 or UPC-A; null without one.', examples: ['2900001602006'] });
const version = z.int().meta({ description: 'Grows with every change of the row.', examples: [1] });
const seenVersion = z
  .int()
  .optional()
  .meta({ description: 'The version that the caller saw; when left out, the version is not checked.', examples: [1] });

/** Categories, blueprint and price class of a product. */
const pricedBy = {
  category_ids: z.array(z.int()).meta({ description: 'Ids of its categories, the shown one first.', examples: [[30]] }),
  blueprint_id: z
    .int()
    .nullable()
    .meta({ description: 'Id of its blueprint; null for that of its categories.', examples: [null] }),
  price_class: z
    .string()
    .nullable()
    .meta({ description: 'Price class: chooses the rules of its blueprint that price it.', examples: [null] }),
};

export const listedProduct = z
  .object({
    id: z.int().meta({ description: 'Id of the product.', examples: [1602] }),
    name: z.string().meta({ description: 'Name.', examples: ['Porch Singles 1 g - Sour Dogwood'] }),
    sku,
    barcode,
    type: z.string().meta({ description: '`simple` or `variable`.', examples: ['simple'] }),
    status,
    regular_price: money.nullable().describe('Price now; null without one.'),
    sale_price: money.nullable().describe('Reduced price now; null without one.'),
    lowest_price: money.nullable().describe('Lowest present price of its variations; null for a simple product.'),
    highest_price: money.nullable().describe('Highest present price of its variations; null for a simple product.'),
    by_tier: z.boolean().describe('True if tiers price it.'),
    unit: shelfMeasure.unit,
    taxable: z.boolean().describe('True if sales tax is charged.'),
    ...pricedBy,
    image: z
      .string()
      .nullable()
      .meta({ description: 'Address of the picture; null without one.', examples: [null] }),
    codes: z.array(z.string()).describe('SKUs and barcodes of its variations.'),
    variations: z.int().describe('Number of its variations.'),
    version,
    updated_at: instant.describe('Time of the last change.'),
  })
  .meta({ id: 'ListedProduct', description: 'A product in the list of products to manage.' });
export type ListedProduct = z.output<typeof listedProduct>;

export const managedProductsRoute = route({
  name: 'managedProducts',
  method: 'GET',
  path: '/api/manage/products',
  access: 'edit-products',
  summary: 'Products to manage',
  description:
    'Products of every status, archived ones too, by name. With `include`, only the products with these ids.',
  tags: TAGS,
  query: z.object({
    ...pageQuery(1000, 5000),
    include: includeText,
  }),
  reply: success({
    data: z.array(listedProduct).describe('Products of the page.'),
    meta: pageMeta.describe('Position of the page in the list.'),
  }),
  example: { query: { per_page: '5' } },
});

const priced = {
  regular_price: money.nullable().describe('Price now; null without one.'),
  sale_price: money.nullable().describe('Reduced price, in effect now or from `sale_from` on; null without one.'),
  sale_from: instant.nullable().describe('Start of the reduced price; null if it is in effect already.'),
  sale_until: instant.nullable().describe('End of the reduced price; null for no end.'),
  price_changes: z
    .array(
      z.object({
        from: instant.describe('Start of the price.'),
        regular_price: money.nullable().describe('Price from then on.'),
      }),
    )
    .describe('Later prices.'),
};

const attribute = z.object({
  name: z.string().meta({ description: 'Name.', examples: ['Size'] }),
  option: z.string().meta({ description: 'Value.', examples: ['Large'] }),
});

const managedVariation = z
  .object({
    id: z.int().meta({ description: 'Id of the variation.', examples: [12011] }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'Its own name; null: its options name it.', examples: [null] }),
    sku,
    barcode,
    status,
    attributes: z.array(attribute).describe('Options that distinguish it from the others.'),
    ...priced,
  })
  .meta({ id: 'ManagedVariation', description: 'A variation of a product to manage.' });
export type ManagedVariation = z.output<typeof managedVariation>;

export const managedProduct = z
  .object({
    id: z.int().meta({ description: 'Id of the product.', examples: [1602] }),
    name: z.string().meta({ description: 'Name.', examples: ['Porch Singles 1 g - Sour Dogwood'] }),
    description: z.string().describe('Description for customers.'),
    type: z.string().meta({ description: '`simple` or `variable`.', examples: ['simple'] }),
    status,
    sku,
    barcode,
    ...pricedBy,
    taxable: z.boolean().describe('True if sales tax is charged.'),
    ...managedMeasure,
    image: z
      .string()
      .nullable()
      .meta({ description: 'Address of the picture; null without one.', examples: [null] }),
    ...priced,
    variations: z.array(managedVariation).describe('Its variations, in their order; archived ones last.'),
    pricing: blueprintPricing.nullable().describe('Price tiers; null for products with one price.'),
    field_values: z.record(z.string(), z.string()).meta({
      description: 'Values of its blueprint’s fields, by name; costs left out.',
      examples: [{ nose: 'Pine' }],
    }),
    in_books: z
      .boolean()
      .describe('True if it was ever sold, counted, moved or ordered. Then it can be archived, but not deleted.'),
    version,
    created_at: instant.describe('Time of creation.'),
    updated_at: instant.describe('Time of the last change.'),
  })
  .meta({ id: 'ManagedProduct', description: 'A product with everything that can be changed about it.' });
export type ManagedProduct = z.output<typeof managedProduct>;

const one = success({ data: managedProduct });

export const managedProductRoute = route({
  name: 'managedProduct',
  method: 'GET',
  path: '/api/manage/products/:id',
  access: 'edit-products',
  summary: 'One product to manage',
  description: 'Everything that can be changed about it, with later prices.',
  tags: TAGS,
  params: idParams,
  reply: one,
  refusals: ['not_found'],
  example: { params: { id: 1602 } },
});

const nameIn = text(500)
  .refine((name) => name.trim() !== '', 'is empty')
  .meta({ description: 'Name.', examples: ['Hemp lighter'] });
const codeIn = (what: string, sample: string) =>
  text(100)
    .nullable()
    .meta({ description: `${what}; null or empty for none.`, examples: [sample] });
const instantIn = instant.nullable();

const pricedIn = {
  regular_price: priceIn.optional(),
  sale_price: priceIn.optional().describe('Reduced price; null for none.'),
  sale_from: instantIn.optional().describe('Start of the reduced price; null for now.'),
  sale_until: instantIn.optional().describe('End of the reduced price; null for no end.'),
  price_changes: z
    .array(z.object({ from: instant.describe('Start of the price.'), regular_price: priceIn }))
    .max(MAX_PRICE_CHANGES)
    .optional()
    .describe('All later prices.'),
};

const variationIn = z.object({
  id: id.optional().meta({ description: 'Id of an existing variation; left out for a new one.', examples: [12011] }),
  name: text(500)
    .nullable()
    .optional()
    .meta({ description: 'Its own name.', examples: [null] }),
  sku: codeIn('SKU', 'LGT-001-S').optional(),
  barcode: codeIn('Barcode', '036000291452').optional(),
  status: status.optional(),
  attributes: z
    .array(
      z.object({
        name: text(100).meta({ description: 'Name.', examples: ['Size'] }),
        option: text(200).meta({ description: 'Value.', examples: ['Large'] }),
      }),
    )
    .max(MAX_ATTRIBUTES)
    .describe('Options that distinguish it from the others.'),
  ...pricedIn,
});

const productFields = {
  description: text(MAX_DESCRIPTION)
    .optional()
    .meta({ description: 'Description for customers.', examples: ['Refillable.'] }),
  status: status.optional(),
  sku: codeIn('SKU', 'LGT-001').optional(),
  barcode: codeIn('Barcode, EAN-13 or UPC-A', '036000291452').optional(),
  category_ids: z
    .array(id)
    .max(50)
    .optional()
    .meta({ description: 'Ids of its categories, the shown one first.', examples: [[30]] }),
  blueprint_id: id
    .nullable()
    .optional()
    .meta({ description: 'Id of its blueprint; null for that of its categories.', examples: [null] }),
  price_class: text(100)
    .nullable()
    .optional()
    .meta({ description: 'Price class: chooses the rules of its blueprint that price it.', examples: [null] }),
  taxable: z.boolean().optional().describe('True if sales tax is charged; the default.'),
  ...measureIn,
  field_values: z
    .record(text(60), z.union([text(1000), z.number(), z.boolean(), z.null()]))
    .refine((values) => Object.keys(values).length <= 50, 'has more than 50 fields')
    .optional()
    .meta({ description: 'Values of its blueprint’s fields, by name; null for none. Others stay.', examples: [{}] }),
  image: z
    .string()
    .max(200)
    .nullable()
    .optional()
    .meta({ description: 'Address of a picture that is stored here; null for none.', examples: [null] }),
  ...pricedIn,
  variations: z
    .array(variationIn)
    .max(MAX_VARIATIONS)
    .optional()
    .describe(
      'All of its variations, in order. A variation that is left out is deleted, or archived if it is in the books.',
    ),
};

const CODE_REFUSALS = ['sku_taken', 'barcode_taken', 'barcode_not_valid'] as const;

export const createProductRoute = route({
  name: 'createProduct',
  method: 'POST',
  path: '/api/manage/products',
  access: 'edit-products',
  summary: 'Add a product',
  description:
    'The product is a draft unless `status` says otherwise. SKU and barcode must be unique among products and variations.',
  tags: TAGS,
  status: 201,
  body: z.object({
    name: nameIn,
    type: z
      .enum(MADE_TYPES)
      .default('simple')
      .meta({ description: '`simple` or `variable`.', examples: ['simple'] }),
    ...productFields,
    opening_stock: openingStockIn,
  }),
  reply: one,
  refusals: [...CODE_REFUSALS, 'not_valid', 'not_found', 'not_allowed', 'location_required'],
  example: { body: { name: 'Hemp lighter', regular_price: '4.50', category_ids: [30] } },
});

export const changeProductRoute = route({
  name: 'changeProduct',
  method: 'PUT',
  path: '/api/manage/products/:id',
  access: 'edit-products',
  summary: 'Change a product',
  description:
    'Fields left out stay unchanged. Status `trash` archives it: it is no longer sold, and its orders, stock and history stay readable.',
  tags: TAGS,
  params: idParams,
  body: z.object({ name: nameIn.optional(), ...productFields, version: seenVersion }),
  reply: one,
  refusals: [...CODE_REFUSALS, 'not_found', 'changed_meanwhile', 'unit_in_use', 'not_valid', 'nothing_to_do'],
  example: {
    after: 'createProduct',
    params: { id: from('/data/id', 1000001) },
    body: { regular_price: '4.75' },
  },
});

export const duplicateProductRoute = route({
  name: 'duplicateProduct',
  method: 'POST',
  path: '/api/manage/products/:id/duplicate',
  access: 'edit-products',
  summary: 'Duplicate a product',
  description: 'Makes a draft with the same variations, present prices and later prices, without SKUs and barcodes.',
  tags: TAGS,
  status: 201,
  params: idParams,
  body: z.object({}),
  reply: one,
  refusals: ['not_found'],
  example: { params: { id: 1602 }, body: {} },
});

export const deleteProductRoute = route({
  name: 'deleteProduct',
  method: 'DELETE',
  path: '/api/manage/products/:id',
  access: 'edit-products',
  summary: 'Delete a product',
  description: 'Only a product that was never sold, counted, moved or ordered can be deleted. Others are archived.',
  tags: TAGS,
  params: idParams,
  query: z.object({
    version: versionText
      .optional()
      .describe('The version that the caller saw; when left out, the version is not checked.'),
  }),
  reply: success({ id: z.int().meta({ description: 'Id of the product.', examples: [1000001] }) }),
  refusals: ['not_found', 'changed_meanwhile', 'product_in_books'],
  example: { after: 'duplicateProduct', params: { id: from('/data/id', 1000002) } },
});

const placedItem = z
  .object({
    location_id: locationId,
    location_name: z.string().meta({ description: 'Name of the location.', examples: ['Charlotte Central'] }),
    variation_id: variationId,
    variation_name: z.string().nullable().describe('Name of the variation; null without one.'),
    quantity: quantity.describe('Stock.'),
    reorder_level: quantity
      .nullable()
      .describe('Reorder level: at or below it, the item is low at this location; null for none.'),
    cost: money.nullable().optional().describe('Typed unit cost; null without one; left out like `last_cost`.'),
    last_cost: money
      .nullable()
      .optional()
      .describe(
        'Unit cost on the newest purchase order that this location sent; null without one; left out for callers who may not see costs.',
      ),
    last_cost_day: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Day of that purchase order.', examples: ['2026-11-02'] }),
  })
  .meta({ id: 'PlacedItem', description: 'A product, or one of its variations, at one location.' });
export type PlacedItem = z.output<typeof placedItem>;

export const productPlacesRoute = route({
  name: 'productPlaces',
  method: 'GET',
  path: '/api/manage/products/:id/locations',
  access: 'edit-products',
  summary: 'A product at each location',
  description: 'Stock, reorder level and costs of the product, or of each of its variations, at each open location.',
  tags: TAGS,
  params: idParams,
  reply: success({ data: z.array(placedItem).describe('By location, then in the order of the variations.') }),
  refusals: ['not_found'],
  example: { params: { id: 1602 } },
});

export const newCodesRoute = route({
  name: 'newCodes',
  method: 'GET',
  path: '/api/manage/new-codes',
  access: 'edit-products',
  summary: 'An unused SKU and barcode',
  description:
    'The barcode is in the range that GS1 leaves to shops for their own use (it begins with 28). Nothing is reserved: the product that is saved with them takes them.',
  tags: TAGS,
  reply: success({
    sku: z.string().meta({ description: 'A free SKU.', examples: ['P-483920'] }),
    barcode: z.string().meta({ description: 'A free EAN-13.', examples: ['2812345678903'] }),
  }),
});
