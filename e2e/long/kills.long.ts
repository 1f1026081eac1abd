import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, FaultProxy } from '../support/faults/fault-proxy.ts';
import { drawn } from '../support/faults/random-faults.ts';
import { expect, test } from '../support/staff.ts';
import { Till } from '../support/pages/till.ts';

const KILLS = Number(process.env['KILLS'] ?? 200);
const SEED = process.env['KILLS_SEED'] ?? '1';
/** After this many kills a new browser profile is used. The profile keeps what earlier kills left on the disk. */
const KILLS_OF_A_TILL = 10;
const PRODUCT = 'Dab Tool Set';
const ORDERS = 'POST /api/orders';
/** Longer than a sale takes with its first retries. */
const LATEST_MS = 5000;
/** From new carts to those that the browser wrote to the disk long before. */
const OLDEST_CART_MS = 12_000;
const FATES = ['pass', 'lose replies', 'lose requests'] as const;

test.use({ network: 'scripted', as: 'staff' });

interface Plan {
  afterPayMs: number;
  cartAgeMs: number;
  fate: (typeof FATES)[number];
}

/** The same seed gives the same plan. */
function planOf(kill: number): Plan {
  return {
    afterPayMs: Math.round(drawn(SEED, kill, 'after Pay') * LATEST_MS),
    cartAgeMs: Math.round(drawn(SEED, kill, 'cart') * OLDEST_CART_MS),
    fate: FATES[Math.floor(drawn(SEED, kill, 'fate') * FATES.length)] ?? 'pass',
  };
}

function order(faults: FaultProxy, fate: Plan['fate']): Fault | null {
  if (fate === 'pass') return null;
  return fate === 'lose replies' ? faults.loseReplies(ORDERS) : faults.loseRequests(ORDERS);
}

for (let first = 1; first <= KILLS; first += KILLS_OF_A_TILL) {
  const last = Math.min(KILLS, first + KILLS_OF_A_TILL - 1);
  const kills = Array.from({ length: last - first + 1 }, (_, index) => first + index);

  test(`kills ${first} to ${last}`, async ({ killable, faults, shop }) => {
    test.setTimeout(120_000 * kills.length);
    await shop.stocked(PRODUCT);
    let till = await Till.openIn(killable);

    for (const kill of kills) {
      const { afterPayMs, cartAgeMs, fate } = planOf(kill);
      await test.step(`kill ${kill}: ${afterPayMs} ms after Pay, cart of ${cartAgeMs} ms, ${fate}`, async () => {
        const customer = await shop.customer('Fulmina');
        const made = async () => (await shop.ordersOf(customer)).length;
        await till.ready();
        await till.add(PRODUCT);
        await till.chooseCustomer(customer.name);
        await sleep(cartAgeMs);
        await till.goToCheckout();
        await till.method('Card').check();
        const fault = order(faults, fate);
        await till.pay.click();
        await sleep(afterPayMs);
        await killable.kill();
        expect(await made()).toBeLessThanOrEqual(1);
        fault?.end();

        till = await Till.openIn(killable);
        // The sale was recorded and shown, or recorded and removed from the cart. A sale that the server never saw is
        // sent again or sold again.
        await expect(till.checking).toBeHidden({ timeout: 60_000 });
        await expect(till.complete.or(till.empty).or(till.line(PRODUCT)).or(till.pay).first()).toBeVisible();
        const inCart = await till.line(PRODUCT).isVisible();
        if (inCart || (await till.pay.isVisible())) {
          expect(await made(), 'a cart that was sold never comes back payable').toBe(0);
          if (inCart) await till.goToCheckout();
          await till.method('Card').check();
          await till.pay.click();
          await till.sold();
        }
        await expect.poll(made, { timeout: 60_000 }).toBe(1);
        await till.newSale();
      });
    }
  });
}
