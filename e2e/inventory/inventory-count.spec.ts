import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { loseReplies } from '../support/faults/unanswered.ts';
import { scan } from '../support/browser/scanner.ts';
import { expect, test } from '../support/staff.ts';
import { mine } from '../support/pages/stock-room.ts';
import { StockList } from '../support/pages/stock-list.ts';
import { askOnce } from '../support/faults/unknown-outcome.ts';

// A location of its own, so that other tests do not change its stock.
test.use({ as: 'monroe' });

test('changes stock by a named audit, with a review before and a file after @losses', async ({ page, shop }) => {
  const name = mine(['Enamel Pin', 'Sticker Sheet']);
  const product = await shop.stocked(name, 20);
  const stock = new StockList(page);
  await stock.open();
  await expect(stock.pending).toContainText('No pending adjustments');
  await expect(stock.pending.getByRole('button', { name: 'Create Audit' })).toBeDisabled();
  await stock.find(name);
  for (let press = 0; press < 3; press += 1) await stock.less(name).click();
  await expect(stock.figure(name)).toHaveValue('-3');
  await expect(stock.pending).toContainText('1 pending adjustment');

  await stock.pending.getByRole('button', { name: 'Create Audit' }).click();
  await expect(stock.audit.getByLabel('Audit name')).toHaveValue(/^Audit \w{3} \d{1,2}, \d{1,2}:\d\d [AP]M$/);
  await stock.audit.getByLabel('Audit name').fill('');
  await expect(stock.audit).toContainText('Please provide an audit name for the audit trail');
  await expect(stock.audit.getByRole('button', { name: 'Create Audit' })).toBeDisabled();
  await expect(stock.audit).toContainText(/net -\$[\d.]+ · 3 pieces short/);
  const variance = stock.audit.getByRole('table', { name: 'Variances' }).getByRole('row').filter({ hasText: name });
  await expect(variance).toContainText('-3');
  await expect(stock.audit.getByRole('columnheader').nth(1)).toHaveText('Expected');
  await expect(stock.audit).toContainText('Sales made while you counted are kept.');
  await expectAccessible(page, 'inventory-audit', stock.audit);
  await stock.audit.getByLabel('Audit name').fill('  Shelf by the door ');
  await stock.audit.getByLabel('Description (optional)').fill('Three were broken');
  await stock.audit.getByRole('button', { name: 'Create Audit' }).click();
  await expect(stock.notes).toContainText(/Success, audit AUD-\d+ created/);
  await expect(stock.audit).toBeHidden();
  await expect(stock.stock(name, 17)).toBeVisible();
  await expect(stock.pending).toContainText('No pending adjustments');
  expect(await shop.stockOf(product)).toBe(17);

  const created = page.getByRole('region', { name: 'Audit created' });
  await expect(created).toContainText('Shelf by the door');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    created.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toContain('Change applied');
  expect(lines[1]).toMatch(new RegExp(`${name}.*,-3,-3,0,20,17$`));
  await created.getByRole('button', { name: 'Dismiss' }).click();
  await expect(created).toBeHidden();
});

test(
  'reads figures one way only, keeps them when an audit is refused, and stops at nothing on the books',
  { tag: '@long' },
  async ({ page, shop, watch }) => {
    const name = mine(['Canvas Tote', 'Corduroy Cap']);
    const product = await shop.stocked(name, 4);
    const stock = new StockList(page);
    await stock.open();
    await stock.find(name);
    for (const [typed, shown] of [
      ['abc', ''],
      // Pieces are whole numbers, and no digits are cut off.
      ['2.9', ''],
      ['', ''],
      ['-9', '-9'],
    ] as const) {
      await stock.figure(name).fill(typed);
      await stock.search.focus();
      await expect(stock.figure(name)).toHaveValue(shown);
    }
    await expect(stock.row(name)).toContainText('stops at 0');
    await expect(page.getByText('Type what to add or take off.')).toBeVisible();
    await stock.figure(name).fill('8');
    await expect(stock.row(name)).toContainText('will be 12');
    await stock.figure(name).fill('-9');
    await expectAccessible(page, 'inventory-change');

    watch.expect(/^422 POST .*\/api\/inventory\/batch-adjust/);
    const refusal = { success: false, error: 'The books are being checked.', code: 'not_now' };
    await page.route('**/api/inventory/batch-adjust', (route) => route.fulfill({ status: 422, json: refusal }));
    await stock.pending.getByRole('button', { name: 'Create Audit' }).click();
    await stock.audit.getByLabel('Audit name').fill('Not now');
    await page.keyboard.press('Enter');
    await expect(stock.notes).toContainText('Error: Failed to create audit');
    await expect(stock.audit.getByRole('alert')).toContainText('The books are being checked.');
    await stock.audit.getByRole('button', { name: 'Cancel' }).click();
    await expect(stock.figure(name)).toHaveValue('-9');
    await page.unroute('**/api/inventory/batch-adjust');

    await stock.createAudit('Gone');
    expect(await shop.stockOf(product)).toBe(0);
    await expect(page.getByRole('region', { name: 'Audit created' })).toContainText('1 line stopped at 0');
  },
);

