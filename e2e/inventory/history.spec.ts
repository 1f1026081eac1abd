import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { keepQuiet } from '../support/faults/quiet.ts';
import { expect, test } from '../support/staff.ts';
import { mine, StockRoom } from '../support/pages/stock-room.ts';

const HISTORY = /\/api\/audit-log\?/;

test(
  'explains a stock figure by its movements, newest first, and their sum',
  { tag: '@long' },
  async ({ page, shop }) => {
    const product = await shop.stocked(mine(['Snickerdoodle Cookie', 'Crispy Rice Square']), 40);
    const room = new StockRoom(page);
    const { data: order } = await shop.sell(product, 1);
    const audit = await room.audit('Cookie jar', [{ product, change: -2 }]);
    await room.openHistory(product.name);
    const [newest, sale] = [room.rows.nth(0), room.rows.nth(1)];
    await expect(newest).toContainText(audit.number);
    await expect(newest).toContainText('Audit');
    await expect(newest).toContainText('−2');
    await expect(sale).toContainText('Sale');
    await expectAccessible(page, 'history');
    await room.figure(newest).click();

    const dialog = room.explanation;
    await expect(dialog.getByRole('heading', { name: product.name })).toBeVisible();
    await expect(dialog).toContainText('Stock at Charlotte Central');
    await expect(dialog).toContainText(
      /Last count \w{3} \d+, \d{4}, \d+:\d\d [AP]M by Sasha Lind: 37\. Nothing moved since\..*Print label/,
    );
    await expect(dialog.getByRole('columnheader', { name: 'Source' })).toBeVisible();
    await expect(room.movements.nth(0)).toContainText(/Audit.*−2.*39 → 37.*Sasha Lind/);
    await expect(room.movements.nth(1)).toContainText(/Sale.*−1.*40 → 39/);
    await expect(dialog.getByLabel('Sum')).toContainText('= 37');
    await expectAccessible(page, 'history-explained', dialog);

    await shop.setStock(product, 50);
    await expect(room.movements.nth(0)).toContainText(/\+13.*37 → 50/);
    await expect(dialog.getByLabel('Sum')).toContainText('= 50');

    await dialog.getByRole('button', { name: `Show order ${order.number}` }).click();
    await expect(page).toHaveURL(/view=orders/);
    await expect(page.getByRole('grid', { name: 'Orders' }).getByText(order.number, { exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();
  },
);

test(
  'loads older movements while they are scrolled, and adds up to the figure all the way',
  { tag: '@long' },
  async ({ page }) => {
    const room = new StockRoom(page);
    await room.openHistory();
    await room.choose('Period', 'All time');
    await room.find('Driftline Cart 1 g - Static Lemon');
    await room.figure(room.rows.first()).click();
    const list = room.explanation.getByRole('region', { name: /^Movements of/ });
    await expect(room.movements.first()).toBeVisible();
    await expect(async () => {
      await list.evaluate((pane) => pane.scrollTo({ top: pane.scrollHeight }));
      await expect(list.getByText('No older movements')).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(room.movements.last()).toContainText('0 → ');
    await expect(room.explanation.getByLabel('Sum')).toContainText('Began with 0');
  },
);

test(
  'explains the stock of an open card at the till, and of each of its variants',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    const product = await shop.product('510 Battery');
    const [first] = product.variants;
    if (!first) throw new Error('a battery has variants');
    const jar = await shop.product(mine(['Rosin Roll 1.2 g - Marzipan Moon', 'Porch Singles 1 g - Cold Creek']));
    const room = new StockRoom(page);
    await till.open();
    const card = await till.find(jar.name);
    // Outside audit mode, a press on the stock figure chooses the card.
    await card.getByText(/in stock|Out of stock/).click();
    await expect(card).toHaveAttribute('aria-selected', 'true');
    await expect(room.explanation).toBeHidden();
    await card.getByRole('button', { name: /movements of/ }).click();
    await expect(room.movements.first()).toBeVisible();
    await room.explanation.getByLabel('Sum').click();
    await page.keyboard.press('Escape');
    await expect(room.explanation).toBeHidden();
    await expect(card).toHaveAttribute('aria-selected', 'true');

    const battery = await till.find(product.name);
    await till.openVariants(battery);
    await battery.getByRole('button', { name: /movements of/ }).click();
    await room.explanation
      .getByRole('list', { name: 'Variants' })
      .getByRole('button', { name: new RegExp(`^${first.name},`) })
      .click();
    await expect(room.explanation.getByRole('heading', { name: `${product.name} - ${first.name}` })).toBeVisible();
    await expect(room.movements.first()).toBeVisible();
    await room.explanation.getByRole('button', { name: 'All variants' }).click();
    await expect(room.explanation.getByRole('list', { name: 'Variants' })).toBeVisible();
  },
);

test(
  'opens audits and restocks in place, each by itself, even an audit in which everything agreed',
  { tag: '@long' },
  async ({ page, shop }) => {
    const products = await Promise.all(
      ['Badder - Butter Churn', 'Badder - Copperhead', 'Badder - Lantern Fruit'].map((name) => shop.product(name)),
    );
    const [first, second, third] = products;
    if (!first || !second || !third) throw new Error('three badders');
    const room = new StockRoom(page);
    const audit = await room.audit('Badder shelf', [
      { product: first, change: -0.5 },
      { product: second, change: 1 },
      { product: third, change: 0 },
    ]);
    const supplier = `Hill Farm ${randomUUID().slice(0, 8)}`;
    const number = await room.restock(supplier, [first, second], 7);

    await room.openHistory(audit.name);
    await expect(room.rows).toHaveCount(1);
    await expect(room.rows).toContainText(audit.number);
    await expect(room.rows).toContainText('3 products');
    await expect(room.rows).toContainText('−0.5 g, +1 g');
    // The whole row opens, and its arrow too.
    await room.rows.getByText('3 products').click();
    await expect(room.rows).toHaveCount(4);
    await expect(room.row(first.name)).toContainText('−0.5 g');
    await expect(room.row(second.name)).toContainText('+1');
    await expect(room.row(third.name)).toContainText('0');
    await expectAccessible(page, 'history-groups', page.getByRole('main'));

    await room.find(supplier);
    await expect(room.rows).toHaveCount(1);
    await expect(room.rows).toContainText(number);
    await expect(room.rows).toContainText('+14 g');
    await expect(room.rows.first()).toHaveAttribute('aria-expanded', 'false');
    await page.getByRole('button', { name: `Lines of ${number}` }).click();
    await expect(room.row(second.name)).toContainText('+7');
    await room.find(audit.name);
    await expect(room.rows).toHaveCount(4);
    await page.getByRole('button', { name: `Lines of ${audit.number}` }).click();
    await expect(room.rows).toHaveCount(1);

    const agreed = await room.audit('All there', [{ product: third, change: 0 }]);
    await room.find(agreed.number);
    await expect(room.row(agreed.name)).toContainText('1 product');
    await page.getByRole('button', { name: `Lines of ${agreed.number}` }).click();
    await expect(room.row(third.name)).toContainText('0');
  },
);

test('narrows by period and action, and turns pages', { tag: '@long' }, async ({ page }) => {
  const room = new StockRoom(page);
  await room.openHistory();
  await room.choose('Period', 'All time');
  await room.choose('Action', 'Order deductions');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toContainText(/Page 1 of \d+/);
  await expect(room.rows.first()).toContainText(/Sale|Return/);
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(pages).toContainText(/Page 2 of \d+/);
  await pages.getByRole('button', { name: 'Previous' }).click();
  await expect(pages).toContainText(/Page 1 of \d+/);
  await pages.getByRole('button', { name: 'Next' }).click();
  await room.choose('Action', 'Stock transfers');
  await expect(pages).toContainText('Page 1 of');
  await expect(room.rows.first()).toContainText(/Transfer [→←] (Warehouse|Charlotte Monroe)/);
  // The filter is remembered while another view is shown.
  await page.getByRole('button', { name: 'Back to Audit' }).click();
  await expect(page.getByRole('link', { name: /^Inventory Manager/ })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Adjustment History' }).click();
  await expect(page.getByRole('combobox', { name: 'Action' })).toContainText('Stock transfers');
  await expect(page.getByRole('combobox', { name: 'Period' })).toContainText('All time');
});

test('says that it loads, updates, found nothing and failed', { tag: '@long' }, async ({ page, watch }) => {
  test.slow();
  watch.expect(/^500 GET .*\/api\/audit-log/, /console\.error/);
  await keepQuiet(page);
  const room = new StockRoom(page);
  let answer: 'hold' | 'fail' | 'pass' = 'hold';
  const held: (() => void)[] = [];
  await page.route(HISTORY, async (route) => {
    if (answer === 'hold') await new Promise<void>((resolve) => held.push(resolve));
    if (answer === 'fail') {
      const body = { success: false, code: 'internal', error: 'The shop is being swept.' };
      await route.fulfill({ status: 500, json: body });
    } else await route.continue();
  });
  const letGo = (next: typeof answer) => {
    answer = next;
    for (const resolve of held.splice(0)) resolve();
  };
  await page.goto('/?view=history');
  await expect(page.getByText('Loading audit history...')).toBeAttached();
  letGo('fail');
  await expect(page.getByRole('heading', { name: 'Error Loading History' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('alert')).toContainText('The shop is being swept.');
  answer = 'pass';
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(room.rows.first()).toBeVisible();

  answer = 'hold';
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'All time' }).click();
  await expect(page.getByText('Updating...')).toBeVisible();
  letGo('pass');
  await expect(page.getByText('Updating...')).toBeHidden();

  await room.search.fill('no such thing');
  await expect(page.getByRole('heading', { name: 'No History Found' })).toBeVisible();
  await expect(page.getByText('No inventory adjustments found for the selected criteria.')).toBeVisible();
  await expectAccessible(page, 'history-empty', page.getByRole('main'));
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(room.rows.first()).toBeVisible();
  await expect(room.search).toHaveValue('');
});

test(
  'marks what comes in while it is looked at, and exports what is listed',
  { tag: '@long' },
  async ({ page, shop }) => {
    const product = await shop.stocked(mine(['Temple Ball - Cold Creek', 'Live Sugar - Juniper Jazz']), 30);
    const room = new StockRoom(page);
    await room.openHistory(product.name);
    const before = await room.rows.count();
    await shop.setStock(product, 28.5);
    await expect(room.rows).toHaveCount(before + 1);
    await expect(room.rows.first().getByRole('img', { name: 'New' })).toBeVisible();
    await expect(room.rows.first()).toContainText('−1.5');
    await expect(room.rows.nth(1).getByRole('img', { name: 'New' })).toBeHidden();

    const downloaded = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toBe('stock-history.csv');
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    const [head, newest] = Buffer.concat(chunks).toString().split('\r\n');
    expect(head).toBe('Date,Location,Product,SKU,Type,Change,Before,After,Unit,User,Source,Reason');
    expect(newest).toContain(`Charlotte Central,${product.name},${product.sku}`);
  },
);

test('is read, opened and explained without the mouse', { tag: '@long' }, async ({ page, shop }) => {
  const products = await Promise.all(
    ['Rosin Jam - Raspberry Tin', 'Rosin Jam - Wild Muscadine'].map((name) => shop.product(name)),
  );
  const room = new StockRoom(page);
  const audit = await room.audit(
    'Rosin shelf',
    products.map((product) => ({ product, change: 0.5 })),
  );
  await room.openHistory();
  await page.keyboard.press('/');
  await expect(room.search).toBeFocused();
  await page.keyboard.type(audit.number);
  await expect(room.rows).toHaveCount(1);
  await room.search.press('Escape');
  await room.rows.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(room.rows).toHaveCount(3);
  await expect(room.rows.first()).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(room.rows.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(room.movements.first()).toContainText('+0.5');
  await page.keyboard.press('Escape');
  await expect(room.explanation).toBeHidden();
  await expect(room.rows.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(room.rows.first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(room.rows).toHaveCount(1);
});
