import { cancelProductImportRoute, importProductsRoute } from '#contract/catalogue-files.ts';
import { changeProductRoute } from '#contract/managed-products.ts';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/staff.ts';

test.use({ as: 'manager' });

const IMPORT = `**${importProductsRoute.path}`;
const CANCEL = `**${cancelProductImportRoute.path}`;

test(
  'a manager exports the products, edits a price in the file, and imports just that, after cancelling it once',
  { tag: '@long' },
  async ({ page, anotherTill, signedIn, watch }) => {
    test.slow();
    watch.expect(/^409 POST .*\/products\/import$/);
    const till = await anotherTill('staff');
    await till.open();
    const card = await till.find('Bamboo Rolling Tray');
    await page.goto('/manage/products');
    const more = page.getByRole('button', { name: 'Import and export' });
    await more.click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    const line = text.split('\r\n').find((one) => one.includes('Bamboo Rolling Tray')) ?? '';
    expect(line).toContain('24.00');

    async function change(from: string, to: string): Promise<void> {
      await more.click();
      await page.getByRole('menuitem', { name: 'Import from a file...' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import products' });
      const file = { name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(from.replace(line, to)) };
      await dialog.getByLabel('CSV file').setInputFiles(file);
      await expect(dialog.getByText('just what was edited in it is changed')).toBeVisible();
      await expect(dialog.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveCount(1);
      await expect(dialog.getByRole('list', { name: 'Changes' })).toContainText('Price: $24.00 → $25.50');
      await expectAccessible(page, 'manage-products-import');
      const go = dialog.getByRole('button', { name: 'Import 1 item' });

      let isSeen: () => void = () => undefined;
      const seen = new Promise<void>((resolve) => (isSeen = resolve));
      await page.route(IMPORT, async (sent) => {
        // It reaches the server after it was cancelled.
        await Promise.all([page.waitForResponse(CANCEL), seen]);
        await sent.continue();
      });
      await expect(go).toBeFocused();
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: 'Cancel import' }).press('Enter');
      await expect(dialog.getByRole('button', { name: 'Cancelling...' })).toBeFocused();
      isSeen();
      await expect(dialog.getByRole('alert')).toContainText('The import was cancelled. Nothing was imported.');
      await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
      await page.unroute(IMPORT);

      let answer: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => (answer = resolve));
      await page.route(IMPORT, async (sent) => {
        const response = await sent.fetch();
        await asked;
        await sent.fulfill({ response });
      });
      await go.click();
      await expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Writing products');
      await expectAccessible(page, 'manage-products-importing');
      answer();
      await expect(page.getByText('Imported: 0 added, 1 changed')).toBeVisible();
      await page.unroute(IMPORT);
      await expect(dialog).toHaveCount(0);
    }
    await change(text, line.replace('24.00', '25.5'));
    await expect(card).toContainText('$25.50', { timeout: 5000 });

    // Other tests know its price.
    const manager = await signedIn('manager');
    const { id } = await manager.product('Bamboo Rolling Tray');
    await manager.call(changeProductRoute, { id }, { regular_price: '24.00' });
  },
);
