import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importProductsRoute } from '#contract/catalogue-files.ts';
import type { ManagedProduct } from '#contract/managed-products.ts';
import type { WireOrder } from '#contract/orders.ts';
import { type PricingRule, pricingRulesRoute } from '#contract/pricing-rules.ts';
import type { TaxSetting } from '#contract/taxes.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { meta, sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { type Line, lineOf, productFiles } from '#server/testing/trade/product-files.ts';
import { TELL_STOCK } from '#server/testing/trade/told-stock.ts';
import { times } from '#testing/times.ts';

const STEPS = times(40);

let shop: TestApp;
let admin: Till;
let cashier: Till;
/** A file that was exported earlier. */
let kept: Line[];

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  const goods = [SHOP.grinder, SHOP.papers, SHOP.blueDream].map((id) => ({ product_id: id, variation_id: null }));
  const moves = [...goods, { product_id: SHOP.shirt, variation_id: SHOP.shirtSmall }].map((item) => {
    return { ...item, delta: STEPS * 3, action: 'opening_stock' };
  });
  await sql`SELECT move_stock(20, NULL, ${JSON.stringify(moves)}::jsonb)`.execute(shop.database.db);
  await sql.raw(TELL_STOCK).execute(shop.database.db);
  admin = await shop.signIn('administrator');
  cashier = await shop.signIn('staff');
  const top = { blueprint_id: 39, name: 'Top', price_class: 'Top', product_type: 'flower', tiers: gram('18.00') };
  expect((await admin.post(RULES, top)).statusCode).toBe(201);
  kept = await files().exported();
});
afterAll(() => shop.close());

/** Flower has no price of its own, but the tiers of its rule, or of the rule of its price class. */
type Item = 'grinder' | 'papers' | 'shirt';
type Sold = Item | 'flower';
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

const RULES = '/api/manage/pricing-rules';
const FLOWER = `/api/manage/products/${SHOP.blueDream}`;
const gram = (price: string) => [{ min: 1, price, label: '1 g', unit: 'g' }];
/** The rows of a file of another shop. */
const THEIRS: Record<Item, Line> = {
  grinder: { Type: 'simple', SKU: 'AC-GR', Name: 'Grinder', Parent: '' },
  papers: { Type: 'simple', SKU: 'AC-PA', Name: 'Papers', Parent: '' },
  shirt: { Type: 'variation', SKU: 'AC-SH-S', Name: '', Parent: 'AC-SH' },
};
const files = () => productFiles(admin);

const price = fc.integer({ min: 1, max: 5000 }).map((cents) => (cents / 100).toFixed(2));
/** Days that no run of this test sees: `comes` moves what is to begin there to the present. */
const day = fc.integer({ min: 1, max: 28 }).map((of) => `2099-01-${String(of).padStart(2, '0')}`);
const item = fc.constantFrom<Item>('grinder', 'papers', 'shirt');
const sold = fc.constantFrom<Sold>('grinder', 'papers', 'shirt', 'flower');

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('sell' as const), items: fc.uniqueArray(sold, { minLength: 1 }) }),
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
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      file: fc.constantFrom<'own' | 'kept' | 'theirs'>('own', 'kept', 'theirs'),
      rows: fc.uniqueArray(
        fc.record({
          item,
          price,
          sale: fc.option(fc.record({ price: fc.option(price), from: fc.option(day), until: fc.option(day) })),
        }),
        { selector: (row) => row.item, minLength: 1 },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('export' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('tier' as const),
      name: fc.constantFrom('Flower', 'Top'),
      price: fc.option(price),
      begins: fc.option(day),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('class' as const), top: fc.boolean() }) },
  // Somebody changes a price between the instant and the first sale that begins what is due.
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('comes' as const),
      first: fc.option(fc.record({ item, price, isFile: fc.boolean() })),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Import = Extract<Step, { kind: 'import' }>;

async function rulesOf(name: string): Promise<PricingRule[]> {
  return pricingRulesRoute.reply.parse((await admin.get(RULES)).json()).data.filter((rule) => rule.name === name);
}

/** The name of the rule by which flower is sold now. */
async function ruleName(): Promise<string> {
  return (await admin.get(FLOWER)).json<{ data: ManagedProduct }>().data.price_class ?? 'Flower';
}

