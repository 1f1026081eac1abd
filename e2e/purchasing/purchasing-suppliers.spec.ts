import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { Desk, expect } from '../support/pages/purchasing.ts';
import { test } from '../support/staff.ts';

test.use({ as: 'manager' });
test.describe.configure({ timeout: 150_000 });

const COOKIE = 'Double Fudge Brownie';

test(
  'adds a supplier, edits it, and no longer offers it once it is deactivated',
  { tag: '@long' },
  async ({ page, watch }) => {
    watch.expect(/^409 POST .*suppliers/);
    const desk = new Desk(page);
    const name = `Blue Heron ${randomUUID().slice(0, 8)}`;
    await desk.open('Suppliers');
    await desk.button('New supplier').click();
    const form = desk.dialog('New supplier');
    await form.getByRole('button', { name: 'Add supplier' }).click();
    await expect(form).toContainText('Please provide a name for the supplier.');
    await form.getByRole('textbox', { name: 'Name' }).fill('catawba farms');
    await form.getByRole('button', { name: 'Add supplier' }).click();
    await expect(form).toContainText('There is a supplier called catawba farms already.');
    await expectAccessible(page, 'supplier-new', form);
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByRole('textbox', { name: 'Contact' }).fill('Ines Vale');
    await form.getByRole('textbox', { name: 'Email' }).fill('ines@example.com');
    await form.getByRole('textbox', { name: 'Phone' }).fill('704-555-0177');
    await form.getByRole('textbox', { name: 'Address' }).fill('9 Heron Way\nDavidson, NC');
    await form.getByRole('button', { name: 'Add supplier' }).click();
    await expect(desk.heading(name)).toBeVisible();
    const about = page.getByRole('complementary', { name: 'About this supplier' });
    await expect(about).toContainText('Ines Vale');
    await expect(about.getByRole('link', { name: 'ines@example.com' })).toHaveAttribute(
      'href',
      'mailto:ines@example.com',
    );
    await expect(desk.heading('No purchase orders yet')).toBeVisible();
    await expectAccessible(page, 'supplier', page.getByRole('main'));

    await desk.button('Edit').click();
    const edit = desk.dialog(`Edit ${name}`);
    await edit.getByRole('textbox', { name: 'Contact' }).fill('Noor Vale');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(about).toContainText('Noor Vale');

    await desk.button('Deactivate').click();
    const question = desk.dialog(`Deactivate ${name}?`);
    await question.getByRole('button', { name: 'Deactivate' }).click();
    await expect(desk.button('Activate')).toBeVisible();
    await expect(question).toBeHidden();
    await desk.button('Back to suppliers').click();
    await desk.search.fill(name);
    await expect(desk.heading('No suppliers found')).toBeVisible();
    await page.getByRole('radio', { name: 'Inactive' }).check();
    await expect(desk.suppliers.getByRole('row').filter({ hasText: name })).toContainText('Noor Vale');
    await expectAccessible(page, 'suppliers', page.getByRole('main'));

    await desk.search.fill('');
    await desk.tab('Purchase orders').click();
    await desk.button('New purchase order').click();
    await page.getByRole('combobox', { name: 'Supplier' }).click();
    await expect(page.getByRole('option', { name: 'Catawba Farms' })).toBeVisible();
    await expect(page.getByRole('option', { name })).toBeHidden();
  },
);

test(
  'shows what was ordered from a supplier, and leads there and back by keyboard',
  { tag: '@long' },
  async ({ page, shop }) => {
    const desk = new Desk(page);
    const supplier = await desk.supplier('Ledger');
    const wanted = [{ product: await shop.product(COOKIE), quantity: 3 }];
    const [first, second] = [await desk.draft(supplier, wanted), await desk.ordered(supplier, wanted)];
    await desk.open('Suppliers');
    await desk.search.fill(supplier.name);
    const row = desk.suppliers.getByRole('row').filter({ hasText: supplier.name });
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(desk.heading(supplier.name)).toBeFocused();
    await expect(desk.orders.getByRole('row')).toHaveCount(3);
    await desk.row(second.po_number).focus();
    await page.keyboard.press('ArrowDown');
    await expect(desk.row(first.po_number)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(desk.heading(first.po_number)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(desk.row(first.po_number)).toBeFocused();
  },
);
