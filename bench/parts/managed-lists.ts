import type { BrowserContext, Page } from '@playwright/test';
import { EMPTY_PAGE, openPage, scrollSteadily, typeInto } from '../browser/browser.ts';
import type { Seen } from '../browser/probe.ts';
import type { Shop } from '../shop.ts';

const PRODUCTS = '[role=grid][aria-label=Products]';
const SEARCH = 'input[aria-label="Search products"]';
const TEXTS = ['velvet lantern', 'misty', 'silver brook'];
const LEAST_ROWS = 10_000;
const READY_WITHIN_MS = 60_000;
const MIDDLE = { x: 600, y: 450 };
const CUSTOMERS = '[role=grid][aria-label=Customers]';
const ROUNDS = 5;
/** Down and up, twice. */
const TURNS = 4;

/** Scrolls the products of the administration, all in one table, and two pages of customers with every column. */
export async function measureLists(
  context: BrowserContext,
  shop: Shop,
): Promise<{ typed: Seen; products: readonly number[]; customers: Scrolled }> {
  const page = await openPage(context);
  await page.goto(`${shop.origin}/manage/products`);
  await page.waitForFunction(
    ({ grid, least }) => Number(document.querySelector(grid)?.getAttribute('aria-rowcount')) >= least,
    { grid: PRODUCTS, least: LEAST_ROWS },
    { timeout: READY_WITHIN_MS },
  );
  await page.waitForLoadState('networkidle');
  const typed = await typeInto(page, SEARCH, TEXTS, PRODUCTS);
  await page.locator(SEARCH).fill('');
  const products = await scrollSteadily(page, MIDDLE);
  await page.goto(`${shop.origin}/?view=customers`);
  await page.getByRole('button', { name: 'Add Customer' }).waitFor({ timeout: READY_WITHIN_MS });
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Columns' }).click();
  const hidden = page.getByRole('menuitemcheckbox', { checked: false });
  while ((await hidden.count()) > 0) await hidden.first().click();
  await page.keyboard.press('Escape');
  // A separate request fetches the figures of their orders.
  await page.waitForLoadState('networkidle');
  const empty = await openPage(context);
  await empty.goto(EMPTY_PAGE);
  const first = await scrolledInTurn(page, empty);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next' }).click();
  await page.waitForLoadState('networkidle');
  const second = await scrolledInTurn(page, empty);
  return {
    typed,
    products,
    customers: { list: [...first.list, ...second.list], bare: [...first.bare, ...second.bare] },
  };
}

/** Times between frames. */
export interface Scrolled {
  readonly list: readonly number[];
  readonly bare: readonly number[];
}

/** A page of customers is short: it is scrolled to its end and back, in turn with an empty page, as this machine drops frames itself. */
async function scrolledInTurn(customers: Page, empty: Page): Promise<Scrolled> {
  const px = await customers.evaluate((grid) => {
    const pane = document.querySelector(grid)?.parentElement;
    return pane ? pane.scrollHeight - pane.clientHeight : 0;
  }, CUSTOMERS);
  const list: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [page, frames] of [[empty, bare] as const, [customers, list] as const]) {
      await page.bringToFront();
      await page.waitForTimeout(500);
      frames.push(...(await scrollSteadily(page, MIDDLE, { px, turns: TURNS })));
    }
  }
  return { list, bare };
}
