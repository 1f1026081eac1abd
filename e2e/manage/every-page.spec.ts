import type { Page } from '@playwright/test';
import { MANAGE_PAGES, PAGES, type ManagePage } from '#contract/pages.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/staff.ts';

type Open = (page: Page) => Promise<void>;

const press =
  (name: string | RegExp): Open =>
  (page) =>
    page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
/** Opens the first row of the page's table. */
const firstRow: Open = (page) =>
  page.getByRole('main').getByRole('table').getByRole('row').nth(1).getByRole('button').last().click();

/** The dialogs of each page. A page that is added names its own, or none. */
const DIALOGS: Readonly<Record<ManagePage, readonly Open[]>> = {
  products: [
    press('Add product'),
    press(/^Open Blue Ridge Mist/),
    async (page) => {
      await press('Import and export')(page);
      await page.getByRole('menuitem', { name: 'Import from a file...' }).click();
    },
  ],
  categories: [press('Add category'), press('Flower')],
  blueprints: [press('Add blueprint'), firstRow],
  pricing: [press('Add rule'), press('Copy to a class')],
  taxes: [press('Add tax'), firstRow],
  locations: [press('Add location'), press('Charlotte Central')],
  receipts: [],
  printers: [press('Add printer')],
  staff: [press('Add staff'), press('Roles'), firstRow],
  loyalty: [],
  'api-keys': [press('Add API key')],
  audit: [firstRow],
  backups: [],
  'first-run': [],
};

test.describe('everyone can use', () => {
  test.use({ as: 'admin', contextOptions: { reducedMotion: 'reduce' } });

  // Two tests, so that two workers share the work.
  const pages = Object.keys(MANAGE_PAGES) as ManagePage[];
  for (const [half, some] of [
    ['first', pages.slice(0, pages.length / 2)],
    ['second', pages.slice(pages.length / 2)],
  ] as const)
    test(`the ${half} pages of Manage with their dialogs`, { tag: '@long' }, async ({ page }) => {
      test.slow();
      for (const name of some) {
        const show = async () => {
          await page.goto(`${PAGES.manage}/${name}`);
          await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached();
          await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
        };
        await show();
        // The frame around the pages is the same for all.
        await expectAccessible(page, `every-${name}`, ...(name === some[0] ? [] : [page.getByRole('main')]));
        for (const [place, open] of DIALOGS[name].entries()) {
          await open(page);
          // A product has the whole page.
          const opened = page.getByRole('dialog').or(page.getByRole('form', { name: /product$/i }));
          await expect(opened.locator('[aria-busy=true]')).toHaveCount(0);
          await expectAccessible(page, `every-${name}-${place}`, opened);
          if (name === 'products') await show();
          else await page.keyboard.press('Escape');
          await expect(opened).toHaveCount(0);
        }
      }
    });
});
