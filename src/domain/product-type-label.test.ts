import { expect, it } from 'vitest';
import { productTypeLabel } from './product-type-label.ts';

it.each([
  ['flower', 'Flower'],
  ['preroll', 'Pre-Roll'],
  ['gram', 'Grams'],
  ['eighth', 'Eighth'],
  ['vape', 'Vape'],
  ['Moon water', 'Moon water'],
  ['', ''],
])('a product type "%s" is labelled "%s"', (type, label) => {
  expect(productTypeLabel(type)).toBe(label);
});
