import type { Page } from '@playwright/test';
import { menuDisplayRoute, menuShelfRoute, type WireMenuProduct, type WireMenuShelf } from '#contract/menu-shelf.ts';
import { PAGES } from '#contract/pages.ts';
import { MENU_TEMPLATES } from '#domain/menu/menu-templates.ts';
import { picture } from '../support/browser/picture.ts';
import { everythingLoaded } from '../support/pages/wall.ts';
import { expect, test } from '../support/staff.ts';

// The pictures are looked at by people (`PICTURES=1`); the test holds what can be measured: nothing is cut off.
test.use({ as: null, cold: true });

const SIZES = {
  horizontal: { width: 1920, height: 1080 },
  vertical: { width: 1080, height: 1920 },
} as const;

type Made = (product: WireMenuProduct, place: number) => Partial<WireMenuProduct>;

const LONG = [
  'Grandfather Mountain Sunrise Reserve Full-Spectrum Live Rosin Gummies, 20 Count Tin',
  'Blue Ridge Parkway Small Batch Indoor Sungrown Hand-Trimmed Flower',
  'Antidisestablishmentarianism Haze',
  'Catawba',
] as const;

const price = (label: string | null, cents: number, more: object = {}) => ({
  label,
  price: (cents / 100).toFixed(2),
  was: null,
  short: false,
  ...more,
});
const TIERS = [
  price('1 g', 1200),
  price('3.5 g', 4000),
  price('7 g', 7200),
  price('14 g', 13_000),
  price('28 g', 24_000),
];

interface Case {
  readonly name: string;
  readonly products: number;
  readonly made: Made;
  /** Panels of the address. */
  readonly search: string;
  readonly category?: string;
}

const FLOWER = 'category=flower';
const CASES: readonly Case[] = [
  {
    name: 'crowded',
    products: 60,
    made: () => ({ prices: TIERS }),
    search: `${FLOWER}&viewMode=auto&priceLocation=header&showImages=true`,
  },
  {
    name: 'one product',
    products: 1,
    made: () => ({ prices: TIERS }),
    search: `${FLOWER}&viewMode=auto&showImages=true`,
  },
  {
    name: 'long names',
    products: 16,
    made: (_, place) => ({
      name: LONG[place % LONG.length] ?? '',
      fields: {
        strain_type: 'Sativa-dominant hybrid',
        thca_percentage: '24.6',
        effect: 'Heavy-lidded and contemplative',
      },
    }),
    search:
      'dual=true&leftCategory=flower&leftViewMode=card&leftImages=true&rightCategory=flower&rightViewMode=table&rightImages=true',
    category: 'Flower of the Blue Ridge Mountains',
  },
  {
    name: 'no pictures',
    products: 8,
    made: () => ({ image: null }),
    search: `${FLOWER}&viewMode=card&showImages=true`,
  },
  {
    name: 'sold out',
    products: 24,
    made: (_, place) =>
      place % 3 === 0
        ? { in_stock: false, prices: TIERS.map((tier) => ({ ...tier, short: true })) }
        : {
            left: place % 3 === 1 ? 3 : null,
            prices: TIERS.map((tier, at) => ({ ...tier, short: at > 0 && place % 3 === 1 })),
          },
    search: `${FLOWER}&viewMode=table&priceLocation=inline&soldOut=grey&leftBelow=5`,
  },
  {
    // The widest font, names that just fit, and products whose prices are not those of the title, some with an old price.
    name: 'other prices',
    products: 14,
    made: (_, place) => ({
      name: ['Honeycomb Haze', 'Velvet Hammock', 'Meadowlark Smalls', 'Wild Muscadine'][place % 4] ?? '',
      left: place % 3 === 0 ? 3 : null,
      in_stock: place % 5 !== 0,
      prices: place % 2 === 0 ? TIERS : TIERS.slice(1).map((tier) => ({ ...tier, was: '125.50' })),
    }),
    search: `${FLOWER}&viewMode=card&priceLocation=header&showImages=true&leftBelow=5&titleFont=Newsreader&cardFont=Montserrat&pricingFont=Montserrat`,
  },
  {
    name: 'four quarters',
    products: 20,
    made: (_, place) => ({ prices: [price(null, 1500 + place, { was: place % 2 === 0 ? '20.00' : null })] }),
    search:
      'dual=true&leftCategory=flower&leftViewMode=card&leftImages=true&leftCategory2=flower&leftViewMode2=table&rightCategory=flower&rightViewMode=table&rightImages=true&rightCategory2=flower&rightViewMode2=card&enableLeftStacking=true&enableRightStacking=true',
  },
];

/** Answers with a shelf of this case, made of the products of the shop. */
async function serveShelf(page: Page, { products, made, category }: Case): Promise<void> {
  await page.route('**/api/menus/shelf*', async (route) => {
    const reply = await route.fetch();
    const { data } = menuShelfRoute.reply.parse(await reply.json());
    const flower = data.categories.find(({ slug }) => slug === 'flower');
    const of = data.products.filter(({ category_ids: ids }) => flower !== undefined && ids.includes(flower.id));
    const shelf: WireMenuShelf = {
      ...data,
      categories: data.categories.map((one) => (one.slug === 'flower' && category ? { ...one, name: category } : one)),
      products: Array.from({ length: products }, (_, place) => {
        const from = of[place % of.length];
        if (!from) throw new Error('The shop has no flower.');
        return { ...from, id: 1_000_000 + place, in_stock: true, left: null, changes: [], ...made(from, place) };
      }),
    };
    await route.fulfill({ json: { success: true, data: shelf } });
  });
}

