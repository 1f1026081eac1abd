import type { Locator, Page } from '@playwright/test';
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
  watch.expect(/^404 GET .*\/customers\/\d+(\/notes)?$/);
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
  await expectAccessible(page, 'customer-form');
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

  await details.getByRole('button', { name: 'Delete Zelda Quince' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Customer' });
  await expect(question).toContainText('Are you sure you want to delete this customer? This action cannot be undone.');
  await question.getByRole('button', { name: 'Delete Customer' }).click();
  await expect(details).toHaveCount(0);
});

test('gives points with a reason, and takes them below zero only after a yes @losses', async ({ page, watch }) => {
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
  await expectAccessible(page, 'customer-rewards');

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

test('leads from a customer to an order and back, by link, and remembers what was open', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Total Orders' }).click();
  await page.keyboard.press('Escape');
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
  await expectAccessible(page, 'customer-orders');
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
});

test('says what somebody else changed meanwhile, and keeps both', async ({ page, context, watch }) => {
  watch.expect(/^409 PUT .*\/users\//);
  await open(page);
  const mine = await add(page, 'Petra Vale');
  const address = page.url();
  await mine.getByRole('button', { name: 'Edit Petra Vale' }).click();
  await mine.getByLabel('Phone').fill('704-555-0144');

  const other = await context.newPage();
  await other.goto(address);
  const theirs = other.getByRole('region', { name: 'Petra Vale', exact: true });
  await theirs.getByRole('button', { name: 'Edit Petra Vale' }).click();
  await theirs.getByLabel('Display name').fill('Petra V.');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('form', { name: 'Edit customer' })).toHaveCount(0);
  await other.close();

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('somebody else changed display name meanwhile');
  await page.getByRole('button', { name: 'Save' }).click();
  const saved = page.getByRole('region', { name: 'Petra V.', exact: true });
  await expect(saved.getByRole('region', { name: 'Contact Information' })).toContainText('704-555-0144');
});

test('offers whoever looks like the same person', async ({ page, watch }) => {
  watch.expect(/^409 POST .*\/users$/);
  await open(page);
  await add(page, 'Ignatz Holm', '704-555-0188');
  await page.getByRole('button', { name: 'Add Customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
  await dialog.getByLabel('Username').fill('ignatz2');
  await dialog.getByLabel('Phone').fill('(704) 555 0188');
  await dialog.getByLabel('Password').fill('a password of theirs');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('alert')).toContainText('same phone number');
  await expect(dialog.getByRole('button', { name: 'Create anyway' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Use this customer' }).click();
  await expect(page.getByRole('region', { name: 'Ignatz Holm', exact: true })).toBeVisible();
  await expect(
    grid(page)
      .getByRole('row', { name: /Ignatz Holm/ })
      .first(),
  ).toBeFocused();
});

test('is worked by keyboard alone, and the focus goes where it is needed next', async ({ page, watch }) => {
  test.slow();
  // While a deletion has no answer, its customer is still shown, and asked for.
  watch.expect(/^404 GET .*\/customers\/\d+/);
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
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Password')).toBeFocused();
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

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page
    .getByRole('alertdialog', { name: 'Delete Customer' })
    .getByRole('button', { name: 'Delete Customer' })
    .focus();
  await page.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
  await expect(page.locator('[role=row][data-record]:focus')).toHaveCount(1);
});

test('finds nobody, and says so', async ({ page }) => {
  await open(page, 'nobody of that name');
  await expect(page.getByRole('heading', { name: 'No customers found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(grid(page)).toBeVisible();
});
