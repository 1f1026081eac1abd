import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf, LEAST_CONTRAST, parseColor } from './menu-color.ts';
import {
  type Arrangement,
  assignCategory,
  chooseDual,
  chooseSingle,
  clearCategories,
  DEFAULT_LAYOUT,
  DEFAULT_THEME,
  inferredType,
  ORIENTATIONS,
} from './menu-config.ts';
import { gridOf, inlinePrices, pagesOf, pagesSentence, panelPrices, placedPanels, viewOf } from './menu-layout.ts';
import { toCents } from '../money.ts';
import { arranged, type ShelfPrice } from './shelf.ts';

const fresh: Arrangement = { layout: DEFAULT_LAYOUT, selected: null };

describe('arranging a menu', () => {
  it('gives the first two categories to the two sides of an empty dual menu, and selects the left', () => {
    const { layout, selected } = chooseDual(fresh, ['25', '31', '40']);
    expect(selected).toBe('left');
    expect([layout.isDualMenu, layout.dualMenu.left.category, layout.dualMenu.right.category]).toEqual([
      true,
      '25',
      '31',
    ]);
  });

  it('keeps the categories of a dual menu that has some', () => {
    const begun = { ...fresh, layout: assignCategory(DEFAULT_LAYOUT, 'right', '40') };
    const { dualMenu } = chooseDual(begun, ['25', '31']).layout;
    expect([dualMenu.left.category, dualMenu.right.category]).toEqual([null, '40']);
  });

  it('selects nothing in a single menu', () => {
    expect(chooseSingle(chooseDual(fresh, ['25', '31']))).toMatchObject({
      selected: null,
      layout: { isDualMenu: false },
    });
  });

  it('stacks a side with its bottom category and ends that without one', () => {
    const stacked = assignCategory(DEFAULT_LAYOUT, 'rightBottom', '40');
    expect(stacked.dualMenu).toMatchObject({ enableLeftStacking: false, enableRightStacking: true });
    expect(assignCategory(stacked, 'rightBottom', null).dualMenu.enableRightStacking).toBe(false);
  });

  it('clears every category and all stacking at once', () => {
    const full = assignCategory(assignCategory(DEFAULT_LAYOUT, 'left', '25'), 'leftBottom', '31');
    expect(clearCategories({ ...full, singleMenu: { ...full.singleMenu, category: '9' } })).toEqual(DEFAULT_LAYOUT);
  });

  it('takes a configuration with a category for a layout, one without for a theme', () => {
    expect(inferredType(assignCategory(DEFAULT_LAYOUT, 'leftBottom', 'flower'))).toBe('layout');
    expect(inferredType(DEFAULT_LAYOUT)).toBe('theme');
    expect(inferredType({})).toBe('theme');
  });
});

