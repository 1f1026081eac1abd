import type { Locator, Page } from '@playwright/test';
import { adjustPointsRoute } from '#contract/loyalty.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/staff.ts';

test.use({ as: 'manager' });

const grid = (page: Page) => page.getByRole('grid', { name: 'Customers' });

async function open(page: Page, search = ''): Promise<void> {
  await page.goto('/?view=customers');
  await expect(grid(page)).toBeVisible({ timeout: 30_000 });
  if (search === '') return;
  await page.getByPlaceholder('Search Customers...').fill(search);
  await page.getByPlaceholder('Search Customers...').press('Escape');
}

/** Moves the focus with Tab until it is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

/** A customer with a name that nobody else has, and a phone number. */
async function add(page: Page, name: string, phone = ''): Promise<Locator> {
  const username = name.toLowerCase().replaceAll(' ', '.');
  await page.getByRole('button', { name: 'Add Customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toContainText('Either email or phone number is required');
  await dialog.getByLabel('Email').fill(`${username}@example.com`);
  if (phone !== '') await dialog.getByLabel('Phone').fill(phone);
  await dialog.getByLabel('Full Name').fill(name);
  await dialog.getByLabel('Password').fill('a password of theirs');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const details = page.getByRole('region', { name, exact: true });
  await expect(details).toBeVisible();
  return details;
}

test('adds a customer, changes everything about them, and deletes them', async ({ page, watch }) => {
  test.slow();
  // The news that they are gone may come before the answer.
  watch.expect(/^404 GET .*\/customers\/\d+(\/(notes|merges))?$/);
  await open(page);
  const details = await add(page, 'Zelda Quince');
  await expectAccessible(page, 'customer-details');

  await details.getByRole('button', { name: 'Edit Zelda Quince' }).click();
  const form = details.getByRole('form', { name: 'Edit customer' });
  await form.getByLabel('Phone').fill('704-555-0177');
  const billing = form.getByRole('region', { name: 'Billing Address' });
  await billing.getByLabel('Street').fill('12 Orchard Way');
  await billing.getByLabel('City').fill('Monroe');
  await form.getByRole('button', { name: 'Copy from Billing' }).click();
  await form.getByRole('checkbox', { name: 'SMS' }).check();
  await form.getByLabel('Groups', { exact: true }).fill('VIP');
  await form.getByLabel('Groups', { exact: true }).press('Enter');
  await expectAccessible(page, 'customer-form', form);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(details.getByRole('region', { name: 'Shipping Address' })).toContainText('12 Orchard Way');
  await expect(details.getByRole('region', { name: 'Customer Preferences' })).toContainText('SMSEnabled');
  await expect(details.getByRole('region', { name: 'Contact Information' })).toContainText('704-555-0177');
  await expect(details.getByRole('region', { name: 'Contact Information' })).toContainText('VIP');

  await details.getByLabel('New note').fill('Likes to be called Zee.');
  await details.getByRole('button', { name: 'Add note' }).click();
  await expect(details.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toContainText(
    'Likes to be called Zee.',
  );

  await details.getByRole('button', { name: /^Delete the note of/ }).click();
  const noteQuestion = page.getByRole('alertdialog', { name: 'Delete note' });
  await noteQuestion.getByRole('button', { name: 'Delete note' }).click();
  await expect(details.getByRole('region', { name: 'Notes' })).not.toContainText('Zee');

  await details.getByRole('button', { name: 'Delete Zelda Quince' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Customer' });
  await expect(question).toContainText('Are you sure you want to delete this customer? This action cannot be undone.');
  await expectAccessible(page, 'customer-delete-question', question);
  await question.getByRole('button', { name: 'Delete Customer' }).click();
  await expect(details).toHaveCount(0);
});

test('gives points with a reason, and takes them below zero only after a yes @losses @long', async ({
  page,
  watch,
}) => {
  test.slow();
  watch.expect(/^409 POST .*\/adjust$/);
  await open(page);
  const details = await add(page, 'Otis Pellet');
  await details.getByRole('tab', { name: 'Rewards' }).click();
  const balance = details.getByRole('region', { name: 'Current balance' });
  await expect(balance).toContainText('0 Points');
  const adjust = details.getByRole('form', { name: 'Adjust points' });
  await expect(adjust.getByRole('button', { name: 'Adjust Points' })).toBeDisabled();
  await adjust.getByLabel('Points').fill('1');
  await adjust.getByRole('button', { name: 'Birthday bonus' }).click();
  await adjust.getByRole('button', { name: 'Adjust Points' }).click();
  await expect(balance).toContainText('1 Point');
  await expect(adjust.getByLabel('Points')).toHaveValue('');
  const history = details.getByRole('region', { name: 'Points History' });
  await expect(history).toContainText('1 event');
  await expect(history).toContainText('Reason: Birthday bonus');
  await expect(history).toContainText('+1 pts');
  await expectAccessible(page, 'customer-rewards', details);

  await adjust.getByLabel('Points').fill('-11');
  await expect(adjust.getByRole('status').first()).toContainText('-10');
  await adjust.getByLabel('Reason', { exact: true }).fill('Manual correction');
  await adjust.getByRole('button', { name: 'Adjust Points' }).click();
  await page
    .getByRole('alertdialog', { name: 'Balance below zero' })
    .getByRole('button', { name: 'Adjust anyway' })
    .click();
  await expect(balance).toContainText('-10 Points');
  await expect(history).toContainText('2 events');
});

test(
  'leads from a customer to an order and back, by link, and remembers what was open',
  { tag: '@long' },
  async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const name of ['Total Orders', 'Last Order']) await page.getByRole('menuitemcheckbox', { name }).click();
    await page.keyboard.press('Escape');
    const rows = grid(page).getByRole('row');
    await rows.nth(1).click();
    await rows.nth(2).click();
    await expect(page.getByRole('button', { name: '2 selected' })).toBeVisible();
    await expectAccessible(page, 'customers-columns-selected');
    await rows.nth(1).click();
    await page.getByRole('button', { name: '1 selected' }).click();
    await expect(page.getByRole('button', { name: /selected$/ })).toHaveCount(0);
    // A customer of the demo shop with orders.
    const buyer = grid(page)
      .getByRole('row')
      .filter({ hasText: /[1-9]\d* orders/ })
      .first();
    await buyer.dblclick();
    await page.getByRole('tab', { name: 'Order History' }).click();
    const history = page.getByRole('region', { name: 'Order History' });
    await expect(page.getByRole('region', { name: 'Customer statistics' })).toContainText('$');
    const first = history.getByRole('button', { name: /^Order / }).first();
    const number = (await first.textContent()) ?? '';
    await first.click();
    await expectAccessible(page, 'customer-orders', history);
    await history.getByRole('button', { name: 'Open in Orders' }).click();
    const order = page.getByRole('region', { name: `Order ${number}` });
    await expect(order).toBeVisible();
    await order.getByRole('tab', { name: 'Customer' }).click();
    await order.getByRole('button', { name: 'Open customer' }).click();
    await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('grid', { name: 'Orders' })).toBeVisible();
  },
);

test('says what somebody else changed meanwhile, and keeps both', async ({ page, shop, watch }) => {
  watch.expect(/^409 PUT .*\/users\//);
  const customer = await shop.customer('Petra');
  await page.goto(`/?view=customers&customer=${customer.id}`);
  const mine = page.getByRole('region', { name: customer.name, exact: true });
  await mine.getByRole('button', { name: `Edit ${customer.name}` }).click({ timeout: 30_000 });
  await mine.getByLabel('Phone').fill('704-555-0144');
  const theirs = `${customer.name} V.`;
  await shop.changeCustomer(customer, { display_name: theirs });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('somebody else changed display name meanwhile');
  await page.getByRole('button', { name: 'Save' }).click();
  const saved = page.getByRole('region', { name: theirs, exact: true });
  await expect(saved.getByRole('region', { name: 'Contact Information' })).toContainText('704-555-0144');
});

test(
  'is worked by keyboard alone, and the focus goes where it is needed next',
  { tag: '@long' },
  async ({ page, watch }) => {
    test.slow();
    // The news that they are gone may come before the answer.
    watch.expect(/^404 GET /);
    await open(page);
    await page.getByRole('button', { name: 'Add Customer' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
    await expect(dialog.getByLabel('Username')).toBeFocused();
    await page.keyboard.type('quill');
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await page.keyboard.type('quill@example.com');
    // The form still has its input.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Add Customer' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Email')).toHaveValue('quill@example.com');
    await expect(dialog.getByRole('textbox').and(page.locator(':focus'))).toHaveCount(1);
    await tabTo(page, dialog.getByLabel('Password'));
    await page.keyboard.type('a password of theirs');
    await page.keyboard.press('Enter');
    const row = grid(page).getByRole('row', { name: /^Details of quill/ });
    await expect(row).toBeFocused();

    await page.keyboard.press('Tab');
    const editButton = page.getByRole('button', { name: 'Edit quill' });
    await expect(editButton).toBeFocused();
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: 'Edit customer' });
    await expect(form.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await expect(form.getByLabel('Phone')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('704-555-0166');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Contact Information' })).toContainText('704-555-0166');
    await expect(editButton).toBeFocused();

    const details = page.getByRole('region', { name: 'quill', exact: true });
    await tabTo(page, details.getByRole('button', { name: 'Send Reset Link' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alertdialog', { name: 'Hand this link over' })).toContainText('It works once, until');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);

    await details.getByRole('tab', { name: 'Details' }).focus();
    await page.keyboard.press('ArrowRight');
    const balance = details.getByRole('region', { name: 'Current balance' });
    await expect(balance).toContainText('0 Points');
    const adjust = details.getByRole('form', { name: 'Adjust points' });
    await tabTo(page, adjust.getByLabel('Points'));
    await page.keyboard.type('15');
    await tabTo(page, adjust.getByRole('button', { name: 'Birthday bonus' }));
    await page.keyboard.press('Enter');
    await tabTo(page, adjust.getByRole('button', { name: 'Adjust Points' }));
    await page.keyboard.press('Enter');
    await expect(balance).toContainText('15 Points');
    await details.getByRole('tab', { name: 'Rewards' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(details).toContainText('No orders available');

    await details.getByRole('button', { name: 'Delete quill' }).press('Enter');
    await page
      .getByRole('alertdialog', { name: 'Delete Customer' })
      .getByRole('button', { name: 'Delete Customer' })
      .press('Enter');
    await expect(row).toHaveCount(0);
    await expect(page.locator('[role=row][data-record]:focus')).toHaveCount(1);
  },
);

test(
  'flags a customer, gives them a group, finds them by both, and takes the flag away',
  { tag: '@long' },
  async ({ page, shop }) => {
    test.slow();
    const customer = await shop.customer('Flora');
    await page.goto(`/?view=customers&customer=${customer.id}`);
    const details = page.getByRole('region', { name: customer.name, exact: true });
    const edit = details.getByRole('button', { name: `Edit ${customer.name}` });
    await edit.click({ timeout: 30_000 });
    const form = details.getByRole('form', { name: 'Edit customer' });
    await form.getByRole('combobox', { name: 'Flag' }).click();
    await page.getByRole('option', { name: 'Check ID' }).click();
    await form.getByLabel('What staff should know').fill('Brother has the same name.');
    await form.getByLabel('Groups', { exact: true }).fill('Gardeners');
    await form.getByLabel('Groups', { exact: true }).press('Enter');
    await form.getByRole('button', { name: 'Save' }).click();
    const contact = details.getByRole('region', { name: 'Contact Information' });
    await expect(contact).toContainText('Brother has the same name.');

    await page.getByRole('button', { name: 'Flagged' }).click();
    await page.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: 'Gardeners' }).click();
    await expect(page).toHaveURL(/group=Gardeners/);
    const row = grid(page)
      .getByRole('row', { name: new RegExp(customer.name) })
      .first();
    await expect(row).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '1 customer' })).toBeVisible();
    await expectAccessible(page, 'customers-filtered');

    // The filters closed what was open.
    await row.dblclick();
    await edit.click();
    await form.getByRole('combobox', { name: 'Flag' }).click();
    await page.getByRole('option', { name: 'None' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(contact).not.toContainText('Brother');

    await page.getByPlaceholder('Search Customers...').fill('nobody of this name');
    await expect(page.getByRole('heading', { name: 'No customers found' })).toBeVisible();
    await expectAccessible(page, 'customers-empty', page.getByRole('main'));
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(grid(page)).toBeVisible();
  },
);

test('points are shown as far as they go back, and no order is none', { tag: '@long' }, async ({ page, shop }) => {
  const customer = await shop.customer('Ledger');
  for (let entry = 1; entry <= 23; entry += 1)
    await shop.call(adjustPointsRoute, customer, { points: entry, description: `Entry ${entry}` });
  await page.goto(`/?view=customers&customer=${customer.id}.rewards`);
  const details = page.getByRole('region', { name: customer.name, exact: true });
  const history = details.getByRole('region', { name: 'Points History' });
  await expect(history).toContainText('Reason: Entry 23', { timeout: 30_000 });
  await history.getByText(/Reason: Entry 4(?!\d)/).scrollIntoViewIfNeeded();
  await expect(history.getByText(/Reason: Entry 1(?!\d)/)).toBeVisible();
  await expect(history).toContainText('End of history');
  await details.getByRole('tab', { name: 'Order History' }).click();
  await expect(details).toContainText('No orders available');
  await expect(details.getByRole('region', { name: 'Customer statistics' })).toContainText('Never');
});
