import type { Page } from '@playwright/test';
import { favouritesRoute, pinFavouriteRoute } from '#contract/favourites.ts';
import { expect, test } from '../../support/staff.ts';

/** Leaves products out of what the register is told, as if they had been unpublished. */
async function hideFrom(page: Page): Promise<{ hide: (isHidden: (name: string) => boolean) => void }> {
  let hidden = (_name: string) => false;
  await page.route('**/api/proxy/flora-im/products?*', async (route) => {
    const reply = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
    const body = (await reply.json()) as { data: { name: string }[] };
    const data = body.data.filter(({ name }) => !hidden(name));
    await route.fulfill({ status: 200, json: { ...body, data } });
  });
  return { hide: (isHidden) => (hidden = isHidden) };
}

function focusedCard(page: Page): Promise<string | null> {
  return page.evaluate(() =>
    document.activeElement?.getAttribute('role') === 'gridcell'
      ? document.activeElement.getAttribute('aria-label')
      : `not a card: ${document.activeElement?.tagName}`,
  );
}

test(
  'keeps the focus in the grid when products come, move or go under it',
  { tag: '@long' },
  async ({ till, signedIn, page }) => {
    const office = await signedIn('manager');
    const shelf = await hideFrom(page);
    await till.open();
    await page.getByRole('group', { name: 'Categories' }).getByRole('button', { name: 'Pre-roll' }).click();
    await expect(till.grid.getByRole('rowheader')).toHaveText([/^Pre-roll/]);
    const cards = till.grid.getByRole('gridcell');
    const names = await cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label') ?? ''));
    const [first = '', , third = '', fourth = '', fifth = ''] = names;
    await cards.nth(2).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focusedCard(page)).toBe(fourth);

    // The card moves up a row because the first one is gone. It is drawn again and keeps the focus.
    shelf.hide((name) => name === first);
    await office.touch([first]);
    await expect(cards.first()).not.toHaveAccessibleName(first);
    expect(await focusedCard(page)).toBe(fourth);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focusedCard(page)).toBe(third);

    // It is gone itself: the one in its place has the focus.
    shelf.hide((name) => [first, third, fourth].includes(name));
    await office.touch([fourth, third]);
    await expect(till.card(third)).toBeHidden();
    await expect.poll(() => focusedCard(page)).toBe(fifth);

    // All are gone.
    shelf.hide(() => true);
    await office.touch(await office.productsOf('Pre-roll'));
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Product grid' })).toBeFocused();
  },
);

test(
  'keeps the focus when the last one is sold under a button in focus',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    const product = await shop.stocked('Porch Singles 1 g - Peach Porch', 5);
    await till.open();
    const card = await till.find('Porch Singles 1 g - Peach Porch');
    await card.getByRole('button', { name: 'Add' }).focus();
    await shop.setStock(product, 0);
    await expect(card).toContainText('Out of stock');
    await expect.poll(() => focusedCard(page)).toBe('Porch Singles 1 g - Peach Porch');
  },
);

test(
  'shows more products on small cards, every tier of each, and remembers it',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    await shop.stocked('Storm Cellar', 200);
    await till.open();
    const inSight = () =>
      till.grid
        .getByRole('gridcell')
        .evaluateAll(
          (cards) => cards.filter((card) => card.getBoundingClientRect().bottom < window.innerHeight - 28).length,
        );
    // A shop with many products begins with small ones.
    await page.getByRole('button', { name: 'Large cards' }).click();
    const few = await inSight();
    await page.getByRole('button', { name: 'Small cards' }).click();
    await expect.poll(inSight).toBeGreaterThanOrEqual(2 * few);
    await page.reload();
    await till.ready();
    await expect(page.getByRole('button', { name: 'Large cards' })).toBeVisible();
    await expect.poll(inSight).toBeGreaterThanOrEqual(2 * few);

    const card = await till.find('Storm Cellar');
    const tiers = card.getByRole('group', { name: 'Price tiers of Storm Cellar' }).getByRole('button');
    await expect(tiers).toHaveCount(8);
    await card.getByRole('button', { name: '3 pre-rolls $' }).click();
    await card.getByRole('button', { name: /^Add / }).click();
    await expect(till.line('Storm Cellar')).toContainText('3 pre-rolls');
    await expect(card).toContainText('2.1 g in the cart');
    await page.getByRole('button', { name: 'Large cards' }).click();
    await expect(tiers).toHaveCount(8);

    // Opened it stays in its place: the picture is square, and the choices begin where they were.
    const top = async () => (await card.getByText('Storm Cellar', { exact: true }).boundingBox())?.y;
    const before = await top();
    await card.focus();
    await page.keyboard.press('Enter');
    await expect(card.getByRole('radio').first()).toBeFocused();
    expect(await top()).toBe(before);
    const picture = await card
      .locator('img, svg')
      .first()
      .locator('xpath=ancestor::div[contains(@class, "@container")]')
      .boundingBox();
    expect(picture?.height).toBeCloseTo(picture?.width ?? Number.NaN, 0);
  },
);

