import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { WireProduct } from '#contract/catalogue.ts';
import { setReorderLevelRoute, applyAuditBatchRoute } from '#contract/stock-adjustments.ts';
import { createOrderRoute } from '#contract/sale.ts';
import { generatePurchaseOrderRoute } from '#contract/purchasing-changes.ts';
import { expect, test } from '../staff.ts';

/** An item for this worker only, because tests of several workers run at once. */
export function mine<Item>(items: readonly Item[]): Item {
  const item = items[test.info().parallelIndex % items.length];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

/** The adjustment history, explained stock figures and what needs attention, and calls of the same person. */
export class StockRoom {
  readonly page: Page;
  readonly tree: Locator;
  readonly rows: Locator;
  readonly items: Locator;
  readonly explanation: Locator;
  readonly movements: Locator;
  readonly notes: Locator;

  constructor(page: Page) {
    this.page = page;
    this.tree = page.getByRole('treegrid', { name: 'Adjustment history' });
    this.rows = this.tree.getByRole('row').filter({ has: page.getByRole('gridcell') });
    this.items = page.getByRole('table', { name: 'Items' });
    this.explanation = page.getByRole('dialog');
    this.movements = this.explanation.getByRole('row').filter({ has: page.getByRole('cell') });
    this.notes = page.getByRole('region', { name: 'Notifications' });
  }

  async openHistory(search = ''): Promise<void> {
    await this.page.goto('/?view=history');
    await expect(this.rows.first()).toBeVisible({ timeout: 30_000 });
    if (search !== '') await this.find(search);
  }

  get search(): Locator {
    return this.page.getByRole('search').getByRole('combobox');
  }

  /** Searches the history and waits for the results. */
  async find(search: string): Promise<void> {
    const answered = this.page.waitForResponse(
      (reply) => new URL(reply.url()).searchParams.get('search') === search && reply.ok(),
    );
    await this.search.fill(search);
    await answered;
    await this.settled();
  }

  /** Waits until the list shows what was asked for. */
  async settled(): Promise<void> {
    await expect(this.page.locator('main [aria-busy=true]')).toHaveCount(0);
  }

  async choose(select: 'Period' | 'Action', option: string): Promise<void> {
    await this.page.getByRole('combobox', { name: select }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
    await expect(this.page.getByRole('combobox', { name: select })).toContainText(option);
    await this.settled();
  }

  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text });
  }

  /** The stock figure of a row, which can be pressed. */
  figure(row: Locator): Locator {
    return row.getByRole('button', { name: /, movements of / });
  }

  async openAttention(): Promise<void> {
    await this.page.goto('/?view=adjustments');
    await this.page.getByRole('tab', { name: 'Needs attention' }).click();
    await expect(this.items.getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 });
  }

  item(name: string): Locator {
    return this.items.getByRole('row').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  async #write(method: 'POST' | 'PUT', path: string, data: unknown): Promise<unknown> {
    const headers = { 'idempotency-key': randomUUID() };
    const reply = await this.page.request.fetch(path, { method, data, headers });
    expect(reply.ok(), `${method} ${path}: ${await reply.text()}`).toBe(true);
    return reply.json();
  }

  /**
   * Makes an audit with a unique name.
   * @returns its name and number
   */
  async audit(
    name: string,
    changes: readonly { product: { id: number }; change: number }[],
  ): Promise<{ name: string; number: string }> {
    const unique = `${name} ${randomUUID().slice(0, 8)}`;
    const adjustments = changes.map(({ product, change }) => ({ product_id: product.id, adjustment_quantity: change }));
    const body = { batch_name: unique, adjustments };
    const reply = await this.#write('POST', applyAuditBatchRoute.path, body);
    return { name: unique, number: applyAuditBatchRoute.reply.parse(reply).audit_number };
  }

  /** Receives goods without an order; this makes a purchase order. */
  async restock(supplier: string, products: readonly { id: number }[], quantity: number): Promise<string> {
    const items = products.map(({ id }) => ({ product_id: id, quantity }));
    const body = { supplier_name: supplier, items };
    const reply = await this.#write('POST', generatePurchaseOrderRoute.path, body);
    return generatePurchaseOrderRoute.reply.parse(reply).data.po_number;
  }

  async reorderLevel(product: WireProduct, level: number | null): Promise<void> {
    await this.#write('PUT', setReorderLevelRoute.path, { product_id: product.id, reorder_level: level });
  }

  /** Sells beyond the books, as a person who may. */
  async sellAnyway(product: { id: number }, quantity: number): Promise<void> {
    const body = {
      payment_method: 'card',
      pos_order: true,
      set_paid: true,
      allow_oversell: true,
      line_items: [{ product_id: product.id, quantity }],
    };
    createOrderRoute.reply.parse(await this.#write('POST', createOrderRoute.path, body));
  }
}
