import { loseReplies } from '../support/faults/unanswered.ts';
import { StockList } from '../support/pages/stock-list.ts';
import { mine, StockRoom } from '../support/pages/stock-room.ts';
import { PASSWORD } from '../support/shop/shop.ts';
import { expect, test } from '../support/staff.ts';

/** Lost answers of the stock beside those of an audit and a restock, which `npm test` has. */
test.use({ as: 'monroe' });

test('receives a restock once that was pressed again and again while the network was down', async ({
  page,
  shop,
  watch,
}) => {
  watch.expect(/^failed POST .*\/generate-from-restock/);
  const name = mine(['Glass Tips 5 pk', 'Refillable Torch']);
  const product = await shop.stocked(name, 3);
  const stock = new StockList(page);
  await stock.restock(name, '20');
  await stock.openOrder();
  await stock.order.getByLabel('Supplier name').fill(`Linville ${Date.now()}`);
  await page.keyboard.press('Enter');
  await stock.order.getByRole('radio', { name: 'Received now' }).check();
  await page.route('**/generate-from-restock', (route) => route.abort('connectionreset'));
  const receive = stock.order.getByRole('button', { name: 'Receive 20 pieces into stock' });
  await receive.click({ force: true });
  await expect(stock.order.getByText('Checking whether this purchase order saved')).toBeVisible();
  await receive.click({ force: true });
  await page.keyboard.press('Enter');
  await page.unroute('**/generate-from-restock');
  await expect(stock.notes).toContainText(/Success, purchase order PO-\d+ created/, { timeout: 40_000 });
  await expect(stock.order).toBeHidden();
  expect(await shop.stockOf(product)).toBe(23);
});

