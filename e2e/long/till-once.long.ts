import { askOnce } from '../support/faults/unknown-outcome.ts';
import { checking, footerList, loseReplies } from '../support/faults/unanswered.ts';
import { fillIn, someName, USERS } from '../support/pages/new-customer.ts';
import { audit, field } from '../support/pages/till-audit.ts';
import { Till } from '../support/pages/till.ts';
import { expect, test } from '../support/staff.ts';

/** Faults of the register beside the lost reply of each command, which `npm test` has. */
test.use({ network: 'scripted' });

const PRODUCT = 'Dab Tool Set';
// $12.00, 8.75 % tax.
const SOLUTION = 'Cleaning Solution 12 oz';

test('sends a sale that never arrived once, when the browser was killed while the server was away', async ({
  killable,
  faults,
  shop,
}) => {
  await shop.stocked(PRODUCT);
  const customer = await shop.customer('Absentia');
  const till = await Till.openIn(killable);
  await till.add(PRODUCT);
  await till.chooseCustomer(customer.name);
  await till.goToCheckout();
  await till.method('Card').check();
  const lost = faults.loseRequests('POST /api/orders');
  await till.pay.click();
  await expect(till.checking).toBeVisible();
  await lost.struck;
  await killable.kill();
  expect(await shop.ordersOf(customer)).toHaveLength(0);

  lost.end();
  const again = await Till.openIn(killable);
  await again.sold();
  await expect(again.line(PRODUCT)).toHaveCount(0);
  expect(await shop.ordersOf(customer)).toHaveLength(1);
});

test('knows what it sent though a newer page has raised the version of the database of the browser', async ({
  killable,
  faults,
  shop,
}) => {
  await shop.stocked(PRODUCT);
  const customer = await shop.customer('Versiona');
  const till = await Till.openIn(killable);
  await till.page.evaluate(async () => {
    const opened = indexedDB.open('tillwright', 9);
    await new Promise((resolve, reject) => {
      opened.addEventListener('success', resolve);
      opened.addEventListener('error', reject);
    });
    opened.result.close();
  });
  await till.add(PRODUCT);
  await till.chooseCustomer(customer.name);
  await till.goToCheckout();
  await till.method('Card').check();
  const lost = faults.loseReplies('POST /api/orders');
  await till.pay.click();
  await expect(till.checking).toBeVisible();
  await till.page.reload();
  await expect(till.checking).toBeVisible({ timeout: 30_000 });
  await askOnce(till.checkout);
  lost.end();
  await till.sold();
  expect(await shop.ordersOf(customer)).toHaveLength(1);
});

test('uses points once, however often the answer is lost', async ({ till, shop, page, faults, signedIn }) => {
  await shop.stocked(SOLUTION);
  const customer = await shop.customer('Lostia');
  await (await signedIn('manager')).givePoints(customer, 200);
  await till.open();
  await till.add(SOLUTION);
  await till.chooseCustomer(customer.name);
  await till.goToCheckout();
  await till.checkout.getByRole('checkbox', { name: 'Use points' }).check();
  await till.method('Card').check();
  const lost = faults.loseReplies('POST /api/orders');
  await till.pay.click();
  await expect(till.checking).toBeVisible();
  await page.reload();
  await expect(till.checking).toBeVisible({ timeout: 30_000 });
  await askOnce(till.checkout);
  lost.end();
  await till.sold();
  await expect(till.fact(till.complete, 'Points used')).toHaveText('200, -$10.00');
  expect(await shop.ordersOf(customer)).toHaveLength(1);
  expect(await shop.pointsOf(customer)).toBe(2);
});

