import { expect, it } from 'vitest';
import type { WireProduct } from '#contract/catalogue.ts';
import { categoriesOf, codesOf, inDisplayOrder, toRegisterProduct, toStockEntries } from './wire-products.ts';
import { at, wire } from './wire-product.testing.ts';

function variant(id: number, change: Partial<WireProduct['variants'][number]> = {}): WireProduct['variants'][number] {
  const inventory = [at(20, id)];
  const codes = { sku: `V-${id}`, barcode: null };
  return {
    id,
    name: `Size ${id}`,
    ...codes,
    regular_price: '28.00',
    sale_price: null,
    inventory,
    total_stock: id,
    ...change,
  };
}

it('sells at the sale price where there is one, else at the regular one, else at none', () => {
  expect(toRegisterProduct(wire()).priceCents).toBe(1500);
  expect(toRegisterProduct(wire({ sale_price: '12.50' })).priceCents).toBe(1250);
  expect(toRegisterProduct(wire({ regular_price: null })).priceCents).toBeNull();
});

it('reads tiers in cents and thousandths, with the ratio of what is rolled from the jar', () => {
  const ratio = { input_amount: 0.7, input_unit: 'g', output_amount: 1, output_unit: 'pre-roll' };
  const tiers = [{ min: 3.5, price: '40.00', label: '3.5 g', unit: 'g' }];
  const rolled = [{ min: 1, price: '10.00', label: '1 pre-roll', conversion_ratio: ratio }];
  const { pricing } = toRegisterProduct(
    wire({
      blueprintPricing: {
        blueprintId: 39,
        blueprintName: 'Flower',
        ruleGroups: [
          { ruleId: 101, ruleName: 'House flower', productType: 'flower', tiers },
          { ruleId: 111, ruleName: 'House pre-rolls', productType: 'preroll', tiers: rolled },
        ],
      },
    }),
  );
  expect(pricing?.ruleGroups.map((group) => group.tiers)).toEqual([
    [{ minMilli: 3500, priceCents: 4000, label: '3.5 g', unit: 'g' }],
    [
      {
        minMilli: 1000,
        priceCents: 1000,
        label: '1 pre-roll',
        conversionRatio: { inputMilli: 700, inputUnit: 'g', outputMilli: 1000, outputUnit: 'pre-roll' },
      },
    ],
  ]);
});

it('has no pricing where no tier can be sold', () => {
  const unsellable = [{ min: 0, price: '10.00', label: 'nothing' }];
  const ruleGroups = [{ ruleId: 1, ruleName: 'Empty', productType: 'flower', tiers: unsellable }];
  const product = wire({ blueprintPricing: { blueprintId: 39, blueprintName: 'Flower', ruleGroups } });
  expect(toRegisterProduct(product).pricing).toBeNull();
});

it('knows a simple product from one with variants', () => {
  expect(toRegisterProduct(wire()).variants).toBeNull();
  const tee = toRegisterProduct(wire({ type: 'variable', has_variants: true, variants: [variant(7)] }));
  expect(tee.variants).toEqual([{ id: 7, name: 'Size 7', sku: 'V-7', barcode: null, priceCents: 2800 }]);
});

it('reads blueprint values by their field, and no other meta', () => {
  const meta = [
    { key: '_blueprint_strain_type', value: 'Indica' },
    { key: '_blueprint_thca_percentage', value: 24.6 },
    { key: '_blueprint_effect', value: { nested: true } },
    { key: '_edit_lock', value: '1' },
  ];
  expect(toRegisterProduct(wire({ meta_data: meta })).blueprint).toEqual({
    strain_type: 'Indica',
    thca_percentage: '24.6',
  });
});

it.each(['https://elsewhere.example/a.png', '//elsewhere.example/a.png', ''])('asks no other host for %j', (image) => {
  expect(toRegisterProduct(wire({ image })).image).toBeNull();
});

it('takes stock of the own location only, per variant where there are some', () => {
  const here = wire({ inventory: [at(19, 99), at(20, 0.125)] });
  expect(toStockEntries(here, 20)).toEqual([{ productId: 1, variationId: null, quantityMilli: 125 }]);
  expect(toStockEntries(here, 21)).toEqual([{ productId: 1, variationId: null, quantityMilli: 0 }]);
  const tee = wire({ has_variants: true, variants: [variant(7), variant(8)] });
  expect(toStockEntries(tee, 20)).toEqual([
    { productId: 1, variationId: 7, quantityMilli: 7000 },
    { productId: 1, variationId: 8, quantityMilli: 8000 },
  ]);
});

it('shows flower before vape, simple before variable, then by name', () => {
  const vape = { id: 26, name: 'Vape', slug: 'vape' };
  const products = [
    wire({ id: 1, name: 'B cart', categories: [vape] }),
    wire({ id: 2, name: 'Zebra' }),
    wire({ id: 3, name: 'Apple', has_variants: true, variants: [variant(1)] }),
    wire({ id: 4, name: 'Mango' }),
  ].map(toRegisterProduct);
  expect(inDisplayOrder(products).map(({ name }) => name)).toEqual(['Mango', 'Zebra', 'Apple', 'B cart']);
  expect(categoriesOf(products).map(({ name, count }) => [name, count])).toEqual([
    ['Flower', 3],
    ['Vape', 1],
  ]);
});

it('finds by SKU and barcode, and gives no product’s own code to a variant of another', () => {
  const tee = toRegisterProduct(
    wire({
      id: 1,
      sku: 'TEE',
      barcode: null,
      has_variants: true,
      variants: [variant(7), variant(8, { sku: 'flw-001' })],
    }),
  );
  const flower = toRegisterProduct(wire({ id: 2, barcode: '036000291452' }));
  const codes = codesOf([tee, flower]);
  expect(codes.get('v-7')).toMatchObject({ product: tee, variant: { id: 7 } });
  expect(codes.get('flw-001')).toEqual({ product: flower, variant: null });
  // A UPC-A is looked up as the EAN-13 it is.
  expect(codes.get('0036000291452')).toEqual({ product: flower, variant: null });
});

it('reads a stock of more than one sale may take', () => {
  const product = wire({ inventory: [at(20, 11_000_034.5)] });
  expect(toStockEntries(product, 20)).toEqual([{ productId: 1, variationId: null, quantityMilli: 11_000_034_500 }]);
});
