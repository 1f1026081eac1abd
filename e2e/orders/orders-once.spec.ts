import { bulkStatusRoute, voidOrderRoute } from '#contract/order-changes.ts';
import type { WireOrder } from '#contract/orders.ts';
import { OrderList } from '../support/pages/order-list.ts';
import { picture } from '../support/browser/picture.ts';
import { PASSWORD } from '../support/shop/shop.ts';
import { expect, test } from '../support/staff.ts';
import { footerList, loseReplies } from '../support/faults/unanswered.ts';
import { askOnce } from '../support/faults/unknown-outcome.ts';

async function orderOf(shop: { ordersOf: (customer: { id: number }) => Promise<WireOrder[]> }, id: number) {
  const [order] = await shop.ordersOf({ id });
  if (!order) throw new Error('there is no order');
  return order;
}

test('refunds once when the reply is lost, and shows the refund as it was sent until the answer is known', async ({
  page,
  shop,
  watch,
}) => {
  test.slow();
  watch.expect(/^failed POST .*\/refunds /);
  const customer = await shop.customer('Ottoline');
  // The first piece is $10.88 with tax, the second $10.87.
  const { data: order } = await shop.sell(await shop.stocked('Silicone Dab Mat', 40), 2, null, customer);
  const orders = new OrderList(page);
  await orders.open();
  const { details, dialog } = await orders.refund(order.number);
  const quantity = dialog.getByRole('textbox', { name: 'Refund of Silicone Dab Mat' });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await dialog.getByRole('button', { name: 'More: Refund of Silicone Dab Mat' }).click();
  await reason.fill('Torn');
  const found = await loseReplies(page, 'POST', '**/refunds');
  await dialog.getByRole('button', { name: 'Refund $10.88' }).click();

  // The order has been fetched again since, so a newly calculated refund of one piece would be $10.87.
  const isAsSent = async () => {
    await expect(dialog).toContainText('Checking whether this refund saved', { timeout: 20_000 });
    await expect(dialog.getByRole('button', { name: 'Refund $10.88' })).toBeVisible();
    await expect(orders.fact(dialog, 'To card')).toHaveText('$10.88');
    await expect(reason).toHaveValue('Torn');
    await expect(reason).toBeDisabled();
    await expect(quantity).toHaveValue('1');
    await expect(quantity).toBeDisabled();
  };
  await isAsSent();
  await picture(page, 'refund-checking');
  await expect.poll(async () => (await orderOf(shop, customer.id)).refunded).toBe('10.88');
  await isAsSent();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  await details.getByRole('button', { name: 'Checking refund' }).click();
  await isAsSent();

  await page.reload();
  await orders.expand(order.number);
  await details.getByRole('button', { name: 'Checking refund' }).click();
  await isAsSent();
  found();
  await askOnce(dialog);
  await expect(orders.dialog('Refunded')).toContainText('Card $10.88');
  await page.keyboard.press('Escape');
  await expect(orders.fact(details, 'Refunded with tax')).toHaveText('-$10.88');
  expect(await orderOf(shop, customer.id)).toMatchObject({ refunded: '10.88', line_items: [{ refunded_quantity: 1 }] });
});

