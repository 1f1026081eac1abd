import type { Shop } from './shop.ts';
import { expect, test } from './staff.ts';
import type { Till } from './till.ts';

// A shop of its own: the others would miss theirs.
test.use({ ownServer: true });
test.describe.configure({ mode: 'serial' });

async function aboutToPay(till: Till, shop: Shop, name: string): Promise<{ id: number }> {
  await shop.stocked(name);
  const customer = await shop.customer('Patientia');
  await till.open();
  await till.add(name);
  await till.chooseCustomer(customer.name);
  await till.goToCheckout();
  await till.method('Card').check();
  return customer;
}

test('sells when the server is back that was stopped in the middle of a sale', async ({
  till,
  shop,
  server,
  watch,
}) => {
  watch.expect(/^failed (GET|POST) /, /^503 /);
  const customer = await aboutToPay(till, shop, 'Enamel Mug');
  await server?.stop();
  await till.pay.click();
  await expect(till.checking).toBeVisible();
  await server?.start();
  await till.sold();
  expect(await shop.ordersOf(customer)).toHaveLength(1);
  await till.newSale();
  await till.add('Enamel Mug');
});

test('sells when the database is back that was killed in the middle of a sale', async ({
  till,
  shop,
  server,
  watch,
}) => {
  watch.expect(/^failed (GET|POST) /, /^503 /);
  const customer = await aboutToPay(till, shop, 'Enamel Pin');
  await server?.killDatabase();
  const refused = till.page.waitForResponse('**/api/orders');
  await till.pay.click();
  expect((await refused).status()).toBe(503);
  await expect(till.checking.or(till.complete)).toBeVisible();
  await till.sold();
  await server?.untilReady();
  expect(await shop.ordersOf(customer)).toHaveLength(1);
});
