import { describe, expect, it } from 'vitest';
import { findByCode, type FindableProduct, indexProducts, searchProducts, SUGGESTION_LIMIT } from './product-search.ts';

const product = (name: string, more: Partial<FindableProduct> = {}): FindableProduct => ({
  name,
  sku: null,
  barcode: null,
  categories: [],
  variants: [],
  ...more,
});

const catalogue = [
  product('Sour Diesel', { sku: 'FLW-002', categories: [{ name: 'Flower' }] }),
  product('Blue Dream', { sku: 'FLW-001', barcode: '036000291452', categories: [{ name: 'Flower' }] }),
  product('Dream Catcher (Blue)', { sku: 'ACC-9' }),
  product('Daydreamer Blueberry Gummies', { sku: 'EDB-7', categories: [{ name: 'Edible' }] }),
  product('Blue-Dream Cartridge', { sku: 'VAP-3', categories: [{ name: 'Vape' }] }),
  product('Crème Brûlée', { sku: 'CON-1' }),
  product('Hoodie', {
    sku: 'APP-1',
    variants: [
      { name: 'Small', sku: 'APP-1-S', barcode: '4006381333931' },
      { name: 'Large', sku: 'APP-1-L', barcode: null },
    ],
  }),
];
const index = indexProducts(catalogue);
const found = (search: string, limit: number = SUGGESTION_LIMIT.mixed) =>
  searchProducts(index, search, limit).map(({ name }) => name);

it('shows names that start with it, then words that start with it, then the rest', () => {
  expect(found('dream')).toEqual([
    'Dream Catcher (Blue)',
    'Blue Dream',
    'Blue-Dream Cartridge',
    'Daydreamer Blueberry Gummies',
  ]);
});

it('wants every word somewhere, in any order', () => {
  expect(found('dream blue')).toEqual([
    'Blue Dream',
    'Blue-Dream Cartridge',
    'Dream Catcher (Blue)',
    'Daydreamer Blueberry Gummies',
  ]);
  expect(found('dream flower')).toEqual(['Blue Dream']);
  expect(found('dream truck')).toEqual([]);
});

it('finds one or two letters only where a word begins', () => {
  const named = indexProducts([
    product('Dogwalker'),
    product('OG Kush'),
    product('Lemon-Og', { sku: 'A-042' }),
    product('花茶'),
  ]);
  const by = (search: string) => searchProducts(named, search, 9).map(({ name }) => name);
  expect(by('og')).toEqual(['OG Kush', 'Lemon-Og']);
  expect(by('OG le')).toEqual(['Lemon-Og']);
  expect(by('og em')).toEqual([]);
  expect(by('ogw')).toEqual(['Dogwalker']);
  // Digits stand inside codes, and some scripts have no spaces.
  expect(by('42')).toEqual(['Lemon-Og']);
  expect(by('茶')).toEqual(['花茶']);
});

it('shows the product whose SKU or barcode it is before all names', () => {
  expect(found('flw-001')[0]).toBe('Blue Dream');
  expect(found('036000291452')).toEqual(['Blue Dream']);
  expect(found('app-1')).toEqual(['Hoodie']);
});

it('finds a product by its category, by its variants and by a part of a SKU', () => {
  expect(found('edible')).toEqual(['Daydreamer Blueberry Gummies']);
  expect(found('hoodie large')).toEqual(['Hoodie']);
  expect(found('flw')).toEqual(['Blue Dream', 'Sour Diesel']);
});

it('does not mind case and accents', () => {
  expect(found('creme BRULEE')).toEqual(['Crème Brûlée']);
  expect(found('Crème')).toEqual(['Crème Brûlée']);
});

it('does not mind apostrophes, however they are written', () => {
  const named = indexProducts([product('O’Brien’s Mint'), product("Granny's Apple"), product('Brien Tea')]);
  const by = (search: string) => searchProducts(named, search, 9).map(({ name }) => name);
  expect(by("o'brien's")).toEqual(['O’Brien’s Mint']);
  expect(by('obriens')).toEqual(['O’Brien’s Mint']);
  expect(by('grannys')).toEqual(["Granny's Apple"]);
  expect(by('granny’s')).toEqual(["Granny's Apple"]);
  // An apostrophe does not separate words, unlike a dash: the name's word is "obriens".
  expect(by('brien')).toEqual(['Brien Tea', 'O’Brien’s Mint']);
  expect(by("'")).toEqual([]);
});

it('takes signs of a pattern for what they are', () => {
  expect(found('(blue)')).toEqual(['Dream Catcher (Blue)']);
  expect(found('.*')).toEqual([]);
  expect(found('[')).toEqual([]);
});

it.each(['', '   '])('finds nothing for "%s"', (search) => {
  expect(found(search)).toEqual([]);
});

it('lists no more than it is asked for', () => {
  expect(found('b', 3)).toHaveLength(3);
  expect(SUGGESTION_LIMIT).toEqual({ mixed: 8, productOnly: 20 });
});

describe('a scanned code', () => {
  it('finds the product, also when the scanner sends the UPC-A as an EAN-13', () => {
    expect(findByCode(index, '0036000291452')).toMatchObject({ product: { name: 'Blue Dream' }, variant: null });
    expect(findByCode(index, '036000291452')).toMatchObject({ product: { name: 'Blue Dream' } });
  });

  it('finds the variant it is printed on', () => {
    expect(findByCode(index, '4006381333931')).toMatchObject({
      product: { name: 'Hoodie' },
      variant: { name: 'Small' },
    });
    expect(findByCode(index, 'app-1-l')).toMatchObject({ variant: { name: 'Large' } });
  });

  it('finds nothing for a code nobody has', () => {
    expect(findByCode(index, '9780201379624')).toBeNull();
    expect(findByCode(index, '')).toBeNull();
  });
});

it('finds a SKU first among 10,000 products', () => {
  const many = Array.from({ length: 10_000 }, (_, at) =>
    product(`Pineapple Express No. ${at}`, { sku: `SKU-${String(at).padStart(5, '0')}` }),
  );
  expect(searchProducts(indexProducts(many), 'sku-04711', 8)[0]?.sku).toBe('SKU-04711');
});

it('reads the values of searchable fields', () => {
  const fields = indexProducts([product('Blue Dream', { searchTerms: ['Sativa', 'Citrus, pine'] }), product('Rose')]);
  const names = (search: string) => searchProducts(fields, search, 8).map(({ name }) => name);
  expect(names('pine sativa')).toEqual(['Blue Dream']);
  expect(names('indica')).toEqual([]);
});