test(
  'a narrow window brings further categories into sight, and opens a card above the header of the next',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await shop.stocked('Banana Ledger', 200);
    await till.open();
    await till.search.fill('Banana Led');
    await till.search.press('Escape');
    await expect(till.grid.getByRole('rowheader')).toHaveText([/^Flower/, /^Vape/]);
    const card = till.card('Banana Ledger');
    await card.focus();
    await page.keyboard.press('Enter');
    const chip = card.getByRole('radio', { name: /^5 pre-rolls/ });
    await expect(chip).toBeVisible();
    const covering = await chip.evaluate((radio) => {
      const { left, top, width, height } = radio.getBoundingClientRect();
      return [0.1, 0.5, 0.9].filter(
        (share) => !document.elementFromPoint(left + width / 2, top + height * share)?.closest('[role=gridcell]'),
      );
    });
    expect(covering).toEqual([]);
    await till.search.fill('');
    await till.search.press('Escape');

    const last = page.getByRole('group', { name: 'Categories' }).getByRole('button', { name: /^Pre-roll/ });
    // A tablet has them in two rows, and a low window in one that scrolls.
    await expect(last).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1024, height: 640 });
    await expect(last).not.toBeInViewport({ ratio: 0.9 });
    const onward = page.getByRole('group', { name: 'Categories' }).locator('button[aria-hidden=true]').last();
    await expect(async () => {
      if ((await onward.count()) > 0) await onward.click({ timeout: 1000 });
      await expect(last).toBeInViewport({ ratio: 0.9, timeout: 1000 });
    }).toPass();
    await last.click();
    await expect(till.grid.getByRole('rowheader')).toHaveText([/^Pre-roll/]);

    // At no width does the row change between one and two for ever.
    const categories = page.getByRole('group', { name: 'Categories' });
    await categories.getByRole('button', { name: /^All/ }).click();
    for (let width = 880; width <= 1480; width += 20) {
      await page.setViewportSize({ width, height: 800 });
      const changes = await categories.evaluate(async (group) => {
        const frames = async (count: number): Promise<void> => {
          for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
        };
        await frames(6);
        let seen = 0;
        const watcher = new MutationObserver((records) => (seen += records.length));
        watcher.observe(group, { subtree: true, attributes: true });
        await frames(6);
        watcher.disconnect();
        return seen;
      });
      expect([width, changes]).toEqual([width, 0]);
    }
  },
);

