import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CUSTOMER_NAMED, type ToolCard } from '#contract/assistant-cards.ts';
import { can, PERMISSIONS, type Role } from '#domain/permissions.ts';
import { readFor } from '#server/db/pool/caller.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { dataOf, Screens } from '#server/testing/trade/screens.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';
import { KINDS } from '../drafts/kinds/kinds.ts';
import { cardOf, failedCard, readInLine, runTool, showTool, toldToModel } from './run-tool.ts';
import { TOOLS } from './tools.ts';

let shop: TestApp;
let order = 0;
let customer = 0;
let purchase = 0;

/** Somebody of a role at a location. */
function person(role: Role, locationId: number | null): Staff {
  return {
    kind: 'staff',
    id: 1,
    username: 'x',
    email: '',
    name: 'X',
    role,
    permissions: PERMISSIONS.filter((permission) => can(role, permission)),
    limits: { discountPercent: null, refundCents: null },
    asking: null,
    locationId,
    locationName: locationId === null ? null : `Location ${locationId}`,
    timeZone: 'America/New_York',
    homeLocationId: locationId,
  };
}
const here = person('staff', 20);
const elsewhere = person('staff', 19);

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  const till = await shop.signIn('staff');
  customer = await addCustomer(shop, 'Rosalind Quartermaine');
  const sold = await till.post('/api/orders', sale([grinder], { customer_id: customer }));
  order = sold.json<{ id: number }>().id;
  const bought = await till.post('/api/proxy/flora-im/purchase-orders', {
    supplier_name: 'Paper & Co',
    items: [{ product_id: SHOP.grinder, quantity_ordered: 10, unit_cost: '9.99' }],
  });
  purchase = bought.json<{ data: { id: number } }>().data.id;
  await sql`UPDATE stock_levels SET reorder_level = 50 WHERE location_id = 20 AND product_id = ${SHOP.grinder}`.execute(
    shop.database.db,
  );
});
afterAll(() => shop.close());

const show = (tool: string, parameters: object, staff = here) => showTool(shop.app.deps, staff, { tool, parameters });

const customerColumnOf = ({ columns }: ToolCard) => columns.find(({ label }) => label === 'Customer')?.key;
const namedBy = (tool: string) =>
  tool in CUSTOMER_NAMED ? CUSTOMER_NAMED[tool as keyof typeof CUSTOMER_NAMED] : undefined;

/** The request to each tool about location 20. */
const ASKED: Record<string, () => object> = {
  sales_summary: () => ({ period: 'today', location_id: 20 }),
  compare_sales: () => ({ first_period: 'yesterday', second_period: 'today', location_id: 20 }),
  find_orders: () => ({ period: 'today', location_id: 20 }),
  order: () => ({ order }),
  find_products: () => ({ search: 'grinder', location_id: 20 }),
  stock: () => ({ search: 'grinder', location_id: 20 }),
  low_stock: () => ({ location_id: 20 }),
  movements: () => ({ product_id: SHOP.grinder, location_id: 20 }),
  discrepancies: () => ({ location_id: 20 }),
  purchase_orders: () => ({ location_id: 20 }),
  purchase_order: () => ({ id: purchase }),
  menus: () => ({ location_id: 20 }),
};
/** These are of the whole business, for everybody who may see them at all. */
const OF_EVERYBODY: Record<string, () => object> = {
  customers: () => ({ search: 'rosalind' }),
  customer: () => ({ customer_id: customer }),
  loyalty: () => ({}),
  suppliers: () => ({}),
  locations: () => ({}),
  categories: () => ({}),
  blueprint_fields: () => ({}),
  calculate: () => ({ expression: '1 + 1' }),
};

it('has a sample for every tool here', () => {
  expect([...Object.keys(ASKED), ...Object.keys(OF_EVERYBODY)].toSorted()).toEqual(
    TOOLS.map(({ name }) => name).toSorted(),
  );
});

