import type { Page } from '@playwright/test';
import { OrderList } from '../support/pages/order-list.ts';
import { expect, test } from '../support/staff.ts';

const settingsOf = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const tillsOf = (page: Page) => settingsOf(page).getByRole('list', { name: 'Tills' }).getByRole('listitem');

// Signs in by the form, because the test signs out.
test.use({ as: null });

test(
  'a till keeps the name that a manager gives it, which no other has, until it is retired',
  { tag: '@long' },
  async ({ till, page, shop, anotherTill, watch }) => {
    test.slow();
    watch.expect(/^409 PUT .*\/api\/tills\//);
    const product = 'Hemp Papers with Tips';
    await shop.stocked(product);
    await page.goto('/');
    await till.signIn('manager');
    await till.ready();
    await page.getByRole('button', { name: 'Settings' }).click();
    const own = tillsOf(page).filter({ hasText: 'This till' });
    await expect(own).toContainText('Has not sold yet');
    await own.getByRole('button', { name: 'Name Till without a name' }).click();
    await own.getByLabel('Name of the till').fill('Front counter');
    await own.getByRole('button', { name: 'Save name' }).click();
    await expect(own.getByText('Front counter')).toBeVisible();

    await settingsOf(page).getByRole('button', { name: 'Sign Out' }).click();
    await till.signIn('staff');
    await till.ready();
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(settingsOf(page)).toBeVisible();
    await expect(tillsOf(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(settingsOf(page)).toBeHidden();
    await till.add(product);
    await till.sellByCard();
    const number = await till.orderNumber();

    const orders = new OrderList(page);
    await orders.open();
    await orders.find(number);
    const details = await orders.expand(number);
    await orders.tab(details, 'Notes').click();
    await expect(orders.fact(details, 'Till')).toHaveText('Front counter');

    // Another till has the name only when this one is retired.
    const bar = await anotherTill('manager');
    await bar.open();
    await bar.page.getByRole('button', { name: 'Settings' }).click();
    const other = tillsOf(bar.page).filter({ hasText: 'This till' });
    await other.getByRole('button', { name: /^Name / }).click();
    await other.getByLabel('Name of the till').fill('front counter');
    await other.getByRole('button', { name: 'Save name' }).click();
    await expect(other.getByLabel('Name of the till')).toHaveAccessibleDescription(
      'Another till of this location is called front counter.',
    );
    await tillsOf(bar.page).getByRole('button', { name: 'Retire Front counter' }).click();
    await bar.dialog('Retire Front counter?').getByRole('button', { name: 'Retire' }).click();
    await expect(tillsOf(bar.page).getByText('Front counter', { exact: true })).toBeHidden();
    await other.getByRole('button', { name: 'Save name' }).click();
    await expect(other.getByText('front counter', { exact: true })).toBeVisible();
  },
);
