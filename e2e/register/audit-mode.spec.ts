import type { Locator, Page } from '@playwright/test';
import { audit, bar, field } from '../support/pages/till-audit.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { scan } from '../support/browser/scanner.ts';
import { expect, test } from '../support/staff.ts';

// Each worker uses a separate location, because the same test may run twice at once and set another stock.
test.use({
  // oxlint-disable-next-line no-empty-pattern
  as: async ({}, provide, { parallelIndex }) => provide(parallelIndex % 2 === 0 ? 'ellis' : 'rowan'),
});

/** Reason and change of the newest movement of an item. */
async function lastMovement(page: Page, product: { id: number }): Promise<{ reason: string; change: number }> {
  const reply = await page.request.get('/api/inventory/movements', { params: { product_id: product.id, limit: 1 } });
  const { data } = (await reply.json()) as { data: { reason: string; quantity_change: number }[] };
  return { reason: data[0]?.reason ?? '', change: data[0]?.quantity_change ?? Number.NaN };
}

test('sets stock to what was counted: the number, Enter, and the focus is back on the card', async ({ till, shop }) => {
  const jar = await shop.stocked('Key Lime Alibi', 353);
  const card = await audit(till, 'Key Lime Alibi');
  await expect(bar(till.page)).toContainText('Audit mode: edit stock on the cards. Selling is off.');
  const stock = field(card, 'Key Lime Alibi');
  await expect(stock).toHaveValue('353.00');
  await expect(card.getByText('353 current stock')).toBeHidden();
  await stock.click();
  await expect(card.getByText('353 current stock')).toBeVisible();
  // Not key by key: as fast as that is a scanner.
  await stock.fill('351.25');
  await stock.press('Enter');
  await expect(card).toBeFocused();
  await expect(stock).toHaveValue('351.25');
  await expect(card).toContainText('351.25 g in stock');
  await expect.poll(() => shop.stockOf(jar)).toBe(351.25);

  // Looked at and left, blank, or taken back with Escape: nothing is set.
  await stock.click();
  await stock.press('Tab');
  await stock.fill('');
  await stock.press('Enter');
  await expect(stock).toHaveValue('351.25');
  await stock.fill('7');
  await stock.press('Escape');
  await expect(card).toBeFocused();
  await expect(stock).toHaveValue('351.25');
  expect(await shop.stockOf(jar)).toBe(351.25);
});

test(
  'changes stock by a tenth of what is weighed and by one piece, and says so in the books',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    const jar = await shop.stocked('Papaya Parade', 131.5);
    const pieces = await shop.stocked('Glass Tip 1.5 g - Blue Ridge Mist', 37);
    const card = await audit(till, 'Papaya Parade');
    await card.getByRole('button', { name: 'More: Papaya Parade' }).click();
    await expect(field(card, 'Papaya Parade')).toHaveValue('131.60');
    await expect.poll(() => lastMovement(page, jar)).toEqual({ reason: 'Manual increase', change: 0.1 });
    await card.getByRole('button', { name: 'Less: Papaya Parade' }).click();
    await expect.poll(() => lastMovement(page, jar)).toEqual({ reason: 'Manual decrease', change: -0.1 });

    const roll = await till.find('Glass Tip 1.5 g - Blue Ridge Mist');
    const less = roll.getByRole('button', { name: /^Less: / });
    const shown = field(roll, 'Glass Tip 1\\.5 g - Blue Ridge Mist');
    // A press is refused while the outcome of the last one is unknown. The person sees that and presses again.
    await expect(async () => {
      for (let left = Number(await shown.inputValue()) - 32; left > 0; left -= 1) await less.click();
      await expect(shown).toHaveValue('32', { timeout: 1000 });
    }).toPass();
    await expect.poll(() => shop.stockOf(pieces)).toBe(32);
    expect((await lastMovement(page, pieces)).reason).toBe('Manual decrease');
  },
);

test('shows both numbers when stock changed meanwhile, sets only what is chosen, and takes back what is refused', async ({
  till,
  shop,
  page,
  watch,
}) => {
  watch.expect(/^409 POST .*\/inventory$/, /^422 POST .*\/inventory(\/adjust)?$/);
  const jar = await shop.stocked('Pine Barrens', 100);
  const card = await audit(till, 'Pine Barrens');
  const stock = field(card, 'Pine Barrens');
  const conflict = till.dialog('Stock changed meanwhile');

  await stock.fill('90');
  await shop.sell(jar, 3.5);
  await expect(card.getByText('96.5 current stock')).toBeVisible();
  await stock.press('Enter');
  await expect(conflict).toContainText('you saw 100 and set 90, but it is 96.5 now');
  await conflict.getByRole('button', { name: 'Keep 96.5' }).click();
  await expect(stock).toHaveValue('96.50');
  expect(await shop.stockOf(jar)).toBe(96.5);

  await stock.fill('90');
  await shop.sell(jar, 3.5);
  await expect(card.getByText('93 current stock')).toBeVisible();
  await stock.press('Enter');
  await conflict.getByRole('button', { name: 'Set 90' }).click();
  await expect(stock).toHaveValue('90.00');
  await expect.poll(() => shop.stockOf(jar)).toBe(90);

  const refuse = { status: 422, json: { success: false, error: 'Not today.', code: 'not_valid' } };
  await page.route('**/api/inventory/adjust', (route) => route.fulfill(refuse));
  await page.route('**/api/proxy/flora-im/inventory', (route) => route.fulfill(refuse));
  await card.getByRole('button', { name: 'More: Pine Barrens' }).click();
  await expect(till.notes).toContainText('Failed to update inventory: 422. Pine Barrens: Not today.');
  await expect(stock).toHaveValue('90.00');
  await stock.fill('3');
  await stock.press('Enter');
  await expect(stock).toHaveValue('90.00');
  await expect(card).toContainText('90 g in stock');
});

