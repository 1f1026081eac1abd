import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/staff.ts';

test.use({ as: 'manager' });

const form = (page: Page) => page.getByRole('form', { name: /product/i });

/** Moves on by Tab alone, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('a product is added and changed without a mouse', { tag: '@long' }, async ({ page }) => {
  test.slow();
  const { keyboard } = page;
  const box = (name: string) => form(page).getByRole('textbox', { name, exact: true });
  await page.goto('/manage/products');
  const search = page.getByRole('searchbox', { name: 'Search products' });
  await expect(search).toBeVisible();
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await expect(search).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Add product' }));
  await keyboard.press('Enter');
  await expect(box('Name')).toBeFocused();
  await keyboard.type('Slow Match');
  await tabTo(page, form(page).getByRole('button', { name: 'Generate Barcode' }));
  await keyboard.press('Enter');
  // The button is gone, and the focus with what it made.
  await expect(box('Barcode')).toHaveValue(/^28\d{11}$/);
  await expect(box('Barcode')).toBeFocused();
  await tabTo(page, form(page).getByLabel('Price', { exact: true }));
  await keyboard.type('4.5');
  await tabTo(page, form(page).getByRole('button', { name: 'Add a later price' }));
  await keyboard.press('Enter');
  await expect(form(page).getByLabel('Later price 1 begins')).toBeFocused();
  await tabTo(page, form(page).getByRole('button', { name: 'Remove later price 1' }));
  await keyboard.press('Enter');
  await expect(form(page).getByRole('button', { name: 'Add a later price' })).toBeFocused();
  const status = form(page).getByLabel('Status', { exact: true });
  await tabTo(page, status);
  await keyboard.press('Enter');
  const forSale = page.getByRole('option', { name: 'For sale', exact: true });
  await expect(forSale).toBeVisible();
  await keyboard.press('Home');
  await expect(forSale).toBeFocused();
  await keyboard.press('Enter');
  await expect(status).toHaveText('For sale');
  await tabTo(page, form(page).getByRole('checkbox', { name: 'Accessories', exact: true }));
  await keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Add product' }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/product=\d+$/);
  await expect(page.getByRole('button', { name: 'All products' })).toBeFocused();

  await tabTo(page, form(page).getByLabel('Price', { exact: true }));
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('5');
  await keyboard.press('Enter');
  await expect(page.getByText('Slow Match saved')).toBeVisible();
  await expect(form(page).getByLabel('Price', { exact: true })).toBeFocused();
  // Save is disabled by then, and the first field is far above.
  await keyboard.press('ControlOrMeta+A');
  await keyboard.type('6');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await expect(form(page).getByLabel('Price', { exact: true })).toBeFocused();
});
