import type { Locator } from '@playwright/test';
import { picture } from '../../support/browser/picture.ts';
import { expect, test } from '../../support/staff.ts';

/** Expects the part inside its card, which cuts off everything beyond its edge. */
async function expectWhole(card: Locator, part: Locator): Promise<void> {
  const [outer, inner] = await Promise.all([card.boundingBox(), part.boundingBox()]);
  expect(inner?.x).toBeGreaterThan(outer?.x ?? Number.NaN);
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThan((outer?.x ?? 0) + (outer?.width ?? 0));
}

test('sells flower by weight tier, and rolls pre-rolls from the same jar', async ({ till, shop, page }) => {
  const jar = await shop.stocked('Lantern Fruit', 100);
  await till.open();
  const card = await till.find('Lantern Fruit');
  await expect(card).toContainText('100 g in stock');
  const tier = card.getByRole('group', { name: 'Price tiers of Lantern Fruit' }).getByRole('button', { name: '3.5 g' });
  // The search may draw its card once more.
  await expect.poll(() => tier.boundingBox()).not.toBeNull();
  const before = await tier.boundingBox();
  await tier.click();
  await expect(card).toHaveAttribute('aria-selected', 'true');
  // Nothing moves under the finger: the tier that was pressed is Add now.
  const add = card.getByRole('button', { name: 'Add $40.00, 3.5 g' });
  await expect.poll(() => add.boundingBox()).toEqual(before);
  await add.click();
  await expect(card).toHaveAttribute('aria-selected', 'false');
  await expect.poll(() => tier.boundingBox()).toEqual(before);

  // The same tier again makes the line larger. Another tier is another line.
  for (const [tier, price] of [
    ['3.5 g', '$40.00'],
    ['1 g', '$15.00'],
  ] as const) {
    await card.getByRole('button', { name: tier }).first().click();
    await card.getByRole('button', { name: `Add ${price}` }).click();
  }
  // By key the card opens, with its tiers by rule.
  await card.focus();
  await page.keyboard.press('Enter');
  const rolls = card.getByRole('radiogroup', { name: 'House pre-rolls, Lantern Fruit' });
  await rolls.getByRole('radio', { name: '3 pre-rolls $27' }).check();
  await card.getByRole('button', { name: 'Add $27.00' }).click();

  await expect(till.lines).toHaveCount(3);
  await expect(till.lines.nth(0)).toContainText('$80.00');
  await expect(till.lines.nth(0)).toContainText('3.5 g · $40.00');
  await expect(till.lines.nth(0).getByRole('textbox')).toHaveValue('2');
  await expect(till.lines.nth(1)).toContainText('1 g · $15.00');
  await expect(till.lines.nth(2)).toContainText('3 pre-rolls · $27.00');
  await expect(card).toContainText('10.1 g in the cart');
  await picture(page, 'tiers');
  // 7 g are one tier, which costs less than two of 3.5 g.
  await expect(till.lines.nth(0)).toContainText(/7 g costs \$[\d.]+, saves \$[\d.]+/);
  await till.lines.nth(0).getByRole('button', { name: 'Sell as 7 g: Lantern Fruit' }).click();
  await expect(till.lines.nth(0)).toContainText('7 g · $60.00');
  await expect(till.lines.nth(0).getByRole('button', { name: /^Sell as/ })).toHaveCount(0);
  await expect(card).toContainText('10.1 g in the cart');

  await till.sellByCard();
  expect(await shop.stockOf(jar)).toBe(89.9);
  await expect(card).toContainText('89.9 g in stock');
});

test(
  'adds exactly one by a double press on a tier of an open card, and moves nothing before',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    await shop.stocked('Lantern Fruit', 5);
    await till.open();
    const card = await till.find('Lantern Fruit');
    await card.focus();
    await page.keyboard.press('Enter');
    const tiers = card.getByRole('radio');
    const places = () =>
      tiers.evaluateAll((chips) => chips.map((chip) => JSON.stringify(chip.getBoundingClientRect())));
    await expect(tiers.first()).toBeFocused();
    // A tier that the stock does not suffice for is dashed.
    await expect(card.getByRole('radio', { name: /^7 g/ }).locator('..')).toHaveCSS('border-top-style', 'dashed');
    const tier = card.getByRole('radio', { name: /^3\.5 g/ });
    await expect(tier.locator('..')).toHaveCSS('border-top-style', 'solid');
    const before = await places();
    await tier.click();
    await expect(tier).toHaveAccessibleName('3.5 g, Add $40');
    expect(await places()).toEqual(before);
    await card.getByRole('radio', { name: /^1 g/ }).dblclick();
    await expect(card).toHaveAttribute('aria-selected', 'false');
    const line = till.line('Lantern Fruit');
    await expect(line).toContainText('1 g · $15.00');
    await expect(line.getByRole('textbox')).toHaveValue('1');
  },
);

