import { expectAccessible } from './accessibility.ts';
import { expect, test } from './staff.ts';

test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true });

test('sells on a tablet by touch alone, with the number pad for the cash', async ({ till, shop, page }) => {
  await shop.stocked('Blackberry Sage Pastilles');
  await till.open();
  await page.getByRole('group', { name: 'Categories' }).getByRole('button', { name: 'Edible' }).tap();
  const card = till.card('Blackberry Sage Pastilles');
  await card.scrollIntoViewIfNeeded();
  await card.getByRole('button', { name: '1 pack' }).tap();
  await card.getByRole('button', { name: 'Add $20.00' }).tap();
  await expectAccessible(page, 'tablet-register');
  await till.panel.getByRole('button', { name: /^Pay/ }).tap();
  const pad = till.checkout.getByRole('group', { name: 'Number pad' });
  for (const key of ['3', '0', '0']) await pad.getByRole('button', { name: key, exact: true }).tap();
  await pad.getByRole('button', { name: 'Delete last digit' }).tap();
  await expect(till.checkout.getByRole('textbox', { name: 'Cash received' })).toHaveValue('30');
  await expect(till.pay).toBeInViewport();
  await expectAccessible(page, 'tablet-checkout');
  await till.pay.tap();
  await till.sold();
  await expect(till.complete.getByText('$8.25', { exact: true })).toBeVisible();
  await expectAccessible(page, 'tablet-sold');
});

test('keeps every target of the register at least 44 px', async ({ till, shop, page }) => {
  await shop.stocked('Pear & Honey Pastilles');
  await till.open();
  const card = await till.find('Pear & Honey Pastilles');
  await card.getByRole('button', { name: '1 pack' }).tap();
  await card.getByRole('button', { name: 'Add $20.00' }).tap();
  await expect(till.line('Pear & Honey Pastilles')).toBeVisible();
  const targets = await page.evaluate(() =>
    [...document.querySelectorAll('main button, main input, main a, header button, nav a')].map((target) => {
      const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
      return { name: target.getAttribute('aria-label') ?? target.textContent, width, height };
    }),
  );
  const shown = targets.filter(({ width, height }) => width > 0 && height > 0);
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter(({ width, height }) => Math.min(width, height) < 43.5)).toEqual([]);
});

test('shows quantity and Add whole on the narrow cards of a tablet', async ({ till, shop, page }) => {
  const { product } = await shop.variant('Tillwright Tee', 'M');
  for (const { id } of product.variants) await shop.setStock(product, 9, id);
  await till.open();
  const card = await till.find('Tillwright Tee');
  await card.getByRole('button', { name: '5 options' }).tap();
  await card.getByRole('radio', { name: /^M/ }).check();
  const add = card.getByRole('button', { name: 'Add $28.00' });
  await expect(add).toBeInViewport({ ratio: 1 });
  await card.getByRole('button', { name: /^More: Quantity/ }).tap();
  await expectAccessible(page, 'tablet-variants');
  await card.getByRole('button', { name: 'Add $56.00' }).tap();
  await expect(till.line('Tillwright Tee - M')).toContainText('$56.00');
});
