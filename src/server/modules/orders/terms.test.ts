import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ManagedProduct } from '#contract/managed-products.ts';
import type { WireOrder } from '#contract/orders.ts';
import type { TaxSetting } from '#contract/taxes.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { TELL_STOCK } from '#server/testing/trade/told-stock.ts';
import { times } from '#testing/times.ts';

const STEPS = times(40);

let shop: TestApp;
let admin: Till;
let cashier: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  const goods = [SHOP.grinder, SHOP.papers].map((id) => ({ product_id: id, variation_id: null }));
  const moves = [...goods, { product_id: SHOP.shirt, variation_id: SHOP.shirtSmall }].map((item) => {
    return { ...item, delta: STEPS * 3, action: 'opening_stock' };
  });
  await sql`SELECT move_stock(20, NULL, ${JSON.stringify(moves)}::jsonb)`.execute(shop.database.db);
  await sql.raw(TELL_STOCK).execute(shop.database.db);
  admin = await shop.signIn('administrator');
  cashier = await shop.signIn('staff');
});
afterAll(() => shop.close());

type Item = 'grinder' | 'papers' | 'shirt';
type Told = Pick<ManagedProduct, 'regular_price' | 'sale_price' | 'sale_from' | 'sale_until' | 'price_changes'>;

const ITEMS: Record<Item, { product_id: number; variation_id?: number }> = {
  grinder: { product_id: SHOP.grinder },
  papers: { product_id: SHOP.papers },
  shirt: { product_id: SHOP.shirt, variation_id: SHOP.shirtSmall },
};
const WOO = '/wp-json/wc/v3/products';
/** The grinder is edited in Manage, the others by WooCommerce's calls. */
const PATHS: Record<Item, string> = {
  grinder: `/api/manage/products/${SHOP.grinder}`,
  papers: `${WOO}/${SHOP.papers}`,
  shirt: `${WOO}/${SHOP.shirt}/variations/${SHOP.shirtSmall}`,
};

