import { expect, test } from '../support/staff.ts';

// When the server goes, a till first misses code that it has not fetched yet.
test.use({ cold: true });

test(
  'says at once that the server is gone, keeps the till going, and sells when it is back',
  { tag: '@long' },
  async ({ till, shop, server, page, watch }) => {
    test.slow();
    watch.expect(/^failed (GET|POST) /, /^503 /, /^console\.error: /);
    const customer = await till.readyToPay(shop, 'Enamel Mug');
    const banner = page.getByText('The server cannot be reached.');
    await server.stop();
    await expect(banner).toBeVisible();
    await page.getByRole('button', { name: 'Back to cart' }).click();
    const line = till.line('Enamel Mug');
    await line.getByRole('button', { name: /^One more/ }).click();
    await expect(line.getByRole('textbox')).toHaveValue('2');

    // Once the server is back, that code is fetched by itself, and the cart is still there.
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Orders' }).click();
    const notLoaded = page.getByRole('heading', { name: 'Orders could not be loaded' });
    await expect(notLoaded).toBeVisible();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(notLoaded).toBeVisible();
    await views.getByRole('link', { name: 'Products' }).click();
    await till.goToCheckout();
    await till.method('Card').check();
    await till.pay.click();
    await expect(till.checking).toBeVisible();

    await server.start();
    await till.sold();
    await expect(banner).toBeHidden({ timeout: 20_000 });
    const [order, ...more] = await shop.ordersOf(customer);
    expect(order?.line_items).toMatchObject([{ quantity: 2 }]);
    expect(more).toEqual([]);
    await views.getByRole('link', { name: 'Orders' }).click();
    await expect(page.getByRole('main').getByRole('columnheader').first()).toBeVisible({ timeout: 20_000 });
  },
);

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

test(
  'says that the network is gone although the stream of changes only fell silent',
  { tag: '@long' },
  async ({ till, context, page, watch }) => {
    watch.expect(/^failed GET /, /^console\.error: /);
    await till.open();
    const banner = page.getByText('The server cannot be reached.');
    await context.setOffline(true);
    await expect(banner).toBeVisible();
    await context.setOffline(false);
    await expect(banner).toBeHidden();
  },
);
