import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/staff.ts';

const SOLUTION = 'Cleaning Solution 12 oz';
const randomPhone = () => `704-555-${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;

test(
  'finds a customer by the last four digits, shows their flag, and leads to them and back to the same cart',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    await shop.stocked(SOLUTION);
    const customer = await shop.customer('Flagga');
    const phone = randomPhone();
    const flag = { kind: 'banned', text: 'Threw a bottle' } as const;
    await shop.changeCustomer(customer, { billing: { phone }, flag });
    await till.open();
    await till.add(SOLUTION);
    await page.keyboard.press('F2');
    await till.search.fill(phone.slice(-4));
    const options = page.getByRole('listbox', { name: 'Customers' });
    const found = options.getByRole('option', { name: customer.name });
    await expect(found).toContainText('Banned');
    await expectAccessible(page, 'flagged-customer-found', options);
    await found.getByTitle('Open customer (Alt+Enter)').click();
    const opened = page.getByRole('grid', { name: 'Customers' }).getByText('Banned: Threw a bottle', { exact: true });
    await expect(page).toHaveURL(new RegExp(`customer=${customer.id}`));
    await expect(opened).toBeVisible();
    await page.goBack();
    await expect(till.line(SOLUTION)).toBeVisible();

    // The same by keys: the list goes to them by Alt+Enter, and Enter chooses.
    await page.keyboard.press('F2');
    await till.search.fill(phone.slice(-4));
    await expect(found).toBeVisible();
    const place = (await options.getByRole('option').allTextContents()).findIndex((text) =>
      text.includes(customer.name),
    );
    for (let at = 0; at <= place; at += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Alt+Enter');
    await expect(opened).toBeVisible();
    await page.goBack();
    await page.keyboard.press('F2');
    await till.search.fill(phone.slice(-4));
    await found.click();
    await expect(till.panel.getByRole('status').filter({ hasText: 'Banned: Threw a bottle' })).toBeVisible();
    await expectAccessible(page, 'flagged-customer', till.panel);
    await till.panel.getByRole('button', { name: `Open ${customer.name}` }).click();
    await expect(opened).toBeVisible();
    await shop.changeCustomer(customer, { flag: { kind: 'check_id', text: '' } });
    await page.goBack();
    await expect(till.line(SOLUTION)).toBeVisible();
    await expect(till.panel.getByText('Check ID')).toBeVisible();
    await till.goToCheckout();
    await expect(till.checkout.getByText('Check ID')).toBeVisible();
  },
);

test(
  'shows points and what they are worth as they are now, and says when it does not know',
  { tag: '@long' },
  async ({ till, shop, page, watch, signedIn }) => {
    await shop.stocked(SOLUTION);
    const customer = await shop.customer('Balancia');
    const manager = await signedIn('manager');
    await till.open();
    await till.add(SOLUTION);
    await till.chooseCustomer(customer.name);
    await expect(till.panel.getByText(/^0 Points/)).toBeVisible();
    // The sale is not begun again for it.
    await manager.givePoints(customer, 725);
    await expect(till.panel.getByText('725 Points, $35.00 to use')).toBeVisible();
    const json = { success: false, code: 'not_allowed', error: 'Not at this hour.' };
    await page.route('**/api/users-matrix/customers/*', (route) => route.fulfill({ status: 403, json }));
    watch.expect(/^403 GET .*customers\/\d+/);
    await page.reload();
    await till.ready();
    await expect(till.panel.getByText(/^725 Points when last asked/)).toBeVisible({ timeout: 30_000 });
    await expectAccessible(page, 'points-not-known', till.panel);
    await till.goToCheckout();
    await expect(till.checkout.getByText(/^Points could not be looked up/)).toBeVisible({ timeout: 30_000 });
    await page.unroute('**/api/users-matrix/customers/*');
    await till.checkout.getByRole('button', { name: 'Try again' }).click();
    await expect(till.checkout.getByRole('checkbox', { name: 'Use points' })).toBeVisible();
  },
);
