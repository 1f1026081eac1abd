import { expect, it } from 'vitest';
import { NEW_PRODUCT, productEdits, productFields } from './product-fields.ts';

it('adds nothing to what was typed', () => {
  expect(productEdits.parse({ sku: 'A-1' })).toEqual({ sku: 'A-1' });
});

it('reads the form of a build without units, floor and typed attributes', () => {
  const { unit, step, floor_price, attributes, opening_stock, ...former } = NEW_PRODUCT;
  expect(productFields.parse(former)).toEqual({ ...former, opening_stock, unit, step, floor_price, attributes });
});
