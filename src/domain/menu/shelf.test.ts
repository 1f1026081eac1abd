import { describe, expect, it } from 'vitest';
import { toCents } from '../money.ts';
import { toMilli } from '../quantity.ts';
import { DEFAULT_LAYOUT, type MenuPanel } from './menu-config.ts';
import { columnLabel, defaultColumns, fieldText, menuFields, menuPlan } from './menu-plan.ts';
import { countedFor, namedCategory, pricesAt, type Shelf, type ShelfPrice, type MenuProduct } from './shelf.ts';

const price = (cents: number): ShelfPrice => ({ label: null, cents: toCents(cents), wasCents: null, isShort: false });

const product = (id: number, more: Partial<MenuProduct> = {}): MenuProduct => ({
  id,
  name: `Product ${id}`,
  categoryIds: [25],
  image: null,
  inStock: true,
  leftMilli: null,
  unit: '',
  prices: [price(1000)],
  changes: [],
  fields: {},
  ...more,
});

const shelfOf = (products: MenuProduct[]): Shelf => ({
  categories: [{ id: 25, name: 'Flower', slug: 'flower' }],
  products,
});

const showing = (panel: Partial<MenuPanel>) => ({
  ...DEFAULT_LAYOUT,
  singleMenu: { ...DEFAULT_LAYOUT.singleMenu, category: 'flower', ...panel },
});

describe('what a menu draws', () => {
  it('finds a category by its id or its slug', () => {
    const shelf = shelfOf([]);
    expect([namedCategory(shelf, '25')?.id, namedCategory(shelf, 'flower')?.id]).toEqual([25, 25]);
    expect([namedCategory(shelf, 'vape'), namedCategory(shelf, null)]).toEqual([null, null]);
    // A former name that another category has now belongs to that category.
    const [flower] = shelf.categories;
    const merged = {
      ...shelf,
      categories: [{ id: 30, name: 'Buds', slug: 'buds', former: ['vape', 'flower'] }, flower!],
    };
    expect([namedCategory(merged, 'vape')?.id, namedCategory(merged, 'flower')?.id]).toEqual([30, 25]);
  });

  it('changes to a planned price at its instant', () => {
    const planned = product(1, {
      changes: [
        { fromMs: 100, prices: [price(900)] },
        { fromMs: 200, prices: [price(1200)] },
      ],
    });
    expect([99, 100, 199, 200].map((now) => pricesAt(planned, now)[0]?.cents)).toEqual([1000, 900, 900, 1200]);
  });

  it('counts only below what its theme asks for, though the shelf tells more', () => {
    const shelf = shelfOf([product(1, { leftMilli: toMilli(9000) }), product(2, { leftMilli: toMilli(2500) })]);
    const left = (leftBelow: number | null) => countedFor(shelf, leftBelow).products.map(({ leftMilli }) => leftMilli);
    expect([left(10), left(9), left(3), left(null)]).toEqual([
      [9000, 2500],
      [null, 2500],
      [null, 2500],
      [null, null],
    ]);
  });

  it('finds the columns of a category by its id or its slug, first as its panel names it', () => {
    const shelf = shelfOf([product(1, { fields: { strain_type: 'Hybrid', effect: 'Calm' } })]);
    const fields = (named: string, categoryColumnConfigs: Record<string, string[]>) =>
      menuPlan({ ...showing({ category: named }), categoryColumnConfigs }, shelf, 0)[0]?.fields;
    expect(fields('flower', { '25': ['name', 'effect'] })).toEqual(['effect']);
    expect(fields('25', { flower: ['name', 'effect'] })).toEqual(['effect']);
    expect(fields('25', { flower: ['name', 'effect'], '25': ['name'] })).toEqual([]);
    expect(fields('25', {})).toEqual(['strain_type', 'effect']);
    for (const hostile of ['constructor', '__proto__', 'toString'])
      expect(fieldText({ fields: { effect: 'Calm' } }, hostile)).toBe('');
  });

  it('offers the fields that products have, and never what they cost or who sold them', () => {
    const products = [
      product(1, { fields: { thca_percentage: '24.6', cost: '4.00', supplier: 'Linville', cost_price: '4' } }),
      product(2, { fields: { strain_type: 'Hybrid', effect: ' ', harvest: 'May' } }),
    ];
    expect(menuFields(products)).toEqual(['strain_type', 'thca_percentage', 'harvest']);
    expect(defaultColumns(products)).toEqual(['name', 'strain_type', 'thca_percentage', 'harvest']);
    expect([columnLabel('name'), columnLabel('strain_type')]).toEqual(['Name', 'Type']);
    expect([fieldText(products[0]!, 'thca_percentage'), fieldText(products[1]!, 'thca_percentage')]).toEqual([
      '24.6%',
      '',
    ]);
    const configured = { ...showing({}), categoryColumnConfigs: { flower: ['name', 'cost', 'effect'] } };
    expect(menuPlan(configured, shelfOf(products), 0)[0]?.fields).toEqual(['effect']);
  });

  it('counts products and pages after what is sold out is hidden', () => {
    const products = Array.from({ length: 34 }, (_, id) => product(id, { inStock: id % 2 === 0 }));
    const [shown] = menuPlan({ ...showing({ viewMode: 'card' }), soldOut: 'hide' }, shelfOf(products), 0);
    expect([shown?.products, shown?.pages.length, shown?.pages[0]?.length]).toEqual([17, 3, 6]);
    expect(shown?.grid).toEqual({ columns: 3, rows: 2 });
    const [all] = menuPlan(showing({}), shelfOf(products), 0);
    expect([all?.view, all?.pages.map((page) => page.length)]).toEqual(['table', [17, 17]]);
  });

  it('shows nothing of a category that is gone', () => {
    const [panel] = menuPlan(showing({ category: 'gone' }), shelfOf([product(1)]), 0);
    expect([panel?.category, panel?.pages]).toEqual([null, [[]]]);
  });
});
