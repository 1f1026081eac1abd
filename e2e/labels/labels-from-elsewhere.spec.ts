import { expectAccessible } from '../support/browser/accessibility.ts';
import { LabelView } from '../support/pages/label-view.ts';
import { Desk } from '../support/pages/purchasing.ts';
import { StockList } from '../support/pages/stock-list.ts';
import { expect, test } from '../support/staff.ts';

test.use({ as: 'manager' });

const TIN = 'Cinnamon Tin 20 pk';
const FLOWER = 'Blue Ridge Mist';

test('labels are printed for what was received, as many as came', { tag: '@long' }, async ({ page, shop }) => {
  test.slow();
  const desk = new Desk(page);
  const order = await desk.ordered(await desk.supplier('Labels'), [{ product: await shop.product(TIN), quantity: 10 }]);
  await desk.receive(order, order.items[0]?.id ?? 0, 7);
  await desk.openOrder(order);
  await desk.button('Print').click();
  await page.getByRole('menuitem', { name: 'Print labels for what was received' }).click();
  const view = new LabelView(page);
  await expect(view.shown()).toHaveCount(7);
  expect(await view.lines()).toEqual([TIN]);

  // The next delivery does not print the labels of the first one again.
  await desk.receive(order, order.items[0]?.id ?? 0, 2);
  await desk.openOrder(order);
  await page.getByRole('button', { name: 'Print labels', exact: true }).first().click();
  await expect(view.shown()).toHaveCount(7);
  await page.goBack();
  await desk.button('Print').click();
  await page.getByRole('menuitem', { name: 'Print labels for what was received last' }).click();
  await expect(view.shown()).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(view.shown()).toHaveCount(7);
});

test(
  'a label is printed from the stock of a card and from the row of an item',
  { tag: '@long' },
  async ({ page, till, shop }) => {
    test.slow();
    await shop.stocked(TIN, 12);
    const view = new LabelView(page);
    await till.open();
    const card = await till.find(FLOWER);
    await card.click();
    await card.getByRole('button', { name: /movements of/ }).click();
    await page.getByRole('dialog', { name: FLOWER }).getByRole('button', { name: 'Print label' }).click();
    await expect(view.shown()).toHaveCount(10);
    expect(await view.lines()).toEqual([FLOWER]);

    const stock = new StockList(page);
    await stock.open();
    await stock.search.fill(TIN);
    await stock.row(TIN).hover();
    await page.getByRole('button', { name: `Print label ${TIN}` }).click();
    await expect.poll(() => view.lines()).toEqual([TIN]);
    await view.controls.getByRole('button', { name: 'As many as in stock' }).click();
    await expect(view.controls.getByRole('textbox', { name: `Labels of ${TIN}` })).not.toHaveValue('10');
  },
);

test(
  'a till keeps what its printer does wrong, and which labels of a sheet are used',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.addInitScript(() => {
      window.print = () => void window.dispatchEvent(new Event('afterprint'));
    });
    const view = new LabelView(page);
    await view.open();
    await view.pick(FLOWER);
    await Promise.all([
      page.waitForEvent('popup'),
      view.controls.getByRole('button', { name: 'Print Labels' }).click(),
    ]);
    await page.getByRole('button', { name: 'Start at label 11 next time' }).click();
    await expect(view.controls.getByRole('textbox', { name: 'Start at label' })).toHaveValue('11');

    await view.controls.getByRole('button', { name: 'Calibrate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Calibrate Avery 5160 (30-up)' });
    await expectAccessible(page, 'labels-calibrate', dialog);
    const first = dialog.getByRole('textbox', { name: /^Cross 1/ });
    const second = dialog.getByRole('textbox', { name: /^Cross 2/ });
    await first.fill('1.1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('Type both measures with a comma');
    await expect(first).toBeFocused();
    await first.fill('1.1, 1');
    await second.fill('10, 7.6');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The two crosses do not fit together');
    await second.fill('7.6, 10');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();

    await page.reload();
    await view.pick(FLOWER);
    await expect(view.controls.getByRole('textbox', { name: 'Start at label' })).toHaveValue('11');
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      view.controls.getByRole('button', { name: 'Print Labels' }).click(),
    ]);
    // A tenth of an inch is 7.2 points.
    await expect(opened.locator('svg > g').last()).toHaveAttribute('transform', /^translate\(-7\.2 0\)/);
  },
);
