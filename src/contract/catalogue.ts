import { z } from 'zod';
import { route } from './route.ts';
import {
  flag,
  id,
  idParams,
  idText,
  instant,
  metaData,
  metaDataIn,
  money,
  pageMeta,
  pageQuery,
  quantity,
  searched,
  success,
  text,
} from './wire.ts';

const category = z.object({ id: z.int(), name: z.string(), slug: z.string(), count: z.int().optional() });

export const inventoryEntry = z.object({
  location_id: z.int(),
  location_name: z.string(),
  stock: quantity,
  quantity,
  manage_stock: z.boolean(),
});

export const conversionRatio = z.object({
  input_amount: z.number(),
  input_unit: z.string(),
  output_amount: z.number(),
  output_unit: z.string(),
  description: z.string().optional(),
});

const pricingTier = z.object({
  min: quantity,
  /** For the whole `min`: "40.00" for 3.5 g. */
  price: money,
  label: z.string(),
  unit: z.string().optional(),
  conversion_ratio: conversionRatio.optional(),
});

export const blueprintPricing = z.object({
  blueprintId: z.int(),
  blueprintName: z.string(),
  ruleGroups: z.array(
    z.object({ ruleId: z.int(), ruleName: z.string(), productType: z.string(), tiers: z.array(pricingTier) }),
  ),
});
export type WireBlueprintPricing = z.output<typeof blueprintPricing>;

export const variant = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  regular_price: money.nullable(),
  sale_price: money.nullable(),
  inventory: z.array(inventoryEntry),
  total_stock: quantity,
});

export const product = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  type: z.string(),
  status: z.string(),
  regular_price: money.nullable(),
  sale_price: money.nullable(),
  taxable: z.boolean(),
  image: z.string().nullable(),
  categories: z.array(category),
  inventory: z.array(inventoryEntry),
  /** Of all variants for a variable product. */
  total_stock: quantity,
  meta_data: metaData,
  has_variants: z.boolean(),
  variants: z.array(variant),
  parent_id: z.int().nullable(),
  blueprintPricing: blueprintPricing.nullable(),
});
export type WireProduct = z.output<typeof product>;

export const productsRoute = route({
  method: 'GET',
  path: '/api/proxy/flora-im/products',
  access: 'see-stock',
  summary: 'Published products with stock, variants and prices at one location',
  tags: ['Catalogue'],
  query: z.object({
    ...pageQuery(1000, 1000),
    location_id: idText.optional(),
    search: searched.optional(),
    category: idText.optional(),
    /** Only products with stock, for counting, unless `include_zero_stock` is true; that as false leaves them out anywhere. */
    audit_mode: flag.optional(),
    restock_mode: flag.optional(),
    include_zero_stock: flag.optional(),
  }),
  reply: success({ data: z.array(product), meta: pageMeta }),
});

export const categoriesRoute = route({
  method: 'GET',
  path: '/api/categories',
  access: 'see-stock',
  summary: 'Categories with the number of published products in each',
  tags: ['Catalogue'],
  reply: success({ data: z.array(category.required()) }),
});

export const batchBlueprintRoute = route({
  method: 'POST',
  path: '/api/pricing/batch-blueprint',
  access: 'see-stock',
  idempotency: 'safe',
  summary: 'Blueprint pricing of several products; null where there is none',
  tags: ['Catalogue'],
  body: z.object({
    products: z.array(z.object({ id, categoryIds: z.array(z.int()).max(100).optional() })).max(1000),
  }),
  reply: success({ data: z.record(z.string(), blueprintPricing.nullable()) }),
});

/** The store's own shape of a product: decimal strings, '' where there is no price. */
export const storeProduct = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  sku: z.string(),
  type: z.string(),
  status: z.string(),
  price: z.string(),
  regular_price: z.string(),
  sale_price: z.string(),
  stock_quantity: quantity,
  stock_status: z.enum(['instock', 'outofstock']),
  categories: z.array(category.omit({ count: true })),
  images: z.array(z.object({ src: z.string() })),
  variations: z.array(z.int()),
  meta_data: metaData,
});

export const storeVariation = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string(),
  price: z.string(),
  regular_price: z.string(),
  sale_price: z.string(),
  stock_quantity: quantity,
  stock_status: z.enum(['instock', 'outofstock']),
  attributes: z.array(z.object({ name: z.string(), option: z.string() })),
});

export const storeProductsRoute = route({
  method: 'GET',
  path: '/api/proxy/woocommerce/products',
  access: 'see-stock',
  summary: 'Store products by name or category, in the store’s shape',
  tags: ['Catalogue'],
  query: z.object({
    ...pageQuery(10, 100),
    search: searched.optional(),
    category: idText.optional(),
    status: z.enum(['publish', 'draft', 'private', 'any']).default('publish'),
    sku: text(100).optional(),
  }),
  reply: z.array(storeProduct),
});

export const storeProductRoute = route({
  method: 'GET',
  path: '/api/proxy/woocommerce/products/:id',
  access: 'see-stock',
  summary: 'One store product',
  tags: ['Catalogue'],
  params: idParams,
  reply: storeProduct,
});

export const storeVariationsRoute = route({
  method: 'GET',
  path: '/api/proxy/woocommerce/products/:id/variations',
  access: 'see-stock',
  summary: 'Variations of a store product',
  tags: ['Catalogue'],
  params: idParams,
  query: z.object(pageQuery(100, 100)),
  reply: z.array(storeVariation),
});

export const updateProductMetaRoute = route({
  method: 'PUT',
  path: '/api/proxy/woocommerce/products/:id',
  access: 'edit-products',
  summary: 'Set meta values of a product, such as its blueprint fields',
  tags: ['Catalogue'],
  params: idParams,
  body: z.object({ meta_data: metaDataIn.min(1) }),
  reply: storeProduct,
});

export const blueprintField = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  label: z.string(),
  description: z.string(),
  config: z.object({
    default_value: z.string().nullable(),
    validation: z.record(z.string(), z.unknown()),
    display: z.record(z.string(), z.unknown()),
    required: z.boolean(),
    searchable: z.boolean(),
  }),
  sort_order: z.int(),
  status: z.string(),
  created_at: instant,
  updated_at: instant,
});

export const fieldsRoute = route({
  method: 'GET',
  path: '/api/proxy/flora-im/v2/fields',
  access: 'see-stock',
  summary: 'Fields of a blueprint by its name, or of all blueprints',
  tags: ['Catalogue'],
  query: z.object({ name: text(100).optional(), _t: z.string().max(40).optional() }),
  reply: success({ fields: z.array(blueprintField) }),
});

/** Blueprint values that products of a category carry, for the filter panel. */
export const fieldValuesRoute = route({
  method: 'GET',
  path: '/api/blueprint-values',
  access: 'see-stock',
  summary: 'Values in use of one blueprint field, with the number of products carrying each',
  tags: ['Catalogue'],
  query: z.object({ field: text(100).min(1), category: idText.optional() }),
  reply: success({ values: z.array(z.object({ value: z.string(), count: z.int() })) }),
});
