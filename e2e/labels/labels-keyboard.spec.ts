import type { Locator, Page } from '@playwright/test';
import { LabelView } from '../support/pages/label-view.ts';
import { expect, test } from '../support/staff.ts';

test.use({ as: 'manager' });

const PRODUCT = 'Blue Ridge Mist';
const MOST_STOPS = 60;

/** Presses Tab until this has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not reach it');
}

test('labels are chosen and printed with keys alone', { tag: '@long' }, async ({ page, context }) => {
  test.slow();
  await context.addInitScript(() => {
    window.print = () => void window.dispatchEvent(new Event('afterprint'));
  });
  const view = new LabelView(page);
  await view.open();
  await page.keyboard.press('/');
  await page.keyboard.type(PRODUCT);
  await expect(page.getByRole('option', { name: new RegExp(PRODUCT) }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(view.shown()).toHaveCount(10);

  const start = view.controls.getByRole('textbox', { name: 'Start at label' });
  await tabTo(page, start);
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect(view.preview.locator('[data-cell="3"] title')).toHaveText('Label 3, used. Start here');

  await tabTo(page, view.controls.getByRole('combobox', { name: 'Template' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(view.preview).toContainText('Avery 5161 (20-up)');

  await tabTo(page, view.toggle('Strain Type'));
  await page.keyboard.press('Space');
  await expect.poll(async () => (await view.lines())[1]).toMatch(/^Type: /);

  const print = view.controls.getByRole('button', { name: 'Print Labels' });
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await tabTo(page, print);
  await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  await expect(page.getByRole('button', { name: 'Start at label 11 next time' })).toBeVisible();
});

test('what a label cannot show is said in a sentence', { tag: '@long' }, async ({ page }) => {
  test.slow();
  const view = new LabelView(page);
  await view.open();
  await view.pick('Tillwright Tee');
  await expect(view.section('Pricing Tiers')).toContainText('Selected product has no pricing tiers');
  await view.pick(PRODUCT);
  await expect(view.controls.getByRole('combobox', { name: 'Pricing tier' })).toContainText('Select Tier');
  for (const name of ['Effect', 'Lineage', 'Nose', 'Terpene', 'Supplier']) await view.toggle(name).click();
  await expect(view.section('Blueprint Fields')).toContainText('A label has room for four: Supplier is left out.');
  const rows = view.controls.getByRole('list', { name: 'On these labels' });
  await rows.getByRole('textbox', { name: `Labels of ${PRODUCT}` }).fill('6000');
  await view.controls.getByRole('button', { name: 'Add Product' }).click();
  await view.pick('Tillwright Tee');
  await expect(view.section('Actions')).toContainText('These are 6,010 labels. At most 6,000 are printed at once.');
  await expect(view.controls.getByRole('button', { name: 'Print Labels' })).toBeDisabled();
  await view.controls.getByRole('button', { name: 'Clear Selection' }).click();

  await view.pick(PRODUCT);
  await view.choose('Template', 'Roll 2 x 1 in');
  // A roll offers no ruler and no used labels, but a printer that takes ZPL.
  await expect(view.toggle('PDF Ruler')).toHaveCount(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    view.controls.getByRole('button', { name: 'Save as ZPL' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('labels.zpl');
  await view.controls.getByRole('button', { name: 'Compliance' }).click();
  await view.controls.getByRole('textbox', { name: 'Warning text' }).fill('Keep out of reach of children.');
  await view.controls.getByRole('textbox', { name: 'Batch' }).fill('B-12');
  await view.controls.getByLabel('Package date').fill('2026-11-20');
  await expect.poll(() => view.lines()).toContain('Keep out of reach of children.');
  expect((await view.lines()).join('|')).toContain('Batch: B-12 • Packed: 11/20/2026');
});
