import type { Page } from '@playwright/test';
import { bulkStatusRoute, MAX_BULK_ORDERS } from '#contract/order-changes.ts';
import { OrderList } from '../support/pages/order-list.ts';
import { picture } from '../support/browser/picture.ts';
import { expect, test } from '../support/staff.ts';
import { loseReplies } from '../support/faults/unanswered.ts';
import { askOnce } from '../support/faults/unknown-outcome.ts';

// The tests share their orders, because selling this many takes long.
test.describe.configure({ mode: 'default' });

const LEFT = 2;
let buyer = { id: 0, name: '' };

test.beforeAll(async ({ signedIn }) => {
  test.setTimeout(120_000);
  const shop = await signedIn('staff');
  const product = await shop.stocked('Sticker Sheet', 2000);
  const { id, name } = await shop.customer('Philippa');
  buyer = { id, name };
  const sell = async (left: number): Promise<void> => {
    if (left === 0) return;
    await shop.sell(product, 1, null, buyer);
    return sell(left - 1);
  };
  await Promise.all([sell((MAX_BULK_ORDERS + LEFT) / 2), sell((MAX_BULK_ORDERS + LEFT) / 2)]);
});

/** Selects all of them and chooses the status. */
async function setAll(page: Page, status: string) {
  const orders = new OrderList(page);
  await orders.open();
  await orders.searchFor(buyer.name);
  const actions = page.getByRole('toolbar', { name: 'Selected orders' });
  const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Next' });
  for (const count of [50, MAX_BULK_ORDERS, MAX_BULK_ORDERS + LEFT]) {
    await orders.rows.first().click();
    await orders.rows.last().click({ modifiers: ['Shift'] });
    await expect(actions).toContainText(`${count} selected`);
    if (count > MAX_BULK_ORDERS) break;
    const [before] = await orders.rows.first().allTextContents();
    await next.click();
    await expect(orders.rows.first()).not.toHaveText(before ?? '');
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  }
  await actions.getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: status }).click();
  const confirm = () =>
    orders
      .dialog(`Set ${MAX_BULK_ORDERS + LEFT} orders to ${status}`)
      .getByRole('button', { name: `Set to ${status}` })
      .click();
  return { orders, actions, confirm };
}

test('stops before the next batch when cancelled, and says how many are changed', async ({ page }) => {
  test.slow();
  const { orders, actions, confirm } = await setAll(page, 'On hold');
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const sent = new Set<string | null>();
  await page.route(`**${bulkStatusRoute.path}`, async (route) => {
    sent.add(await route.request().headerValue('idempotency-key'));
    await held;
    await route.continue();
  });
  await confirm();
  await expect(actions).toContainText('Setting status');
  await actions.getByRole('button', { name: 'Cancel' }).click();
  await expect(actions).toContainText('Stopping');
  answer();
  const told = orders.dialog('Stopped');
  await expect(told).toContainText('100 orders set to On hold.');
  await expect(told).toContainText('2 orders are left as they are.');
  expect(sent.size).toBe(1);
});

test('tells of the orders that changed before a batch failed', async ({ page, watch }) => {
  test.slow();
  watch.expect(/^403 PUT .*\/bulk-status$/);
  const { orders, confirm } = await setAll(page, 'Processing');
  let first: string | null = null;
  await page.route(`**${bulkStatusRoute.path}`, async (route) => {
    const key = await route.request().headerValue('idempotency-key');
    first ??= key;
    if (key === first) return route.continue();
    const json = { success: false, code: 'not_allowed', error: 'You may no longer change orders.' };
    return route.fulfill({ status: 403, json });
  });
  await confirm();
  const told = orders.dialog('Failed to update order status');
  await expect(told).toContainText('100 orders set to Processing.');
  await expect(told).toContainText('2 orders are left as they are. You may no longer change orders.');
});

test('sends no further batch while one is unknown, and tells after a reload what became of it', async ({
  page,
  watch,
  shop,
}) => {
  test.slow();
  watch.expect(/^failed PUT .*\/bulk-status /);
  const { actions, confirm } = await setAll(page, 'Pending');
  const found = await loseReplies(page, 'PUT', `**${bulkStatusRoute.path}`);
  await confirm();
  await expect(actions).toContainText('Checking whether this change of 100 orders saved', { timeout: 20_000 });
  await picture(page, 'bulk-status-checking');
  await page.reload();
  await expect(actions).toContainText('Checking whether this change of 100 orders saved', { timeout: 20_000 });
  found();
  await askOnce(actions);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    '100 orders set to Pending. 2 orders are left as they are.',
  );
  await expect(actions).toHaveCount(0);
  const statuses = (await shop.ordersOf(buyer)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 'pending').length).toBeGreaterThanOrEqual(98);
});

test('goes on with the next batch once the answer to one is known', async ({ page, shop, watch }) => {
  test.slow();
  watch.expect(/^failed PUT .*\/bulk-status /);
  const { actions, confirm } = await setAll(page, 'On hold');
  const found = await loseReplies(page, 'PUT', `**${bulkStatusRoute.path}`);
  await confirm();
  await expect(actions).toContainText('Checking whether this change of 100 orders saved', { timeout: 20_000 });
  found();
  await askOnce(actions);
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('102 orders set to On hold.', {
    timeout: 20_000,
  });
  expect((await shop.ordersOf(buyer)).filter(({ status }) => status !== 'on-hold')).toEqual([]);
});
