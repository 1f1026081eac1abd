import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, request } from '@playwright/test';
import type { z } from 'zod';
import { loginRoute, type SessionUser } from '#contract/auth.ts';
import { productsRoute, type variant, type WireProduct } from '#contract/catalogue.ts';
import { updateUserRoute } from '#contract/customer-changes.ts';
import { createUserRoute, type DirectoryEntry, usersRoute } from '#contract/customers.ts';
import { inventoryRoute, setStockRoute } from '#contract/inventory.ts';
import { adjustPointsRoute, balanceRoute } from '#contract/loyalty.ts';
import { type OrderStatus, ordersRoute, setOrderStatusRoute, type WireOrder } from '#contract/orders.ts';
import type { BodySent } from '#contract/route.ts';
import { createOrderRoute, type SaleReply } from '#contract/sale.ts';
import { RESET_PAGE, sendResetLinkRoute } from '#contract/password-reset.ts';
import { refundRoute } from '#contract/refunds.ts';
import type { ReplyOf, Route } from '#contract/route.ts';

export const STAFF = ['admin', 'manager', 'staff', 'monroe', 'rowan', 'ellis'] as const;
/** The accounts: `staff`, `manager` and `admin` are at location 20, the others at 19, 21 and 25. */
export type Username = (typeof STAFF)[number];

export const PASSWORD = 'tillwright';

type StorageState = Awaited<ReturnType<APIRequestContext['storageState']>>;

const NOBODY: StorageState = { cookies: [], origins: [] };

type Variant = z.output<typeof variant>;

/** The shop through its API, signed in as one of its staff: prepares what a test needs and reads the outcome. */
export class Shop {
  readonly user: SessionUser;
  /** Signs a browser in as the same person. */
  readonly session: StorageState;
  readonly #api: APIRequestContext;

  private constructor(api: APIRequestContext, user: SessionUser, session: StorageState) {
    this.#api = api;
    this.user = user;
    this.session = session;
  }

  static async signIn(origin: string, username: Username): Promise<Shop> {
    // Without cookies, because signing in ends the session of the cookies.
    const entry = await request.newContext({ baseURL: origin, storageState: NOBODY });
    const reply = await entry.post(loginRoute.path, { data: { username, password: PASSWORD } });
    expect(reply.status(), `signing in ${username}`).toBe(200);
    const { user, token } = loginRoute.reply.parse(await reply.json());
    const session = await entry.storageState();
    await entry.dispose();
    const api = await request.newContext({
      baseURL: origin,
      storageState: NOBODY,
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
      timeout: 30_000,
    });
    return new Shop(api, user, session);
  }

  async close(): Promise<void> {
    await this.#api.dispose();
  }