test('a customer who is refused after the form was closed is told about, and their details are gone', async ({
  till,
  shop,
  page,
  watch,
}) => {
  watch.expect(/^failed POST .*\/users /, /^422 POST .*\/users$/);
  const lastName = someName();
  await till.open();
  const form = await fillIn(page, lastName);
  const found = await loseReplies(page, 'POST', USERS, { handled: false });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(checking(page, 'customer')).toBeVisible();
  await form.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Escape');
  await page.route(USERS, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { success: false, code: 'email_taken', error: 'This email is taken.' } })
      : route.fallback(),
  );
  await footerList(page).click();
  await askOnce(page);
  found();
  const told = page.getByRole('alertdialog', { name: 'Customer not added' });
  await expect(told).toContainText(`Failed to create customer Wren ${lastName}: This email is taken.`);
  await expect(told).toContainText('enter them again');
  await told.getByRole('button', { name: 'OK' }).click();
  expect(await shop.customersNamed(lastName)).toEqual([]);
  const kept = JSON.stringify(await page.context().storageState({ indexedDB: true }));
  expect(kept).toContain('email_taken');
  expect(kept).not.toContain(lastName);
});

test('changes stock once when the answer is lost, and nothing on top before it is known', async ({
  till,
  shop,
  page,
  watch,
}) => {
  test.slow();
  watch.expect(/^failed POST .*\/inventory/);
  const name = 'Glass Tip 1.5 g - Blue Ridge Mist';
  const pieces = await shop.stocked(name, 37);
  const card = await audit(till, name);
  const stock = field(card, name.replaceAll('.', '\\.'));
  const changed = await loseReplies(page, 'POST', '**/api/inventory/adjust');
  await card.getByRole('button', { name: /^Less: / }).click();
  const checking = card.getByText('Checking...');
  await expect(checking).toBeVisible();
  await expect(stock).toHaveValue('36');
  await expect(stock).not.toBeEditable();
  await card.getByRole('button', { name: /^Less: / }).click({ force: true });
  await expect(till.notes).toContainText('It is not known yet whether the last change saved.');
  await page.reload();
  const again = await audit(till, name);
  await expect(again.getByText('Checking...')).toBeVisible();
  changed();
  await expect(checking).toBeHidden();
  await expect(stock).toHaveValue('36');
  expect(await shop.stockOf(pieces)).toBe(36);

  const counted = await loseReplies(page, 'POST', '**/api/proxy/flora-im/inventory');
  await stock.fill('30');
  await stock.press('Enter');
  await expect(checking).toBeVisible();
  await expect(stock).toHaveValue('30');
  counted();
  await expect(checking).toBeHidden();
  await expect(stock).toHaveValue('30');
  expect(await shop.stockOf(pieces)).toBe(30);
});

test('counts each press of two windows on one item, even at the moment of an answer', async ({ till, shop, page }) => {
  const name = 'Glass Tip 1.5 g - Blue Ridge Mist';
  const pieces = await shop.stocked(name, 90);
  const other = new Till(await page.context().newPage());
  const cards = [await audit(till, name), await audit(other, name)] as const;
  const less = cards.map((card) => card.getByRole('button', { name: /^Less: / }));
  const press = () => Promise.all(less.map((button) => button.evaluate((element: HTMLElement) => element.click())));
  const shows = (figure: string) =>
    Promise.all(cards.map((card) => expect(field(card, name.replaceAll('.', '\\.'))).toHaveValue(figure)));
  let answered = Promise.resolve();
  await page.context().route('**/api/inventory/adjust', async (route) => {
    const reply = await route.fetch();
    await answered;
    await route.fulfill({ response: reply });
  });
  for (const left of [90, 79]) {
    let answer = () => undefined as void;
    answered = new Promise((resolve) => (answer = resolve));
    await less[0]?.click();
    await shows(String(left - 1));
    await press();
    await shows(String(left - 3));
    answer();
    await Promise.all([press(), press(), press().then(press)]);
    await shows(String(left - 11));
    await expect.poll(() => shop.stockOf(pieces)).toBe(left - 11);
    await Promise.all(cards.map((card) => expect(card).not.toContainText(/Saving|Checking/)));
  }
});
