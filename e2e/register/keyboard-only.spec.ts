import { PASSWORD } from '../support/shop/shop.ts';
import { expect, test } from '../support/staff.ts';

/** As fast as a quick hand types; any faster is a scanner. */
const HAND = { delay: 70 };

test.use({ as: null });

test('a whole sale from sign-in to the next one without the mouse', async ({ till, page, signedIn }) => {
  const shop = await signedIn('staff');
  await shop.stocked('Cleaning Solution 12 oz');
  await shop.stocked('Static Lemon', 200);
  const customer = await shop.customer('Keyla');
  await page.goto('/');
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused();
  await page.keyboard.type('staff', HAND);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD, HAND);
  await page.keyboard.press('Enter');
  await till.ready();

  await page.keyboard.press('/');
  await expect(till.search).toBeFocused();
  await page.keyboard.type('cleaning sol', HAND);
  await expect(page.getByRole('option', { name: /Cleaning Solution 12 oz/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(till.line('Cleaning Solution 12 oz')).toBeVisible();
  await expect(till.search).toHaveValue('');

  await page.keyboard.press('Control+k');
  await expect(till.search).toBeFocused();
  await page.keyboard.type('static lemon', HAND);
  await expect(page.getByRole('option', { name: /Static Lemon/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  const card = till.card('Static Lemon');
  await expect(card.getByRole('radio', { name: '1 g $15' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(card.getByRole('radio', { name: '3.5 g, Add $40' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(till.line('Static Lemon')).toContainText('$40.00');

  await page.keyboard.press('F2');
  await page.keyboard.type(customer.name, HAND);
  await expect(till.panel.getByText(customer.name, { exact: true })).toBeVisible();

  await page.keyboard.press('F4');
  await expect(till.checkout.getByRole('textbox', { name: 'Cash received' })).toBeFocused();
  await page.keyboard.type('60', HAND);
  await page.keyboard.press('Enter');
  await till.sold();
  await expect(till.complete.getByText('$3.45', { exact: true })).toBeVisible();
  await expect(till.complete.getByRole('button', { name: 'New sale' })).toBeFocused();
  await till.newSale(() => page.keyboard.press('Enter'));
  await expect(till.panel.getByRole('group', { name: 'Cart' })).toBeFocused();
  expect(await shop.ordersOf(customer)).toHaveLength(1);
});

test('moves over the cards with the arrows and adds with Enter', { tag: '@long' }, async ({ till, page, signedIn }) => {
  const shop = await signedIn('staff');
  await shop.stocked('Silicone Travel Pipe');
  await page.context().addCookies(shop.session.cookies);
  await till.open();
  await page.getByRole('group', { name: 'Categories' }).getByRole('button', { name: 'Accessories' }).focus();
  await page.keyboard.press('Enter');
  // Until then the cards of all categories are there, and go with the focus they may have.
  await expect(till.grid.getByRole('rowheader')).toHaveText([/^Accessories/]);
  const card = till.card('Silicone Travel Pipe');
  const focusedCard = () =>
    page.evaluate(() =>
      document.activeElement?.getAttribute('role') === 'gridcell'
        ? document.activeElement.getAttribute('aria-label')
        : null,
    );
  for (let presses = 0; presses < 10 && (await focusedCard()) === null; presses += 1) {
    await page.keyboard.press('Tab');
  }
  const passed = new Set<string | null>();
  for (;;) {
    const name = await focusedCard();
    expect(name, 'the focus is on a card').not.toBeNull();
    expect(passed.has(name), `${name} was passed once`).toBe(false);
    if (name === 'Silicone Travel Pipe') break;
    passed.add(name);
    await page.keyboard.press('ArrowRight');
    await expect.poll(focusedCard).not.toBe(name);
  }
  await expect(card).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(till.line('Silicone Travel Pipe')).toBeVisible();
  await expect(card).toBeFocused();
});
