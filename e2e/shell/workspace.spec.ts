import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { picture } from '../support/browser/picture.ts';
import { PASSWORD } from '../support/shop/shop.ts';
import { expect, test } from '../support/staff.ts';

function views(page: Page) {
  return page.getByRole('navigation', { name: 'Views' });
}

test(
  'remembers search, category and the chosen product of the register while another view is shown',
  { tag: '@long' },
  async ({ till, shop, page, watch }) => {
    await shop.stocked('Cold Creek', 50);
    await till.open();
    await page.getByRole('group', { name: 'Categories' }).getByRole('button', { name: 'Moonwater' }).click();
    await till.search.fill('Moonshot');
    await till.search.press('Escape');
    await expect(till.card('Moonshot - Turmeric Honey')).toBeVisible();
    await views(page).getByRole('link', { name: 'Customers' }).click();
    await expect(till.grid).toBeHidden();
    await page.goBack();
    await expect(till.search).toHaveValue('Moonshot');
    await expect(till.card('Moonshot - Turmeric Honey')).toBeVisible();
    await expect(till.card('Moonwater Ember - Ginger')).toBeHidden();

    await page.getByRole('group', { name: 'Categories' }).getByRole('button', { name: /^All/ }).click();
    const card = await till.find('Cold Creek');
    await card.getByRole('button', { name: '3.5 g' }).click();
    const add = card.getByRole('button', { name: /^Add .*, 3\.5 g$/ });
    await expect(add).toBeVisible();
    await views(page).getByRole('link', { name: 'Orders' }).click();
    await expect(till.grid).toBeHidden();
    await views(page).getByRole('link', { name: 'Products' }).click();
    await expect(card).toHaveAttribute('aria-selected', 'true');
    await expect(add).toBeVisible();

    // An address that is not there leads back.
    watch.expect(/^404 GET .*\/no\/such\/page$/);
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expectAccessible(page, 'not-found');
    await page.getByRole('link', { name: 'Go to the register' }).click();
    await till.ready();
  },
);

