import { expectAccessible } from '../support/browser/accessibility.ts';
import { OrderList } from '../support/pages/order-list.ts';
import { expect, test } from '../support/staff.ts';

test.describe('everyone can use the orders', () => {
  test.use({ as: 'manager', contextOptions: { reducedMotion: 'reduce' } });

  test('the list and its details', async ({ page, shop }) => {
    test.slow();
    const { data: order } = await shop.sell(await shop.stocked('Enamel Pin', 40), 2);
    const orders = new OrderList(page);
    await orders.open();
    await orders.rows.nth(2).click();
    await orders.rows.nth(3).click();
    await expectAccessible(page, 'orders');
    await orders.find(order.number);
    const details = await orders.expand(order.number);
    for (const tab of ['Items', 'Customer', 'Shipping', 'Payment', 'Notes']) {
      await orders.tab(details, tab).click();
      await expectAccessible(page, `orders-${tab.toLowerCase()}`, details);
    }
  });

  test('changing an order', async ({ page, shop }) => {
    test.slow();
    const { data: order } = await shop.sell(await shop.stocked('Enamel Pin', 40), 2);
    const orders = new OrderList(page);
    await orders.open();
    await orders.find(order.number);
    const details = await orders.expand(order.number);
    await orders.tab(details, 'Payment').click();
    await details.getByRole('combobox', { name: `Status of order ${order.number}` }).click();
    await page.getByRole('option', { name: 'Refunded' }).click();
    await expect(details.getByRole('group', { name: 'What this does' })).toBeVisible();
    await expectAccessible(page, 'orders-effects', details);
    await orders.tab(details, 'Items').click();
    await details.getByRole('button', { name: 'Refund items' }).click();
    await page.getByRole('button', { name: 'More: Refund of Enamel Pin' }).click();
    await expectAccessible(page, 'orders-refund', orders.dialog(`Refund ${order.number}`));
    await page.getByRole('button', { name: 'Refund $8.70' }).click();
    await expect(orders.dialog('Refunded')).toBeVisible();
    await expectAccessible(page, 'orders-refunded', orders.dialog('Refunded'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns' }).click();
    await expectAccessible(page, 'orders-columns', page.getByRole('menu'));
  });

  test('what is chosen, what is short and what is refused', async ({ page, shop }) => {
    test.slow();
    const { product, variant } = await shop.variant('510 Battery', 'Black');
    await shop.setStock(product, 30, variant.id);
    const { data: order } = await shop.sell(product, 3, variant.id);
    const { data: other } = await shop.sell(product, 2, variant.id);
    const orders = new OrderList(page);
    await orders.open();
    for (const { number } of [order, other]) await orders.row(number).click();
    const actions = page.getByRole('toolbar', { name: 'Selected orders' });
    await actions.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('menuitem', { name: 'Refunded' }).click();
    const question = orders.dialog('Set 2 orders to Refunded');
    await expect(question).toBeVisible();
    await expectAccessible(page, 'orders-bulk', question);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('radio', { name: 'Selected (2)' }).check();
    await expect(orders.rows).toHaveCount(2);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('combobox', { name: 'Period' }).click();
    await expect(page.getByRole('option', { name: 'Last month' })).toBeVisible();
    await expectAccessible(page, 'orders-period', page.getByRole('listbox'));
    await page.keyboard.press('Escape');

    await orders.find(order.number);
    const details = await orders.expand(order.number);
    await details.getByRole('button', { name: 'Refund items' }).click();
    const refund = orders.dialog(`Refund ${order.number}`);
    await refund.getByRole('textbox', { name: 'Refund of 510 Battery - Black' }).fill('9');
    await expect(refund.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'orders-refund-refused', refund);
    await refund.getByRole('button', { name: 'Cancel' }).click();
    await shop.setStatus(order.id, 'cancelled');
    await shop.setStock(product, 0, variant.id);
    await expect(orders.row(order.number)).toContainText('Cancelled');
    await orders.tab(details, 'Payment').click();
    await details.getByRole('combobox', { name: `Status of order ${order.number}` }).click();
    await page.getByRole('option', { name: 'Completed' }).click();
    await expect(details.getByRole('button', { name: 'Sell anyway' })).toBeVisible();
    await expectAccessible(page, 'orders-short', details);
    await expectAccessible(page, 'orders-delete', await orders.askToDelete(details));
  });

  test('the sales summary and the empty list', async ({ page }) => {
    test.slow();
    const orders = new OrderList(page);
    await orders.open();
    await page.getByRole('button', { name: 'Sales summary' }).click();
    const summary = page.getByRole('region', { name: 'Sales summary' });
    await expect(page.locator('svg.recharts-surface').first()).toBeAttached({ timeout: 30_000 });
    await expectAccessible(page, 'orders-summary', summary);
    for (const name of ['Category', 'Payment']) {
      await page.getByRole('radio', { name }).check();
      await expectAccessible(page, `orders-summary-${name.toLowerCase()}`, summary);
    }
    await page.getByRole('button', { name: 'Sales summary' }).click();
    await orders.search.fill('no such order anywhere');
    await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible();
    await expectAccessible(page, 'orders-empty', page.getByRole('main'));
  });
});
