import { describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { product } from '#web/entities/catalogue/wire-product.testing.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { reviewOf } from '../audit/audit-review.ts';
import { pendingCount } from '../pending/pending.ts';
import { createLister, fromAToZ, type ItemRow, sheetGroups } from './stock-rows.ts';

const m = (quantity: number) => toMilli(quantity * 1000);

const accessory = (id: number, name: string, more: Partial<RegisterProduct> = {}) =>
  product({ id, name, sku: `SKU-${id}`, category: 'Accessories', priceCents: toCents(1200), ...more });

const variant = (id: number, name: string) => ({ id, name, sku: null, barcode: null, priceCents: toCents(2000) });
const GRINDER = accessory(1, 'Grinder');
const TEE = accessory(2, 'Tee', { type: 'variable', variants: [variant(21, 'S'), variant(22, 'M')] });
const TRAY = accessory(3, 'Ashtray', { category: null });
const SHOP = [GRINDER, TEE, TRAY];

const listing = (more: object = {}) => ({
  listKey: 'all',
  everything: false,
  only: null,
  inStock: ({ key }: ItemRow) => key !== '2-22',
  ...more,
});

describe('the list of stock', () => {
  it('has variants below their product, and leaves out what is not in stock', () => {
    expect(
      createLister()
        .list(SHOP, listing(), '')
        .map(({ key }) => key),
    ).toEqual(['1', 'p2', '2-21', '3']);
    const none = listing({ inStock: ({ key }: ItemRow) => key === '1' });
    expect(
      createLister()
        .list(SHOP, none, '')
        .map(({ key }) => key),
    ).toEqual(['1']);
  });

  it('has everything when everything is wanted', () => {
    const keys = createLister()
      .list(SHOP, listing({ everything: true }), '')
      .map(({ key }) => key);
    expect(keys).toEqual(['1', 'p2', '2-21', '2-22', '3']);
  });

  it('keeps what is sold out while it is listed, and lets it go in the next list', () => {
    const lister = createLister();
    lister.list(SHOP, listing(), 'before');
    const sold = listing({ inStock: ({ key }: ItemRow) => key === '3' });
    expect(lister.list(SHOP, sold, 'after').map(({ key }) => key)).toEqual(['1', 'p2', '2-21', '3']);
    expect(lister.list(SHOP, { ...sold, listKey: 'another' }, 'after').map(({ key }) => key)).toEqual(['3']);
  });

  it('has only what is selected', () => {
    const only = listing({ everything: true, only: new Set(['2-22']) });
    expect(
      createLister()
        .list(SHOP, only, '')
        .map(({ key }) => key),
    ).toEqual(['p2', '2-22']);
  });

  it('goes from A to Z whatever the category', () => {
    expect(fromAToZ(SHOP).map(({ name }) => name)).toEqual(['Ashtray', 'Grinder', 'Tee']);
  });

  it('is printed under its categories, variants by their full name', () => {
    const rows = createLister().list(SHOP, listing(), '');
    expect(
      sheetGroups(rows).map(({ category, rows: items }) => [category, items.map(({ fullName }) => fullName)]),
    ).toEqual([
      ['Accessories', ['Grinder', 'Tee - S']],
      ['Uncategorized', ['Ashtray']],
    ]);
  });
});

describe('the review of an audit', () => {
  const byId = new Map(SHOP.map((one) => [one.id, one]));

  it('has the dearest variance first and says what stock will be', () => {
    const counts = new Map([
      ['1', pendingCount(m(9), m(10))],
      ['2-21', pendingCount(m(1), m(4))],
      ['3', pendingCount(m(6), m(6))],
      ['77', pendingCount(m(2), m(1))],
    ]);
    const review = reviewOf(counts, byId, ({ productId }) => m(productId === 2 ? 2 : 10));
    expect(
      review.variances.map(({ item, valueCents, afterMilli, hasMoved }) => [
        item.name,
        valueCents,
        afterMilli,
        hasMoved,
      ]),
    ).toEqual([
      ['Tee - S', -6000, 0, true],
      ['Grinder', -1200, 9000, false],
      ['[Missing] Product #77', 0, 11_000, true],
    ]);
    expect([review.agreeing, review.lossCents, review.gainCents, review.netCents]).toEqual([1, -7200, 0, -7200]);
  });

  it('values what is weighed by its smallest tier', () => {
    const tier = { minMilli: m(3.5), priceCents: toCents(4000), label: '3.5 g', unit: 'g' };
    const flower = accessory(5, 'Mist', {
      pricing: {
        blueprintId: 39,
        blueprintName: 'Flower',
        ruleGroups: [{ ruleId: 1, ruleName: 'Flower', productType: 'flower', tiers: [tier] }],
      },
    });
    const review = reviewOf(new Map([['5', pendingCount(m(0), m(7))]]), new Map([[5, flower]]), () => m(7));
    expect(review.netCents).toBe(-8000);
  });

  it('adds up grams and pieces apart from each other, and the value of both', () => {
    const flower = accessory(5, 'Mist', { measured: { unit: 'g' }, priceCents: toCents(1000) });
    const counts = new Map([
      ['1', pendingCount(m(9), m(10))],
      ['3', pendingCount(m(8), m(10))],
      ['5', pendingCount(m(8.5), m(7))],
    ]);
    const byId = new Map([flower, ...SHOP].map((one) => [one.id, one]));
    const review = reviewOf(counts, byId, () => m(10));
    expect([...review.shortAndOver].sort()).toEqual(['1.5 g over', '3 pieces short']);
    expect([review.lossCents, review.gainCents, review.netCents]).toEqual([-3600, 1500, -2100]);
  });

  it('says what is short and what is over, also where both come to nothing', () => {
    const [one, other] = [5, 6].map((id) => accessory(id, `Mist ${id}`, { measured: { unit: 'g' } }));
    const counts = new Map([
      ['5', pendingCount(m(8), m(10))],
      ['6', pendingCount(m(12), m(10))],
    ]);
    const review = reviewOf(
      counts,
      new Map([
        [5, one!],
        [6, other!],
      ]),
      () => m(10),
    );
    expect(review.shortAndOver).toEqual(['2 g short, 2 g over']);
  });
});
