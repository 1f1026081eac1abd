import { expect, test } from '../../support/staff.ts';

test.use({ as: null });

test('keeps the cart over a reload and a new sign-in of the same person, and shows it to nobody else', async ({
  till,
  page,
  signedIn,
}) => {
  const shop = await signedIn('staff');
  await shop.stocked('Walnut Grinder');
  const customer = await shop.customer('Kepta');
  await page.goto('/');
  await till.signIn('staff');
  await till.ready();
  await till.add('Walnut Grinder');
  await till
    .line('Walnut Grinder')
    .getByRole('button', { name: /^One more/ })
    .click();
  await till.chooseCustomer(customer.name);
  await expect(till.fact(till.panel, 'Subtotal')).toHaveText('$58.00');

  await page.reload();
  await expect(till.line('Walnut Grinder').getByRole('textbox')).toHaveValue('2');
  await expect(till.panel.getByText(customer.name)).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await till.signIn('manager');
  await till.ready();
  await expect(till.empty).toBeVisible();
  await expect(till.panel.getByText('Guest Customer')).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await till.signIn('staff');
  await till.ready();
  await expect(till.fact(till.panel, 'Subtotal')).toHaveText('$58.00');
  await expect(till.panel.getByText(customer.name)).toBeVisible();
});

test(
  'keeps the cart where somebody lands in the Inventory Manager, and a payment wherever it is open',
  { tag: '@long' },
  async ({ till, page, signedIn, context }) => {
    const shop = await signedIn('staff');
    await shop.stocked('Walnut Grinder');
    await context.addCookies(shop.session.cookies);
    await till.open();
    await till.add('Walnut Grinder');
    const landed = await context.newPage();
    await landed.goto('/?view=adjustments');
    await expect(landed.getByRole('radio', { name: 'Audit mode' })).toBeChecked();
    await expect(till.line('Walnut Grinder')).toBeVisible();

    await till.goToCheckout();
    await till.checkout.getByRole('textbox', { name: 'Cash received' }).fill('50');
    await landed.getByRole('link', { name: 'Orders' }).click();
    await landed.getByRole('link', { name: /^Inventory Manager/ }).click();
    await expect(landed.getByRole('radio', { name: 'Audit mode' })).toBeChecked();
    // In the tab of the payment, too, a person can open it and return to the payment.
    await page.getByRole('link', { name: /^Inventory Manager/ }).click();
    await expect(page.getByRole('radio', { name: 'Audit mode' })).toBeChecked();
    await page.getByRole('link', { name: 'Products' }).click();
    await expect(till.checkout.getByRole('textbox', { name: 'Cash received' })).toHaveValue('50');

    await till.checkout.getByRole('button', { name: 'Cancel' }).click();
    await expect(till.line('Walnut Grinder')).toBeVisible();
    await landed.getByRole('link', { name: 'Orders' }).click();
    await landed.getByRole('link', { name: /^Inventory Manager/ }).click();
    await expect(till.empty).toBeVisible();
    await landed.getByRole('link', { name: 'Products' }).click();
    await expect(till.line('Walnut Grinder')).toBeVisible();
  },
);
