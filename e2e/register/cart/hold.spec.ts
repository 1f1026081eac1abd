import { setTimeout as sleep } from 'node:timers/promises';
import { burnCartRoute, heldCartsRoute } from '#contract/held-carts.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/staff.ts';
import type { KillableBrowser } from '../../support/faults/killed-browser.ts';
import { Till } from '../../support/pages/till.ts';

const GRINDER = 'Walnut Grinder';
const TOOLS = 'Dab Tool Set';

/** Holds the cart at hand: two presses, with a name between them if there is one. */
async function hold(till: Till, name?: string): Promise<void> {
  await till.panel.getByRole('button', { name: 'Hold', exact: true }).click();
  const form = till.panel.getByRole('form', { name: 'Hold the cart' });
  if (name !== undefined) await form.getByRole('textbox').fill(name);
  await form.getByRole('button', { name: 'Hold' }).click();
  await expect(till.empty).toBeVisible();
}

/** Opens the register of a browser that was killed, signed in. */
async function reopened(killable: KillableBrowser): Promise<Till> {
  const till = new Till(await killable.open());
  await till.page.goto('/');
  const form = till.page.getByRole('textbox', { name: 'Username' });
  await expect(form.or(till.grid)).toBeVisible({ timeout: 30_000 });
  if (await form.isVisible()) await till.signIn('staff');
  await till.ready();
  return till;
}

const chip = (till: Till, count: number) => till.panel.getByRole('button', { name: `Held (${count})` });

// Other tests of this shop may leave a cart held, and these count them.
test.beforeEach(async ({ shop }) => {
  for (const { id } of (await shop.call(heldCartsRoute)).data) await shop.call(burnCartRoute, { id }, {});
});

test('holds a cart with its customer, and another till takes it over', async ({ till, shop, page, anotherTill }) => {
  await shop.stocked(GRINDER);
  await shop.stocked(TOOLS);
  const customer = await shop.customer('Manda');
  const other = await anotherTill('staff');
  await Promise.all([till.open(), other.open()]);
  await till.add(GRINDER);
  await till.chooseCustomer(customer.name);
  await page.keyboard.press('F8');
  await till.panel.getByRole('form', { name: 'Hold the cart' }).getByRole('textbox').fill('Blue jacket');
  await page.keyboard.press('Enter');
  await expect(till.empty).toBeVisible();
  await expect(till.panel.getByText('Guest Customer')).toBeVisible();
  await expect(chip(till, 1)).toBeVisible();

  await chip(other, 1).click();
  const row = other.page.getByRole('list', { name: 'Held carts' }).getByRole('listitem');
  await expect(row).toContainText('Blue jacket');
  await expect(row).toContainText(customer.name);
  await expectAccessible(other.page, '[role=dialog]');
  await row.getByRole('button', { name: 'Resume Blue jacket' }).click();
  await expect(other.line(GRINDER)).toBeVisible();
  await expect(other.panel.getByText(customer.name)).toBeVisible();
  await expect(till.panel.getByRole('button', { name: /^Held/ })).toBeHidden();
  await other.sellByCard();
  expect(await shop.ordersOf(customer)).toHaveLength(1);
});

test('swaps, joins and burns held carts', async ({ till, shop, page }) => {
  await shop.stocked(GRINDER);
  await shop.stocked(TOOLS);
  await till.open();
  await till.add(GRINDER);
  await hold(till, 'First');
  await till.add(TOOLS);
  await chip(till, 1).click();
  const held = page.getByRole('list', { name: 'Held carts' });
  await held.getByRole('button', { name: 'Hold this cart and resume First' }).click();
  await expect(till.line(GRINDER)).toBeVisible();
  await expect(till.line(TOOLS)).toBeHidden();
  await chip(till, 1).click();
  await held.getByRole('button', { name: /^Join/ }).click();
  await expect(till.line(TOOLS)).toBeVisible();
  await expect(till.lines).toHaveCount(2);
  await hold(till, 'Both');
  await chip(till, 1).click();
  await held.getByRole('button', { name: 'Burn Both' }).click();
  await till.dialog('Burn List?').getByRole('button', { name: 'Burn List' }).click();
  await expect(till.panel.getByRole('button', { name: /^Held/ })).toBeHidden();
});

test('the Inventory Manager holds the cart, and the register gives it back', async ({ till, shop, page }) => {
  await shop.stocked(GRINDER);
  await till.open();
  await till.add(GRINDER);
  await page.getByRole('link', { name: /^Inventory Manager/ }).click();
  await expect(till.notes.getByText('The cart is held until you are back at the register.')).toBeVisible();
  await page.getByRole('link', { name: 'Products' }).click();
  await expect(till.line(GRINDER)).toBeVisible();
  await till.sellByCard();
});

test.describe('when answers are lost', () => {
  test.use({ network: 'scripted' });

  test('a cart whose hold was not answered is held once, while the cashier sells on', async ({
    till,
    shop,
    faults,
  }) => {
    await shop.stocked(GRINDER);
    await shop.stocked(TOOLS);
    await till.open();
    await till.add(GRINDER);
    const lost = faults.loseReplies('POST /api/held-carts');
    await hold(till, 'Patience');
    await lost.struck;
    await till.add(TOOLS);
    await till.sellByCard();
    lost.end();
    await till.newSale();
    await till.asideSettled();
    await chip(till, 1).click();
    await till.page.getByRole('button', { name: 'Resume Patience' }).click();
    await expect(till.line(GRINDER)).toBeVisible();
    await expect(till.lines).toHaveCount(1);
  });

  test('a till that is killed after Hold has the cart once, among those that are held', async ({
    killable,
    faults,
    shop,
  }) => {
    await shop.stocked(GRINDER);
    const customer = await shop.customer('Fulmina');
    const till = new Till(await killable.open());
    await till.page.goto('/');
    await till.signIn('staff');
    await till.ready();
    await till.add(GRINDER);
    await till.chooseCustomer(customer.name);
    await killable.untilWritten(customer.name);
    const lost = faults.loseReplies('POST /api/held-carts');
    await hold(till);
    await lost.struck;
    await killable.kill();
    lost.end();

    const again = await reopened(killable);
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
      const till = await reopened(killable);
      await till.add(GRINDER);
      await till.chooseCustomer(customer.name);
      await hold(till, 'Reviva, back at noon');
      await chip(till, 1).click();
      await till.page.getByRole('button', { name: 'Resume Reviva, back at noon' }).click();
      await expect(till.line(GRINDER)).toBeVisible();
      await sleep(seconds * 1000);
      await killable.kill();

      const again = await reopened(killable);
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
    const till = await reopened(killable);
    await till.add(GRINDER);
    await hold(till, 'To join');
    await till.add(TOOLS);
    await till.chooseCustomer(customer.name);
    await killable.untilWritten(customer.name);
    await chip(till, 1).click();
    await till.page.getByRole('button', { name: /^Join/ }).click();
    await expect(till.lines).toHaveCount(2);
    await killable.kill();

    const joined = await reopened(killable);
    await expect(joined.line(GRINDER)).toBeVisible();
    await expect(joined.line(TOOLS)).toBeVisible();
    await joined.sellByCard();
    await killable.kill();

    const sold = await reopened(killable);
    await expect(sold.complete.or(sold.empty)).toBeVisible();
    await expect(sold.lines).toHaveCount(0);
    expect(await shop.ordersOf(customer)).toHaveLength(1);
  });
});