async function told(which: Sold): Promise<Told> {
  if (which === 'flower') {
    const priced = (await rulesOf(await ruleName())).map((rule) => ({
      from: rule.begins,
      regular_price: rule.tiers[0]?.price ?? null,
    }));
    const price_changes = priced.flatMap(({ from, regular_price }) => (from === null ? [] : [{ from, regular_price }]));
    const present = priced.find(({ from }) => from === null)?.regular_price ?? null;
    return { regular_price: present, sale_price: null, sale_from: null, sale_until: null, price_changes };
  }
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

const announcedNow = (items: readonly Sold[], at?: string) =>
  Promise.all(items.map(async (one) => announced(await told(one), at)));

async function lineFor(which: Sold): Promise<object> {
  if (which !== 'flower') return { ...ITEMS[which], quantity: 1 };
  const tier = { _pricing_tier_label: '1 g', _pricing_tier_rule_name: await ruleName() };
  return { product_id: SHOP.blueDream, quantity: 1, meta_data: meta(tier) };
}

async function sell(items: readonly Sold[], expected?: readonly (string | null)[]): Promise<void> {
  const prices = expected ?? (await announcedNow(items));
  const taxes = await taxesNow();
  const reply = await cashier.post('/api/orders', sale(await Promise.all(items.map(lineFor))));
  expect(reply.statusCode, reply.body).toBe(200);
  const { data: order } = reply.json<{ data: WireOrder }>();
  expect(order.line_items.map(({ subtotal }) => subtotal)).toEqual(prices);
  const charged = order.tax_lines.map(({ rate_code: code, rate_percent: percent, compound, included }) => [
    ...[code, percent, compound, included],
  ]);
  expect(charged.toSorted(byText)).toEqual(taxes);
}

/**
 * The next instant of all that are to come is now. What was announced for it holds, also where somebody gives an item another
 * price before any sale has begun it.
 */
async function comes(first: Extract<Step, { kind: 'comes' }>['first'] = null): Promise<boolean> {
  const { db } = shop.database;
  const tables = ['item_prices', 'tax_rates', 'pricing_rules'] as const;
  const { rows } = await sql<{ at: Date | null }>`
    SELECT min(valid_from) AS at FROM (${sql.join(
      tables.map((table) => sql`SELECT valid_from FROM ${sql.table(table)}`),
      sql` UNION ALL `,
    )}) f WHERE valid_from > now()`.execute(db);
  const at = rows[0]?.at;
  if (!at) return false;
  const items = [...(Object.keys(ITEMS) as Item[]), 'flower'] as const;
  const terms = await Promise.all(items.map(told));
  await sql`UPDATE catalogue_version SET next_change_at = clock_timestamp()`.execute(db);
  for (const table of tables)
    await sql`UPDATE ${sql.table(table)} SET valid_from = clock_timestamp() WHERE valid_from = ${at}`.execute(db);
  const isRepriced =
    first !== null &&
    (first.isFile
      ? await sendFile([{ ...THEIRS[first.item], 'Regular price': first.price }])
      : await change(first.item, { regular_price: first.price }));
  const expected = terms.map((told, place) => {
    const reduced = announced({ ...told, regular_price: null, price_changes: [] }, at.toISOString());
    return isRepriced && items[place] === first.item ? (reduced ?? first.price) : announced(told, at.toISOString());
  });
  await sell(items, expected);
  expect(await announcedNow(items)).toEqual(expected);
  return true;
}

const cellsOf = ({ price: regular, sale: onSale }: Import['rows'][number], hasSales: boolean): Line => ({
  'Regular price': regular,
  ...(hasSales && {
    'Sale price': onSale?.price ?? '',
    'Date sale price starts': (onSale?.price && onSale.from && `${onSale.from}T00:00:00Z`) ?? '',
    'Date sale price ends': (onSale?.price && onSale.until && `${onSale.until}T00:00:00Z`) ?? '',
  }),
});

/** As two exports are compared. */
const said = ({ 'Exported as': _mark, ...line }: Line): Line =>
  Object.fromEntries(
    Object.entries(line).map(([title, cell]) => [
      title,
      title.startsWith('Date') && cell !== '' ? new Date(cell).toISOString() : cell,
    ]),
  );

/** True when the file was imported. */
async function sendFile(lines: readonly Line[]): Promise<boolean> {
  const reply = await admin.post(importProductsRoute.path, files().fileOf(lines));
  const isDone = reply.statusCode === 200;
  // Refused: a sale price that is no reduction, a sale that ends first, and a row that was changed here since it was exported.
  if (!isDone) expect(refusalOf(reply)).toEqual([422, 'import_not_clean']);
  if (isDone) imported += 1;
  else refused += 1;
  return isDone;
}

/** Imports a file: every edited value is so afterwards, and all else is as it was. */
async function importFile({ file, rows }: Import): Promise<void> {
  const present = await files().exported();
  const source = file === 'kept' ? kept : present;
  const isTheirs = file === 'theirs';
  const hasSales = rows.some(({ sale: onSale }) => onSale !== null);
  const edits = new Map(
    rows.map((row) => {
      const { product_id: product, variation_id: variation } = ITEMS[row.item];
      return [variation ?? product, cellsOf(row, isTheirs ? hasSales : row.sale !== null)];
    }),
  );
  const lines = isTheirs
    ? rows.map((row) => ({ ...THEIRS[row.item], ...cellsOf(row, hasSales) }))
    : source.map((line) => ({ ...line, ...edits.get(Number(line['ID'])) }));
  const isDone = await sendFile(lines);
  const expected = present.map((line) => {
    const asked = edits.get(Number(line['ID']));
    const was = lineOf(source, Number(line['ID']));
    // A row of an export in which nothing was edited says nothing, whatever is here by now.
    const isEdited = isTheirs || JSON.stringify(said({ ...was, ...asked })) !== JSON.stringify(said(was));
    return said(isDone && isEdited ? { ...line, ...asked } : line);
  });
  expect((await files().exported()).map(said)).toEqual(expected);
}
let imported = 0;
let refused = 0;

async function take(action: Step): Promise<void> {
  if (action.kind === 'sell') return sell(action.items);
  if (action.kind === 'comes') return void ((await comes(action.first)) && (begun += 1));
  if (action.kind === 'export') return void (kept = await files().exported());
  if (action.kind === 'import') return takeFile(action);
  if (action.kind === 'tier') return changeTier(action);
  if (action.kind === 'class') {
    await admin.send('PUT', FLOWER, { price_class: action.top ? 'Top' : null });
    return;
  }
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

async function changeTier({ name, price: to, begins }: Extract<Step, { kind: 'tier' }>): Promise<void> {
  const at = begins && `${begins}T00:00:00.000Z`;
  const rule = (await rulesOf(name)).find((one) => one.begins === at);
  if (to === null) {
    if (rule && at) expect((await admin.send('DELETE', `${RULES}/${rule.id}`)).statusCode).toBe(200);
    return;
  }
  const made = {
    blueprint_id: 39,
    name,
    price_class: name === 'Top' ? name : null,
    product_type: 'flower',
    begins: at,
  };
  const reply = rule
    ? await admin.send('PUT', `${RULES}/${rule.id}`, { tiers: gram(to) })
    : await admin.post(RULES, { ...made, tiers: gram(to) });
  // Refused: a change that changes nothing.
  expect([200, 201, 422], reply.body).toContain(reply.statusCode);
}

/** An import changes nothing that is to come, but what becomes no change by it. */
async function takeFile(action: Import): Promise<void> {
  const items = Object.keys(ITEMS) as Item[];
  const before = await Promise.all(items.map(told));
  await importFile(action);
  for (const [place, one] of items.entries()) {
    const after = await told(one);
    let { regular_price: last } = after;
    const changes = (before[place]?.price_changes ?? []).filter(({ regular_price: next }) => {
      const isChange = next !== last;
      last = next;
      return isChange;
    });
    expect(after.price_changes).toEqual(changes);
  }
}

/** Another shop that imports what this one exports has the same, and exports the same. */
async function expectSameElsewhere(): Promise<void> {
  // A file has no column for a regular price that is to come.
  await change('grinder', { price_changes: [] });
  const lines = await files().exported();
  expect(await files().preview(lines)).toMatchObject({ created: 0, updated: 0, stock_set: 0, problems: [] });
  const other = await testApp();
  try {
    const theirs = productFiles(await other.signIn('administrator'));
    await theirs.imported(lines.map(({ 'Exported as': _mark, ...line }) => line));
    expect((await theirs.exported()).map(said)).toEqual(lines.map(said));
  } finally {
    await other.close();
  }
}

it(
  `prices every sale by the terms of its instant, through ${STEPS} random edits, imports, schedules, taxes and sales`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 20 }), async (steps) => {
        for (const action of steps) await take(action);
        await expectSameElsewhere();
      }),
      { numRuns: Math.ceil(STEPS / 20), endOnFailure: true },
    );
    await change('grinder', { price_changes: [{ from: '2099-02-01T00:00:00.000Z', regular_price: '51.00' }] });
    while (await comes()) begun += 1;
    expect(begun).toBeGreaterThan(0);
    // One that is refused by nothing, and one that is refused always.
    const row = { item: 'grinder', price: '52.00', sale: null } as const;
    await takeFile({ kind: 'import', file: 'own', rows: [row] });
    await takeFile({ kind: 'import', file: 'kept', rows: [{ ...row, price: '53.00' }] });
    expect([imported, refused], 'files that were imported, and refused').not.toContain(0);
    await sell(['grinder', 'flower']);

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