/** Texts that are cut off, and parts that extend beyond their card or panel. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const [found, near]: [string[], number] = [[], 2];
    const texts =
      '.menu-title, .menu-name, .menu-facts, .menu-cell-field span, .menu-prices, .menu-price-label, .menu-badge';
    for (const text of document.querySelectorAll<HTMLElement>(texts)) {
      if (text.scrollWidth > text.clientWidth + near && text.clientWidth > 0) found.push(`too wide: ${text.innerText}`);
      if (
        text.scrollHeight > text.clientHeight + near + parseFloat(getComputedStyle(text).fontSize) * 0.2 &&
        text.clientHeight > 0
      )
        found.push(`too high: ${text.innerText}`);
    }
    for (const frame of document.querySelectorAll('.menu-card, .menu-table tbody tr, .menu-panel, .menu-screen')) {
      const outer = frame.getBoundingClientRect();
      for (const part of frame.querySelectorAll<HTMLElement>(
        '.menu-name, .menu-facts, .menu-prices, .menu-badge, .menu-title, tr',
      )) {
        if (part.closest('.menu-unseen')) continue;
        const { left, right, top, bottom } = part.getBoundingClientRect();
        if (
          left < outer.left - near ||
          right > outer.right + near ||
          top < outer.top - near ||
          bottom > outer.bottom + near
        )
          found.push(`out of its ${frame.className || frame.tagName}: ${part.innerText}`);
      }
    }
    return [...new Set(found)];
  });
}

/** Texts that overlap. The badge may overlap its picture. */
function overlapping(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const frame of document.querySelectorAll('.menu-card, .menu-table tbody tr, .menu-header')) {
      const words = [
        ...frame.querySelectorAll<HTMLElement>(
          '.menu-name, .menu-facts, .menu-prices, .menu-badge, .menu-title, .menu-header-line, .menu-turn',
        ),
      ];
      for (const [at, one] of words.entries())
        for (const other of words.slice(at + 1)) {
          const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
          const [wide, high] = [
            Math.min(a.right, b.right) - Math.max(a.left, b.left),
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
          ];
          if (wide > 3 && high > 3 && !one.contains(other)) found.push(`${one.innerText} / ${other.innerText}`);
        }
    }
    return found;
  });
}

async function nothingCutOff(page: Page, name: string): Promise<void> {
  await expect(page.locator('.menu-panel').first()).toBeVisible();
  await everythingLoaded(page);
  await picture(page, name);
  await expect.poll(() => cutOff(page), name).toEqual([]);
  await expect.poll(() => overlapping(page), name).toEqual([]);
}

for (const [orientation, size] of Object.entries(SIZES)) {
  test(
    `nothing is cut off on ${orientation} screens, however much there is to show`,
    { tag: '@long' },
    async ({ page }) => {
      test.slow();
      await page.setViewportSize(size);
      for (const one of CASES) {
        await serveShelf(page, one);
        await page.goto(`${PAGES.menuDisplay}?location_id=20&orientation=${orientation}&${one.search}`);
        await nothingCutOff(page, `display ${one.name}, ${orientation}`);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    },
  );
}

const starters = (type: 'layout' | 'theme') => MENU_TEMPLATES.filter(({ config_type }) => config_type === type);

test('each starter looks as designed with the demo shop', { tag: '@long' }, async ({ page }) => {
  test.slow();
  for (const [place, layout] of starters('layout').entries()) {
    const theme = starters('theme')[place];
    const { orientation = 'horizontal' } = layout.config_data;
    await page.setViewportSize(SIZES[orientation]);
    await page.route('**/api/menus/display*', async (route) => {
      const reply = await route.fetch();
      const { data } = menuDisplayRoute.reply.parse(await reply.json());
      const configs = [layout, theme].map((one, at) => ({ ...one, id: at + 1, version: 1 }));
      const usual = { layout_id: 1, theme_id: 2 };
      await route.fulfill({ json: { success: true, data: { ...data, usual, configs } } });
    });
    // The catalogue of the demo shop, without what other tests sold or received.
    await page.route('**/api/menus/shelf*', async (route) => {
      const { data } = menuShelfRoute.reply.parse(await (await route.fetch()).json());
      const products = data.products.map((one) => ({
        ...one,
        in_stock: true,
        left: null,
        changes: [],
        prices: one.prices.map((tier) => ({ ...tier, was: null, short: false })),
      }));
      await route.fulfill({ json: { success: true, data: { ...data, products } } });
    });
    await page.goto(`${PAGES.menuDisplay}?location_id=20`);
    await nothingCutOff(page, `starter ${layout.name}`);
    // Every panel of it has a category of the demo shop.
    await expect(page.locator('.menu-empty')).toHaveCount(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});
