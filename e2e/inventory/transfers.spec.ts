import type { Locator, Page } from '@playwright/test';
import { auditLogRoute } from '#contract/history.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { Desk, expect } from '../support/pages/purchasing.ts';
import { loseReplies } from '../support/faults/unanswered.ts';
import { scan } from '../support/browser/scanner.ts';
import { test } from '../support/staff.ts';
import { askOnce } from '../support/faults/unknown-outcome.ts';

test.use({ as: 'manager' });
test.describe.configure({ timeout: 150_000 });

/** A hand's speed; faster keys count as a scanner's. */
const SLOWLY = { delay: 60 };
const CASE = 'Moonwater Half Moon - Peach Tea';
const CAN = 'Moonwater Gibbous - Blood Orange';
const FLOWER = "Granny's Preserve Smalls";
const ROLLS = 'Dogwalker Minis 5 pk - Black Walnut';

/** The row of the stock that a search finds. */
async function find(desk: Desk, name: string): Promise<Locator> {
  await desk.search.fill(name);
  await desk.search.press('Escape');
  const row = desk.page.getByRole('grid').getByRole('row').filter({ hasText: name });
  await expect(row).toBeVisible({ timeout: 30_000 });
  return row;
}

function transferOf(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name: `Transfer of ${name}`, exact: true });
}

/** The number in the reply to a press: "TR-1012". */
async function numberOf(page: Page, press: () => Promise<void>): Promise<string> {
  const answered = page.waitForResponse((reply) => /\/api\/inventory\/(transfer|convert)$/.test(reply.url()));
  await press();
  const { data } = (await (await answered).json()) as {
    data: { transfer_number?: string; conversion_number?: string };
  };
  return data.transfer_number ?? data.conversion_number ?? '';
}

test('sends selected stock to another location, where the history says where it came from @losses', async ({
  page,
  shop,
  signedIn,
}) => {
  const desk = new Desk(page);
  await shop.stocked(CASE, 400);
  await desk.open('Stock');
  await (await find(desk, CASE)).getByText(CASE).click();
  await desk.button('Transfer').click();
  const dialog = desk.dialog('Transfer stock');
  await expect(dialog).toContainText('Stock moves to the other location immediately.');
  await expect(dialog).toContainText('Nothing to send yet');
  await expect(dialog.getByRole('button', { name: 'Transfer', exact: true })).toBeDisabled();
  await transferOf(page, CASE).fill('3');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose the location it goes to.');
  await dialog.getByRole('combobox', { name: 'To' }).click();
  await expect(page.getByRole('option', { name: 'Charlotte Central' })).toBeHidden();
  await page.getByRole('option', { name: 'Charlotte Monroe' }).click();
  await expect(dialog.getByText('3 pieces on 1 line to Charlotte Monroe')).toBeVisible();
  await expectAccessible(page, 'transfer', dialog);
  const number = await numberOf(page, () => dialog.getByRole('button', { name: 'Transfer', exact: true }).click());
  await expect(desk.notes.getByText(`Transfer ${number} sent to Charlotte Monroe`)).toBeVisible();
  await expect(dialog).toBeHidden();

  await desk.notes.getByRole('button', { name: 'Show' }).click();
  await expect(desk.search).toHaveValue(number);
  const row = page.getByRole('row').filter({ hasText: CASE }).filter({ hasText: number });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Charlotte Monroe');
  await expect(row).toContainText(/[-−]3/);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(row.getByRole('button', { name: `Show ${number} in the history` })).toBeInViewport({ ratio: 1 });
  const there = await (
    await signedIn('monroe')
  ).call({ ...auditLogRoute, path: `${auditLogRoute.path}?search=${number}` });
  expect(there.data).toMatchObject([{ product_name: CASE, quantity_change: 3 }]);
});

