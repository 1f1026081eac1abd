import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/staff.ts';
import { Till } from '../../support/pages/till.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Products' });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search products' });
const form = (page: Page) => page.getByRole('form', { name: /product/i });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const SOON = { timeout: 5000 };

async function choose(page: Page, label: string, option: string): Promise<void> {
  await form(page).getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const RED_DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const BLUE_DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

test.describe('a manager', () => {
  test.use({ as: 'manager' });

  test('adds a product, and an open till sells it at once, then not any more', async ({ page, anotherTill, watch }) => {
    test.slow();
    watch.expect(/^409 POST .*\/api\/manage\/products$/);
    const till = await anotherTill('staff');
    await till.open();
    const fetched: string[] = [];
    till.page.on('request', (request) => fetched.push(new URL(request.url()).pathname + new URL(request.url()).search));

    await page.goto('/manage');
    await expect(page).toHaveURL('/manage/products');
    await expect(row(page, '510 Battery')).toBeVisible();
    await expectAccessible(page, 'manage-products');
    await page.getByRole('button', { name: 'Add product' }).click();
    await page.getByRole('button', { name: 'Add product' }).click();
    await expect(form(page).getByText('A product needs a name.')).toBeVisible();
    await expect(form(page).getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await form(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Hemp Wick Lighter');
    await form(page).getByRole('textbox', { name: 'SKU', exact: true }).fill('acc-020');
    await form(page).getByRole('textbox', { name: 'Barcode', exact: true }).fill('036000291453');
    await expect(form(page).getByText('The last digit does not fit the others')).toBeVisible();
    await form(page).getByRole('textbox', { name: 'Barcode', exact: true }).fill('036000291452');
    await form(page).getByLabel('Price', { exact: true }).fill('4.5');
    await form(page).getByRole('checkbox', { name: 'Accessories' }).check();
    await choose(page, 'Status', 'For sale');
    await page.getByRole('button', { name: 'Add product' }).click();
    await expect(form(page).getByText('SKU acc-020 belongs to 510 Battery already.')).toBeVisible();
    await expect(form(page).getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Hemp Wick Lighter');
    await form(page).getByRole('textbox', { name: 'SKU', exact: true }).fill('');
    await form(page).getByRole('button', { name: 'Generate SKU' }).click();
    await expect(form(page).getByRole('textbox', { name: 'SKU', exact: true })).not.toHaveValue('');
    await page.getByRole('button', { name: 'Add product' }).click();
    await expect(page.getByText('Hemp Wick Lighter added')).toBeVisible();
    await expect(page).toHaveURL(/\/manage\/products\?product=\d+$/);

    const card = await till.find('Hemp Wick Lighter');
    await expect(card).toContainText('$4.50', SOON);
    await form(page).getByLabel('Price', { exact: true }).fill('5.25');
    await form(page).getByLabel('Price', { exact: true }).press('Enter');
    await expect(card).toContainText('$5.25', SOON);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByText('Hemp Wick Lighter archived')).toBeVisible();
    await expect(card).toHaveCount(0, SOON);
    // The till fetched what changed and nothing else of the catalogue.
    const products = fetched.filter((address) => address.includes('/products'));
    expect(products.filter((address) => !address.includes('include='))).toEqual([]);
    expect(products.length).toBeGreaterThan(0);

    await page.getByRole('button', { name: 'All products' }).click();
    await expect(row(page, 'Hemp Wick Lighter')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Hemp Wick Lighter' })).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL('/manage/products');
  });

  test('sees what the other one changed, and chooses', { tag: '@long' }, async ({ page, anotherTill }) => {
    test.slow();
    await page.goto('/manage/products');
    await search(page).fill('bamboo rolling');
    await search(page).press('Enter');
    await expect(page.getByRole('heading', { name: 'Bamboo Rolling Tray' })).toBeVisible();
    await form(page).getByLabel('Price', { exact: true }).fill('25');
    await form(page).getByLabel('Description', { exact: true }).fill('Folds flat.');

    const { page: other } = await anotherTill('manager');
    await other.goto(new URL(page.url()).pathname + new URL(page.url()).search);
    await form(other).getByLabel('Price', { exact: true }).fill('26');
    await form(other).getByRole('textbox', { name: 'SKU', exact: true }).fill('ACC-006-B');
    await save(other).click();
    await expect(other.getByText('Bamboo Rolling Tray saved')).toBeVisible();

    const meanwhile = page.getByRole('alert', { name: 'Changed meanwhile' });
    await expect(meanwhile).toContainText('Price: was $24.00, now $26.00; you have $25', SOON);
    await expect(meanwhile).toContainText('SKU: was "ACC-006", now "ACC-006-B"');
    await expect(save(page)).toBeDisabled();
    await expectAccessible(page, 'manage-product-conflict', meanwhile);
    await meanwhile.getByRole('button', { name: 'Keep mine: Price' }).click();
    await save(page).click();
    await expect(page.getByText('Bamboo Rolling Tray saved')).toBeVisible();
    await page.reload();
    await expect(form(page).getByLabel('Price', { exact: true })).toHaveValue('25.00');
    await expect(form(page).getByRole('textbox', { name: 'SKU', exact: true })).toHaveValue('ACC-006-B');
    await expect(form(page).getByLabel('Description', { exact: true })).toHaveValue('Folds flat.');
    await form(page).getByRole('textbox', { name: 'SKU', exact: true }).fill('ACC-006');
    await form(page).getByLabel('Price', { exact: true }).fill('24');
    await form(page).getByLabel('Description', { exact: true }).fill('');
    await save(page).click();
    await expect(save(page)).toBeDisabled();
  });

  test(
    'makes variations from attributes and fills them from a spreadsheet',
    { tag: '@long' },
    async ({ page, watch }) => {
      watch.expect(/^409 PUT .*\/api\/manage\/products\//);
      test.slow();
      await page.goto('/manage/products?new=yes');
      await form(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Camp Cap');
      await form(page).getByText('With variations').click();
      await form(page).getByLabel('Options of Size').fill('S, M, L');
      await form(page).getByRole('button', { name: 'Make variations' }).click();
      const table = form(page).getByRole('table', { name: 'Variations' });
      await expect(table.getByRole('row')).toHaveCount(4);
      await table.getByLabel('SKU of S').focus();
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.setData('text/plain', 'CAP-S\t\t18.00\nCAP-M\t\t18.00\nCAP-L\t\t20.00');
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      });
      await expect(table.getByLabel('SKU of L')).toHaveValue('CAP-L');
      await expect(table.getByLabel('Price of M', { exact: true })).toHaveValue('18.00');
      await page.keyboard.press('ArrowDown');
      await expect(table.getByLabel('SKU of M')).toBeFocused();
      await expectAccessible(page, 'manage-product-variations', table);
      await page.getByRole('button', { name: 'Add product' }).click();
      await expect(page.getByText('Camp Cap added')).toBeVisible();
      await form(page).getByLabel('Options of Size').fill('S, M, L, XL');
      await form(page).getByRole('button', { name: 'Update variations' }).click();
      await table.getByLabel('SKU of XL').fill('CAP-M');
      await save(page).click();
      await expect(table.getByText('SKU CAP-M belongs to Camp Cap already.').last()).toBeVisible();
      await table.getByLabel('SKU of XL').fill('CAP-XL');
      await save(page).click();
      await expect(page.getByText('Camp Cap saved')).toBeVisible();
      await page.getByRole('button', { name: 'All products' }).click();
      await expect(row(page, 'Camp Cap')).toContainText('4 variations');
      await expect(row(page, 'Camp Cap')).toContainText('$18.00 – $20.00');
    },
  );

  test(
    'gives a product a picture by choosing, dropping and pasting one, which tills show',
    { tag: '@long' },
    async ({ page, anotherTill, watch }) => {
      watch.expect(/^422 POST .*\/api\/manage\/pictures/);
      test.slow();
      const { page: till } = await anotherTill('staff');
      await new Till(till).open();
      await page.goto('/manage/products');
      await page.getByRole('searchbox', { name: 'Search products' }).fill('Bamboo Rolling Tray');
      await page.getByRole('searchbox', { name: 'Search products' }).press('Enter');
      const field = form(page).getByRole('region', { name: 'Picture' });
      const chooser = field.getByLabel('Picture file');
      await chooser.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
      await expect(field.getByRole('alert')).toContainText('Take a JPEG, PNG, WebP, GIF or AVIF');
      const dot = (data: string) => ({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(data, 'base64') });
      await chooser.setInputFiles(dot(RED_DOT));
      const shown = field.getByRole('img', { name: 'Picture as it is shown' });
      await expect(shown).toHaveAttribute('src', /^\/api\/pictures\/[0-9a-f]{64}\/medium$/);
      const first = await shown.getAttribute('src');
      await expectAccessible(page, 'manage-product-picture', field);
      await save(page).click();
      await expect(page.getByText('Bamboo Rolling Tray saved')).toBeVisible();
      await new Till(till).find('Bamboo Rolling Tray');
      await expect(till.locator(`img[src="${first}"]`).first()).toBeVisible();

      // Another one by the clipboard, then the first again by dropping it.
      for (const [kind, data] of [
        ['paste', BLUE_DOT],
        ['drop', RED_DOT],
      ] as const) {
        await field.evaluate(
          (section, { event, base64 }) => {
            const bytes = Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0);
            const transfer = new DataTransfer();
            transfer.items.add(new File([bytes], 'dot.png', { type: 'image/png' }));
            const target = section.querySelector('div') ?? section;
            target.dispatchEvent(
              event === 'paste'
                ? new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })
                : new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
            );
          },
          { event: kind, base64: data },
        );
        if (kind === 'paste') await expect(shown).not.toHaveAttribute('src', first ?? '');
        else await expect(shown).toHaveAttribute('src', first ?? '');
      }
      await field.getByRole('button', { name: 'Remove picture' }).click();
      await expect(shown).toHaveCount(0);
      await save(page).click();
      await expect(till.locator(`img[src="${first}"]`)).toHaveCount(0);
    },
  );
});
