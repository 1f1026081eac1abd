import { expectAccessible } from '../support/browser/accessibility.ts';
import { Desk, expect } from '../support/pages/purchasing.ts';
import { scan } from '../support/browser/scanner.ts';
import { test } from '../support/staff.ts';

test.use({ as: 'manager' });
// These tests have many steps, which take long on a busy machine.
test.describe.configure({ timeout: 150_000 });

const TIN = 'Peppermint Tin 20 pk';
const COOKIE = 'Snickerdoodle Cookie';

test('makes a purchase order by hand, and shows what it comes to @losses', async ({ page }) => {
  const desk = new Desk(page);
  const supplier = await desk.supplier('By Hand');
  await desk.open();
  await desk.button('New purchase order').click();
  await desk.button('Create purchase order').click();
  await expect(page.getByText('Please provide a supplier name for the purchase order')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Add at least one product.' })).toBeVisible();

  await desk.choose('Supplier', supplier.name);
  await page.getByRole('combobox', { name: 'Add product' }).fill('peppermint tin');
  await page.getByRole('option', { name: TIN }).click();
  await page.getByRole('textbox', { name: `Quantity of ${TIN}` }).fill('12');
  await page.getByRole('textbox', { name: `Unit cost of ${TIN}` }).fill('3.25');
  await page.getByRole('textbox', { name: 'Tax %' }).fill('8.75');
  await page.getByRole('textbox', { name: 'Shipping' }).fill('10');
  await page.getByRole('textbox', { name: 'Notes' }).fill('Side door');
  await expect(desk.line(TIN).getByText('$39.00')).toBeVisible();
  await expect(page.getByText('$52.41')).toBeVisible();
  await desk.button('Create purchase order').click();
  await expect(desk.notes.getByText(/^Success, purchase order PO-\d+ created$/)).toBeVisible();

  await expect(desk.heading(/^PO-\d+$/)).toBeVisible();
  const about = page.getByRole('complementary', { name: 'About this purchase order' });
  await expect(about).toContainText('Tax (8.75%)$3.41');
  await expect(about).toContainText('Total$52.41');
  await expect(about).toContainText('Side door');
  await expect(about).toContainText('CreatedMarlow Reyes');
  await expect(desk.button(/^Receive/)).toBeHidden();

  await desk.button('Mark as ordered').click();
  await desk
    .dialog(/^Order PO-/)
    .getByRole('button', { name: 'Mark as ordered' })
    .click();
  await expect(about).toContainText(`Ordered from ${supplier.name}`);
  await expect(desk.button('Receive')).toBeVisible();
  await expect(desk.button('Mark as ordered')).toBeHidden();
});

test('narrows the list by status, supplier, day and what is typed', { tag: '@long' }, async ({ page, shop }) => {
  const desk = new Desk(page);
  const product = await shop.product(TIN);
  const supplier = await desk.supplier('Narrow');
  const draft = await desk.draft(supplier, [{ product, quantity: 2 }]);
  const ordered = await desk.ordered(supplier, [{ product, quantity: 3 }]);
  await desk.open();
  await desk.choose('Supplier', supplier.name);
  await expect(desk.row(draft.po_number)).toContainText('Draft');
  await expect(desk.row(ordered.po_number)).toContainText('0 of 3');
  await expectAccessible(page, 'purchase-orders');
  await expect(desk.orders.getByRole('row')).toHaveCount(3);

  await desk.choose('Status', 'Draft');
  await expect(desk.row(ordered.po_number)).toBeHidden();
  await expect(desk.row(draft.po_number)).toBeVisible();
  await desk.choose('Status', 'Open');
  await expect(desk.row(ordered.po_number)).toBeVisible();
  await page.getByRole('button', { name: /^Period:/ }).click();
  await page.getByLabel('To date').fill('2020-01-01');
  await page.keyboard.press('Escape');
  await expect(desk.heading('No purchase orders found')).toBeVisible();
  await expectAccessible(page, 'purchase-orders-empty', page.getByRole('main'));
  await desk.button('Clear filters').click();
  await desk.search.fill(ordered.po_number);
  await expect(desk.orders.getByRole('row')).toHaveCount(2);
  await expect(desk.row(ordered.po_number)).toBeVisible();
});

test('edits a draft: lines by scanner and by hand, a line taken out', { tag: '@long' }, async ({ page, shop }) => {
  const desk = new Desk(page);
  const [tin, cookie] = [await shop.product(TIN), await shop.product(COOKIE)];
  const order = await desk.draft(await desk.supplier('Edited'), [{ product: tin, quantity: 4, cost: '1.10' }]);
  await desk.openOrder(order);
  await desk.button('Edit').click();
  await expect(desk.heading(`Edit ${order.po_number}`)).toBeVisible();
  await desk.productsKnown(COOKIE);
  await scan(page, cookie.barcode ?? '');
  await expect(desk.line(COOKIE)).toBeVisible();
  await expectAccessible(page, 'purchase-order-edit', page.getByRole('main'));
  await page.getByRole('textbox', { name: `Quantity of ${COOKIE}` }).fill('5');
  await scan(page, cookie.barcode ?? '');
  await expect(page.getByRole('textbox', { name: `Quantity of ${COOKIE}` })).toHaveValue('6');
  await scan(page, '4006381333931');
  await expect(desk.notes.getByText('No product has the code 4006381333931. Nothing was added.')).toBeVisible();
  await desk.button(`Remove ${TIN}`).click();
  await desk.button('Save changes').click();
  await expect(desk.heading(order.po_number)).toBeVisible();
  await expect(desk.line(COOKIE)).toBeVisible();
  await expect(desk.line(TIN)).toBeHidden();
  expect((await desk.get(order)).items).toMatchObject([{ product_name: COOKIE, quantity_ordered: 6 }]);
});

test('shows both when somebody else saved the draft meanwhile', { tag: '@long' }, async ({ page, shop, watch }) => {
  watch.expect(/^409 PUT .*purchase-orders/);
  const desk = new Desk(page);
  const product = await shop.product(TIN);
  const order = await desk.draft(await desk.supplier('Conflict'), [{ product, quantity: 4, cost: '1.10' }]);
  const theirs = { items: [{ product_id: product.id, quantity_ordered: 9, unit_cost: '1.10' }] };
  await desk.openOrder(order);
  await desk.button('Edit').click();
  const quantity = page.getByRole('textbox', { name: `Quantity of ${TIN}` });
  await quantity.fill('7');
  await desk.change(order, theirs);
  await desk.button('Save changes').click();
  const prompt = desk.dialog(`${order.po_number} was changed by somebody else`);
  await expect(prompt.getByRole('row').filter({ hasText: TIN })).toHaveText(`${TIN}7 at $1.109 at $1.10`);
  await prompt.getByRole('button', { name: 'Use the saved version' }).click();
  await expect(quantity).toHaveValue('9');

  await quantity.fill('8');
  await desk.change(order, { notes: 'Call first' });
  await desk.button('Save changes').click();
  await prompt.getByRole('button', { name: 'Save mine' }).click();
  await expect(desk.heading(order.po_number)).toBeVisible();
  await expect.poll(async () => (await desk.get(order)).items[0]?.quantity_ordered).toBe(8);
});

test('keeps what is typed over a reload, and asks before it is discarded', { tag: '@long' }, async ({ page }) => {
  const desk = new Desk(page);
  await desk.open();
  await desk.button('New purchase order').click();
  await page.getByRole('combobox', { name: 'Add product' }).fill('snickerdoodle');
  await page.getByRole('option', { name: COOKIE }).click();
  await expect(desk.line(COOKIE)).toBeVisible();
  await desk.open();
  await desk.button('Continue purchase order').click();
  await expect(desk.line(COOKIE)).toBeVisible();
  const question = desk.dialog('Discard this purchase order?');
  await desk.button('Discard').click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(desk.line(COOKIE)).toBeVisible();
  await desk.button('Discard').click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(question).toBeHidden();
  await expect(desk.button('New purchase order')).toBeVisible();
  await desk.button('New purchase order').click();
  await expect(desk.heading('No lines yet')).toBeVisible();
});

test(
  'answers with an order on paper, cancels it, and offers nothing more on it',
  { tag: '@long' },
  async ({ page, shop }) => {
    const desk = new Desk(page);
    const product = await shop.product(TIN);
    const order = await desk.ordered(await desk.supplier('Cancelled'), [{ product, quantity: 4 }]);
    const paper = await desk.pdf(order);
    expect(paper.headers()['content-type']).toBe('application/pdf');
    expect((await paper.body()).subarray(0, 5).toString()).toBe('%PDF-');
    await desk.openOrder(order);
    await desk.button('Print').click();
    await expect(page.getByRole('menuitem')).toHaveText(['Print', 'Open PDF', 'Download PDF']);
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download PDF' }).click();
    expect((await download).suggestedFilename()).toBe(`${order.po_number}.pdf`);

    await desk.button('More').click();
    await page.getByRole('menuitem', { name: 'Cancel purchase order' }).click();
    await desk.dialog(`Cancel ${order.po_number}?`).getByRole('button', { name: 'Cancel purchase order' }).click();
    const about = page.getByRole('complementary', { name: 'About this purchase order' });
    await expect(about.getByText('Cancelled', { exact: true })).toBeVisible();
    await expect(desk.button(/^Receive/)).toBeHidden();
    await desk.button('More').click();
    await expect(page.getByRole('menuitem')).toHaveText(['Delete purchase order']);
  },
);

test('deletes an order with a reason, and not once something came', { tag: '@long' }, async ({ page, shop }) => {
  const desk = new Desk(page);
  const product = await shop.product(TIN);
  const supplier = await desk.supplier('Deleted');
  const order = await desk.ordered(supplier, [{ product, quantity: 4 }]);
  const partly = await desk.ordered(supplier, [{ product, quantity: 4 }]);
  await desk.receive(partly, partly.items[0]?.id ?? 0, 1);
  await desk.openOrder(order);
  await desk.button('More').click();
  await page.getByRole('menuitem', { name: 'Delete purchase order' }).click();
  const dialog = desk.dialog(`Delete ${order.po_number}`);
  await dialog.getByRole('button', { name: 'Delete purchase order' }).click();
  await expect(dialog).toContainText('Please say why this purchase order is deleted.');
  await expectAccessible(page, 'purchase-order-delete', dialog);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ordered twice');
  await dialog.getByRole('button', { name: 'Delete purchase order' }).click();
  await expect(desk.notes.getByText(`${order.po_number} deleted`)).toBeVisible();
  await expect(desk.heading('No purchase orders found')).toBeVisible();

  await desk.search.fill(partly.po_number);
  await desk.row(partly.po_number).click();
  await desk.button('More').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Cancel purchase order']);
});

test(
  'makes a purchase order of what is pending, from the search of the top bar',
  { tag: '@long' },
  async ({ page, shop }) => {
    const desk = new Desk(page);
    const product = await shop.product(COOKIE);
    const supplier = await desk.supplier('Top Bar');
    await desk.open('Stock');
    await page.getByRole('radio', { name: 'Restock mode' }).check();
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
    await scan(page, product.barcode ?? '');
    await expect(page.getByRole('toolbar', { name: 'Pending' })).toContainText('1 product');
    await page.evaluate(() => window.dispatchEvent(new Event('openPurchaseOrderMode')));
    await expect(desk.search).toBeFocused();
    await expect(page.getByText('Please provide a supplier name for the purchase order')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Pending restock' })).toContainText(COOKIE);
    await desk.search.fill(supplier.name);
    await expect(page.getByRole('option', { name: `Receive 1 piece into stock from ${supplier.name}` })).toBeVisible();
    await expect(
      page.getByRole('option', { name: `Order 1 piece, to receive later, from ${supplier.name}` }),
    ).toBeVisible();
    await page.getByRole('textbox', { name: 'Notes (optional)' }).fill('From the top bar');
    await desk.search.focus();
    // Enter alone does not choose between receiving and ordering.
    await desk.search.press('Enter');
    await expect(page.getByRole('region', { name: 'Pending restock' })).toBeVisible();
    await desk.search.press('ArrowDown');
    await desk.search.press('ArrowDown');
    await desk.search.press('Enter');
    await expect(desk.notes.getByText(/^Success, purchase order PO-\d+ created$/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Pending restock' })).toBeHidden();
    await desk.tab('Purchase orders').click();
    await desk.choose('Supplier', supplier.name);
    await expect(desk.orders.getByRole('row')).toHaveCount(2);
    await expect(desk.row(supplier.name)).toContainText('Received');
  },
);
