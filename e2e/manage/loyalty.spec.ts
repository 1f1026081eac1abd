import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/staff.ts';

const manageOf = (page: Page) => page.getByRole('link', { name: 'Manage', exact: true });
const wordsOf = (page: Page) => page.getByRole('region', { name: 'In words' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const EXAMPLE = '$23.40 of goods earn 23 points; 100 points are $5.00 off.';

test.describe('an administrator', () => {
  test.use({ as: 'admin' });

  test(
    'changes the rules of the points, and loses nothing typed on the way',
    { tag: '@long' },
    async ({ page, till }) => {
      test.slow();
      await till.open();
      await manageOf(page).click();
      await expect(page).toHaveURL('/manage/products');
      await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Loyalty' }).click();
      await expect(page).toHaveURL('/manage/loyalty');
      await expect(wordsOf(page)).toContainText(EXAMPLE);
      await page.goBack();
      await page.goBack();
      await till.ready();
      await page.goForward();
      await page.goForward();
      await expect(manageOf(page)).toHaveAttribute('aria-current', 'page');
      await page.goForward();
      await expect(page).toHaveURL('/manage/loyalty');

      await page.getByLabel('Points earned').fill('2');
      await expect(wordsOf(page)).toContainText('$23.40 of goods earn 46 points');
      // Going to another view and back loses nothing that was typed.
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Orders' }).click();
      await expect(page).toHaveURL('/?view=orders');
      await manageOf(page).click();
      await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Loyalty' }).click();
      await expect(page.getByLabel('Points earned')).toHaveValue('2');

      await page.getByLabel('Least to spend').fill('4');
      await save(page).click();
      await expect(page.getByText('Loyalty settings saved')).toBeVisible();
      await page.reload();
      await expect(page.getByLabel('Points earned')).toHaveValue('2');
      await expect(page.getByLabel('Least to spend')).toHaveValue('4.00');

      await page.getByLabel('Points earned').fill('1');
      await page.getByLabel('Least to spend').fill('0');
      await save(page).click();
      await expect(wordsOf(page)).toContainText(EXAMPLE);
      await expect(save(page)).toBeDisabled();
      await page.setViewportSize({ width: 1024, height: 768 });
      await expectAccessible(page, 'manage-loyalty');
    },
  );
});

test('staff are not offered the administration', { tag: '@long' }, async ({ page, till }) => {
  await till.open();
  await expect(manageOf(page)).toHaveCount(0);
  await page.goto('/manage/loyalty');
  await expect(page.getByRole('heading', { name: 'Loyalty is not open to you' })).toBeVisible();
  await page.goto('/login?from=%2Fmanage%2Floyalty');
  await expect(page).toHaveURL('/manage/loyalty');
});
