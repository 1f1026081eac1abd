import { expect, type Locator, type Page } from '@playwright/test';
import type { KillableBrowser } from '../faults/killed-browser.ts';
import { PASSWORD, type Shop, type Username } from '../shop/shop.ts';

/** After this pause a second press is not part of a double press. Rule: grid/one-place. */
const DOUBLE_PRESS_MS = 500;

/** The register, by role and label. */
export class Till {
  readonly page: Page;
  readonly grid: Locator;
  readonly search: Locator;
  /** The side panel with cart, checkout or the completed sale. */
  readonly panel: Locator;
  readonly lines: Locator;
  readonly checkout: Locator;
  readonly complete: Locator;
  readonly checking: Locator;
  readonly empty: Locator;

  constructor(page: Page) {
    this.page = page;
    this.grid = page.getByRole('grid', { name: 'Products' });
    this.search = page.getByRole('search').getByRole('combobox');
    this.panel = page.getByRole('complementary', { name: 'Cart' });
    this.lines = this.panel.getByRole('list', { name: 'Cart' }).getByRole('listitem');
    this.checkout = this.panel.getByRole('region', { name: 'Checkout' });
    this.complete = this.panel.getByRole('region', { name: 'Sale complete' });
    this.checking = this.checkout.getByRole('heading', { name: 'Checking whether this sale saved' });
    this.empty = this.panel.getByRole('heading', { name: 'Cart is empty' });
  }

  /** The register of a browser that may have been killed. Signs in if asked to. */
  static async openIn(killable: KillableBrowser): Promise<Till> {
    const till = new Till(await killable.open());
    await till.page.goto('/');
    const form = till.page.getByRole('textbox', { name: 'Username' });
    await expect(form.or(till.grid)).toBeVisible({ timeout: 30_000 });
    if (await form.isVisible()) await till.signIn('staff');
    await till.ready();
    return till;
  }

  async open(): Promise<void> {
    await this.page.goto('/');
    await this.ready();
  }

  /** Signs in with the form on the screen. */
  async signIn(username: Username): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Username' }).fill(username);
    await this.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** Waits until products can be sold. */
  async ready(): Promise<void> {
    await expect(this.grid.getByRole('gridcell').first()).toBeVisible({ timeout: 30_000 });
  }

  card(name: string): Locator {
    return this.grid.getByRole('gridcell', { name, exact: true });
  }

  /** Brings a product's card into sight by searching for it. */
  async find(name: string): Promise<Locator> {
    await this.search.fill(name);
    await this.search.press('Escape');
    await expect(this.card(name)).toBeVisible();
    return this.card(name);
  }

  /** Adds a product that needs no choice, from the suggestions. */
  async add(name: string): Promise<void> {
    await this.search.fill(name);
    await this.page.getByRole('listbox', { name: 'Products' }).getByText(name, { exact: true }).click();
    await expect(this.line(name)).toBeVisible();
  }

