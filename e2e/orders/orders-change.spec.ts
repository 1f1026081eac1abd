import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { OrderList } from '../support/pages/order-list.ts';
import { expect, test } from '../support/staff.ts';

test('says what a status does before it happens, and does it once', async ({ page, shop }) => {
  const product = await shop.stocked('Rolling Tray - Mountains', 20);
  const { data: order } = await shop.sell(product, 3);
  expect(await shop.stockOf(product)).toBe(17);
  const orders = new OrderList(page);
  await orders.open();
  const details = await orders.expand(order.number);
  await orders.tab(details, 'Payment').click();
  const status = details.getByRole('combobox', { name: `Status of order ${order.number}` });
  await status.click();
  await page.getByRole('option', { name: 'Cancelled' }).click();
  const effects = details.getByRole('group', { name: 'What this does' });
  await expect(effects).toContainText('Cancels: returns 3 items to stock');
  await expectAccessible(page, 'orders-effects', details);
  await details.getByRole('button', { name: 'Keep Completed' }).click();
  await expect(effects).toHaveCount(0);
  expect(await shop.stockOf(product)).toBe(17);

  await status.click();
  await page.getByRole('option', { name: 'Cancelled' }).click();
  await details.getByRole('button', { name: 'Set to Cancelled' }).click();
  await expect(orders.row(order.number)).toContainText('Cancelled');
  await expect.poll(() => shop.stockOf(product)).toBe(20);
  await orders.tab(details, 'Notes').click();
  await expect(details.getByRole('region', { name: 'Timeline' })).toContainText(
    'Completed to cancelled, 3 items returned to stock',
  );
});

test(
  'keeps notes, sets a status that changes nothing else at once, prints a copy and saves the list',
  { tag: '@long' },
  async ({ page, shop }) => {
    const customer = await shop.customer('Wilhelmina');
    const { data: order } = await shop.sell(await shop.stocked('Sticker Sheet'), 1, null, customer);
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
    });
    const orders = new OrderList(page);
    await orders.open();
    await orders.find(order.number);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv.trimEnd().split('\r\n')).toHaveLength(2);
    expect(csv).toContain('Wilhelmina');

    const details = await orders.expand(order.number);
    await orders.tab(details, 'Notes').click();
    await details.getByRole('textbox', { name: 'New note' }).fill('Customer comes back for the box');
    await details.getByRole('button', { name: 'Add note' }).click();
    const notes = details.getByRole('region', { name: 'Staff notes' });
    await expect(notes.getByRole('listitem')).toContainText('Customer comes back for the box');
    await expect(notes.getByRole('listitem')).toContainText(shop.user.name);

    await orders.tab(details, 'Payment').click();
    await details.getByRole('combobox', { name: `Status of order ${order.number}` }).click();
    await page.getByRole('option', { name: 'On hold' }).click();
    await expect(orders.row(order.number)).toContainText('On hold');
    await expect(orders.row(order.number).getByRole('img', { name: 'Changed' })).toHaveCount(0);

    await details.getByRole('button', { name: 'Reprint receipt' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator('body > [aria-hidden]').filter({ hasText: order.number });
    await expect(sheet).toBeVisible();
    await expect(sheet).toContainText('Copy');
  },
);

