import { setTimeout as sleep } from 'node:timers/promises';
import { burnCartRoute, heldCartsRoute } from '#contract/held-carts.ts';
import { chip, hold } from '../support/pages/held-carts.ts';
import { Till } from '../support/pages/till.ts';
import { expect, test } from '../support/staff.ts';

/** Tills that are killed while a cart is held, resumed or joined. */
test.use({ network: 'scripted' });

const GRINDER = 'Walnut Grinder';
const TOOLS = 'Dab Tool Set';

// Other tests of this shop may leave a cart held, and these count them.
test.beforeEach(async ({ shop }) => {
  for (const { id } of (await shop.call(heldCartsRoute)).data) await shop.call(burnCartRoute, { id }, {});
});

test('a till that is killed after Hold has the cart once, among those that are held', async ({
  killable,
  faults,
  shop,
}) => {
  await shop.stocked(GRINDER);
  const customer = await shop.customer('Fulmina');
  const till = await Till.openIn(killable);
  await till.add(GRINDER);
  await till.chooseCustomer(customer.name);
  await killable.untilWritten(customer.name);
  const lost = faults.loseReplies('POST /api/held-carts');
  await hold(till);
  await lost.struck;
  await killable.kill();
  lost.end();

  const again = await Till.openIn(killable);
  await expect(again.empty).toBeVisible();
  await expect(chip(again, 1)).toBeVisible({ timeout: 15_000 });
  await chip(again, 1).click();
  await again.page.getByRole('button', { name: `Resume ${customer.name}` }).click();
  await expect(again.line(GRINDER)).toBeVisible();
  await again.sellByCard();
  expect(await shop.ordersOf(customer)).toHaveLength(1);
});

for (const seconds of [0, 0.3]) {
  test(`a till that is killed ${seconds} s after Resume has the cart, with its customer and its name`, async ({
    killable,
    shop,
  }) => {
    await shop.stocked(GRINDER);
    const customer = await shop.customer('Reviva');
    const till = await Till.openIn(killable);
    await till.add(GRINDER);
    await till.chooseCustomer(customer.name);
    await hold(till, 'Reviva, back at noon');
    await chip(till, 1).click();
    await till.page.getByRole('button', { name: 'Resume Reviva, back at noon' }).click();
    await expect(till.line(GRINDER)).toBeVisible();
    await sleep(seconds * 1000);
    await killable.kill();

    const again = await Till.openIn(killable);
    await expect(again.line(GRINDER)).toBeVisible();
    await expect(again.panel.getByText(customer.name)).toBeVisible();
    await again.panel.getByRole('button', { name: 'Hold', exact: true }).click();
    await expect(again.panel.getByRole('textbox', { name: 'Name of the held cart' })).toHaveValue(
      'Reviva, back at noon',
    );
    await again.page.keyboard.press('Escape');
    await again.sellByCard();
    await again.newSale();
    await again.page.reload();
    await again.ready();
    await expect(again.empty).toBeVisible();
    expect(await shop.ordersOf(customer)).toHaveLength(1);
  });
}

test('a till that is killed after Join has both carts, and sells them once', async ({ killable, shop }) => {
  await shop.stocked(GRINDER);
  await shop.stocked(TOOLS);
  const customer = await shop.customer('Iuncta');
  const till = await Till.openIn(killable);
  await till.add(GRINDER);
  await hold(till, 'To join');
  await till.add(TOOLS);
  await till.chooseCustomer(customer.name);
  await killable.untilWritten(customer.name);
  await chip(till, 1).click();
  await till.page.getByRole('button', { name: /^Join/ }).click();
  await expect(till.lines).toHaveCount(2);
  await killable.kill();

  const joined = await Till.openIn(killable);
  await expect(joined.line(GRINDER)).toBeVisible();
  await expect(joined.line(TOOLS)).toBeVisible();
  await joined.sellByCard();
  await killable.kill();

  const sold = await Till.openIn(killable);
  await expect(sold.complete.or(sold.empty)).toBeVisible();
  await expect(sold.lines).toHaveCount(0);
  expect(await shop.ordersOf(customer)).toHaveLength(1);
});
