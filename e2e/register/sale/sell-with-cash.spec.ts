import { picture } from '../../support/browser/picture.ts';
import { expect, test } from '../../support/staff.ts';

test.describe('Paying in cash', () => {
  test('gives the change due, the points of the customer and the receipt', async ({ till, shop, page }) => {
    await shop.stocked('Enamel Mug');
    const customer = await shop.customer('Cashia');
    await till.open();
    await till.add('Enamel Mug');
    await till.chooseCustomer(customer.name);
    await expect(till.fact(till.panel, 'Subtotal')).toHaveText('$16.00');
    await expect(till.fact(till.panel, /8\.75%/)).toHaveText('$1.40');
    await expect(till.fact(till.panel, 'Total')).toHaveText('$17.40');

    await till.goToCheckout();
    // The person who sells is named on the panel that takes the money, and above Logout.
    const seller = { name: `Signed in: ${shop.user.name}` };
    await expect(till.checkout.getByRole('img', seller)).toBeVisible();
    const above = page.locator(':has(+ * > button[aria-label="Logout"])');
    await expect(above.getByRole('img', seller)).toBeVisible();
    await expect(till.pay).toBeDisabled();
    const amounts = till.checkout.getByRole('group', { name: 'Quick amounts' }).getByRole('button');
    await expect(amounts).toHaveText(['Exact', '$20', '$50', '$100']);
    await amounts.filter({ hasText: '$20' }).click();
    await expect(till.checkout.getByText('$2.60')).toBeVisible();
    await expect(till.pay).toBeFocused();
    await till.pay.click();

    await till.sold();
    await expect(till.complete.getByText('Change due')).toBeVisible();
    // The largest thing on the screen.
    await expect(till.complete.getByText('$2.60')).toHaveCSS('font-size', '56px');
    await expect(till.fact(till.complete, 'Customer')).toHaveText(customer.name);
    await expect(till.fact(till.complete, 'Points earned')).toHaveText('16');

    const [order, ...others] = await shop.ordersOf(customer);
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      number: await till.orderNumber(),
      status: 'completed',
      total: '17.40',
      tenders: [{ method: 'cash', amount: '20.00' }],
      change: '2.60',
      points_awarded: 16,
      employee_id: shop.user.id,
      location_id: 20,
    });

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      till.complete.getByRole('link', { name: 'PDF' }).click(),
    ]);
    const pdf = await page.request.get(download.url());
    expect(pdf.headers()['content-type']).toContain('application/pdf');
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');

    await till.newSale();
    await expect(till.panel.getByText('Guest Customer')).toBeVisible();
  });

  test('prints a receipt of 80 mm and nothing else of the screen', { tag: '@long' }, async ({ till, shop, page }) => {
    await shop.stocked('Enamel Pin');
    // The dialog of the browser cannot be answered here: what it would be shown is looked at instead.
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
    });
    // Print is pressed before the receipt is there, which is printed when it arrives.
    let arrive = () => {};
    const pressed = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/\/receipt$/, async (route) => {
      await pressed;
      await route.continue();
    });
    await till.open();
    await till.add('Enamel Pin');
    await till.goToCheckout();
    await till.checkout.getByRole('button', { name: 'Exact' }).click();
    await till.pay.click();
    await till.sold();
    const number = await till.orderNumber();
    await till.complete.getByRole('button', { name: 'Print receipt' }).click();
    arrive();
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');

    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator('body > [aria-hidden]').filter({ hasText: 'Enamel Pin' });
    await expect(sheet).toBeVisible();
    await expect(sheet).toContainText(number);
    await expect(sheet).toContainText('$8.70');
    await expect(till.complete).toBeHidden();
    expect((await sheet.locator('[data-width]').boundingBox())?.width).toBeCloseTo((80 / 25.4) * 96, 0);
    await picture(page, 'receipt');
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    // 80 mm in points.
    expect(Math.round(Number(/\/MediaBox\s*\[0 0 ([\d.]+)/.exec(paper)?.[1]))).toBe(227);

    // Printed by now: what leaves next is a copy.
    await page.emulateMedia({ media: null });
    await expect(till.complete.getByRole('button', { name: 'Print copy' })).toBeVisible();
  });

  test('takes nothing for the second half of a double press, nor for a held key', async ({ till, shop, page }) => {
    await shop.stocked('Enamel Mug');
    const customer = await shop.customer('Dubla');
    await till.open();
    await till.add('Enamel Mug');
    await till.chooseCustomer(customer.name);
    await till.goToCheckout();
    await till.method('Card').check();
    await till.checkout.getByRole('button', { name: 'Cancel' }).click();
    // The method is kept, so a double press on Pay could record a payment that nobody took.
    await till.panel.getByRole('button', { name: /^Pay/ }).dblclick();
    await expect(till.method('Card')).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(till.checkout).toBeHidden();
    await page.keyboard.down('F4');
    await page.keyboard.down('F4');
    await page.keyboard.up('F4');
    await page.keyboard.press('F4');
    await expect(till.method('Card')).toBeChecked();
    await expect(till.pay).toBeEnabled();
    expect(await shop.ordersOf(customer)).toEqual([]);
    await page.keyboard.press('F4');
    await till.sold();
    expect(await shop.ordersOf(customer)).toHaveLength(1);
  });

  test('asks for more, again and twice: cash that is short, was for another total, reads in two ways or is far above @long', async ({
    till,
    shop,
    page,
  }) => {
    await shop.stocked('Enamel Mug');
    const customer = await shop.customer('Plenta');
    await till.open();
    await till.add('Enamel Mug');
    await till.chooseCustomer(customer.name);
    await till.goToCheckout();
    const received = till.checkout.getByRole('textbox', { name: 'Cash received' });
    await expect(received).toBeFocused();
    await received.fill('5');
    await expect(till.checkout.getByText('Still owed')).toBeVisible();
    await expect(till.pay).toBeDisabled();
    await received.press('Enter');
    const refusal = till.dialog('Insufficient Payment');
    await expect(refusal).toContainText('Please provide at least $17.40 to complete this transaction.');
    await refusal.getByRole('button', { name: 'OK' }).click();
    await expect(refusal).toBeHidden();

    await received.fill('50');
    await till.checkout.getByRole('button', { name: 'Cancel' }).click();
    await till.goToCheckout();
    await expect(received).toHaveValue('50');
    await till.checkout.getByRole('button', { name: 'Cancel' }).click();
    await till
      .line('Enamel Mug')
      .getByRole('button', { name: /^One more/ })
      .click();
    await till.goToCheckout();
    await expect(till.notes).toContainText('The total is $34.80 now. Enter the amount for it.');
    await expect(received).toHaveValue('');
    await expect(till.pay).toBeDisabled();

    await received.fill('40,50');
    await expect(till.checkout.getByRole('alert')).toContainText('"40,50" can mean two things.');
    await expect(till.pay).toBeDisabled();
    await received.press('Enter');
    await till.dialog('Check the Amount').getByRole('button', { name: 'OK' }).click();
    await received.fill('1234567');
    await received.press('Enter');
    const question = till.dialog('Is that the cash you received?');
    await expect(question).toContainText('The change would be $1,234,532.20.');
    await question.getByRole('button', { name: 'Back to the payment' }).click();
    await expect(question).toBeHidden();
    expect(await shop.ordersOf(customer)).toEqual([]);
    await received.fill('34.80');
    await page.keyboard.press('F4');
    await till.sold();
    await expect(till.complete.getByText('No change')).toBeVisible();
    expect(await shop.ordersOf(customer)).toMatchObject([{ change: '0.00' }]);
  });
});
