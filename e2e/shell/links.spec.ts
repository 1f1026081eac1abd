import { OrderList } from '../support/pages/order-list.ts';
import { Desk, expect as soon } from '../support/pages/purchasing.ts';
import { expect, test } from '../support/staff.ts';

test(
  'links to an order: Back closes it, a reload shows it again, and so does its address anywhere else',
  { tag: '@long' },
  async ({ page, shop }) => {
    test.slow();
    const customer = await shop.customer('Philippa');
    const product = await shop.stocked('Enamel Pin');
    const { data: order } = await shop.sell(product, 2, null, customer);
    const orders = new OrderList(page);
    await orders.open();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Completed' }).click();
    await expect(page).toHaveURL('/?view=orders&status=completed');
    await orders.find(customer.name);
    const details = await orders.expand(order.number);
    await orders.tab(details, 'Customer').click();
    await expect(page).toHaveURL(new RegExp(`order=${order.id}\\.customer`));
    const link = page.url();

    await page.goBack();
    await expect(details).toBeHidden();
    await expect(orders.search).toHaveValue(customer.name);
    await expect(page.getByRole('combobox', { name: 'Status' })).toContainText('Completed');
    await page.goForward();
    await expect(orders.tab(details, 'Customer')).toHaveAttribute('aria-selected', 'true');

    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Adjustment History' }).click();
    await expect(page).toHaveURL('/?view=history');
    await views.getByRole('link', { name: 'Orders' }).click();
    await expect(page).toHaveURL(link);
    await expect(details).toBeVisible();

    await page.reload();
    await expect(orders.tab(details, 'Customer')).toHaveAttribute('aria-selected', 'true');
    await expect(orders.search).toHaveValue(customer.name);
    await expect(orders.rows).toHaveCount(1);

    // The list of cancelled orders does not contain the order, and there is no page 99.
    await page.goto(`/?view=orders&status=cancelled&page=99&order=${order.id}`);
    await expect(details).toBeVisible();
    await expect(orders.row(order.number)).toBeVisible();
    await orders
      .row(order.number)
      .getByRole('button', { name: `Details of order ${order.number}` })
      .click();
    await expect(details).toBeHidden();
    await expect(orders.row(order.number)).toBeHidden();

    await page.goto('/?view=orders&status=nonsense&from=yesterday&page=first&order=999999999');
    await expect(orders.rows.first()).toBeVisible();
    await expect(page.getByText('The linked order cannot be shown.')).toBeVisible();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByText('The linked order cannot be shown.')).toBeHidden();
  },
);

test('links to a purchase order, and to the place where it is received', { tag: '@long' }, async ({ page, shop }) => {
  test.slow();
  const desk = new Desk(page);
  const tin = await shop.product('Cinnamon Tin 20 pk');
  const order = await desk.ordered(await desk.supplier('Links'), [{ product: tin, quantity: 10 }]);
  await desk.openOrder(order);
  await soon(page).toHaveURL(new RegExp(`tab=purchase-orders.*order=${order.id}$`));
  await page.goBack();
  await soon(desk.row(order.po_number)).toBeFocused();
  await page.goForward();
  await desk.button(/^Receive/).click();
  await soon(desk.receiving).toBeVisible();
  await page.reload();
  await soon(desk.receiving).toBeVisible();
  await page.goto(`/?view=adjustments&tab=purchase-orders&order=${order.id}`);
  await soon(desk.heading(order.po_number)).toBeVisible();
  await page.goto('/?view=adjustments&mode=restock&sort=name&search=tin');
  await soon(page.getByRole('radio', { name: 'Restock mode' })).toBeChecked();
  await soon(page.getByRole('button', { name: 'A-Z' })).toHaveAttribute('aria-pressed', 'true');
  await soon(desk.search).toHaveValue('tin');
});
