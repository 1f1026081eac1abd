import type { WireProduct } from '#contract/catalogue.ts';
import type { RegisterProduct } from './wire-products.ts';

const FLOWER = { id: 25, name: 'Flower', slug: 'flower' };
/** The stock of a product at a location. */
export const at = (locationId: number, quantity: number): WireProduct['inventory'][number] => ({
  location_id: locationId,
  location_name: `Location ${locationId}`,
  stock: quantity,
  quantity,
  manage_stock: true,
});

/** A product as the server tells it. */
export function wire(change: Partial<WireProduct> = {}): WireProduct {
  return {
    id: 1,
    name: 'Peach Porch',
    sku: 'FLW-001',
    barcode: '2000000110103',
    type: 'simple',
    status: 'publish',
    regular_price: '15.00',
    sale_price: null,
    taxable: true,
    image: '/pictures/peach-porch.webp',
    categories: [FLOWER],
    inventory: [at(20, 12.5)],
    total_stock: 12.5,
    meta_data: [],
    has_variants: false,
    variants: [],
    parent_id: null,
    blueprintPricing: null,
    ...change,
  };
}

/** A product as the till has it, with nothing but its number and its name. */
export function product(part: Partial<RegisterProduct> = {}): RegisterProduct {
  return {
    id: 1,
    name: 'Mug',
    type: 'simple',
    sku: null,
    barcode: null,
    image: null,
    taxable: true,
    categories: [],
    category: null,
    priceCents: null,
    pricing: null,
    variants: null,
    blueprint: {},
    ...part,
  };
}
