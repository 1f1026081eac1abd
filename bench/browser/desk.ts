import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { productsRoute } from '#contract/catalogue.ts';
import { heldCartsRoute } from '#contract/held-carts.ts';
import { createOrderRoute } from '#contract/sale.ts';
import { getJson } from '../requests.ts';
import type { Shop } from '../shop.ts';
import { Hands } from './hands.ts';

const READY_WITHIN_MS = 60_000;

/** A screen of the shop, and calls that prepare what is on it. */
export class Desk {
  readonly page: Page;
  readonly hands: Hands;
  readonly shop: Shop;
  readonly #token: string;

  /** @param byTouch the screen is pressed with a finger */
  constructor(page: Page, shop: Shop, token: string, byTouch = false) {
    this.page = page;
    this.hands = new Hands(page, byTouch);
    this.shop = shop;
    this.#token = token;
  }

  async #send(method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const reply = await fetch(`${this.shop.origin}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  }

  post(path: string, body: object): Promise<unknown> {
    return this.#send('POST', path, body);
  }

  put(path: string, body: object): Promise<unknown> {
    return this.#send('PUT', path, body);
  }

  /** Products that are sold by the piece, without anything to choose. */
  async pieces(count: number): Promise<{ id: number; name: string; sku: string | null }[]> {
    const url = `${this.shop.origin}${productsRoute.path}?location_id=${this.shop.locationId}&per_page=1000`;
    const { data } = productsRoute.reply.parse(await getJson(url, this.#token));
    return data
      .filter(
        ({ has_variants: has, blueprintPricing: tiers, regular_price: price }) =>
          !has && tiers === null && Number(price) > 5,
      )
      .slice(0, count);
  }

  async piece(): Promise<{ id: number; name: string; sku: string | null }> {
    const [product] = await this.pieces(1);
    if (product === undefined) throw new Error('nothing is sold by the piece');
    return product;
  }

  async sell(product: { id: number }): Promise<string> {
    const line_items = [{ product_id: product.id, quantity: 1 }];
    const body = { payment_method: 'card', pos_order: true, set_paid: true, line_items };
    return createOrderRoute.reply.parse(await this.post(createOrderRoute.path, body)).data.number;
  }

  async open(view: string, first: Locator): Promise<void> {
    await this.page.goto(`${this.shop.origin}/?view=${view}`);
    await first.waitFor({ timeout: READY_WITHIN_MS });
    await this.page.waitForLoadState('networkidle');
  }

  get cards(): Locator {
    return this.page.getByRole('grid', { name: 'Products' }).getByRole('gridcell');
  }

  get cart(): Locator {
    return this.page.getByRole('complementary', { name: 'Cart' });
  }

  button(name: string | RegExp, place: Page | Locator = this.page): Locator {
    return place.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Puts one tier of each of these cards into the cart. */
  async add(hands: Hands, cards: readonly number[]): Promise<void> {
    for (const card of cards) {
      await hands.press(this.cards.nth(card).getByRole('button', { name: /\$/ }).first());
      // The pressed tier becomes Add, in its place.
      await hands.press(this.button(/^Add/, this.cards.nth(card)).first());
    }
  }

  /** The number of carts that the location holds. */
  async heldCarts(): Promise<number> {
    const url = `${this.shop.origin}${heldCartsRoute.path}`;
    return heldCartsRoute.reply.parse(await getJson(url, this.#token)).data.length;
  }
}
