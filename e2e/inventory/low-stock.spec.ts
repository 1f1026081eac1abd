import { centsOf, displayMoney, toCents } from '#domain/money.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { keepQuiet } from '../support/faults/quiet.ts';
import { expect, test } from '../support/staff.ts';
import { mine, StockRoom } from '../support/pages/stock-room.ts';

const ATTENTION = /\/api\/inventory\/attention/;

test(
  'an item at its reorder level needs attention, and no longer once there is enough',
  { tag: '@long' },
  async ({ page, shop }) => {
    const product = await shop.stocked(mine(['Double Fudge Brownie', 'Brown Butter Cookie']), 21);
    const room = new StockRoom(page);
    await room.reorderLevel(product, null);
    await room.openHistory(product.name);
    await room.figure(room.rows.first()).click();
    const level = room.explanation.getByRole('textbox', { name: 'Reorder level' });
    await expect(level).toHaveValue('');
    const saved = page.waitForResponse((reply) => reply.url().includes('reorder-level') && reply.ok());
    await level.fill('21.5');
    await level.press('Enter');
    await saved;
    await level.fill('3');
    await page.keyboard.press('Escape');
    await expect(level).toHaveValue('21.5');
    await page.keyboard.press('Escape');
    await expect(room.explanation).toBeHidden();

    const link = page.getByRole('link', { name: /^Inventory Manager/ });
    await expect(link).toHaveAccessibleName(/items? needs? attention/);
    await link.click();
    await page.getByRole('tab', { name: 'Needs attention' }).click();
    await page.getByRole('radio', { name: /^Low/ }).check();
    await expect(room.items.getByRole('row').nth(1)).toBeVisible();
    await expect(room.items.getByRole('columnheader', { name: 'Value at risk' })).toBeVisible();
    await expectAccessible(page, 'attention');
    const item = room.item(product.name);
    await room.search.fill(product.name);
    await expect(item).toContainText('Low');
    await expect(item.getByRole('textbox', { name: `Reorder level of ${product.name}` })).toHaveValue('21.5');
    await expect(item).toContainText('$');

    await shop.setStock(product, 40);
    await expect(item).toBeHidden({ timeout: 20_000 });
    await expect(page.getByRole('heading', { name: 'No items found' })).toBeVisible();
  },
);

test.describe('as a manager', () => {
  test.use({ as: 'manager' });

  test(
    'what was sold beyond the books is counted, or is as the books say',
    { tag: '@long' },
    async ({ page, shop }) => {
      const product = await shop.stocked(mine(['Cinnamon Tin 20 pk', 'Day Syrup 4 oz - Yuzu']), 1);
      const room = new StockRoom(page);
      await room.reorderLevel(product, null);
      await room.sellAnyway(product, 2);
      await room.openAttention();
      await page.getByRole('radio', { name: /^Needs a count/ }).check();
      const item = room.item(product.name);
      await expect(item).toContainText('Needs a count');
      await expect(item).toContainText('Out of stock');

      await item.getByRole('button', { name: 'Count it' }).click();
      await expect(page.getByRole('tab', { name: 'Stock' })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('grid').getByText(product.name)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Selected (1)' })).toBeVisible();

      await page.getByRole('tab', { name: 'Needs attention' }).click();
      await item.getByRole('button', { name: 'Mark counted' }).click();
      const question = page.getByRole('alertdialog', { name: 'Mark as counted?' });
      await expect(question).toContainText(`The books say 0 of ${product.name}.`);
      await question.getByRole('button', { name: 'Mark counted' }).click();
      await expect(room.notes.getByText(`${product.name} is counted`)).toBeVisible();
      await expect(item).toBeHidden();
      expect(await shop.stockOf(product)).toBe(0);
    },
  );
});

test(
  'a level in the list is saved on leaving it, and what is low is added to the restock that is being made',
  { tag: '@long' },
  async ({ page, shop }) => {
    const product = await shop.stocked(mine(['Moonwater Eclipse - Cola Spice', 'Moonwater Halo - Pineapple']), 3);
    const room = new StockRoom(page);
    await room.reorderLevel(product, 10);
    await room.openAttention();
    await room.search.fill(product.name);
    const item = room.item(product.name);
    const level = item.getByRole('textbox');
    await level.fill('many');
    await expect(level).toHaveAttribute('aria-invalid', 'true');
    await level.press('Tab');
    await expect(level).toHaveValue('10');
    const saved = page.waitForResponse((reply) => reply.url().includes('reorder-level') && reply.ok());
    // 7 were missing, and 9 are once the list is read again with the new level.
    const atRisk = item.getByRole('cell').nth(4);
    await expect(atRisk).toContainText('$');
    const missingCents = centsOf((await atRisk.innerText()).replaceAll(/[$,]/g, ''));
    await level.fill('12');
    await level.press('Tab');
    await saved;
    await expect(atRisk).toHaveText(displayMoney(toCents((missingCents / 7) * 9)));
    await item.getByRole('button', { name: 'Add to restock' }).click();
    await expect(item.getByRole('button', { name: 'In the restock' })).toHaveText('In restock: 21');
    await item.getByRole('button', { name: 'In the restock' }).click();
    await expect(page.getByRole('tab', { name: 'Stock' })).toHaveAttribute('aria-selected', 'true');
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: product.name });
    await expect(row.getByRole('textbox')).toHaveValue('21');
  },
);

test('says that it loads, failed, and that nothing needs attention', { tag: '@long' }, async ({ page, watch }) => {
  test.slow();
  watch.expect(/^500 GET .*\/api\/inventory\/attention/, /console\.error/);
  await keepQuiet(page);
  let fails = true;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(ATTENTION, async (route) => {
    if (route.request().url().includes('counts_only')) return route.continue();
    await held;
    if (fails) {
      return route.fulfill({ status: 500, json: { success: false, code: 'internal', error: 'The shelf fell.' } });
    }
    const counts = { low: 0, needs_count: 0, total: 0 };
    return route.fulfill({ json: { success: true, data: [], counts } });
  });
  await page.goto('/?view=adjustments');
  await page.getByRole('tab', { name: 'Needs attention' }).click();
  await expect(page.getByText('Loading what needs attention...')).toBeAttached();
  letGo();
  await expect(page.getByRole('heading', { name: 'Failed to load what needs attention' })).toBeVisible();
  await expectAccessible(page, 'attention-error', page.getByRole('main'));
  fails = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing needs attention' })).toBeVisible();
});

test('a level is set and a count begun without the mouse', { tag: '@long' }, async ({ page, shop }) => {
  const product = await shop.stocked(mine(['Moonshot - Hibiscus', 'Moonshot - Yuzu']), 2);
  const room = new StockRoom(page);
  await room.reorderLevel(product, 5);
  await room.openAttention();
  await page.keyboard.press('/');
  await expect(room.search).toBeFocused();
  await page.keyboard.type(product.name);
  const item = room.item(product.name);
  await expect(room.items.getByRole('row')).toHaveCount(2);
  await expect(item).toBeVisible();
  await page.keyboard.press('Escape');
  await item.getByRole('button', { name: /movements of/ }).focus();
  await page.keyboard.press('Enter');
  await expect(room.movements.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(item.getByRole('button', { name: /movements of/ })).toBeFocused();
  await page.keyboard.press('Tab');
  const level = item.getByRole('textbox');
  await expect(level).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(level).toHaveValue('7');
  await page.keyboard.press('Tab');
  await expect(item.getByRole('button', { name: 'Add to restock' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(item.getByRole('button', { name: 'Count it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Stock' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('grid').getByText(product.name)).toBeVisible();
});
