import { expectAccessible } from '../../support/browser/accessibility.ts';
import { OrderList } from '../../support/pages/order-list.ts';
import type { Till } from '../../support/pages/till.ts';
import { expect, test } from '../../support/staff.ts';

// 8.5% at Blowing Rock: $89.40 comes to $97.00 with tax.
test.use({ as: 'rowan' });

async function openSplit(till: Till, name: string, price: string): Promise<void> {
  await till.open();
  await till.add(name);
  await till.setPrice(name, price);
  await till.goToCheckout();
  await till.method('Split Payment').check();
}

async function tender(till: Till, method: 'cash' | 'card', amount: string): Promise<void> {
  await till.checkout.getByRole('textbox', { name: 'Amount of this payment' }).fill(amount);
  await till.checkout.getByRole('button', { name: `Add ${method}` }).click();
}

test('says $3 over when $97 are paid with two fifties, and records both fifties', async ({ till, shop }) => {
  await shop.stocked('Smell-proof Pouch');
  const customer = await shop.customer('Splitta');
  await openSplit(till, 'Smell-proof Pouch', '89.40');
  await expect(till.fact(till.checkout, 'Total')).toHaveText('$97.00');
  await expect(till.pay).toBeDisabled();
  await tender(till, 'cash', '50');
  await expect(till.checkout.getByText('Still owed')).toBeVisible();
  await expect(till.checkout.getByText('$47.00', { exact: true })).toBeVisible();
  await tender(till, 'cash', '50');
  const payments = till.checkout.getByRole('list', { name: 'Payments' }).getByRole('listitem');
  await expect(payments).toContainText(['$50.00', '$50.00']);
  await expect(till.checkout.getByText('$3.00', { exact: true })).toBeVisible();
  await expect(till.checkout.getByText('$47.00')).toHaveCount(0);
  await expect(till.pay).toBeFocused();

  await till.checkout.getByRole('button', { name: 'Cancel', exact: true }).click();
  await till.chooseCustomer(customer.name);
  await till.goToCheckout();
  await expect(till.pay).toBeFocused();
  await till.pay.click();
  await till.sold();
  await expect(till.complete.getByText('$3.00', { exact: true })).toBeVisible();
  const [order] = await shop.ordersOf(customer);
  expect(order).toMatchObject({
    total: '97.00',
    change: '3.00',
    rounding: '0.00',
    tenders: [
      { method: 'cash', amount: '50.00' },
      { method: 'cash', amount: '50.00' },
    ],
  });

  const orders = new OrderList(till.page);
  await orders.open();
  const details = await orders.expand(order?.number ?? '');
  await orders.tab(details, 'Payment').click();
  await expect(details.getByText('$50.00', { exact: true })).toHaveCount(2);
  await expect(orders.fact(details, 'Change')).toHaveText('$3.00');
});

test('leaves out what a card was charged only when told to', async ({ till, shop, page }) => {
  await shop.stocked('Stoneware Ashtray');
  const customer = await shop.customer('Splitto');
  await openSplit(till, 'Stoneware Ashtray', '20');
  await tender(till, 'card', '10');
  await till.checkout.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(till.panel.getByText('Payments entered')).toContainText('$10.00');
  await expectAccessible(page, 'cart-payments-entered', till.panel);
  await till.chooseCustomer(customer.name);
  await till.goToCheckout();
  await till.method('Cash').check();
  await till.checkout.getByRole('button', { name: 'Exact' }).click();
  await till.pay.click();
  const question = till.dialog('Card payment left out');
  await expect(question).toContainText('$10.00 by card is entered under Split Payment');
  await expectAccessible(page, 'card-payment-left-out', question);
  await question.getByRole('button', { name: 'Back to the payment' }).click();
  await expect(question).toBeHidden();
  expect(await shop.ordersOf(customer)).toHaveLength(0);
  await page.keyboard.press('F4');
  await question.getByRole('button', { name: 'Pay without it' }).click();
  await till.sold();
  expect(await shop.ordersOf(customer)).toMatchObject([{ payment_method: 'cash' }]);
});
