import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';
import { EMPTY_PAGE, launchBrowser, openPage, scrollSteadily, typeInto } from '../browser/browser.ts';
import { restock } from '../baskets.ts';
import { type Figure, type PartResult, quantile } from '../figures.ts';
import { droppedShare } from '../browser/probe.ts';
import { fromRoot } from '../processes.ts';
import type { Shop } from '../shop.ts';
import { measureStock } from './inventory.ts';
import { measureLists } from './managed-lists.ts';

const SEARCH = '#unified-search';
const GRID = '[role=grid]';
/** The list of the search. The cards beneath stay as they were. */
const MATCHES = '[role=listbox]';
const CARD = `${GRID} [role=gridcell]`;
const PANEL = 'aside, [role=complementary]';
const MIDDLE = { x: 450, y: 450 };
const TEXTS = ['velvet lantern', 'misty', 'gummies', 'silver brook'];
const LARGEST_KB = 200;
const KEY_P95_AT_MOST_MS = 50;
const USABLE_AT_MOST_MS = 1000;
const OPENINGS = 5;
const ADDITIONS = 20;
/** All products are in the page when the category bar says so. */
const READY_WITHIN_MS = 60_000;

/** The files that a page loads before it can be used; without options those of the login page and the register. */
export async function bundleFigure(of: string, atMost: number, options: readonly string[] = []): Promise<Figure> {
  const script = [fromRoot('scripts/bundle-size.mjs'), '--json', ...options];
  const { stdout } = await promisify(execFile)(process.execPath, script);
  const { totalBytes } = JSON.parse(stdout) as { totalBytes: number };
  const what = `JavaScript of ${of}, gzipped`;
  return { what, value: totalBytes / 1000, unit: 'kB', target: { of: 'value', atMost } };
}

async function signedIn(context: BrowserContext, shop: Shop, username?: string): Promise<void> {
  const [token = ''] = await shop.signIn(1, username);
  const cookie = { name: 'tillwright_session', value: token, url: shop.origin, httpOnly: true, sameSite: 'Strict' };
  await context.addCookies([{ ...cookie, sameSite: 'Strict' }]);
}

/** From the start of the navigation to a card of the register on the screen, with a warm cache. */
async function openingMs(page: Page): Promise<number> {
  await page.reload({ waitUntil: 'commit' });
  await page.locator(CARD).first().waitFor();
  return page.evaluate(() => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now()))));
}

async function emptyOpeningMs(page: Page): Promise<number> {
  await page.reload({ waitUntil: 'commit' });
  await page.locator('input').waitFor();
  return page.evaluate(() => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now()))));
}

function paintFigures(what: string, ms: readonly number[], bare: readonly number[], atMostMs?: number): Figure[] {
  return [0.5, 0.95].map((share) => ({
    what: `${what}, p${share * 100}`,
    value: quantile(ms, share),
    unit: 'ms',
    yardstick: { what: 'an empty page', value: quantile(bare, share) },
    ...(share === 0.95 && atMostMs !== undefined && { target: { of: 'value', atMost: atMostMs } as const }),
  }));
}

/** Percent of frames that a list may drop beside those that the machine drops for an empty page. */
const MORE_DROPPED = 1;

function scrollFigures(
  what: string,
  frames: readonly number[],
  bare: readonly number[],
  { hasTarget = false } = {},
): Figure[] {
  const yardstick = 'an empty page';
  const bareDropped = droppedShare(bare) * 100;
  return [
    {
      what: `frames dropped while ${what}`,
      value: droppedShare(frames) * 100,
      unit: '%',
      yardstick: { what: yardstick, value: bareDropped },
      ...(hasTarget && { target: { of: 'value', atMost: bareDropped + MORE_DROPPED } as const }),
    },
    {
      what: `longest frame while ${what}`,
      value: Math.max(...frames),
      unit: 'ms',
      yardstick: { what: yardstick, value: Math.max(...bare) },
    },
  ];
}

