import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { OrderList } from '../support/pages/order-list.ts';
import { expect, test } from '../support/staff.ts';

test('sums up the orders that the filters leave, to the cent', async ({ page, shop }) => {
  const customer = await shop.customer('Philippa');
  const product = await shop.stocked('Enamel Pin', 40);
  await shop.sell(product, 1, null, customer);
  await shop.sell(product, 2, null, customer);
  const orders = new OrderList(page);
  await orders.open();
  await orders.search.fill(customer.name);
  await expect(orders.rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Sales summary' }).click();
  const summary = page.getByRole('region', { name: 'Sales summary' });
  await expect(orders.fact(summary, 'Sales')).toHaveText('$24.00');
  await expect(orders.fact(summary, 'Tax')).toHaveText('$2.10');
  await expect(orders.fact(summary, 'Orders')).toHaveText('2');
  await expect(orders.fact(summary, 'Average order')).toHaveText('$13.05');
  await expect(summary.locator('svg.recharts-surface').first()).toBeAttached({ timeout: 30_000 });
  await expectAccessible(page, 'orders-summary', summary);
  await summary.getByRole('radio', { name: 'Product' }).check();
  await expect(summary.getByRole('row', { name: /^Enamel Pin/ })).toContainText('$24.00');
  await summary.getByRole('radio', { name: 'Payment' }).check();
  await expect(summary.getByRole('row', { name: /^Card/ })).toContainText('$26.10');
  await expectAccessible(page, 'orders-summary-payment', summary);
  const download = page.waitForEvent('download');
  await summary.getByRole('link', { name: 'Table as CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('26.10');
  await page.getByRole('button', { name: 'Sales summary' }).click();
  await expect(orders.rows).toHaveCount(2);
});

test('narrows to the days of the shop that are wanted most', async ({ page, shop }) => {
  test.slow();
  const customer = await shop.customer('Rosalind');
  const product = await shop.stocked('Enamel Pin', 40);
  await shop.sell(product, 1, null, customer);
  const orders = new OrderList(page);
  await orders.open();
  await orders.search.fill(customer.name);
  await expect(orders.rows).toHaveCount(1);
  const [from, to] = [page.getByLabel('From date'), page.getByLabel('To date')];
  const period = page.getByRole('combobox', { name: 'Period' });
  const choose = async (name: string) => {
    await period.click();
    await page.getByRole('option', { name, exact: true }).click();
    await expect(period).toContainText(name);
  };
  await page.getByRole('button', { name: 'Sales summary' }).click();
  const summary = page.getByRole('region', { name: 'Sales summary' });
  for (const name of ['Today', 'This month']) {
    await choose(name);
    await expect(from).not.toHaveValue('');
    await expect(orders.fact(summary, 'Sales')).toHaveText('$8.00');
  }
  await expect(from).toHaveValue(/-01$/);
  await choose('Last month');
  await expect(page.getByRole('heading', { name: 'No sales' })).toBeVisible();
  // The saved filter replaces the days instead of being combined with them.
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await expect(from).toHaveValue('');
  await expect(period).toContainText('Today');
  await expect(orders.fact(summary, 'Sales')).toHaveText('$8.00');
  await from.fill('2001-01-01');
  await expect(page.getByRole('button', { name: 'Today', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await expect(period).toContainText('Chosen days');
  await choose('Any day');
  await expect(to).toHaveValue('');
});
