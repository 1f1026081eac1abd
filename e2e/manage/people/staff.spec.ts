import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/staff.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Staff' });
const rowOf = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name });
const account = (page: Page, name: string) => page.getByRole('dialog', { name });

test.describe('an administrator', () => {
  test.use({ as: 'admin' });

  test(
    'invites somebody, who chooses a password and signs in; disabling ends their session at once',
    { tag: '@long' },
    async ({ page, browser, pagesOrigin, watch }) => {
      test.slow();
      const name = `Jordan ${Date.now().toString(36)}`;
      await page.goto('/manage/staff');
      await expect(rowOf(page, 'Sasha Lind')).toContainText('Charlotte Central');
      await page.getByRole('button', { name: 'Add staff' }).click();
      await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
      await page.keyboard.type(name);
      await page.getByLabel('E-mail').fill('jordan@');
      await page.keyboard.press('Tab');
      await expect(account(page, 'Add staff')).toContainText('This does not look like an email address.');
      await page.getByLabel('E-mail').fill('');
      await expectAccessible(page, 'manage-staff-new', account(page, 'Add staff'));
      await page.getByRole('button', { name: 'Create and make a link' }).click();
      const handOver = page.getByRole('alertdialog', { name: `Hand this link to ${name}` });
      await expect(handOver).toContainText('It works once');
      const link = /\S+\/reset-password#[\w-]+/.exec(await handOver.innerText())?.[0] ?? '';
      await handOver.getByRole('button', { name: 'OK' }).click();
      await expect(account(page, name)).toContainText('A link to set the first password is open');

      const theirs = await browser.newContext();
      const unwatch = watch.follow(theirs);
      const other = await theirs.newPage();
      await other.goto(`${pagesOrigin}${new URL(link).pathname}${new URL(link).hash}`);
      await other.getByRole('textbox', { name: 'New password', exact: true }).fill('a longer password');
      await other.getByRole('textbox', { name: 'Repeat the new password' }).fill('a longer password');
      await other.keyboard.press('Enter');
      await expect(other.getByRole('heading', { name: 'Your password is set' })).toBeVisible();
      await other.goto(pagesOrigin);
      await other.getByLabel('Username').fill(name.toLowerCase().replace(' ', '.'));
      await other.getByLabel('Password', { exact: true }).fill('a longer password');
      await other.keyboard.press('Enter');
      await expect(other.getByRole('navigation', { name: 'Views' })).toBeVisible();

      await page.reload();
      await expect(account(page, name).getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
      await expectAccessible(page, 'manage-staff-account');
      watch.expect(/^401 /);
      await account(page, name).getByRole('button', { name: 'Disable account' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
      await expect(account(page, name)).toContainText('The account is disabled.');
      await expect(other.getByLabel('Password', { exact: true })).toBeVisible();
      unwatch();
      await theirs.close();

      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name, exact: true })).toBeFocused();
      await expect(rowOf(page, name)).toContainText('Disabled');
      await page.getByLabel('Search staff').fill('rowan');
      await expect(table(page).getByRole('row')).toHaveCount(2);
      await page.getByLabel('Search staff').fill('nobody at all');
      await expect(page.getByRole('heading', { name: 'Nobody found' })).toBeVisible();

      await page.getByLabel('Search staff').fill('');
      await page.getByRole('button', { name: 'Avery Admin (you)' }).click();
      const own = account(page, 'Avery Admin');
      await expect(own.getByRole('combobox', { name: 'Role' })).toBeDisabled();
      await expect(own.getByRole('button', { name: 'Disable account' })).toHaveCount(0);
      await expect(own.getByText('This window')).toBeVisible();
      await page.setViewportSize({ width: 1024, height: 768 });
      await expectAccessible(page, 'manage-staff-own');
    },
  );
});

test.describe('a manager', () => {
  test.use({ as: 'manager' });

  test('is not offered the staff accounts', { tag: '@long' }, async ({ page }) => {
    await page.goto('/manage/staff');
    await expect(page.getByRole('heading', { name: 'Staff is not open to you' })).toBeVisible();
  });
});
