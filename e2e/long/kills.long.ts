import { setTimeout as sleep } from 'node:timers/promises';
import process from 'node:process';
import { drawn } from '../support/random-faults.ts';
import { expect, test } from '../support/staff.ts';
import { Till } from '../support/till.ts';
import { arrive } from './faults.ts';

const KILLS = Number(process.env['KILLS'] ?? 200);
const SEED = process.env['KILLS_SEED'] ?? '1';
const PRODUCT = 'Dab Tool Set';
/** Longer than a sale takes with its first retries. */
const LATEST_MS = 5000;
/** Young carts and such as the browser has long brought to the disk. */
const OLDEST_CART_MS = 12_000;

test.use({ network: 'scripted', as: 'staff' });

for (let kill = 1; kill <= KILLS; kill += 1) {
  const afterPayMs = Math.round(drawn(SEED, kill, 'after Pay') * LATEST_MS);
  const cartAgeMs = Math.round(drawn(SEED, kill, 'cart') * OLDEST_CART_MS);
  const fate =
    (['pass', 'lose replies', 'lose requests'] as const)[Math.floor(drawn(SEED, kill, 'fate') * 3)] ?? 'pass';

  test(`kill ${kill}: ${afterPayMs} ms after Pay, cart of ${cartAgeMs} ms, ${fate}`, async ({
    killable,
    faults,
    shop,
  }) => {
    test.slow();
    await shop.stocked(PRODUCT);
    const customer = await shop.customer('Fulmina');
    const till = new Till(await killable.open());
    await arrive(till.page, '/', 'staff');
    await till.ready();
    await till.add(PRODUCT);
    await till.chooseCustomer(customer.name);
    await sleep(cartAgeMs);
    await till.goToCheckout();
    await till.method('Card').check();
    const orders = 'POST /api/orders';
    const fault =
      fate === 'pass' ? null : fate === 'lose replies' ? faults.loseReplies(orders) : faults.loseRequests(orders);
    await till.pay.click();
    await sleep(afterPayMs);
    await killable.kill();
    const made = (await shop.ordersOf(customer)).length;
    expect(made).toBeLessThanOrEqual(1);
    fault?.end();

    const again = new Till(await killable.open());
    await arrive(again.page, '/', 'staff');
    await again.ready();
    // Sold and said so, or sold and gone from the cart. What the server never saw is sold now, by itself or once more.
    const settled = again.complete.or(again.empty).or(again.line(PRODUCT)).or(again.pay).first();
    await expect(again.checking).toBeHidden({ timeout: 60_000 });
    await expect(settled).toBeVisible({ timeout: 30_000 });
    const isPayable = (await again.line(PRODUCT).isVisible()) || (await again.pay.isVisible());
    if (isPayable) {
      expect(await shop.ordersOf(customer), 'a cart that was sold never comes back payable').toHaveLength(0);
      if (!(await again.pay.isVisible())) await again.goToCheckout();
      await again.method('Card').check();
      await again.pay.click();
      await again.sold();
    }
    await expect.poll(async () => (await shop.ordersOf(customer)).length, { timeout: 60_000 }).toBe(1);
  });
}
