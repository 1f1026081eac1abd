// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_LAYOUT,
  DEFAULT_THEME,
  type MenuLayout,
  type MenuPanel,
  ORIENTATIONS,
  PRICE_LOCATIONS,
  VIEW_MODES,
} from '#domain/menu/menu-config.ts';
import { menuPlan } from '#domain/menu/menu-plan.ts';
import type { Shelf, ShelfPrice, MenuProduct } from '#domain/menu/shelf.ts';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { onScreen } from '#testing/on-screen.tsx';
import { MenuScreen, type MenuScreenProps } from './menu-screen.tsx';
import { pictureHeight, rowName } from './names.ts';
import { cardSizes, tableSizes } from './sizes.ts';
import { fitted, fittedName, widthOf } from './words.ts';

const price = (label: string | null, cents: number, more: Partial<ShelfPrice> = {}): ShelfPrice => ({
  label,
  cents: toCents(cents),
  wasCents: null,
  isShort: false,
  ...more,
});
const TIERS = [price('1 g', 1500), price('3.5 g', 4000), price('7 g', 7500), price('14 g', 14_000)];

function product(id: number, categoryId: number, more: Partial<MenuProduct> = {}): MenuProduct {
  return {
    id,
    name: `Product ${id}`,
    categoryIds: [categoryId],
    image: id % 2 === 0 ? '/pictures/blue-ridge-mist.webp' : null,
    inStock: true,
    leftMilli: null,
    unit: '',
    prices: TIERS,
    changes: [],
    fields: { strain_type: 'Hybrid', thca_percentage: '24.6', effect: 'Calm', nose: 'Pine', supplier: 'Linville' },
    ...more,
  };
}

function shelfOf(count: number, more: Partial<MenuProduct> = {}): Shelf {
  return {
    categories: [
      { id: 25, name: 'Flower', slug: 'flower' },
      { id: 26, name: 'Vape', slug: 'vape' },
    ],
    products: [25, 26].flatMap((category) =>
      Array.from({ length: count }, (_, at) => product(category * 1000 + at, category, more)),
    ),
  };
}

const panelOf = (category: string | null, more: Partial<MenuPanel> = {}): MenuPanel => ({
  ...DEFAULT_LAYOUT.singleMenu,
  category,
  ...more,
});

function dualOf(more: Partial<MenuPanel>, stacking: { left: boolean; right: boolean }): MenuLayout {
  const panels = { left: 'flower', right: 'vape', leftBottom: 'vape', rightBottom: 'flower' } as const;
  const dualMenu = {
    left: panelOf(panels.left, more),
    right: panelOf(panels.right, more),
    leftBottom: panelOf(panels.leftBottom, more),
    rightBottom: panelOf(panels.rightBottom, more),
    enableLeftStacking: stacking.left,
    enableRightStacking: stacking.right,
  };
  return { ...DEFAULT_LAYOUT, isDualMenu: true, dualMenu };
}

async function drawn(layout: MenuLayout, shelf: Shelf, more: Partial<MenuScreenProps> = {}) {
  const screen = await onScreen(
    <MenuScreen
      layout={layout}
      theme={DEFAULT_THEME}
      shelf={shelf}
      width={1920}
      height={1080}
      page={0}
      nowMs={0}
      {...more}
    />,
  );
  const found = {
    text: screen.text(),
    cards: screen.all('.menu-card').length,
    rows: screen.all('.menu-table tbody tr').length,
    tables: screen.all('.menu-table').length,
    titles: screen.all('h2').map((title) => title.textContent),
    header: screen.all('.menu-header-prices li').map((one) => one.textContent.trim()),
    inline: screen.all('.menu-prices').length,
    columns: screen.all('.menu-table:first-of-type thead th').map((one) => one.textContent.trim()),
    pictures: screen.all('.menu-picture').length,
    out: screen.all('.menu-out').map((one) => one.textContent),
    page: screen.all('.menu-turn')[0]?.getAttribute('aria-label') ?? null,
    short: screen.all('.menu-price-short').map((one) => one.textContent.trim()),
  };
  await screen.leave();
  return found;
}

/** Every pair of two of these choices is in one of the cases. */
const CASES = ORIENTATIONS.flatMap((orientation) =>
  VIEW_MODES.flatMap((viewMode) =>
    PRICE_LOCATIONS.flatMap((priceLocation) =>
      [null, { left: false, right: false }, { left: true, right: false }, { left: true, right: true }].map(
        (stacking, at) => ({ orientation, viewMode, priceLocation, stacking, showImages: at % 2 === 0 }),
      ),
    ),
  ),
);