test('a row sends what it is, by keyboard alone', { tag: '@long' }, async ({ page, shop }) => {
  const desk = new Desk(page);
  await shop.stocked(CAN, 400);
  await desk.open('Stock');
  const row = await find(desk, CAN);
  const transfer = row.getByRole('button', { name: `Transfer ${CAN}` });
  // A finger hovers nothing.
  await expect(transfer).toHaveCSS('opacity', '1');
  await transfer.focus();
  await page.keyboard.press('Enter');
  const dialog = desk.dialog('Transfer stock');
  const to = dialog.getByRole('combobox', { name: 'To' });
  await to.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Warehouse' })).toBeVisible();
  await page.keyboard.type('Ware', SLOWLY);
  await page.keyboard.press('Enter');
  await expect(to).toHaveText('Warehouse');
  await transferOf(page, CAN).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(transferOf(page, CAN)).toHaveValue('2');
  await dialog.getByRole('textbox', { name: 'Reason' }).focus();
  await page.keyboard.type('Sent back', SLOWLY);
  const number = await numberOf(page, () => page.keyboard.press('Enter'));
  expect(number).toMatch(/^TR-\d+$/);
  await expect(dialog).toBeHidden();
});

test(
  'scans what is sent, says what is not enough before anything leaves, and keeps what is not sent',
  { tag: '@long' },
  async ({ page, shop }) => {
    const desk = new Desk(page);
    const [can, box] = [await shop.stocked(CAN, 400), await shop.stocked(CASE, 400)];
    await desk.open('Stock');
    await (await find(desk, CAN)).getByText(CAN).click();
    await desk.button('Transfer').click();
    const dialog = desk.dialog('Transfer stock');
    await desk.productsKnown(CASE);
    await scan(page, box.barcode ?? '');
    await expect(transferOf(page, CASE)).toHaveValue('1');
    await scan(page, box.barcode ?? '');
    await expect(transferOf(page, CASE)).toHaveValue('2');
    await scan(page, can.barcode ?? '');
    await expect(transferOf(page, CAN)).toHaveValue('1');
    await scan(page, '4006381333931');
    await expect(dialog.getByRole('alert')).toHaveText('No product has the code 4006381333931. Nothing was added.');

    await dialog.getByRole('combobox', { name: 'To' }).click();
    await page.getByRole('option', { name: 'Warehouse' }).click();
    await transferOf(page, CAN).fill('90000');
    await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText(`There is not enough ${CAN} in stock`);
    await transferOf(page, CAN).fill('3');

    // Escape closes the product list first.
    await dialog.getByRole('combobox', { name: 'Add product' }).fill('moon');
    await expect(page.getByRole('listbox', { name: 'Add product' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox', { name: 'Add product' })).toBeHidden();
    await expect(transferOf(page, CAN)).toHaveValue('3');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(desk.notes.getByText('The transfer of 2 lines is kept')).toBeVisible();

    await page.reload();
    await desk.button('Continue transfer').click();
    await expect(transferOf(page, CAN)).toHaveValue('3');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(transferOf(page, CAN)).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(desk.button('Continue transfer')).toBeHidden();
  },
);

test(
  'makes pre-rolls of flower, and shows what goes in and what comes out first @losses',
  { tag: '@long' },
  async ({ page, shop }) => {
    const desk = new Desk(page);
    await shop.stocked(FLOWER, 400);
    await desk.open('Stock');
    const row = await find(desk, FLOWER);
    await row.getByRole('button', { name: `Convert ${FLOWER}` }).click();
    const dialog = desk.dialog('Convert stock');
    await expect(dialog).toContainText('Removes what you use and adds what you make.');
    await expect(dialog.getByText('Choose what you are making.')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Into' }).fill('dogwalker');
    await page.getByRole('option', { name: ROLLS }).click();
    await expect(dialog.getByRole('textbox', { name: 'Amount that goes in' })).toHaveValue('0.7');
    await dialog.getByRole('textbox', { name: 'Made', exact: true }).fill('10');
    const effect = dialog.getByRole('group', { name: 'What this does' });
    await expect(effect).toContainText('-7 g');
    await expect(effect).toContainText('+10');
    await dialog.getByRole('textbox', { name: 'Actual weight used' }).fill('7.25');
    await expect(effect).toContainText('-7.25 g');
    await expectAccessible(page, 'convert', dialog);

    await dialog.getByRole('textbox', { name: 'Made', exact: true }).fill('99000');
    await dialog.getByRole('textbox', { name: 'Actual weight used' }).fill('');
    await dialog.getByRole('button', { name: 'Convert', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText(`There is not enough ${FLOWER} in stock`);
    await dialog.getByRole('textbox', { name: 'Made', exact: true }).fill('2');
    const number = await numberOf(page, () => dialog.getByRole('button', { name: 'Convert', exact: true }).click());
    await expect(dialog).toBeHidden();
    await page.goto('/?view=history');
    await desk.search.fill(number);
    const moved = page.getByRole('row').filter({ hasText: number });
    await expect(moved.filter({ hasText: 'Converted into' })).toContainText(/[-−]1\.4/);
    await expect(moved.filter({ hasText: 'Made from' })).toContainText('+2');
  },
);

test('a transfer whose answer was lost is shown again as it was sent, cannot be edited, and happens once', async ({
  page,
  shop,
  watch,
}) => {
  watch.expect(/^failed POST .*\/api\/inventory\/transfer /);
  const desk = new Desk(page);
  const box = await shop.stocked(CASE, 400);
  await desk.open('Stock');
  await (await find(desk, CASE)).getByText(CASE).click();
  await desk.button('Transfer').click();
  const dialog = desk.dialog('Transfer stock');
  await dialog.getByRole('combobox', { name: 'To' }).click();
  await page.getByRole('option', { name: 'Warehouse' }).click();
  await transferOf(page, CASE).fill('5');
  const found = await loseReplies(page, 'POST', '**/api/inventory/transfer');
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(dialog.getByText('Checking whether this transfer saved')).toBeVisible();
  await expect(transferOf(page, CASE)).toBeDisabled();
  await scan(page, box.barcode ?? '');
  await expect(transferOf(page, CASE)).toHaveValue('5');

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await desk.button('Checking transfer').click();
  await expect(dialog.getByText('Checking whether this transfer saved')).toBeVisible({ timeout: 30_000 });
  await expect(transferOf(page, CASE)).toHaveValue('5');
  await expect(dialog.getByRole('combobox', { name: 'To' })).toHaveText('Warehouse');
  found();
  await askOnce(dialog);
  await expect(desk.notes.getByText(/Transfer TR-\d+ sent to Warehouse/)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(desk.button('Checking transfer')).toBeHidden();
  expect(await shop.stockOf(box)).toBe(395);
});

test(
  'a conversion whose answer was lost happens once, and says so wherever its person is by then',
  { tag: '@long' },
  async ({ page, shop, watch }) => {
    watch.expect(/^failed POST .*\/api\/inventory\/convert /);
    const desk = new Desk(page);
    const flower = await shop.stocked(FLOWER, 400);
    await desk.open('Stock');
    const row = await find(desk, FLOWER);
    await row.getByRole('button', { name: `Convert ${FLOWER}` }).click();
    const dialog = desk.dialog('Convert stock');
    await dialog.getByRole('combobox', { name: 'Into' }).fill('dogwalker');
    await page.getByRole('option', { name: ROLLS }).click();
    await dialog.getByRole('textbox', { name: 'Made', exact: true }).fill('10');
    const found = await loseReplies(page, 'POST', '**/api/inventory/convert');
    await dialog.getByRole('button', { name: 'Convert', exact: true }).click();
    await expect(dialog.getByText('Checking whether this conversion saved')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Made', exact: true })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await desk.button('Checking conversion').click();
    await expect(dialog.getByRole('textbox', { name: 'Made', exact: true })).toHaveValue('10');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Orders' }).click();
    found();
    await expect(desk.notes.getByText(/Conversion [A-Z]+-\d+ done/)).toBeVisible({ timeout: 40_000 });
    expect(await shop.stockOf(flower)).toBe(393);
  },
);
