import { expect, type Locator, type Page } from '@playwright/test';
import { exportOrdersRoute } from '#contract/order-export.ts';

/** The orders view as staff see it: by role and label. */
export class OrderList {
  readonly page: Page;
  readonly grid: Locator;
  readonly search: Locator;
  readonly footer: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid', { name: 'Orders' });
    this.search = page.getByPlaceholder('Search orders, customers...');
    this.footer = page.getByRole('contentinfo');
  }

  async open(): Promise<void> {
    await this.page.goto('/?view=orders');
    await expect(this.grid).toBeVisible({ timeout: 30_000 });
  }

  /** Searches the list and waits until it shows the one result. */
  async find(words: string): Promise<void> {
    await this.searchFor(words);
    await expect(this.rows).toHaveCount(1);
  }

  /** Waits until the list shows the results of these words. */
  async searchFor(words: string): Promise<void> {
    await this.search.fill(words);
    // The export's address has the search that the list shows.
    const asked = `a[href*="${exportOrdersRoute.path}?"][href*="${new URLSearchParams({ search: words })}"]`;
    await expect(this.page.locator(asked)).toBeVisible();
    await expect(this.page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  }

  get rows(): Locator {
    return this.grid.locator('[data-record]');
  }

  row(number: string): Locator {
    return this.rows.filter({ has: this.page.getByText(number, { exact: true }) });
  }

  /** Opens an order's details below its row, unless they are open. */
  async expand(number: string): Promise<Locator> {
    const arrow = this.row(number).getByRole('button', { name: `Details of order ${number}` });
    // An order that was open before a reload is open again.
    if ((await arrow.getAttribute('aria-expanded')) === 'false') await arrow.click();
    const details = this.details(number);
    await expect(details).toBeVisible();
    return details;
  }

  details(number: string): Locator {
    return this.page.getByRole('region', { name: `Order ${number}` });
  }

  /** Opens the form in which an order is refunded. */
  async refund(number: string): Promise<{ details: Locator; dialog: Locator }> {
    const details = await this.expand(number);
    await details.getByRole('button', { name: 'Refund items' }).click();
    return { details, dialog: this.dialog(`Refund ${number}`) };
  }

  tab(details: Locator, name: string): Locator {
    return details.getByRole('tab', { name });
  }

  /** Opens the question before an order is deleted. */
  async askToDelete(details: Locator): Promise<Locator> {
    await details.getByRole('button', { name: /^More for order/ }).click();
    await this.page.getByRole('menuitem', { name: 'Delete Order' }).click();
    const question = this.dialog('Delete Order');
    await expect(question).toBeVisible();
    return question;
  }

  dialog(title: string): Locator {
    return this.page.getByRole('dialog', { name: title }).or(this.page.getByRole('alertdialog', { name: title }));
  }

  /** A row of sums or facts. */
  fact(place: Locator, name: string | RegExp): Locator {
    const term = typeof name === 'string' ? this.page.getByText(name, { exact: true }) : this.page.getByText(name);
    return place.locator('dl > div').filter({ has: term }).getByRole('definition');
  }
}
