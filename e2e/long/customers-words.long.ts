import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/staff.ts';

test.use({ as: 'manager' });

const json = { success: false, error: 'The shelf fell down.', code: 'internal_error' };
const BALANCE = /\/user\/\d+\/balance/;
const HISTORY = /\/user\/\d+\/history/;
const STATISTICS = /\/customers\/\d+\/statistics/;
const ORDERS = /\/api\/orders\?/;
const DIRECTORY = /\/users-matrix\/users(\?|$)/;

/** Opens a tab of a customer while a call fails. Returns what makes the call work again. */
async function broken(page: Page, call: RegExp): Promise<() => Promise<void>> {
  await page.route(call, (route) => route.fulfill({ status: 500, json }));
  return () => page.unroute(call);
}

/** Holds a call until the returned function lets it through. */
async function held(page: Page, call: RegExp): Promise<() => Promise<void>> {
  let letGo = (): void => undefined;
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(call, async (route) => {
    await gone;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    letGo();
    await page.unroute(call);
  };
}

test('each state of a customer is said in words, and Retry goes on from it', async ({ page, shop, watch }) => {
  test.slow();
  watch.expect(/^500 GET .*\/(balance|history|statistics|orders|users)/);
  const { id, name } = await shop.customer('Words');
  const details = page.getByRole('region', { name, exact: true });
  const open = (tab: string) => page.goto(`/?view=customers&customer=${id}.${tab}`);
  const retry = (of: Locator) => of.getByRole('button', { name: 'Retry' }).first().click();

  for (const [call, tab, words] of [
    [BALANCE, 'rewards', 'Loading...'],
    [HISTORY, 'rewards', 'Loading points history...'],
    [STATISTICS, 'orders', 'Loading...'],
    [ORDERS, 'orders', 'Loading order history...'],
  ] as const) {
    const letGo = await held(page, call);
    await open(tab);
    await expect(details.getByText(words).first()).toBeVisible();
    await letGo();
  }
  for (const [call, tab, words, afterwards] of [
    [BALANCE, 'rewards', 'Error loading balance', '0'],
    [HISTORY, 'rewards', 'Failed to load points history', 'No points history available'],
    [STATISTICS, 'orders', 'Failed to load order stats', 'Never'],
    [ORDERS, 'orders', 'Failed to load order history', 'No orders available'],
  ] as const) {
    const mend = await broken(page, call);
    await open(tab);
    await expect(details.getByText(words).first()).toBeVisible({ timeout: 30_000 });
    if (call === STATISTICS) await expect(details.getByText('Error loading stats').first()).toBeVisible();
    await mend();
    await retry(details);
    await expect(details.getByText(afterwards, { exact: true }).first()).toBeVisible();
  }

  const mend = await broken(page, DIRECTORY);
  await page.goto('/?view=customers');
  await expect(page.getByText('Failed to load customers data')).toBeVisible({ timeout: 30_000 });
  await mend();
  await retry(page.getByRole('main'));
  await expect(page.getByRole('grid', { name: 'Customers' })).toBeVisible();

  await page.route(DIRECTORY, (route) =>
    route.fulfill({
      json: { success: true, data: [], meta: { total: 0, pages: 0, page: 1, per_page: 50, is_exact: true } },
    }),
  );
  await page.goto('/?view=customers');
  await expect(page.getByRole('heading', { name: 'No customers found' })).toBeVisible();
  await expect(page.getByText('Get started by adding your first customer to the system.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Add Customer' }).last().click();
  await expect(page.getByRole('dialog', { name: 'Add New Customer' })).toBeVisible();
});

test('each refusal of a customer is a sentence, and what was typed stays', async ({ page, shop, watch }) => {
  watch.expect(/^422 (POST|PUT|DELETE) .*\/(users|adjust|password-reset)/);
  const { id, name } = await shop.customer('Refused');
  const refuse = { status: 422, json: { success: false, error: 'The shelf fell down.', code: 'not_valid' } };
  await page.route(/\/users-matrix\/users\/\d+|\/adjust$/, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill(refuse),
  );
  const details = page.getByRole('region', { name, exact: true });
  await page.goto(`/?view=customers&customer=${id}.details`);
  const banner = page.getByRole('alert');
  await details.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(banner).toContainText('Failed to send password reset: The shelf fell down.');
  await details.getByRole('button', { name: /^Delete / }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Customer' });
  await expect(question).toContainText('Are you sure you want to delete this customer? This action cannot be undone.');
  await question.getByRole('button', { name: 'Delete Customer' }).click();
  await expect(banner).toContainText('Failed to delete customer: The shelf fell down.');
  await details.getByRole('button', { name: /^Edit / }).click();
  const form = page.getByRole('form', { name: 'Edit customer' });
  await form.getByRole('textbox', { name: 'Full name' }).fill('Somebody Else');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(banner).toContainText('Failed to update customer: The shelf fell down.');
  await expect(form.getByRole('textbox', { name: 'Full name' })).toHaveValue('Somebody Else');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await details.getByRole('tab', { name: 'Rewards' }).click();
  const adjust = details.getByRole('form', { name: 'Adjust points' });
  await adjust.getByRole('textbox', { name: 'Points' }).fill('5');
  await adjust.getByRole('button', { name: 'Birthday bonus' }).click();
  await adjust.getByRole('button', { name: 'Adjust Points' }).click();
  await expect(adjust.getByRole('alert')).toHaveText('Failed to adjust points: The shelf fell down.');
  await expect(adjust.getByRole('textbox', { name: 'Points' })).toHaveValue('5');
});
