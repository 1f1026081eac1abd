import { scan } from '../../support/browser/scanner.ts';
import { expect, test } from '../../support/staff.ts';

test('adds what is scanned, wherever the focus is', async ({ till, shop, page }) => {
  const { barcode } = await shop.stocked('Quartz Banger 14 mm');
  expect(barcode).toMatch(/^\d{12,13}$/);
  await till.open();
  await scan(page, barcode ?? '');
  await expect(till.line('Quartz Banger 14 mm')).toBeVisible();

  await till.search.fill('Lantern');
  await till.search.focus();
  await scan(page, barcode ?? '');
  const count = till.line('Quartz Banger 14 mm').getByRole('textbox');
  await expect(count).toHaveValue('2');
  await expect(till.search).toHaveValue('Lantern');

  await count.click();
  await scan(page, barcode ?? '');
  await expect(count).toHaveValue('3');
  await till.search.focus();
  await expect(count).toHaveValue('3');
  await expect(till.fact(till.panel, 'Subtotal')).toHaveText('$72.00');

  await till.search.press('Escape');
});

test(
  'adds the scanned variant, and opens the card where a tier has to be chosen',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    const { product, variant } = await shop.variant('Airtight Jar', 'Medium');
    await shop.setStock(product, 30, variant.id);
    const flower = await shop.stocked('Cold Creek', 50);
    await till.open();
    await scan(page, variant.barcode ?? '');
    await expect(till.line('Airtight Jar - Medium')).toBeVisible();

    await scan(page, flower.barcode ?? '');
    const card = till.card('Cold Creek');
    await expect(card).toHaveAttribute('aria-selected', 'true');
    await expect(card.getByRole('radio').first()).toBeFocused();
    await expect(card).toBeInViewport();

    // Enter takes the choice in focus, and adds what is chosen.
    await page.keyboard.press('Enter');
    await expect(card.getByRole('radio').first()).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(till.line('Cold Creek')).toContainText('1 g');
  },
);

test(
  'says that what was scanned is sold out, also of a variant that is sold by tier, or that nobody knows the code',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    const { product, variant } = await shop.variant('Slow Hour Gummies 10 pk', 'Blue Raspberry');
    await shop.setStock(product, 0, variant.id);
    await till.open();
    await scan(page, variant.barcode ?? '');
    const refusal = till.dialog('Add to Cart Error');
    await expect(refusal).toContainText('Slow Hour Gummies 10 pk - Blue Raspberry is out of stock.');
    await expect(refusal.getByRole('button', { name: 'OK' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(refusal).toBeHidden();
    await scan(page, '4006381333931');
    await expect(till.notes.getByRole('alert')).toContainText(
      'No product has the code 4006381333931. Nothing was added.',
    );
    await expect(till.empty).toBeVisible();
  },
);

test('a scan in checkout pays nothing, however it stumbles', async ({ till, shop, page }) => {
  const { barcode } = await shop.stocked('Quartz Banger 14 mm');
  const code = barcode ?? '';
  await till.open();
  await till.add('Quartz Banger 14 mm');
  await till.goToCheckout();
  const received = till.checkout.getByRole('textbox', { name: 'Cash received' });
  for (const place of [1, 5, 9, code.length]) {
    await received.fill('40');
    await scan(page, code, { place, ms: 45 });
    await expect(till.notes).toContainText("Not added: Quartz Banger 14 mm. Items can't change while payment is open");
    await expect(received).toHaveValue('40');
    await scan(page, code, { place, ms: 150 });
    await expect(till.notes).toContainText('The scan broke off');
    await expect(received).toHaveValue('40');
    await expect(till.checkout.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  }
  await till.method('Split Payment').check();
  await scan(page, code, { place: 7, ms: 150 });
  await expect(till.checkout.getByRole('list', { name: 'Payments' })).toHaveCount(0);
  await expect(till.checkout.getByRole('textbox', { name: 'Amount of this payment' })).toHaveValue('');
});
