import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { addCustomerNoteRoute } from '#contract/customer-care.ts';
import { customerRoute, type DirectoryEntry } from '#contract/customers.ts';
import { setIdentityRoute } from '#contract/identity.ts';
import { adjustPointsRoute, balanceRoute } from '#contract/loyalty.ts';
import { writeCard } from '#domain/identity/card.testing.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { typeCard } from '../support/browser/scanner.ts';
import { expect, test } from '../support/staff.ts';

test.use({ as: 'manager' });

const detailsOf = (page: Page, { name }: DirectoryEntry) => page.getByRole('region', { name, exact: true });

/** The details of a customer, opened by their link. */
async function opened(page: Page, customer: DirectoryEntry): Promise<Locator> {
  await page.goto(`/?view=customers&customer=${customer.id}`);
  const details = detailsOf(page, customer);
  await expect(details.getByRole('region', { name: 'Identity' })).toBeVisible({ timeout: 30_000 });
  return details;
}

const textOf = async (file: Download) => readFile(await file.path(), 'utf8');

/** Moves the focus with Tab until it is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('merges two accounts of one person and undoes it, without the mouse @long', async ({ page, shop, watch }) => {
  test.slow();
  // The link to the merged one is asked for before it leads on.
  watch.expect(/^404 GET .*\/customers\/\d+$/);
  const kept = await shop.customer('Dana');
  const other = await shop.customer('Danielle');
  const phone = `704-555-${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
  await shop.call(adjustPointsRoute, other, { points: 40, description: 'Birthday bonus' });
  await shop.call(addCustomerNoteRoute, other, { text: 'Prefers mornings.' });
  for (const one of [kept, other]) await shop.changeCustomer(one, { billing: { phone } });
  const details = await opened(page, kept);
  const alike = details.getByRole('region', { name: 'Looks like the same person' });
  await expect(alike.getByRole('button', { name: `Merge with ${other.name}` })).toBeVisible();
  await expectAccessible(page, 'customer-duplicates', alike);

  await details.getByRole('button', { name: `More about ${kept.name}` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Enter');
  const choosing = page.getByRole('dialog', { name: `Merge ${kept.name} with` });
  await expect(choosing.getByLabel('Find the other customer')).toBeFocused();
  await page.keyboard.type(other.last_name);
  const found = choosing.getByRole('region', { name: 'Customers' }).getByRole('button');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText(other.name);
  await expectAccessible(page, 'merge-choose', choosing);
  await tabTo(page, found);
  await page.keyboard.press('Enter');

  const preview = page.getByRole('dialog', { name: 'Merge customers' });
  await expect(preview).toContainText(`Moved to #${kept.id}: 40 points and 1 note.`);
  await expect(preview.getByRole('row', { name: /^Email/ })).toContainText(other.email);
  await tabTo(page, preview.getByRole('button', { name: `Keep #${other.id} instead` }));
  await page.keyboard.press('Enter');
  await expect(preview).toContainText(`Moved to #${other.id}: no orders, points or notes.`);
  await page.keyboard.press('Enter');
  await expect(preview).toContainText(`Moved to #${kept.id}`);
  await expectAccessible(page, 'merge-preview', preview);
  await tabTo(page, preview.getByRole('button', { name: 'Merge', exact: true }));
  await page.keyboard.press('Enter');
  await expect(preview).toHaveCount(0);
  const merges = details.getByRole('region', { name: 'Merged accounts' });
  await expect(merges).toContainText(other.name);
  expect((await shop.call(balanceRoute, kept)).balance).toBe(40);

  // A link to the merged account leads to the one that was kept.
  await page.goto(`/?view=customers&customer=${other.id}`);
  await expect(page.getByText(`Customer #${other.id} was merged into #${kept.id}.`)).toBeVisible();
  await expect(merges).toContainText('40 points and 1 note. Can be undone until');
  await merges.getByRole('button', { name: `Undo the merge of ${other.name}` }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: `Undo the merge of ${other.name}` });
  await expect(question).toContainText('Later sales and changes stay with this customer.');
  await tabTo(page, question.getByRole('button', { name: 'Undo merge' }));
  await page.keyboard.press('Enter');
  await expect(merges).toContainText('Undone on');
  await expect(detailsOf(page, other)).toBeVisible();
  expect((await shop.call(balanceRoute, other)).balance).toBe(40);
});

test('imports customers after a try that shows what is wrong', { tag: '@long' }, async ({ page, shop }) => {
  test.slow();
  const known = await shop.customer('Winifred');
  const word = known.last_name.slice(2);
  const header = 'Given name,Surname,E-mail,Favourite name,Tags\r\n';
  const rows = [`Una,${word}x,una.${word}@example.com,Oona,VIP`, `Ulf,${word}x,ulf.${word}@example.com,,`];
  const file = (lines: string[]) => ({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${header}${lines.join('\r\n')}\r\n`),
  });
  await page.goto('/?view=customers');
  await page.getByRole('button', { name: 'Files' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import customers' });
  const chooseWith = async (button: string, lines: string[]) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: button }).focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(file(lines));
  };
  await chooseWith('Choose file', [...rows, `Bad,${word},not an address,,`, `Win,${word},${known.email},,`]);
  const problems = dialog.getByRole('region', { name: 'Problems of 2 rows' });
  await expect(problems.getByRole('listitem').first()).toHaveText(
    'Line 4E-mail: This does not look like an email address.',
  );
  await expect(problems).toContainText(`has the e-mail address of ${known.name}`);
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await expectAccessible(page, 'import-problems', dialog);
  const saved = page.waitForEvent('download');
  await problems.getByRole('button', { name: 'Save these rows as a file' }).click();
  expect((await saved).suggestedFilename()).toBe('people - problems.csv');

  await dialog.getByRole('button', { name: 'Choose another file' }).focus();
  await page.keyboard.press('Enter');
  await chooseWith('Choose file', [...rows, `Win,${word},${known.email},,`]);
  await expect(dialog.getByRole('region', { name: 'Problems of 1 row' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Stop the import' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('button', { name: 'Import 2 customers' })).toBeEnabled();
  await dialog.getByRole('combobox', { name: 'Full name' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Favourite name' }).press('Enter');
  await expect(dialog.getByRole('region', { name: 'The first 2 rows' })).toContainText('Oona');
  await expect(dialog.getByRole('button', { name: 'Import 2 customers' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Import 2 customers' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 customers imported; 1 row skipped')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const made = [...(await shop.customersNamed(`una.${word}`)), ...(await shop.customersNamed(`ulf.${word}`))];
  expect(made.map(({ name }) => name)).toEqual(['Oona', `Ulf ${word}x`]);
});

test(
  'exports the list as it is narrowed, and everything about one person',
  { tag: '@long' },
  async ({ page, shop }) => {
    const customer = await shop.customer('Xenia');
    await page.goto('/?view=customers');
    await expect(page.getByRole('grid', { name: 'Customers' })).toBeVisible({ timeout: 30_000 });
    await page.getByPlaceholder('Search Customers...').fill(customer.last_name);
    await page.getByPlaceholder('Search Customers...').press('Enter');
    const details = detailsOf(page, customer);
    await expect(details).toBeVisible();
    await page.getByRole('button', { name: 'Files' }).click();
    await page.getByRole('menuitem', { name: 'Export this list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export customers' });
    await expect(dialog).toContainText(`One customer found by “${customer.last_name}”`);
    await expectAccessible(page, 'customers-export', dialog);
    await dialog.getByRole('checkbox', { name: 'With birth dates and licence numbers' }).check();
    const list = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Download CSV' }).click();
    const lines = await textOf(await list);
    expect(lines.split('\r\n').filter((line) => line !== '')).toHaveLength(2);
    expect(lines).toContain(customer.email);
    expect(lines).toContain('Licence number');

    await details.getByRole('button', { name: `More about ${customer.name}` }).click();
    await page.getByRole('menuitem', { name: 'Download all data of this customer' }).click();
    const person = page.getByRole('dialog', { name: `All data of ${customer.name}` });
    const json = page.waitForEvent('download');
    await person.getByRole('link', { name: 'Download JSON' }).click();
    expect(JSON.parse(await textOf(await json))).toMatchObject({ data: { customer: { email: customer.email } } });
    const pdf = page.waitForEvent('download');
    await person.getByRole('link', { name: 'Download PDF' }).click();
    expect(await textOf(await pdf)).toMatch(/^%PDF-/);
  },
);

test(
  'finds somebody by birth date, sets an identity from a card, shows it to a manager, and erases it',
  { tag: '@long' },
  async ({ page, shop }) => {
    test.slow();
    const customer = await shop.customer('Iris');
    await shop.call(setIdentityRoute, customer, { date_of_birth: '1980-02-29' });
    await page.goto('/?view=customers');
    await expect(page.getByRole('grid', { name: 'Customers' })).toBeVisible();
    await page.getByPlaceholder('Search Customers...').fill('2/29/1980');
    await page.getByPlaceholder('Search Customers...').press('Enter');
    const search = page.getByRole('region', { name: 'Find by birth date' });
    await expect(search.getByRole('button', { name: 'Find by birth date' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(search.getByRole('status')).toContainText('born on Feb 29, 1980');
    await expectAccessible(page, 'found-by-birth-date', search);
    await tabTo(page, search.getByRole('button', { name: customer.name }));
    await page.keyboard.press('Enter');
    await expect(detailsOf(page, customer)).toBeVisible();
    await page.getByPlaceholder('Search Customers...').fill('');

    const details = await opened(page, customer);
    const identity = details.getByRole('region', { name: 'Identity' });
    await expect(identity).toContainText('Date of birthStored, encrypted');
    await expect(identity).toContainText('ID checkNever checked');
    await details.getByRole('button', { name: `Show the identity of ${customer.name}` }).focus();
    await page.keyboard.press('Enter');
    await expect(identity).toContainText('Feb 29, 1980');
    await expect(details.getByText(/^Shown on .* Recorded in the audit trail/)).toBeVisible();

    await details.getByRole('button', { name: `Set the identity of ${customer.name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Identity of ${customer.name}` });
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await expectAccessible(page, 'identity-form', dialog);
    const licence = `X${customer.id}${Date.now() % 1e6}`;
    await typeCard(page, writeCard({ licenseNumber: licence }));
    await expect(dialog.getByText(/^Age \d+$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Use these details' }).click();
    await expect(dialog.getByLabel('Licence number')).toHaveValue(licence);
    await expect(dialog.getByText('ID checked just now')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(identity).toContainText('LicenceStored, encrypted');
    await expect(identity).toContainText('ID checked on');
    await details.getByRole('button', { name: `Show the identity of ${customer.name}` }).click();
    await expect(identity).toContainText(licence);
    await expect(identity).toContainText('Dec 31, 1990');

    await details.getByRole('button', { name: `Set the identity of ${customer.name}` }).click();
    await expect(page.getByText(licence)).toHaveCount(0);
    await dialog.getByRole('checkbox', { name: 'Erase the stored licence number' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(identity).toContainText('LicenceNot provided');
    expect((await shop.call(customerRoute, customer)).data).toMatchObject({ has_licence: false, has_birth_date: true });
  },
);

test.describe('staff', () => {
  test.use({ as: 'staff' });

  test(
    'may set an identity, and neither look at it nor merge, import or export',
    { tag: '@long' },
    async ({ page, shop }) => {
      const customer = await shop.customer('Quentin');
      await shop.call(setIdentityRoute, customer, { license_number: 'A1' });
      const details = await opened(page, customer);
      await expect(details.getByRole('region', { name: 'Identity' })).toContainText('Stored, encrypted');
      await expect(details.getByRole('button', { name: `Set the identity of ${customer.name}` })).toBeVisible();
      await expect(details.getByRole('button', { name: /^(Show the identity|More about|Delete)/ })).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Files' })).toHaveCount(0);
    },
  );
});
