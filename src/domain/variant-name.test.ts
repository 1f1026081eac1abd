import { expect, it } from 'vitest';
import { variantLineName, variantName } from './variant-name.ts';

it('names a variant by its options, then by its own name, then by its number', () => {
  expect(variantName(['Large', ' Blue '], 'ignored', 7)).toBe('Large, Blue');
  expect(variantName(['', ' '], ' Family size ', 7)).toBe('Family size');
  expect(variantName([], null, 7)).toBe('Variant #7');
});

it('calls a cart line of a variant by parent and variant', () => {
  expect(variantLineName('Hoodie', 'Large, Blue')).toBe('Hoodie - Large, Blue');
});