describe('a menu on its screen', () => {
  it.each(CASES)(
    '$orientation, $viewMode, prices $priceLocation, stacking $stacking, pictures $showImages',
    async ({ orientation, viewMode, priceLocation, stacking, showImages }) => {
      const more = { viewMode, priceLocation, showImages };
      const single = { ...DEFAULT_LAYOUT, singleMenu: panelOf('flower', more) };
      const layout = { ...(stacking === null ? single : dualOf(more, stacking)), orientation };
      const panels = stacking === null ? 1 : 2 + Number(stacking.left) + Number(stacking.right);
      const shown = await drawn(layout, shelfOf(6));
      const isTable = viewMode === 'table';
      expect([shown.titles.length, shown.cards, shown.rows]).toEqual([
        panels,
        isTable ? 0 : 6 * panels,
        isTable ? 6 * panels : 0,
      ]);
      expect(shown.pictures).toBe(showImages ? 6 * panels : 0);
      expect(shown.header.length).toBe(priceLocation === 'header' ? 4 * panels : 0);
      expect(shown.inline).toBe(priceLocation === 'inline' ? 6 * panels : 0);
      expect(shown.text.includes('$15.00')).toBe(priceLocation !== 'none');
      expect(shown.text).not.toContain('Linville');
    },
  );

  it('shows at most two prices beside a product, and how many more there are', async () => {
    const { text } = await drawn({ ...DEFAULT_LAYOUT, singleMenu: panelOf('flower') }, shelfOf(1));
    expect(text).toContain('3.5 g $40.00');
    expect(text).toContain('+2 more');
    expect(text).not.toContain('$75.00');
  });

  it('decides by the number of products, and turns pages instead of cutting off', async () => {
    const layout = { ...DEFAULT_LAYOUT, singleMenu: panelOf('flower') };
    const few = await drawn(layout, shelfOf(20));
    expect([few.cards, few.page]).toEqual([7, 'Page 1 of 3']);
    const many = await drawn(layout, shelfOf(40));
    expect([many.rows, many.tables, many.page]).toEqual([20, 2, 'Page 1 of 2']);
    const second = await drawn(layout, shelfOf(40), { page: 3 });
    expect([second.rows, second.page, second.text.includes('Product 25039')]).toEqual([20, 'Page 2 of 2', true]);
  });

  it('has the columns that are configured, in a table', async () => {
    const layout = {
      ...DEFAULT_LAYOUT,
      singleMenu: panelOf('flower', { viewMode: 'table' }),
      categoryColumnConfigs: { flower: ['name', 'effect', 'thca_percentage'] },
    };
    const { columns, text } = await drawn(layout, shelfOf(5));
    expect(columns).toEqual(['Name', 'Effect', 'THCA %', 'Stock', 'Price']);
    expect(text).toContain('24.6%');
  });

  it('greys what is sold out, hides it, or puts it last, and greys what the stock does not cover', async () => {
    const shelf = shelfOf(3);
    const [first, ...others] = shelf.products.filter(({ categoryIds }) => categoryIds.includes(25));
    const short = [price('1 g', 1500), price('3.5 g', 4000, { isShort: true })];
    const products = [{ ...first!, inStock: false }, ...others.map((one) => ({ ...one, prices: short }))];
    const layout = { ...DEFAULT_LAYOUT, singleMenu: panelOf('flower') };
    const grey = await drawn(layout, { ...shelf, products });
    expect([grey.cards, grey.out.length, grey.short[0]]).toEqual([3, 1, '3.5 g $40.00 sold out']);
    expect(grey.text).toMatch(/Product 25000.*Sold Out.*Product 25001/);
    expect((await drawn({ ...layout, soldOut: 'hide' }, { ...shelf, products })).cards).toBe(2);
    expect((await drawn({ ...layout, soldOut: 'end' }, { ...shelf, products })).text).toMatch(
      /Product 25002.*Product 25000.*Sold Out/,
    );
  });

  it('says how many are left only where its theme asks for it, and a former price beside a reduced one', async () => {
    const layout = { ...DEFAULT_LAYOUT, singleMenu: panelOf('flower') };
    expect((await drawn(layout, shelfOf(1))).text).toContain('Available');
    const some = shelfOf(1, { leftMilli: toMilli(3500), prices: [price(null, 900, { wasCents: toCents(1200) })] });
    expect((await drawn(layout, some)).text).not.toContain('left');
    const { text } = await drawn(layout, some, { theme: { ...DEFAULT_THEME, leftBelow: 5 } });
    expect(text).toContain('3.5 left');
    expect(text).toContain('$9.00 instead of $12.00');
  });

  it('says what is missing instead of staying empty', async () => {
    const nothing = await drawn(DEFAULT_LAYOUT, shelfOf(3));
    expect(nothing.text).toBe('No Category SelectedSelect a category from the toolbar above');
    const empty = await drawn({ ...DEFAULT_LAYOUT, singleMenu: panelOf('flower') }, shelfOf(0));
    expect(empty.text).toBe('FlowerNo ProductsNo products found in this category');
    const gone = await drawn({ ...DEFAULT_LAYOUT, singleMenu: panelOf('none') }, shelfOf(3));
    expect(gone.text).toBe('No ProductsNo products found in this category');
  });

  it('takes planned prices at their instant', async () => {
    const shelf = shelfOf(1, { prices: [price(null, 1000)], changes: [{ fromMs: 500, prices: [price(null, 800)] }] });
    const layout = { ...DEFAULT_LAYOUT, singleMenu: panelOf('flower') };
    expect((await drawn(layout, shelf, { nowMs: 499 })).text).toContain('$10.00');
    expect((await drawn(layout, shelf, { nowMs: 500 })).text).toContain('$8.00');
  });
});

