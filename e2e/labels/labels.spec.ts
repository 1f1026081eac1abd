import { readFile } from 'node:fs/promises';
import { textWidth } from '#domain/labels/letter-widths.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { LabelView } from '../support/pages/label-view.ts';
import { expect, test } from '../support/staff.ts';

const PRODUCT = 'Blue Ridge Mist';

test.describe('labels', () => {
  test.use({ as: 'manager' });

  test('a page of labels shows at once what is chosen for them', async ({ page }) => {
    const view = new LabelView(page);
    await view.open();
    await expect(view.section('Product Selection')).toContainText('No Product Selected');
    await expect(view.section('Product Selection')).toContainText('Search above to select a product');
    await expect(view.section('Pricing Tiers')).toContainText('Select a product with blueprint pricing to see tiers');
    for (const name of ['Date', 'Price', 'SKU', 'Category', 'Margin', 'Effect', 'THCA', 'Supplier']) {
      await expect(view.toggle(name)).toBeDisabled();
    }
    await expect(view.controls.getByRole('button', { name: 'Print Labels' })).toBeDisabled();

    await view.pick(PRODUCT);
    await expect(view.shown()).toHaveCount(10);
    expect(await view.lines()).toEqual([PRODUCT]);
    // Once the font is loaded, the text is as wide as the layout says, in units of the drawing. Print and PDF have the
    // same widths.
    await expect.poll(() => view.widthOf(PRODUCT)).toBeCloseTo(textWidth(PRODUCT, 9, 'medium'), 1);
    for (const name of ['Strain Type', 'Effect', 'Lineage', 'THCA']) await view.toggle(name).click();
    await expect.poll(() => view.lines()).toHaveLength(3);
    const [, second, third] = await view.lines();
    expect(second).toMatch(/^Effect: .+ • Lineage: .+/);
    expect(third).toMatch(/^Type: .+ • THCA: [\d.]+%$/);

    await view.choose('Pricing tier', /3\.5 g/);
    await view.toggle('Show Tier Price').click();
    await view.toggle('Show Tier Label').click();
    await view.toggle('SKU').click();
    await view.toggle('Margin').click();
    expect((await view.lines()).slice(3)).toEqual([
      '3.5 g • $40.00',
      expect.stringMatching(/^FLW-\d+ • Margin: [\d.]+%$/),
    ]);
    await view.choose('Barcode', 'EAN-13 / UPC-A, else SKU');
    await expect(view.preview.locator('path').first()).toBeAttached();
    await view.toggle('Show Borders').click();
    await view.toggle('Show Logo').click();
    await expect(view.toggle('Show Logo')).toBeChecked();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      view.controls.getByRole('button', { name: 'Save as PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('labels.pdf');
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

    await view.choose('Template', 'Avery 5161 (20-up)');
    await expect(view.section('Specifications')).toContainText('10 rows x 2 columns');
    await expect(view.section('Specifications')).toContainText('4 x 1 in');
    await expect(view.section('Specifications')).toContainText('20 labels');
    await expectAccessible(page, 'labels');

    // The choices remain after another view was shown.
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await expect(page.getByRole('grid', { name: 'Orders' })).toBeVisible();
    await page.getByRole('link', { name: 'Blueprint Fields' }).click();
    await expect(view.shown()).toHaveCount(10);
    expect((await view.lines())[1]).toBe(second);

    await view.controls.getByRole('button', { name: 'Clear Selection' }).click();
    await expect(view.section('Product Selection')).toContainText('No Product Selected');
    expect(await view.lines()).toContain('Sample Product');
  });

  test(
    'labels of several products begin where the sheet is unused, and print in a window of their own or in this one',
    { tag: '@long' },
    async ({ page, context }) => {
      await context.addInitScript(() => {
        window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
      });
      const view = new LabelView(page);
      await view.open();
      await view.pick(PRODUCT);
      const rows = view.controls.getByRole('list', { name: 'On these labels' });
      await rows.getByRole('textbox', { name: `Labels of ${PRODUCT}` }).fill('28');
      await view.controls.getByRole('button', { name: 'Add Product' }).click();
      await view.pick('Tillwright Tee');
      await expect(rows.getByRole('listitem')).toHaveCount(2);
      await expect(view.section('Specifications')).toContainText('38');
      await expect(view.preview).toContainText('Page 1 of 2');
      await view.preview.locator('[data-cell="4"]').click();
      await expect(view.controls.getByRole('textbox', { name: 'Start at label' })).toHaveValue('4');
      // 27 labels on the first page, 11 on the next.
      await expect(view.shown()).toHaveCount(27);
      await view.preview.getByRole('button', { name: 'Next page' }).click();
      await expect(view.shown()).toHaveCount(11);
      await rows.getByRole('button', { name: 'Remove Tillwright Tee' }).click();
      await expect(view.preview).toContainText('Page 2 of 2');
      await expect(view.shown()).toHaveCount(1);

      const [opened] = await Promise.all([
        page.waitForEvent('popup'),
        view.controls.getByRole('button', { name: 'Print Labels' }).click(),
      ]);
      await expect(opened.getByRole('img', { name: 'Page 2 of 2' })).toBeVisible();
      await expect(opened.getByRole('img', { name: 'Page 1 of 2' }).locator('use')).toHaveCount(27);
      await expect(opened.locator('html')).toHaveAttribute('data-printed', 'yes');
      await Promise.all([
        opened.waitForEvent('close'),
        opened.evaluate(() => void setTimeout(() => window.dispatchEvent(new Event('afterprint')))),
      ]);

      await view.controls.getByRole('button', { name: 'Quick Print' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
      await expect(page.locator('.print-here svg')).toHaveCount(2);
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      await expect(page.locator('.print-here')).toHaveCount(0);
    },
  );

  test('labels are typed and imported, and wrong rows are named', { tag: '@long' }, async ({ page }) => {
    const view = new LabelView(page);
    await view.open();
    await view.controls.getByRole('button', { name: 'Add Manual' }).click();
    const manual = page.getByRole('dialog', { name: 'Add Manual' });
    await manual.getByRole('button', { name: 'Add Label' }).click();
    await expect(manual).toContainText('Please enter line 1 of the label');
    await manual.getByRole('textbox', { name: /Line 1/ }).fill('Sale today');
    await manual.getByRole('textbox', { name: 'Line 2' }).fill('Back shelf');
    await expectAccessible(page, 'labels-manual', manual);
    await manual.getByRole('textbox', { name: 'Line 2' }).press('Enter');
    await expect(manual).toBeHidden();
    expect(await view.lines()).toEqual(['Sale today', 'Back shelf']);

    await view.controls.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import CSV' });
    const text = 'Name,Shelf,Qty\r\nTray,A1,3\r\n,A2,1\r\nJar,"B, left",many\r\n';
    await dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'shelf.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await expect(dialog).toContainText('2 rows are left out');
    await expect(dialog).toContainText('Row 3: Line 1 is empty.');
    await expect(dialog).toContainText('Row 4: "many" is not a number of labels from 1 to 6000.');
    await dialog.getByRole('combobox', { name: 'Line 2' }).click();
    await page.getByRole('option', { name: 'Shelf' }).click();
    await dialog.getByRole('button', { name: 'Import 1 label' }).click();
    await expect(dialog).toBeHidden();
    await expect(view.shown()).toHaveCount(4);
  });
});

test.describe('labels for staff', () => {
  test(
    'tell no margin to those who may not know what goods cost, and have no fields to edit',
    { tag: '@long' },
    async ({ page }) => {
      const view = new LabelView(page);
      await view.open();
      await view.pick(PRODUCT);
      await expect(view.toggle('Price')).toBeEnabled();
      await expect(view.toggle('Margin')).toHaveCount(0);
      await expect(view.toggle('Nose')).toBeEnabled();
      await expect(view.controls.getByRole('button', { name: 'Edit fields' })).toHaveCount(0);
    },
  );
});
