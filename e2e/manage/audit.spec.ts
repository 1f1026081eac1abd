import type { Page } from '@playwright/test';
import { mergeCustomersRoute } from '#contract/customer-merges.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/staff.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Audit trail' });

test.describe('an administrator', () => {
  test.use({ as: 'admin' });

  test(
    'finds who changed what, reads what it was before, and has the chain verified',
    { tag: '@long' },
    async ({ page, shop }) => {
      const [kept, other] = [await shop.customer('Audrey'), await shop.customer('Audra')];
      await shop.call(mergeCustomersRoute, kept, { merge_id: other.id });
      await page.goto('/manage/staff');
      await page.getByRole('button', { name: 'Rowan Hale' }).click();
      await page.getByLabel('E-mail').fill('rowan.hale@example.com');
      await page.keyboard.press('Enter');
      await expect(page.getByText('The account of Rowan Hale is saved')).toBeVisible();
      await page.keyboard.press('Escape');

      await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Audit trail' }).click();
      await expect(table(page).getByRole('row').nth(1)).toContainText('Account changed');
      await expectAccessible(page, 'manage-audit');
      await page.getByRole('combobox', { name: 'Action' }).click();
      await page.getByRole('option', { name: 'Account changed' }).click();
      await page.getByRole('combobox', { name: 'Person' }).click();
      await page.getByRole('option', { name: 'Avery Admin' }).click();
      await expect(page).toHaveURL(/action=account_changed.*person=\d+/);
      await table(page).getByRole('row').nth(1).getByRole('button').click();
      const row = page.getByRole('dialog', { name: 'Account changed' });
      await expect(row.getByRole('row', { name: /^Email/ })).toContainText('rowan.hale@example.com');
      await expectAccessible(page, 'manage-audit-row', row);
      await page.goBack();
      await expect(row).toHaveCount(0);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Export CSV' }).click();
      expect((await download).suggestedFilename()).toBe('audit-trail.csv');

      await page.getByLabel('To', { exact: true }).fill('2001-01-01');
      await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
      await page.getByRole('button', { name: 'Verify now' }).click();
      await expect(page.getByText(/^Chain verified .*: [\d,]+ rows are as they were sealed\.$/)).toBeVisible({
        timeout: 20_000,
      });

      // A merge is undone from its row.
      await page.goto(`/manage/audit?action=customer_merged&entity=user&entity_id=${kept.id}`);
      await table(page).getByRole('row').nth(1).getByRole('button').click();
      const merged = page.getByRole('dialog', { name: 'Customer merged' });
      await merged.getByRole('button', { name: 'Undo this merge' }).click();
      const question = page.getByRole('alertdialog', { name: `Undo the merge of ${other.name}` });
      await question.getByRole('button', { name: 'Undo merge' }).click();
      const customer = page.getByRole('region', { name: kept.name, exact: true });
      await expect(customer.getByRole('region', { name: 'Merged accounts' })).toContainText('Undone on');
    },
  );
});
