import { picture } from '../../support/browser/picture.ts';
import { expect, test } from '../../support/staff.ts';

const REFUSED = /^409 POST .*\/api\/orders(\/try)?$/;

test('shows old and new price when a price has changed, and sells at the new one', async ({
  till,
  shop,
  page,
  watch,
}) => {
  watch.expect(REFUSED);
  const product = await shop.stocked('Humidity Packs 62% 4 pk');
  const customer = await shop.customer('Prisca');
  // The till has the price of before.
  let before = true;
  await page.route('**/api/proxy/flora-im/products?*', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    if (!before || !text.includes(product.name)) return route.fulfill({ response, body: text });
    const json = JSON.parse(text) as { data: { id: number; regular_price: string }[] };
    for (const one of json.data) if (one.id === product.id) one.regular_price = '5.25';
    return route.fulfill({ response, json });
  });
  await till.open();
  await till.add('Humidity Packs 62% 4 pk');
  await till.chooseCustomer(customer.name);
  await expect(till.fact(till.panel, 'Subtotal')).toHaveText('$5.25');
  before = false;
  await till.goToCheckout();
  await till.method('Card').check();
  await till.pay.click();
  const changed = till.dialog('A price has changed');
  await expect(changed).toContainText('Nothing was sold.');
  await expect(changed.getByRole('row', { name: /Humidity Packs/ })).toContainText('$5.25$6.00');
  await picture(page, 'price-changed');
  expect(await shop.ordersOf(customer)).toHaveLength(0);
  await changed.getByRole('button', { name: 'Accept, new total $6.53' }).click();
  await expect(till.fact(till.checkout, 'Total')).toHaveText('$6.53');
  await till.pay.click();
  await till.sold();
  const [order] = await shop.ordersOf(customer);
  expect(order).toMatchObject({ total: '6.53', tenders: [{ method: 'card', amount: '6.53' }] });
});

test(
  'offers no price for a tier that is gone: the line is removed, or its quantity chosen again',
  { tag: '@long' },
  async ({ till, shop, page, watch }) => {
    watch.expect(/^422 POST .*\/api\/orders$/);
    const name = 'Humidity Packs 62% 4 pk';
    const product = await shop.stocked(name);
    // The till knows it by a tier that the shop does not have.
    let before = true;
    const tiers = [{ min: 7, price: '70.00', label: '7 packs' }];
    const rule = { ruleId: 999_999, ruleName: 'Packs', productType: 'packs', tiers };
    await page.route('**/api/proxy/flora-im/products?*', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      if (!before || !text.includes(product.name)) return route.fulfill({ response, body: text });
      const json = JSON.parse(text) as { data: { id: number; blueprintPricing: unknown }[] };
      for (const one of json.data) {
        if (one.id === product.id) {
          one.blueprintPricing = { blueprintId: 999_999, blueprintName: 'Packs', ruleGroups: [rule] };
        }
      }
      return route.fulfill({ response, json });
    });
    await till.open();
    await till.add(name);
    await expect(till.fact(till.panel, 'Subtotal')).toHaveText('$70.00');
    before = false;
    await till.goToCheckout();
    await till.method('Card').check();
    await till.pay.click();
    const gone = till.dialog('This quantity is not offered any more');
    await expect(gone).toContainText(`Nothing was sold. ${name} is not sold as 7 packs.`);
    await expect(gone).not.toContainText('New price');
    await picture(page, 'tier-gone');
    await gone.getByRole('button', { name: 'Choose again' }).click();
    await expect(till.empty).toBeVisible();
    await expect(till.card(name)).toBeInViewport();
    await till.add(name);
    await expect(till.fact(till.panel, 'Subtotal')).toHaveText('$6.00');
    await till.sellByCard();
  },
);