test(
  'gives the focus back to where it was once everything in the list of the footer is known',
  { tag: '@long' },
  async ({ page, shop, watch }) => {
    watch.expect(/^500 POST .*\/refunds$/);
    const { data: order } = await shop.sell(await shop.stocked('Silicone Dab Mat', 40), 2);
    const orders = new OrderList(page);
    await orders.open();
    const { details, dialog } = await orders.refund(order.number);
    await dialog.getByRole('button', { name: 'More: Refund of Silicone Dab Mat' }).click();
    const refused = { status: 500, json: { success: false, code: 'internal_error', error: 'It went wrong.' } };
    let broken = true;
    await page.route('**/refunds', (route) => (broken ? route.fulfill(refused) : route.fallback()));
    await dialog.getByRole('button', { name: 'Refund $10.88' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Checking whether this refund saved');
    await page.keyboard.press('Escape');
    await expect(details.getByRole('button', { name: 'Checking refund' })).toBeFocused();
    await footerList(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Check now' })).toBeFocused();
    broken = false;
    await page.keyboard.press('Enter');
    await expect(footerList(page)).toHaveCount(0);
    await expect(details.getByRole('button', { name: 'Refund items' })).toBeFocused();
  },
);

test('never says that nothing happened when the server knows the key from another refund, or may have forgotten it', async ({
  page,
  shop,
  watch,
}) => {
  watch.expect(/^(409|422) POST .*\/refunds$/);
  const { data: order } = await shop.sell(await shop.stocked('Silicone Dab Mat', 40), 1);
  const orders = new OrderList(page);
  await orders.open();
  const { dialog } = await orders.refund(order.number);
  const refundAll = async (status: number, code: string) => {
    const json = { success: false, code, error: 'It may have been carried out then.' };
    await page.route('**/refunds', (route) => route.fulfill({ status, json }), { times: 1 });
    await dialog.getByRole('button', { name: 'Refund all remaining' }).click();
    await dialog.getByRole('button', { name: 'Refund $10.88' }).click();
  };
  await refundAll(409, 'sent_too_long_ago');
  await expect(dialog.getByRole('alert')).toHaveText('It may have been carried out then.');
  await refundAll(422, 'idempotency_key_reused');
  await expect(dialog.getByRole('alert')).toHaveText(
    'This was done before, but not as it was sent from here. Look at the order before you do anything again.',
  );
  await expect(dialog.getByRole('button', { name: 'Refund $0.00' })).toBeDisabled();
});

test('shows selected orders as they are now', { tag: '@long' }, async ({ page, shop, signedIn }) => {
  test.slow();
  const product = await shop.stocked('Enamel Pin', 40);
  const { data: order } = await shop.sell(product, 2);
  const { data: other } = await shop.sell(product, 1);
  const orders = new OrderList(page);
  await orders.open();
  for (const { number } of [order, other]) await orders.row(number).click();
  await page
    .getByRole('radio', { name: 'Selected (2)' })
    .or(page.getByRole('button', { name: 'Selected (2)' }))
    .click();
  await expect(orders.rows).toHaveCount(2);
  const details = await orders.expand(order.number);
  const dialog = orders.dialog(`Refund ${order.number}`);
  await details.getByRole('button', { name: 'Refund items' }).click();
  await expect(dialog).toContainText('nothing refunded');
  await dialog.getByRole('button', { name: 'More: Refund of Enamel Pin' }).click();
  await dialog.getByRole('button', { name: 'Refund $8.70' }).click();
  await orders.dialog('Refunded').getByRole('button', { name: 'Done' }).click();
  await expect(orders.fact(details, 'Refunded with tax')).toHaveText('-$8.70');
  await details.getByRole('button', { name: 'Refund items' }).click();
  await expect(dialog).toContainText('$8.70 refunded');
  await expect(dialog).toContainText('1 refundable');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // A change by another till is shown, and what it deletes disappears.
  await shop.setStatus(other.id, 'on-hold');
  await expect(orders.row(other.number)).toContainText('On hold');
  await (await signedIn('manager')).call({ ...voidOrderRoute, path: `${voidOrderRoute.path}?id=${other.id}` });
  await expect(orders.row(other.number)).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText('1 selected');
});

test('sets the status of several orders once when the reply is lost', async ({ page, shop, watch }) => {
  watch.expect(/^failed PUT .*\/bulk-status /);
  const customer = await shop.customer('Philippa');
  const product = await shop.stocked('Sticker Sheet');
  for (let sold = 0; sold < 2; sold += 1) await shop.sell(product, 1, null, customer);
  const orders = new OrderList(page);
  await orders.open();
  await orders.searchFor(customer.name);
  await expect(orders.rows).toHaveCount(2);
  for (const place of [0, 1]) await orders.rows.nth(place).click();
  const actions = page.getByRole('toolbar', { name: 'Selected orders' });
  await actions.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'On hold' }).click();
  const found = await loseReplies(page, 'PUT', `**${bulkStatusRoute.path}`);
  await orders.dialog('Set 2 orders to On hold').getByRole('button', { name: 'Set to On hold' }).click();
  await expect(actions).toContainText('Checking whether this change of 2 orders saved', { timeout: 20_000 });
  await page.reload();
  await expect(actions).toContainText('Checking whether this change of 2 orders saved', { timeout: 20_000 });
  found();
  await askOnce(actions);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('2 orders set to On hold.', {
    timeout: 20_000,
  });
  await expect(actions).toHaveCount(0);
  expect((await shop.ordersOf(customer)).map(({ status }) => status)).toEqual(['on-hold', 'on-hold']);
});

test('takes a status back in the list only when it is refused', { tag: '@long' }, async ({ page, shop, watch }) => {
  watch.expect(/^409 PUT .*\/api\/orders$/);
  const { data: order } = await shop.sell(await shop.stocked('Sticker Sheet'), 1);
  const orders = new OrderList(page);
  await orders.open();
  const details = await orders.expand(order.number);
  await orders.tab(details, 'Payment').click();
  await page.route('**/api/orders', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 409, json: { success: false, code: 'conflict', error: 'It was closed.' } })
      : route.fallback(),
  );
  await details.getByRole('combobox', { name: `Status of order ${order.number}` }).click();
  await page.getByRole('option', { name: 'On hold' }).click();
  await expect(details.getByRole('alert')).toHaveText('Failed to update order status. It was closed.');
  await expect(orders.row(order.number)).toContainText('Completed');
});

test.describe('with a session of one’s own', () => {
  test.use({ as: null });

  test('begins anew at another location', { tag: '@long' }, async ({ page, signedIn }) => {
    const central = await signedIn('manager');
    const { data: order } = await central.sell(await central.stocked('Sticker Sheet'), 1);
    const blowingRock = await signedIn('rowan');
    const { data: theirs } = await blowingRock.sell(await blowingRock.stocked('Sticker Sheet'), 1);
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Username' }).fill('manager');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('button', { name: /^Location:/ })).toBeVisible({ timeout: 30_000 });
    const orders = new OrderList(page);
    await orders.open();
    await orders.row(order.number).click();
    await expect(orders.footer).toContainText('1 selected');

    await page.getByRole('button', { name: /^Location:/ }).click();
    await page.getByRole('menuitem', { name: 'Blowing Rock' }).click();
    await expect(orders.row(theirs.number)).toBeVisible();
    await expect(orders.row(order.number)).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveText('Blowing Rock');
    await expect(page.getByRole('toolbar', { name: 'Selected orders' })).toHaveCount(0);
    await expect(orders.footer).not.toContainText('selected');
  });
});
