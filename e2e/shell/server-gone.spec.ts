import { expect, test } from '../support/staff.ts';

// When the server goes, a till first misses code that it has not fetched yet.
test.use({ cold: true });

test('sells when the server is back that was stopped in the middle of a sale', async ({
  till,
  shop,
  server,
  watch,
}) => {
  watch.expect(/^failed (GET|POST) /, /^503 /);
  const customer = await till.readyToPay(shop, 'Enamel Mug');
  await server.stop();
  await till.pay.click();
  await expect(till.checking).toBeVisible();
  await server.start();
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
  const customer = await till.readyToPay(shop, 'Enamel Pin');
  await server.killDatabase();
  await till.pay.click();
  await expect(till.checking.or(till.complete)).toBeVisible();
  await till.sold();
  await server.untilReady();
  expect(await shop.ordersOf(customer)).toHaveLength(1);
});

test('says at once that the server is gone, keeps the till going, and is silent when it is back', async ({
  till,
  shop,
  server,
  page,
  watch,
}) => {
  watch.expect(/^failed (GET|POST) /, /^503 /, /^console\.error: /);
  await shop.stocked('Corduroy Cap');
  await till.open();
  await till.add('Corduroy Cap');
  const banner = page.getByText('The server cannot be reached.');
  await server.stop();
  await expect(banner).toBeVisible({ timeout: 5000 });
  const line = till.line('Corduroy Cap');
  await line.getByRole('button', { name: /^One more/ }).click();
  await expect(line.getByRole('textbox')).toHaveValue('2');

  // Once the server is back, that code is fetched by itself, and the cart is still there.
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Orders' }).click();
  const notLoaded = page.getByRole('heading', { name: 'Orders could not be loaded' });
  await expect(notLoaded).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(notLoaded).toBeVisible();
  await server.start();
  await expect(banner).toBeHidden({ timeout: 20_000 });
  await expect(page.getByRole('main').getByRole('columnheader').first()).toBeVisible({ timeout: 20_000 });
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Products' }).click();
  await expect(line.getByRole('textbox')).toHaveValue('2');
});

test('says that the network is gone although the stream of changes only fell silent', async ({
  till,
  context,
  page,
  watch,
}) => {
  watch.expect(/^failed GET /, /^console\.error: /);
  await till.open();
  const banner = page.getByText('The server cannot be reached.');
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await context.setOffline(false);
  await expect(banner).toBeHidden();
});
