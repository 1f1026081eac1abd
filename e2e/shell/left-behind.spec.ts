import { setPinRoute } from '#contract/pins.ts';
import { PASSWORD } from '../support/shop/shop.ts';
import { picture } from '../support/browser/picture.ts';
import { expect, test } from '../support/staff.ts';
import { arrive, NOT_RECORDED, payAsStaff, signOut, waiting, warning } from '../support/pages/left-behind.ts';
import { footerList } from '../support/faults/unanswered.ts';

// Those who leave a till end their sessions, which must not be the ones that other tests share.
test.use({ as: null, network: 'scripted' });

const ORDERS = 'POST /api/orders';
const PIN = '482913';

test('whoever hands the till over by PIN is warned of an unanswered sale, and a manager finds out that it is saved', async ({
  till,
  page,
  shop,
  faults,
}) => {
  await shop.call(setPinRoute, {}, { current_password: PASSWORD, pin: PIN });
  const product = await shop.stocked('Dab Tool Set');
  const customer = await shop.customer('Relicta');
  const lost = faults.loseReplies(ORDERS);
  await payAsStaff(till, product.name, customer.name);
  await page.getByRole('button', { name: 'Switch person' }).click();
  await expect(warning(page)).toContainText('only you, or a manager at this till, can find out what became of it');
  await picture(page, 'left-behind-switch');
  await warning(page).getByRole('button', { name: 'Stay' }).click();
  await expect(till.checking).toBeVisible();
  await page.getByRole('button', { name: 'Switch person' }).click();
  await warning(page).getByRole('button', { name: 'Switch all the same' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch person' });
  await dialog.getByRole('button', { name: shop.user.name }).click();
  await page.keyboard.type(PIN);
  await expect(dialog).toHaveCount(0);

  await expect(till.lines).toHaveCount(0);
  await footerList(page).click();
  await expect(waiting(page)).toContainText('Find out whether it is saved before anybody does it again.');
  lost.end();
  await waiting(page).getByRole('button', { name: 'Find out' }).click();
  await expect(till.notes).toContainText(/Sale of \$[\d.]+ by .+ is saved\./);
  await expect(footerList(page)).toHaveCount(0);
  expect(await shop.ordersOf(customer)).toHaveLength(1);
});

test(
  'a sale that never arrived waits for a manager at its till, is seen by those elsewhere, and is recorded once',
  { tag: '@long' },
  async ({ till, page, shop, faults, anotherTill, watch }) => {
    test.slow();
    const product = await shop.stocked('Dab Tool Set');
    watch.expect(NOT_RECORDED);
    const customer = await shop.customer('Sera');
    const lost = faults.loseRequests(ORDERS);
    await payAsStaff(till, product.name, customer.name);
    await signOut(page);
    await expect(page.getByRole('list', { name: 'Being checked' })).toContainText('may or may not be saved');

    const elsewhere = await anotherTill('admin');
    await elsewhere.open();
    await footerList(elsewhere.page).click();
    await expect(waiting(elsewhere.page)).toContainText('It waits at that till for');

    await till.signIn('manager');
    await till.ready();
    lost.end();
    await footerList(page).click();
    await waiting(page).getByRole('button', { name: 'Find out' }).click();
    await expect(waiting(page)).toContainText('Not recorded');
    await picture(page, 'left-behind-not-recorded');
    expect(await shop.ordersOf(customer)).toHaveLength(0);
    await waiting(page).getByRole('button', { name: 'Record it' }).click();
    await page
      .getByRole('alertdialog', { name: 'Record it in your name?' })
      .getByRole('button', { name: 'Record it' })
      .click();
    await expect(footerList(page)).toHaveCount(0);
    expect(await shop.ordersOf(customer)).toHaveLength(1);
    await elsewhere.page.reload();
    await elsewhere.ready();
    await expect(footerList(elsewhere.page)).toHaveCount(0);
  },
);

test(
  'a sale that never arrived is withdrawn by a manager, and cannot arrive later',
  { tag: '@long' },
  async ({ till, page, shop, faults, watch }) => {
    const product = await shop.stocked('Dab Tool Set');
    watch.expect(NOT_RECORDED);
    const customer = await shop.customer('Revoca');
    const lost = faults.loseRequests(ORDERS);
    await payAsStaff(till, product.name, customer.name);
    await signOut(page);
    await till.signIn('manager');
    await till.ready();
    lost.end();
    await footerList(page).click();
    await waiting(page).getByRole('button', { name: 'Find out' }).click();
    await waiting(page).getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('alertdialog', { name: 'Withdraw it?' }).getByRole('button', { name: 'Withdraw' }).click();
    await expect(till.notes).toContainText('is withdrawn. Nothing was saved.');
    await page.getByRole('button', { name: 'Logout' }).click();
    await till.signIn('staff');
    await till.ready();
    await footerList(page).click();
    await expect(waiting(page)).toContainText('Not saved: It was withdrawn');
    expect(await shop.ordersOf(customer)).toHaveLength(0);
  },
);

test(
  'whoever goes to another location is warned of an unanswered sale',
  { tag: '@long' },
  async ({ till, page, shop, faults }) => {
    const product = await shop.stocked('Dab Tool Set');
    const customer = await shop.customer('Migra');
    const lost = faults.loseReplies(ORDERS);
    await arrive(till, 'manager');
    await till.add(product.name);
    await till.chooseCustomer(customer.name);
    await till.goToCheckout();
    await till.method('Card').check();
    await till.pay.click();
    await expect(till.checking).toBeVisible();
    const here = page.getByRole('button', { name: /^Location:/ });
    await here.click();
    await page.getByRole('menuitem', { name: 'Blowing Rock' }).click();
    await expect(warning(page)).toContainText(
      'kept in this browser and checked again when you are back at Charlotte Central',
    );
    await picture(page, 'left-behind-location');
    await warning(page).getByRole('button', { name: 'Stay' }).click();
    await expect(here).toContainText('Charlotte Central');
    await here.click();
    await page.getByRole('menuitem', { name: 'Blowing Rock' }).click();
    await warning(page).getByRole('button', { name: 'Go there all the same' }).click();
    await expect(here).toContainText('Blowing Rock');
    lost.end();
    await here.click();
    await page.getByRole('menuitem', { name: 'Charlotte Central' }).click();
    await expect(here).toContainText('Charlotte Central');
    await till.sold();
    expect(await shop.ordersOf(customer)).toHaveLength(1);
  },
);