describe('a screen', () => {
  it('is covered by its panels, whatever is stacked', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ORIENTATIONS),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (orientation, isDualMenu, enableLeftStacking, enableRightStacking) => {
          const dualMenu = { ...DEFAULT_LAYOUT.dualMenu, enableLeftStacking, enableRightStacking };
          const panels = placedPanels({ ...DEFAULT_LAYOUT, orientation, isDualMenu, dualMenu });
          const area = panels.reduce((sum, { rect }) => sum + rect.width * rect.height, 0);
          expect(area).toBe(1920 * 1080);
          expect(new Set(panels.map(({ place }) => place)).size).toBe(panels.length);
        },
      ),
    );
  });

  it.each([
    ['single', false, 'horizontal', 'card', 5, 8],
    ['single', false, 'vertical', 'card', 5, 9],
    ['left', false, 'horizontal', 'card', 5, 12],
    ['single', false, 'horizontal', 'table', 12, 12],
    ['single', false, 'horizontal', 'table', 13, 24],
    ['leftBottom', true, 'horizontal', 'table', 8, 8],
    ['leftBottom', true, 'horizontal', 'table', 9, 16],
  ] as const)('holds in its panel %s (half high: %s, %s) as %s of %i products %i a page', (...row) => {
    const [place, isHalfHigh, orientation, view, products, size] = row;
    const { columns, rows } = gridOf({ place, isHalfHigh }, { view, orientation, products });
    expect(columns * rows).toBe(size);
  });

  it('shows cards up to twenty products and a table beyond, unless told', () => {
    expect([viewOf('auto', 20), viewOf('auto', 21), viewOf('card', 99), viewOf('table', 1)]).toEqual([
      'card',
      'table',
      'card',
      'table',
    ]);
  });

  it('shows every product on one of its pages, in order', () => {
    fc.assert(
      fc.property(
        fc.nat(200),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 12 }),
        (count, columns, rows) => {
          const products = Array.from({ length: count }, (_, index) => index);
          const pages = pagesOf(products, { columns, rows });
          expect(pages.flat()).toEqual(products);
          expect(pages.length).toBe(Math.max(1, Math.ceil(count / (columns * rows))));
          expect(pages.every((page) => page.length <= columns * rows)).toBe(true);
          const sizes = pages.map(({ length }) => length);
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('says on how many pages its products stand', () => {
    expect([pagesSentence(34, 3), pagesSentence(1, 1)]).toEqual(['34 products on 3 pages', '1 product on 1 page']);
  });

  it('hides, keeps or moves what is sold out', () => {
    const [a, b, c] = [
      { name: 'a', inStock: true },
      { name: 'b', inStock: false },
      { name: 'c', inStock: true },
    ];
    expect(arranged([a, b, c], 'hide')).toEqual([a, c]);
    expect(arranged([a, b, c], 'grey')).toEqual([a, b, c]);
    expect(arranged([a, b, c], 'end')).toEqual([a, c, b]);
  });
});

describe('prices on a menu', () => {
  const tiers = (...cents: number[]): ShelfPrice[] =>
    cents.map((price, index) => ({
      label: `tier ${index}`,
      cents: toCents(price),
      wasCents: null,
      isShort: index > 0,
    }));

  it('shows two beside a product and counts the others', () => {
    const { shown, more } = inlinePrices(tiers(1500, 4000, 7000));
    expect([shown.length, more]).toEqual([2, 1]);
    expect(inlinePrices(tiers(1500)).more).toBe(0);
  });

  it('puts into the header what most products cost, and shows the others their own', () => {
    const [usual, other] = [tiers(1500, 4000), tiers(1800, 4500)];
    const { header, isInline } = panelPrices('header', [other, usual, usual, []]);
    expect(header.map(({ cents, isShort }) => [cents, isShort])).toEqual([
      [1500, false],
      [4000, false],
    ]);
    expect([isInline(usual), isInline(other), isInline([])]).toEqual([false, true, false]);
  });

  it('shows none where none are wanted', () => {
    expect(panelPrices('none', [tiers(1500)]).isInline(tiers(1500))).toBe(false);
    expect(panelPrices('inline', []).isInline(tiers(1500))).toBe(true);
    expect(panelPrices('header', []).header).toEqual([]);
  });
});

describe('a colour', () => {
  it('is read in three or six digits, and nothing else is one', () => {
    expect(parseColor(' #FFF ')).toEqual({ ok: true, value: '#ffffff' });
    expect(parseColor('#1A2b3c')).toEqual({ ok: true, value: '#1a2b3c' });
    for (const text of ['red', '#12345', 'url(x)', '#fff;color:red', 'rgb(1,2,3)', '']) {
      expect(parseColor(text).ok, text).toBe(false);
    }
  });

  it('stands out by as much as WCAG reckons', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#123456', '#123456')).toBe(1);
    const { fontColor, cardFontColor, backgroundColor, containerColor } = DEFAULT_THEME;
    expect(contrastOf(fontColor, backgroundColor)).toBeGreaterThan(LEAST_CONTRAST);
    expect(contrastOf(cardFontColor, containerColor)).toBeGreaterThan(LEAST_CONTRAST);
  });
});
