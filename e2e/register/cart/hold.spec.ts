import { burnCartRoute, heldCartsRoute } from '#contract/held-carts.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/staff.ts';
import { chip, hold } from '../../support/pages/held-carts.ts';

const GRINDER = 'Walnut Grinder';
const TOOLS = 'Dab Tool Set';

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
  await expect(row).toContainText(`${customer.name} · 1 item · ${GRINDER}`);
  await expectAccessible(other.page, 'held-carts', other.page.getByRole('dialog'));
  await row.getByRole('button', { name: 'Resume Blue jacket' }).click();
  await expect(other.line(GRINDER)).toBeVisible();
  await expect(other.panel.getByText(customer.name)).toBeVisible();
  await expect(till.panel.getByRole('button', { name: /^Held/ })).toBeHidden();
  await other.sellByCard();
  expect(await shop.ordersOf(customer)).toHaveLength(1);
});

test('swaps, joins and discards held carts', { tag: '@long' }, async ({ till, shop, page }) => {
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
  await held.getByRole('button', { name: 'Discard Both' }).click();
  await till.dialog('Discard List?').getByRole('button', { name: 'Discard List' }).click();
  await expect(till.panel.getByRole('button', { name: /^Held/ })).toBeHidden();
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
});