test(
  'sets the status of several orders, prints them, and saves them as CSV @losses',
  { tag: '@long' },
  async ({ page, shop }) => {
    test.slow();
    const product = await shop.stocked('Rolling Tray - Terrazzo', 50);
    const sold = [await shop.sell(product, 1), await shop.sell(product, 2)];
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
    });
    const orders = new OrderList(page);
    await orders.open();
    for (const { data } of sold) await orders.row(data.number).click();
    const actions = page.getByRole('toolbar', { name: 'Selected orders' });

    const download = page.waitForEvent('download');
    await actions.getByRole('link', { name: 'Export CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    const [head, ...rows] = csv.trimEnd().split('\r\n');
    expect(head).toMatch(/^Order,Date,Status,/);
    // Newest first, as in the list.
    expect(rows.map((row) => row.split(',')[0])).toEqual(sold.map(({ data }) => data.number).toReversed());

    await actions.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('menuitem', { name: 'Cancelled' }).click();
    const dialog = orders.dialog('Set 2 orders to Cancelled');
    await expect(dialog).toContainText('Cancels: returns 3 items to stock');
    await expectAccessible(page, 'orders-bulk', dialog);
    await dialog.getByRole('button', { name: 'Set to Cancelled' }).click();
    for (const { data } of sold) await expect(orders.row(data.number)).toContainText('Cancelled');
    await expect.poll(() => shop.stockOf(product)).toBe(50);

    await actions.getByRole('button', { name: 'Print receipts' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
    await page.emulateMedia({ media: 'print' });
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  },
);

test.describe('a manager', () => {
  test.use({ as: 'manager' });

  test(
    'sells a cancelled order again with a shortfall, when that is what is wanted',
    { tag: '@long' },
    async ({ page, shop, anotherTill }) => {
      test.slow();
      const { product, variant } = await shop.variant('510 Battery', 'Silver');
      await shop.setStock(product, 30, variant.id);
      const { data: order } = await shop.sell(product, 3, variant.id);
      await shop.setStatus(order.id, 'cancelled');
      await shop.setStock(product, 1, variant.id);
      const orders = new OrderList(page);
      await orders.open();
      const choose = async (list: OrderList) => {
        const details = await list.expand(order.number);
        await list.tab(details, 'Payment').click();
        await details.getByRole('combobox', { name: `Status of order ${order.number}` }).click();
        await list.page.getByRole('option', { name: 'Completed' }).click();
        return details.getByRole('group', { name: 'What this does' });
      };
      const effects = await choose(orders);
      await expect(effects).toContainText('Completes: takes 3 items from stock again');
      await expect(effects).toContainText('Not enough in stock. 510 Battery - Silver: 3 needed, 1 in stock.');
      await expect(effects).toContainText('The shortfall will be recorded.');
      await expectAccessible(page, 'orders-short', effects);

      // Staff see who can approve it.
      const theirs = new OrderList((await anotherTill('staff')).page);
      await theirs.open();
      const told = await choose(theirs);
      await expect(told).toContainText('A manager can approve to sell it anyway.');
      await told.getByRole('button', { name: 'Keep Cancelled' }).click();

      await effects.getByRole('button', { name: 'Sell anyway' }).click();
      await expect(orders.row(order.number)).toContainText('Completed');
      await expect(orders.row(order.number).getByRole('img', { name: 'Shortfall' })).toBeVisible();
      await expect.poll(() => shop.stockOf(product, variant.id)).toBe(0);
      const details = orders.details(order.number);
      await orders.tab(details, 'Items').click();
      await expect(details).toContainText('2 sold beyond what was in stock');
      await orders.tab(details, 'Notes').click();
      await expect(details.getByRole('region', { name: 'Timeline' })).toContainText(
        'Cancelled to completed, 1 item taken from stock again',
      );
      await page.getByRole('button', { name: 'Needs attention' }).click();
      await expect(orders.row(order.number)).toBeVisible();
      // The other till shows the change by itself, with a mark.
      await expect(theirs.row(order.number)).toContainText('Completed');
      await expect(theirs.row(order.number).getByRole('img', { name: 'Changed' })).toBeVisible();
    },
  );

  test('is told of several orders which cannot be sold again', { tag: '@long' }, async ({ page, shop }) => {
    const { product, variant } = await shop.variant('Airtight Jar', 'Large');
    await shop.setStock(product, 30, variant.id);
    const sold = [await shop.sell(product, 2, variant.id), await shop.sell(product, 3, variant.id)];
    for (const { data } of sold) await shop.setStatus(data.id, 'cancelled');
    await shop.setStock(product, 4, variant.id);
    const [first, second] = sold.map(({ data }) => data.number) as [string, string];
    const orders = new OrderList(page);
    await orders.open();
    for (const { data } of sold) await orders.row(data.number).click();
    const actions = page.getByRole('toolbar', { name: 'Selected orders' });
    await actions.getByRole('button', { name: 'Set status' }).click();
    await page.getByRole('menuitem', { name: 'Completed' }).click();
    const dialog = orders.dialog('Set 1 order to Completed');
    await expect(dialog).toContainText('Completes: takes 2 items from stock again');
    await expect(dialog).toContainText('1 order is left as it is:');
    await expect(dialog.getByRole('listitem')).toHaveText(
      `${second}: There is not enough stock to sell this order again: Airtight Jar - Large.`,
    );
    await dialog.getByRole('button', { name: 'Set to Completed' }).click();
    await expect(orders.row(first)).toContainText('Completed');
    await expect(orders.row(second)).toContainText('Cancelled');
    await expect.poll(() => shop.stockOf(product, variant.id)).toBe(2);
  });

  test('deletes an order after a question that says what it does', { tag: '@long' }, async ({ page, shop }) => {
    const { product, variant } = await shop.variant('510 Battery', 'Teal');
    await shop.setStock(product, 30, variant.id);
    const { data: order } = await shop.sell(product, 2, variant.id);
    const orders = new OrderList(page);
    await orders.open();
    const details = await orders.expand(order.number);
    const dialog = await orders.askToDelete(details);
    await expect(dialog).toContainText('Are you sure you want to delete this order? This action cannot be undone.');
    await expect(dialog).toContainText('Deletes: returns 2 items to stock');
    await expectAccessible(page, 'orders-delete', dialog);
    await dialog.getByRole('button', { name: 'Delete Order' }).click();
    await expect(orders.row(order.number)).toHaveCount(0);
    await expect.poll(() => shop.stockOf(product, variant.id)).toBe(30);
  });
});