test('lets a variant be chosen first, and none that is sold out', { tag: '@long' }, async ({ till, shop, page }) => {
  const { product } = await shop.variant('Rolling Papers', 'Wide');
  for (const { id, name } of product.variants) await shop.setStock(product, name === 'Wide' ? 0 : 40, id);
  await till.open();
  const card = await till.find('Rolling Papers');
  await till.openVariants(card);
  await expect(card.getByText('Choose an option')).toBeVisible();
  const variants = card.getByRole('radiogroup', { name: 'Variant of Rolling Papers' });
  await expect(variants.getByRole('radio', { name: 'Wide Sold out' })).toBeDisabled();
  await variants.getByRole('radio', { name: 'King Slim $3.50' }).check();
  const quantity = card.getByRole('textbox', { name: 'Quantity of Rolling Papers' });
  await quantity.fill('2.5');
  await quantity.press('Enter');
  await expect(till.notes).toContainText('Not counted: 2.5.');
  await expect(quantity).toHaveValue('1');
  await expect(till.empty).toBeVisible();
  await quantity.fill('4');
  await expectWhole(card, card.getByRole('button', { name: 'Add $14.00' }));
  await picture(page, 'variants');
  await card.getByRole('button', { name: 'Add $14.00' }).click();
  await expect(till.line('Rolling Papers - King Slim')).toContainText('$14.00');

  await till.sellByCard();
  const slim = product.variants.find(({ name }) => name === 'King Slim');
  expect(await shop.stockOf(product, slim?.id)).toBe(36);
});

test(
  'groups by category in the order of the shop; one card is chosen at a time, and nothing that is out of stock',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    await shop.stocked('Dogwalker Minis 5 pk - Foxglove', 0);
    await till.open();
    const categories = page.getByRole('group', { name: 'Categories' }).getByRole('button');
    const names = await categories.allTextContents();
    expect(names.map((name) => name.replace(/[\d,]+$/, ''))).toEqual([
      'Favourites',
      'All',
      'Flower',
      'Vape',
      'Concentrate',
      'Edible',
      'Moonwater',
      'Accessories',
      'Pre-roll',
    ]);
    // On a laptop all of them are in sight, and the numbers give way before a name does.
    for (const name of ['Favourites', 'Accessories', 'Pre-roll'])
      await expect(categories.filter({ hasText: name })).toBeInViewport({ ratio: 1 });
    await categories.filter({ hasText: 'Edible' }).click();
    await expect(till.grid.getByRole('rowheader')).toContainText(['Edible']);
    await expect(till.card('Espresso Caramels 8 pk')).toBeVisible();
    await categories.filter({ hasText: 'All' }).click();
    await expect(till.grid.getByRole('rowheader').first()).toContainText('Flower');

    await till.search.fill('Moonshot');
    await till.search.press('Escape');
    const [one, other] = [till.card('Moonshot - Yuzu'), till.card('Moonshot - Hibiscus')];
    await one.click({ position: { x: 20, y: 20 } });
    await expect(one).toHaveAttribute('aria-selected', 'true');
    await other.click({ position: { x: 20, y: 20 } });
    await expect(other).toHaveAttribute('aria-selected', 'true');
    await expect(one).toHaveAttribute('aria-selected', 'false');
    await page.getByRole('contentinfo').last().click();
    await expect(other).toHaveAttribute('aria-selected', 'false');

    const gone = await till.find('Dogwalker Minis 5 pk - Foxglove');
    await expect(gone).toContainText('Out of stock');
    await expect(gone.getByRole('button', { name: 'Add' })).toBeDisabled();
    await expect(gone.getByRole('button', { name: 'Add' })).toHaveAttribute('title', 'Out of Stock');
  },
);

test(
  'narrows the products by a blueprint value, and says so when nothing fits',
  { tag: '@long' },
  async ({ till, page }) => {
    await till.open();
    await page.getByRole('button', { name: 'Filter' }).click();
    const filters = page.getByRole('listbox', { name: 'Filters' });
    await filters.getByRole('option', { name: /^Vape/ }).click();
    await expect(till.grid.getByRole('rowheader')).toContainText(['Vape']);
    await page.getByRole('button', { name: 'Filter (1 active)' }).click();
    await filters.getByRole('option', { name: /^Type/ }).click();
    await filters.getByRole('option', { name: /^Indica/ }).click();
    await expect(page.getByRole('button', { name: /Remove filter Type: Indica/ })).toBeVisible();
    await till.search.fill('no such thing');
    await expect(page.getByText('No products found for "no such thing"').first()).toBeVisible();
    await till.search.press('Escape');
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
    await expect(page.getByText('No results for "no such thing"')).toBeVisible();
    await page.getByRole('button', { name: 'Show all products' }).click();
    await expect(till.card('Blue Ridge Mist')).toBeVisible();
  },
);

