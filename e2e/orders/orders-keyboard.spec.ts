import { OrderList } from '../support/pages/order-list.ts';
import { expect, test } from '../support/staff.ts';

/** The speed of a quick hand. */
const HAND = { delay: 70 };

test(
  'finds an order by SKU, refunds 1 of 3 and prints it again without the mouse',
  { tag: '@long' },
  async ({ page, shop }) => {
    test.slow();
    const customer = await shop.customer('Tabitha');
    const { product, variant } = await shop.variant('Airtight Jar', 'Small');
    await shop.setStock(product, 200, variant.id);
    const { data: order } = await shop.sell(product, 3, variant.id, customer);
    await page.addInitScript(() => {
      let printed = 0;
      window.print = () => document.documentElement.setAttribute('data-printed', String((printed += 1)));
    });
    const printed = page.locator('html');
    const orders = new OrderList(page);
    await orders.open();

    await page.keyboard.press('/');
    await expect(orders.search).toBeFocused();
    await page.keyboard.type(variant.sku ?? '', HAND);
    await page.keyboard.press('Enter');
    // Several orders have this item; the newest comes first.
    await expect(orders.rows.first()).toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.type(order.number, HAND);
    await page.keyboard.press('Enter');
    await expect(orders.row(order.number)).toBeFocused();
    const details = orders.details(order.number);
    await expect(details).toBeVisible();

    await page.keyboard.press('Tab');
    await expect(orders.tab(details, 'Items')).toBeFocused();
    const reprint = details.getByRole('button', { name: 'Reprint receipt' });
    const refund = details.getByRole('button', { name: 'Refund items' });
    await expect(refund).toBeEnabled();
    for (const stop of [reprint, details.getByRole('link', { name: 'PDF' }), refund]) {
      await page.keyboard.press('Tab');
      await expect(stop).toBeFocused();
    }
    await page.keyboard.press('Enter');
    const dialog = orders.dialog(`Refund ${order.number}`);
    await expect(dialog.getByRole('textbox', { name: 'Refund of Airtight Jar - Small' })).toBeFocused();
    await page.keyboard.type('1', HAND);
    await expect(dialog.getByRole('button', { name: 'Refund $15.23' })).toBeEnabled();
    await page.keyboard.press('Enter');
    const done = orders.dialog('Refunded');
    await expect(done.getByRole('button', { name: 'Print receipt' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(printed).toHaveAttribute('data-printed', '1');
    await page.keyboard.press('Escape');
    await expect(done).toHaveCount(0);
    await expect(refund).toBeFocused();
    await expect(orders.fact(details, 'Refunded with tax')).toHaveText('-$15.23');

    for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Shift+Tab');
    await expect(orders.tab(details, 'Items')).toBeFocused();
    for (const name of ['Customer', 'Shipping', 'Payment']) {
      await page.keyboard.press('ArrowRight');
      await expect(orders.tab(details, name)).toBeFocused();
    }
    await expect(details.getByRole('button', { name: /^Print copy of refund/ })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(reprint).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(printed).toHaveAttribute('data-printed', '2');
    await page.keyboard.press('Escape');
    await expect(orders.row(order.number)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);
  },
);