describe('words', () => {
  it('are whole lines: a word is not broken, and a line is not wider than its room', () => {
    // As wide as a card of an upright screen. In the widest font "Honeycomb Haze" takes 9.2 times its size.
    const { size, lines } = fittedName('Honeycomb Haze', { width: 282, height: 200, most: 32 });
    expect(lines === 1 ? widthOf('Honeycomb Haze') * size : widthOf('Honeycomb') * size).toBeLessThanOrEqual(282);
    expect(widthOf('Honeycomb Haze')).toBeGreaterThan(9.2);
    expect(fittedName('Illicit lily', { width: 282, height: 60, most: 60 })).toEqual({ size: 50, lines: 1 });
  });

  it.each(PRICE_LOCATIONS.flatMap((location) => [true, false].map((showImages) => [location, showImages] as const)))(
    'of 44 letters beside "Sold Out" are whole in the lowest rows of a menu in quarters: prices %s, pictures %s',
    (priceLocation, showImages) => {
      const name = 'Dogwalker Minis 5 pk - Black Walnut Peach Te';
      const panel = panelOf('flower', { viewMode: 'table', priceLocation, showImages });
      const dualMenu = { left: panel, right: panel, leftBottom: panel, rightBottom: panel };
      const stacked = { ...dualMenu, enableLeftStacking: true, enableRightStacking: true };
      const shelf = shelfOf(16, { name, inStock: false });
      const [plan] = menuPlan({ ...DEFAULT_LAYOUT, isDualMenu: true, dualMenu: stacked }, shelf, 0);
      const sizes = tableSizes(plan!, 0);
      const arePricesBelow = plan!.prices.isInline(TIERS);
      const { size, lines, price: below } = rowName(shelf.products[0]!, sizes, arePricesBelow);
      const width = sizes.nameWidth - 5 * sizes.small;
      expect(fitted(name, { width, lines, most: size, least: 1 })).toBe(size);
      expect(lines * size * 1.2 + (arePricesBelow ? below * 1.2 : 0)).toBeLessThanOrEqual(sizes.row);
    },
  );

  it('that are few leave their room to the pictures above them', () => {
    const layout = { ...DEFAULT_LAYOUT, singleMenu: panelOf('flower', { viewMode: 'card', showImages: true }) };
    const heightOf = (more: Partial<MenuProduct>) => {
      const [plan] = menuPlan({ ...layout, orientation: 'vertical' }, shelfOf(9, more), 0);
      const sizes = cardSizes(plan!, 0);
      return pictureHeight(plan!, sizes) / sizes.pictureSize;
    };
    expect(heightOf({ name: 'Haze', fields: {} })).toBeGreaterThan(1.1);
    expect(heightOf({ name: 'A long name that takes every line there is on a card of three' })).toBeLessThan(1.1);
  });

  it('of one long word are broken instead of drawn in tiny letters', () => {
    const word = 'Donaudampfschifffahrtsgesellschaft';
    expect(fittedName(word, { width: 200, height: 100, most: 40 }).size).toBeGreaterThan(16);
  });
});
