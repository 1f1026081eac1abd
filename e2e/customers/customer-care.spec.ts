import type { Locator, Page } from '@playwright/test';
import { addCustomerNoteRoute } from '#contract/customer-care.ts';
import { mergeCustomersRoute } from '#contract/customer-merges.ts';
import type { DirectoryEntry } from '#contract/customers.ts';
import { RESET_PAGE } from '#contract/password-reset.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/staff.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Customers' });
const detailsOf = (page: Page, { name }: DirectoryEntry) => page.getByRole('region', { name, exact: true });
const randomPhone = () => `704-555-${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;

/** The details of a customer, opened by their link. */
async function opened(page: Page, customer: DirectoryEntry): Promise<Locator> {
  await page.goto(`/?view=customers&customer=${customer.id}`);
  const details = detailsOf(page, customer);
  await expect(details.getByRole('region', { name: 'Contact Information' })).toBeVisible({ timeout: 30_000 });
  return details;
}

test.describe('a manager', () => {
  test.use({ as: 'manager' });

  test('hands a reset link over, which works once', async ({ page, context, shop, watch }) => {
    const details = await opened(page, await shop.customer('Resa'));
    const send = details.getByRole('button', { name: 'Send Reset Link' });
    await send.click();
    const dialog = page.getByRole('alertdialog', { name: 'Hand this link over' });
    await expect(dialog).toContainText('It works once, until');
    await expectAccessible(page, 'reset-link-to-hand-over', dialog);
    const link = await dialog.getByText(/^https?:/).innerText();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(send).toBeFocused();

    const theirs = await context.newPage();
    await theirs.goto(`${RESET_PAGE}${new URL(link).hash}`);
    await theirs.getByRole('textbox', { name: 'New password', exact: true }).fill('a longer password');
    await theirs.getByRole('textbox', { name: 'Repeat the new password' }).fill('a longer password');
    await theirs.keyboard.press('Enter');
    await expect(theirs.getByRole('heading', { name: 'Your password is set' })).toBeVisible();
    watch.expect(/^422 POST .*\/api\/password-reset\/check$/);
    await theirs.reload();
    await expect(theirs.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible();
    await theirs.close();
  });

  test('flags a customer, gives them a group, finds them by both, and takes the flag away', async ({ page, shop }) => {
    test.slow();
    const customer = await shop.customer('Flora');
    const details = await opened(page, customer);
    const edit = details.getByRole('button', { name: `Edit ${customer.name}` });
    await edit.click();
    const form = details.getByRole('form', { name: 'Edit customer' });
    await form.getByRole('combobox', { name: 'Flag' }).click();
    await page.getByRole('option', { name: 'Check ID' }).click();
    await form.getByLabel('What staff should know').fill('Brother has the same name.');
    await form.getByLabel('Groups', { exact: true }).fill('Gardeners');
    await form.getByLabel('Groups', { exact: true }).press('Enter');
    await expectAccessible(page, 'customer-flag-in-form', form);
    await form.getByRole('button', { name: 'Save' }).click();
    const contact = details.getByRole('region', { name: 'Contact Information' });
    await expect(contact).toContainText('Brother has the same name.');

    await page.getByRole('button', { name: 'Flagged' }).click();
    await page.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: 'Gardeners' }).click();
    await expect(page).toHaveURL(/group=Gardeners/);
    await expect(
      grid(page)
        .getByRole('row', { name: new RegExp(customer.name) })
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '1 customer' })).toBeVisible();
    await expectAccessible(page, 'customers-filtered');

    // The filters closed what was open.
    await grid(page)
      .getByRole('row', { name: new RegExp(customer.name) })
      .first()
      .dblclick();
    await edit.click();
    await form.getByRole('combobox', { name: 'Flag' }).click();
    await page.getByRole('option', { name: 'None' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Customer saved').last()).toBeVisible();
    await expect((await opened(page, customer)).getByRole('region', { name: 'Contact Information' })).not.toContainText(
      'Brother',
    );
  });

  test('deletes a note, and merges who looks like the same person', async ({ page, shop }) => {
    const phone = randomPhone();
    const [kept, other] = [await shop.customer('Merle'), await shop.customer('Merlin')];
    for (const one of [kept, other]) await shop.changeCustomer(one, { billing: { phone } });
    await shop.call(addCustomerNoteRoute, kept, { text: 'Wrong person.' });
    const details = await opened(page, kept);
    const notes = details.getByRole('region', { name: 'Notes' });
    await notes.getByRole('button', { name: /^Delete the note of/ }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete note' });
    await question.getByRole('button', { name: 'Delete note' }).click();
    await expect(notes).not.toContainText('Wrong person.');

    const alike = details.getByRole('region', { name: 'Looks like the same person' });
    await expect(alike).toContainText(other.name);
    await expectAccessible(page, 'customer-duplicates', alike);
    await alike.getByRole('button', { name: `Merge with ${other.name}` }).click();
    const preview = page.getByRole('dialog', { name: 'Merge customers' });
    await preview.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(details.getByRole('region', { name: 'Merged accounts' })).toContainText(other.name);
    await expect(alike).toHaveCount(0);
  });

  test('uses a customer who is there already instead of making another at the till', async ({
    page,
    shop,
    till,
    watch,
  }) => {
    watch.expect(/^409 POST .*\/users$/);
    const phone = randomPhone();
    const customer = await shop.customer('Quentin');
    await shop.changeCustomer(customer, { billing: { phone } });
    await till.open();
    await page.keyboard.press('F2');
    await till.search.fill('Nobody Ofthisname');
    await expect(page.getByText('No customers found matching your search')).toBeVisible();
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: 'New customer' });
    await form.getByLabel('First name').fill('Quen');
    await form.getByLabel('Phone').fill(phone);
    await form.getByLabel('Phone').press('Enter');
    const use = form.getByRole('button', { name: `Use this customer: ${customer.name}` });
    await expect(use).toBeFocused();
    await expectAccessible(page, 'quick-form-matches', form);
    await page.keyboard.press('Enter');
    await expect(till.panel.getByRole('button', { name: `Open ${customer.name}` })).toBeVisible();
  });
});

test.describe('an administrator', () => {
  test.use({ as: 'admin' });

  test('undoes a merge from its row in the audit trail', async ({ page, shop, watch }) => {
    watch.expect(/^404 GET .*\/customers\/\d+$/);
    const [kept, other] = [await shop.customer('Audrey'), await shop.customer('Audra')];
    await shop.call(mergeCustomersRoute, kept, { merge_id: other.id });
    await page.goto('/manage/audit?action=customer_merged');
    await page.getByRole('table', { name: 'Audit trail' }).getByRole('row').nth(1).getByRole('button').click();
    const row = page.getByRole('dialog', { name: 'Customer merged' });
    await expectAccessible(page, 'manage-audit-merge', row);
    await row.getByRole('button', { name: 'Open the customer to undo it' }).click();
    const merges = detailsOf(page, kept).getByRole('region', { name: 'Merged accounts' });
    await merges.getByRole('button', { name: `Undo the merge of ${other.name}` }).click();
    const question = page.getByRole('alertdialog', { name: `Undo the merge of ${other.name}` });
    await expectAccessible(page, 'merge-undo-question', question);
    await question.getByRole('button', { name: 'Undo merge' }).click();
    await expect(merges).toContainText('Undone on');
    await expect(detailsOf(page, other)).toBeVisible();
  });

  test('gives a product a bonus, which every sale of it earns', async ({ page, shop }) => {
    const name = 'Cleaning Solution 12 oz';
    await page.goto('/manage/products');
    const search = page.getByRole('searchbox', { name: 'Search products' });
    await search.fill(name);
    await search.press('Enter');
    const points = page.getByRole('group', { name: 'Points' });
    const bonus = points.getByLabel('Bonus points');
    await expect(bonus).toHaveValue('0');
    await bonus.fill('7.5');
    await expect(points).toContainText('"7.5" is not a whole number.');
    await bonus.fill('7');
    await bonus.press('Enter');
    await expect(page.getByText('Bonus points saved')).toBeVisible();
    await expect(bonus).toHaveValue('7');
    await expectAccessible(page, 'manage-product-points', points);
    await shop.stocked(name);
    const customer = await shop.customer('Bonny');
    const before = (await shop.sell(await shop.product(name), 1, null, customer)).points_awarded;
    await bonus.fill('0');
    await points.getByRole('button', { name: 'Save bonus' }).click();
    await expect(bonus).toHaveValue('0');
    await expect(points.getByRole('button', { name: 'Save bonus' })).toHaveCount(0);
    const after = (await shop.sell(await shop.product(name), 1, null, customer)).points_awarded;
    expect(before - after).toBe(7);
  });
});
