import { expectWaysStay } from '../../support/pages/till.ts';
import { expect, test } from '../../support/staff.ts';

test.use({ as: 'monroe' });

test(
  'records what was taken on the card terminal, taxed at the location of the till',
  { tag: '@losses' },
  async ({ till, shop }) => {
    const product = await shop.stocked('Palm Battery', 12);
    const customer = await shop.customer('Cardea');
    await till.open();
    await expect(till.page.getByRole('contentinfo').last()).toContainText('Charlotte Monroe');
    await till.add('Palm Battery');
    await till.line('Palm Battery').getByRole('button', { name: 'One more of Palm Battery' }).click();
    await till.chooseCustomer(customer.name);
    await till.goToCheckout();
    await expectWaysStay(till);
    await till.method('Card').check();
    await expect(till.checkout.getByRole('region', { name: 'Card' })).toContainText('Take $65.25 on the card terminal');
    await till.pay.click();
    await till.sold();
    await expect(till.complete.getByText('Paid by card')).toBeVisible();

    expect(await shop.stockOf(product)).toBe(10);
    const [order] = await shop.ordersOf(customer);
    expect(order).toMatchObject({
      location_id: 19,
      payment_method: 'card',
      subtotal: '60.00',
      total_tax: '5.25',
      total: '65.25',
      tenders: [{ method: 'card', amount: '65.25' }],
      points_awarded: 60,
    });
  },
);

test(
  'goes back to the cart with Cancel and with Escape, and changes nothing',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    await shop.stocked('Wooden Matches');
    await till.open();
    await till.add('Wooden Matches');
    await till.goToCheckout();
    await till.checkout.getByRole('button', { name: 'Cancel' }).click();
    await expect(till.line('Wooden Matches')).toBeVisible();
    await expect(till.panel.getByRole('button', { name: /^Pay/ })).toBeFocused();
    await page.keyboard.press('F4');
    await expect(till.checkout.getByRole('heading', { name: 'Checkout' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(till.line('Wooden Matches')).toBeVisible();
  },
);
