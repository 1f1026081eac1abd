import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/staff.ts';

test.describe('an administrator', () => {
  test.use({ as: 'admin' });

  test('backs the shop up with the keyboard, and says how many are kept', { tag: '@long' }, async ({ page }) => {
    test.slow();
    await page.goto('/manage/backups');
    const runs = page.getByRole('table', { name: 'Backups and rehearsals' });
    const form = page.getByRole('form', { name: 'Schedule' });
    await expect(form.getByLabel('Time of the day')).toHaveValue('03:00');
    await page.getByRole('button', { name: 'Back up now' }).press('Enter');
    await expect(runs.getByRole('row').nth(1)).toContainText('Made', { timeout: 30_000 });
    await expect(page.getByText(/^Last backup .* [kM]B\.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rehearse a restore' })).toBeEnabled();

    await form.getByLabel('Archives to keep').fill('0');
    await expect(form.getByText('Give a number from 1 to 365.')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    await form.getByLabel('Archives to keep').fill('30');
    await form.getByLabel('Warn after hours').fill('');
    await form.getByLabel('Warn after hours').press('Enter');
    await expect(page.getByText('The settings of backups are saved')).toBeVisible();
    await page.reload();
    await expect(form.getByLabel('Archives to keep')).toHaveValue('30');
    await expect(form.getByLabel('Warn after hours')).toHaveValue('');
    await page.setViewportSize({ width: 1024, height: 768 });
    await expectAccessible(page, 'manage-backups');
  });
});
