import { Desk, expect } from '../support/pages/purchasing.ts';
import { test } from '../support/staff.ts';

test.use({ as: 'staff' });
test.describe.configure({ timeout: 150_000 });

/** A hand's speed; faster keys count as a scanner's. */
const SLOWLY = { delay: 60 };
const SQUARE = 'Crispy Rice Square';
const TIN = 'Ginger Lemon Drops 20 pk';

test('orders and receives without a mouse', { tag: '@long' }, async ({ page }) => {
  const desk = new Desk(page);
  const supplier = await desk.supplier('Keys');
  await desk.open();
  const { keyboard } = page;
  await desk.button('New purchase order').focus();
  await keyboard.press('Enter');
  await expect(desk.heading('New purchase order')).toBeFocused();

  const picker = page.getByRole('combobox', { name: 'Add product' });
  for (const name of [SQUARE, TIN]) {
    await picker.focus();
    await keyboard.type(name.slice(0, 14), SLOWLY);
    await expect(page.getByRole('option', { name })).toHaveAttribute('aria-selected', 'true');
    await keyboard.press('Enter');
    await expect(desk.line(name)).toBeVisible();
  }
  await page.getByRole('textbox', { name: `Quantity of ${SQUARE}` }).focus();
  await keyboard.type('6');
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: `Quantity of ${TIN}` })).toBeFocused();
  await keyboard.press('ArrowUp');
  await expect(page.getByRole('textbox', { name: `Quantity of ${TIN}` })).toHaveValue('2');
  const select = page.getByRole('combobox', { name: 'Supplier' });
  await select.focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('option', { name: supplier.name })).toBeVisible();
  await keyboard.type(supplier.name, SLOWLY);
  await keyboard.press('Enter');
  await expect(select).toHaveText(supplier.name);
  await desk.button('Create purchase order').focus();
  await keyboard.press('Enter');
  await expect(desk.heading(/^PO-\d+$/)).toBeFocused();

  await desk.button('Mark as ordered').focus();
  await keyboard.press('Enter');
  await expect(desk.dialog(/^Order PO-/).getByRole('button', { name: 'Mark as ordered' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(desk.button('Receive')).toBeVisible();
  await desk.button('Receive').focus();
  await keyboard.press('Enter');
  await expect(desk.heading(/^Receive PO-/)).toBeFocused();
  await desk.count(SQUARE).focus();
  await keyboard.type('6');
  await keyboard.press('Enter');
  await expect(desk.count(TIN)).toBeFocused();
  await keyboard.type('1');
  await expect(page.getByText('7 pieces on 2 lines')).toBeVisible();
  await desk.button('Receive').focus();
  await keyboard.press('Enter');
  await expect(desk.heading(/^PO-\d+$/)).toBeFocused();
  await expect(page.getByText('Received 7 pieces on 2 lines')).toBeVisible();
  await keyboard.press('Escape');
  await expect(desk.row(supplier.name)).toBeFocused();
  await expect(desk.row(supplier.name)).toContainText('Partly received');
});