test(
  'counts presses once that were waiting for an earlier one when the page was reloaded',
  { tag: '@long' },
  async ({ till, shop, page, watch }) => {
    watch.expect(/^failed POST .*\/inventory/);
    const name = 'Glass Tip 1.5 g - Blue Ridge Mist';
    const pieces = await shop.stocked(name, 37);
    const card = await audit(till, name);
    let isHeld = true;
    await page.route('**/api/inventory/adjust', (route) => (isHeld ? undefined : route.fallback()));
    const less = card.getByRole('button', { name: /^Less: / });
    for (let presses = 0; presses < 3; presses += 1) await less.click();
    const stock = (within: Locator) => field(within, name.replaceAll('.', '\\.'));
    await expect(stock(card)).toHaveValue('34');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Checking 1' }).click();
    await expect(page.getByRole('dialog', { name: 'Waiting for an answer' })).toContainText(
      `${name}: -1 in stock, then -2 in stock`,
    );
    isHeld = false;
    await page.reload();
    await expect.poll(() => shop.stockOf(pieces)).toBe(34);
    const again = await audit(till, name);
    await expect(stock(again)).toHaveValue('34');
    await expect(again.getByText('Checking...')).toBeHidden();
    expect(await shop.stockOf(pieces)).toBe(34);
  },
);

test(
  'sells nothing, whatever is pressed, scanned or picked; payment leaves it',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    await shop.stocked('Diamond Dipped 1 g - Ultraviolet', 35);
    await shop.stocked('Canvas Tote', 50);
    const { barcode } = await shop.product('Diamond Dipped 1 g - Ultraviolet');
    const card = await audit(till, 'Diamond Dipped 1 g - Ultraviolet');
    const stock = field(card, 'Diamond Dipped 1 g - Ultraviolet');
    await card.click({ position: { x: 20, y: 20 } });
    await card.press('Enter');
    await expect(stock).toBeFocused();
    await stock.press('Escape');
    await page.getByRole('button', { name: 'Back to sales' }).focus();
    await scan(page, barcode ?? '');
    await expect(stock).toBeFocused();
    await expect(stock).toHaveValue('35');
    await till.search.fill('Diamond Dipped');
    await page.getByRole('listbox', { name: 'Products' }).getByText('Diamond Dipped 1 g - Ultraviolet').first().click();
    await expect(stock).toBeFocused();
    await expect(till.empty).toBeVisible();
    await expect(card.getByRole('button', { name: 'Add' })).toHaveCount(0);

    await page.getByRole('button', { name: 'Back to sales' }).click();
    await expect(bar(page)).toBeHidden();
    await till.add('Canvas Tote');
    await page.getByRole('button', { name: 'Audit mode' }).click();
    await expect(bar(page)).toBeVisible();
    await till.goToCheckout();
    await expect(bar(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Audit mode' })).toBeDisabled();
  },
);

test(
  'shows four variants and opens the rest; remembers the mode while another view is shown',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    const { product } = await shop.variant('Pocket Lighter', 'Black');
    for (const { id } of product.variants) await shop.setStock(product, 6, id);
    const card = await audit(till, 'Pocket Lighter');
    await expect(card.getByRole('textbox')).toHaveCount(4);
    await card.getByRole('button', { name: '+1 more variants' }).click();
    await expect(card.getByRole('textbox')).toHaveCount(5);
    await expectAccessible(page, 'audit', page.getByRole('main'));
    await expect(field(card, 'Pocket Lighter - Black')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(field(card, 'Pocket Lighter - Black')).toHaveValue('7');
    await expect.poll(() => shop.stockOf(product, product.variants.find(({ name }) => name === 'Black')?.id)).toBe(7);

    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Orders' }).click();
    await expect(bar(page)).toBeHidden();
    await views.getByRole('link', { name: 'Products' }).click();
    await expect(bar(page)).toBeVisible();
  },
);

test(
  'leaves out what there is none of until asked, and never takes a card away under the finger',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    const gone = await shop.stocked('Rose Lokum Bites', 0);
    const one = await shop.stocked('Sour Peach Rings', 0.1);
    await till.open();
    await page.getByRole('button', { name: 'Audit mode' }).click();
    await till.search.fill('Rose Lokum');
    await till.search.press('Escape');
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Show out-of-stock items' }).check();
    await expect(field(till.card('Rose Lokum Bites'), 'Rose Lokum Bites')).toHaveValue('0.00');
    await page.getByRole('checkbox', { name: 'Show out-of-stock items' }).uncheck();
    await expect(till.card('Rose Lokum Bites')).toBeHidden();

    const card = await till.find('Sour Peach Rings');
    const less = card.getByRole('button', { name: 'Less: Sour Peach Rings' });
    await less.click();
    await expect(field(card, 'Sour Peach Rings')).toHaveValue('0.00');
    await expect(less).toBeFocused();
    await expect(less).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => shop.stockOf(one)).toBe(0);
    await expect(card).toContainText('Out of stock');
    expect(await shop.stockOf(gone)).toBe(0);
  },
);

test('is not offered to who may not set stock', { tag: '@long' }, async ({ till, page }) => {
  await page.route('**/api/auth/me', async (route) => {
    const reply = await route.fetch();
    const me = (await reply.json()) as { user: { permissions: string[] } };
    me.user.permissions = me.user.permissions.filter((permission) => permission !== 'adjust-stock');
    await route.fulfill({ response: reply, json: me });
  });
  await till.open();
  await expect(page.getByRole('button', { name: 'Large cards' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Audit mode' })).toHaveCount(0);
});
