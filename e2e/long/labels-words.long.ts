import { LabelView } from '../support/pages/label-view.ts';
import { expect, test } from '../support/staff.ts';

test.use({ as: 'manager' });

const PRODUCT = 'Blue Ridge Mist';
const EXTRAS = ['Date', 'Price', 'SKU', 'Category', 'Margin'];
const FIELDS = ['Effect', 'Lineage', 'Nose', 'Terpene', 'Strain Type', 'THCA', 'Supplier'];
/** Name in the list, then grid, size of a label, and labels a page in the specifications. */
const STOCKS = [
  ['Avery 5161 (20-up)', '10 rows x 2 columns', '4 x 1 in', '20 labels'],
  ['Avery 5162 (14-up)', '7 rows x 2 columns', '4 x 1.3333 in', '14 labels'],
  ['Avery 5163 (10-up)', '5 rows x 2 columns', '4 x 2 in', '10 labels'],
  ['Avery 5164 (6-up)', '3 rows x 2 columns', '4 x 3.3333 in', '6 labels'],
  ['Avery 5167 (80-up)', '20 rows x 4 columns', '1.75 x 0.5 in', '80 labels'],
  ['Roll 2 x 1 in', '1 row x 1 column', '2 x 1 in', '1 label'],
  ['Roll 2.25 x 1.25 in', '1 row x 1 column', '2.25 x 1.25 in', '1 label'],
  ['Roll 3 x 2 in', '1 row x 1 column', '3 x 2 in', '1 label'],
  ['Roll 4 x 6 in', '1 row x 1 column', '4 x 6 in', '1 label'],
  ['Avery 5160 (30-up)', '10 rows x 3 columns', '2.625 x 1 in', '30 labels'],
] as const;

