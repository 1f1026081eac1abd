import type { Page } from '@playwright/test';
import { OrderList } from '../support/pages/order-list.ts';
import { expect, test } from '../support/staff.ts';

const settingsOf = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const tillsOf = (page: Page) => settingsOf(page).getByRole('list', { name: 'Tills' }).getByRole('listitem');

test.describe('a till', () => {
  // Signs in by the form, because the test signs out.
  test.use({ as: null });

  test('keeps the name that a manager gives it, whoever sells at it, and stands on its orders', async ({
    till,
    page,
    shop,
  }) => {
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
    await page.reload();
    await till.ready();
    await till.add(product);
    await till.sellByCard();
    const number = await till.orderNumber();

    const orders = new OrderList(page);
    await orders.open();
    await orders.find(number);
    const details = await orders.expand(number);
    await orders.tab(details, 'Notes').click();
    await expect(orders.fact(details, 'Till')).toHaveText('Front counter');
  });
});

test('says that a name is taken, and a retired till leaves the list', async ({ anotherTill }) => {
  const front = await anotherTill('manager');
  const bar = await anotherTill('manager');
  const nameIt = async ({ page }: typeof front, name: string) => {
    const own = tillsOf(page).filter({ hasText: 'This till' });
    if (!(await settingsOf(page).isVisible())) await page.getByRole('button', { name: 'Settings' }).click();
    await own.getByRole('button', { name: /^Name / }).click();
    await own.getByLabel('Name of the till').fill(name);
    await own.getByRole('button', { name: 'Save name' }).click();
    return own;
  };
  await front.open();
  await bar.open();
  const own = await nameIt(front, 'Bar');
  await expect(own.getByText('Bar', { exact: true })).toBeVisible();
  const other = await nameIt(bar, 'bar');
  await expect(other.getByLabel('Name of the till')).toHaveAccessibleDescription(
    'Another till of this location is called bar.',
  );
  await tillsOf(bar.page).getByRole('button', { name: 'Retire Bar' }).click();
  await bar.dialog('Retire Bar?').getByRole('button', { name: 'Retire' }).click();
  await expect(tillsOf(bar.page).getByText('Bar', { exact: true })).toBeHidden();
  await other.getByRole('button', { name: 'Save name' }).click();
  await expect(other.getByText('bar', { exact: true })).toBeVisible();
});
