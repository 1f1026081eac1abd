import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/staff.ts';

const table = (page: Page) => page.getByRole('table', { name: 'API keys' });

test.describe('an administrator', () => {
  test.use({ as: 'admin' });

  test(
    'makes a key with the keyboard, sees its secret once, and revokes it',
    { tag: '@long' },
    async ({ page, pagesOrigin }) => {
      const name = `Web shop ${Date.now().toString(36)}`;
      await page.goto('/manage/api-keys');
      await page.getByRole('button', { name: 'Add API key' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
      await page.keyboard.type(name);
      await expect(dialog.getByRole('button', { name: 'Make the key' })).toBeDisabled();
      const products = dialog.getByRole('radiogroup', { name: 'Products and categories' });
      await products.getByRole('radio', { name: 'None' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(products.getByRole('radio', { name: 'Read', exact: true })).toBeChecked();
      await expectAccessible(page, 'manage-api-keys-new', dialog);
      await dialog.getByLabel('Name', { exact: true }).focus();
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('button', { name: 'I have copied both' })).toBeFocused();
      const secrets = await dialog.locator('code').allInnerTexts();
      expect(secrets.join(' ')).toMatch(/^ck_[0-9a-f]{40} cs_[0-9a-f]{40}$/);
      await expectAccessible(page, 'manage-api-keys-secret', dialog);
      await page.keyboard.press('Enter');
      await expect(dialog).toHaveCount(0);
      const row = table(page).getByRole('row').filter({ hasText: name });
      await expect(row).toContainText('Products: read');
      await expect(row).toContainText('Never');
      expect(await page.content()).not.toContain(secrets[1]);

      const [, secret = ''] = secrets;
      const ask = () =>
        page.request.get(`${pagesOrigin}/api/events`, {
          headers: { authorization: `Bearer ${secret}` },
          timeout: 5000,
        });
      await row.getByRole('button', { name }).press('Enter');
      await expect(dialog).toContainText('Last used');
      await dialog.getByRole('button', { name: 'Revoke' }).press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter');
      await expect(dialog).toContainText('Revoked');
      expect((await ask()).status()).toBe(401);
      await page.keyboard.press('Escape');
      await expect(row.getByRole('button', { name })).toBeFocused();
      await expect(row).toContainText('Revoked');
      await page.setViewportSize({ width: 1024, height: 768 });
      await expectAccessible(page, 'manage-api-keys-1024');
    },
  );
});
