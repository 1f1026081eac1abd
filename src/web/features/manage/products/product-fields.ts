import { z } from 'zod';
import { type ManagedProduct, PRODUCT_STATUSES } from '#contract/managed-products.ts';
import { UNITS } from '#domain/unit.ts';

const pricedFields = {
  regular_price: z.string(),
  sale_price: z.string(),
  /** Wall times of the shop, in the form of a date-and-time field; empty for none. */
  sale_from: z.string(),
  sale_until: z.string(),
};

const laterPrice = z.object({ from: z.string(), regular_price: z.string() });
export type LaterPrice = z.output<typeof laterPrice>;

const variationFields = z.object({
  /** Null until the variation is saved. */
  id: z.int().nullable(),
  attributes: z.array(z.object({ name: z.string(), option: z.string() })),
  name: z.string(),
  sku: z.string(),
  barcode: z.string(),
  status: z.enum(PRODUCT_STATUSES),
  ...pricedFields,
  /** Edits of the former build have none. */
  price_changes: z.array(laterPrice).default([]),
});
export type VariationFields = z.output<typeof variationFields>;

const typedFields = z.object({
  name: z.string(),
  description: z.string(),
  type: z.string(),
  status: z.enum(PRODUCT_STATUSES),
  sku: z.string(),
  barcode: z.string(),
  category_ids: z.array(z.int()),
  blueprint_id: z.int().nullable(),
  price_class: z.string(),
  taxable: z.boolean(),
  unit: z.enum(UNITS).nullable(),
  step: z.string(),
  floor_price: z.string(),
  image: z.string().nullable(),
  /** Values of the blueprint's fields, by name. Empty values are left out. */
  field_values: z.record(z.string(), z.string()),
  ...pricedFields,
  price_changes: z.array(laterPrice),
  variations: z.array(variationFields),
  /** Typed attributes that variations have not been made from yet; null if they match the variations. */
  attributes: z.array(z.object({ name: z.string(), options: z.string() })).nullable(),
  /** The first stock of a new product where the person works; '' for none. */
  opening_stock: z.string(),
});

/** The fields that were typed. The others are left out, not filled with defaults, which would change them. */
export const productEdits = typedFields.partial();

const { unit, step, floor_price, attributes, opening_stock } = typedFields.shape;
/** The form, as typed. Drafts of former builds leave out the last ones. */
export const productFields = typedFields.extend({
  unit: unit.default(null),
  step: step.default('1'),
  floor_price: floor_price.default(''),
  attributes: attributes.default(null),
  opening_stock: opening_stock.default(''),
});
export type ProductFields = z.output<typeof productFields>;
export type FieldName = keyof ProductFields;
export type ProductEdits = Partial<ProductFields>;

/** The initial values of a new product. */
export const NEW_PRODUCT: ProductFields = {
  name: '',
  description: '',
  type: 'simple',
  status: 'draft',
  sku: '',
  barcode: '',
  category_ids: [],
  blueprint_id: null,
  price_class: '',
  taxable: true,
  unit: null,
  step: '1',
  floor_price: '',
  image: null,
  field_values: {},
  regular_price: '',
  sale_price: '',
  sale_from: '',
  sale_until: '',
  price_changes: [],
  variations: [],
  attributes: null,
  opening_stock: '',
};

export const NEW_VARIATION: VariationFields = {
  id: null,
  attributes: [],
  name: '',
  sku: '',
  barcode: '',
  status: 'publish',
  regular_price: '',
  sale_price: '',
  sale_from: '',
  sale_until: '',
  price_changes: [],
};

type Priced = Pick<ManagedProduct, 'regular_price' | 'sale_price' | 'sale_from' | 'sale_until' | 'price_changes'>;

/** @param wall converts an instant to the wall time of the shop */
export function fieldsOf(product: ManagedProduct, wall: (instant: string) => string): ProductFields {
  const priced = (of: Priced) => ({
    regular_price: of.regular_price ?? '',
    sale_price: of.sale_price ?? '',
    sale_from: of.sale_from === null ? '' : wall(of.sale_from),
    sale_until: of.sale_until === null ? '' : wall(of.sale_until),
    price_changes: of.price_changes.map(({ from, regular_price: price }) => ({
      from: wall(from),
      regular_price: price ?? '',
    })),
  });
  return {
    name: product.name,
    description: product.description,
    type: product.type,
    status: product.status,
    sku: product.sku ?? '',
    barcode: product.barcode ?? '',
    category_ids: product.category_ids,
    blueprint_id: product.blueprint_id,
    price_class: product.price_class ?? '',
    taxable: product.taxable,
    unit: product.unit,
    step: String(product.step),
    floor_price: product.floor_price ?? '',
    image: product.image,
    field_values: product.field_values,
    ...priced(product),
    variations: product.variations
      .filter(({ status }) => status !== 'trash')
      .map((variation) => ({
        id: variation.id,
        attributes: variation.attributes,
        name: variation.name ?? '',
        sku: variation.sku ?? '',
        barcode: variation.barcode ?? '',
        status: variation.status,
        ...priced(variation),
      })),
    attributes: null,
    opening_stock: '',
  };
}
