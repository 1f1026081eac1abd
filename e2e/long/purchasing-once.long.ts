import { randomUUID } from 'node:crypto';
import { askOnce } from '../support/faults/unknown-outcome.ts';
import { checking, footerList, killedAt, loseReplies } from '../support/faults/unanswered.ts';
import { Desk, expect } from '../support/pages/purchasing.ts';
import { test } from '../support/staff.ts';

/** Lost answers of purchasing beside those of a receipt and a new purchase order, which `npm test` has. */
test.use({ as: 'manager' });

const TIN = 'Cinnamon Tin 20 pk';
const PATH = '**/api/proxy/flora-im';

test('a count that was received does not come back to be received on top', async ({ page, shop }) => {
  const desk = new Desk(page);
  const order = await desk.ordered(await desk.supplier('Back'), [{ product: await shop.product(TIN), quantity: 9 }]);
  await desk.openReceiving(order);
  await desk.count(TIN).fill('5');
  const killed = await killedAt(page);
  await desk.button('Receive').click();
  await expect(desk.heading(order.po_number)).toBeVisible();
  await killed();
  await desk.openReceiving(order);
  await expect(desk.count(TIN)).toHaveValue('');
  await desk.count(TIN).fill('4');
  await desk.button('Receive').click();
  await expect(desk.notes.getByText(`${order.po_number}: everything received`)).toBeVisible();
  expect((await desk.get(order)).quantity_received).toBe(9);
});

test('changes, an order placed and a deletion whose answers were lost happen once', async ({ page, shop, watch }) => {
  watch.expect(/^failed (PUT|DELETE) .*purchase-orders/);
  const desk = new Desk(page);
  const order = await desk.draft(await desk.supplier('Changed'), [{ product: await shop.product(TIN), quantity: 5 }]);
  await desk.openOrder(order);
  await desk.button('Edit').click();
  const quantity = page.getByRole('textbox', { name: `Quantity of ${TIN}` });
  await quantity.fill('7');
  const changed = await loseReplies(page, 'PUT', `${PATH}/purchase-orders/*`);
  await desk.button('Save changes').click();
  await expect(checking(page, 'change')).toBeVisible();
  await expect(quantity).toBeDisabled();
  await desk.button('Close').click();
  await expect(checking(page, 'change')).toBeVisible();
  await expect(desk.button('Mark as ordered')).toBeDisabled();
  await askOnce(page);
  changed();
  await expect(desk.notes.getByText(`${order.po_number} saved`)).toBeVisible();
  await expect(desk.line(TIN)).toContainText('7');

  const placed = await loseReplies(page, 'PUT', `${PATH}/purchase-orders/*`);
  await desk.button('Mark as ordered').click();
  await desk
    .dialog(/^Order PO-/)
    .getByRole('button', { name: 'Mark as ordered' })
    .click();
  await expect(checking(page, 'change')).toBeVisible();
  await expect(desk.button('Edit')).toBeDisabled();
  await page.reload();
  await desk.openOrder(order);
  await expect(checking(page, 'change')).toBeVisible();
  await askOnce(page);
  placed();
  await expect(desk.notes.getByText(`${order.po_number} ordered`)).toBeVisible();
  expect(await desk.get(order)).toMatchObject({ status: 'ordered', items: [{ quantity_ordered: 7 }] });

  const deleted = await loseReplies(page, 'DELETE', `${PATH}/purchase-orders/*`);
  await desk.button('More').click();
  await page.getByRole('menuitem', { name: 'Delete purchase order' }).click();
  const dialog = desk.dialog(`Delete ${order.po_number}`);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong supplier');
  await dialog.getByRole('button', { name: 'Delete purchase order' }).click();
  await expect(dialog.getByText('Checking whether this deletion saved')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeDisabled();
  await askOnce(dialog);
  deleted();
  await expect(desk.notes.getByText(`${order.po_number} deleted`)).toBeVisible();
  await expect(desk.heading(order.po_number)).toBeHidden();
  expect((await page.request.get(`/api/proxy/flora-im/purchase-orders/${order.id}`)).status()).toBe(404);
});

test('a supplier is taken out of use once though the answer was lost', async ({ page, watch }) => {
  watch.expect(/^failed PUT .*suppliers/);
  const desk = new Desk(page);
  const { name } = await desk.supplier('Idle Heron');
  const row = desk.suppliers.getByRole('row').filter({ hasText: name });
  await desk.open('Suppliers');
  await desk.search.fill(name);
  await row.click();
  const found = await loseReplies(page, 'PUT', `${PATH}/suppliers/*`);
  await desk.button('Deactivate').click();
  await desk.dialog(`Deactivate ${name}?`).getByRole('button', { name: 'Deactivate' }).click();
  await footerList(page).click();
  await expect(page.getByText(`${name}: inactive`)).toBeVisible();
  await page.keyboard.press('Escape');

  // The fetched list already shows the change; the button waits for the answer.
  await page.reload();
  await desk.open('Suppliers');
  await page.getByRole('radio', { name: 'Inactive' }).check();
  await desk.search.fill(name);
  await row.click();
  await expect(desk.button('Activate')).toBeDisabled();
  found();
  await footerList(page).click();
  await askOnce(page);
  await expect(desk.notes.getByText(`${name} is no longer active`)).toBeVisible();
  // The open command has disappeared by itself, and the focus is back on the page of the supplier.
  await expect(desk.button('Activate')).toBeEnabled();
  await expect(footerList(page)).toBeHidden();
});

test('a supplier whose answer was lost is added once, whatever is pressed meanwhile', async ({ page, watch }) => {
  watch.expect(/^failed POST .*suppliers/);
  const desk = new Desk(page);
  const name = `Lost Heron ${randomUUID().slice(0, 8)}`;
  await desk.open('Suppliers');
  await desk.button('New supplier').click();
  const form = desk.dialog('New supplier');
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('textbox', { name: 'Phone' }).fill('704-555-0177');
  const found = await loseReplies(page, 'POST', `${PATH}/suppliers`);
  await form.getByRole('button', { name: 'Add supplier' }).click();
  await expect(form.getByText('Checking whether this supplier saved')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await desk.button('New supplier').click();
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeDisabled();
  await page.reload();
  await desk.open('Suppliers');
  await desk.button('New supplier').click();
  await expect(form.getByRole('textbox', { name: 'Phone' })).toHaveValue('704-555-0177');
  await askOnce(form);
  found();
  await expect(desk.notes.getByText(`${name} added`)).toBeVisible();
  await expect(desk.heading(name)).toBeVisible();
});