test(
  'shows who, where and which build in Settings, the themes and the tools; staff go to no other location',
  { tag: '@long' },
  async ({ till, page, watch }) => {
    await till.open();
    await page.getByRole('button', { name: 'Artifacts' }).click();
    await expectAccessible(page, 'artifacts', page.getByRole('dialog', { name: 'Artifacts' }));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Artifacts' })).toBeHidden();
    await expect(page.getByRole('button', { name: /^Location:/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await expect(till.fact(settings, 'Username')).toHaveText('staff');
    await expect(till.fact(settings, 'Location')).toHaveText('Charlotte Central');
    await expect(till.fact(settings, 'Environment')).toHaveText('production');
    await expect(till.fact(settings, 'Version')).not.toBeEmpty();
    await expect(till.fact(settings, 'Build')).not.toBeEmpty();
    await expect(till.fact(settings, 'API')).toHaveText(/^http:\/\/127\.0\.0\.1:\d+\/api$/);

    // It does not say that a password stayed when the answer was lost.
    watch.expect(/^failed PUT .*\/api\/auth\/password/);
    await settings.getByRole('button', { name: 'Change password' }).click();
    await page.route('**/api/auth/password', (route) => route.abort('connectionreset'));
    await page.getByLabel('Current password').fill('tillwright');
    await page.getByLabel('New password').fill('another fine password');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('It is not known whether your password was changed.')).toBeVisible();
    await page.unroute('**/api/auth/password');
    expect(JSON.stringify(await page.context().storageState({ indexedDB: true }))).not.toContain(
      'another fine password',
    );

    // A theme shows at once, and is kept.
    const html = page.locator('html');
    const themes = page.getByRole('radiogroup', { name: 'Theme' });
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await themes.getByRole('radio', { name: 'Light' }).check();
    await expect(html).toHaveAttribute('data-theme', 'light');
    await page.reload();
    await expect(html).toHaveAttribute('data-theme', 'light');
    await till.ready();
    await page.getByRole('button', { name: 'Settings' }).click();
    await themes.getByRole('radio', { name: 'System' }).check();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(html).toHaveAttribute('data-theme', 'light');
    await expectAccessible(page, 'settings', settings);

    await settings.getByRole('button', { name: 'View Console Logs' }).click();
    await expect(settings.getByRole('button', { name: 'View Console Logs' })).toHaveAttribute('aria-expanded', 'true');
    const [exported] = await Promise.all([
      page.waitForEvent('download'),
      settings.getByRole('button', { name: 'Export Debug Data' }).click(),
    ]);
    expect(exported.suggestedFilename()).toMatch(/\.json$/);
    await settings.getByRole('button', { name: 'Clear All Cache' }).click();
    await expect(till.notes).toContainText('Cache cleared. Your session and carts are kept.');
    await settings.getByRole('button', { name: 'Reload Application' }).click();
    await till.ready();
    await expect(settings).toBeHidden();
    const reloaded = () => Promise.all([page.waitForEvent('load'), page.keyboard.press('Control+Shift+R')]);
    await reloaded();
    await till.ready();
    // Over a dialog, too.
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(settings).toBeVisible();
    await reloaded();
    await till.ready();
  },
);

test(
  'fetches everything again with Refresh, and says when that failed',
  { tag: '@long' },
  async ({ till, page, watch }) => {
    watch.expect(/^500 GET .*\/products\?/);
    await till.open();
    const fetched = page.waitForResponse('**/api/proxy/flora-im/products?*');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await fetched;
    await expect(page.getByRole('button', { name: 'Refresh' })).not.toHaveAttribute('aria-busy', 'true');
    await page.route('**/api/proxy/flora-im/products?*', (route) =>
      route.fulfill({ status: 500, json: { success: false, error: 'The shelf fell.', code: 'x' } }),
    );
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(till.dialog('Refresh Error')).toContainText('Failed to refresh. Please try again.', {
      timeout: 30_000,
    });
    await till.dialog('Refresh Error').getByRole('button', { name: 'OK' }).click();
    await expect(till.grid.getByRole('gridcell').first()).toBeVisible();
  },
);

test('keeps a part that breaks from taking the rest along', { tag: '@long' }, async ({ till, shop, page, watch }) => {
  await shop.stocked('Moonwater Tide - Cucumber Mint');
  watch.expect(/^console\.error: .*(?:TypeError|Error)/);
  await page.route(/\/checkout-[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export const nothing = 0;' }),
  );
  await till.open();
  const card = await till.find('Moonwater Tide - Cucumber Mint');
  await card.getByRole('button', { name: '1 can' }).click();
  await card.getByRole('button', { name: 'Add $7.00' }).click();
  await till.panel.getByRole('button', { name: /^Pay/ }).click();
  const broken = till.panel.getByRole('alert');
  await expect(broken).toContainText("Error encountered and couldn't render");
  await expect(broken).toContainText('The cart stopped working.');
  await expect(till.grid).toBeVisible();
  await picture(page, 'error-boundary');
  await broken.getByRole('button', { name: 'Try Again' }).click();
  await expect(broken).toBeVisible();
  await page.unroute(/\/checkout-[^/]*\.js$/);
  for (const tries of [1, 2]) {
    const again = broken.getByRole('button', { name: tries === 2 ? 'Reload Application' : 'Try Again' });
    if (await till.checkout.isVisible()) break;
    await again.click();
  }
  await till.ready();
  await expect(till.panel.getByText('Moonwater Tide - Cucumber Mint')).toBeVisible();
});

test.describe('with a session of one’s own', () => {
  test.use({ as: null });

  test('lets a manager work at another location, with its stock, its tax and a cart of its own @long', async ({
    till,
    page,
    signedIn,
  }) => {
    const [central, blowingRock] = await Promise.all([signedIn('manager'), signedIn('rowan')]);
    await central.stocked('Pocket Grinder 40 mm', 11);
    await blowingRock.stocked('Pocket Grinder 40 mm', 7);
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Username' }).fill('manager');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await till.ready();
    await till.add('Pocket Grinder 40 mm');
    await expect(till.fact(till.panel, /8\.75%/)).toBeVisible();

    await page.getByRole('button', { name: /^Location:/ }).click();
    await expectAccessible(page, 'locations', page.getByRole('menu'));
    await page.getByRole('menuitem', { name: 'Blowing Rock' }).click();
    await expect(till.notes).toContainText('Now at Blowing Rock');
    await expect(page.getByRole('contentinfo').last()).toContainText('Blowing Rock');
    await expect(till.empty).toBeVisible();
    const card = await till.find('Pocket Grinder 40 mm');
    await expect(card).toContainText('7 in stock');
    await card.getByRole('button', { name: 'Add' }).click();
    await expect(till.fact(till.panel, /8\.5%/)).toHaveText('$1.19');
    await till.sellByCard();
    await expect(card).toContainText('6 in stock');

    await page.getByRole('button', { name: /^Location:/ }).click();
    await page.getByRole('menuitem', { name: 'Charlotte Central' }).click();
    await expect(till.line('Pocket Grinder 40 mm')).toBeVisible();
  });
});

test(
  'opens the search by events of the views, with no categories on orders, and closes it',
  { tag: '@long' },
  async ({ till, page }) => {
    await till.open();
    const raise = (name: string) => page.evaluate((event) => void window.dispatchEvent(new Event(event)), name);
    const filters = page.getByRole('listbox', { name: 'Filters' });
    await raise('openFilterMode');
    await expect(filters).toBeVisible();
    await raise('close');
    await expect(filters).toBeHidden();
    await page.getByRole('link', { name: 'Orders' }).click();
    await expect(page.getByRole('button', { name: 'Filter' })).toHaveCount(0);
    await raise('openFilterMode');
    await raise('openCustomerMode');
    await expect(page.getByRole('combobox', { name: /^Customer/ })).toBeVisible();
    await raise('openFilterMode');
    await expect(page.getByRole('combobox', { name: /^Customer/ })).toBeVisible();
    await expect(filters).toHaveCount(0);
    await raise('close');
    await expect(page.getByRole('combobox', { name: /^Customer/ })).toHaveCount(0);
  },
);
