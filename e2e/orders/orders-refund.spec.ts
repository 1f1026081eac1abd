import { expectAccessible } from '../support/browser/accessibility.ts';
import { OrderList } from '../support/pages/order-list.ts';
import { expect, test } from '../support/staff.ts';

test('refunds some of a line, and later the rest', { tag: '@losses' }, async ({ page, shop }) => {
  test.slow();
  const product = await shop.stocked('Hemp Papers with Tips', 40);
  const { data: order } = await shop.sell(product, 3);
  expect(order.total).toBe('13.05');
  const orders = new OrderList(page);
  await orders.open();
  const { details, dialog } = await orders.refund(order.number);
  await expect(dialog).toContainText('Paid $13.05 · nothing refunded');
  await dialog.getByRole('button', { name: 'More: Refund of Hemp Papers with Tips' }).click();
  await expect(orders.fact(dialog, 'To card')).toHaveText('$4.35');
  await dialog.getByRole('checkbox', { name: 'Back to stock: Hemp Papers with Tips' }).uncheck();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Bent');
  await dialog.getByRole('button', { name: 'Refund $4.35' }).click();
  const done = orders.dialog('Refunded');
  await expect(done).toContainText('Card $4.35');
  await done.getByRole('button', { name: 'Done' }).click();
  expect(await shop.stockOf(product)).toBe(37);
  await expect(orders.fact(details, 'Refunded with tax')).toHaveText('-$4.35');
  await orders.tab(details, 'Payment').click();
  await expect(details.getByRole('region', { name: 'Refunds' })).toContainText(
    '$4.35 for 1 x Hemp Papers with Tips (not back to stock): Bent',
  );

  await orders.tab(details, 'Items').click();
  // Somebody who pressed the row finds the way there, too.
  await orders.row(order.number).getByText(order.number).click();
  const bar = page.getByRole('toolbar', { name: 'Selected orders' });
  await expect(bar.getByRole('button', { name: 'Print receipts' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund items' })).toHaveCount(1);
  await expect(orders.row(order.number)).toContainText('Partly refunded');
  await orders
    .row(order.number)
    .getByRole('button', { name: /^Details of/ })
    .click();
  await bar.getByRole('button', { name: 'Refund items' }).click();
  await expect(dialog).toContainText('2 refundable');
  await dialog.getByRole('button', { name: 'Refund all remaining' }).click();
  await dialog.getByRole('button', { name: 'Refund $8.70' }).click();
  await expect(done).toBeVisible();
  await done.getByRole('button', { name: 'Done' }).click();
  await expect(orders.row(order.number)).toContainText('Refunded');
  await expect.poll(() => shop.stockOf(product)).toBe(39);
  await orders
    .row(order.number)
    .getByRole('button', { name: /^Details of/ })
    .click();
  await expect(details.getByRole('tab', { name: 'Items' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refund items' })).toHaveCount(0);
});

test(
  'refuses more than was sold, and what another till has refunded meanwhile',
  { tag: '@long' },
  async ({ page, shop }) => {
    const product = await shop.stocked('Enamel Pin', 40);
    const { data: order } = await shop.sell(product, 3);
    const orders = new OrderList(page);
    await orders.open();
    // Sales of other tests may have moved it off the first page.
    await orders.find(order.number);
    const { details, dialog } = await orders.refund(order.number);
    const quantity = dialog.getByRole('textbox', { name: 'Refund of Enamel Pin' });
    const button = dialog.getByRole('button', { name: /^Refund \$/ });
    await quantity.fill('4');
    await expect(dialog.getByRole('alert')).toHaveText('Only 3 of Enamel Pin can still be refunded.');
    await expectAccessible(page, 'orders-refund-refused', dialog);
    await expect(button).toBeDisabled();
    await quantity.fill('2');
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await expect(button).toHaveText('Refund $17.40');

    await shop.refund(order.id, [{ line_id: order.line_items[0]?.id ?? 0, quantity: 2 }]);
    await expect(dialog.getByRole('alert')).toHaveText('Only 1 of Enamel Pin can still be refunded.');
    await expect(dialog).toContainText('1 refundable');
    await quantity.fill('1');
    await expect(button).toHaveText('Refund $8.70');
    await button.click();
    await expect(orders.dialog('Refunded')).toContainText('Card $8.70');
    await page.keyboard.press('Escape');
    await expect(orders.row(order.number)).toContainText('Refunded');
    await expect(details.getByRole('button', { name: 'Refund items' })).toHaveCount(0);
  },
);

test('prints the receipt of a refund', { tag: '@long' }, async ({ page, shop }) => {
  const { data: order } = await shop.sell(await shop.stocked('Enamel Pin', 40), 1);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  const orders = new OrderList(page);
  await orders.open();
  const { dialog } = await orders.refund(order.number);
  await dialog.getByRole('button', { name: 'Refund all remaining' }).click();
  const reason = 'x'.repeat(45);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: 'Refund $8.70' }).click();
  await expectAccessible(page, 'orders-refunded', orders.dialog('Refunded'));
  await orders.dialog('Refunded').getByRole('button', { name: 'Print receipt' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('body > [aria-hidden]').filter({ hasText: order.number });
  await expect(sheet).toContainText('Refund');
  await expect(sheet).toContainText('$8.70');
  await expect(sheet).toContainText(reason);
  const roll = sheet.locator('[data-width]');
  expect(await roll.evaluate((paper) => paper.scrollWidth - paper.clientWidth)).toBe(0);
});
