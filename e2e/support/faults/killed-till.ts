import { setTimeout as sleep } from 'node:timers/promises';
import { Till } from '../pages/till.ts';
import { expect, test } from '../staff.ts';

const PRODUCT = 'Dab Tool Set';

/** A sale whose answer is lost, in a browser that is killed that long after Pay. */
export function testOfKilledTill(seconds: number): void {
  test(`offers a sale that the server has no second time when the browser is killed ${seconds} s after Pay`, async ({
    killable,
    faults,
    shop,
  }) => {
    // On a slow machine the customer is chosen after the first write of the browser, and the second is a minute later.
    test.slow();
    await shop.stocked(PRODUCT);
    const customer = await shop.customer('Fulmina');
    const till = await Till.openIn(killable);
    await till.add(PRODUCT);
    await till.chooseCustomer(customer.name);
    // The browser has brought the cart to the disk, and the payment that follows it has not.
    await killable.untilWritten(customer.name);
    await till.goToCheckout();
    await till.method('Card').check();
    const lost = faults.loseReplies('POST /api/orders');
    await till.pay.click();
    await lost.struck;
    // Nothing on the screen tells when the browser writes what it keeps.
    await sleep(seconds * 1000);
    await killable.kill();
    expect(await shop.ordersOf(customer)).toHaveLength(1);

    lost.end();
    const again = await Till.openIn(killable);
    await expect(again.complete.or(again.empty)).toBeVisible({ timeout: 30_000 });
    await expect(again.line(PRODUCT)).toHaveCount(0);
    expect(await shop.ordersOf(customer)).toHaveLength(1);
  });
}
