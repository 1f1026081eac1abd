import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { tabTo } from '../support/browser/keys.ts';
import { expect, test } from '../support/staff.ts';

// Each page of Manage by keys alone: made, changed, saved and ended, with the focus on something after each step.

test.use({ as: 'admin' });
test.describe.configure({ timeout: 180_000 });

const hasFocus = (page: Page) => page.evaluate(() => document.activeElement?.matches('body, [role=dialog]') === false);

class Keys {
  readonly page: Page;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog');
  }

  button(name: string | RegExp, within: Page | Locator = this.page): Locator {
    return within.getByRole('button', { name, exact: true });
  }

  /** Goes to a page of Manage from the one before it, by its link. */
  async open(title: string): Promise<void> {
    const link = this.page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: title });
    await tabTo(link, 'Shift+Tab');
    await this.page.keyboard.press('Enter');
    await expect(this.page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  }

  async press(control: Locator, key = 'Enter'): Promise<void> {
    await expect(control).toBeEnabled();
    await tabTo(control);
    await this.page.keyboard.press(key);
  }

  async type(field: Locator, text: string): Promise<void> {
    await tabTo(field);
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
    await expect(field).toHaveValue(text);
  }

  /** Saves from the field with the focus, which has it again afterwards. */
  async save(field: Locator, told: string | RegExp): Promise<void> {
    await tabTo(field);
    await this.page.keyboard.press('Enter');
    await expect(this.page.getByText(told).first()).toBeVisible();
    await expect(field).toBeFocused();
  }

  /** Closes the window and sees that the control behind it has the focus. */
  async escape(to: Locator): Promise<void> {
    await this.page.keyboard.press('Escape');
    await expect(this.dialog).toHaveCount(0);
    await expect(to).toBeFocused();
  }

  /** Answers a question that ends something: Cancel has the focus first. */
  async confirm(label: string): Promise<void> {
    const question = this.page.getByRole('alertdialog');
    await expect(this.button('Cancel', question)).toBeFocused();
    await this.press(this.button(label, question));
    await expect(question).toHaveCount(0);
  }

  /** The focus is on a control, and not lost with the one that had it. */
  async expectFocus(): Promise<void> {
    await expect.poll(() => hasFocus(this.page)).toBe(true);
  }
}

let keys: Keys;
test.beforeEach(async ({ page }) => {
  keys = new Keys(page);
  await page.goto('/manage/audit');
  await expect(page.getByRole('heading', { name: 'Audit trail', exact: true })).toBeVisible();
});

test('categories and blueprints', async ({ page }) => {
  const { dialog } = keys;
  const name = dialog.getByLabel('Name', { exact: true });
  await keys.open('Categories');
  await keys.press(keys.button('Add category'));
  await expect(name).toBeFocused();
  await page.keyboard.type('Hats');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const row = keys.button('Hats');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await keys.type(dialog.getByLabel('Slug'), 'headwear');
  await keys.save(dialog.getByLabel('Slug'), 'Hats saved');
  await keys.escape(row);
  await page.keyboard.press('Enter');
  await keys.press(keys.button('Delete Hats'));
  await expect(row).toHaveCount(0);
  await keys.expectFocus();

  await keys.open('Blueprints');
  await keys.press(keys.button('Add blueprint'));
  await expect(name).toBeFocused();
  await page.keyboard.type('Tincture');
  for (const [place, label] of [
    [1, 'Base'],
    [2, 'Strength'],
  ] as const) {
    await keys.press(keys.button('Add field'));
    await expect(dialog.getByLabel(`Label of field ${place}`)).toBeFocused();
    await page.keyboard.type(label);
  }
  await keys.press(keys.button('Move Strength up'));
  // At the top, the button that moved it is disabled.
  await keys.expectFocus();
  await keys.press(keys.button('Remove Base'));
  await expect(keys.button('Add field')).toBeFocused();
  await keys.press(keys.button('Add blueprint', dialog));
  await expect(dialog).toHaveCount(0);
  await expect(keys.button('Add blueprint')).toBeFocused();
  await keys.press(keys.button('Tincture'));
  await keys.type(name, 'Tinctures');
  await keys.save(name, /Tinctures:? saved/);
  await keys.press(keys.button('Delete', dialog));
  await expect(dialog).toHaveCount(0);
  await expect(keys.button('Tinctures')).toHaveCount(0);
  await keys.expectFocus();
});

test('pricing', async ({ page }) => {
  const { dialog } = keys;
  await keys.open('Pricing');
  await keys.press(keys.button('Add rule'));
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Weekend');
  await keys.type(dialog.getByLabel('Price class'), 'weekend');
  await keys.type(dialog.getByLabel('Price', { exact: true }), '15');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(keys.button('Add rule')).toBeFocused();

  const rule = page.getByRole('form', { name: 'Weekend, weekend' });
  await keys.press(keys.button('Add tier', rule));
  await expect(rule.getByLabel('Quantity of tier 2')).toBeFocused();
  await page.keyboard.type('3.5');
  // The label names the fields of its tier.
  await tabTo(rule.getByLabel('Label of tier 2'));
  await page.keyboard.type('Eighth');
  await keys.type(rule.getByLabel('Price of Eighth'), '45');
  await keys.save(rule.getByLabel('Price of Eighth'), 'Prices of Weekend: saved');
  await keys.press(keys.button('Remove Eighth', rule));
  await expect(keys.button('Add tier', rule)).toBeFocused();
  await keys.press(keys.button('Discard', rule));
  await expect(rule.getByLabel('Price of Eighth')).toHaveValue('45.00');
  await keys.expectFocus();
  await keys.press(keys.button('Copy to a class', rule));
  await expect(dialog.getByLabel('Price class')).toBeFocused();
  await keys.escape(keys.button('Copy to a class', rule));
  await keys.press(keys.button('Delete the rule Weekend'));
  await keys.confirm('Delete');
  await expect(rule).toHaveCount(0);
  await keys.expectFocus();
});

