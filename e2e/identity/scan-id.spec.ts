import type { Page } from '@playwright/test';
import { writeCard } from '#domain/identity/card.testing.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { holdCard } from '../support/browser/fake-camera.ts';
import { typeCard } from '../support/browser/scanner.ts';
import { expect, test } from '../support/staff.ts';

// The camera reads one file, so only one test may use it at a time.
test.describe.configure({ mode: 'serial' });

const DEGREES = -13;

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

/** Hears all that the page sends from now on. Returns what of it holds pictures, or lines of these cards as they were read. */
function scansSent(page: Page): (...cards: string[]) => string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    // A picture that a page draws from its own text is no request.
    if (!request.url().startsWith('data:'))
      sent.push(`${request.url()} ${request.headers()['content-type'] ?? ''} ${request.postData() ?? ''}`);
  });
  return (...cards) => {
    // The page was heard: each card was looked up by its number.
    for (const card of cards) expect(sent.join('\n')).toContain(/DAQ(\w+)/.exec(card)?.[1]);
    const lines = cards.flatMap((card) => card.split(/\p{Cc}+/u)).filter((line) => line.length > 5);
    const marks = ['data:image', 'image/', 'multipart/', 'octet-stream', ...lines];
    return sent.filter((one) => marks.some((mark) => one.includes(mark)));
  };
}

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test(
    'shows the camera with a level guide, reads a licence that is held out of level, and fills the form',
    { tag: '@long' },
    async ({ till, page, shop }) => {
      await holdCard(null);
      await till.open();
      const sent = scansSent(page);
      await openForm(page);
      await form(page).getByLabel('First name').fill('Kept');
      await form(page).getByRole('button', { name: 'Scan ID' }).click();
      await expect(scanPane(page).getByLabel('Camera')).toBeVisible();
      await expect(scanPane(page).getByText('Starting the camera...')).toHaveCount(0);
      await expect(scanPane(page).getByRole('button', { name: 'Back' })).toBeFocused();
      await expectAccessible(page, 'id-scan-camera', scanPane(page));
      await page.keyboard.press('Escape');
      await expect(form(page).getByLabel('First name')).toHaveValue('Kept');

      const card = writeCard({ licenseNumber: number(), firstName: 'CAMERON', lastName: 'LENS' });
      await holdCard(card, DEGREES);
      const given = phone();
      await form(page)
        .getByLabel(/^Phone/)
        .fill(given);
      await form(page).getByRole('button', { name: 'Scan ID' }).click();
      await expect(scanPane(page).getByText(/^Age \d+$/)).toBeVisible({ timeout: 30_000 });
      await expect(scanPane(page).getByText('Cameron Lens')).toBeVisible();
      await expect(scanPane(page).getByText('Born Dec 31, 1990')).toBeVisible();
      await expect(scanPane(page).getByText(/Under 21|Expired/)).toHaveCount(0);
      await expectAccessible(page, 'id-scan-result', scanPane(page));

      // The next step has the focus, so Enter goes on.
      await page.keyboard.press('Enter');
      await expect(form(page).getByLabel('First name')).toHaveValue('Cameron');
      await expect(form(page).getByLabel('Last name')).toHaveValue('Lens');
      await expect(form(page).getByLabel('Address')).toHaveValue('123 Main St NE');
      await expect(form(page).getByLabel('ZIP code')).toHaveValue('28205');
      await expect(form(page).getByLabel('Date of birth')).toHaveValue('1990-12-31');
      await expect(form(page).getByLabel(/^Phone/)).toHaveValue(given);
      await expect(form(page).getByText('ID checked just now')).toBeVisible();
      await expectAccessible(page, 'id-scan-form', form(page));
      await form(page).getByRole('button', { name: 'Create' }).click();
      await expect(till.panel.getByText('Cameron Lens')).toBeVisible();
      await expect(till.panel.getByText(/ID checked/)).toBeVisible();
      const [made] = await shop.customersNamed('Cameron Lens');
      expect(Date.now() - Date.parse(made?.id_checked_at ?? '')).toBeLessThan(120_000);
      expect(sent(card)).toEqual([]);
    },
  );
});

test(
  'reads what a handheld scanner types, warns of what is wrong with a card, and chooses the customer whose card it is',
  { tag: '@long' },
  async ({ till, page }) => {
    await holdCard(null);
    await till.open();
    const sent = scansSent(page);
    await openForm(page);
    await typeCard(page, '@\nnot a licence at all');
    await expect(scanPane(page).getByRole('alert').filter({ hasText: 'not the barcode of a licence' })).toBeVisible();
    await page.keyboard.press('Escape');

    // Nothing of the card is left in a field, and what was typed stays.
    const card = writeCard({ licenseNumber: number(), firstName: 'REGINA', lastName: 'REGULAR' });
    await form(page)
      .getByLabel(/^Email/)
      .fill('lee');
    await typeCard(page, card);
    await expect(scanPane(page).getByText('Regina Regular')).toBeVisible();
    await scanPane(page).getByRole('button', { name: 'Use these details' }).click();
    await expect(form(page).getByLabel(/^Email/)).toHaveValue('lee');
    await expect(form(page).getByLabel('First name')).toHaveValue('Regina');
    const licence = await form(page).getByLabel('License number').inputValue();
    // A number that was typed over the scanned one was not on the card.
    await form(page).getByLabel('License number').fill('OTHER');
    await expect(form(page).getByText('ID checked just now')).toHaveCount(0);
    await form(page).getByLabel('License number').fill(licence);
    await form(page)
      .getByLabel(/^Email/)
      .fill('');
    await form(page)
      .getByLabel(/^Phone/)
      .fill(phone());
    await form(page).getByRole('button', { name: 'Create' }).click();
    await expect(till.panel.getByText('Regina Regular')).toBeVisible();
    await till.customer.click();

    const year = new Date().getFullYear();
    const young = writeCard({
      birthDay: `${year - 18}-01-01`,
      expiresOn: `${year - 1}-06-30`,
      licenseNumber: number(),
    });
    await page.keyboard.press('F2');
    await expect(page.getByRole('option', { name: 'Add new customer' })).toBeVisible();
    await typeCard(page, young);
    await expect(scanPane(page).getByText('Age 18')).toBeVisible();
    await expect(scanPane(page).getByText('Under 21')).toBeVisible();
    await expect(scanPane(page).getByText(`Expired on Jun 30, ${year - 1}`)).toBeVisible();
    await expectAccessible(page, 'id-scan-warnings', scanPane(page));
    await page.keyboard.press('Escape');
    await expect(till.search).toBeFocused();

    await page.keyboard.press('F2');
    await expect(page.getByRole('option', { name: 'Add new customer' })).toBeVisible();
    await typeCard(page, card);
    await scanPane(page).getByRole('button', { name: 'Choose Regina Regular' }).click();
    await expect(till.panel.getByText('Regina Regular')).toBeVisible();
    await expect(page.getByText('ID check recorded')).toBeVisible();
    expect(sent(card, young)).toEqual([]);
  },
);