test('says at Pay what is chosen on a card but not in the cart', { tag: '@long' }, async ({ till, shop, page }) => {
  await shop.stocked('Smoky Quartz', 200);
  await shop.stocked('Canvas Tote', 50);
  await till.open();
  await till.add('Canvas Tote');
  const card = await till.find('Smoky Quartz');
  await card.getByRole('button', { name: '3.5 g' }).click();
  await till.panel.getByRole('button', { name: /^Pay/ }).click();
  const warning = till.dialog('Not in the cart');
  await expect(warning).toContainText("You chose 3.5 g of Smoky Quartz but didn't add it.");
  await warning.getByRole('button', { name: 'Go back' }).click();
  await card.getByRole('button', { name: /^Add .*, 3\.5 g$/ }).click();
  await expect(till.lines).toHaveCount(2);

  // By key too; and nothing is said of what was added.
  await card.getByRole('button', { name: '7 g' }).click();
  await page.keyboard.press('F4');
  await expect(warning).toContainText('7 g of Smoky Quartz');
  await warning.getByRole('button', { name: 'Pay without it' }).click();
  await expect(till.checkout.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await expect(till.dialog('Not in the cart')).toBeHidden();
});

test(
  'says how many of the variants can be had, counts what the search has left, and refuses more than there is',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    await shop.stocked('Dogwalker Minis 5 pk - Meadowlark', 1);
    const { product } = await shop.variant('Moonwater Hoodie', 'S');
    for (const { id, name } of product.variants) await shop.setStock(product, name === '2XL' ? 0 : 4, id);
    await till.open();
    const card = await till.find('Moonwater Hoodie');
    await expect(card.getByRole('button', { name: 'Choose (4 of 5 in stock)' })).toBeVisible();
    for (const { id } of product.variants) await shop.setStock(product, 0, id);
    await expect(card.getByRole('button', { name: 'Sold out' })).toBeVisible();

    const categories = page.getByRole('group', { name: 'Categories' });
    await till.search.fill('gummies');
    await till.search.press('Escape');
    await expect(categories.getByRole('button', { name: /^Flower/ })).toHaveText('Flower0');
    const all = await categories.getByRole('button', { name: /^All/ }).textContent();
    const edible = await categories.getByRole('button', { name: /^Edible/ }).textContent();
    expect(edible?.replace('Edible', '')).toBe(all?.replace('All', ''));

    const last = await till.find('Dogwalker Minis 5 pk - Meadowlark');
    await last.focus();
    await page.keyboard.press('Enter');
    await expect(till.lines).toHaveCount(1);
    await page.keyboard.press('Enter');
    const refusal = till.dialog('Add to Cart Error');
    await expect(refusal).toContainText(
      'Failed to add item to cart. Only 1 of Dogwalker Minis 5 pk - Meadowlark left in stock.',
    );
    await page.keyboard.press('Enter');
    await expect(refusal).toBeHidden();
    await expect(last).toBeFocused();
    await expect(till.line('Dogwalker Minis 5 pk - Meadowlark').getByRole('textbox')).toHaveValue('1');
  },
);

test('fetches a part of the page again that could not be fetched', { tag: '@long' }, async ({ till, page, watch }) => {
  watch.expect(/^failed GET .*\/assets\//, /^console\.error: /);
  await page.route('**/assets/orders-view*.js', (route) => route.abort());
  await till.open();
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('link', { name: 'Orders' }).click();
  const note = page.getByRole('alert').filter({ hasText: 'Orders could not be loaded' });
  await expect(note).toBeVisible();
  await note.getByRole('button', { name: 'Try Again' }).click();
  await expect(note).toBeVisible();
  await page.unroute('**/assets/orders-view*.js');
  await note.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('main').getByRole('columnheader').first()).toBeVisible();
});

test.describe('as a manager', () => {
  test.use({ as: 'manager' });

  test(
    'pins products to the favourites of the location, by the menu of their cards',
    { tag: '@long' },
    async ({ till, shop, page }) => {
      const [mug, tote] = [await shop.stocked('Enamel Mug'), await shop.stocked('Canvas Tote')];
      await till.open();
      const favourites = page.getByRole('group', { name: 'Categories' }).getByRole('button', { name: 'Favourites' });
      const menu = (name: string) => page.getByRole('menu', { name });
      const pinned = async () => (await shop.call(favouritesRoute)).data.pinned;
      const unpinAll = async () => {
        for (const id of await pinned()) await shop.call(pinFavouriteRoute, { id }, { pinned: false, before_id: null });
      };
      // A former try that was killed left its pins.
      await unpinAll();
      try {
        await (await till.find('Enamel Mug')).click({ button: 'right' });
        await menu('Enamel Mug').getByRole('menuitem', { name: 'Pin to Favourites' }).click();
        await expect.poll(pinned).toEqual([mug.id]);
        const card = await till.find('Canvas Tote');
        await card.focus();
        await page.keyboard.press('Shift+F10');
        await menu('Canvas Tote').getByRole('menuitem', { name: 'Pin to Favourites' }).press('Enter');
        await expect.poll(pinned).toEqual([mug.id, tote.id]);
        await expect(card).toBeFocused();

        await till.search.fill('');
        await till.search.press('Escape');
        await favourites.click();
        await expect(till.grid.getByRole('rowheader').first()).toContainText('Pinned');
        const cards = till.grid.getByRole('gridcell');
        await expect(cards.first()).toHaveAttribute('aria-label', 'Enamel Mug');
        await till.card('Canvas Tote').click({ button: 'right' });
        await menu('Canvas Tote').getByRole('menuitem', { name: 'Move earlier' }).click();
        await expect(cards.first()).toHaveAttribute('aria-label', 'Canvas Tote');
        await expect.poll(pinned).toEqual([tote.id, mug.id]);
      } finally {
        await unpinAll();
      }
    },
  );
});
