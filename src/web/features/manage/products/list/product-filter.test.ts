import { expect, it } from 'vitest';
import { filtered, type ProductFilter } from './product-filter.ts';
import { listedProduct } from './listed-product.testing.ts';

/** By name, as they are listed. */
const PRODUCTS = [
  listedProduct(12, 'Abridged Bluebells', { sku: 'BOOK-12' }),
  listedProduct(3, 'Blue Dream Cartridge'),
  listedProduct(2, 'Blue Ridge Mist', { codes: ['BRM-S', '4006381333931'] }),
  listedProduct(7, 'Blue Ridge Mist, old', { status: 'trash' }),
  listedProduct(5, 'Mist of Blue-Ridge', { sku: 'MIST 3' }),
  listedProduct(9, 'Zoë 12 g', { barcode: '036000291452' }),
];
const ALL: ProductFilter = {
  search: '',
  status: 'listed',
  categories: null,
  blueprint: null,
  priceClass: null,
  lowMargin: null,
};
const found = (search: string, more: Partial<ProductFilter> = {}) =>
  filtered(PRODUCTS, { ...ALL, ...more, search }).map(({ id }) => id);

it('lists by name while nothing is searched', () => {
  expect(found('')).toEqual([12, 3, 2, 5, 9]);
  expect(found(" '")).toEqual([12, 3, 2, 5, 9]);
});

it('lists names that begin with what was typed first, then words that do, then what has it inside a word', () => {
  // A cartridge has "ridge" inside a word.
  expect(found('blue ridge')).toEqual([2, 5, 12, 3]);
  expect(found('blue')).toEqual([3, 2, 12, 5]);
  expect(found('ridge blue')).toEqual([2, 5, 12, 3]);
  expect(found('mist')).toEqual([5, 2]);
});

it('lists the product whose code or number was typed before all names', () => {
  expect(found('mist 3')[0]).toBe(5);
  expect(found('4006381333931')).toEqual([2]);
  // The EAN-13 of the same UPC-A.
  expect(found('0036000291452')).toEqual([]);
  expect(found('#12')).toEqual([12]);
  expect(found('zoe')).toEqual([9]);
});

it('searches within the status that is chosen', () => {
  expect(found('blue ridge', { status: 'trash' })).toEqual([7]);
});