test.describe('as staff', () => {
  test('names the lines that another till was faster with, and sells what is left', async ({
    till,
    shop,
    page,
    watch,
  }) => {
    watch.expect(REFUSED);
    const scarce = await shop.stocked('Party Tin 10 pk - Assorted', 3);
    await shop.stocked('Hash Hole 2 g - Carolina Sundown');
    await till.open();
    await till.add('Hash Hole 2 g - Carolina Sundown');
    await till.add('Party Tin 10 pk - Assorted');
    const count = till.line('Party Tin 10 pk - Assorted').getByRole('textbox');
    await count.fill('3');
    await count.press('Enter');
    await till
      .line('Party Tin 10 pk - Assorted')
      .getByRole('button', { name: /^One more/ })
      .click();
    await expect(till.notes).toContainText(
      'Only 3 of Party Tin 10 pk - Assorted left in stock. Only a manager can sell more than is in stock.',
    );
    await expect(count).toHaveValue('3');
    await till.goToCheckout();
    await shop.sell(scarce, 2);
    const warning = till.checkout.getByText('A manager approves this before you take a card.');
    for (const method of ['Split Payment', 'Card'] as const) {
      await till.method(method).check();
      await expect(warning).toBeVisible();
    }
    await till.checkout.getByRole('button', { name: 'Ask a manager' }).click();
    const refusal = till.dialog('Not enough in stock');
    await expect(refusal).toContainText('Nothing was sold. A manager can approve here to sell it anyway.');
    await expect(refusal.getByRole('row')).toHaveCount(2);
    await expect(refusal.getByRole('row', { name: /Party Tin/ })).toContainText('3 → 1');
    await picture(page, 'not-enough');
    await refusal.getByRole('button', { name: 'Reduce to what is left' }).click();
    await expect(till.fact(till.checkout, 'Subtotal')).toHaveText('$70.00');
    // Nobody was told to charge the card before.
    await expect(till.checkout.getByRole('region', { name: 'Card' })).toContainText(
      'Take $76.13 on the card terminal.',
    );
    await till.pay.click();
    await till.sold();
    expect(await shop.stockOf(scarce)).toBe(0);
  });
});

test.describe('as manager', () => {
  test.use({ as: 'manager' });

  test(
    'sells anyway what the books do not have, and says what is to be counted',
    { tag: '@long' },
    async ({ till, shop, watch }) => {
      watch.expect(REFUSED);
      const product = await shop.stocked('Glass Tip 1.5 g - Velvet Hammock', 1);
      const customer = await shop.customer('Anyway');
      await till.open();
      await till.add('Glass Tip 1.5 g - Velvet Hammock');
      await till
        .line('Glass Tip 1.5 g - Velvet Hammock')
        .getByRole('button', { name: /^One more/ })
        .click();
      await expect(till.notes).toContainText('You can sell it anyway at checkout.');
      await till.chooseCustomer(customer.name);
      await till.goToCheckout();
      await till.method('Card').check();
      await till.checkout.getByRole('button', { name: 'Check stock' }).click();
      const refusal = till.dialog('Not enough in stock');
      await expect(refusal.getByRole('row', { name: /Glass Tip/ })).toContainText('21');
      await refusal.getByRole('button', { name: 'Sell anyway' }).click();
      // Nobody was told to charge the card before.
      await expect(till.checkout.getByRole('region', { name: 'Card' })).toBeVisible();
      await till.pay.click();
      await till.sold();
      await expect(till.complete.getByRole('heading', { name: 'Inventory Warning' })).toBeVisible();
      await expect(till.complete.getByRole('alert')).toContainText(
        'Order completed but inventory deduction failed: 1 of Glass Tip 1.5 g - Velvet Hammock not in stock.',
      );
      expect(await shop.stockOf(product)).toBe(0);
      const [order] = await shop.ordersOf(customer);
      expect(order).toMatchObject({ has_shortfall: true, line_items: [{ quantity: 2, shortfall: 1 }] });
    },
  );
});

test('says why when the server refuses the order', { tag: '@long' }, async ({ till, shop, page, watch }) => {
  watch.expect(/^422 POST .*\/api\/orders$/);
  await shop.stocked('Beaker Water Pipe 10 in');
  let refused = true;
  await page.route('**/api/orders', (route) =>
    refused
      ? route.fulfill({ status: 422, json: { success: false, code: 'product_unknown', error: 'It is gone.' } })
      : route.fallback(),
  );
  await till.open();
  await till.add('Beaker Water Pipe 10 in');
  await till.goToCheckout();
  await till.checkout.getByRole('button', { name: 'Exact' }).click();
  await till.pay.click();
  const failure = till.dialog('Order Failed');
  await expect(failure).toContainText('Failed to process order: It is gone.');
  refused = false;
  await failure.getByRole('button', { name: 'OK' }).click();
  await expect(till.checkout.getByRole('textbox', { name: 'Cash received' })).toHaveValue(/^\d/);
  await till.pay.click();
  await till.sold();
});
