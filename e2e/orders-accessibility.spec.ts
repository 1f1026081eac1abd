import { expectAccessible } from './accessibility.ts';
import { OrderList } from './order-list.ts';
import { expect, test } from './staff.ts';

for (const theme of ['dark', 'light'] as const) {
  test.describe(`everyone can use the orders, ${theme}`, () => {
    test.use({ as: 'manager', contextOptions: { reducedMotion: 'reduce' } });

    test.beforeEach(async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem('pos_theme', name), theme);
    });

    test(`the list and its details, ${theme}`, async ({ page, shop }) => {
      test.slow();
      const { data: order } = await shop.sell(await shop.stocked('Enamel Pin', 40), 2);
      const orders = new OrderList(page);
      await orders.open();
      await orders.rows.nth(2).click();
      await orders.rows.nth(3).click();
      await expectAccessible(page, 'orders');
      const details = await orders.expand(order.number);
      for (const tab of ['Items', 'Customer', 'Shipping', 'Payment', 'Notes']) {
        await orders.tab(details, tab).click();
        await expectAccessible(page, `orders-${tab.toLowerCase()}`);
      }
    });

    test(`changing an order, ${theme}`, async ({ page, shop }) => {
      test.slow();
      const { data: order } = await shop.sell(await shop.stocked('Enamel Pin', 40), 2);
      const orders = new OrderList(page);
      await orders.open();
      const details = await orders.expand(order.number);
      await orders.tab(details, 'Payment').click();
      await details.getByRole('combobox', { name: `Status of order ${order.number}` }).click();
      await page.getByRole('option', { name: 'Refunded' }).click();
      await expect(details.getByRole('group', { name: 'What this does' })).toBeVisible();
      await expectAccessible(page, 'orders-effects');
      await orders.tab(details, 'Items').click();
      await details.getByRole('button', { name: 'Refund items' }).click();
      await page.getByRole('button', { name: 'More: Refund of Enamel Pin' }).click();
      await expectAccessible(page, 'orders-refund');
      await page.getByRole('button', { name: 'Refund $8.70' }).click();
      await expect(orders.dialog('Refunded')).toBeVisible();
      await expectAccessible(page, 'orders-refunded');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Columns' }).click();
      await expectAccessible(page, 'orders-columns');
    });

    test(`the sales summary and the empty list, ${theme}`, async ({ page }) => {
      test.slow();
      const orders = new OrderList(page);
      await orders.open();
      await page.getByRole('button', { name: 'Sales summary' }).click();
      await expect(page.locator('svg.recharts-surface').first()).toBeAttached({ timeout: 30_000 });
      await expectAccessible(page, 'orders-summary');
      await page.getByRole('radio', { name: 'Category' }).check();
      await expectAccessible(page, 'orders-summary-category');
      await page.getByRole('button', { name: 'Sales summary' }).click();
      await orders.search.fill('no such order anywhere');
      await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible();
      await expectAccessible(page, 'orders-empty');
    });
  });
}
