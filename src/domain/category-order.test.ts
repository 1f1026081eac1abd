import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byCategoryOrder, byProductOrder, groupByCategory, inTreeOrder, placesOf } from './category-order.ts';

const category = (name: string, slug = name.toLowerCase()) => ({ name, slug });
const product = (id: number, name: string, type = 'simple', ...categories: string[]) => ({
  id,
  name,
  type,
  categories: categories.map((each) => category(each)),
});

it('shows flower, vape, concentrate, edible and moonwater first, then the others by name, uncategorized last', () => {
  const mixed = ['Uncategorized', 'Pre-roll', 'Moonwater', 'Vape', 'Accessories', 'Edible', 'Flower', 'Concentrate'];
  expect(
    mixed
      .map((name) => category(name))
      .sort(byCategoryOrder)
      .map(({ name }) => name),
  ).toEqual([
    ...['Flower', 'Vape', 'Concentrate', 'Edible', 'Moonwater'],
    ...['Accessories', 'Pre-roll'],
    'Uncategorized',
  ]);
});

it('knows a category by its slug, and in the plural', () => {
  const named = [category('Apparel'), category('Our buds', 'flower'), category('Vapes'), category('Flowerpots')];
  expect(named.sort(byCategoryOrder).map(({ name }) => name)).toEqual(['Our buds', 'Vapes', 'Apparel', 'Flowerpots']);
});

it('puts simple products before variable ones, each by name, numbers in order', () => {
  const mixed = [
    product(4, 'Apple', 'variable'),
    product(3, 'zebra'),
    product(2, 'Cone 10'),
    product(1, 'Cone 2'),
    product(5, 'cone 2'),
  ];
  expect(mixed.sort(byProductOrder).map(({ id }) => id)).toEqual([1, 5, 2, 3, 4]);
});

it('shows each product once, under the first of its categories', () => {
  const groups = groupByCategory([
    product(1, 'Gummies', 'simple', 'Edible', 'New'),
    product(2, 'Loose screw'),
    product(3, 'Blue Dream', 'simple', 'Flower'),
    product(4, 'Acai', 'simple', 'Flower'),
  ]);
  expect(groups.map(({ category: { name }, products }) => [name, products.map(({ id }) => id)])).toEqual([
    ['Flower', [4, 3]],
    ['Edible', [1]],
    ['Uncategorized', [2]],
  ]);
});

it('is one order, whichever way the catalogue came in', () => {
  const some = fc.record({
    id: fc.integer({ min: 1, max: 50 }),
    name: fc.constantFrom('a', 'B', 'a 2', 'a 10', 'Ä'),
    type: fc.constantFrom('simple', 'variable'),
    categories: fc.array(fc.constantFrom(...['Flower', 'Vape', 'Hats', 'Uncategorized'].map((name) => category(name)))),
  });
  fc.assert(
    fc.property(fc.uniqueArray(some, { selector: ({ id }) => id }), (products) => {
      expect(groupByCategory([...products].reverse())).toEqual(groupByCategory(products));
      expect(groupByCategory(products).flatMap((group) => group.products)).toHaveLength(products.length);
    }),
  );
});

describe('the order that the shop gives its categories', () => {
  const stored = (id: number, name: string, parentId: number | null, position: number | null) => {
    return { id, name, slug: name.toLowerCase(), parentId, position };
  };

  it('goes before the rule for names, and follows the tree', () => {
    const categories = [
      stored(1, 'Flower', null, 1),
      stored(2, 'Vape', null, null),
      stored(3, 'Gear', null, 0),
      stored(4, 'Glass', 3, null),
      stored(5, 'Lost', 99, null),
    ];
    expect(inTreeOrder(categories).map(({ name }) => name)).toEqual(['Gear', 'Glass', 'Flower', 'Vape', 'Lost']);
    expect([...placesOf(categories)]).toEqual([
      [3, 0],
      [4, 1],
      [1, 2],
      [2, 3],
      [5, 4],
    ]);
    expect(placesOf(categories.map((category) => ({ ...category, position: null }))).size).toBe(0);
  });

  it('puts what has no place after what has one', () => {
    const names = [
      { name: 'Flower', slug: 'flower' },
      { name: 'Gear', slug: 'gear', position: 7 },
    ].sort(byCategoryOrder);
    expect(names.map(({ name }) => name)).toEqual(['Gear', 'Flower']);
  });
});