describe('a tool', () => {
  it.each(Object.keys(ASKED))('%s answers at its own location', async (name) => {
    const card = await show(name, ASKED[name]?.() ?? {});
    expect(card).toMatchObject({ tool: name, error: '' });
    // Artifacts are compared with these names, and a deletion takes them out.
    expect(customerColumnOf(card)).toEqual(namedBy(name));
  });

  it.each(Object.keys(ASKED))(
    '%s is refused to staff of another location, and to nobody who may switch',
    async (name) => {
      await expect(show(name, ASKED[name]?.() ?? {}, elsewhere)).rejects.toMatchObject({ code: 'not_found' });
      expect(await show(name, ASKED[name]?.() ?? {}, person('manager', 19))).toMatchObject({ error: '' });
    },
  );

  it.each(Object.keys(OF_EVERYBODY))('%s answers, and a customer is refused', async (name) => {
    const card = await show(name, OF_EVERYBODY[name]?.() ?? {});
    expect(card).toMatchObject({ tool: name, error: '' });
    expect(customerColumnOf(card)).toEqual(namedBy(name));
    await expect(show(name, OF_EVERYBODY[name]?.() ?? {}, person('customer', 20))).rejects.toMatchObject({
      code: 'not_allowed',
    });
  });

  it('shows staff of another location none of the rows of this one, whatever they ask', async () => {
    for (const [name, parameters] of [
      ['sales_summary', {}],
      ['find_orders', { search: 'grinder' }],
      ['find_orders', { customer_id: customer }],
      ['low_stock', {}],
      ['locations', {}],
    ] as const) {
      const card = JSON.stringify((await show(name, parameters, elsewhere)).rows);
      expect([name, card.includes('23.90'), card.includes('Charlotte Central'), card.includes('Grinder')]).toEqual([
        name,
        false,
        false,
        false,
      ]);
    }
  });

  it('cannot write', async () => {
    await expect(
      readInLine(shop.app.deps, here, AbortSignal.timeout(30_000), (db) => sql`DELETE FROM ai_messages`.execute(db)),
    ).rejects.toThrow(/read-only/);
  });

  it('is stopped after five seconds, with a sentence', async () => {
    await inTransaction(shop.database.db, async (tx) => {
      await sql`LOCK TABLE blueprint_fields IN ACCESS EXCLUSIVE MODE`.execute(tx);
      await expect(show('blueprint_fields', {})).rejects.toMatchObject({ code: 'took_too_long' });
    });
  }, 20_000);

  it('is not read on for somebody who has hung up', async () => {
    const held = await holding(shop, 'LOCK TABLE blueprint_fields IN ACCESS EXCLUSIVE MODE');
    const hungUp = new AbortController();
    const reading = readFor({ name: 'till', signal: hungUp.signal }, () => show('blueprint_fields', {}));
    await untilWaiting(shop);
    hungUp.abort(new Error('hung up'));
    await expect(reading).rejects.toThrow('hung up');
    await held.letGo();
  });

  it('calls nobody by what they sign in with, or by what reaches them', async () => {
    const nemos = await sql<{ id: number }>`
      INSERT INTO users (username, email, name, display_name, role) VALUES
        ('nemo@example.test', 'nemo@example.test', '', '', 'customer'),
        ('nemo-2', 'nemo2@example.test', 'Nemo Second', '(704) 555-0199', 'customer'),
        ('nemo-3', 'nemo3@example.test', 'nemo-3', 'nemo3@example.test', 'customer') RETURNING id`.execute(
      shop.database.db,
    );
    const rows = await Promise.all(
      nemos.rows.map(async ({ id }) => (await show('customers', { search: String(id) })).rows[0] ?? {}),
    );
    const called = rows.map(({ id, name }) => (name === `Customer ${id}` ? 'by number' : name));
    expect(called.filter((name) => name === 'by number')).toHaveLength(2);
    expect(called).toContain('Nemo Second');
    const nameless = rows.find(({ name }) => name !== 'Nemo Second');
    const buying = await shop.signIn('staff');
    await buying.post('/api/orders', sale([grinder], { customer_id: Number(nameless?.['id']) }));
    const [bought] = (await show('find_orders', { customer_id: Number(nameless?.['id']) })).rows;
    expect(bought?.['buyer']).toBe(`Customer ${nameless?.['id']}`);
  });

  it('finds customers by id and by name, where names are shared, and by nothing that reaches them', async () => {
    await sql`
      INSERT INTO users (id, username, email, name, display_name, phone, role) VALUES
        (7001, 'adele-b', 'adele.boone@mail.test', 'Adele Boone', '704 555 0188', '(704) 555-0166', 'customer'),
        (7002, 'bertram', 'bertram@mail.test', 'bertram', 'bertram', '', 'customer')`.execute(shop.database.db);
    const buying = await shop.signIn('staff');
    await buying.post('/api/orders', sale([grinder], { customer_id: 7001 }));
    const find = async (tool: string, search: string, sharesNames: boolean) =>
      (await runTool(shop.app.deps, here, { tool, parameters: { search } }, { sharesNames })).found.rows.map(
        (row) => row['id'],
      );
    expect(await find('customers', 'boone adele', true)).toEqual([7001]);
    expect(await find('customers', '7001', false)).toEqual([7001]);
    await expect(find('customers', 'adele boone', false)).rejects.toMatchObject({ code: 'not_allowed' });
    for (const sharesNames of [true, false])
      for (const contact of ['7045550166', '704 555 0166', '704 555 0188', 'adele.boone@mail.test'])
        expect([contact, await find('customers', contact, sharesNames).catch(() => [])]).toEqual([contact, []]);
    for (const part of ['mail.test', 'adele-b', '0166', '188', 'bertram'])
      expect([part, await find('customers', part, true)]).toEqual([part, []]);
    for (const search of ['adele boone', 'boone', '7045550166', '0166', 'adele.boone@mail.test'])
      expect([search, await find('find_orders', search, true)]).toEqual([search, []]);
    expect(await find('find_orders', 'grinder', false)).toHaveLength(
      (await show('find_orders', { search: 'grinder' })).rows.length,
    );
  });

  it('tells a model that a count is a lower bound', async () => {
    const card = await show('find_products', { search: 'grinder' });
    const { text: told } = toldToModel(card, { columns: card.columns, isAtLeast: true }, false);
    expect(JSON.parse(told)).toMatchObject({ total: 'at least 1', note: 'showing 1 of at least 1' });
  });

  it.each([
    ['find_products', { search: 'grinder', category: 'accessories' }, { search: 'grinder', category: '30' }, ''],
    ['find_products', { in_stock: true }, {}, ' (all)'],
    ['find_products', { search: 'grinder', location_id: 19 }, null, ''],
    ['stock', { category: 'accessories' }, { category: '30' }, ''],
    ['stock', { at_most: 3 }, {}, ' (all)'],
    ['stock', { product_ids: [SHOP.grinder] }, {}, ' (all)'],
    ['low_stock', {}, { attention: 'low' }, ''],
    ['low_stock', { category: 'accessories' }, { attention: 'low' }, ' (all)'],
    ['low_stock', { location_id: 19 }, null, ''],
    ['movements', { product_id: SHOP.grinder }, { search: 'AC-GR', days: 'all' }, ''],
    ['movements', { product_id: SHOP.grinder, location_id: 19 }, null, ''],
    ['customers', { search: 'rosalind', group: 'VIP' }, { search: 'rosalind', group: 'VIP' }, ''],
    [
      'purchase_orders',
      { status: 'open', supplier_id: 7, location_id: 19 },
      { status: 'open', supplier_id: '7', location_id: '19' },
      '',
    ],
    [
      'sales_summary',
      { from: '2026-01-02', to: '2026-01-03', employee_id: 1 },
      { date_from: '2026-01-02', date_to: '2026-01-03' },
      ' (all)',
    ],
    [
      'find_orders',
      { status: 'completed', customer_id: 7, location_id: 20 },
      { status: 'completed', customer: '7', location_id: '20' },
      '',
    ],
  ] as const)(
    '%s of %o opens the view with the same filter, or says that it shows more',
    async (name, asked, filter, more) => {
      const { open } = await show(name, asked, person('manager', 20));
      expect(open?.filter ?? null).toEqual(filter);
      expect(open?.label.endsWith(' (all)') ?? false).toBe(more !== '');
    },
  );

  it('says how many rows it leaves out', async () => {
    await sql`
      INSERT INTO products (name, type, status, regular_price_cents) SELECT 'Bulk ' || n, 'simple', 'publish', 100 FROM generate_series(1, 500) n`.execute(
      shop.database.db,
    );
    const card = await show('find_products', { search: 'bulk' });
    expect([card.total, card.shown, card.note]).toEqual([500, 200, 'showing 200 of 500']);
  });

  it('finds what is low, and says how much to reorder', async () => {
    await sql`SELECT sum_sales_days(100)`.execute(shop.database.db);
    const card = await show('low_stock', {});
    expect(card.rows[0]).toMatchObject({ name: 'Grinder', stock: 7, reorder_level: 50, sold: 3, days_left: 70 });
    // 300 more are low; what nobody buys comes last.
    await sql`
      INSERT INTO stock_levels (location_id, product_id, quantity, reorder_level)
      SELECT 20, id, id % 2, 5 FROM products WHERE name LIKE 'Bulk %' ORDER BY id LIMIT 300`.execute(shop.database.db);
    const all = await show('low_stock', {});
    expect([all.total - card.total, all.shown, all.note]).toEqual([300, 200, `showing 200 of ${all.total}`]);
    expect(all.rows.slice(0, card.total)).toEqual(card.rows);
    const outOf = ({ facts }: typeof card) => facts.find(({ label }) => label === 'Out of stock')?.value;
    expect(Number(outOf(all)) - Number(outOf(card))).toBe(150);
    await sql`DELETE FROM stock_levels s USING products p WHERE p.id = s.product_id AND p.name LIKE 'Bulk %'`.execute(
      shop.database.db,
    );
  });

  it('says what screens are to show, what they report, and which are off', async () => {
    const manager = await shop.signIn('manager');
    const screens = new Screens(shop, manager);
    const layout = dataOf<{ id: number }>(
      await manager.post('/api/proxy/flora-im/menus/configs', {
        name: 'Friday',
        config_data: { singleMenu: { category: '25' } },
      }),
    ).id;
    const tvs = [1, 2, 3].map((number) => ({
      tv_number: number,
      display_name: `Wall ${number}`,
      layout_id: number === 1 ? layout : null,
    }));
    dataOf(await manager.send('PUT', '/api/proxy/flora-im/store-configs/20', { store_name: 'Central', tvs }));
    const [on, off] = [await screens.pair({ tv_number: 1 }), await screens.pair({ tv_number: 2 })];
    for (const screen of [on, off]) await screens.report(screen, { layout_id: layout });
    await sql`UPDATE tv_devices SET last_seen = now() - interval '5 minutes' WHERE machine_id = ${off.id}`.execute(
      shop.database.db,
    );
    const card = await show('menus', {});
    expect(card.rows).toMatchObject([
      { tv: 1, name: 'Wall 1', layout: 'Friday', reported_layout: 'Friday' },
      { tv: 2, state: 'Offline', layout: null, reported_layout: 'Friday' },
      { tv: 3, device: null, state: 'Not paired', last_seen: null },
    ]);
    expect(card.rows[0]?.['state']).toMatch(/^Online/);
    expect(card.facts.map(({ value }) => value)).toEqual([2, 1, 1, 1, 'Nothing chosen']);
    expect((await show('menus', {}, elsewhere)).rows).toEqual([]);
  });

  it('agrees with the sales summary of the orders view', async () => {
    const till = await shop.signIn('staff');
    const { data } = (await till.get('/api/orders/summary?quick=today')).json<{
      data: { net: string; by_category: { category: string; net: string }[] };
    }>();
    const card = await show('sales_summary', { period: 'today', group_by: 'category' });
    expect(card.rows.map((row) => [row['category'], row['net']])).toEqual(
      data.by_category.map(({ category, net }) => [category, net]),
    );
    expect(card.facts.find(({ label }) => label === 'Net')?.value).toBe(data.net);
  });

  it('tells a model no name of a customer', async () => {
    const manager = await shop.signIn('manager');
    const reason = 'Returned by Rosalind Quartermaine';
    await manager.post('/api/inventory/adjust', {
      adjustments: [{ product_id: SHOP.papers, adjustment_quantity: 1, reason }],
    });
    for (const [tool, parameters] of [
      ['customers', { search: String(customer) }],
      ['find_orders', { period: 'today' }],
      ['order', { order }],
      ['customer', { customer_id: customer }],
      ['movements', { product_id: SHOP.papers }],
    ] as const) {
      const run = await runTool(shop.app.deps, here, { tool, parameters });
      const card = cardOf(run, here);
      if (tool === 'movements') expect(card.rows[0]).toMatchObject({ reason });
      expect([tool, toldToModel(card, run.found, false).text.includes('Quartermaine')]).toEqual([tool, false]);
      expect(JSON.stringify(run.found)).not.toContain('@example.com');
    }
  });
});

