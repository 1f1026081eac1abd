import { askOnce } from '../support/faults/unknown-outcome.ts';
import { loseReplies } from '../support/faults/unanswered.ts';
import { picture } from '../support/browser/picture.ts';
import { OrderList } from '../support/pages/order-list.ts';
import { expect, test } from '../support/staff.ts';

/** Changes of orders whose answer is lost, refused or heard in another window. */

test('tells of a refund whose answer came while no form was open', async ({ page, shop, watch }) => {
  watch.expect(/^failed POST .*\/refunds /);
  const { data: order } = await shop.sell(await shop.stocked('Silicone Dab Mat', 40), 1);
  const orders = new OrderList(page);
  await orders.open();
  const { dialog } = await orders.refund(order.number);
  await dialog.getByRole('button', { name: 'Refund all remaining' }).click();
  const found = await loseReplies(page, 'POST', '**/refunds');
  await dialog.getByRole('button', { name: 'Refund $10.88' }).click();
  await expect(dialog).toContainText('Checking whether this refund saved', { timeout: 20_000 });
  await page.keyboard.press('Escape');
  found();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    `Refund of $10.88 on ${order.number} is made`,
    { timeout: 20_000 },
  );
  await expect(orders.row(order.number)).toContainText('Refunded');
});

test('withdraws a refund that the server cannot answer, and refunds once afterwards', async ({ page, shop, watch }) => {
  test.slow();
  watch.expect(/^500 POST .*\/refunds$/);
  const customer = await shop.customer('Prudence');
  const { data: order } = await shop.sell(await shop.stocked('Silicone Dab Mat', 40), 1, null, customer);
  const orders = new OrderList(page);
  await orders.open();
  const { dialog } = await orders.refund(order.number);
  await dialog.getByRole('button', { name: 'Refund all remaining' }).click();
  const refund = dialog.getByRole('button', { name: 'Refund $10.88' });
  let broken = true;
  await page.route('**/refunds', (route) =>
    broken
      ? route.fulfill({ status: 500, json: { success: false, code: 'internal_error', error: 'It went wrong.' } })
      : route.fallback(),
  );
  await refund.click();
  await expect(dialog).toContainText('Checking whether this refund saved', { timeout: 20_000 });
  const withdraw = dialog.getByRole('button', { name: 'Withdraw' });
  await expect(withdraw).toHaveCount(0);
  await expect(async () => {
    await askOnce(dialog);
    await expect(withdraw).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 60_000 });
  await picture(page, 'refund-withdraw');
  // By keyboard, like the rest of this test.
  await withdraw.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Withdraw it?' });
  await picture(page, 'refund-withdraw-asked');
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(dialog.getByRole('alert')).toContainText('It was withdrawn, and cannot be saved any more.');
  expect(await shop.ordersOf(customer)).toMatchObject([{ refunded: '0.00' }]);
  broken = false;
  await refund.click();
  await expect(orders.dialog('Refunded')).toContainText('Card $10.88');
  expect(await shop.ordersOf(customer)).toMatchObject([{ refunded: '10.88' }]);
});

test('sets a status once when the reply is lost, and keeps the row as it was asked for', async ({
  page,
  shop,
  watch,
}) => {
  watch.expect(/^failed PUT .*\/api\/orders /);
  const product = await shop.stocked('Rolling Tray - Mountains', 20);
  const { data: order } = await shop.sell(product, 3);
  const orders = new OrderList(page);
  await orders.open();
  const details = await orders.expand(order.number);
  await orders.tab(details, 'Payment').click();
  const status = details.getByRole('combobox', { name: `Status of order ${order.number}` });
  await status.click();
  await page.getByRole('option', { name: 'Cancelled' }).click();
  // The request does not arrive either.
  let gone = true;
  await page.route('**/api/orders', (route) =>
    gone && route.request().method() === 'PUT' ? route.abort('connectionreset') : route.fallback(),
  );
  await details.getByRole('button', { name: 'Set to Cancelled' }).click();
  await expect(details).toContainText('Checking whether this change saved');
  await expect(status).toBeDisabled();
  await picture(page, 'status-checking');
  // Sales of others make the list fetch again; its answer does not have the new status yet.
  const { data: next } = await shop.sell(product, 1);
  await expect(orders.row(next.number)).toBeVisible();
  await expect(orders.row(order.number)).toContainText('Cancelled');

  await page.reload();
  await expect(orders.row(order.number)).toContainText('Cancelled');
  await orders.expand(order.number);
  await orders.tab(details, 'Payment').click();
  await expect(details).toContainText('Checking whether this change saved');
  await expect(status).toContainText('Cancelled');
  gone = false;
  await askOnce(details);
  await expect(status).toBeEnabled();
  await expect(orders.row(order.number)).toContainText('Cancelled');
  await expect.poll(() => shop.stockOf(product)).toBe(19);
});

