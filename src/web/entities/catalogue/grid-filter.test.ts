import { expect, it } from 'vitest';
import { indexProducts } from '#domain/product-search.ts';
import { filterProducts, type GridFilter, toFindable } from './grid-filter.ts';
import type { RegisterProduct } from './wire-products.ts';

function product(id: number, name: string, categoryIds: number[], blueprint: Record<string, string>): RegisterProduct {
  const categories = categoryIds.map((category) => ({
    id: category,
    name: `Category ${category}`,
    slug: `c${category}`,
  }));
  const codes = { sku: `SKU-${id}`, barcode: null };
  const plain = { image: null, taxable: true, priceCents: null, pricing: null, variants: null, type: 'simple' };
  return { id, name, ...codes, ...plain, categories, category: categories[0]?.name ?? null, blueprint };
}

const PRODUCTS = [
  product(1, 'Blue Ridge Mist', [25], { strain_type: 'Hybrid' }),
  product(2, 'Sour Dogwood', [25, 30], { strain_type: 'Sativa' }),
  product(3, 'Blue Tray', [31], {}),
];
const ALL: GridFilter = { search: '', categoryId: null, blueprintField: null, blueprintValue: null };

function shown(filter: Partial<GridFilter>): number[] {
  const index = () => indexProducts(PRODUCTS.map(toFindable));
  return filterProducts(PRODUCTS, { ...ALL, ...filter }, index).map(({ id }) => id);
}

it('shows everything, the very same list, when nothing is asked for', () => {
  expect(filterProducts(PRODUCTS, { ...ALL, search: '  ' }, () => expect.unreachable())).toBe(PRODUCTS);
});

it('finds by any of a product’s categories', () => {
  expect(shown({ categoryId: 30 })).toEqual([2]);
});

it('narrows by every part at once and keeps the display order', () => {
  expect(shown({ search: 'blue' })).toEqual([1, 3]);
  expect(shown({ search: 'blue', categoryId: 25 })).toEqual([1]);
  expect(shown({ search: 'sku-2' })).toEqual([2]);
});

it('filters by a blueprint value, or by having the field at all', () => {
  expect(shown({ blueprintField: 'strain_type', blueprintValue: 'Sativa' })).toEqual([2]);
  expect(shown({ blueprintField: 'strain_type' })).toEqual([1, 2]);
});
