import { expectAccessible } from './accessibility.ts';
import { Desk, expect } from './purchasing.ts';
import { test } from './staff.ts';

for (const theme of ['dark', 'light'] as const) {
  test.describe(`everyone can use the purchasing, ${theme}`, () => {
    test.use({ as: 'manager', contextOptions: { reducedMotion: 'reduce' } });
    test.describe.configure({ timeout: 180_000 });

    test.beforeEach(async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem('pos_theme', name), theme);
    });

    test(`the list, an order, its receiving and its editing, ${theme}`, async ({ page, shop }) => {
      const desk = new Desk(page);
      const supplier = await desk.supplier('Axe');
      const wanted = [{ product: await shop.product('Brown Butter Cookie'), quantity: 4 }];
      const [draft, order] = [await desk.draft(supplier, wanted), await desk.ordered(supplier, wanted)];
      await desk.receive(order, order.items[0]?.id ?? 0, 1);
      await desk.open();
      await expect(desk.row(order.po_number)).toBeVisible();
      await expectAccessible(page, 'purchase-orders');
      await desk.row(order.po_number).click();
      await expect(desk.line('Brown Butter Cookie')).toBeVisible();
      await expectAccessible(page, 'purchase-order');
      await desk.button('Receive').click();
      await desk.count('Brown Butter Cookie').fill('9');
      await expect(desk.arriving('Brown Butter Cookie')).toContainText('6 over');
      await expectAccessible(page, 'purchase-order-receive');
      await desk.button('Receive').click();
      await expect(desk.dialog('More than was ordered')).toBeVisible();
      await expectAccessible(page, 'purchase-order-over');
      await desk.openOrder(draft);
      await desk.button('Edit').click();
      await page.getByRole('combobox', { name: 'Add product' }).fill('brownie');
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectAccessible(page, 'purchase-order-edit');
      await page.getByRole('combobox', { name: 'Add product' }).press('Escape');
      await desk.button('Cancel').click();
      await desk.button('More').click();
      await page.getByRole('menuitem', { name: 'Delete purchase order' }).click();
      await expect(desk.dialog(`Delete ${draft.po_number}`)).toBeVisible();
      await expectAccessible(page, 'purchase-order-delete');
    });

    test(`suppliers, empty lists, transfers and conversions, ${theme}`, async ({ page }) => {
      const desk = new Desk(page);
      const supplier = await desk.supplier('Axe');
      await desk.open('Suppliers');
      await expect(desk.suppliers.getByRole('row').nth(1)).toBeVisible();
      await expectAccessible(page, 'suppliers');
      await desk.search.fill(supplier.name);
      await desk.suppliers.getByRole('row').filter({ hasText: supplier.name }).click();
      await expect(desk.heading('No purchase orders yet')).toBeVisible();
      await expectAccessible(page, 'supplier');
      await desk.button('Edit').click();
      await expect(desk.dialog(`Edit ${supplier.name}`)).toBeVisible();
      await expectAccessible(page, 'supplier-edit');
      await page.keyboard.press('Escape');
      await desk.open();
      await desk.search.fill('no such order anywhere');
      await expect(desk.heading('No purchase orders found')).toBeVisible();
      await expectAccessible(page, 'purchase-orders-empty');
      await desk.open('Stock');
      await desk.search.fill('Wild Muscadine Smalls');
      await desk.search.press('Escape');
      const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Wild Muscadine Smalls' });
      await row.getByText('Wild Muscadine Smalls').click();
      await desk.button('Transfer').click();
      await expect(desk.dialog('Transfer stock')).toBeVisible();
      await expectAccessible(page, 'transfer');
      await page.keyboard.press('Escape');
      await expect(desk.dialog('Transfer stock')).toBeHidden();
      await desk.button('Convert').click();
      const dialog = desk.dialog('Convert stock');
      await dialog.getByRole('combobox', { name: 'Into' }).fill('dogwalker');
      await page.getByRole('option').first().click();
      await dialog.getByRole('textbox', { name: 'Made', exact: true }).fill('3');
      await expect(dialog.getByRole('group', { name: 'What this does' })).toBeVisible();
      await expectAccessible(page, 'convert');
    });
  });
}
