import { z } from 'zod';
import { category } from './catalogue.ts';
import { route } from './route.ts';
import { idParams, idText, metaData, metaDataIn, pageQuery, quantity, searched, text } from './wire.ts';

/** A product in the format of the store: decimal strings, '' if there is no price. */
export const storeProduct = z
  .object({
    id: z.int().meta({ description: 'Id of the product.', examples: [1602] }),
    name: z.string().meta({ description: 'Name.', examples: ['Porch Singles 1 g - Sour Dogwood'] }),
    slug: z.string().describe('Name in addresses.'),
    sku: z.string().meta({ description: 'Stock keeping unit.', examples: ['PRR-002'] }),
    type: z.string().describe('`simple` or `variable`.'),
    status: z.string().meta({ description: '`publish` when it is for sale.', examples: ['publish'] }),
    price: z.string().meta({ description: "Price now; '' without one.", examples: ['7.00'] }),
    regular_price: z.string().meta({ description: "Price; '' without one.", examples: ['7.00'] }),
    sale_price: z.string().meta({ description: "Reduced price; '' without one.", examples: [''] }),
    stock_quantity: quantity.describe('Stock of all locations.'),
    stock_status: z.enum(['instock', 'outofstock']).describe('`instock` if there is any.'),
    categories: z.array(category.omit({ count: true, position: true })).describe('Categories.'),
    images: z
      .array(
        z.object({
          src: z
            .string()
            .meta({ description: 'Address of the picture.', examples: ['/pictures/blue-ridge-mist.webp'] }),
        }),
      )
      .describe('Pictures.'),
    variations: z.array(z.int()).describe('Ids of its variations.'),
    meta_data: metaData.describe('Further values, such as blueprint fields.'),
  })
  .meta({ id: 'StoreProduct', description: 'A product in the shape of the store: prices as text.' });

export const storeVariation = z
  .object({
    id: z.int().meta({ description: 'Id of the variation.', examples: [12011] }),
    name: z.string().describe('Name.'),
    sku: z.string().meta({ description: 'Stock keeping unit.', examples: ['PRR-002'] }),
    price: z.string().meta({ description: "Price now; '' without one.", examples: ['28.00'] }),
    regular_price: z.string().meta({ description: "Price; '' without one.", examples: ['28.00'] }),
    sale_price: z.string().meta({ description: "Reduced price; '' without one.", examples: [''] }),
    stock_quantity: quantity.describe('Stock of all locations.'),
    stock_status: z.enum(['instock', 'outofstock']).describe('`instock` if there is any.'),
    attributes: z
      .array(
        z.object({
          name: z.string().describe('Name.'),
          option: z.string().meta({ description: 'Value.', examples: ['Black'] }),
        }),
      )
      .describe('Options that distinguish it from the others.'),
  })
  .meta({ id: 'StoreVariation', description: 'A variation in the shape of the store.' });

export const storeProductsRoute = route({
  name: 'storeProducts',
  method: 'GET',
  path: '/api/proxy/woocommerce/products',
  access: 'see-stock',
  summary: 'Store products',
  description: 'Products by name or category in the format of the store: prices are text, empty if there is none.',
  tags: ['Catalogue'],
  query: z.object({
    ...pageQuery(10, 100),
    search: searched.optional(),
    category: idText.optional().describe('Id of a category.'),
    status: z.enum(['publish', 'draft', 'private', 'any']).default('publish').describe('Status of the products.'),
    sku: text(100)
      .optional()
      .meta({ description: 'Exact SKU.', examples: ['PRR-002'] }),
  }),
  reply: z.array(storeProduct),
  example: { query: { search: 'dogwood' } },
});

export const storeProductRoute = route({
  name: 'storeProduct',
  method: 'GET',
  path: '/api/proxy/woocommerce/products/:id',
  access: 'see-stock',
  summary: 'One store product',
  description: 'In the shape of the store.',
  tags: ['Catalogue'],
  params: idParams,
  reply: storeProduct,
  refusals: ['not_found'],
  example: { params: { id: 1602 } },
});

export const storeVariationsRoute = route({
  name: 'storeVariations',
  method: 'GET',
  path: '/api/proxy/woocommerce/products/:id/variations',
  access: 'see-stock',
  summary: 'Variations of a store product',
  description: 'In the shape of the store.',
  tags: ['Catalogue'],
  params: idParams,
  query: z.object(pageQuery(100, 100)),
  reply: z.array(storeVariation),
  refusals: ['not_found'],
  example: { params: { id: 1701 } },
});

export const updateProductMetaRoute = route({
  name: 'updateProductMeta',
  method: 'PUT',
  path: '/api/proxy/woocommerce/products/:id',
  access: 'edit-products',
  summary: 'Set meta values of a product',
  description: 'Sets values such as blueprint fields (`_blueprint_nose`). Values that are not named stay unchanged.',
  tags: ['Catalogue'],
  params: idParams,
  body: z.object({
    meta_data: metaDataIn.min(1).describe('Values to set; the others stay.'),
    version: z
      .int()
      .optional()
      .describe(
        'The version of the product that the caller saw, as the calls of Manage have it; not checked when left out.',
      ),
  }),
  reply: storeProduct,
  refusals: ['changed_meanwhile', 'not_found', 'not_valid'],
  example: { params: { id: 1602 }, body: { meta_data: [{ key: '_blueprint_nose', value: 'Cherry, lemon' }] } },
});
