import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { PAGES } from '#contract/pages.ts';

/** A menu of one category on a wall, as a table with prices and pictures. */
export const MOONWATER = `${PAGES.menuDisplay}?location_id=20&category=moonwater&viewMode=table&priceLocation=inline&showImages=true`;
/** More than the time after which an unconfirmed menu says its time. */
export const A_WHILE_MS = 75_000;

export const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
export const asOf = (page: Page): Locator => page.getByText(/^as of /);

export async function openAt(page: Page, address: string, time = new Date()): Promise<void> {
  await page.clock.install({ time });
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Moonwater', exact: true })).toBeVisible();
}

/** The display is kept on the device only when its service worker is ready. */
export async function isKept(context: BrowserContext, page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => context.serviceWorkers().length).toBeGreaterThan(0);
}

/** Fonts and pictures are there. */
export function everythingLoaded(page: Page): Promise<void> {
  return expect
    .poll(() =>
      page.evaluate(
        () =>
          document.fonts.size > 0 &&
          [...document.fonts].every(({ status }) => status === 'loaded') &&
          [...document.images].every(({ naturalWidth }) => naturalWidth > 0),
      ),
    )
    .toBe(true);
}
