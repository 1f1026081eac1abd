import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/staff.ts';

test.describe('an administrator', () => {
  test.use({ as: 'admin' });

  test(
    'makes receipts narrow, with a logo, texts and a QR code, and lets one location differ',
    { tag: '@long' },
    async ({ page }) => {
      test.slow();
      await page.goto('/manage/receipts');
      const form = page.getByRole('form', { name: 'Receipts' });
      const preview = page.getByRole('region', { name: 'Preview' });
      const choose = async (label: string, option: string) => {
        await page.getByRole('combobox', { name: label, exact: true }).click();
        await page.getByRole('option', { name: option, exact: true }).click();
      };
      await expect(preview).toContainText('Preview on 80 mm');

      await choose('Paper', '58 mm');
      await choose('Logo', 'A picture');
      await expect(form.getByText('Choose a logo, or say None.')).toBeVisible();
      await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
      await form.getByLabel('Picture of the logo file').setInputFiles({
        name: 'logo.png',
        mimeType: 'image/png',
        buffer: Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
          'base64',
        ),
      });
      await expect(preview.getByRole('img', { name: 'Logo' })).toBeVisible();
      await form.getByLabel('At the end').fill('Come again\nsoon');
      await choose('QR code', 'An address');
      await form.getByLabel('Address in the QR code').fill('example');
      await expect(form.getByText('Give an address, like')).toBeVisible();
      await form.getByLabel('Address in the QR code').fill('https://example.com/hello');
      await expect(preview.getByRole('img', { name: 'QR code: https://example.com/hello' })).toBeVisible();
      await expect(preview).toContainText('Come againsoon');
      await form.getByLabel('Address in the QR code').press('Enter');
      await expect(page.getByText('Receipts are saved')).toBeVisible();

      await choose('For', 'Charlotte Central');
      await expect(preview).toContainText('Preview on 58 mm');
      await choose('Paper', '80 mm');
      await choose('QR code', 'The order number');
      await form.getByLabel('At the end').fill('Bye');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Charlotte Central is saved')).toBeVisible();
      await page.reload();
      await expect(preview).toContainText('Preview on 80 mm');
      await expect(preview).toContainText('Bye');
      await expect(preview.getByRole('img', { name: 'QR code: POS-1001' })).toBeVisible();
      await expect(preview.getByRole('img', { name: 'Logo' })).toBeVisible();
      await page.setViewportSize({ width: 1024, height: 768 });
      await expectAccessible(page, 'manage-receipts-1024');
      await choose('For', 'The whole business');
      await expect(preview).toContainText('Come againsoon');
      await expect(form.getByLabel('Address in the QR code')).toHaveValue('https://example.com/hello');
    },
  );
});
