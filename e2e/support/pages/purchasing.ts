import { randomUUID } from 'node:crypto';
import type { APIResponse, Locator, Page } from '@playwright/test';
import type { WireProduct } from '#contract/catalogue.ts';
import { type PurchaseOrder, purchaseOrderPdfRoute, purchaseOrderRoute } from '#contract/purchasing.ts';
import {
  createPurchaseOrderRoute,
  receivePurchaseOrderRoute,
  updatePurchaseOrderRoute,
} from '#contract/purchasing-changes.ts';
import { createSupplierRoute, type Supplier } from '#contract/suppliers.ts';
import { expect as soon } from '../staff.ts';

/** These views fetch much before they show anything, which takes long on a busy machine. */
export const expect = soon.configure({ timeout: 30_000 });

interface Wanted {
  product: WireProduct;
  quantity: number;
  cost?: string;
}

/** The purchasing tabs of the Inventory Manager, and calls of the same person to prepare what they show. */
export class Desk {
  readonly page: Page;
  readonly orders: Locator;
  readonly suppliers: Locator;
  readonly lines: Locator;
  readonly receiving: Locator;
  readonly notes: Locator;

  constructor(page: Page) {
    this.page = page;
    this.orders = page.getByRole('grid', { name: 'Purchase orders' });
    this.suppliers = page.getByRole('grid', { name: 'Suppliers' });
    this.lines = page.getByRole('table', { name: 'Lines' });
    this.receiving = page.getByRole('table', { name: 'Lines to receive' });
    this.notes = page.getByRole('region', { name: 'Notifications' });
  }

  async open(tab: 'Stock' | 'Purchase orders' | 'Suppliers' = 'Purchase orders'): Promise<void> {
    await this.page.goto('/?view=adjustments');
    await this.tab(tab).click();
    const panel = this.page.getByRole('tabpanel', { name: tab });
    await expect(panel).toBeVisible();
    await expect(panel.locator('[aria-busy=true]')).toHaveCount(0);
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name });
  }

  get search(): Locator {
    return this.page.getByRole('search').getByRole('combobox');
  }

  row(text: string): Locator {
    return this.orders.getByRole('row').filter({ hasText: text });
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { level: 2, name, exact: typeof name === 'string' });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name }).or(this.page.getByRole('alertdialog', { name }));
  }

  line(name: string): Locator {
    return this.lines.getByRole('row').filter({ hasText: name });
  }

  /** Finds an order by its number and opens it. */
  async openOrder({ po_number: number }: PurchaseOrder): Promise<void> {
    await this.open();
    await this.search.fill(number);
    await this.row(number).click();
    await expect(this.heading(number)).toBeVisible();
  }

  async openReceiving(order: PurchaseOrder): Promise<void> {
    await this.openOrder(order);
    await this.button(/^Receive/).click();
    await expect(this.receiving).toBeVisible();
  }

  /** The field for the received quantity of a line. */
  count(name: string): Locator {
    return this.page.getByRole('textbox', { name: `Receiving of ${name}`, exact: true });
  }

  /** A line of the receiving table. */
  arriving(name: string): Locator {
    return this.receiving.getByRole('row').filter({ hasText: name });
  }

  /** Waits until the catalogue has been fetched, so that scans are recognised. */
  async productsKnown(name: string): Promise<void> {
    const picker = this.page.getByRole('combobox', { name: 'Add product' });
    await picker.fill(name);
    await expect(this.page.getByRole('option', { name })).toBeVisible();
    await picker.fill('');
    await expect(this.page.getByRole('option', { name })).toBeHidden();
  }

  async choose(select: string, option: string): Promise<void> {
    await this.page.getByRole('combobox', { name: select, exact: true }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  async #write(method: 'POST' | 'PUT', path: string, data: unknown): Promise<unknown> {
    const headers = { 'idempotency-key': randomUUID() };
    const reply = await this.page.request.fetch(path, { method, data, headers });
    expect(reply.ok(), `${method} ${path}: ${await reply.text()}`).toBe(true);
    return reply.json();
  }

  /** A supplier with a unique name. */
  async supplier(name: string): Promise<Supplier> {
    const body = { name: `${name} ${randomUUID().slice(0, 8)}`, contact: 'Ada Reed', email: 'ada@example.com' };
    return createSupplierRoute.reply.parse(await this.#write('POST', createSupplierRoute.path, body)).data;
  }

  async draft(supplier: Supplier, wanted: readonly Wanted[]): Promise<PurchaseOrder> {
    const items = wanted.map(({ product, quantity, cost = '2.50' }) => ({
      product_id: product.id,
      quantity_ordered: quantity,
      unit_cost: cost,
    }));
    const body = { supplier_id: supplier.id, items };
    return createPurchaseOrderRoute.reply.parse(await this.#write('POST', createPurchaseOrderRoute.path, body)).data;
  }

  async change(order: { id: number }, body: object): Promise<PurchaseOrder> {
    const path = updatePurchaseOrderRoute.path.replace(':id', String(order.id));
    return updatePurchaseOrderRoute.reply.parse(await this.#write('PUT', path, body)).data;
  }

  async ordered(supplier: Supplier, wanted: readonly Wanted[]): Promise<PurchaseOrder> {
    return this.change(await this.draft(supplier, wanted), { status: 'ordered' });
  }

  /** Receives goods by a call, as another person would. */
  async receive(order: { id: number }, itemId: number, quantity: number): Promise<PurchaseOrder> {
    const path = receivePurchaseOrderRoute.path.replace(':id', String(order.id));
    const body = { items: [{ item_id: itemId, quantity_received: quantity }] };
    return receivePurchaseOrderRoute.reply.parse(await this.#write('POST', path, body)).data;
  }

  async get(order: { id: number }): Promise<PurchaseOrder> {
    const reply = await this.page.request.get(purchaseOrderRoute.path.replace(':id', String(order.id)));
    return purchaseOrderRoute.reply.parse(await reply.json()).data;
  }

  async pdf(order: { id: number }): Promise<APIResponse> {
    return this.page.request.get(purchaseOrderPdfRoute.path.replace(':id', String(order.id)));
  }
}