test('taxes, locations and staff', async ({ page }) => {
  const { dialog } = keys;
  const name = dialog.getByLabel('Name', { exact: true });
  await keys.open('Taxes');
  await keys.press(keys.button('Add tax'));
  await expect(name).toBeFocused();
  await keys.type(name, 'City Tax');
  await keys.type(dialog.getByLabel('Code'), 'CITY');
  await keys.type(dialog.getByLabel('Rate'), '1.5');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(keys.button('Add tax')).toBeFocused();
  await keys.press(keys.button('City Tax'));
  await keys.press(dialog.getByLabel('Not charged any more'), 'Space');
  await keys.press(keys.button('Set from now on'));
  await expect(keys.button('City Tax')).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
  await keys.expectFocus();

  await keys.open('Locations');
  await keys.press(keys.button('Add location'));
  await expect(name).toBeFocused();
  await page.keyboard.type('Boone');
  await page.keyboard.press('Enter');
  const location = page.getByRole('dialog', { name: 'Boone' });
  await expect(location).toBeVisible();
  await expect(name).toBeFocused();
  await keys.type(name, 'Boone Hill');
  await keys.save(name, /Boone Hill is saved/);
  await keys.press(keys.button('Close this location'));
  await expect(keys.button('Cancel')).toBeFocused();
  await keys.press(keys.button('Close Boone Hill'));
  await expect(dialog).toContainText('This location is closed.');
  await keys.expectFocus();
  await keys.escape(keys.button('Boone Hill'));

  await keys.open('Staff');
  await keys.press(keys.button('Add staff'));
  await expect(name).toBeFocused();
  await page.keyboard.type('Kim Keys');
  await page.keyboard.press('Enter');
  const link = page.getByRole('alertdialog');
  await expect(keys.button('OK', link)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(link).toHaveCount(0);
  await keys.expectFocus();
  await keys.type(name, 'Kim Key');
  await keys.save(name, /Kim Key.* saved/);
  await keys.press(keys.button('Disable account'));
  await keys.confirm('Disable');
  await expect(dialog).toContainText('The account is disabled.');
  await expect(keys.button('Enable account')).toBeFocused();
  await keys.escape(keys.button('Kim Key'));
});

test('receipts and backups', async ({ page }) => {
  await keys.open('Receipts');
  const receipts = page.getByRole('form', { name: 'Receipts' });
  const paper = receipts.getByRole('combobox', { name: 'Paper' });
  await keys.press(paper);
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(paper).toBeFocused();
  await keys.type(receipts.getByLabel('At the end'), 'By keys');
  await keys.press(keys.button('Save', receipts));
  await expect(page.getByText('Receipts are saved')).toBeVisible();
  // Nothing is left to save.
  await keys.expectFocus();
  await keys.type(receipts.getByLabel('At the end'), 'Not kept');
  await keys.press(keys.button('Discard', receipts));
  await expect(receipts.getByLabel('At the end')).toHaveValue('By keys');
  await keys.expectFocus();

  await keys.open('Backups');
  await keys.press(keys.button('Back up now'));
  const runs = page.getByRole('table', { name: 'Backups and rehearsals' });
  await expect(runs.getByRole('row').nth(1)).toContainText('Made', { timeout: 60_000 });
  await expect(keys.button('Back up now')).toBeFocused();
  const keep = page.getByLabel('Archives to keep');
  await keys.type(keep, '21');
  await keys.save(keep, 'The settings of backups are saved');
});

test('printers and API keys', async ({ page }) => {
  const { dialog } = keys;
  const name = dialog.getByLabel('Name', { exact: true });
  await keys.open('Printers');
  await keys.press(keys.button('Add printer'));
  await expect(name).toBeFocused();
  await page.keyboard.type('Counter');
  await keys.type(dialog.getByLabel('Address'), '10.0.0.9');
  await expectAccessible(page, 'manage-printers-new', dialog);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Counter' })).toBeVisible();
  await keys.expectFocus();
  await keys.type(name, 'Counter 2');
  await keys.save(name, /Counter 2.* saved/);
  await keys.escape(keys.button('Counter 2'));
  await expectAccessible(page, 'manage-printers');
  await page.keyboard.press('Enter');
  await keys.press(keys.button('Delete', dialog));
  await keys.confirm('Delete printer');
  await expect(dialog).toHaveCount(0);
  await expect(keys.button('Counter 2')).toHaveCount(0);
  await keys.expectFocus();

  await keys.open('API keys');
  await keys.press(keys.button('Add API key'));
  await expect(name).toBeFocused();
  await page.keyboard.type('Bookkeeping');
  const orders = dialog.getByRole('radiogroup', { name: /Orders/ });
  await tabTo(orders.getByRole('radio', { name: 'None' }));
  await page.keyboard.press('ArrowRight');
  await keys.press(keys.button('Make the key'));
  await expect(keys.button('I have copied both')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(keys.button('Add API key')).toBeFocused();
  await keys.press(keys.button('Bookkeeping'));
  await keys.press(keys.button('Revoke', dialog));
  await keys.confirm('Revoke');
  await expect(dialog).toContainText('Revoked');
  await keys.expectFocus();
  await keys.escape(keys.button('Bookkeeping'));
});