  line(name: string): Locator {
    return this.lines.filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** A row of the sums or of the sold items, such as "Total". */
  fact(place: Locator, name: string | RegExp): Locator {
    const term = typeof name === 'string' ? this.page.getByText(name, { exact: true }) : this.page.getByText(name);
    return place.locator('dl > div').filter({ has: term }).getByRole('definition');
  }

  get customer(): Locator {
    return this.panel.getByRole('button', { name: 'Clear Customer' });
  }

  async goToCheckout(): Promise<void> {
    await this.panel.getByRole('button', { name: /^Pay/ }).click();
    await expect(this.checkout.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  }

  method(name: 'Cash' | 'Card' | 'Split Payment'): Locator {
    return this.checkout.getByRole('radiogroup', { name: 'Payment method' }).getByRole('radio', { name });
  }

  get pay(): Locator {
    return this.checkout.getByRole('button', { name: /^Pay/ });
  }

  /** Opens the checkout with one product for a new customer, ready to be paid by card. */
  async readyToPay(shop: Shop, name: string): Promise<{ id: number; name: string }> {
    await shop.stocked(name);
    const customer = await shop.customer('Patientia');
    await this.open();
    await this.add(name);
    await this.chooseCustomer(customer.name);
    await this.goToCheckout();
    await this.method('Card').check();
    return customer;
  }

  /** Pays the cart by card. */
  async sellByCard(): Promise<void> {
    await this.goToCheckout();
    await this.method('Card').check();
    await this.pay.click();
    await this.sold();
  }

  async sold(): Promise<void> {
    await expect(this.complete).toBeVisible({ timeout: 30_000 });
  }

  async orderNumber(): Promise<string> {
    return (await this.fact(this.complete, 'Order').textContent()) ?? '';
  }

  /** Goes on to the next sale. A press right after the sale is shown counts as part of a double press on Pay. */
  async newSale(press = () => this.complete.getByRole('button', { name: 'New sale' }).click()): Promise<void> {
    await expect(async () => {
      if (await this.complete.isVisible()) await press();
      await expect(this.empty).toBeVisible({ timeout: 500 });
    }).toPass();
  }

  /** The sales that were put aside because their answer is unknown. */
  get aside(): Locator {
    return this.panel.getByRole('list', { name: 'Sales put aside' });
  }

  /** Asks about the sales put aside until their outcome is known, which may also happen by itself. */
  async asideSettled(): Promise<void> {
    const check = this.aside.getByRole('button', { name: 'Check now' });
    await expect(async () => {
      if (await check.isVisible()) await check.click({ timeout: 2000 }).catch(() => undefined);
      await expect(this.aside).toBeHidden({ timeout: 2000 });
    }).toPass();
  }

  /** Chooses the customer of the sale by name. */
  async chooseCustomer(name: string): Promise<void> {
    await this.panel.getByRole('button', { name: 'Add Customer' }).click();
    await this.search.fill(name);
    await expect(this.panel.getByText(name, { exact: true })).toBeVisible();
  }

  dialog(title: string): Locator {
    return this.page.getByRole('dialog', { name: title }).or(this.page.getByRole('alertdialog', { name: title }));
  }

  /** Opens a card with variants, and waits until the next press is no longer part of a double press. */
  async openVariants(card: Locator): Promise<void> {
    await card.getByRole('button', { name: /Choose/ }).click();
    await this.page.waitForTimeout(DOUBLE_PRESS_MS);
  }

  /** Opens a tab of the price dialog, whose title is the line's name, and finds its field. */
  async priceField(name: string, tab: 'Percent' | 'Price' | 'Amount'): Promise<Locator> {
    const dialog = this.dialog(name);
    await dialog.getByRole('radio', { name: new RegExp(`^${tab}`) }).check();
    const label = { Percent: 'Discount percent', Price: 'New unit price', Amount: 'Amount off line' }[tab];
    return dialog.getByRole('textbox', { name: label });
  }

  /** Gives a line a new price, with a reason. */
  async setPrice(name: string, price: string): Promise<void> {
    await this.line(name)
      .getByRole('button', { name: `Change price of ${name}` })
      .click();
    await (await this.priceField(name, 'Price')).fill(price);
    await this.dialog(name).getByRole('textbox', { name: 'Reason for the change' }).fill('Price match');
    await this.dialog(name).getByRole('button', { name: 'Apply' }).click();
  }

  get notes(): Locator {
    return this.page.getByRole('region', { name: 'Notifications' });
  }
}

/** Expects the ways to pay in one place, whichever is chosen. Ends with cash. */
export async function expectWaysStay(till: Till): Promise<void> {
  const ways = till.checkout.getByRole('radiogroup', { name: 'Payment method' });
  const place = await ways.boundingBox();
  for (const way of ['Card', 'Split Payment', 'Cash'] as const) {
    await till.method(way).check();
    expect(await ways.boundingBox(), way).toEqual(place);
  }
}
