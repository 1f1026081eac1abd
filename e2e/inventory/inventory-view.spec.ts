import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/staff.ts';
import { mine } from '../support/pages/stock-room.ts';
import { StockList } from '../support/pages/stock-list.ts';

test.describe('the list of stock', () => {
  test.use({ as: 'monroe' });

  test('is sorted, explained, selected and narrowed', { tag: '@long' }, async ({ page, shop }) => {
    const { product } = await shop.variant('Moonwater Hoodie', 'S');
    for (const { id } of product.variants) await shop.setStock(product, 5, id);
    const stock = new StockList(page);
    await stock.open();
    expect(await stock.grid.getByRole('columnheader').allTextContents()).toEqual([
      'Product',
      'Current Stock',
      'Adjustment',
    ]);
    await expect(stock.grid.getByRole('rowgroup').first()).toHaveAccessibleName('Flower');
    await page.getByRole('button', { name: 'A-Z' }).click();
    await expect(page.getByRole('button', { name: 'A-Z' })).toHaveAttribute('aria-pressed', 'true');
    const first = await stock.grid.getByRole('row').nth(1).getByRole('gridcell').first().textContent();
    expect(first?.charAt(0)).toMatch(/[\dA]/);

    const selected = page.getByRole('button', { name: /^Selected/ });
    await expect(selected).toBeDisabled();
    const parent = await stock.find('Moonwater Hoodie');
    await stock.stock('Moonwater Hoodie', 5 * product.variants.length).click();
    const explained = page.getByRole('dialog', { name: 'Moonwater Hoodie' });
    await expect(explained.getByRole('list', { name: 'Variants' }).getByRole('listitem')).toHaveCount(
      product.variants.length,
    );
    await explained.getByRole('button', { name: 'S, 5 in stock', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Moonwater Hoodie - S' }).getByLabel('Sum')).toContainText('= 5');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await parent.getByText('Moonwater Hoodie', { exact: true }).click();
    await expect(parent).toHaveAttribute('aria-selected', 'true');
    await expect(selected).toHaveText(`Selected (${product.variants.length})`);
    await selected.click();
    await stock.search.fill('');
    await expect(stock.grid.getByRole('row')).toHaveCount(product.variants.length + 2);
    await selected.click();
    await expect(stock.grid.getByRole('row').nth(product.variants.length + 3)).toBeVisible();

    await stock.search.fill('no such product');
    await expect(page.getByRole('heading', { name: 'No products found for adjustments' })).toBeVisible();
    await expectAccessible(page, 'inventory-empty', page.getByRole('main'));
    await page.getByRole('button', { name: 'Show all products' }).click();
    await expect(stock.search).toHaveValue('');
    await stock.ready();
  });

  test('leaves out what has no stock in audit mode, unless asked for', { tag: '@long' }, async ({ page, shop }) => {
    const name = mine(['Smell-proof Pouch', 'Moonwater Mixed Case']);
    const product = await shop.product(name);
    for (const id of product.has_variants ? product.variants.map((one) => one.id) : [null]) {
      await shop.setStock(product, 0, id);
    }
    const stock = new StockList(page);
    await stock.open();
    await stock.search.fill(name);
    await expect(page.getByRole('heading', { name: 'No products found for adjustments' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Include zero stock' }).check();
    await expect(stock.row(name).first()).toBeVisible();
    await page.getByRole('checkbox', { name: 'Include zero stock' }).uncheck();
    await expect(stock.row(name)).toHaveCount(0);
    await page.getByRole('radio', { name: 'Restock mode' }).check();
    await expect(stock.row(name).first()).toBeVisible();
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: 'Inventory Manager' }).click();
    await expect(page.getByRole('radio', { name: 'Restock mode' })).toBeChecked();
    await expect(stock.search).toHaveValue(name);
  });

  test('remembers its tab, leads to the history and prints what to count', { tag: '@long' }, async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
    });
    const stock = new StockList(page);
    await stock.open();
    await page.getByRole('button', { name: 'Actions' }).click();
    await expect(page.getByRole('menuitem')).toContainText([
      'Print count sheet',
      'Name this audit...',
      'Clear selection',
    ]);
    await page.getByRole('menuitem', { name: 'Print count sheet' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
    await expect(page.locator('.count-sheet h1')).toHaveText('Count sheet');
    await expect(page.locator('.count-sheet caption').first()).toContainText('Flower');
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(page.locator('.count-sheet')).toHaveCount(0);
    await page.getByRole('tab', { name: 'Suppliers' }).click();
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: 'Inventory Manager' }).click();
    await expect(page.getByRole('tab', { name: 'Suppliers' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('tab', { name: 'Stock' }).click();
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page).toHaveURL(/view=history/);
  });

  test('holds the cart on entry, and gives it back unless something else is sold by then @long', async ({
    till,
    page,
    shop,
  }) => {
    await shop.stocked('Porch Singles 1 g - Sour Dogwood');
    await shop.stocked('Glass Tips 5 pk');
    await till.open();
    await till.add('Porch Singles 1 g - Sour Dogwood');
    await page.getByRole('link', { name: 'Inventory Manager' }).click();
    await expect(till.notes).toContainText('The cart is held until you are back at the register.');
    await page.getByRole('link', { name: 'Products' }).click();
    await expect(till.line('Porch Singles 1 g - Sour Dogwood')).toBeVisible();
    // A reload there leaves it among the held carts.
    await page.getByRole('link', { name: 'Inventory Manager' }).click();
    await page.reload();
    await page.getByRole('link', { name: 'Products' }).click();
    await expect(till.empty).toBeVisible();
    await till.add('Glass Tips 5 pk');
    await till.panel.getByRole('button', { name: 'Held (1)' }).click();
    await page.getByRole('button', { name: /^Join/ }).click();
    await expect(till.line('Porch Singles 1 g - Sour Dogwood')).toBeVisible();
    await expect(till.lines).toHaveCount(2);
  });
});