test.describe('a count whose answer is not known', () => {
  test.use({ as: null });

  test('does not hold up the next person at the till', async ({ page, signedIn, watch }) => {
    watch.expect(/^failed POST .*\/api\/inventory\/batch-adjust/);
    const signIn = async (username: string) => {
      await page.getByRole('textbox', { name: 'Username' }).fill(username);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    const shop = await signedIn('monroe');
    const name = mine(['Dab Tool Set', 'Pipe Cleaners 50 pk']);
    const product = await shop.stocked(name, 9);
    const stock = new StockList(page);
    await page.goto('/?view=adjustments');
    await signIn('monroe');
    await stock.ready();
    await stock.find(name);
    await stock.figure(name).fill('-4');
    const found = await loseReplies(page, 'POST', '**/api/inventory/batch-adjust');
    await stock.pending.getByRole('button', { name: 'Create Audit' }).click();
    await stock.audit.getByLabel('Audit name').fill('Left behind');
    await stock.audit.getByRole('button', { name: 'Create Audit' }).click();
    await expect(stock.audit.getByText('Checking whether this audit saved')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Not everything is saved yet' })).toContainText(
      'Audit "Left behind" has no answer yet.',
    );
    await page.getByRole('button', { name: 'Sign out all the same' }).click();

    await signIn('staff');
    await stock.ready();
    await expect(stock.pending).toContainText('No pending adjustments');
    await stock.find(name);
    await stock.figure(name).fill('1');
    await stock.pending.getByRole('button', { name: 'Create Audit' }).click();
    await expect(stock.audit.getByLabel('Audit name')).toHaveValue(/^Audit /);
    await expect(stock.audit.getByText('Checking whether')).toBeHidden();
    await page.keyboard.press('Escape');
    await stock.pending.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();

    found();
    await signIn('monroe');
    await stock.ready();
    await expect(stock.notes).toContainText(/Success, audit AUD-\d+ created/, { timeout: 40_000 });
    await expect(stock.pending).toContainText('No pending adjustments');
    expect(await shop.stockOf(product)).toBe(5);
  });
});

test.describe('as a manager', () => {
  test.use({ as: 'manager' });

  test('a reorder level whose answer was lost stays as it was typed, and is saved', async ({ page, shop, watch }) => {
    watch.expect(/^failed PUT .*reorder-level/);
    const product = await shop.stocked(mine(['Double Fudge Brownie', 'Brown Butter Cookie']), 21);
    const room = new StockRoom(page);
    await room.reorderLevel(product, null);
    await room.openHistory(product.name);
    await room.figure(room.rows.first()).click();
    const level = room.explanation.getByRole('textbox', { name: 'Reorder level' });
    const found = await loseReplies(page, 'PUT', '**/api/inventory/reorder-level', { handled: false });
    await level.fill('6');
    await level.press('Enter');
    await expect(room.explanation.getByText('Checking whether it saved')).toBeVisible();
    await expect(level).not.toBeEditable();
    await page.keyboard.press('Escape');
    await room.figure(room.rows.first()).click();
    await expect(level).toHaveValue('6');
    await expect(level).not.toBeEditable();
    found();
    await expect(level).toBeEditable();
    await expect(level).toHaveValue('6');
  });

  test('what is marked as counted is marked once, though the answer was lost', async ({ page, shop, watch }) => {
    watch.expect(/^failed POST .*\/api\/proxy\/flora-im\/inventory /);
    const product = await shop.stocked(mine(['Cinnamon Tin 20 pk', 'Day Syrup 4 oz - Yuzu']), 1);
    const room = new StockRoom(page);
    await room.reorderLevel(product, null);
    await room.sellAnyway(product, 2);
    await room.openAttention();
    const item = room.item(product.name);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      const isIt = request.postData()?.includes('as expected') ?? false;
      if (isIt) keys.push(request.headers()['idempotency-key']);
    });
    const found = await loseReplies(page, 'POST', '**/api/proxy/flora-im/inventory');
    const question = page.getByRole('alertdialog', { name: 'Mark as counted?' });
    const mark = async () => {
      await item.getByRole('button', { name: 'Mark counted' }).click();
      await question.getByRole('button', { name: 'Mark counted' }).click();
    };
    await mark();
    await expect.poll(() => keys.length).toBeGreaterThan(0);
    await mark();
    await expect(room.notes.getByText(/marked before, and it is not known yet whether that saved/)).toBeVisible();
    found();
    await expect(room.notes.getByText(`${product.name} is counted`)).toBeVisible({ timeout: 30_000 });
    await expect(item).toBeHidden();
    expect(new Set(keys).size).toBe(1);
  });
});

test.describe('what is pending', () => {
  test.use({ as: null });

  test('outlives other views, a reload and a new sign-in of the same person', async ({ page, signedIn }) => {
    const signIn = async (username: string) => {
      await page.getByRole('textbox', { name: 'Username' }).fill(username);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    const shop = await signedIn('monroe');
    const name = mine(['Rolling Tray - Mountains', 'Rolling Tray - Terrazzo']);
    await shop.stocked(name, 15);
    const stock = new StockList(page);
    await page.goto('/?view=adjustments');
    await signIn('monroe');
    await stock.ready();
    await stock.find(name);
    await stock.figure(name).fill('6');
    await expect(stock.pending).toContainText('1 pending adjustment');

    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: 'Inventory Manager' }).click();
    await expect(stock.figure(name)).toHaveValue('6');
    await page.reload();
    await stock.ready();
    await stock.find(name);
    await expect(stock.figure(name)).toHaveValue('6');

    await page.getByRole('button', { name: 'Logout' }).click();
    await signIn('staff');
    await stock.ready();
    await expect(stock.pending).toContainText('No pending adjustments');
    await page.getByRole('button', { name: 'Logout' }).click();
    await signIn('monroe');
    await stock.ready();
    await expect(stock.pending).toContainText('1 pending adjustment');
    await stock.pending.getByRole('button', { name: 'Discard' }).click();
    await expect(stock.pending).toContainText('No pending adjustments');
    await stock.notes.getByRole('button', { name: 'Undo' }).click();
    await expect(stock.pending).toContainText('1 pending adjustment');
  });
});
