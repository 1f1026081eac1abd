import { z } from 'zod';
import { shelfMeasure } from './product-measure.ts';
import { route } from './route.ts';
import {
  flag,
  id,
  idText,
  includeText,
  instant,
  metaData,
  money,
  pageMeta,
  pageQuery,
  quantity,
  searched,
  success,
  text,
  locationId,
  locationIdText,
  cacheStamp,
} from './wire.ts';

export const category = z
  .object({
    id: z.int().meta({ description: 'Id of the category.', examples: [30] }),
    name: z.string().meta({ description: 'Name.', examples: ['Pre-roll'] }),
    slug: z.string().meta({ description: 'Name in addresses.', examples: ['pre-roll'] }),
    count: z.int().optional().describe('Published products in it.'),
    position: z.int().optional().describe('Its place in the order of the shop; left out if the shop has set no order.'),
  })
  .meta({ id: 'Category', description: 'A category of products.' });

export const inventoryEntry = z
  .object({
    location_id: locationId,
    location_name: z.string().meta({ description: 'Name of the location.', examples: ['Charlotte Central'] }),
    stock: quantity.describe('Stock on the books.'),
    quantity: quantity.describe('The same.'),
    manage_stock: z.boolean().describe('True if stock is counted.'),
  })
  .meta({ id: 'StockAtLocation', description: 'Stock at one location.' });

export const conversionRatio = z
  .object({
    input_amount: z.number().meta({ description: 'Quantity that is taken.', examples: [0.7] }),
    input_unit: z.string().meta({ description: 'Its unit.', examples: ['g'] }),
    output_amount: z.number().meta({ description: 'Quantity that is made from it.', examples: [1] }),
    output_unit: z.string().meta({ description: 'Its unit.', examples: ['pre-roll'] }),
    description: z
      .string()
      .optional()
      .meta({ description: 'The ratio in words.', examples: ['0.7 g of flower per pre-roll'] }),
  })
  .meta({
    id: 'ConversionRatio',
    description: 'Ratio between the quantity taken from one item and the quantity made of another.',
  });

export const pricingTier = z
  .object({
    min: quantity.describe('Quantity of the tier.'),
    price: money.describe('Price of the whole `min`: "40.00" for 3.5 g.'),
    label: z.string().meta({ description: 'Label, which a sale names as `_pricing_tier_label`.', examples: ['3.5 g'] }),
    unit: z
      .string()
      .optional()
      .meta({ description: 'Unit.', examples: ['g'] }),
    conversion_ratio: conversionRatio.optional(),
  })
  .meta({ id: 'PriceTier', description: 'A quantity with a price of its own.' });

export const blueprintPricing = z
  .object({
    blueprintId: z.int().meta({ description: 'Id of the blueprint.', examples: [39] }),
    blueprintName: z.string().meta({ description: 'Its name.', examples: ['Flower'] }),
    ruleGroups: z
      .array(
        z.object({
          ruleId: z.int().meta({ description: 'Id of the rule.', examples: [101] }),
          ruleName: z.string().meta({ description: 'Name of the rule.', examples: ['House flower'] }),
          productType: z.string().meta({ description: 'Kind of goods that the tiers sell.', examples: ['flower'] }),
          tiers: z.array(pricingTier).describe('Tiers, smallest first.'),
        }),
      )
      .describe('Groups of price tiers.'),
  })
  .meta({ id: 'TierPricing', description: 'Price tiers of a product.' });
export type WireBlueprintPricing = z.output<typeof blueprintPricing>;

const codes = {
  sku: z
    .string()
    .nullable()
    .meta({ description: 'Stock keeping unit.', examples: ['PRR-002'] }),
  barcode: z
    .string()
    .nullable()
    .meta({ description: 'Barcode.', examples: ['2900001602006'] }),
};

const prices = {
  regular_price: money.nullable().describe('Price; null without one.'),
  sale_price: money.nullable().describe('Reduced price; null without one.'),
};

export const variant = z
  .object({
    id: z.int().meta({ description: 'Id of the variation.', examples: [12011] }),
    name: z.string().meta({ description: 'Name.', examples: ['Four-piece Grinder 55 mm - Black'] }),
    ...codes,
    ...prices,
    inventory: z.array(inventoryEntry).describe('Stock by location.'),
    total_stock: quantity.describe('Stock of all of them.'),
  })
  .meta({ id: 'Variation', description: 'A variation of a product.' });

export const product = z
  .object({
    id: z.int().meta({ description: 'Id of the product.', examples: [1602] }),
    name: z.string().meta({ description: 'Name.', examples: ['Porch Singles 1 g - Sour Dogwood'] }),
    ...codes,
    type: z.string().meta({ description: '`simple` or `variable` (has variations).', examples: ['simple'] }),
    status: z.string().meta({ description: '`publish` when it is for sale.', examples: ['publish'] }),
    ...prices,
    taxable: z.boolean().describe('True if sales tax is charged.'),
    price_class: z
      .string()
      .optional()
      .meta({ description: 'Its price class; left out where it has none.', examples: ['Top Shelf'] }),
    ...shelfMeasure,
    search_terms: z
      .array(z.string())
      .optional()
      .meta({ description: 'Values of its fields that searches read; left out for none.', examples: [['Indica']] }),
    image: z
      .string()
      .nullable()
      .meta({ description: 'Address of the picture; null without one.', examples: ['/pictures/blue-ridge-mist.webp'] }),
    categories: z.array(category).describe('Categories.'),
    inventory: z.array(inventoryEntry).describe('Stock by location; of all variations together.'),
    total_stock: quantity.describe('Sum of `inventory`; for a variable product, of all its variations.'),
    meta_data: metaData.describe('Further values, such as blueprint fields.'),
    has_variants: z.boolean().describe('True if it has variations.'),
    variants: z.array(variant).describe('Its variations.'),
    parent_id: z.int().nullable().describe('Always null: a variation is listed with its product.'),
    blueprintPricing: blueprintPricing.nullable().describe('Price tiers; null for products with one price.'),
  })
  .meta({ id: 'Product', description: 'A product with its stock, variations and prices.' });
