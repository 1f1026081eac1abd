import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/staff.ts';

// Taking over ends a session, which must not be the one that the other tests share.
test.use({ as: null });

test('a colleague takes over the till with a PIN, and finds a cart of their own @long', async ({
  page,
  till,
  anotherTill,
  watch,
}) => {
  test.slow();
  const colleague = await anotherTill('manager');
  await colleague.open();
  await colleague.page.getByRole('button', { name: 'Settings' }).click();
  const settings = colleague.page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: /Set a PIN|Change PIN/ }).click();
  await settings.getByLabel('Your password').fill('tillwright');
  await settings.getByLabel('New PIN').fill('123456');
  await colleague.page.keyboard.press('Enter');
  await expect(settings.getByText('Use six digits, not all alike')).toBeVisible();
  await settings.getByLabel('New PIN').fill('482913');
  await expectAccessible(colleague.page, 'settings-pin', settings);
  await colleague.page.keyboard.press('Enter');
  await expect(colleague.page.getByText('PIN set')).toBeVisible();

  await page.goto('/login');
  await page.getByLabel('Username').fill('staff');
  await page.getByLabel('Password', { exact: true }).fill('tillwright');
  await page.keyboard.press('Enter');
  await till.ready();
  await till.add('Dab Tool Set');
  await page.getByRole('button', { name: 'Switch person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch person' });
  await dialog.getByRole('button', { name: 'Marlow Reyes' }).click();
  await expect(dialog.getByLabel('PIN of Marlow Reyes')).toBeFocused();
  watch.expect(/^403 POST .*\/api\/auth\/switch$/);
  await page.keyboard.type('555444');
  await expect(dialog.getByText('This PIN is not right.')).toBeVisible();
  await expect(dialog.getByLabel('PIN of Marlow Reyes')).toBeFocused();
  await expectAccessible(page, 'switch-person-wrong', dialog);
  await page.keyboard.type('482913');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Manage', exact: true })).toBeVisible();
  await expect(till.lines).toHaveCount(0);
});