test(
  'shows why there are no products, and fetches them again with Retry',
  { tag: '@long' },
  async ({ till, page, watch }) => {
    watch.expect(/^500 GET .*\/products\?/);
    let broken = true;
    await page.route('**/api/proxy/flora-im/products?*', (route) =>
      broken
        ? route.fulfill({ status: 500, json: { success: false, error: 'The shelf fell.', code: 'x' } })
        : route.continue(),
    );
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Products did not load. Your cart is safe.' })).toBeVisible({
      timeout: 30_000,
    });
    await expect(page.getByText('Flora IM API error: 500 The shelf fell.').first()).toBeVisible();
    const retry = page.getByRole('main').getByRole('button', { name: 'Retry' });
    const asked = page.waitForResponse('**/api/proxy/flora-im/products?*');
    await retry.first().click();
    expect((await asked).status()).toBe(500);
    broken = false;
    // The live stream, once it is open, has everything fetched again as well.
    await expect(async () => {
      if (await retry.first().isVisible()) await retry.first().click({ timeout: 1000 });
      await expect(till.grid.getByRole('gridcell').first()).toBeVisible({ timeout: 2000 });
    }).toPass();
  },
);

test('F4 on an empty cart says so where the cart is', { tag: '@long' }, async ({ till, page }) => {
  await till.open();
  await page.keyboard.press('F4');
  await expect(till.panel.getByRole('group', { name: 'Cart' })).toBeFocused();
  await expect(till.empty).toBeVisible();
  await expect(till.dialog('Cart Validation Error')).toBeHidden();
});

test('a double press on a tier adds one; keys go on from a press @long', async ({ till, shop, page }) => {
  await shop.stocked('Lantern Fruit', 100);
  await shop.stocked('Banana Ledger', 200);
  await till.open();
  const card = await till.find('Lantern Fruit');
  await card.getByRole('button', { name: '3.5 g' }).dblclick();
  await expect(till.line('Lantern Fruit').getByRole('textbox')).toHaveValue('1');
  await expect(card).toHaveAttribute('aria-selected', 'false');

  const other = await till.find('Banana Ledger');
  await other.getByRole('button', { name: '7 g' }).click();
  await page.keyboard.press('Enter');
  await expect(till.line('Banana Ledger')).toContainText('7 g');
  await other.getByRole('button', { name: '7 g' }).click();
  await page.keyboard.press('ArrowRight');
  await expect(other.getByRole('radio', { name: /^7 g/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await other.getByRole('button', { name: '14 g' }).click();
  await page.keyboard.press('Escape');
  await expect(other).toHaveAttribute('aria-selected', 'false');
  await expect(other).toBeFocused();
});

test(
  'searches on with the key that leads to the search, and forgets the search with the sale',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    await shop.stocked('Hemp Wick 20 ft', 20);
    await shop.stocked('Cold Creek', 50);
    await till.open();

    // A tier of the highlighted row is added by one press, and the cards beneath stay as they are.
    const first = till.grid.getByRole('gridcell').first();
    const before = (await first.getAttribute('aria-label')) ?? '';
    await till.search.fill('Cold Cre');
    const row = page.getByRole('listbox', { name: 'Products' }).getByRole('option').first();
    await expect(row).toContainText('Cold Creek');
    await expect(first).toHaveAttribute('aria-label', before);
    await row.getByText('3.5 g', { exact: true }).click();
    await expect(till.line('Cold Creek')).toContainText('3.5 g');
    await expect(till.search).toHaveValue('');
    await expect(till.search).toBeFocused();
    // A press elsewhere drops what was typed; Escape narrows the cards by it.
    await till.search.fill('Cold Cre');
    await expect(row).toContainText('Cold Creek');
    await page.getByRole('contentinfo').last().click();
    await expect(till.search).toHaveValue('');
    await till.search.fill('Cold Cre');
    await till.search.press('Escape');
    await expect(first).toHaveAttribute('aria-label', 'Cold Creek');
    await till.search.fill('');
    await expect(first).toHaveAttribute('aria-label', before);
    await till.search.press('Escape');

    await page.keyboard.press('/');
    await till.search.pressSequentially('hemp');
    const options = page.getByRole('listbox', { name: 'Products' }).getByRole('option');
    await expect(options.first()).toHaveAttribute('data-highlighted', 'true');
    await page.keyboard.press('Escape');
    await till.search.focus();
    await expect(options).toHaveCount(0);
    // Open again with the first match under Enter.
    await page.keyboard.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('data-highlighted', 'true');
    await till.search.fill('');
    await page.keyboard.press('/');
    await expect(till.search).toHaveValue('');
    await till.search.fill('hemp wick');
    await till.search.press('Escape');
    await till.card('Hemp Wick 20 ft').getByRole('button', { name: 'Add' }).click();
    await expect(till.line('Hemp Wick 20 ft')).toBeVisible();
    await expect(till.search).toHaveValue('hemp wick');
    await till.sellByCard();
    await expect(till.search).toHaveValue('');
    await till.newSale();
  },
);