export type WireProduct = z.output<typeof product>;

export const productsRoute = route({
  name: 'products',
  method: 'GET',
  path: '/api/proxy/flora-im/products',
  access: 'see-stock',
  summary: 'Products',
  description:
    'Published products with stock, variations and prices at one location, by category and name. Products without stock are included unless `audit_mode` or `include_zero_stock=false` asks for less.',
  tags: ['Catalogue'],
  query: z.object({
    ...pageQuery(1000, 1000),
    location_id: locationIdText,
    search: searched.optional(),
    category: idText.optional().describe('Id of a category.'),
    include: includeText,
    audit_mode: flag
      .optional()
      .describe('True for counting: only products with stock, unless `include_zero_stock` is true.'),
    restock_mode: flag.optional().describe('Products without stock as well, for receiving.'),
    include_zero_stock: flag.optional().describe('Products without stock as well, or not.'),
  }),
  reply: success({
    data: z.array(product).describe('Products of the page.'),
    meta: pageMeta.describe('Position of the page in the list.'),
  }),
  refusals: ['not_found', 'location_required'],
  example: { query: { search: 'dogwood', per_page: '5' } },
});

export const categoriesRoute = route({
  name: 'categories',
  method: 'GET',
  path: '/api/categories',
  access: 'see-stock',
  summary: 'Categories',
  description: 'All categories, each with its parent category and its number of published products.',
  tags: ['Catalogue'],
  reply: success({
    data: z
      .array(
        category.required({ count: true }).extend({
          parent_id: z
            .int()
            .nullable()
            .meta({ description: 'Id of the category above it; null at the top.', examples: [null] }),
        }),
      )
      .describe('All categories.'),
  }),
});

export const batchBlueprintRoute = route({
  name: 'batchBlueprint',
  method: 'POST',
  path: '/api/pricing/batch-blueprint',
  access: 'see-stock',
  idempotency: 'safe',
  summary: 'Price tiers of several products',
  description: 'Keyed by product id; null for products that have one price.',
  tags: ['Catalogue'],
  body: z.object({
    products: z
      .array(
        z.object({
          id: id.meta({ description: 'Id of the product.', examples: [1101] }),
          categoryIds: z
            .array(z.int())
            .max(100)
            .optional()
            .meta({ description: 'Ignored.', examples: [[25]] }),
        }),
      )
      .max(1000)
      .describe('Products to look up.'),
  }),
  reply: success({ data: z.record(z.string(), blueprintPricing.nullable()).describe('Price tiers by product id.') }),
  example: { body: { products: [{ id: 1101 }] } },
});

export const blueprintField = z
  .object({
    id: z.int().meta({ description: 'Id of the field.', examples: [390] }),
    name: z.string().meta({ description: 'Key, without the `_blueprint_` it has in `meta_data`.', examples: ['nose'] }),
    type: z.string().meta({ description: 'Type of its values.', examples: ['text'] }),
    label: z.string().meta({ description: 'Label.', examples: ['Nose'] }),
    description: z.string().describe('Explanation.'),
    config: z
      .object({
        default_value: z.string().nullable().describe('Default value.'),
        validation: z.record(z.string(), z.unknown()).describe('Rules for values.'),
        display: z.record(z.string(), z.unknown()).describe('Display options.'),
        required: z.boolean().describe('True if a value is required.'),
        searchable: z.boolean().describe('True if search covers it.'),
      })
      .describe('Options for display and validation.'),
    sort_order: z.int().describe('Place among the fields.'),
    status: z.string().describe('`active` when it is in use.'),
    created_at: instant.describe('Time of creation.'),
    updated_at: instant.describe('Time of the last change.'),
  })
  .meta({ id: 'BlueprintField', description: 'A field that products of a blueprint carry.' });

export const fieldsRoute = route({
  name: 'fields',
  method: 'GET',
  path: '/api/proxy/flora-im/v2/fields',
  access: 'see-stock',
  summary: 'Blueprint fields',
  description: 'Fields of the blueprint of a name, or of all blueprints.',
  tags: ['Catalogue'],
  query: z.object({
    name: text(100)
      .optional()
      .meta({ description: 'Name of a blueprint.', examples: ['Flower'] }),
    _t: cacheStamp,
  }),
  reply: success({ fields: z.array(blueprintField).describe('The fields, in their order.') }),
  example: { query: { name: 'Flower' } },
});

export const fieldValuesRoute = route({
  name: 'fieldValues',
  method: 'GET',
  path: '/api/blueprint-values',
  access: 'see-stock',
  summary: 'Values of a blueprint field',
  description: 'Values in use, with the number of products that carry each.',
  tags: ['Catalogue'],
  query: z.object({
    field: text(100)
      .min(1)
      .meta({ description: 'Name of a field.', examples: ['nose'] }),
    category: idText.optional().describe('Id of a category.'),
  }),
  reply: success({
    values: z
      .array(
        z.object({
          value: z.string().meta({ description: 'The value.', examples: ['Rain, pine'] }),
          count: z.int().describe('Products with it.'),
        }),
      )
      .describe('Values, most used first.'),
  }),
  example: { query: { field: 'nose' } },
});
