import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { PASSWORD } from '../support/shop/shop.ts';
import { expect, test } from '../support/staff.ts';

test.use({ as: null });

async function fillIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('refuses a wrong password, comes back to the view that was asked for, and keeps who is signed in until they log out', async ({
  page,
  till,
  context,
  signedIn,
  watch,
}) => {
  watch.expect(/^401 POST .*\/api\/auth\/login$/);
  await page.goto('/?view=orders');
  await expect(page).toHaveURL('/login?from=%2F%3Fview%3Dorders');
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused();
  await fillIn(page, 'ellis', 'not the password');
  await expect(page.getByRole('alert')).toHaveText('That username and password do not match.');
  await expectAccessible(page, 'login-refused');
  await fillIn(page, 'ellis', PASSWORD);
  await expect(page).toHaveURL('/?view=orders');
  await expect(page.getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('contentinfo').last()).toContainText('Main Location');
  await page.reload();
  await expect(page.getByRole('grid', { name: 'Orders' })).toBeVisible();
  const kept = await page.evaluate(() => localStorage.getItem('pos_user'));
  const { user } = await signedIn('ellis');
  expect(JSON.parse(kept ?? '')).toEqual({ name: user.name, location: 'Main Location' });

  const other = await context.newPage();
  await other.goto('/?view=history');
  await expect(other.getByRole('treegrid', { name: 'Adjustment history' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
  await other.close();
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);

  // An address in the link leads to no other site.
  await page.goto('/login?from=//evil.example/');
  await page.getByRole('region', { name: 'Demo sign-ins' }).getByRole('button', { name: 'rowan' }).click();
  await till.ready();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('contentinfo').last()).toContainText('Blowing Rock');
});

test('says the same of somebody unknown, and lets a guesser wait', { tag: '@long' }, async ({ page, watch }) => {
  watch.expect(/^(401|429) POST .*\/api\/auth\/login$/);
  await page.goto('/login');
  const nobody = `nobody-${randomUUID()}`;
  const refusal = page.getByRole('alert');
  for (let guess = 1; guess <= 5; guess += 1) {
    const answer = page.waitForResponse('**/api/auth/login');
    await fillIn(page, nobody, `guess ${guess}`);
    await answer;
    await expect(refusal).toHaveText('That username and password do not match.');
  }
  await fillIn(page, nobody, 'guess 6');
  await expect(refusal).toContainText('Too many tries. You can try again in');
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(button).toBeDisabled();
  // Only the account that was guessed at has to wait, not the next person at this till.
  await page.getByRole('textbox', { name: 'Username' }).fill('ellis');
  await expect(button).toBeEnabled();
  await page.getByLabel('Password', { exact: true }).fill('');
  await button.click();
  await expect(refusal).toHaveText('Type your username and your password.');
});

test('says that the session ended, and whose sale is still to be found out', async ({
  page,
  till,
  signedIn,
  watch,
}) => {
  watch.expect(/^failed POST .*\/api\/orders /, /^401 /);
  const shop = await signedIn('ellis');
  await shop.stocked('Enamel Mug');
  const { user } = shop;
  await page.goto('/login');
  await fillIn(page, 'ellis', PASSWORD);
  await till.ready();
  await till.add('Enamel Mug');
  await page.route('**/api/orders', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
  );
  await till.goToCheckout();
  await till.method('Card').check();
  await till.pay.click();
  await expect(till.checking).toBeVisible();
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  const waiting = page.getByRole('list', { name: 'Being checked' });
  await expect(waiting).toContainText(`by ${user.name}`);
  await expectAccessible(page, 'sign-in-session-ended');
  await page.unroute('**/api/orders');
  await fillIn(page, 'ellis', PASSWORD);
  await till.sold();
});

test(
  'finds out where the till is when the answer to another location was lost',
  { tag: '@long' },
  async ({ page, till, watch }) => {
    watch.expect(/^failed (PUT|GET) .*\/api\/auth\//);
    await page.goto('/login');
    await fillIn(page, 'manager', PASSWORD);
    await till.ready();
    const here = page.getByRole('button', { name: /^Location:/ });
    const isAt = async () => (await here.textContent())?.replace('Location: ', '') ?? '';
    const before = await isAt();
    await here.click();
    const other = page.getByRole('menuitem').filter({ hasNotText: before }).first();
    const name = (await other.textContent()) ?? '';
    // The server has switched the location but its answer is lost, so the page cannot know.
    let lost = true;
    await page.route('**/api/auth/location', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.route('**/api/auth/me', (route) => (lost ? route.abort('connectionreset') : route.fallback()));
    await other.click();
    await expect(here).toHaveAttribute('aria-busy', 'true');
    lost = false;
    await expect(till.notes).toContainText(`Now at ${name}`);
    expect(await isAt()).toBe(name);
  },
);
