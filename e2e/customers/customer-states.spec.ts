import type { Page, Route } from '@playwright/test';
import { adjustPointsRoute } from '#contract/loyalty.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/staff.ts';

test.use({ as: 'manager' });

const grid = (page: Page) => page.getByRole('grid', { name: 'Customers' });
const randomPhone = () => `980-555-${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
const USERS = /\/api\/users-matrix\/users\?/;
const fail = (route: Route) =>
  route.fulfill({ status: 500, json: { success: false, code: 'internal_error', error: 'The server failed.' } });

/** Holds answers back until the returned function is called. */
async function held(page: Page, url: RegExp): Promise<() => Promise<void>> {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

test('the list says that it loads, that it failed, that nobody was found, and takes selections', async ({
  page,
  watch,
}) => {
  test.slow();
  watch.expect(/^500 GET .*users-matrix/);
  watch.expect(/Failed to load/);
  const release = await held(page, USERS);
  await page.goto('/?view=customers');
  await expect(page.getByText('Loading customers...')).toBeAttached({ timeout: 30_000 });
  await expectAccessible(page, 'customers-loading');
  await release();
  await expect(grid(page)).toBeVisible();

  await page.getByRole('button', { name: 'Columns' }).click();
  for (const name of ['Phone', 'Points', 'Total Orders', 'Total Spent', 'Last Order'])
    await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
  const rows = grid(page).getByRole('row');
  await rows.nth(1).click();
  await rows.nth(2).click();
  await expect(page.getByRole('button', { name: '2 selected' })).toBeVisible();
  await expectAccessible(page, 'customers-columns-selected');
  await rows.nth(1).click();
  await page.getByRole('button', { name: '1 selected' }).click();
  await expect(page.getByRole('button', { name: /selected$/ })).toHaveCount(0);

  await page.getByPlaceholder('Search Customers...').fill('nobody of this name');
  await expect(page.getByRole('heading', { name: 'No customers found' })).toBeVisible();
  await expectAccessible(page, 'customers-empty');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(grid(page)).toBeVisible();

  await page.route(USERS, fail);
  await page.getByPlaceholder('Search Customers...').fill('anybody else');
  await expect(page.getByRole('heading', { name: 'Failed to load customers data' })).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, 'customers-error');
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No customers found' })).toBeVisible();
});

test('forms mark what is wrong, name who is alike, and ask before they delete', async ({ page, shop, watch }) => {
  test.slow();
  watch.expect(/^409 (POST|PUT) .*\/users/);
  const known = await shop.customer('Known');
  const other = await shop.customer('Other');
  await page.goto(`/?view=customers&customer=${other.id}`);
  const details = page.getByRole('region', { name: other.name, exact: true });
  await details.getByRole('button', { name: `Edit ${other.name}` }).click({ timeout: 30_000 });
  const form = details.getByRole('form', { name: 'Edit customer' });
  await form.getByLabel('Email', { exact: true }).fill(known.email);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByLabel('Email', { exact: true })).toBeFocused();
  await expect(form).toContainText(`There is already an account with the e-mail ${known.email}.`);
  await expectAccessible(page, 'customer-form-email-taken', form);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('button', { name: 'Add Customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
  await dialog.getByLabel('Username').fill(known.username);
  await dialog.getByLabel('Phone').fill(randomPhone());
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await dialog.getByLabel('Password').fill('a password of theirs');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByLabel('Username')).toBeFocused();
  await expect(dialog).toContainText('is taken');
  await expectAccessible(page, 'customer-add-username-taken', dialog);
  await dialog.getByLabel('Username').fill(`${known.username}.two`);
  await dialog.getByLabel('Email').fill(known.email);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toContainText('An email address belongs to one customer.');
  await expectAccessible(page, 'customer-add-matches', dialog);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await details.getByRole('button', { name: `Delete ${other.name}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Customer' });
  await expectAccessible(page, 'customer-delete-question', question);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(details.getByRole('button', { name: `Delete ${other.name}` })).toBeFocused();
});

