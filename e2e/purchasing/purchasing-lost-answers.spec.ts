import type { Supplier } from '#contract/suppliers.ts';
import { picture } from '../support/browser/picture.ts';
import { Desk, expect } from '../support/pages/purchasing.ts';
import { scan } from '../support/browser/scanner.ts';
import { test } from '../support/staff.ts';
import { checking, footerList, killedAt, loseReplies } from '../support/faults/unanswered.ts';
import { askOnce } from '../support/faults/unknown-outcome.ts';

test.use({ as: 'manager' });
test.describe.configure({ timeout: 150_000 });

const TIN = 'Cinnamon Tin 20 pk';
const PATH = '**/api/proxy/flora-im';

async function ordersFrom(desk: Desk, supplier: Supplier) {
  const reply = await desk.page.request.get(`/api/proxy/flora-im/purchase-orders?supplier_id=${supplier.id}`);
  return ((await reply.json()) as { data: { id: number; po_number: string; total_amount: string }[] }).data;
}

test('a receipt whose answer was lost stays as it was sent, and is received once', async ({ page, shop, watch }) => {
  watch.expect(/^failed POST .*receive/);
  const desk = new Desk(page);
  const tin = await shop.product(TIN);
  const order = await desk.ordered(await desk.supplier('Lost'), [{ product: tin, quantity: 5 }]);
  await desk.openReceiving(order);
  await desk.count(TIN).fill('5');
  const found = await loseReplies(page, 'POST', '**/receive');
  await desk.button('Receive').click();
  await expect(checking(page, 'receipt')).toBeVisible();
  await picture(page, 'receipt-checking');

  // Everything arrived with this very receipt, so the page must not say that nothing was received.
  await expect(desk.arriving(TIN)).toContainText('550');
  await expect(desk.arriving(TIN)).not.toContainText('Received elsewhere');
  await expect(desk.count(TIN)).toBeDisabled();
  await scan(page, tin.barcode ?? '');
  await expect(desk.notes.getByText(`Not counted: ${tin.barcode}. The count is being received.`)).toBeVisible();
  await expect(desk.count(TIN)).toHaveValue('5');

  await page.reload();
  await desk.openOrder(order);
  await expect(checking(page, 'receipt')).toBeVisible();
  await desk.button('Receiving...').click();
  await expect(desk.count(TIN)).toHaveValue('5');
  await expect(desk.count(TIN)).toBeDisabled();
  found();
  await askOnce(page);
  await expect(desk.notes.getByText(`${order.po_number}: everything received`)).toBeVisible();
  await expect(desk.heading(order.po_number)).toBeVisible();
  expect(await desk.get(order)).toMatchObject({ status: 'received', quantity_received: 5, has_over_receipt: false });
  await expect(footerList(page)).toBeHidden();
});

test(
  'a purchase order whose answer was lost cannot be edited, and is made once',
  { tag: '@long' },
  async ({ page, watch }) => {
    watch.expect(/^failed POST .*purchase-orders/);
    const desk = new Desk(page);
    const supplier = await desk.supplier('Made Once');
    await desk.open();
    await desk.button('New purchase order').click();
    await desk.choose('Supplier', supplier.name);
    await page.getByRole('combobox', { name: 'Add product' }).fill('cinnamon tin');
    await page.getByRole('option', { name: TIN }).click();
    const quantity = page.getByRole('textbox', { name: `Quantity of ${TIN}` });
    await quantity.fill('12');
    const found = await loseReplies(page, 'POST', `${PATH}/purchase-orders`);
    await desk.button('Create purchase order').click();
    await expect(checking(page, 'purchase order')).toBeVisible();
    await expect(quantity).toBeDisabled();
    await expect(page.getByRole('combobox', { name: 'Supplier' })).toBeDisabled();
    await desk.button('Close').click();
    await desk.button('Checking purchase order').click();
    await expect(quantity).toHaveValue('12');
    await expect(quantity).toBeDisabled();

    const killed = await killedAt(page);
    await page.reload();
    await desk.open();
    await desk.button('Checking purchase order').click();
    await expect(checking(page, 'purchase order')).toBeVisible();
    await expect(quantity).toHaveValue('12');
    await desk.button('Close').click();
    await footerList(page).click();
    found();
    await askOnce(page);
    await expect(desk.notes.getByText(/^Success, purchase order PO-\d+ created$/)).toBeVisible();
    expect(await ordersFrom(desk, supplier)).toHaveLength(1);

    await killed();
    await desk.open();
    await desk.button('New purchase order').click();
    await expect(desk.heading('No lines yet')).toBeVisible();
  },
);
