import { expectAccessible } from '../support/browser/accessibility.ts';
import { OrderList } from '../support/pages/order-list.ts';
import type { Shop } from '../support/shop/shop.ts';
import { expect, test } from '../support/staff.ts';

/** Opens only the orders of a new customer, because other tests sell meanwhile. */
async function openOrdersOfOne(orders: OrderList, shop: Shop, count: number): Promise<void> {
  const customer = await shop.customer('Leopoldine');
  const product = await shop.stocked('Sticker Sheet');
  for (let sold = 0; sold < count; sold += 1) await shop.sell(product, 1, null, customer);
  await orders.open();
  await orders.search.fill(customer.name);
  await expect(orders.rows).toHaveCount(count);
}

test('finds an order by its number, its customer and what was sold', async ({ page, shop }) => {
  const customer = await shop.customer('Ottilie');
  const product = await shop.stocked('Enamel Pin');
  const { data: order } = await shop.sell(product, 2, null, customer);
  const orders = new OrderList(page);
  await orders.open();
  await orders.find(order.number);
  await expect(orders.row(order.number)).toContainText('Ottilie');
  for (const words of [customer.name.split(' ')[1] ?? '', customer.email]) {
    await orders.find(words);
    await expect(orders.row(order.number)).toBeVisible();
  }
  for (const words of ['enamel pin', product.sku ?? '']) {
    await orders.searchFor(words);
    await expect(orders.row(order.number)).toBeVisible();
  }
  await orders.searchFor('no such order anywhere');
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible();
  await expect(page.getByText('Nothing at Charlotte Central matches these filters.')).toBeVisible();
  await expectAccessible(page, 'orders-empty', page.getByRole('main'));
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(orders.search).toHaveValue('');
  await expect(orders.rows.first()).toBeVisible();
});

