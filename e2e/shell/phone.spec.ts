import type { Locator } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { OrderList } from '../support/pages/order-list.ts';
import { StockList } from '../support/pages/stock-list.ts';
import { expect, test } from '../support/staff.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Expects the whole row inside its list, and high enough for a finger. */
async function expectWithin(list: Locator, row: Locator): Promise<void> {
  await expect.poll(() => list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect.poll(async () => (await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expect.poll(async () => (await row.boundingBox())?.width).toBeLessThanOrEqual(390);
}

test(
  'on a phone an order and a stock figure are found, and stock is changed, without scrolling sideways',
  { tag: '@long' },
  async ({ page, shop }) => {
    const product = await shop.stocked('Sticker Sheet', 40);
    const customer = await shop.customer('Ada');
    const { data: order } = await shop.sell(product, 1, null, customer);
    const orders = new OrderList(page);
    await orders.open();
    // The bar for what is selected leaves the end of the list in sight.
    await orders.rows.first().tap();
    const bar = page.getByRole('toolbar', { name: 'Selected orders' });
    const hidden = async () => {
      await orders.grid.locator('..').evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
      const [last, over] = [await orders.rows.last().boundingBox(), await bar.boundingBox()];
      return (last?.y ?? 0) + (last?.height ?? 0) - (over?.y ?? 0);
    };
    await expect.poll(hidden).toBeLessThanOrEqual(0);
    await orders.rows.first().tap();
    await page.getByRole('button', { name: 'Filters' }).tap();
    await page.getByRole('combobox', { name: 'Status' }).tap();
    const completed = page.getByRole('option', { name: 'Completed' });
    await expect.poll(async () => (await completed.boundingBox())?.height).toBeGreaterThanOrEqual(43.5);
    await completed.tap();
    await orders.find(order.number);
    const row = orders.row(order.number);
    await expect(row).toContainText('Completed');
    await expect(row.getByText(customer.name).filter({ visible: true })).toBeInViewport({ ratio: 1 });
    await expectWithin(orders.grid.locator('..'), row);
    await orders.expand(order.number);
    await expect(page.getByRole('button', { name: 'Refund items' })).toBeVisible();
    await expectWithin(orders.grid.locator('..'), row);
    await expectAccessible(page, 'phone-order', page.getByRole('main'));

    const stock = new StockList(page);
    await stock.open();
    const item = await stock.find('Sticker Sheet');
    await expectWithin(stock.grid.locator('..'), item);
    await stock.more('Sticker Sheet').tap();
    await expect(stock.figure('Sticker Sheet')).toHaveValue('1');
    const create = stock.pending.getByRole('button', { name: 'Create Audit' });
    await expect(create).toBeInViewport();
    const transfer = item.getByRole('button', { name: 'Transfer Sticker Sheet' });
    await expect(transfer).toBeInViewport({ ratio: 1 });
    await transfer.tap();
    const dialog = page.getByRole('dialog', { name: 'Transfer stock' });
    await expect(dialog.getByText('Sticker Sheet', { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: 'Remove Sticker Sheet' })).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('button', { name: 'Cancel' }).tap();

    await create.tap();
    const variance = stock.audit.getByRole('table', { name: 'Variances' }).getByRole('row').last();
    await expectWithin(stock.audit.getByRole('region', { name: 'Variances by value' }), variance);
    for (const figure of ['Expected 39', 'Counted –', '+1', /^\+\$/])
      await expect(variance.getByRole('cell').filter({ hasText: figure })).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, 'phone-audit-review', stock.audit);
  },
);
