import { expect, it } from 'vitest';
import { nameParts, variantLineName, variantName } from './variant-name.ts';

it('names a variant by its options, then by its own name, then by its number', () => {
  expect(variantName(['Large', ' Blue '], 'ignored', 7)).toBe('Large, Blue');
  expect(variantName(['', ' '], ' Family size ', 7)).toBe('Family size');
  expect(variantName([], null, 7)).toBe('Variant #7');
});

it('calls a cart line of a variant by parent and variant', () => {
  expect(variantLineName('Hoodie', 'Large, Blue')).toBe('Hoodie - Large, Blue');
});

it('has an end that tells an item from its siblings', () => {
  expect(nameParts('Driftline Cart 1 g - Key Lime Alibi')).toEqual(['Driftline Cart 1 g', ' - Key Lime Alibi']);
  expect(nameParts('Gummies - 10 pk - Blood Orange')).toEqual(['Gummies - 10 pk', ' - Blood Orange']);
  expect(nameParts('Halo & Reed Live Cart 0.5 g Peach')).toEqual(['Halo & Reed Live Cart', ' 0.5 g Peach']);
  expect(nameParts('Grinder')).toEqual(['Grinder', '']);
  expect(nameParts('Supercalifragilistic-unbroken-name')).toEqual(['Supercalifragilistic-unbroken-name', '']);
});