/** Adds things that nothing has to be chosen for, one press each. */
async function addToCart(page: Page): Promise<{ paints: readonly number[]; changes: readonly number[] }> {
  await page
    .getByRole('group', { name: 'Categories' })
    .getByRole('button', { name: /^Accessories/ })
    .click();
  const add = page.locator(`${CARD} button:enabled`, { hasText: /^Add$/ });
  await add.first().waitFor();
  await page.waitForTimeout(500);
  await page.evaluate((selector) => window.probe.begin(selector), PANEL);
  const there = await add.count();
  for (let index = 0; index < ADDITIONS; index += 1) {
    await add.nth(index % there).click();
    await page.waitForTimeout(200);
  }
  return page.evaluate(() => window.probe.end());
}

/** The register in a browser with 10,000 products, in turn with a page that does nothing. */
export async function benchWeb(shop: Shop): Promise<PartResult> {
  // A shop that is kept may have sold out in an earlier run.
  await restock(shop);
  const figures = [await bundleFigure('login and register', LARGEST_KB)];
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext();
    await signedIn(context, shop);
    const till = await openPage(context);
    const empty = await openPage(context);
    await empty.goto(EMPTY_PAGE);
    await till.goto(shop.origin);
    await till.locator(CARD).first().waitFor({ timeout: READY_WITHIN_MS });
    await till
      .getByRole('button', { name: /^All\s*1\d,\d{3}|^All\s*[1-9]\d{4}/ })
      .waitFor({ timeout: READY_WITHIN_MS });

    const opened: number[] = [];
    const emptyOpened: number[] = [];
    for (let round = 0; round < OPENINGS; round += 1) {
      await till.bringToFront();
      opened.push(await openingMs(till));
      await empty.bringToFront();
      emptyOpened.push(await emptyOpeningMs(empty));
    }
    figures.push(...paintFigures('opening to the first cards, warm cache', opened, emptyOpened, USABLE_AT_MOST_MS));

    await till.bringToFront();
    await till.waitForLoadState('networkidle');
    const typed = await typeInto(till, SEARCH, TEXTS, MATCHES);
    await till.locator(SEARCH).fill('');
    await till.keyboard.press('Escape');
    const scrolled = await scrollSteadily(till, MIDDLE);
    const added = await addToCart(till);
    await empty.bringToFront();
    const bare = await typeInto(empty, 'input', TEXTS, null);
    const bareScrolled = await scrollSteadily(empty, MIDDLE);
    figures.push(
      ...paintFigures('key press to paint in search', typed.paints, bare.paints, KEY_P95_AT_MOST_MS),
      ...paintFigures('key press to the last of its products', typed.changes, bare.paints),
      ...paintFigures('add to cart, press to paint', added.paints, bare.paints, KEY_P95_AT_MOST_MS),
      ...paintFigures('add to cart, press to its line in the cart', added.changes, bare.paints),
      ...scrollFigures('scrolling', scrolled, bareScrolled),
    );
    const stock = await measureStock(await openPage(context), shop);
    figures.push(
      ...paintFigures(
        'Inventory Manager, key press to paint in a figure',
        stock.typed.paints,
        bare.paints,
        KEY_P95_AT_MOST_MS,
      ),
      ...paintFigures('Inventory Manager, key press to the sums of what is pending', stock.typed.changes, bare.paints),
      ...paintFigures('Inventory Manager, arrow to the next row', stock.moved.paints, bare.paints, KEY_P95_AT_MOST_MS),
      ...scrollFigures('scrolling the Inventory Manager', stock.scrolled, bareScrolled),
    );
    await context.close();
    const office = await browser.newContext();
    await signedIn(office, shop, 'manager');
    const lists = await measureLists(office, shop);
    figures.push(
      ...paintFigures('Products, key press to paint in search', lists.typed.paints, bare.paints, KEY_P95_AT_MOST_MS),
      ...paintFigures('Products, key press to the last of what is found', lists.typed.changes, bare.paints),
      ...scrollFigures('scrolling Products', lists.products, bareScrolled),
      ...scrollFigures('scrolling two pages of customers', lists.customers.list, lists.customers.bare, {
        hasTarget: true,
      }),
    );
    await office.close();
  } finally {
    await browser.close();
  }
  return {
    title: 'In the browser: register, Inventory Manager and Products with 10,000 products, 100,000 customers',
    figures,
  };
}