test('shows the columns that are wanted, and always the order', { tag: '@long' }, async ({ page }) => {
  test.slow();
  const orders = new OrderList(page);
  await orders.open();
  const heads = orders.grid.getByRole('columnheader');
  const DEFAULT = ['Details', 'Order', 'Customer', 'Location', 'Source', 'Date', 'Status', 'Total'];
  await expect(heads).toHaveText(DEFAULT);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Order', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('menuitem', { name: 'Hide All' }).click();
  await expect(heads).toHaveText(['Details', 'Order']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Items Count' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(orders.grid).toBeVisible();
  await expect(heads).toHaveText(['Details', 'Order', 'Items Count']);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitem', { name: 'Show All' }).click();
  await expect(heads).toHaveCount(11);
});

test(
  'selects with a click, opens with a double click, and does both without a mouse',
  { tag: '@long' },
  async ({ page, shop }) => {
    const orders = new OrderList(page);
    await openOrdersOfOne(orders, shop, 5);
    await orders.rows.nth(1).click();
    await orders.rows.nth(3).click({ modifiers: ['Shift'] });
    await expect(orders.grid.getByRole('row', { selected: true })).toHaveCount(3);
    await expect(orders.footer).toContainText('3 selected');
    await page.getByRole('radio', { name: 'Selected (3)' }).check();
    await expect(orders.rows).toHaveCount(3);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(orders.footer).not.toContainText('selected');
    await expect(page.getByRole('radio', { name: 'All' })).toBeChecked();

    const details = page.getByRole('region', { name: /^Order POS-/ });
    await orders.rows.nth(0).dblclick();
    await expect(details).toHaveCount(1);
    await expect(orders.grid.getByRole('row', { selected: true })).toHaveCount(0);
    await orders.rows.nth(0).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(details).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await expect(orders.rows.nth(1)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(orders.rows.nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(details).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(details.getByRole('tab', { name: 'Items' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(details.getByRole('tab', { name: 'Customer' })).toHaveAttribute('aria-selected', 'true');
  },
);

test('tells everything about an order', { tag: '@long' }, async ({ page, shop }) => {
  const product = await shop.stocked('Blue Ridge Mist', 80);
  const { data: order } = await shop.sell(product, 3.5);
  const orders = new OrderList(page);
  await orders.open();
  const details = await orders.expand(order.number);
  await expect(details).toContainText('3.5 g');
  await expect(details).toContainText('Tier price: $40.00/unit');
  await expect(orders.fact(details, 'Subtotal')).toHaveText('$40.00');
  await expect(orders.fact(details, 'Shipping')).toHaveCount(0);
  await expect(orders.fact(details, 'Total')).toHaveText('$43.50');
  await orders.rows.nth(2).click();
  await expectAccessible(page, 'orders');
  await orders.tab(details, 'Customer').click();
  await expect(orders.fact(details, 'Email')).toHaveText('Not provided');
  await expect(orders.fact(details, 'User ID')).toHaveText('Guest');
  await expectAccessible(page, 'orders-customer', details);
  await orders.tab(details, 'Shipping').click();
  await expect(details).toContainText('No shipping method selected');
  await expect(details).toContainText('No tracking information available');
  await orders.tab(details, 'Payment').click();
  await expect(orders.fact(details, 'Method')).toHaveText('Card');
  await expect(orders.fact(details, 'Transaction ID')).toHaveText('N/A');
  await expectAccessible(page, 'orders-payment', details);
  await orders.tab(details, 'Notes').click();
  await expect(details).toContainText('No notes available for this order');
  await expect(orders.fact(details, 'Order ID')).toHaveText(String(order.id));
  await expect(orders.fact(details, 'Location')).toHaveText('Charlotte Central');
  await expect(orders.fact(details, 'Source')).toHaveText('POS');
  await expect(details.getByRole('region', { name: 'Timeline' })).toContainText('Stock deducted');
  await expectAccessible(page, 'orders-notes', details);
});

test('shows an order sold at another till by itself, with a quiet mark', { tag: '@long' }, async ({ page, shop }) => {
  const product = await shop.stocked('Sticker Sheet');
  const orders = new OrderList(page);
  await orders.open();
  const first = orders.rows.first();
  await expect(first).toBeVisible();
  const { data: order } = await shop.sell(product, 1);
  await expect(orders.row(order.number)).toBeVisible();
  const mark = orders.row(order.number).getByRole('img', { name: 'New order' });
  await expect(mark).toBeVisible();
  await orders.row(order.number).click();
  await expect(mark).toHaveCount(0);
});

test('turns pages, and narrows by status and by day', { tag: '@long' }, async ({ page }) => {
  const orders = new OrderList(page);
  await orders.open();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toContainText(/Page 1 of \d+ \([\d,]+ orders\)/);
  const first = (await orders.rows.first().textContent()) ?? '';
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(pages).toContainText('Page 2 of');
  await expect(orders.rows.first()).not.toHaveText(first);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'On hold' }).click();
  await expect(orders.rows.filter({ hasText: 'Completed' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Period:/ }).click();
  await page.getByLabel('From date').fill('2001-01-01');
  await page.getByLabel('To date').fill('2001-01-02');
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible();
  await page.getByLabel('From date').fill('2001-01-03');
  await expect(page.getByText('The first day is after the last one.')).toBeVisible();
});

test('says why the orders cannot be loaded, and loads them with Retry', { tag: '@long' }, async ({ page, watch }) => {
  watch.expect(/^403 GET .*\/api\/orders\/listed\?/);
  const json = { success: false, code: 'not_allowed', error: 'The books are closed.' };
  await page.route('**/api/orders/listed?*', (route) => route.fulfill({ status: 403, json }));
  await page.goto('/?view=orders');
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load orders' });
  await expect(alert).toContainText('The books are closed.', { timeout: 30_000 });
  const asked = page.waitForRequest('**/api/orders/listed?*');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await asked;
  await page.unroute('**/api/orders/listed?*');
  // The list may have come by itself meanwhile.
  const grid = page.getByRole('grid', { name: 'Orders' });
  await alert.getByRole('button', { name: 'Retry' }).or(grid).first().click();
  await expect(page.getByRole('grid', { name: 'Orders' })).toBeVisible();
});
