import { expect, it } from 'vitest';
import { buildRows, cardAfter, type MoveKey } from './grid-rows.ts';
import { product } from '#web/entities/catalogue/wire-product.testing.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';

function inCategory(slug: string | null, id: number): RegisterProduct {
  const categories = slug === null ? [] : [{ id: slug.length, name: slug, slug }];
  return product({ id, categories, category: slug });
}

/** Four flowers, one vape, two without a category, three columns: 1 2 3 / 4 / 5 / 6 7 */
const PRODUCTS = [1, 2, 3, 4]
  .map((id) => inCategory('flower', id))
  .concat(inCategory('vape', 5), inCategory(null, 6), inCategory(null, 7));
const GRID = buildRows(PRODUCTS, 3);

it('puts each category under a header with its count, in rows of cards', () => {
  const told = GRID.rows.map((row) =>
    row.kind === 'header' ? `${row.name} ${row.count}` : row.products.map(({ id }) => id).join(' '),
  );
  expect(told).toEqual(['flower 4', '1 2 3', '4', 'vape 1', '5', 'Uncategorized 2', '6 7']);
});

it('knows the row and the header of every product', () => {
  expect(PRODUCTS.map(({ id }) => GRID.rowOf.get(id))).toEqual([1, 1, 1, 2, 4, 6, 6]);
  expect(GRID.rows.map((row) => (row.kind === 'cards' ? row.headerIndex : null))).toEqual([
    null,
    0,
    0,
    null,
    3,
    null,
    5,
  ]);
});

it('gives every row a key of its own', () => {
  expect(new Set(GRID.rows.map(({ key }) => key)).size).toBe(GRID.rows.length);
});

it('has no rows without products', () => {
  expect(buildRows([], 3).rows).toEqual([]);
});

it.each<[number, MoveKey, number | null]>([
  [1, 'ArrowRight', 2],
  [3, 'ArrowRight', 4],
  [4, 'ArrowRight', 5],
  [7, 'ArrowRight', null],
  [1, 'ArrowLeft', null],
  [4, 'ArrowLeft', 3],
  [5, 'ArrowLeft', 4],
  [2, 'ArrowDown', 4],
  [4, 'ArrowDown', 5],
  [7, 'ArrowDown', null],
  [4, 'ArrowUp', 1],
  [7, 'ArrowUp', 5],
  [2, 'ArrowUp', null],
  [3, 'End', 7],
  [6, 'Home', 1],
  [2, 'PageDown', 7],
  [7, 'PageUp', 2],
])('from card %i, %s leads to %j', (from, key, to) => {
  expect(cardAfter(GRID, from, key)).toBe(to);
});
