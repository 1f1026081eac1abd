import { readFile } from 'node:fs/promises';
import { changeProductRoute, managedProductRoute } from '#contract/managed-products.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { LabelView } from '../support/pages/label-view.ts';
import { expect, test } from '../support/staff.ts';

test.use({ as: 'manager' });

test(
  'a location makes a template of its own, which is duplicated, exported, imported and deleted',
  { tag: '@long' },
  async ({ page, watch }) => {
    test.slow();
    watch.expect(/^409 POST .*\/api\/labels\/templates$/);
    const view = new LabelView(page);
    await view.open();
    const menu = (item: string) =>
      view.controls
        .getByRole('button', { name: 'Templates' })
        .click()
        .then(() => page.getByRole('menuitem', { name: item }).click());

    await menu('New template');
    const dialog = page.getByRole('dialog', { name: 'New template' });
    const save = dialog.getByRole('button', { name: 'Save' });
    await expectAccessible(page, 'labels-template', dialog);
    await save.click();
    await expect(dialog).toContainText('Please enter a name for the template.');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Jar lids');
    await dialog.getByRole('textbox', { name: 'Columns' }).fill('9');
    await expect(dialog.getByRole('figure')).toContainText('The labels do not fit on the page');
    await dialog.getByRole('textbox', { name: 'Columns' }).fill('2');
    await expect(dialog.getByRole('figure')).toContainText('20 labels a page');
    await dialog.getByRole('textbox', { name: 'Label width' }).fill('2 1/2');
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(view.section('Specifications')).toContainText('2.5 x 1 in');
    await expect(view.section('Specifications')).toContainText('20 labels');

    await menu('Edit template');
    const edit = page.getByRole('dialog', { name: 'Edit Jar lids' });
    await edit.getByRole('textbox', { name: 'Rows' }).fill('5');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(view.section('Specifications')).toContainText('10 labels');

    const [download] = await Promise.all([page.waitForEvent('download'), menu('Export JSON')]);
    expect(download.suggestedFilename()).toBe('Jar-lids.json');
    const json = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(json)).toMatchObject({ template_name: 'Jar lids', grid: { rows: 5, columns: 2 } });

    await menu('Duplicate template');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Jar lids copy');
    await save.click();
    await expect(view.preview).toContainText('Jar lids copy');
    await menu('Delete template');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click();
    await expect(view.preview).toContainText('Avery 5160 (30-up)');

    const file = view.controls.locator('input[type=file][aria-label="Template file"]');
    await file.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
    await expect(view.section('Template').getByRole('alert')).toContainText('x.json was not imported.');
    await file.setInputFiles({ name: 'lids.json', mimeType: 'application/json', buffer: Buffer.from(json) });
    await save.click();
    // The name is taken, and nothing that was typed is lost.
    await expect(dialog).toContainText('There is a template called Jar lids already. Nothing was saved.');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Jar lids 2');
    await save.click();
    await expect(view.preview).toContainText('Jar lids 2');
  },
);

test(
  'a printed label whose price has changed is listed, and its replacement is printed',
  { tag: '@long' },
  async ({ page, context, shop }) => {
    test.slow();
    await context.addInitScript(() => {
      window.print = () => void window.dispatchEvent(new Event('afterprint'));
    });
    const view = new LabelView(page);
    await view.open();
    await view.pick('Cinnamon Tin 20 pk');
    await view.toggle('Price').click();
    await Promise.all([
      page.waitForEvent('popup'),
      view.controls.getByRole('button', { name: 'Print Labels' }).click(),
    ]);

    const tin = await shop.product('Cinnamon Tin 20 pk');
    const params = { id: String(tin.id) };
    const { version } = (await shop.call(managedProductRoute, params)).data;
    await shop.call(changeProductRoute, params, { regular_price: '17.35', sale_price: null, version });
    const section = view.section('Printed Labels');
    await expect(section).toContainText('1 printed price differs from today’s price.');
    await section.getByRole('button', { name: 'Show printed labels' }).click();
    const dialog = page.getByRole('dialog', { name: 'Printed labels' });
    await expect(dialog.getByRole('table', { name: 'Printed price differs from today’s price' })).toContainText(
      '$17.35',
    );
    await expect(dialog.getByRole('table', { name: 'Last prints' })).toContainText('Cinnamon Tin 20 pk');
    await expectAccessible(page, 'labels-printed', dialog);
    await dialog.getByRole('button', { name: 'Take 1 replacement' }).click();
    await expect(view.shown()).toHaveCount(10);
    expect(await view.lines()).toEqual(['Cinnamon Tin 20 pk', '$17.35']);
    await Promise.all([
      page.waitForEvent('popup'),
      view.controls.getByRole('button', { name: 'Print Labels' }).click(),
    ]);
    await expect(section).not.toContainText('differs');
  },
);
