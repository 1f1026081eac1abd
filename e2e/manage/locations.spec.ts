import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/staff.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Locations' });

test.describe('an administrator', () => {
  test.use({ as: 'admin' });

  test(
    'opens a location, gives it hours and receipt lines, closes it and opens it again',
    { tag: ['@losses', '@long'] },
    async ({ page }) => {
      test.slow();
      const name = `Asheville ${Date.now().toString(36)}`;
      await page.goto('/manage/locations');
      await expect(table(page).getByRole('row').filter({ hasText: 'Charlotte Monroe' })).toContainText('Open');
      await expectAccessible(page, 'manage-locations');
      await page.getByRole('button', { name: 'Add location' }).click();
      await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
      await page.keyboard.type(name);
      await page.getByLabel('Monday').fill('9-');
      await page.getByRole('button', { name: 'Open location' }).click();
      await expect(page.getByText('Write hours like 9:00-21:00')).toBeVisible();
      await expect(page.getByLabel('Monday')).toBeFocused();
      await page.getByLabel('Monday').fill('9 am-1 pm, 2pm-6pm');
      await page.getByRole('button', { name: 'Every day as on Monday' }).click();
      await page.getByLabel('Sunday').fill('');
      await expectAccessible(page, 'manage-locations-new');
      await page.keyboard.press('Enter');
      const location = page.getByRole('dialog', { name });
      await expect(location.getByLabel('Saturday')).toHaveValue('09:00-13:00, 14:00-18:00');
      await expect(location.getByLabel('Sunday')).toHaveValue('');
      await location.getByLabel('Top of receipts').fill('Licence 42');
      await location.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText(`${name} is saved`)).toBeVisible();
      await location.getByRole('button', { name: 'Close this location' }).click();
      await expect(location).toContainText('Nobody can work here afterwards');
      await location.getByRole('button', { name: `Close ${name}` }).click();
      await expect(location).toContainText('This location is closed.');
      await location.getByRole('button', { name: 'Open it again' }).click();
      await expect(location.getByRole('button', { name: 'Close this location' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
      // People who may switch locations can choose the new one at once.
      await page.locator('button[aria-haspopup=menu]').filter({ hasText: 'Charlotte Central' }).click();
      await expect(page.getByRole('menu').getByText(name)).toBeVisible();
    },
  );
});