test('writes a note once when the reply is lost', async ({ page, shop, watch }) => {
  watch.expect(/^failed POST .*\/notes /);
  const { data: order } = await shop.sell(await shop.stocked('Sticker Sheet'), 1);
  const orders = new OrderList(page);
  await orders.open();
  const details = await orders.expand(order.number);
  await orders.tab(details, 'Notes').click();
  const note = details.getByRole('textbox', { name: 'New note' });
  await note.fill('Comes back for the box');
  const found = await loseReplies(page, 'POST', '**/notes');
  await details.getByRole('button', { name: 'Add note' }).click();
  await expect(details).toContainText('Checking whether this note saved');
  await page.reload();
  await orders.expand(order.number);
  await orders.tab(details, 'Notes').click();
  await expect(details).toContainText('Checking whether this note saved');
  await expect(note).toHaveValue('Comes back for the box');
  await expect(note).toBeDisabled();
  found();
  await askOnce(details);
  await expect(note).toBeEnabled();
  await expect(note).toHaveValue('');
  await expect(details.getByRole('region', { name: 'Staff notes' }).getByRole('listitem')).toHaveCount(1);
});

test('says in the other window of the same person that the answer is known', async ({ page, shop, watch }) => {
  watch.expect(/^failed POST .*\/refunds /);
  const { data: order } = await shop.sell(await shop.stocked('Silicone Dab Mat', 40), 1);
  const [here, there] = [new OrderList(page), new OrderList(await page.context().newPage())];
  const dialog = here.dialog(`Refund ${order.number}`);
  const other = there.dialog(`Refund ${order.number}`);
  await here.open();
  await here.find(order.number);
  const details = await here.expand(order.number);
  await details.getByRole('button', { name: 'Refund items' }).click();
  await dialog.getByRole('button', { name: 'Refund all remaining' }).click();
  const found = await loseReplies(page, 'POST', '**/refunds');
  await dialog.getByRole('button', { name: 'Refund $10.88' }).click();
  await expect(dialog).toContainText('Checking whether this refund saved', { timeout: 20_000 });

  await there.open();
  await there.find(order.number);
  const seen = await there.expand(order.number);
  await seen.getByRole('button', { name: 'Checking refund' }).click();
  await expect(other.getByRole('textbox', { name: 'Refund of Silicone Dab Mat' })).toBeDisabled();
  found();
  await askOnce(other);
  await expect(here.dialog('Refunded')).toContainText('Card $10.88', { timeout: 20_000 });
  await expect(other.getByRole('alert')).toHaveText(
    'Another window of this browser has the answer. Check what was refunded before you go on.',
  );
  await expect(other.getByRole('button', { name: 'Refund $0.00' })).toBeDisabled();
  await there.page.keyboard.press('Escape');
  await expect(there.fact(seen, 'Refunded with tax')).toHaveText('-$10.88');
});

test.describe('a manager', () => {
  test.use({ as: 'manager' });

  test('deletes an order once when the reply is lost', async ({ page, shop, watch }) => {
    watch.expect(/^failed DELETE .*\/api\/orders\?/);
    const { data: order } = await shop.sell(await shop.stocked('Sticker Sheet'), 2);
    const orders = new OrderList(page);
    await orders.open();
    const details = await orders.expand(order.number);
    const found = await loseReplies(page, 'DELETE', '**/api/orders?id=*');
    await (await orders.askToDelete(details)).getByRole('button', { name: 'Delete Order' }).click();
    // The live event of the deletion has reached every list, including this one.
    await expect(orders.row(order.number)).toHaveCount(0);
    await page.reload();
    found();
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(`Order ${order.number} deleted`, {
      timeout: 20_000,
    });
    await expect(orders.row(order.number)).toHaveCount(0);
  });
});
