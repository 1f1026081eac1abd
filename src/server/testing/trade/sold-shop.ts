import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { TELL_STOCK } from './told-stock.ts';

/** One line of a test sale; money in cents. */
interface Line {
  productId: number;
  variationId?: number;
  pieces: number;
  priceCents: number;
  /** Percent off, in basis points. */
  discount?: number;
  tier?: { grams: number; count: number };
}

interface Sale {
  lines: Line[];
  location?: number;
  customer?: number | null;
  allowOversell?: boolean;
}

export const LOCATION = 20;
const CASHIER = 1;
export const CUSTOMER = 2;
export const FLOWER = 500;
export const GRINDER = 501;
const SHIRT = 502;
const SHIRT_LARGE = 600;
const RATE_PPM = 87_500;

/** A small shop with everything that a sale needs, and stock in its jars. */
export async function furnishShop(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into locations (id, name) values (19, 'Charlotte Monroe'), (${LOCATION}, 'Charlotte Central');
    insert into tax_rates (location_id, code, rate_ppm) values (${LOCATION}, 'US-NC-20', ${RATE_PPM});
    insert into users (id, username, email, display_name, role, location_id) values
      (${CASHIER}, 'sam', 'sam@example.com', 'Sam', 'staff', ${LOCATION}),
      (${CUSTOMER}, 'maria', 'maria@example.com', E'Maria "Mia" \\\\ Ortega\tand\nsons', 'customer', null);
    insert into categories (id, name, slug) values (25, 'Flower', 'flower');
    insert into categories (id, name, slug, parent_id) values (24, 'Sativa', 'sativa', 25);
    insert into products (id, name, sku, type, regular_price_cents, category_ids, meta) values
      (${FLOWER}, 'Blue Dream', 'FLW-1', 'simple', null, '{25,24}', '{"_blueprint_lineage": "Blueberry \\u00d7 Haze"}'),
      (${GRINDER}, 'Grinder', 'ACC-1', 'simple', 2390, '{}', '{}'),
      (${SHIRT}, 'Shirt', 'APP-1', 'variable', null, '{}', '{}');
    insert into variations (id, product_id, name, sku, regular_price_cents) values (${SHIRT_LARGE}, ${SHIRT}, 'Large', 'APP-1-L', 2500);`);
  await pool.query('select move_stock($1, $2, $3)', [
    LOCATION,
    CASHIER,
    JSON.stringify(
      [
        { product_id: FLOWER, delta: 100.5 },
        { product_id: GRINDER, delta: 20 },
        { product_id: SHIRT, variation_id: SHIRT_LARGE, delta: 7 },
      ].map((move) => ({ ...move, action: 'opening_stock', reason: 'Opening stock' })),
    ),
  ]);
  await pool.query(TELL_STOCK);
}

/** Sells through the statement that production sells through. Returns the order’s id. */
export async function sell(pool: pg.Pool, sale: Sale): Promise<number> {
  const lines = sale.lines.map((line, position) => {
    const original = line.priceCents * (line.tier?.count ?? line.pieces);
    const discount = Math.round((original * (line.discount ?? 0)) / 10_000);
    const quantity = line.tier ? line.tier.grams * line.tier.count : line.pieces;
    const change = {
      kind: 'discount',
      amount_cents: -discount,
      original_price_cents: line.priceCents,
      value: line.discount,
    };
    return {
      position,
      product_id: line.productId,
      variation_id: line.variationId ?? null,
      name: `Product ${line.productId}`,
      quantity,
      unit_price_cents: Math.round((original - discount) / quantity),
      original_cents: original,
      total_cents: original - discount,
      taxable: true,
      tier: line.tier && {
        label: `${line.tier.grams} g`,
        price_cents: line.priceCents,
        quantity: line.tier.grams,
        count: line.tier.count,
      },
      stock_quantity: quantity,
      changes: discount > 0 ? [change] : [],
    };
  });
  const subtotal = lines.reduce((sum, line) => sum + line.total_cents, 0);
  const tax = Math.floor((subtotal * RATE_PPM * 2 + 1_000_000) / 2_000_000);
  const customer = sale.customer ?? null;
  const order = {
    location_id: sale.location ?? LOCATION,
    employee_id: CASHIER,
    customer_id: customer,
    points_awarded: customer === null ? 0 : Math.floor(subtotal / 100),
    currency: 'USD',
    subtotal_cents: subtotal,
    taxable_cents: subtotal,
    tax_cents: tax,
    shipping_cents: 0,
    total_cents: subtotal + tax,
    change_cents: 500,
    rounding_cents: 0,
    item_count: lines.length,
    payment_method: 'cash',
    payment_method_title: 'Cash',
    created_via: 'pos',
    source: 'pos',
    customer_note: '',
    billing: {},
    shipping: {},
    meta: [],
  };
  const taxes = [
    {
      rate_code: 'US-NC-20',
      label: 'Sales Tax',
      rate_ppm: RATE_PPM,
      taxable_cents: subtotal,
      tax_cents: tax,
    },
  ];
  const tenders = [{ method: 'cash', amount_cents: subtotal + tax + 500 }];
  const { rows } = await pool.query<{ answer: { outcome: string; result?: { order_id: number } } }>(
    `select record_priced_sale($1, $2, $3, (select version || '.' || xmin from catalogue_version), $4) as answer`,
    [
      randomUUID(),
      'POST /api/orders',
      Buffer.from(randomUUID()),
      JSON.stringify({ ...order, lines, taxes, tenders, allow_oversell: sale.allowOversell ?? false }),
    ],
  );
  const answer = rows[0]?.answer;
  if (answer?.outcome !== 'sold' || !answer.result)
    throw new Error(`the test sale was not recorded: ${JSON.stringify(answer)}`);
  return answer.result.order_id;
}

/** A few sales of every kind, the trail sealed behind all but the last. Returns their order ids. */
export async function sellSome(pool: pg.Pool): Promise<number[]> {
  const eighths: Line = { productId: FLOWER, pieces: 1, priceCents: 4000, tier: { grams: 3.5, count: 2 } };
  const orders = [
    await sell(pool, {
      lines: [eighths, { productId: GRINDER, pieces: 2, priceCents: 2390, discount: 2500 }],
      customer: CUSTOMER,
    }),
    await sell(pool, { lines: [{ productId: SHIRT, variationId: SHIRT_LARGE, pieces: 1, priceCents: 2500 }] }),
    await sell(pool, { lines: [eighths, eighths], customer: CUSTOMER }),
    await sell(pool, {
      lines: [{ productId: GRINDER, pieces: 1, priceCents: 2390 }],
      location: 19,
      allowOversell: true,
    }),
  ];
  await pool.query('select seal_audit_trail()');
  orders.push(await sell(pool, { lines: [{ productId: GRINDER, pieces: 1, priceCents: 2390 }] }));
  return orders;
}
