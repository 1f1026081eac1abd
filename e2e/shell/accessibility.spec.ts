import { expectAccessible } from '../support/browser/accessibility.ts';
import { scan } from '../support/browser/scanner.ts';
import { expect, test } from '../support/staff.ts';

test.describe('everyone can use', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test.beforeEach(() => {
    // axe takes its time on a busy machine.
    test.slow();
  });

  test(
    'the product grid with its cards, and the search with its popups',
    { tag: '@long' },
    async ({ till, shop, page }) => {
      await shop.stocked('Blue Ridge Mist', 80);
      const { product } = await shop.variant('Tillwright Tee', 'M');
      for (const { id, name } of product.variants) await shop.setStock(product, name === '2XL' ? 0 : 9, id);
      await till.open();
      await expectAccessible(page, 'register');
      const flower = await till.find('Blue Ridge Mist');
      await flower.getByRole('button', { name: '3.5 g' }).click();
      await expect(flower.getByRole('button', { name: 'Add $40.00' })).toBeVisible();
      await expectAccessible(page, 'card-tiers', flower);
      const tee = await till.find('Tillwright Tee');
      await till.openVariants(tee);
      await tee.getByRole('radio', { name: /^M/ }).check();
      await expectAccessible(page, 'card-variants', tee);
      await till.search.fill('no such thing');
      await till.search.press('Escape');
      await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
      await scan(page, '4006381333931');
      await expect(till.notes.getByRole('alert')).toBeVisible();
      await expectAccessible(page, 'unknown-code', till.notes);

      await till.search.fill('moon');
      await expect(page.getByRole('listbox', { name: 'Products' }).getByRole('option').first()).toBeVisible();
      await page.keyboard.press('ArrowDown');
      await expectAccessible(
        page,
        'search-products',
        page.getByRole('search'),
        page.getByRole('listbox', { name: 'Products' }),
      );
      await till.search.fill('no such thing');
      await expect(page.getByText('Try adjusting your search terms')).toBeVisible();
      await till.search.fill('');
      await page.getByRole('button', { name: 'Filter' }).click();
      await expect(page.getByRole('listbox', { name: 'Filters' })).toBeVisible();
      await expectAccessible(page, 'search-filter', page.getByRole('listbox', { name: 'Filters' }));
      await page.getByRole('option', { name: /^Type/ }).click();
      await page.getByRole('option', { name: /^Hybrid/ }).click();
      await page.getByRole('button', { name: /^Filter/ }).click();
      await page.keyboard.press('Escape');
      await page.keyboard.press('F2');
      await expect(page.getByRole('option', { name: /Guest Customer/ })).toBeVisible();
      await expect(page.getByRole('listbox', { name: 'Customers' })).toHaveAttribute('aria-busy', 'false');
      await expectAccessible(
        page,
        'search-customers',
        page.getByRole('search'),
        page.getByRole('listbox', { name: 'Customers' }),
      );
      await page.getByRole('option', { name: 'Add new customer' }).click();
      await page.getByRole('form', { name: 'New customer' }).getByRole('button', { name: 'Create' }).click();
      await expect(page.getByText('First name is required')).toBeVisible();
      await expectAccessible(page, 'new-customer', page.getByRole('form', { name: 'New customer' }));
    },
  );

  test('the cart, checkout and sale', { tag: '@long' }, async ({ till, shop, page }) => {
    const names = ['Canvas Tote', 'Enamel Mug', 'Sourwood Honey 6 oz', 'Corduroy Cap', 'Dab Tool Set', 'Enamel Pin'];
    for (const name of names) await shop.stocked(name);
    const customer = await shop.customer('Axela');
    await till.open();
    for (const name of names.filter((one) => !one.startsWith('Sourwood'))) await till.add(name);
    const honey = await till.find('Sourwood Honey 6 oz');
    await honey.getByRole('button', { name: '2 packs' }).click();
    await honey.getByRole('button', { name: 'Add $36.00' }).click();
    await till.chooseCustomer(customer.name);
    await till
      .line('Canvas Tote')
      .getByRole('button', { name: /^Change price/ })
      .click();
    await till.dialog('Canvas Tote').getByRole('button', { name: '10%' }).click();
    await expectAccessible(page, 'line-editor', till.dialog('Canvas Tote'));
    await till.dialog('Canvas Tote').getByRole('button', { name: 'Apply' }).click();
    await expect(till.dialog('Canvas Tote')).toBeHidden();
    await expectAccessible(page, 'cart', till.panel);
    await till.panel.getByRole('button', { name: 'Empty Cart' }).click();
    await expectAccessible(page, 'burn-list', till.dialog('Burn List?'));
    await page.keyboard.press('Escape');
    await expect(till.dialog('Burn List?')).toBeHidden();

    await till.goToCheckout();
    await till.checkout.getByRole('textbox', { name: 'Cash received' }).fill('10');
    await expectAccessible(page, 'checkout-cash', till.panel);
    await page.keyboard.press('Enter');
    await expectAccessible(page, 'insufficient-payment', till.dialog('Insufficient Payment'));
    await page.keyboard.press('Enter');
    await expect(till.dialog('Insufficient Payment')).toBeHidden();
    await till.method('Card').check();
    await expectAccessible(page, 'checkout-card', till.checkout);
    await till.method('Split Payment').check();
    await till.checkout.getByRole('textbox', { name: 'Amount of this payment' }).fill('40');
    await till.checkout.getByRole('button', { name: 'Add cash' }).click();
    await till.checkout.getByRole('textbox', { name: 'Amount of this payment' }).fill('0');
    await till.checkout.getByRole('button', { name: 'Add cash' }).click();
    await expect(till.checkout.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'checkout-split', till.checkout);
    await till.method('Card').check();
    await till.pay.click();
    await till.sold();
    await expect(till.complete.getByRole('button', { name: 'Print receipt' })).not.toHaveAttribute('aria-busy', 'true');
    await expectAccessible(page, 'sale-complete', till.panel);
  });

  test('what can go wrong with a sale', { tag: '@long' }, async ({ till, shop, page, watch }) => {
    watch.expect(/^(409|failed) POST .*\/api\/orders/);
    const product = await shop.stocked('Stoneware Ashtray', 3);
    await till.open();
    await till.add('Stoneware Ashtray');
    await till
      .line('Stoneware Ashtray')
      .getByRole('button', { name: /^One more/ })
      .click();
    await shop.setStock(product, 1);
    await expect(till.line('Stoneware Ashtray')).toContainText('Only 1 left');
    await expectAccessible(page, 'cart-short', till.panel);
    await till.goToCheckout();
    await till.method('Card').check();
    // Nobody may charge a card for what a manager may refuse.
    await till.checkout.getByRole('button', { name: /^Ask a manager/ }).click();
    await expect(till.dialog('Not enough in stock')).toBeVisible();
    await expectAccessible(page, 'not-enough', till.dialog('Not enough in stock'));
    await till.dialog('Not enough in stock').getByRole('button', { name: 'Reduce to what is left' }).click();
    await page.route('**/api/orders', (route) => route.abort());
    await till.pay.click();
    await expect(till.checking).toBeVisible();
    await expectAccessible(page, 'checking', till.panel);
    await till.checkout.getByRole('button', { name: /^Put aside/ }).click();
    await expect(till.panel.getByRole('list', { name: 'Sales put aside' })).toBeVisible();
    await expectAccessible(page, 'put-aside', till.panel);
    await page.unroute('**/api/orders');
    await till.asideSettled();
  });
});
