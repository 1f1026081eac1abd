import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/staff.ts';

const message = (page: Page) => page.getByRole('combobox', { name: 'Message' });
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

/** A typed command, sent by keys. */
async function ask(page: Page, words: string, answer: string): Promise<void> {
  await message(page).focus();
  await page.keyboard.type(words);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(log(page).getByRole('cell', { name: answer, exact: true }).last()).toBeVisible();
}

test.describe('conversations of the assistant', () => {
  test.use({ as: 'manager' });
  test.beforeEach(() => test.slow());

  test('are begun, named, found, cleared and deleted by keys alone', { tag: '@long' }, async ({ page, watch }) => {
    // While a deletion is unanswered, the page may ask for what is already gone.
    watch.expect(/^404 GET /, /^console\.error: .*404/);
    await page.goto('/?view=ai-view');
    await ask(page, '/calc 1200 + 34', '1234.00');
    const first = page.url();
    await page.getByRole('button', { name: 'New conversation' }).press('Enter');
    await expect(page).not.toHaveURL(first);
    await expect(message(page)).toBeFocused();
    await ask(page, '/calc 5 * 11', '55.00');

    const list = page.getByRole('dialog', { name: 'Conversations' });
    const open = () => page.getByRole('button', { name: /^Conversations:/ }).press('Enter');
    await open();
    await list.getByRole('button', { name: 'Rename /calc 1200 + 34' }).press('Enter');
    const name = list.getByRole('textbox', { name: 'Name of the conversation' });
    await expect(name).toBeFocused();
    await page.keyboard.type('Sum of the till');
    await page.keyboard.press('Enter');
    await expect(list.getByRole('button', { name: 'Rename Sum of the till' })).toBeVisible();
    await expectAccessible(page, 'assistant-conversations', list);
    await list.getByRole('searchbox', { name: 'Search conversations' }).fill('sum of the till');
    await expect(list.getByRole('button', { name: 'Rename /calc 5 * 11' })).toHaveCount(0);
    await list.getByRole('button', { name: /^Sum of the till/ }).press('Enter');
    await expect(list).toBeHidden();
    await expect(page).toHaveURL(first);
    await expect(log(page).getByRole('cell', { name: '1234.00', exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Clear conversation' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Ask about the shop' })).toBeVisible();
    await expect(message(page)).toBeFocused();
    // On a tablet the list reaches over the middle, and so would cover the question about it.
    await page.setViewportSize({ width: 940, height: 768 });
    await open();
    await list.getByRole('button', { name: 'Delete Sum of the till' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(list.getByRole('button', { name: 'Delete Sum of the till' })).toHaveCount(0);
    await expect(page).not.toHaveURL(/chat=/);
  });

  test(
    'keep a question that is edited and sent again in its place, copy what is said, and take a file and a length',
    { tag: '@long' },
    async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('/?view=ai-view');
      await ask(page, '/calc 2 + 3', '5.00');
      const resend = page.getByRole('button', { name: 'Edit and resend' });
      await expect(resend).toBeEnabled();
      await resend.press('Enter');
      const edited = page.getByRole('textbox', { name: 'Edit question' });
      await expect(edited).toBeFocused();
      await edited.fill('/calc 20 + 30');
      await page.keyboard.press('Enter');
      await expect(log(page).getByRole('cell', { name: '50.00', exact: true })).toBeVisible();
      await expect(log(page).getByRole('cell', { name: '5.00', exact: true })).toHaveCount(0);
      await page.getByRole('button', { name: 'Copy question' }).press('Enter');
      await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('/calc 20 + 30');
      await page.getByRole('button', { name: 'Chat settings' }).press('Enter');
      await expect(page.getByRole('slider', { name: 'Temperature' })).toBeVisible();
      const settings = page.getByRole('dialog', { name: 'Chat settings' });
      const longest = settings.getByRole('combobox', { name: 'Max tokens' });
      await expect(longest).toHaveText('8,192');
      await longest.press('Enter');
      await page.getByRole('option', { name: '2,048' }).press('Enter');
      await expect(longest).toHaveText('2,048');
      await expectAccessible(page, 'assistant-chat-settings', settings);
      await page.keyboard.press('Escape');

      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Attach a text or CSV file' }).press('Enter');
      const file = { name: 'counted.csv', mimeType: 'text/csv', buffer: Buffer.from('Grinder,12\n') };
      await (await choosing).setFiles(file);
      await expect(message(page)).toHaveValue(/counted\.csv[\s\S]*Grinder,12/);
    },
  );
});