it('tells a model no address and no telephone number that somebody wrote into a reason', () => {
  const reason =
    'Returned by Jo (jo.q+1@mail.example.com), call (704) 555-0143 or +1 704.555.0143; barcode 0123456789012';
  const columns = [{ key: 'reason', label: 'Reason', kind: 'text' as const }];
  const card = { ...failedCard('movements', ''), columns, rows: [{ reason }], total: 1, shown: 1 };
  const { text } = toldToModel(card, { columns }, true);
  expect(text).not.toMatch(/mail\.example|555/);
  expect(text).toContain('barcode 0123456789012');
  expect(card.rows).toEqual([{ reason }]);
});

it.each([
  '(704) 555-0143',
  '704-555-0143',
  '704.555.0143',
  '704 555 0143',
  '704/555/0143',
  '(704)5550143',
  '( 704 ) 555 - 0143',
  '7045550143',
  '1-704-555-0143',
  '1 (704) 555.0143',
  '17045550143',
  '+17045550143',
  '+1 (704) 555-0143',
  '+1.704.555.0143',
  '001 704 555 0143',
  '+44 20 7946 0143',
  '+49 (0)30 1234-0143',
  '704\u2011555\u20110143',
  '704\u00a0555\u00a00143',
  'tel. 555-0143',
  'cell: 555 0143',
  'jo@shop.example',
  'JO.Q@MAIL.EXAMPLE.COM',
  'jo.q+till@mail.example.com',
  "jo_o'neil@mail.example",
  'jo @ mail.example',
  'jo(at)mail.example',
  'jo%40mail.example',
  'jö@bücher.example',
  '<jo@mail.example>',
])('tells a model nothing of %s in a reason, a figure or a title', (contact) => {
  const reason = `Returned, ${contact}, wants to hear.`;
  const columns = [{ key: 'reason', label: 'Reason', kind: 'text' as const }];
  const facts = [{ label: 'Note', value: reason, kind: 'text' as const }];
  const card = {
    ...failedCard('movements', ''),
    title: reason,
    facts,
    columns,
    rows: [{ reason }],
    total: 1,
    shown: 1,
  };
  const { text } = toldToModel(card, { columns }, true);
  expect(text).not.toMatch(/0143|example|\bjo\b/i);
  expect(text.match(/wants to hear/g)).toHaveLength(3);
});

it('tells a model figures that only look like a telephone number', () => {
  const reason =
    'Count of 2026-11-24 02:10:00, +10 (2026-11-24), 3 @ $4.50, POS-4051, PO-2026-0143, 704 of 1,555, 12 x 0143 g, 012345678905, 4006381333931';
  const sku = '7045550143';
  const columns = ['sku', 'reason'].map((key) => ({ key, label: key, kind: 'text' as const }));
  const card = { ...failedCard('movements', ''), columns, rows: [{ sku, reason }], total: 1, shown: 1 };
  expect(JSON.parse(toldToModel(card, { columns }, true).text)).toMatchObject({ rows: [[sku, reason]] });
});

it('offers a role only the drafts that it may approve', () => {
  expect(KINDS.filter(({ permission }) => can('staff', permission)).map(({ kind }) => kind)).toEqual([
    'purchase_order',
    'count_list',
    'label_sheet',
  ]);
  expect(KINDS.filter(({ permission }) => can('manager', permission))).toHaveLength(6);
});