  async #get(path: string, params: Record<string, string | number>): Promise<unknown> {
    const reply = await this.#api.get(path, { params });
    expect(reply.status(), `GET ${path}`).toBe(200);
    return reply.json();
  }

  async #post(path: string, data: unknown): Promise<unknown> {
    const reply = await this.#api.post(path, { data, headers: { 'idempotency-key': randomUUID() } });
    expect(reply.ok(), `POST ${path}: ${await reply.text()}`).toBe(true);
    return reply.json();
  }

  /** Calls any route of the contract once. `params` may hold more than the path needs. */
  async call<R extends Route>(route: R, params: object = {}, body?: unknown): Promise<ReplyOf<R>> {
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => String(new Map(Object.entries(params)).get(name)));
    const headers = { 'idempotency-key': randomUUID() };
    const reply = await this.#api.fetch(path, { method: route.method, data: body, headers });
    expect(reply.ok(), `${route.method} ${path}: ${await reply.text()}`).toBe(true);
    return route.reply.parse(await reply.json()) as ReplyOf<R>;
  }

  /** A product of the demo shop by its exact name, with its stock at the person's location. */
  async product(name: string): Promise<WireProduct> {
    const reply = await this.#get(productsRoute.path, { search: name, per_page: 100 });
    const found = productsRoute.reply.parse(reply).data.find((product) => product.name === name);
    if (!found) throw new Error(`the shop has no ${name}`);
    return found;
  }

  /** The names of the products of a category. */
  async productsOf(category: string): Promise<string[]> {
    const reply = await this.#get(productsRoute.path, { per_page: 1000 });
    const { data } = productsRoute.reply.parse(reply);
    return data.filter(({ categories }) => categories.some(({ name }) => name === category)).map(({ name }) => name);
  }

  async variant(name: string, option: string): Promise<{ product: WireProduct; variant: Variant }> {
    const product = await this.product(name);
    const one = product.variants.find((candidate) => candidate.name === option);
    if (!one) throw new Error(`${name} has no ${option}`);
    return { product, variant: one };
  }

  /** Sets the stock of an item at the person's location. */
  async setStock(product: { id: number }, quantity: number, variationId: number | null = null): Promise<void> {
    const body = { product_id: product.id, variation_id: variationId, quantity, reason: 'Counted' };
    setStockRoute.reply.parse(await this.#post(setStockRoute.path, body));
  }

  /** Changes a field of products that nobody looks at, so that every till fetches them again. */
  async touch(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const { id } = await this.product(name);
      const reply = await this.#api.put(`/api/proxy/woocommerce/products/${id}`, {
        data: { meta_data: [{ key: '_shelf', value: randomUUID() }] },
        headers: { 'idempotency-key': randomUUID() },
      });
      expect(reply.ok(), `touching ${name}: ${await reply.text()}`).toBe(true);
    }
  }

  /** A product, after setting its stock to this quantity. */
  async stocked(name: string, quantity = 500): Promise<WireProduct> {
    const product = await this.product(name);
    await this.setStock(product, quantity);
    return product;
  }

  async stockOf({ id }: { id: number }, variationId: number | null = null): Promise<number> {
    const rows = inventoryRoute.reply.parse(await this.#get(inventoryRoute.path, { product_id: id })).data;
    const row = rows.find(({ variation_id }) => variation_id === variationId);
    if (!row) throw new Error(`no stock of ${id} is known`);
    return row.quantity;
  }

  /** A new customer with a unique name. */
  async customer(firstName: string): Promise<DirectoryEntry> {
    const tail = randomUUID().slice(0, 8);
    const lastName = `Of${tail.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? 'q').replaceAll('-', '')}`;
    const body = {
      first_name: firstName,
      last_name: lastName,
      name: `${firstName} ${lastName}`,
      email: `${firstName.toLowerCase()}.${tail}@example.com`,
      roles: ['customer'],
    };
    return createUserRoute.reply.parse(await this.#post(createUserRoute.path, body)).data;
  }

  /** Changes a customer, as another member of staff does in the customers view. */
  async changeCustomer({ id }: { id: number }, data: BodySent<typeof updateUserRoute>): Promise<void> {
    const reply = await this.#api.put(updateUserRoute.path.replace(':id', String(id)), { data });
    expect(reply.ok(), `changing a customer: ${await reply.text()}`).toBe(true);
  }

  /** The address at which a customer sets a password. */
  async resetLink({ id }: { id: number }): Promise<string> {
    const path = sendResetLinkRoute.path.replace(':id', String(id));
    const { link } = sendResetLinkRoute.reply.parse(await this.#post(path, {}));
    return `${RESET_PAGE}${new URL(link ?? '').hash}`;
  }

  async customersNamed(search: string): Promise<DirectoryEntry[]> {
    return usersRoute.reply.parse(await this.#get(usersRoute.path, { search, per_page: 50 })).data;
  }

  async ordersOf(customer: { id: number }): Promise<WireOrder[]> {
    return ordersRoute.reply.parse(await this.#get(ordersRoute.path, { customer: customer.id, per_page: 100 })).data;
  }

  async setStatus(orderId: number, status: OrderStatus): Promise<void> {
    const reply = await this.#api.put(setOrderStatusRoute.path, { data: { orderId, status } });
    expect(reply.ok(), `setting a status: ${await reply.text()}`).toBe(true);
  }

  /** Refunds lines, as another till would; the goods go back to stock. */
  async refund(orderId: number, lines: readonly { line_id: number; quantity: number }[]): Promise<void> {
    const body = { lines: lines.map((line) => ({ ...line, restock: true })) };
    refundRoute.reply.parse(await this.#post(refundRoute.path.replace(':id', String(orderId)), body));
  }

  /** Gives points by hand, as a manager would. */
  async givePoints(customer: { id: number }, points: number): Promise<void> {
    const path = adjustPointsRoute.path.replace(':id', String(customer.id));
    adjustPointsRoute.reply.parse(await this.#post(path, { points, description: 'Birthday bonus' }));
  }

  async pointsOf({ id }: { id: number }): Promise<number> {
    return balanceRoute.reply.parse(await this.#get(balanceRoute.path.replace(':id', String(id)), {})).balance;
  }

  /** Sells, as another till would. */
  async sell(
    product: { id: number },
    quantity: number,
    variationId: number | null = null,
    customer: { id: number } | null = null,
    redeemPoints?: number,
  ): Promise<SaleReply> {
    const line = { product_id: product.id, variation_id: variationId, quantity };
    const body = {
      payment_method: 'card',
      pos_order: true,
      set_paid: true,
      customer_id: customer?.id ?? null,
      line_items: [line],
      ...(redeemPoints !== undefined && { redeem_points: redeemPoints }),
    };
    return createOrderRoute.reply.parse(await this.#post(createOrderRoute.path, body));
  }
}
