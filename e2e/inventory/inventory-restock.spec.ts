import { expectAccessible } from '../support/browser/accessibility.ts';
import { loseReplies } from '../support/faults/unanswered.ts';
import { expect, test } from '../support/staff.ts';
import { mine } from '../support/pages/stock-room.ts';
import { StockList } from '../support/pages/stock-list.ts';
import { askOnce } from '../support/faults/unknown-outcome.ts';

test.use({ as: 'monroe' });

test('puts what arrived on the books with a purchase order', { tag: ['@losses', '@long'] }, async ({ page, shop }) => {
  const name = mine(['Glass Tips 5 pk', 'Refillable Torch']);
  const product = await shop.stocked(name, 0);
  const stock = new StockList(page);
  await stock.open();
  await stock.restockMode();
  await expect(stock.pending).toContainText('No pending restocks');
  await stock.find(name);
  await expect(stock.less(name)).toBeDisabled();
  await stock.figure(name).fill('-5');
  await stock.search.focus();
  await expect(stock.figure(name)).toHaveValue('');
  await stock.figure(name).fill('11');
  await stock.more(name).click();
  await expect(stock.pending).toContainText('1 product · 12 pieces to restock');

  await stock.openOrder();
  await expect(stock.order).toContainText('Please provide a supplier name for the purchase order');
  await expect(stock.order.getByRole('button', { name: 'Create Purchase Order' })).toBeDisabled();
  await stock.order.getByLabel('Supplier name').click();
  await page.getByRole('option', { name: 'Counter & Case Supply' }).click();
  await expect(stock.order.getByLabel('Supplier name')).toHaveValue('Counter & Case Supply');
  await stock.order.getByLabel('Notes (optional)').fill('Came by van');
  // Staff do not see costs; the server fills in the last cost.
  await expect(stock.order).not.toContainText(/cost|Subtotal/i);
  await expect(stock.order).toContainText('Choose whether the goods are here or come later.');
  await expect(stock.order.getByRole('button', { name: 'Create Purchase Order' })).toBeDisabled();
  await stock.order.getByRole('radio', { name: 'Received now' }).check();
  await stock.order.getByRole('button', { name: 'Receive 12 pieces into stock' }).click();
  await expect(stock.notes).toContainText(/Success, purchase order PO-\d+ created/);
  await expect(stock.order).toBeHidden();
  await expect(stock.stock(name, 12)).toBeVisible();
  await expect(stock.pending).toContainText('No pending restocks');
  expect(await shop.stockOf(product)).toBe(12);
});

test('orders from a new supplier now, to receive later', { tag: '@long' }, async ({ page, shop }) => {
  const name = mine(['Bamboo Rolling Tray', 'Humidity Packs 62% 4 pk']);
  const product = await shop.stocked(name, 3);
  const stock = new StockList(page);
  await stock.restock(name, '40');
  await stock.openOrder();
  const supplier = `New River Goods ${Date.now()}`;
  await stock.order.getByLabel('Supplier name').fill(supplier);
  await page.keyboard.press('Enter');
  await expect(stock.order).toContainText(`${supplier} is added to your suppliers.`);
  await stock.order.getByRole('radio', { name: 'Ordered, to receive later' }).check();
  await stock.order.getByRole('button', { name: 'Order 40 pieces' }).click();
  await expect(stock.notes).toContainText(/Success, purchase order PO-\d+ created/);
  await stock.notes.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /^PO-\d+$/ })).toBeVisible();
  expect(await shop.stockOf(product)).toBe(3);
  // The text that narrowed the stock does not narrow the orders; a text of their own leads to their list.
  await expect(stock.search).toHaveValue('');
  await stock.search.fill(supplier);
  const line = page.getByRole('row').filter({ hasText: supplier });
  await expect(line).toHaveCount(1);
  await expect(line).toContainText('Ordered');
});

