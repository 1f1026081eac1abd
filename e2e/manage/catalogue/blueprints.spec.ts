import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/staff.ts';

test.describe('a manager', () => {
  test.use({ as: 'manager' });

  test('makes a blueprint with fields, which a product then has', { tag: '@long' }, async ({ page }) => {
    test.slow();
    await page.goto('/manage/blueprints');
    await page.getByRole('button', { name: 'Add blueprint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Tincture');
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByLabel('Label of field 1').fill('Base');
    await dialog.getByRole('combobox', { name: 'Type of Base' }).click();
    await page.getByRole('option', { name: 'One of a list' }).click();
    await expect(dialog.getByText('Give the values to choose from')).toBeVisible();
    await dialog.getByLabel('Values, with commas of Base').fill('Oil, Alcohol');
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByLabel('Label of field 2').fill('Strength');
    await dialog.getByRole('combobox', { name: 'Type of Strength' }).click();
    await page.getByRole('option', { name: 'Number' }).click();
    await dialog.getByLabel('Largest of Strength').fill('100');
    await expectAccessible(page, 'manage-blueprint', dialog);
    await dialog.getByRole('button', { name: 'Move Strength up' }).press('Enter');
    await dialog.getByRole('button', { name: 'Add blueprint' }).click();
    await expect(dialog).toBeHidden();
    const table = page.getByRole('table', { name: 'Blueprints' });
    await expect(table.getByRole('row', { name: /Tincture/ })).toContainText('Strength, Base');

    await page.goto('/manage/products?new=yes');
    const form = page.getByRole('form', { name: 'New product' });
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Night drops');
    await form.getByRole('combobox', { name: 'Blueprint' }).click();
    await page.getByRole('option', { name: 'Tincture' }).click();
    const fields = form.getByRole('group', { name: 'Fields' });
    await fields.getByLabel('Strength').fill('250');
    await expect(fields.getByText('Strength is 100 at most.')).toBeVisible();
    await fields.getByLabel('Strength').fill('25.0');
    await fields.getByRole('combobox', { name: 'Base' }).click();
    await page.getByRole('option', { name: 'Oil' }).click();
    await expectAccessible(page, 'manage-product-fields', fields);
    await page.getByRole('button', { name: 'Add product' }).click();
    await expect(page.getByText('Night drops added')).toBeVisible();
    await page.reload();
    const saved = page.getByRole('form', { name: 'Product' }).getByRole('group', { name: 'Fields' });
    await expect(saved.getByLabel('Strength')).toHaveValue('25');
    await expect(saved.getByRole('combobox', { name: 'Base' })).toHaveText('Oil');
  });
});