test('Print Controls has each section, control and word', async ({ page, context, watch }) => {
  test.slow();
  watch.expect(/^failed POST .*\/labels\/pdf/);
  await context.addInitScript(() => {
    window.print = () => {
      document.documentElement.setAttribute('data-printed', 'yes');
      if (window.opener) window.dispatchEvent(new Event('afterprint'));
    };
  });
  const view = new LabelView(page);
  const button = (name: string) => view.controls.getByRole('button', { name, exact: true });
  const switches = (section: string) => view.section(section).getByRole('switch');
  await view.open();
  await expect(view.controls.getByRole('heading', { level: 3 })).toHaveText([
    ...['Actions', 'Display', 'Template', 'Product Selection', 'Presets', 'Extra Fields', 'Blueprint Fields'],
    ...['Pricing Tiers', 'Print Details', 'Barcode', 'Data', 'Printed Labels', 'Specifications'],
  ]);
  for (const name of ['Print Labels', 'Quick Print', 'Save as PDF']) await expect(button(name)).toBeDisabled();
  for (const name of ['Import CSV', 'Add Manual', 'Calibrate', 'Shelf', 'Compliance', 'Show printed labels'])
    await expect(button(name)).toBeEnabled();
  await expect(view.section('Actions')).toContainText('Select a product to print its labels.');
  await expect(view.section('Product Selection')).toContainText('No Product SelectedSearch above to select a product');
  await expect(view.section('Pricing Tiers')).toContainText('Select a product with blueprint pricing to see tiers');
  await expect(switches('Display')).toHaveText(['Show BordersOFF', 'Show LogoOFF']);
  await expect(switches('Extra Fields')).toHaveText(EXTRAS.map((name) => `${name}OFF`));
  await expect(switches('Blueprint Fields')).toHaveText(FIELDS.map((name) => `${name}OFF`));
  for (const name of [...EXTRAS, ...FIELDS]) await expect(view.toggle(name)).toBeDisabled();
  await expect(view.controls.getByRole('combobox', { name: 'Template' })).toHaveText('Avery 5160 (30-up)');
  await expect(view.shown()).toHaveCount(10);
  expect(await view.lines()).toEqual(['Sample Product']);

  await view.pick(PRODUCT);
  await expect(view.shown()).toHaveCount(10);
  await expect(view.section('Product Selection')).toContainText(`${PRODUCT}FLW-001$15.00`);
  await expect(view.section('Actions')).toContainText('Print at actual size: choose 100 % in the print dialog.');
  for (const name of ['Add Product', 'As many as in stock', 'Clear Selection', 'Edit fields'])
    await expect(button(name)).toBeEnabled();
  for (const name of FIELDS) await view.toggle(name).click();
  await expect
    .poll(() => view.lines())
    .toEqual([
      PRODUCT,
      expect.stringMatching(/^Effect: .+ • Lineage: .+$/),
      expect.stringMatching(/^Nose: .+ • Terpene: .+$/),
    ]);
  await expect(view.section('Blueprint Fields')).toContainText(
    'A label has room for four: Strain Type, THCA, Supplier are left out.',
  );
  for (const name of ['Effect', 'Lineage', 'Nose', 'Terpene']) await view.toggle(name).click();
  for (const name of EXTRAS) await view.toggle(name).click();
  await expect
    .poll(() => view.lines())
    .toEqual([
      PRODUCT,
      expect.stringMatching(/^Type: .+ • THCA: [\d.]+%$/),
      expect.stringMatching(/^Supplier: .+$/),
      expect.stringMatching(/^\d\d\/\d\d\/\d{4} • \$15\.00 • FLW-001$/),
      expect.stringMatching(/^Flower • Margin: \d+\.\d%$/),
    ]);

  await expect(view.controls.getByRole('combobox', { name: 'Pricing tier' })).toHaveText('Select Tier');
  await expect(view.toggle('Show Tier Price')).toHaveCount(0);
  await view.choose('Pricing tier', /3\.5 g/);
  await expect(switches('Pricing Tiers')).toHaveText(['Show Tier PriceOFF', 'Show Tier LabelOFF']);
  for (const name of ['Show Tier Price', 'Show Tier Label', 'Show Borders', 'Show Logo']) {
    await view.toggle(name).click();
    await expect(view.toggle(name)).toHaveText(`${name}ON`);
  }
  await expect.poll(() => view.lines()).toContain('3.5 g • $40.00');
  for (const barcode of ['EAN-13 / UPC-A, else SKU', 'SKU as Code 128', 'QR code', 'No barcode']) {
    await view.choose('Barcode', barcode);
    await expect(view.controls.getByRole('combobox', { name: 'Barcode' })).toHaveText(barcode);
  }
  const specifications = view.section('Specifications');
  for (const [name, grid, size, labels] of STOCKS) {
    await view.choose('Template', name);
    await expect(view.preview).toContainText(name);
    for (const words of [grid, size, labels]) await expect(specifications).toContainText(words);
    await expect(view.toggle('PDF Ruler')).toHaveCount(name.startsWith('Roll') ? 0 : 1);
    await expect(button('Save as ZPL')).toHaveCount(name.startsWith('Roll') ? 1 : 0);
    await expect(button('Calibrate')).toBeEnabled();
  }
  await expect(specifications).toContainText('Letter, 8.5 x 11 in');

  await view.toggle('Warning').click();
  await view.controls.getByRole('textbox', { name: 'Warning text' }).fill('Keep out of reach.');
  await view.toggle('Net Weight').click();
  await view.controls.getByRole('textbox', { name: 'Net weight' }).fill('3.6 g');
  await expect.poll(async () => (await view.lines()).join('|')).toContain('Net wt: 3.6 g');

  const [opened] = await Promise.all([page.waitForEvent('popup'), button('Print Labels').click()]);
  if (!opened.isClosed()) await opened.waitForEvent('close');
  await expect(page.getByRole('button', { name: 'Start at label 11 next time' })).toBeVisible();
  await button('Quick Print').click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  await view.pick('Tillwright Tee');
  await expect(view.section('Pricing Tiers')).toContainText('Selected product has no pricing tiers');
  await page.evaluate(() => {
    window.open = () => null;
  });
  await button('Print Labels').click();
  await expect(page.getByText('The browser kept the window from opening. Use Quick Print.')).toBeVisible();
  await button('Calibrate').click();
  const calibration = page.getByRole('dialog', { name: 'Calibrate Avery 5160 (30-up)' });
  await calibration.getByRole('button', { name: 'Print test sheet' }).click();
  await expect(calibration.getByRole('alert')).toHaveText('The browser kept the window from opening.');
  await calibration.getByRole('button', { name: 'Add another printer' }).click();
  await page.keyboard.type('Back office');
  await page.keyboard.press('Enter');
  await expect(calibration.getByRole('textbox', { name: /^Cross 1/ })).toBeFocused();
  await calibration.getByRole('textbox', { name: /^Cross 2/ }).fill('7 9/16, 10');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Avery 5160 (30-up) is calibrated on this till for Back office')).toBeVisible();
  await expect(view.section('Actions')).toContainText('Choose Back office there.');
  await button('Calibrate').click();
  await calibration.getByRole('button', { name: 'Remove calibration' }).click();
  await expect(calibration).toBeHidden();

  await page.route('**/api/labels/pdf', (route) => route.abort());
  await button('Save as PDF').click();
  await expect(view.section('Actions').getByRole('alert')).toContainText('The PDF was not made.');
});

test('letters that Roboto lacks are drawn in the fonts of the PDF, which are fetched when a label has them', async ({
  page,
}) => {
  const view = new LabelView(page);
  await view.open();
  const fetched = () =>
    page.evaluate(() =>
      [...document.fonts]
        .filter(({ family, status }) => !family.includes('Roboto') && /Label/.test(family) && status === 'loaded')
        .map(({ unicodeRange }) => unicodeRange),
    );
  const label = async (text: string) => {
    await view.controls.getByRole('button', { name: 'Add Manual' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Manual' });
    await dialog.getByRole('textbox', { name: /^Line 1/ }).fill(text);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  };
  await label('Δ9 café “Łódź” Ωmega');
  await expect.poll(() => view.lines()).toEqual(['Δ9 café “Łódź” Ωmega']);
  expect(await fetched()).toEqual([]);
  for (const [fonts, text] of [
    [1, '上海 手工'],
    [2, '한국'],
    [3, 'ไทย'],
    [4, 'हिन्दी'],
    [5, 'שלום'],
  ] as const) {
    await label(text);
    await expect.poll(async () => (await fetched()).length).toBe(fonts);
  }
});