test('keeps what was sold while somebody counted; a blind count hides the books until the review', async ({
  page,
  shop,
}) => {
  const name = mine(['Walnut Grinder', 'Silicone Travel Pipe']);
  const product = await shop.stocked(name, 100);
  const stock = new StockList(page);
  await stock.open();
  await stock.find(name);
  await page.getByRole('radio', { name: 'Count', exact: true }).check();
  await stock.figure(name).fill('98');
  await expect(stock.row(name)).toContainText('-2');
  await shop.sell(product, 10);
  await expect(stock.stock(name, 90)).toBeVisible();
  await expect(stock.figure(name)).toHaveValue('98');
  await stock.pending.getByRole('button', { name: 'Create Audit' }).click();
  await expect(stock.audit).toContainText('Expected 90 now, 88 afterwards');
  await page.keyboard.press('Escape');
  await stock.createAudit('With the shop open');
  await expect(stock.stock(name, 88)).toBeVisible();
  expect(await shop.stockOf(product)).toBe(88);

  await stock.figure(name).fill('88');
  await stock.pending.getByRole('button', { name: 'Create Audit' }).click();
  await expect(stock.audit.getByRole('heading', { name: 'Everything matches' })).toBeVisible();
  await page.keyboard.press('Escape');
  await stock.pending.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('radio', { name: 'Change', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Blind count' }).check();
  await expect(page.getByRole('radio', { name: 'Count', exact: true })).toBeChecked();
  await expect(stock.stock(name, 88)).toBeHidden();
  await expect(stock.row(name)).toContainText('Hidden while counting blind');
  await expectAccessible(page, 'inventory-blind', stock.row(name));
  await stock.figure(name).fill('86');
  await expect(stock.row(name)).not.toContainText('-2');
  await expect(stock.pending).toContainText('1 item counted');
  await expect(stock.pending).not.toContainText('net');
  await stock.pending.getByRole('button', { name: 'Create Audit' }).click();
  await expect(stock.audit.getByRole('table', { name: 'Variances' })).toContainText('-2');
  await page.keyboard.press('Escape');
  await stock.createAudit('Blind');
  expect(await shop.stockOf(product)).toBe(86);
});

test(
  'counts with a scanner, wherever the focus is; says which code nobody knows, and takes no sign for a count',
  { tag: '@long' },
  async ({ page, shop }) => {
    const name = mine(['Quartz Banger 14 mm', 'Silicone Dab Mat']);
    const { barcode } = await shop.stocked(name, 7);
    const stock = new StockList(page);
    await stock.open();
    await stock.search.focus();
    await scan(page, barcode ?? '');
    await expect(stock.notes).toContainText('The scanner counts');
    await expect(stock.search).toHaveValue('');
    await stock.find(name);
    await expect(stock.figure(name)).toHaveValue('1');
    await stock.figure(name).focus();
    await scan(page, barcode ?? '');
    await expect(stock.figure(name)).toHaveValue('2');
    await expect(stock.row(name)).toContainText('-5');
    await stock.row(name).focus();
    await scan(page, barcode ?? '');
    await expect(stock.figure(name)).toHaveValue('3');
    await expect(stock.row(name)).toContainText('-4');

    await scan(page, '4006381333931');
    await expect(stock.notes.getByRole('alert')).toContainText(
      'No product has the code 4006381333931. Nothing was counted.',
    );
    await stock.pending.getByRole('button', { name: 'Create Audit' }).click();
    await expect(stock.audit).toBeVisible();
    await scan(page, barcode ?? '');
    await expect(stock.notes).toContainText('Close the open dialog first, then scan again.');
    await page.keyboard.press('Escape');
    await expect(stock.figure(name)).toHaveValue('3');
    await stock.pending.getByRole('button', { name: 'Discard' }).click();

    // A change that is typed after a scan does not alter the count.
    await page.getByRole('radio', { name: 'Change', exact: true }).check();
    await stock.figure(name).fill('-2');
    await expect(stock.pending).toContainText('2 pieces short');
    await stock.row(name).focus();
    await scan(page, barcode ?? '');
    // The count starts from nothing, not from the change.
    await expect(stock.figure(name)).toHaveValue('1');
    await stock.figure(name).focus();
    await stock.type('-2');
    await expect(page.getByRole('alert').filter({ hasText: 'A count has no sign.' })).toBeVisible();
    await stock.press('Enter');
    await expect(stock.notes).toContainText('A count has no sign.');
    await expect(stock.figure(name)).toHaveValue('1');
    await expect(stock.pending).toContainText('1 item counted');
    await expect(stock.pending).toContainText('6 pieces short');
    await stock.pending.getByRole('button', { name: 'Discard' }).click();
  },
);

test('counts without a mouse, from the search to the audit', { tag: '@long' }, async ({ page, shop }) => {
  const option = mine(['S', 'L']);
  const { product, variant } = await shop.variant('Tillwright Tee', option);
  await shop.setStock(product, 12, variant.id);
  const full = `Tillwright Tee - ${option}`;
  const stock = new StockList(page);
  await stock.open();
  await stock.press('/');
  await expect(stock.search).toBeFocused();
  await stock.type('tillwright tee');
  await expect(stock.figure(full)).toBeVisible();
  await stock.grid.getByRole('row').nth(1).focus();
  const line = stock.grid.getByRole('row').filter({ has: page.getByRole('textbox', { name: `Adjustment: ${full}` }) });
  await expect(async () => {
    await stock.press('ArrowDown');
    await expect(line).toBeFocused({ timeout: 300 });
  }).toPass();
  await stock.press('Space');
  await expect(line).toHaveAttribute('aria-selected', 'true');
  await stock.press('+');
  await expect(stock.figure(full)).toHaveValue('1');
  await stock.press('Delete');
  await expect(stock.figure(full)).toHaveValue('');
  await stock.type('-2');
  await expect(stock.figure(full)).toBeFocused();
  await expect(stock.figure(full)).toHaveValue('-2');
  await stock.press('Enter');
  await expect(stock.figure(full)).not.toBeFocused();
  await expect(stock.pending).toContainText('1 pending adjustment');

  await stock.press('F4');
  await expect(page.getByRole('option', { name: /^Create audit "Audit / })).toBeVisible();
  await expect(stock.search).toBeFocused();
  await stock.type('Tees');
  await expect(page.getByRole('option', { name: 'Create audit "Tees"' })).toBeVisible();
  await expectAccessible(page, 'inventory-audit-search', page.getByRole('main'));
  await stock.press('ArrowDown');
  await stock.press('Enter');
  await expect(stock.notes).toContainText(/Success, audit AUD-\d+ created/);
  expect(await shop.stockOf(product, variant.id)).toBe(10);
});

test('finds out whether an audit was saved when no answer came, and applies it once', async ({ page, shop, watch }) => {
  watch.expect(/^failed POST .*\/api\/inventory\/batch-adjust/);
  const name = mine(['Dab Tool Set', 'Pipe Cleaners 50 pk']);
  const product = await shop.stocked(name, 9);
  const stock = new StockList(page);
  await stock.open();
  await stock.find(name);
  await stock.figure(name).fill('-4');
  const found = await loseReplies(page, 'POST', '**/api/inventory/batch-adjust');
  await stock.pending.getByRole('button', { name: 'Create Audit' }).click();
  await stock.audit.getByLabel('Audit name').fill('Bad line');
  await stock.audit.getByRole('button', { name: 'Create Audit' }).click();
  await expect(stock.audit.getByText('Checking whether this audit saved')).toBeVisible();
  await expect(stock.audit.getByLabel('Audit name')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(stock.figure(name)).toBeDisabled();
  await page.reload();
  await stock.ready();
  await stock.pending.getByRole('button', { name: 'Checking audit' }).click();
  await expect(stock.audit.getByLabel('Audit name')).toHaveValue('Bad line');
  found();
  await askOnce(stock.audit);
  await expect(stock.notes).toContainText(/Success, audit AUD-\d+ created/);
  await expect(stock.pending).toContainText('No pending adjustments');
  expect(await shop.stockOf(product)).toBe(5);
});