const price = fc.integer({ min: 1, max: 5000 }).map((cents) => (cents / 100).toFixed(2));
/** Days that no run of this test sees: `comes` moves what is to begin there to the present. */
const day = fc.integer({ min: 1, max: 28 }).map((of) => `2099-01-${String(of).padStart(2, '0')}`);
const item = fc.constantFrom<Item>('grinder', 'papers', 'shirt');

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('sell' as const), items: fc.uniqueArray(item, { minLength: 1 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('price' as const), item, price }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('sale' as const),
      item,
      price: fc.option(price),
      from: fc.option(day),
      until: fc.option(day),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('later' as const),
      changes: fc.uniqueArray(fc.record({ from: day, regular_price: price }), {
        selector: ({ from }) => from,
        maxLength: 3,
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('tax' as const),
      code: fc.constantFrom('NC-CENTRAL', 'CITY', 'EXCISE'),
      rate: fc.constantFrom('0', '1.5', '8.75', '15', null),
      compound: fc.boolean(),
      included: fc.boolean(),
      from_day: fc.option(day),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('comes' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function told(which: Item): Promise<Told> {
  const { product_id: id, variation_id: variation } = ITEMS[which];
  const { data } = (await admin.get(`/api/manage/products/${id}`)).json<{ data: ManagedProduct }>();
  return data.variations.find((one) => one.id === variation) ?? data;
}

/** The price that the shop has announced for an instant; without one, for now. */
function announced({ regular_price, sale_price, sale_from, sale_until, price_changes }: Told, at = ''): string | null {
  const regular = price_changes.findLast(({ from }) => from <= at)?.regular_price ?? regular_price;
  const isOnSale = sale_price !== null && (sale_from ?? '') <= at && (sale_until === null || sale_until > at);
  return isOnSale ? sale_price : regular;
}

async function change(which: Item, asked: object): Promise<boolean> {
  const reply = await admin.send('PUT', PATHS[which], asked);
  // Refused: a sale price that is no reduction, and a change that changes nothing.
  expect([200, 422], reply.body).toContain(reply.statusCode);
  return reply.statusCode === 200;
}

const byText = (one: unknown, other: unknown) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

/** Charged now at the location: code, percent, and the rules. */
async function taxesNow(): Promise<unknown[]> {
  const { data } = (await admin.get('/api/manage/taxes')).json<{ data: TaxSetting[] }>();
  const present = data.flatMap(({ location_id: at, state, code, rate, compound, included }) =>
    at === 20 && state === 'present' && rate !== null ? [[code, Number(rate), compound, included]] : [],
  );
  return present.length === 0 ? [['default', 8, false, false]] : present.toSorted(byText);
}

const announcedNow = (items: readonly Item[], at?: string) =>
  Promise.all(items.map(async (one) => announced(await told(one), at)));

async function sell(items: readonly Item[], expected?: readonly (string | null)[]): Promise<void> {
  const prices = expected ?? (await announcedNow(items));
  const taxes = await taxesNow();
  const reply = await cashier.post('/api/orders', sale(items.map((one) => ({ ...ITEMS[one], quantity: 1 }))));
  expect(reply.statusCode, reply.body).toBe(200);
  const { data: order } = reply.json<{ data: WireOrder }>();
  expect(order.line_items.map(({ subtotal }) => subtotal)).toEqual(prices);
  const charged = order.tax_lines.map(({ rate_code: code, rate_percent: percent, compound, included }) => [
    ...[code, percent, compound, included],
  ]);
  expect(charged.toSorted(byText)).toEqual(taxes);
}

/** The next instant of all that are to come is now. What was announced for it holds. */
async function comes(): Promise<boolean> {
  const { db } = shop.database;
  const { rows } = await sql<{ at: Date | null }>`
    SELECT min(valid_from) AS at FROM (SELECT valid_from FROM item_prices UNION ALL SELECT valid_from FROM tax_rates) f
     WHERE valid_from > now()`.execute(db);
  const at = rows[0]?.at;
  if (!at) return false;
  const items = Object.keys(ITEMS) as Item[];
  const expected = await announcedNow(items, at.toISOString());
  await sql`UPDATE catalogue_version SET next_change_at = clock_timestamp()`.execute(db);
  await sql`UPDATE item_prices SET valid_from = clock_timestamp() WHERE valid_from = ${at}`.execute(db);
  await sql`UPDATE tax_rates SET valid_from = clock_timestamp() WHERE valid_from = ${at}`.execute(db);
  await sell(items, expected);
  expect(await announcedNow(items)).toEqual(expected);
  return true;
}

async function take(action: Step): Promise<void> {
  if (action.kind === 'sell') return sell(action.items);
  if (action.kind === 'comes') return void ((await comes()) && (begun += 1));
  if (action.kind === 'tax') {
    const { kind: _, ...asked } = action;
    const reply = await admin.post('/api/manage/taxes', { location_id: 20, name: asked.code, ...asked });
    return expect([201, 422], reply.body).toContain(reply.statusCode);
  }
  if (action.kind === 'later') {
    const asked = action.changes.map(({ from, regular_price }) => ({ from: `${from}T00:00:00.000Z`, regular_price }));
    await change('grinder', { price_changes: asked });
    return;
  }
  const before = await told(action.item);
  const isManaged = action.item === 'grinder';
  const [from, until] = isManaged ? ['sale_from', 'sale_until'] : ['date_on_sale_from_gmt', 'date_on_sale_to_gmt'];
  if (action.kind === 'price') {
    if (!(await change(action.item, { regular_price: action.price }))) return;
  } else {
    const instant = (of: string | null) => of && `${of}T00:00:00${isManaged ? '.000Z' : ''}`;
    const dates = { [from ?? '']: instant(action.from), [until ?? '']: instant(action.until) };
    if (!(await change(action.item, { sale_price: action.price ?? (isManaged ? null : ''), ...dates }))) return;
  }
  const after = await told(action.item);
  // Nothing else is to come than before: not the former price, after a sale, either.
  for (const { from: at } of after.price_changes) expect(before.price_changes.map((one) => one.from)).toContain(at);
  expect(after.regular_price).toBe(action.kind === 'price' ? action.price : before.regular_price);
}
let begun = 0;

it(
  `prices every sale by the terms of its instant, through ${STEPS} random edits, schedules, taxes and sales`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 20 }), async (steps) => {
        for (const action of steps) await take(action);
      }),
      { numRuns: Math.ceil(STEPS / 20), endOnFailure: true },
    );
    await change('grinder', { price_changes: [{ from: '2099-02-01T00:00:00.000Z', regular_price: '51.00' }] });
    while (await comes()) begun += 1;
    expect(begun).toBeGreaterThan(0);

    // By the history of prices and taxes as well, which the sales did not read.
    const { rows } = await sql<{ wrong_lines: number; wrong_taxes: number; lines: number }>`
      SELECT count(*) AS lines,
             count(*) FILTER (WHERE l.original_cents <> (
               SELECT coalesce(i.sale_price_cents, i.regular_price_cents) FROM item_prices i
                WHERE i.product_id = l.product_id AND i.variation_id IS NOT DISTINCT FROM l.variation_id
                  AND i.valid_from <= o.created_at ORDER BY i.valid_from DESC LIMIT 1)) AS wrong_lines,
             count(*) FILTER (WHERE ARRAY(
               SELECT t.rate_code || t.rate_ppm FROM order_taxes t WHERE t.order_id = o.id AND t.rate_code <> 'default' ORDER BY 1)
               <> ARRAY(
               SELECT r.code || r.rate_ppm FROM (
                 SELECT DISTINCT ON (code) * FROM tax_rates WHERE location_id = o.location_id AND valid_from <= o.created_at
                  ORDER BY code, valid_from DESC) r WHERE r.active ORDER BY 1)) AS wrong_taxes
        FROM order_lines l JOIN orders o ON o.id = l.order_id`.execute(shop.database.db);
    expect(rows[0]).toMatchObject({ wrong_lines: 0, wrong_taxes: 0 });
    expect(rows[0]?.lines).toBeGreaterThan(STEPS / 10);
    const { checks } = await verifyBooks(shop.database.connection);
    expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
  },
  60_000 + STEPS * 1000,
);
