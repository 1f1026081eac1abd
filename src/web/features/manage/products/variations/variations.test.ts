import { describe, expect, it } from 'vitest';
import { NEW_VARIATION, type VariationFields } from '../product-fields.ts';
import { attributesOf, combined, pastedCells, withCells } from './variations.ts';

const of = (sku: string, ...options: [name: string, option: string][]): VariationFields => ({
  ...NEW_VARIATION,
  sku,
  attributes: options.map(([name, option]) => ({ name, option })),
});
const optionsOf = (variations: readonly VariationFields[] | null) =>
  variations?.map(({ sku, attributes }) => [sku, ...attributes.map(({ option }) => option)].join(' '));

describe('variations from attributes', () => {
  it('are all combinations, and those that are there keep what they have', () => {
    const present = [of('A', ['Size', 'S']), of('B', ['Size', 'L'])];
    expect(optionsOf(combined([{ name: 'Size', options: 'S, M, L, m' }], present))).toEqual(['A S', ' M', 'B L']);
  });

  it('keep what they have when another attribute comes', () => {
    const present = [of('A', ['Size', 'S']), of('B', ['Size', 'L'])];
    const attributes = [
      { name: 'Size', options: 'S, L' },
      { name: 'Colour', options: 'Red | Blue' },
    ];
    expect(optionsOf(combined(attributes, present))).toEqual(['A S Red', ' S Blue', 'B L Red', ' L Blue']);
  });

  it('leave out what no combination has, and are none beyond 500', () => {
    expect(optionsOf(combined([{ name: 'Size', options: 'S' }], [of('B', ['Size', 'L'])]))).toEqual([' S']);
    const many = { name: 'n', options: Array.from({ length: 30 }, (_, n) => n).join(',') };
    expect(combined([many, { ...many, name: 'm' }], [])).toBeNull();
  });

  it('say their attributes', () => {
    const present = [of('A', ['Size', 'S'], ['Colour', 'Red']), of('B', ['Size', 'L'], ['Colour', 'Red'])];
    expect(attributesOf(present)).toEqual([
      { name: 'Size', options: 'S, L' },
      { name: 'Colour', options: 'Red' },
    ]);
  });
});

describe('cells of a spreadsheet', () => {
  it('go into the rows and columns from where they are pasted', () => {
    const cells = pastedCells('X-1\t036000291452\r\nX-2\t\t4.50\r\nX-3\r\n');
    const put = withCells([of('A'), of('B'), of('C')], cells ?? [], 1, 'sku');
    expect(put.variations.map(({ sku, barcode, regular_price: price }) => [sku, barcode, price])).toEqual([
      ['A', '', ''],
      ['X-1', '036000291452', ''],
      ['X-2', '', '4.50'],
    ]);
    expect(put.left).toBe(1);
  });

  it('are none in a plain text', () => {
    expect(pastedCells('X-1')).toBeNull();
    expect(pastedCells('X-1\n')).toBeNull();
  });
});
