import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { ShopServer } from '../support/shop/server.ts';
import { OrderList } from '../support/pages/order-list.ts';
import { expect, test } from '../support/staff.ts';
import { StockList } from '../support/pages/stock-list.ts';
import { Till } from '../support/pages/till.ts';
import { Watch } from '../support/browser/watch.ts';

const OWN_PASSWORD = 'a longer password';
const PRODUCTS = [
  ['Hemp Wick Lighter', '4.50'],
  ['Steel Grinder', '25'],
  ['Rolling Papers', '2'],
] as const;

/** As the keyboard does it, without the way there. */
async function press(target: Locator): Promise<void> {
  await target.focus();
  await target.press('Enter');
}

const bar = (page: Page) => page.getByRole('navigation', { name: 'Getting started' });

async function back(page: Page): Promise<void> {
  await press(bar(page).getByRole('link', { name: 'Getting started' }));
  await expect(page.getByRole('heading', { name: 'Getting started' })).toBeVisible();
}

/** The part that the checklist offers next has the focus, so that Enter goes on. */
async function goOn(page: Page, part: string): Promise<void> {
  const next = page.getByLabel(`Do this next: ${part}`);
  await expect(next).toBeVisible();
  await press(next);
}

test.use({ as: null });

test('an owner comes from an empty shop to the first sale', { tag: '@long' }, async ({ browser, faults }) => {
  test.slow();
  const log = 'test-results/browser-server-empty.log';
  const server = await ShopServer.create(log, undefined, { demo: false });
  const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 1024, height: 768 } });
  const watch = new Watch(server.origin, faults);
  watch.follow(context);
  try {
    await server.start();
    const printed = [...(await readFile(log, 'utf8')).matchAll(/as admin with the password (\w+)/g)].at(-1)?.[1];
    const page = await context.newPage();
    const till = new Till(page);
    await page.goto('/');
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused();
    await page.keyboard.type('admin');
    await page.keyboard.press('Tab');
    await page.keyboard.type(printed ?? '');
    await page.keyboard.press('Enter');
    await expect(page.getByText('0 of 5 steps are done.')).toBeVisible();
    await expect(page.getByLabel('Do this next: Name and address')).toBeFocused();
    await expectAccessible(page, 'first-run');

    await press(page.getByRole('button', { name: 'Put away' }));
    await expect(bar(page)).toHaveCount(0);
    await press(page.getByRole('button', { name: 'Settings' }));
    await press(page.getByRole('button', { name: 'Open the checklist' }));

    await goOn(page, 'Name and address');
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Corner Shop');
    await page.getByLabel('Street').fill('1 Main St');
    await page.getByLabel('City').fill('Charlotte');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Corner Shop is saved')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectAccessible(page, 'first-run-bar', bar(page));
    await back(page);

    await goOn(page, 'Sales tax');
    await page.getByLabel('Rate', { exact: true }).fill('7.25');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('table', { name: 'Taxes' })).toContainText('7.25%');
    await back(page);

    for (const [done, [name, price]] of PRODUCTS.entries()) {
      await goOn(page, `Products: ${done} of ${PRODUCTS.length}`);
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
      await page.keyboard.type(name);
      await page.getByLabel('Price', { exact: true }).focus();
      await page.keyboard.type(price);
      await press(page.getByRole('combobox', { name: 'Status' }));
      await press(page.getByRole('option', { name: 'For sale' }));
      await press(page.getByRole('button', { name: 'Add product' }));
      await expect(page.getByText(`${name} added`)).toBeVisible();
      await back(page);
    }

    await goOn(page, 'Stock');
    await press(page.getByRole('button', { name: 'Include zero stock' }));
    const stock = new StockList(page);
    for (const [name] of PRODUCTS) await stock.figure(name).fill('10');
    await stock.createAudit('Opening stock');
    await back(page);

    await goOn(page, 'A password of your own');
    await press(page.getByRole('button', { name: 'Change password' }));
    await page.getByLabel('Current password').fill(printed ?? '');
    await page.getByLabel('New password').fill(OWN_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Password changed.')).toBeVisible();
    await page.keyboard.press('Escape');

    await press(page.getByLabel('Open: Accounts for the others'));
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type('Robin Vale');
    await press(page.getByRole('button', { name: 'Create and make a link' }));
    const handOver = page.getByRole('alertdialog', { name: 'Hand this link to Robin Vale' });
    await expect(handOver).toContainText('/reset-password#');
    await press(handOver.getByRole('button', { name: 'OK' }));
    await expect(page.getByRole('dialog', { name: 'Robin Vale' })).toContainText('first password is open');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('table', { name: 'Staff' })).toContainText('Robin Vale');
    await back(page);
    await expect(page.getByLabel('Look: Accounts for the others')).toBeVisible();

    await goOn(page, 'Your words on receipts');
    await page.getByLabel('End of receipts').fill('See you soon');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByText('Corner Shop is saved')).toBeVisible();
    await page.keyboard.press('Escape');
    await back(page);

    await expect(page.getByText('This is a real sale')).toBeVisible();
    await goOn(page, 'Sell something');
    await till.ready();
    await page.keyboard.press('/');
    await page.keyboard.type('lighter', { delay: 70 });
    await expect(page.getByRole('option', { name: /Hemp Wick Lighter/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(till.line('Hemp Wick Lighter')).toBeVisible();
    await page.keyboard.press('F4');
    await expect(till.checkout.getByRole('textbox', { name: 'Cash received' })).toBeFocused();
    await page.keyboard.type('5', { delay: 70 });
    await page.keyboard.press('Enter');
    await till.sold();
    await expect(bar(page)).toContainText('The test sale is real');
    await back(page);
    await expect(page.getByText('Everything is set up: the shop can sell.')).toBeVisible();
    await expectAccessible(page, 'first-run-done');

    await press(page.getByLabel('Open: Take it back'));
    const orders = new OrderList(page);
    const question = await orders.askToDelete(await orders.expand('POS-1001'));
    await press(question.getByRole('button', { name: 'Delete Order' }));
    await expect(bar(page)).toHaveCount(0);
    expect(watch.problems()).toEqual([]);
    await server.verifyBooks();
  } finally {
    await context.close();
    await server.remove();
  }
});
