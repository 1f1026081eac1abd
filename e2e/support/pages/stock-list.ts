import { expect, type Locator, type Page } from '@playwright/test';

/** Time between two keys of a hand, in milliseconds; slower than any scanner. */
const BY_HAND_MS = 90;

/** The stock tab of the Inventory Manager, by role and label. */
export class StockList {
  readonly page: Page;
  readonly grid: Locator;
  readonly search: Locator;
  readonly pending: Locator;
  readonly notes: Locator;
  readonly audit: Locator;
  readonly order: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid', { name: 'Stock' });
    this.search = page.getByRole('search').getByRole('combobox');
    this.pending = page.getByRole('toolbar', { name: 'Pending' });
    this.notes = page.getByRole('region', { name: 'Notifications' });
    this.audit = page.getByRole('dialog', { name: 'Create Audit' });
    this.order = page.getByRole('dialog', { name: 'Create Purchase Order' });
  }

  async open(): Promise<void> {
    await this.page.goto('/?view=adjustments');
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.grid.getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 });
  }

  row(name: string): Locator {
    return this.grid.getByRole('row').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** Filters the list by a product. */
  async find(name: string): Promise<Locator> {
    await this.search.fill(name);
    await expect(this.row(name).first()).toBeVisible();
    return this.row(name).first();
  }

  figure(name: string): Locator {
    return this.grid.getByRole('textbox', { name: new RegExp(`: ${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) });
  }

  less(name: string): Locator {
    return this.grid.getByRole('button', { name: `Less: ${name}`, exact: true });
  }

  more(name: string): Locator {
    return this.grid.getByRole('button', { name: `More: ${name}`, exact: true });
  }

  /** The Current Stock figure of a row. */
  stock(name: string, quantity: number | string): Locator {
    return this.grid.getByRole('button', { name: `${quantity}, movements of ${name}`, exact: true });
  }

  /** Types at a hand's speed. */
  async type(keys: string): Promise<void> {
    await this.page.keyboard.type(keys, { delay: BY_HAND_MS });
  }

  /** Presses a key at a hand's speed. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key, { delay: BY_HAND_MS });
  }

  /** Opens Restock mode and enters a quantity of a product. */
  async restock(name: string, quantity: string): Promise<void> {
    await this.open();
    await this.restockMode();
    await this.find(name);
    await this.figure(name).fill(quantity);
  }

  async restockMode(): Promise<void> {
    await this.page.getByRole('radio', { name: 'Restock mode' }).check();
  }

  async openOrder(): Promise<void> {
    await this.pending.getByRole('button', { name: 'Create Purchase Order' }).click();
  }

  async createAudit(name: string): Promise<void> {
    await this.pending.getByRole('button', { name: 'Create Audit' }).click();
    await this.audit.getByLabel('Audit name').fill(name);
    await this.audit.getByRole('button', { name: 'Create Audit' }).click();
    await expect(this.notes).toContainText(/Success, audit AUD-\d+ created/, { timeout: 20_000 });
    await expect(this.audit).toBeHidden();
  }
}
