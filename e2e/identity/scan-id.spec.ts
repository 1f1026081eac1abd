import { expect, type Page } from '@playwright/test';
import { writeCard } from '#domain/identity/card.testing.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { CAMERA_FLAGS, holdCard } from '../support/browser/fake-camera.ts';
import { typeCard } from '../support/browser/scanner.ts';
import { test as staffTest } from '../support/staff.ts';

/** A browser whose camera sees what `holdCard` holds up. */
const test = staffTest.extend({
  launchOptions: [
    async ({ launchOptions }, provide) =>
      provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ...CAMERA_FLAGS] }),
    { scope: 'worker' },
  ],
});
// The camera reads one file, so only one test may use it at a time.
test.describe.configure({ mode: 'serial' });

const scanPane = (page: Page) => page.getByRole('region', { name: 'Scan ID' });
const form = (page: Page) => page.getByRole('form', { name: 'New customer' });

async function openForm(page: Page): Promise<void> {
  await page.keyboard.press('F2');
  await page.getByRole('option', { name: 'Add new customer' }).click();
  await expect(form(page).getByLabel('First name')).toBeFocused();
}

/** A phone number that nobody in the demo shop has. */
const phone = () => `980${String(Math.floor(2e6 + Math.random() * 7e6))}`;

const number = () => `X${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;

test('reads a licence with the camera, shows the age and fills the form', async ({ till, page, shop }) => {
  await holdCard(writeCard({ licenseNumber: number(), firstName: 'CAMERON', lastName: 'LENS' }));
  await till.open();
  await openForm(page);
  const given = phone();
  await form(page)
    .getByLabel(/^Phone/)
    .fill(given);
  await form(page).getByRole('button', { name: 'Scan ID' }).click();
  await expect(scanPane(page).getByText(/^Age \d+$/)).toBeVisible({ timeout: 20_000 });
  await expect(scanPane(page).getByText('Cameron Lens')).toBeVisible();
  await expect(scanPane(page).getByText('Born Dec 31, 1990')).toBeVisible();
  await expect(scanPane(page).getByText(/Under 21|Expired/)).toHaveCount(0);
  await expectAccessible(page, 'id-scan-result');

  // The next step has the focus, so Enter goes on.
  await page.keyboard.press('Enter');
  await expect(form(page).getByLabel('First name')).toHaveValue('Cameron');
  await expect(form(page).getByLabel('Last name')).toHaveValue('Lens');
  await expect(form(page).getByLabel('Address')).toHaveValue('123 Main St NE');
  await expect(form(page).getByLabel('ZIP code')).toHaveValue('28205');
  await expect(form(page).getByLabel('Date of birth')).toHaveValue('1990-12-31');
  await expect(form(page).getByLabel(/^Phone/)).toHaveValue(given);
  await expect(form(page).getByText('ID checked just now')).toBeVisible();
  await expectAccessible(page, 'id-scan-form');
  await form(page).getByRole('button', { name: 'Create' }).click();
  await expect(till.panel.getByText('Cameron Lens')).toBeVisible();
  await expect(till.panel.getByText(/ID checked/)).toBeVisible();
  const [made] = await shop.customersNamed('Cameron Lens');
  expect(Date.now() - Date.parse(made?.id_checked_at ?? '')).toBeLessThan(120_000);
});

for (const degrees of [7, -13]) {
  test(`reads a card that is held ${degrees} degrees out of level`, async ({ till, page }) => {
    await holdCard(writeCard({ licenseNumber: number() }), degrees);
    await till.open();
    await openForm(page);
    await form(page).getByRole('button', { name: 'Scan ID' }).click();
    await expect(scanPane(page).getByText("Sample O'Cardholder")).toBeVisible({ timeout: 30_000 });
  });
}

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('shows the camera with a level guide while there is nothing to read, and goes back', async ({ till, page }) => {
    await holdCard(null);
    await till.open();
    await openForm(page);
    await form(page).getByLabel('First name').fill('Kept');
    await form(page).getByRole('button', { name: 'Scan ID' }).click();
    await expect(scanPane(page).getByLabel('Camera')).toBeVisible();
    await expect(scanPane(page).getByText('Starting the camera...')).toHaveCount(0);
    await expect(scanPane(page).getByRole('button', { name: 'Back' })).toBeFocused();
    await expectAccessible(page, 'id-scan-camera');
    await page.keyboard.press('Escape');
    await expect(form(page).getByLabel('First name')).toHaveValue('Kept');
  });
});

test('says why there is no camera on a page that came over plain http', async ({ till, page, context }) => {
  await holdCard(null);
  await context.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  await till.open();
  await openForm(page);
  await form(page).getByRole('button', { name: 'Scan ID' }).click();
  await expect(scanPane(page).getByRole('alert')).toContainText('The camera needs HTTPS');
  await expect(scanPane(page).getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expectAccessible(page, 'id-scan-insecure');
});

test('reads what a handheld scanner types into the form, and leaves nothing of it in a field', async ({
  till,
  page,
}) => {
  await till.open();
  await openForm(page);
  await form(page)
    .getByLabel(/^Email/)
    .fill('lee');
  await typeCard(page, writeCard({ licenseNumber: number(), firstName: 'WANDA', lastName: 'WEDGE' }));
  await expect(scanPane(page).getByText('Wanda Wedge')).toBeVisible();
  await scanPane(page).getByRole('button', { name: 'Use these details' }).click();
  await expect(form(page).getByLabel(/^Email/)).toHaveValue('lee');
  await expect(form(page).getByLabel('First name')).toHaveValue('Wanda');
  // A number that was typed over the scanned one was not on the card.
  await form(page).getByLabel('License number').fill('OTHER');
  await expect(form(page).getByText('ID checked just now')).toHaveCount(0);
});

test.describe('on a large screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('warns of somebody under 21 and of a card that has expired', async ({ till, page }) => {
    const year = new Date().getFullYear();
    const young = writeCard({
      birthDay: `${year - 18}-01-01`,
      expiresOn: `${year - 1}-06-30`,
      licenseNumber: number(),
    });
    await till.open();
    await page.keyboard.press('F2');
    await expect(page.getByRole('option', { name: 'Add new customer' })).toBeVisible();
    await typeCard(page, young);
    await expect(scanPane(page).getByText('Age 18')).toBeVisible();
    await expect(scanPane(page).getByText('Under 21')).toBeVisible();
    await expect(scanPane(page).getByText(`Expired on Jun 30, ${year - 1}`)).toBeVisible();
    await expectAccessible(page, 'id-scan-warnings');
    await page.keyboard.press('Escape');
    await expect(till.search).toBeFocused();
  });
});

test('says what is wrong with a code that is no licence', async ({ till, page }) => {
  await till.open();
  await openForm(page);
  await typeCard(page, '@\nnot a licence at all');
  await expect(scanPane(page).getByRole('alert').filter({ hasText: 'not the barcode of a licence' })).toBeVisible();
});

test('chooses the customer whose card it is', async ({ till, page }) => {
  const card = writeCard({ licenseNumber: number(), firstName: 'REGINA', lastName: 'REGULAR' });
  await till.open();
  await openForm(page);
  await typeCard(page, card);
  await scanPane(page).getByRole('button', { name: 'Use these details' }).click();
  await form(page)
    .getByLabel(/^Phone/)
    .fill(phone());
  await form(page).getByRole('button', { name: 'Create' }).click();
  await expect(till.panel.getByText('Regina Regular')).toBeVisible();
  await till.customer.click();

  await page.keyboard.press('F2');
  await expect(page.getByRole('option', { name: 'Add new customer' })).toBeVisible();
  await typeCard(page, card);
  await scanPane(page).getByRole('button', { name: 'Choose Regina Regular' }).click();
  await expect(till.panel.getByText('Regina Regular')).toBeVisible();
  await expect(page.getByText('ID check recorded')).toBeVisible();
});
