import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/staff.ts';

test.describe('a manager', () => {
  test.use({ as: 'manager' });

  test(
    'adds a category, puts it in order by keys and by hand, and merges it',
    { tag: '@long' },
    async ({ page, anotherTill }) => {
      test.slow();
      const { page: till } = await anotherTill('staff');
      await till.goto('/');
      await expect(till.getByRole('group', { name: 'Categories' })).toBeVisible();

      await page.goto('/manage/categories');
      const list = page.getByRole('list', { name: 'Categories' });
      const rows = list.getByRole('listitem');
      await expect(rows.first()).toContainText('flower');
      await expectAccessible(page, 'manage-categories');

      await page.getByRole('button', { name: 'Add category' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Apparel & Hats');
      await dialog.getByLabel('Name').press('Enter');
      await expect(dialog).toBeHidden();
      const hats = list.getByRole('button', { name: 'Apparel & Hats', exact: true });
      await expect(hats).toBeFocused();
      await hats.press('Enter');
      await expectAccessible(page, 'manage-category', dialog);
      await dialog.getByLabel('Slug').fill('Not a slug');
      await expect(dialog.getByText('Lower-case letters and digits')).toBeVisible();
      await dialog.getByLabel('Slug').fill('hats');
      await dialog.getByLabel('Name').fill('Hats');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Hats saved')).toBeVisible();
      await page.keyboard.press('Escape');

      // By keys, one press after the other.
      const handle = list.getByRole('button', { name: 'Move Hats' });
      await handle.focus();
      const count = await rows.count();
      for (let place = 0; place < count - 1; place += 1) {
        if ((await rows.first().textContent())?.startsWith('Hats') === true) break;
        await handle.press('ArrowUp');
      }
      await expect(rows.first()).toContainText('Hats');
      await expect(handle).toBeFocused();
      await expect(page.getByText('Hats: 1 of')).toBeAttached();

      await expect(page.getByText('Saving the order...')).toHaveCount(0);

      // By hand, below the next one.
      await page.reload();
      await expect(rows.first()).toContainText('Hats');
      const grip = await list.getByRole('button', { name: 'Move Hats' }).boundingBox();
      const next = await rows.nth(1).boundingBox();
      if (!grip || !next) throw new Error('no rows');
      await page.mouse.move(grip.x + 8, grip.y + 8);
      await page.mouse.down();
      await page.mouse.move(grip.x + 8, next.y + next.height + 2, { steps: 4 });
      await page.mouse.move(grip.x + 40, next.y + next.height + 2, { steps: 4 });
      await page.mouse.up();
      await expect(rows.nth(1)).toContainText('Hats');

      await list.getByRole('button', { name: 'Hats', exact: true }).click();
      await dialog.getByRole('combobox', { name: 'Merge into' }).click();
      await page.getByRole('option', { name: 'Accessories' }).first().click();
      await dialog.getByRole('button', { name: /^Merge into/ }).click();
      await expect(page.getByText('Merged; 0 products moved')).toBeVisible();
      await expect(dialog).toBeHidden();
      await expect(list.getByRole('button', { name: 'Hats', exact: true })).toHaveCount(0);

      // Open tills show a new name, and fetch no products for it.
      const fetched: string[] = [];
      till.on('request', (request) => {
        if (request.url().includes('/flora-im/products')) fetched.push(request.url());
      });
      await list.getByRole('button', { name: 'Accessories', exact: true }).click();
      await dialog.getByLabel('Name').fill('Gear & Glass');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(till.getByText('Gear & Glass').first()).toBeAttached();
      expect(fetched).toEqual([]);
      await expect(dialog.getByLabel('Name')).toHaveValue('Gear & Glass');
      await dialog.getByLabel('Name').fill('Accessories');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(till.getByText('Gear & Glass')).toHaveCount(0);
    },
  );
});
