import type { Locator, Page } from '@playwright/test';
import { picture } from '../../support/browser/picture.ts';
import { expect, test } from '../../support/staff.ts';
import { checking, footerList, loseReplies } from '../../support/faults/unanswered.ts';
import { askOnce } from '../../support/faults/unknown-outcome.ts';

const USERS = '**/api/users-matrix/users';

async function fillIn(page: Page, lastName: string): Promise<Locator> {
  await page.keyboard.press('F2');
  await page.getByRole('option', { name: 'Add new customer' }).click();
  const form = page.getByRole('form', { name: 'New customer' });
  await form.getByLabel('First name').fill('Wren');
  await form.getByLabel('Last name').fill(lastName);
  await form.getByLabel(/^Phone/).fill(`704${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`);
  return form;
}

const someName = () =>
  `Lost${Array.from({ length: 10 }, () => 'abcdefghijklmnop'[Math.floor(Math.random() * 16)]).join('')}`;

test(
  'a customer whose answer was lost is added once, and can be found',
  { tag: '@losses' },
  async ({ till, shop, page, watch }) => {
    test.slow();
    watch.expect(/^failed POST .*\/users /);
    const lastName = someName();
    await till.open();
    const form = await fillIn(page, lastName);
    const found = await loseReplies(page, 'POST', USERS);
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(checking(page, 'customer')).toBeVisible();
    await picture(page, 'customer-checking');
    await expect(form.getByLabel('Last name')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(till.search).toBeFocused();
    await page.getByRole('option', { name: 'Add new customer' }).click();
    await expect(form.getByLabel('Last name')).toHaveValue(lastName);
    await expect(form.getByLabel('Last name')).toBeDisabled();

    await page.reload();
    await till.ready();
    await page.keyboard.press('F2');
    await page.getByRole('option', { name: 'Add new customer' }).click();
    await expect(form.getByLabel('Last name')).toHaveValue(lastName);
    await form.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('Escape');
    await footerList(page).click();
    await askOnce(page);
    found();
    await expect(till.notes).toContainText(`Wren ${lastName} was added.`);
    await page.keyboard.press('Escape');
    expect(await shop.customersNamed(lastName)).toHaveLength(1);
    await page.keyboard.press('F2');
    await page.getByRole('option', { name: 'Add new customer' }).click();
    await expect(form.getByLabel('Last name')).toHaveValue('');
  },
);

test(
  'a customer who is refused after the form was closed is told about, and their details are gone',
  { tag: '@losses' },
  async ({ till, shop, page, watch }) => {
    watch.expect(/^failed POST .*\/users /, /^422 POST .*\/users$/);
    const lastName = someName();
    await till.open();
    const form = await fillIn(page, lastName);
    const found = await loseReplies(page, 'POST', USERS, { handled: false });
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(checking(page, 'customer')).toBeVisible();
    await form.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('Escape');
    await page.route(USERS, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { success: false, code: 'email_taken', error: 'This email is taken.' } })
        : route.fallback(),
    );
    await footerList(page).click();
    await askOnce(page);
    found();
    const told = page.getByRole('alertdialog', { name: 'Customer not added' });
    await expect(told).toContainText(`Failed to create customer Wren ${lastName}: This email is taken.`);
    await expect(told).toContainText('enter them again');
    await told.getByRole('button', { name: 'OK' }).click();
    expect(await shop.customersNamed(lastName)).toEqual([]);
    const kept = JSON.stringify(await page.context().storageState({ indexedDB: true }));
    expect(kept).toContain('email_taken');
    expect(kept).not.toContain(lastName);
  },
);
