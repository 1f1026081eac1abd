import { describe, expect, it } from 'vitest';
import { product } from './wire-product.testing.ts';
import type { CountedCategory } from './wire-products.ts';
import { anyValueOptions, categoryOptions, fieldCounts, valueOptions } from './filter-options.ts';

const category = (id: number, count: number): CountedCategory => {
  return { id, name: `Shelf ${id}`, slug: `shelf-${id}`, count };
};

const withFields = (id: number, blueprint: Record<string, string>) => product({ id, blueprint });

const PRODUCTS = [
  withFields(1, { strain_type: 'Indica', thca_percentage: '9.5', effect: 'Calm' }),
  withFields(2, { strain_type: 'Indica', thca_percentage: '22.1', effect: '' }),
  withFields(3, { strain_type: 'Sativa', thca_percentage: '10.4', supplier: 'Indica Farms' }),
  withFields(4, {}),
];

describe('what the filter offers', () => {
  it('lists eight categories with products, and all that fit what is typed', () => {
    const categories = [category(0, 0), ...Array.from({ length: 12 }, (_, index) => category(index + 1, 3))];
    expect(categoryOptions(categories, '').map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(categoryOptions(categories, 'SHELF 1').map(({ id }) => id)).toEqual([1, 10, 11, 12]);
    expect(categoryOptions(categories, 'shelf 0')).toEqual([]);
    const creme = { ...category(13, 2), name: 'Granny’s Crème' };
    expect(categoryOptions([...categories, creme], "granny's creme")).toEqual([creme]);
  });

  it('counts the products that carry a field; an empty value is none', () => {
    expect(Object.fromEntries(fieldCounts(PRODUCTS))).toMatchObject({ strain_type: 3, effect: 1, lineage: 0 });
  });

  it('lists the values of a field with their numbers, 9.5 before 10.4', () => {
    expect(valueOptions(PRODUCTS, 'thca_percentage', '').map(({ value }) => value)).toEqual(['9.5', '10.4', '22.1']);
    expect(valueOptions(PRODUCTS, 'strain_type', 'ind')).toEqual([{ value: 'Indica', count: 2 }]);
    expect(valueOptions(PRODUCTS, 'lineage', '')).toEqual([]);
    const values = valueOptions([withFields(5, { lineage: 'Zoë’s Haze' })], 'lineage', "zoe's haze ");
    expect(values.map(({ value }) => value)).toEqual(['Zoë’s Haze']);
  });

  it('finds values of any field, the most used first, and no more than asked for', () => {
    const found = anyValueOptions(PRODUCTS, 'indica', 12);
    expect(found.map(({ field, value }) => `${field}: ${value}`)).toEqual([
      'strain_type: Indica',
      'supplier: Indica Farms',
    ]);
    expect(anyValueOptions(PRODUCTS, 'a', 1)).toHaveLength(1);
    expect(anyValueOptions(PRODUCTS, ' ', 12)).toEqual([]);
  });
});
