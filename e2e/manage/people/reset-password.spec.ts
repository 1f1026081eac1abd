import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/staff.ts';

test.describe('somebody with a reset link', () => {
  test.use({ as: null });

  test('sets a password by it, once, and needs no session for it', { tag: '@long' }, async ({ page, shop, watch }) => {
    const link = await shop.resetLink(await shop.customer('Reset'));
    await page.goto(link);
    const password = page.getByRole('textbox', { name: 'New password', exact: true });
    await expect(password).toBeFocused();
    await expectAccessible(page, 'reset-password');
    await page.keyboard.type('a longer password');
    await page.getByRole('textbox', { name: 'Repeat the new password' }).fill('another password');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The passwords do not match.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Repeat the new password' }).fill('a longer password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible();

    watch.expect(/^422 POST .*\/api\/password-reset\/check$/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible();
    // Another link in the same window, which does not reload the page.
    await page.goto(await shop.resetLink(await shop.customer('Reset')));
    await expect(password).toBeVisible();
  });
});
