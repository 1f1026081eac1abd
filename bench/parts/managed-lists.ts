import type { BrowserContext } from '@playwright/test';
import { openPage, scrollSteadily, typeInto } from '../browser/browser.ts';
import type { Seen } from '../browser/probe.ts';
import type { Shop } from '../shop.ts';

const PRODUCTS = '[role=grid][aria-label=Products]';
const SEARCH = 'input[aria-label="Search products"]';
const TEXTS = ['velvet lantern', 'misty', 'silver brook'];
const LEAST_ROWS = 10_000;
const READY_WITHIN_MS = 60_000;
const MIDDLE = { x: 600, y: 450 };

/** Scrolls the products of the administration, all in one table, and two pages of customers with every column. */
export async function measureLists(
  context: BrowserContext,
  shop: Shop,
): Promise<{ typed: Seen; products: readonly number[]; customers: readonly number[] }> {
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
  const first = await scrollSteadily(page, MIDDLE);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next' }).click();
  await page.waitForLoadState('networkidle');
  return { typed, products, customers: [...first, ...(await scrollSteadily(page, MIDDLE))] };
}
