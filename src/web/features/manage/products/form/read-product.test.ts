import { describe, expect, it } from 'vitest';
import { NEW_PRODUCT, NEW_VARIATION, type ProductFields } from '../product-fields.ts';
import { changeBody, changedFields, readProduct } from './read-product.ts';

const readWall = (typed: string) => (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(typed) ? `${typed}:00.000Z` : null);
const saved: ProductFields = { ...NEW_PRODUCT, name: 'Lighter', regular_price: '4.50', sku: 'L-1' };
const problemsOf = (edits: Partial<ProductFields>, before: ProductFields | null = saved) =>
  readProduct({ ...saved, ...edits }, before, readWall).problems;

describe('a product as it is typed', () => {
  it('is right as it was saved', () => {
    expect(problemsOf({})).toEqual({});
  });

  it.each([
    [{ name: ' ' }, { name: 'A product needs a name.' }],
    [{ barcode: '036000291453' }, { barcode: 'The last digit does not fit the others: one of them is mistyped.' }],
    [{ barcode: '12345' }, { barcode: 'A barcode has 12 or 13 digits; this has 5.' }],
    [{ barcode: 'ABC' }, { barcode: 'A barcode has digits only.' }],
    [
      { regular_price: '4,50' },
      { regular_price: '"4,50" can mean two things. Use a point for decimals and no comma.' },
    ],
    [{ sale_price: '3', sale_from: 'soon' }, { sale_from: 'Give a day and a time.' }],
    [
      { sale_price: '3', sale_from: '2027-01-02T09:00', sale_until: '2027-01-01T09:00' },
      { sale_until: 'The sale ends before it begins.' },
    ],
    [{ sale_price: '4.50' }, { sale_price: 'The sale price is not below the regular price.' }],
    [{ step: '0.5' }, { step: 'Pieces are sold in whole steps, from 1 to 1000.' }],
    [{ unit: 'g' as const, step: '0' }, { step: 'A step is above 0, and at most 1000.' }],
    [
      { unit: 'g' as const, step: 'x', floor_price: '-' },
      { step: '"x" is not a number. Type it like 12.5.', floor_price: '"-" is not a number. Type it like 12.5.' },
    ],
    [{ price_changes: [{ from: '', regular_price: '5' }] }, { 'price_changes.0.from': 'Give a day and a time.' }],
  ])('is told what is wrong: %o', (edits, problems) => {
    expect(problemsOf(edits)).toEqual(problems);
  });

  it('has no dates of a sale without a sale price: they are not on the screen', () => {
    const dates = { sale_price: ' ', sale_from: '2027-01-02T09:00', sale_until: '2027-01-01T09:00' };
    const variation = { ...NEW_VARIATION, ...dates, name: 'Small' };
    const { problems, body } = readProduct(
      { ...saved, ...dates, type: 'variable', variations: [variation] },
      saved,
      readWall,
    );
    expect(problems).toEqual({});
    expect(body).toMatchObject({ sale_price: null, sale_from: null, sale_until: null });
    expect(body.variations).toMatchObject([{ sale_price: null, sale_from: null, sale_until: null }]);
    expect(problemsOf({ sale_from: 'soon' })).toEqual({});
  });

  it('is sent with its unit, its step and its floor', () => {
    const body = (edits: Partial<ProductFields>) => readProduct({ ...saved, ...edits }, saved, readWall).body;
    expect(body({})).toMatchObject({ unit: null, step: 1, floor_price: null });
    expect(body({ unit: 'g', step: '.1', floor_price: '8' })).toMatchObject({
      unit: 'g',
      step: 0.1,
      floor_price: '8.00',
    });
    expect(changedFields({ ...saved, unit: 'oz' }, saved)).toEqual(['unit']);
  });

  it('keeps a barcode that an import brought, however it is', () => {
    expect(problemsOf({ barcode: 'ABC' }, { ...saved, barcode: 'ABC' })).toEqual({});
  });

  it('has an option for each variation, and none twice', () => {
    const size = (option: string) => ({ ...NEW_VARIATION, attributes: [{ name: 'Size', option }] });
    expect(problemsOf({ type: 'variable', variations: [size('S'), size(' s'), size('')] })).toEqual({
      'variations.1.attributes': 'There are two of s.',
      'variations.2.attributes': 'A variation needs an option for each attribute.',
    });
  });

  it('has later prices of its variations, which are sent when they change', () => {
    const later = (from: string, regular_price: string) => ({
      ...NEW_VARIATION,
      id: 7,
      name: 'S',
      price_changes: [{ from, regular_price }],
    });
    const before = { ...saved, type: 'variable', variations: [later('2027-01-02T09:00', '5.00')] };
    const read = (from: string, price: string) =>
      readProduct({ ...before, variations: [later(from, price)] }, before, readWall);
    expect(read('2027-01-02T09:00', '5.00').body.variations).toEqual([{ id: 7, attributes: [] }]);
    expect(read('2027-01-02T09:00', '6').body.variations).toEqual([
      { id: 7, attributes: [], price_changes: [{ from: '2027-01-02T09:00:00.000Z', regular_price: '6.00' }] },
    ]);
    expect(read('', '').problems).toEqual({
      'variations.0.price_changes.0.from': 'Give a day and a time.',
      'variations.0.price_changes.0.regular_price': 'Enter a number.',
    });
  });

  it('is not saved without the attributes that were typed', () => {
    const small = { ...NEW_VARIATION, attributes: [{ name: 'Size', option: 'S' }] };
    const typed = (options: string, type = 'variable') =>
      problemsOf({ type, variations: [small], attributes: [{ name: 'Size', options }] });
    expect(typed('S, M')).toEqual({
      attributes: 'The attributes are not in use yet. Press "Update variations" first, or Discard.',
    });
    expect(typed('S,')).toEqual({});
    expect(typed('S, M', 'simple')).toEqual({});
    expect(changedFields({ ...saved, attributes: [{ name: 'Size', options: 'S,' }] }, saved)).toEqual([]);
  });

  it('is sent with what was changed only, and the version that was seen', () => {
    const fields: ProductFields = { ...saved, regular_price: '4.75', category_ids: [30] };
    const { body } = readProduct(fields, saved, readWall);
    expect(changeBody(body, changedFields(fields, saved), 7)).toEqual({
      regular_price: '4.75',
      category_ids: [30],
      version: 7,
    });
  });

  it('sends of a variation that was there what was changed', () => {
    const before = {
      ...NEW_VARIATION,
      id: 5,
      attributes: [{ name: 'Size', option: 'S' }],
      sku: 'A',
      regular_price: '1.00',
    };
    const was: ProductFields = { ...saved, type: 'variable', variations: [before] };
    const fields: ProductFields = { ...was, variations: [{ ...before, regular_price: '2' }] };
    expect(readProduct(fields, was, readWall).body.variations).toEqual([
      { id: 5, attributes: before.attributes, regular_price: '2.00' },
    ]);
  });
});

it('reads the first stock of a new product with one price', () => {
  const opening = (fields: object, before: ProductFields | null = null) => {
    const { openingStock, problems } = readProduct({ ...saved, ...fields }, before, () => null);
    return [openingStock, problems['opening_stock']];
  };
  expect(opening({ opening_stock: '' })).toEqual([0, undefined]);
  expect(opening({ opening_stock: '12.5' })).toEqual([12.5, undefined]);
  expect(opening({ opening_stock: 'ten' })).toEqual([0, expect.any(String)]);
  expect(opening({ opening_stock: '5', type: 'variable' })).toEqual([0, undefined]);
  expect(opening({ opening_stock: '5' }, saved)).toEqual([0, undefined]);
});