test(
  'restocks no part of a piece, says why a purchase order was not made, and keeps what is pending',
  { tag: '@long' },
  async ({ page, shop, watch }) => {
    watch.expect(/^422 POST .*\/generate-from-restock/);
    const name = mine(['Cleaning Solution 12 oz', 'Hemp Wick 20 ft']);
    await shop.stocked(name, 3);
    const stock = new StockList(page);
    await stock.open();
    await stock.restockMode();
    await stock.find(name);
    await stock.figure(name).focus();
    await stock.type('2.7');
    const whole = 'Failed to adjust restock quantity: pieces are counted whole. Nothing was recorded.';
    await expect(page.getByRole('alert').filter({ hasText: whole })).toBeVisible();
    await expect(stock.pending).toContainText('No pending restocks');
    await stock.figure(name).fill('4');
    const refusal = { success: false, error: 'The supplier is blocked.', code: 'not_now' };
    await page.route('**/generate-from-restock', (route) => route.fulfill({ status: 422, json: refusal }));
    await stock.openOrder();
    await stock.order.getByLabel('Supplier name').fill('Default supplier');
    await stock.order.getByRole('radio', { name: 'Received now' }).check();
    await stock.order.getByRole('button', { name: 'Receive 4 pieces into stock' }).click();
    await expect(stock.notes).toContainText('Failed to create purchase order: The supplier is blocked.');
    await expectAccessible(page, 'inventory-order', stock.order);
    await stock.order.getByRole('button', { name: 'Cancel' }).click();
    await expect(stock.figure(name)).toHaveValue('4');
  },
);

test.describe('as manager', () => {
  test.use({ as: 'manager' });

  test('takes what goods cost from those who may know it', { tag: '@long' }, async ({ page, shop }) => {
    const name = mine(['Silicone Dab Mat', 'Glass Tips 5 pk']);
    await shop.stocked(name, 3);
    const stock = new StockList(page);
    await stock.restock(name, '12');
    await stock.openOrder();
    await stock.order.getByLabel('Supplier name').fill('Counter & Case Supply');
    await page.keyboard.press('Enter');
    await stock.order.getByRole('radio', { name: 'Received now' }).check();
    await stock.order.getByLabel(`Unit cost: ${name}`).fill('2.505');
    await expect(stock.order).toContainText(/A cost is an amount with at most two decimals/);
    await expect(stock.order.getByRole('button', { name: 'Receive 12 pieces into stock' })).toBeDisabled();
    await stock.order.getByLabel(`Unit cost: ${name}`).fill('2.50');
    await expect(stock.order).toContainText('Subtotal $30.00');
    await stock.order.getByRole('button', { name: 'Receive 12 pieces into stock' }).click();
    await expect(stock.notes).toContainText(/Success, purchase order PO-\d+ created/);
  });
});

test('receives a restock from a new supplier once, whatever becomes of the answer', async ({ page, shop, watch }) => {
  watch.expect(/^failed POST .*\/generate-from-restock/);
  const name = mine(['Cleaning Solution 12 oz', 'Hemp Wick 20 ft']);
  const product = await shop.stocked(name, 3);
  const stock = new StockList(page);
  await stock.restock(name, '20');
  await stock.openOrder();
  const supplier = `Broad River ${Date.now()}`;
  await stock.order.getByLabel('Supplier name').fill(supplier);
  await page.keyboard.press('Enter');
  await stock.order.getByRole('radio', { name: 'Received now' }).check();
  const found = await loseReplies(page, 'POST', '**/generate-from-restock');
  await stock.order.getByRole('button', { name: 'Receive 20 pieces into stock' }).click();
  await expect(stock.order.getByText('Checking whether this purchase order saved')).toBeVisible();
  await expect(stock.order.getByLabel('Supplier name')).toBeDisabled();
  await stock.order.getByRole('button', { name: 'Close' }).last().click();
  await expect(stock.figure(name)).toBeDisabled();

  await page.reload();
  await stock.ready();
  await stock.restockMode();
  await stock.pending.getByRole('button', { name: 'Checking purchase order' }).click();
  await expect(stock.order.getByLabel('Supplier name')).toHaveValue(supplier);
  found();
  await askOnce(stock.order);
  await expect(stock.notes).toContainText(/Success, purchase order PO-\d+ created/);
  await expect(stock.pending).toContainText('No pending restocks');
  expect(await shop.stockOf(product)).toBe(23);
  await page.getByRole('tab', { name: 'Purchase orders' }).click();
  await stock.search.fill(supplier);
  await expect(page.getByRole('row').filter({ hasText: supplier })).toHaveCount(1);
});
