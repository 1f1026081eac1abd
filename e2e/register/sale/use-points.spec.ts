import type { Locator } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/staff.ts';
import type { Till } from '../../support/pages/till.ts';

/** As fast as a quick hand types; any faster is a scanner. */
const HAND = { delay: 70 };
// $12.00, 8.75 % tax.
const SOLUTION = 'Cleaning Solution 12 oz';

const points = ({ checkout }: Till): Locator => checkout.getByRole('region', { name: 'Points' });
const box = (till: Till): Locator => points(till).getByRole('checkbox', { name: 'Use points' });
const amount = (till: Till): Locator => points(till).getByRole('textbox', { name: 'Points to use' });

test('pays a part with points, and says what was used, earned and is left', async ({ till, shop, page, signedIn }) => {
  await shop.stocked(SOLUTION);
  const customer = await shop.customer('Pointa');
  await (await signedIn('manager')).givePoints(customer, 725);
  await till.open();
  await till.add(SOLUTION);
  const more = till.line(SOLUTION).getByRole('button', { name: /^One more/ });
  await more.click();
  await more.click();
  await till.chooseCustomer(customer.name);
  await till.goToCheckout();
  await expect(box(till)).not.toBeChecked();
  await expect(points(till)).toContainText('700 Points, $35.00 off');
  const place = await box(till).boundingBox();
  await box(till).check();
  await expect(till.fact(till.checkout, '700 Points used')).toHaveText('-$35.00');
  expect(Math.abs(((await box(till).boundingBox())?.y ?? 0) - (place?.y ?? 0))).toBeLessThanOrEqual(2);
  await expect(till.fact(till.checkout, 'Total')).toHaveText('$1.09');
  await points(till).getByRole('button', { name: 'Fewer points' }).click();
  await amount(till).fill('450');
  await expect(points(till)).toContainText('Points are used in steps of 100. 400 are used.');
  await expect(till.fact(till.checkout, '400 Points used')).toHaveText('-$20.00');
  await expectAccessible(page, 'use-points', till.checkout);
  await amount(till).fill('400');

  await page.reload();
  await till.ready();
  await expect(till.fact(till.panel, '400 Points used')).toHaveText('-$20.00');
  await expect(till.line(SOLUTION)).toContainText('$36.00');
  await till.goToCheckout();
  await expect(amount(till)).toHaveValue('400');
  await till.checkout.getByRole('button', { name: 'Exact' }).click();
  await till.pay.click();
  await till.sold();
  await expect(till.fact(till.complete, 'Points used')).toHaveText('400, -$20.00');
  await expect(till.fact(till.complete, 'Points earned')).toHaveText('16');
  await expect(till.fact(till.complete, 'Points balance')).toHaveText('341');
  await expectAccessible(page, 'paid-with-points', till.complete);
  const [order, ...others] = await shop.ordersOf(customer);
  expect(others).toEqual([]);
  expect(order).toMatchObject({ subtotal: '16.00', total: '17.40', points_redeemed: 400, redeemed: '20.00' });
  expect(await shop.pointsOf(customer)).toBe(341);
});

test('pays all of it with points, without the mouse', { tag: '@long' }, async ({ till, shop, page, signedIn }) => {
  await shop.stocked(SOLUTION);
  const customer = await shop.customer('Keyboarda');
  await (await signedIn('manager')).givePoints(customer, 300);
  await till.open();
  await page.keyboard.press('/');
  await page.keyboard.type('cleaning sol', HAND);
  await expect(page.getByRole('option', { name: new RegExp(SOLUTION) })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(till.line(SOLUTION)).toBeVisible();
  await page.keyboard.press('F2');
  await page.keyboard.type(customer.name, HAND);
  await expect(till.customer).toBeVisible();
  await page.keyboard.press('F4');
  await expect(till.checkout.getByRole('textbox', { name: 'Cash received' })).toBeFocused();
  await expect(points(till)).toContainText('200 Points, $10.00 off');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(box(till)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(till.fact(till.checkout, 'Total')).toHaveText('$2.18');
  await page.keyboard.press('Tab');
  await expect(amount(till)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(amount(till)).toHaveValue('100');
  await page.keyboard.press('Enter');
  await expect(till.checkout.getByRole('textbox', { name: 'Cash received' })).toBeFocused();
  await page.keyboard.type('10', HAND);
  await page.keyboard.press('Enter');
  await till.sold();
  await expect(till.complete.getByText('$2.39', { exact: true })).toBeVisible();
  expect(await shop.pointsOf(customer)).toBe(207);
});

test('does without the points that another till has used meanwhile', async ({ till, shop, page, watch, signedIn }) => {
  const product = await shop.stocked(SOLUTION);
  const customer = await shop.customer('Spentia');
  await (await signedIn('manager')).givePoints(customer, 200);
  await till.open();
  await till.add(SOLUTION);
  await till.chooseCustomer(customer.name);
  await till.goToCheckout();
  await box(till).check();
  await till.method('Card').check();
  // This till does not hear of it in time.
  await page.route('**/api/users-matrix/customers/*', (route) => route.abort());
  watch.expect(/customers\/\d+/);
  watch.expect(/^409 POST .*\/orders|^422 POST .*\/orders/);
  await shop.sell(product, 1, null, customer, 100);
  await till.pay.click();
  const dialog = till.dialog('These points cannot be used');
  await expect(dialog).toContainText(`${customer.name} has 107 Points now`);
  await expectAccessible(page, 'points-spent', dialog);
  await expect(dialog.getByRole('button', { name: 'Use 100 Points' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Without points' }).click();
  await expect(box(till)).not.toBeChecked();
  await expect(till.fact(till.checkout, 'Total')).toHaveText('$13.05');
  await till.pay.click();
  await till.sold();
  expect(await shop.pointsOf(customer)).toBe(119);
});
