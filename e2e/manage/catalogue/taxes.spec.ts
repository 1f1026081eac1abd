import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/staff.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Taxes' });

test.describe('an administrator', () => {
  test.use({ as: 'admin' });

  test(
    'adds a tax, sees what it comes to, and the till charges it at once',
    { tag: '@long' },
    async ({ page, anotherTill }) => {
      test.slow();
      const seller = await anotherTill('staff');
      await seller.open();
      await seller.add('Dab Tool Set');
      await page.goto('/manage/taxes');
      await expect(table(page).getByRole('row').filter({ hasText: 'Charlotte Central' })).toContainText('8.75%');
      await page.getByRole('button', { name: 'Add tax' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name', { exact: true }).fill('City Tax');
      await form.getByLabel('Code').fill('CITY');
      await form.getByLabel('Rate').fill('1,5');
      await page.keyboard.press('Tab');
      await expect(form.getByText('"1,5" can mean two things')).toBeVisible();
      await form.getByLabel('Rate').fill('1.5');
      const example = form.getByRole('region', { name: 'Example' });
      await expect(example).toContainText('Sales Tax 8.75%$3.50');
      await expect(example).toContainText('City Tax 1.5%$0.60');
      await expect(example).toContainText('Total$44.10');
      await expectAccessible(page, 'manage-taxes-new', form);
      await page.keyboard.press('Enter');
      await expect(form).toHaveCount(0);
      await expect(table(page).getByRole('row').filter({ hasText: 'City Tax' })).toContainText('Charged now');
      // A new tax never takes the place of another.
      await page.getByRole('button', { name: 'Add tax' }).click();
      await form.getByLabel('Rate').fill('3');
      await form.getByLabel('Code').fill('CITY');
      await form.getByRole('button', { name: 'Set from now on' }).click();
      await expect(form.getByText('has this code already')).toBeVisible();
      await expect(form.getByLabel('Code')).toBeFocused();
      await form.getByRole('button', { name: 'Discard' }).click();
      await page.keyboard.press('Escape');
      await expect(form).toHaveCount(0);
      // The other till hears of it while its cart is open.
      await expect(seller.page.getByText('City Tax')).toBeVisible();

      await page.getByRole('button', { name: 'City Tax' }).click();
      await form.getByLabel('Rate').fill('2');
      await form.getByLabel('From the day').fill('2099-07-01');
      await form.getByRole('button', { name: 'Set from that day on' }).click();
      await expect(form).toHaveCount(0);
      const coming = table(page).getByRole('row').filter({ hasText: 'To come' });
      await expect(coming).toContainText('2%');
      await coming.getByRole('button').click();
      await expect(form.getByLabel('Rate')).toHaveValue('2');
      await expect(form.getByLabel('From the day')).toHaveValue('2099-07-01');
      await expect(form.getByLabel('From the day')).toBeDisabled();
      await form.getByRole('button', { name: 'Take this back' }).click();
      await expect(form).toHaveCount(0);
      await expect(coming).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'City Tax' })).toHaveCount(1);

      await page.getByRole('button', { name: 'City Tax' }).click();
      await form.getByLabel('Not charged any more').check();
      await form.getByRole('button', { name: 'Set from now on' }).click();
      await expect(table(page).getByRole('row').filter({ hasText: 'City Tax' })).toHaveCount(0);
      await expect(seller.page.getByText('City Tax')).toHaveCount(0);
      await page.getByLabel('Show past rates').check();
      await page.setViewportSize({ width: 1024, height: 768 });
      await expectAccessible(page, 'manage-taxes-1024');
    },
  );
});
