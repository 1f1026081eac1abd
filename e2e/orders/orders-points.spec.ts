import { expectAccessible } from '../support/browser/accessibility.ts';
import { OrderList } from '../support/pages/order-list.ts';
import { expect, test } from '../support/staff.ts';

test.use({ as: 'manager' });

test('says which points an order used, what a refund gives back, and that a customer ends below zero @long', async ({
  page,
  shop,
}) => {
  test.slow();
  const product = await shop.stocked('Enamel Pin', 60);
  const customer = await shop.customer('Pina');
  await shop.givePoints(customer, 200);
  // 5 x $8.00 less $10.00.
  const { data: order } = await shop.sell(product, 5, null, customer, 200);
  const orders = new OrderList(page);
  await orders.open();
  await orders.find(order.number);
  const details = await orders.expand(order.number);
  await expect(details.getByRole('row', { name: /Enamel Pin/ })).toContainText('$40.00');
  await expect(orders.fact(details, '200 Points used')).toHaveText('-$10.00');
  await expect(orders.fact(details, 'Subtotal')).toHaveText('$30.00');
  await details.getByRole('button', { name: 'Refund items' }).click();
  const dialog = orders.dialog(`Refund ${order.number}`);
  await dialog.getByRole('button', { name: 'More: Refund of Enamel Pin' }).click();
  await expect(orders.fact(dialog, 'Points taken back')).toHaveText('6');
  await expect(orders.fact(dialog, 'Used points given back')).toHaveText('40');
  await expectAccessible(page, 'refund-with-points', dialog);
  await dialog.getByRole('button', { name: /^Refund \$/ }).click();
  const done = orders.dialog('Refunded');
  await expect(done).toContainText('40 used points given back');
  await done.getByRole('button', { name: 'Done' }).click();
  expect(await shop.pointsOf(customer)).toBe(64);
  await orders.tab(details, 'Payment').click();
  await expect(orders.fact(details, 'Points')).toHaveText('30 earned, 6 taken back; 200 used, 40 given back');
  await expect(details.getByRole('region', { name: 'Refunds' })).toContainText(
    '6 points taken back, 40 used points given back',
  );
  const question = await orders.askToDelete(details);
  await expect(question).toContainText('gives back 160 points that were used');
  await question.getByRole('button', { name: 'Cancel' }).click();

  const { data: earning } = await shop.sell(product, 5, null, customer);
  await shop.givePoints(customer, -104);
  await orders.find(earning.number);
  const { details: other, dialog: refund } = await orders.refund(earning.number);
  await refund.getByRole('button', { name: 'More: Refund of Enamel Pin' }).click();
  await expect(refund.getByRole('status')).toHaveText('This leaves the customer with -8 points.');
  await refund.getByRole('button', { name: /^Refund \$/ }).click();
  await expect(done).toContainText('The customer has -8 points now.');
  await done.getByRole('button', { name: 'Done' }).click();
  await orders.askToDelete(other);
  await expect(question).toContainText('takes back 32 points, which leaves the customer with -40 points');
  await question.getByRole('button', { name: 'Delete Order' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('The customer has -40 points now.');
});
