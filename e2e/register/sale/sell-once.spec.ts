import { picture } from '../../support/browser/picture.ts';
import { expect, test } from '../../support/staff.ts';
import { askOnce } from '../../support/faults/unknown-outcome.ts';

// It plays the network itself, in the lossy run too.
test.use({ network: 'scripted' });

const ORDERS = 'POST /api/orders';

test('asks whether a sale saved when its reply was lost, and never sells twice', async ({
  till,
  shop,
  page,
  faults,
}) => {
  const customer = await till.readyToPay(shop, 'Porch Singles 1 g - Cold Creek');
  const lost = faults.loseReplies(ORDERS);
  await till.pay.click();
  await expect(till.checking).toBeVisible();
  await expect(till.checkout).toContainText(
    'The sale is saved on this till; we keep checking. It cannot be sold twice. Do not take the payment a second time.',
  );
  await picture(page, 'checking');
  await askOnce(till.checkout);
  lost.end();
  await till.sold();
  const [order, ...others] = await shop.ordersOf(customer);
  expect(others).toEqual([]);
  expect(await till.orderNumber()).toBe(order?.number);
});

test('sends a sale again that never arrived', async ({ till, shop, faults }) => {
  const customer = await till.readyToPay(shop, 'Porch Singles 1 g - Cherry Vinyl');
  const lost = faults.loseRequests(ORDERS);
  await till.pay.click();
  await expect(till.checking).toBeVisible();
  expect(await shop.ordersOf(customer)).toHaveLength(0);
  lost.end();
  await till.sold();
  expect(await shop.ordersOf(customer)).toHaveLength(1);
});

test('goes on asking after a reload, and sells to the next customer meanwhile', async ({
  till,
  shop,
  page,
  faults,
}) => {
  test.slow();
  const customer = await till.readyToPay(shop, 'Rosin Roll 1.2 g - Marzipan Moon');
  await shop.stocked('Rosin Roll 1.2 g - Electric Fig');
  const lost = faults.loseReplies(ORDERS);
  await till.pay.click();
  await expect(till.checking).toBeVisible();
  await page.reload();
  await expect(till.checking).toBeVisible({ timeout: 30_000 });

  await till.checkout.getByRole('button', { name: 'Put aside, start the next sale' }).click();
  await expect(till.aside).toContainText(/Checking whether this sale saved\s*\$21\.75/);
  await till.ready();
  await till.add('Rosin Roll 1.2 g - Electric Fig');
  await askOnce(till.aside);
  lost.end();
  await till.asideSettled();
  const [order, ...others] = await shop.ordersOf(customer);
  expect(others).toEqual([]);
  await expect(till.notes).toContainText(`Sale ${order?.number} is saved.`);
  await till.notes.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('row').filter({ hasText: order?.number })).toContainText('$21.75');
  await page.getByRole('link', { name: 'Products' }).click();
  await till.sellByCard();
  expect(await till.orderNumber()).not.toBe(order?.number);
});

test('sells once however often Pay is pressed', async ({ till, shop, page, faults }) => {
  const customer = await till.readyToPay(shop, 'Diamond Dipped 1 g - Glacier Mint');
  await till.pay.dblclick();
  await page.keyboard.press('F4');
  // The second click does not press New sale, which appears in the same place.
  await till.sold();
  expect(faults.seen(ORDERS)).toHaveLength(1);
  expect(await shop.ordersOf(customer)).toHaveLength(1);
});

test(
  'sells where the browser cannot store what it sends, and says that it is not stored',
  { tag: '@long' },
  async ({ till, shop, page, watch }) => {
    // A full disk ends a transaction after its requests have succeeded.
    await page.addInitScript(() => {
      // Called with its own `this` below.
      // oxlint-disable-next-line typescript/unbound-method
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...values) {
        const asked = put.apply(this, values);
        asked.addEventListener('success', () => this.transaction.abort());
        return asked;
      };
    });
    watch.expect(/keep a command/);
    const customer = await till.readyToPay(shop, 'Porch Singles 1 g - Cherry Vinyl');
    await till.pay.click();
    await till.sold();
    await expect(page.getByRole('contentinfo').last()).toContainText('Unanswered work is not stored');
    expect(await shop.ordersOf(customer)).toHaveLength(1);
  },
);