test('points and orders say that they load, that they failed, and where they end', async ({ page, shop, watch }) => {
  test.slow();
  watch.expect(/^500 GET /);
  const customer = await shop.customer('Ledger');
  for (let entry = 1; entry <= 23; entry += 1)
    await shop.call(adjustPointsRoute, customer, { points: entry, description: `Entry ${entry}` });
  await page.route(/\/history/, fail);
  await page.goto(`/?view=customers&customer=${customer.id}`);
  const details = page.getByRole('region', { name: customer.name, exact: true });
  await details.getByRole('tab', { name: 'Rewards' }).click({ timeout: 30_000 });
  const history = details.getByRole('region', { name: 'Points History' });
  await expect(history).toContainText('Failed to load points history', { timeout: 30_000 });
  await expectAccessible(page, 'customer-rewards-error', details);
  await page.unrouteAll({ behavior: 'wait' });
  await history.getByRole('button', { name: 'Retry' }).click();
  await expect(history).toContainText('Reason: Entry 23');
  await history.getByText(/Reason: Entry 4(?!\d)/).scrollIntoViewIfNeeded();
  await expect(history.getByText(/Reason: Entry 1(?!\d)/)).toBeVisible();
  await expect(history).toContainText('End of history');

  await details.getByRole('tab', { name: 'Order History' }).click();
  await expect(details).toContainText('No orders available');
  await expect(details.getByRole('region', { name: 'Customer statistics' })).toContainText('Never');
  await expectAccessible(page, 'customer-orders-empty', details);

  await details.getByRole('tab', { name: 'Rewards' }).click();
  const adjust = details.getByRole('form', { name: 'Adjust points' });
  await adjust.getByLabel('Points').fill('-5000');
  await adjust.getByLabel('Reason', { exact: true }).fill('Manual correction');
  watch.expect(/^409 POST .*\/adjust$/);
  await adjust.getByRole('button', { name: 'Adjust Points' }).click();
  const question = page.getByRole('alertdialog', { name: 'Balance below zero' });
  await expectAccessible(page, 'points-below-zero-question', question);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(adjust.getByLabel('Points')).toHaveValue('-5000');
});

test('a customer is looked after by keyboard alone', async ({ page, shop }) => {
  test.slow();
  const customer = await shop.customer('Keys');
  await page.goto('/?view=customers');
  await expect(grid(page)).toBeVisible({ timeout: 30_000 });
  await page.getByPlaceholder('Search Customers...').focus();
  // As fast as a quick hand types; any faster is a scanner.
  await page.keyboard.type(customer.last_name, { delay: 60 });
  await expect(page.getByRole('status').filter({ hasText: '1 customer' })).toBeVisible();
  const row = grid(page)
    .getByRole('row', { name: new RegExp(customer.name) })
    .first();
  await expect(row).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(row).toBeFocused();
  // The only one who was found is opened.
  const details = page.getByRole('region', { name: customer.name, exact: true });
  await expect(details).toBeVisible();
  const tabTo = async (name: string | RegExp, role: 'button' | 'tab' | 'textbox' | 'spinbutton' = 'button') => {
    const target = details.getByRole(role, { name }).first();
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await tabTo('Send Reset Link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog', { name: 'Hand this link over' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details.getByRole('button', { name: 'Send Reset Link' })).toBeFocused();

  await details.getByRole('tab', { name: 'Details' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(details.getByRole('region', { name: 'Current balance' })).toContainText('0 Points');
  const points = details.getByRole('form', { name: 'Adjust points' }).getByLabel('Points');
  for (let presses = 0; presses < 20; presses += 1) {
    if (await points.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('15');
  await tabTo('Birthday bonus');
  await page.keyboard.press('Enter');
  await tabTo('Adjust Points');
  await page.keyboard.press('Enter');
  await expect(details.getByRole('region', { name: 'Current balance' })).toContainText('15 Points');

  await details.getByRole('tab', { name: 'Rewards' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(details).toContainText('No orders available');
});
