import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { meRoute } from '#contract/auth.ts';
import { productsRoute } from '#contract/catalogue.ts';
import { createOrderRoute } from '#contract/sale.ts';
import { addToCart, type Cart, type NewCartLine } from '#domain/cart.ts';
import type { CartPoints } from '#domain/cart-points.ts';
import { toCents } from '#domain/money.ts';
import { tiersOf } from '#domain/pricing-tiers.ts';
import { settleCard, settleCash } from '#domain/tender.ts';
import type { Database } from '#server/db/pool.ts';
import { TELL_STOCK } from '#server/testing/trade/told-stock.ts';
import { taxRatesOf, totalsOf } from '#web/features/register/cart/cart-totals.ts';
import { buildSaleBody } from '#web/features/register/sale/sale-body.ts';
import { byPieces, byTier, newLine } from '#web/features/register/cart/line/sellable.ts';
import { toRegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import type { HttpCall, Payload } from './load/load-jobs.ts';
import { getJson } from './requests.ts';
import type { Shop } from './shop.ts';

const NOTE_CENTS = 2000;
/** The headers that a browser sends by itself. Compression is part of the measured work. */
const AS_A_BROWSER = { accept: 'application/json', 'accept-encoding': 'gzip, deflate, br' };
/** One sale in this many is to a customer; the others are to guests. */
const CUSTOMER_EVERY = 3;
const WALKS = [
  [7, 0],
  [11, 5],
  [13, 9],
] as const;

/** All goods, one line of each, as the register would put it into the cart. */
async function lines(shop: Shop, token: string): Promise<NewCartLine[]> {
  const url = `${shop.origin}${productsRoute.path}?location_id=${shop.locationId}`;
  const { data } = productsRoute.reply.parse(await getJson(url, token));
  return data.map(toRegisterProduct).flatMap((product): NewCartLine[] => {
    if (product.variants !== null) {
      const [variant] = product.variants;
      return variant?.priceCents == null ? [] : [newLine(product, variant, byPieces(variant.priceCents, 1))];
    }
    const tier = product.pricing === null ? undefined : tiersOf(product.pricing)[0];
    if (tier !== undefined) return [newLine(product, null, byTier(tier))];
    return product.priceCents === null ? [] : [newLine(product, null, byPieces(product.priceCents, 1))];
  });
}

/** The customers of the baskets. */
export async function customers(db: Database) {
  const { rows } = await sql<{ id: number; name: string; email: string; phone: string }>`
    SELECT id, display_name AS name, email, phone FROM users WHERE role = 'customer' AND status = 'active' ORDER BY id LIMIT 200`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, points: 0 }));
}

interface Buyers {
  /** One basket in this many is a customer's; the others are guests'. */
  readonly customerEvery?: number;
  /** Points that pay for a part of each customer's basket. */
  readonly points?: CartPoints | null;
}

/** Baskets of three different items, cash and card by turns, as bodies the register sends. */
export async function makeSaleCalls(
  shop: Shop,
  token: string,
  many: number,
  { customerEvery = CUSTOMER_EVERY, points: offered = null }: Buyers = {},
): Promise<HttpCall[]> {
  const me = meRoute.reply.parse(await getJson(`${shop.origin}${meRoute.path}`, token));
  const goods = await lines(shop, token);
  const people = await customers(shop.db);
  return Array.from({ length: many }, (_, index): HttpCall => {
    // Walks of different step over all goods: every item is in some basket, and no two baskets are alike.
    const basket = WALKS.map(([step, from]) => goods[(index * step + from) % goods.length]);
    const cart = basket.reduce<Cart>((lines, item) => {
      if (item === undefined) throw new Error('there is nothing to sell');
      return addToCart(lines, item);
    }, []);
    const customer = index % customerEvery === 0 ? (people[index % people.length] ?? null) : null;
    return saleCall(cart, me, { customer, points: customer && offered, inCash: index % 2 === 0 });
  });
}

type Me = z.output<typeof meRoute.reply>;

function saleCall(
  cart: Cart,
  me: Me,
  {
    customer,
    points,
    inCash: wantsCash,
  }: { inCash: boolean } & Pick<Parameters<typeof buildSaleBody>[0], 'customer' | 'points'>,
): HttpCall {
  const taxes = taxRatesOf(me.taxes);
  const total = totalsOf(cart, taxes, points).totalCents;
  const cash = settleCash(total, toCents(Math.ceil(total / NOTE_CENTS) * NOTE_CENTS));
  const inCash = wantsCash && cash.ok;
  const body = buildSaleBody({
    lines: cart,
    customer,
    points,
    seller: me.user,
    taxes,
    method: inCash ? 'cash' : 'card',
    paid: inCash ? cash.value : settleCard(total),
    allowOversell: false,
  });
  return { method: 'POST', path: createOrderRoute.path, headers: AS_A_BROWSER, body: JSON.stringify(body) };
}

/** Makes sales of one piece of a product, as bodies the register sends. */
export async function onePieceSales(shop: Shop, token: string): Promise<(productId: number) => HttpCall> {
  const me = meRoute.reply.parse(await getJson(`${shop.origin}${meRoute.path}`, token));
  const goods = await lines(shop, token);
  return (productId) => {
    const line = goods.find((one) => one.productId === productId);
    if (line === undefined) throw new Error(`product ${productId} is not for sale`);
    return saleCall(addToCart([], line), me, { customer: null, points: null, inCash: true });
  };
}

/** Puts plenty of everything on the shelves, so that no basket runs short. */
export async function restock({ db, locationId }: Shop, quantity = 1_000_000): Promise<void> {
  await sql`
    SELECT move_stock(${locationId}, 1, jsonb_agg(jsonb_build_object('product_id', product_id, 'variation_id', variation_id,
             'delta', ${quantity}::integer, 'action', 'restock', 'reason', 'Bench')))
      FROM (SELECT product_id, variation_id FROM stock_levels WHERE location_id = ${locationId}
            UNION SELECT p.id, NULL FROM products p
             WHERE p.status = 'publish' AND NOT EXISTS (SELECT FROM variations v WHERE v.product_id = p.id)) items`.execute(
    db,
  );
  await sql.raw(TELL_STOCK).execute(db);
  await sql`vacuum analyze stock_levels, stock_movements`.execute(db);
}

/**
 * Sells each basket once over HTTP. Returns the arguments that the database got for each sale, read from the stored
 * answers.
 */
export async function capturePayloads(
  { origin, db }: Shop,
  token: string,
  calls: readonly HttpCall[],
): Promise<Payload[]> {
  const keys: string[] = [];
  for (const { path, body } of calls) {
    const key = randomUUID();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
    const reply = await fetch(`${origin}${path}`, { method: 'POST', headers, body });
    if (reply.status !== 200) throw new Error(`a sale answered ${reply.status}: ${await reply.text()}`);
    await reply.arrayBuffer();
    keys.push(key);
  }
  const { rows } = await sql<Payload>`
    SELECT version || '.' || v.xmin AS terms, response ->> 'template' AS sale
      FROM idempotency_keys CROSS JOIN catalogue_version v WHERE key = ANY(${keys}::text[])`.execute(db);
  return rows;
}
