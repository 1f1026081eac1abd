import { describe, expect, it } from 'vitest';
import { indexProducts } from '#domain/product-search.ts';
import type { Findable } from '#web/entities/catalogue/grid-filter.ts';
import { suggestProducts } from './product-suggestions.ts';

const product = (id: number, name: string, codes: Partial<Findable> = {}): Findable => {
  return { id, name, sku: `SKU-${id}`, barcode: null, categories: [], variants: [], ...codes };
};

const GRINDER = product(90, 'Grinder', {
  variants: [
    { id: 901, name: 'Small', sku: 'GRN-S', barcode: '4006381333931', priceCents: null },
    { id: 902, name: 'Large', sku: 'GRN-L', barcode: null, priceCents: null },
  ],
});
const INDEX = indexProducts([
  ...Array.from({ length: 30 }, (_, number) => product(number + 1, `Gummy ${number + 1}`)),
  product(80, 'Pen 12'),
  product(81, 'Pen 12 Case', { sku: 'PEN-12-CASE' }),
  GRINDER,
]);

describe('suggested products', () => {
  it('are eight, and twenty where only products are looked for', () => {
    expect(suggestProducts(INDEX, 'gummy', false).list).toHaveLength(8);
    expect(suggestProducts(INDEX, 'gummy', true).list).toHaveLength(20);
  });

  it('highlight the best match, unless it only stands inside a word', () => {
    expect(suggestProducts(INDEX, 'gummy', false).first).toBe(0);
    expect(suggestProducts(INDEX, 'ummy', false)).toMatchObject({ list: { length: 8 }, first: null });
  });

  it('have no only match when several fit', () => {
    expect(suggestProducts(INDEX, 'gummy', false).sole).toBeNull();
    expect(suggestProducts(INDEX, 'pen 12', false)).toMatchObject({ list: { length: 2 }, sole: null });
  });

  it('let Enter take the only match', () => {
    expect(suggestProducts(INDEX, 'grind', false)).toEqual({
      list: [{ productId: 90, variationId: null }],
      sole: 0,
      first: 0,
    });
  });

  it('let Enter take the one whose code was typed in full, and its variant', () => {
    expect(suggestProducts(INDEX, 'grn-s', false)).toEqual({
      list: [{ productId: 90, variationId: 901 }],
      sole: 0,
      first: 0,
    });
    expect(suggestProducts(INDEX, '4006381333931', false).list[0]).toEqual({ productId: 90, variationId: 901 });
    expect(suggestProducts(INDEX, 'SKU-1', false)).toMatchObject({ sole: 0 });
    expect(suggestProducts(INDEX, 'SKU-1', false).list[0]).toEqual({ productId: 1, variationId: null });
  });

  it('are none while nothing is typed', () => {
    expect(suggestProducts(INDEX, '  ', false)).toEqual({ list: [], sole: null, first: null });
  });
});
