import type { Page, Route } from '@playwright/test';
import { picture } from './picture.ts';
import { expect, test } from './staff.ts';

const ORDERS = '**/api/orders';

/** Loses the replies to sales until told otherwise; what the server did stays done when `handled`. */
async function loseReplies(page: Page, { handled }: { handled: boolean }): Promise<() => void> {
  let lost = true;
  await page.route(ORDERS, async (route: Route) => {
    if (route.request().method() !== 'POST' || !lost) return route.fallback();
    if (handled) await route.fetch();
    await route.abort('connectionreset');
  });
  return () => {
    lost = false;
  };
}

test('asks whether a sale saved when its reply was lost, and never sells twice', async ({
  till,
  shop,
  page,
  watch,
}) => {
  watch.expect(/^failed POST .*\/api\/orders /);
  const customer = await till.readyToPay(shop, 'Porch Singles 1 g - Cold Creek');
  const found = await loseReplies(page, { handled: true });
  await till.pay.click();
  await expect(till.checking).toBeVisible();
  await expect(till.checkout).toContainText('It cannot be sold twice. Do not take the payment a second time.');
  await picture(page, 'checking');
  await till.checkout.getByRole('button', { name: 'Check now' }).click();
  found();
  await till.sold();
  const [order, ...others] = await shop.ordersOf(customer);
  expect(others).toEqual([]);
  expect(await till.orderNumber()).toBe(order?.number);
});

test('sends a sale again that never arrived', async ({ till, shop, page, watch }) => {
  watch.expect(/^failed POST .*\/api\/orders /);
  const customer = await till.readyToPay(shop, 'Porch Singles 1 g - Cherry Vinyl');
  const found = await loseReplies(page, { handled: false });
  await till.pay.click();
  await expect(till.checking).toBeVisible();
  expect(await shop.ordersOf(customer)).toHaveLength(0);
  found();
  await till.sold();
  expect(await shop.ordersOf(customer)).toHaveLength(1);
});

test('goes on asking after a reload, and sells to the next customer meanwhile', async ({ till, shop, page, watch }) => {
  test.slow();
  watch.expect(/^failed POST .*\/api\/orders /);
  const customer = await till.readyToPay(shop, 'Rosin Roll 1.2 g - Marzipan Moon');
  await shop.stocked('Rosin Roll 1.2 g - Electric Fig');
  const found = await loseReplies(page, { handled: true });
  await till.pay.click();
  await expect(till.checking).toBeVisible();
  await page.reload();
  await expect(till.checking).toBeVisible({ timeout: 30_000 });

  await till.checkout.getByRole('button', { name: 'Put aside, start the next sale' }).click();
  await expect(till.aside).toContainText(/Checking whether this sale saved\s*\$21\.75/);
  await till.ready();
  await till.add('Rosin Roll 1.2 g - Electric Fig');
  await till.aside.getByRole('button', { name: 'Check now' }).click();
  found();
  await till.asideSettled();
  const [order, ...others] = await shop.ordersOf(customer);
  expect(others).toEqual([]);
  await expect(till.notes).toContainText(`Sale ${order?.number} is saved.`);
  await till.sellByCard();
  expect(await till.orderNumber()).not.toBe(order?.number);
});

test('sells once however often Pay is pressed', async ({ till, shop, page }) => {
  const customer = await till.readyToPay(shop, 'Diamond Dipped 1 g - Glacier Mint');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/orders')) sent += 1;
  });
  await till.pay.dblclick();
  await page.keyboard.press('F4');
  // Its second half is no press on New sale, which comes in the same place.
  await till.sold();
  expect(sent).toBe(1);
  expect(await shop.ordersOf(customer)).toHaveLength(1);
});
