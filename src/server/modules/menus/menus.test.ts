import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireMenuConfig, WireMenuConfigVersion, WireMenuSettings } from '#contract/menus.ts';
import type { MenuEvent } from '#contract/menu-events.ts';
import type { WireMenuDisplay, WireMenuShelf } from '#contract/menu-shelf.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { listen } from '#server/testing/wire/event-stream.ts';
import { sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';

const BASE = '/api/proxy/flora-im/menus';
const CONFIGS = `${BASE}/configs`;
const STORES = '/api/proxy/flora-im/store-configs';

let shop: TestApp;
let manager: Till;
let cashier: Till;
let neighbour: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  await shop.app.listen({ port: 0 });
  manager = await shop.signIn('manager');
  cashier = await shop.signIn('staff');
  neighbour = await shop.signIn('staff', { locationId: 19 });
});
afterAll(() => shop.close());

const dataOf = <Data>(reply: { json: () => unknown; statusCode: number; body: string }): Data => {
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return (reply.json() as { data: Data }).data;
};
const layout = (category: string | null) => ({ singleMenu: { category } });
const save = async (body: object = {}, by = manager): Promise<WireMenuConfig> =>
  dataOf(await by.post(CONFIGS, { name: 'Friday', config_data: layout('25'), ...body }));
const change = (id: number, body: object, by = manager) => by.send('PUT', `${CONFIGS}/${id}`, body);
const display = async (query = 'location_id=20') =>
  dataOf<WireMenuDisplay>(await shop.inject({ url: `/api/menus/display?${query}` }));
const shelf = async (query = 'location_id=20') =>
  dataOf<WireMenuShelf>(await shop.inject({ url: `/api/menus/shelf?${query}` }));
const audited = async (entity: string, id: number | string) =>
  (
    await sql<{ action: string; details: unknown }>`
      SELECT action, details FROM audit_trail WHERE entity = ${entity} AND entity_id = ${String(id)} ORDER BY id`.execute(
      shop.database.db,
    )
  ).rows;

describe('a saved menu', () => {
  it('is a layout when it names a category and a theme otherwise, and is not active at first', async () => {
    expect(await save()).toMatchObject({ config_type: 'layout', is_active: false, location_id: 20, version: 1 });
    expect(await save({ config_data: { backgroundColor: '#ABC' } })).toMatchObject({
      config_type: 'theme',
      config_data: { backgroundColor: '#aabbcc' },
    });
    const dual = { isDualMenu: true, dualMenu: { leftBottom: { category: 'flower' } } };
    expect(await save({ config_data: dual })).toMatchObject({
      config_type: 'layout',
      config_data: { dualMenu: { left: { category: null, viewMode: 'auto' }, leftBottom: { category: 'flower' } } },
    });
    expect((await save({ config_data: layout(null), config_type: 'layout' })).config_type).toBe('layout');
  });

  it('takes no style for a colour, no font that is none, and keeps names as text', async () => {
    for (const config_data of [
      { backgroundColor: 'red;background:url(//evil)' },
      { fontColor: 'url(javascript:1)' },
      { fontColor: 'expression(1)' },
      { titleFont: 'Comic Sans; } body { display: none' },
      { titleFont: '' },
      { singleMenu: { category: 'x'.repeat(101) } },
      { pageSeconds: 0 },
    ])
      expect(refusalOf(await manager.post(CONFIGS, { name: 'Bad', config_data }))).toEqual([400, 'invalid_request']);
    const name = '<img src=x onerror=alert(1)></style>';
    const config = await save({ name, config_data: { ...layout('25'), style: 'body{}', __custom: 1 } });
    expect(config.name).toBe(name);
    expect(config.config_data).not.toHaveProperty('style');
    expect(refusalOf(await manager.post(CONFIGS, { name: '  ', config_data: {} }))).toEqual([400, 'invalid_request']);
  });

  it('that two managers edit is saved by the first, and the second is told what it is now', async () => {
    const { id, version } = await save();
    const replies = await Promise.all(['One', 'Two'].map((name) => change(id, { name, version })));
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409);
    const saved = replies.find(({ statusCode }) => statusCode === 200);
    expect(refused?.json()).toMatchObject({ code: 'changed_meanwhile', current: { version: version + 1 } });
    expect(refused?.json<{ current: WireMenuConfig }>().current.name).toBe(
      saved?.json<{ data: WireMenuConfig }>().data.name,
    );
  });

  it('keeps every version, and goes back to one without losing any', async () => {
    const { id } = await save({ name: 'First' });
    await change(id, { name: 'Second', config_data: layout('30') });
    const { data } = (await manager.post(`${CONFIGS}/${id}/restore`, { restored_version: 1, version: 2 })).json<{
      data: WireMenuConfig;
    }>();
    expect(data).toMatchObject({ name: 'First', config_data: { singleMenu: { category: '25' } }, version: 3 });
    const versions = dataOf<WireMenuConfigVersion[]>(await cashier.get(`${CONFIGS}/${id}/versions`));
    expect(versions.map(({ version, name }) => [version, name])).toEqual([
      [3, 'First'],
      [2, 'Second'],
      [1, 'First'],
    ]);
    expect(refusalOf(await manager.post(`${CONFIGS}/${id}/restore`, { restored_version: 9 }))).toEqual([
      404,
      'not_found',
    ]);
    expect((await audited('menu_config', id)).map(({ action }) => action)).toEqual([
      'menu_config_created',
      'menu_config_changed',
      'menu_config_changed',
    ]);
  });

  it('is the only active one of its type, which is no edit of it', async () => {
    const [one, other] = [await save(), await save()];
    const theme = await save({ config_data: {} });
    for (const { id } of [theme, one, other]) await change(id, { is_active: true });
    expect(dataOf<WireMenuConfig>(await cashier.get(`${BASE}/active?location_id=20`)).id).toBe(other.id);
    const list = dataOf<WireMenuConfig[]>(await cashier.get(`${CONFIGS}?location_id=20&is_active=true`));
    expect(new Set(list.map(({ id }) => id))).toEqual(new Set([other.id, theme.id]));
    expect(list.every(({ version }) => version === 1)).toBe(true);
    expect(await display()).toMatchObject({ usual: { layout_id: other.id, theme_id: theme.id } });
    const none = await neighbour.get(`${BASE}/active`);
    expect([none.statusCode, none.json<{ error: string }>().error]).toEqual([404, 'No active menu config found']);
  });

  it('is duplicated, and deleted unless a screen shows it', async () => {
    const { id } = await save({ name: 'x'.repeat(100) });
    const copy = dataOf<WireMenuConfig>(await manager.post(`${CONFIGS}/${id}/duplicate`, {}));
    expect(copy).toMatchObject({ is_active: false, version: 1 });
    expect(copy.name).toMatch(/^x{93} \(copy\)$/);
    const tvs = [{ tv_number: 1, layout_id: copy.id }];
    await manager.send('PUT', `${STORES}/20`, { store_name: 'Central', tvs });
    const weekly = [{ weekday: 1, starts: '16:00', ends: '18:00', layout_id: copy.id }];
    await manager.send('PUT', '/api/tv/schedules/1', { weekly });
    const refused = await manager.send('DELETE', `${CONFIGS}/${copy.id}`);
    expect(refused.json()).toMatchObject({ code: 'menu_in_use', used_by: ['TV 1', 'the schedule of TV 1'] });
    expect((await manager.send('DELETE', `${CONFIGS}/${copy.id}?anyway=true`)).statusCode).toBe(200);
    expect(refusalOf(await manager.get(`${CONFIGS}/${copy.id}`))).toEqual([404, 'not_found']);
    expect(await display('location_id=20&tv_number=1')).toMatchObject({
      tv: { layout_id: null },
      schedule: { weekly: [] },
    });
  });

  it('is read by staff of its location, and written by managers', async () => {
    const { id } = await save();
    expect((await cashier.get(`${CONFIGS}/${id}`)).statusCode).toBe(200);
    expect(refusalOf(await neighbour.get(`${CONFIGS}/${id}`))).toEqual([404, 'not_found']);
    expect(refusalOf(await neighbour.get(`${CONFIGS}?location_id=20`))).toEqual([404, 'not_found']);
    for (const by of [cashier, neighbour]) {
      const refused = [
        await by.post(CONFIGS, { name: 'Mine', config_data: {} }),
        await change(id, { name: 'Mine' }, by),
        await by.send('DELETE', `${CONFIGS}/${id}`),
        await by.post(`${CONFIGS}/${id}/duplicate`, {}),
        await by.post(`${CONFIGS}/${id}/restore`, { restored_version: 1 }),
        await by.send('PUT', '/api/menus/settings', { public_enabled: false }),
        await by.send('PUT', `${STORES}/20`, { store_name: 'Mine', tvs: [{ tv_number: 1 }] }),
        await by.send('PUT', '/api/tv/schedules/1', {}),
      ];
      expect(refused.map(refusalOf)).toEqual(refused.map(() => [403, 'not_allowed']));
    }
  });
});

describe('the TVs of a location', () => {
  it('are set up with menus of that location and of the right type only', async () => {
    const elsewhere = await save({ location_id: 19 });
    const theme = await save({ config_data: {} });
    for (const tv of [{ layout_id: elsewhere.id }, { layout_id: theme.id }, { layout_id: 999_999 }])
      expect(refusalOf(await manager.post(STORES, { store_name: 'Central', tvs: [{ tv_number: 1, ...tv }] }))).toEqual([
        422,
        'not_valid',
      ]);
    const twice = [{ tv_number: 1 }, { tv_number: 1 }];
    expect(refusalOf(await manager.post(STORES, { store_name: 'Central', tvs: twice }))).toEqual([
      400,
      'invalid_request',
    ]);
    expect(refusalOf(await cashier.get(`${STORES}/19`))).toEqual([404, 'not_found']);
  });

  it('keep their schedules while they stay, and are compared with what was seen', async () => {
    const { id } = await save();
    const put = (body: object) => manager.send('PUT', `${STORES}/20`, { store_name: 'Central', ...body });
    const { version } = dataOf<{ version: number }>(await put({ tvs: [{ tv_number: 1 }, { tv_number: 2 }] }));
    const weekly = [{ weekday: 5, starts: '16:00', ends: '18:00', layout_id: id, name: 'Happy hour' }];
    const days = [{ day: '2026-12-25', slots: [] }];
    const kept = dataOf<{ version: number }>(await manager.send('PUT', '/api/tv/schedules/2', { weekly, days }));
    const saved = dataOf<{ tvs: unknown[] }>(await put({ tvs: [{ tv_number: 2, layout_id: id }], version }));
    expect(saved.tvs).toMatchObject([
      { tv_number: 2, display_name: 'TV 2', orientation: 'horizontal', layout_name: 'Friday', enabled: true },
    ]);
    expect(refusalOf(await put({ tvs: [{ tv_number: 3 }], version }))).toEqual([409, 'changed_meanwhile']);
    expect(dataOf(await cashier.get('/api/tv/schedules/2'))).toMatchObject({
      weekly: [{ weekday: 5, starts: '16:00', ends: '18:00', layout_id: id, theme_id: null, name: 'Happy hour' }],
      days,
      version: kept.version,
    });
    expect(refusalOf(await cashier.get('/api/tv/schedules/1'))).toEqual([404, 'not_found']);
    const late = await manager.send('PUT', '/api/tv/schedules/2', { weekly: [], version: kept.version - 1 });
    expect(refusalOf(late)).toEqual([409, 'changed_meanwhile']);
  });

  it('follow their schedule by the clock of the location', async () => {
    const [usual, happy] = [await save({ name: 'Usual' }), await save({ name: 'Happy' })];
    const tvs = [{ tv_number: 4, layout_id: usual.id }];
    await manager.send('PUT', `${STORES}/20`, { store_name: 'Central', tvs });
    const slots = [{ starts: '16:00', ends: '18:00', layout_id: happy.id, name: 'Happy hour' }];
    const days = [{ day: '2026-11-27', slots }];
    expect((await manager.send('PUT', '/api/tv/schedules/4', { days })).statusCode).toBe(200);
    const at = (instant: string) => display(`location_id=20&tv_number=4&as_of=${instant}`);
    // New York is five hours behind.
    const during = await at('2026-11-27T21:30:00Z');
    expect(during.showing).toEqual({
      layout_id: happy.id,
      theme_id: during.usual.theme_id,
      name: 'Happy hour',
      until: '2026-11-27T23:00:00.000Z',
    });
    expect((await at('2026-11-27T20:59:00Z')).showing).toMatchObject({
      layout_id: usual.id,
      until: '2026-11-27T21:00:00.000Z',
    });
    expect(during.configs.map(({ id }) => id)).toEqual(expect.arrayContaining([usual.id, happy.id]));
    const bad = [{ weekday: 1, starts: '16:00', ends: '16:00', layout_id: happy.id }];
    expect(refusalOf(await manager.send('PUT', '/api/tv/schedules/4', { weekly: bad }))).toEqual([422, 'not_valid']);
  });

  it('show the fallback where nothing was chosen for them, without one the active menu, which customers see first', async () => {
    const [active, fallback, theme] = [await save(), await save({ name: 'Fallback' }), await save({ config_data: {} })];
    const put = (body: object) => manager.send('PUT', '/api/menus/settings', body);
    const usual = async (of?: string) => (await display(of)).usual;
    await change(active.id, { is_active: true });
    await manager.send('PUT', `${STORES}/20`, { store_name: 'Central', tvs: [{ tv_number: 5 }] });
    expect(await usual('location_id=20&tv_number=5')).toMatchObject({ layout_id: active.id });
    const settings = dataOf<WireMenuSettings>(await cashier.get('/api/menus/settings'));
    const body = { fallback_layout_id: fallback.id, fallback_theme_id: theme.id, version: settings.version };
    expect((await put(body)).statusCode).toBe(200);
    expect(refusalOf(await put(body))).toEqual([409, 'changed_meanwhile']);
    expect(refusalOf(await put({ fallback_layout_id: theme.id }))).toEqual([422, 'not_valid']);
    expect(await usual('location_id=20&tv_number=5')).toEqual({ layout_id: fallback.id, theme_id: theme.id });
    expect(await usual()).toMatchObject({ layout_id: active.id });
    expect(refusalOf(await manager.send('DELETE', `${CONFIGS}/${fallback.id}`))).toEqual([409, 'menu_in_use']);
  });
});

describe("the customers' menu", () => {
  it('shows published products, prices and availability of one location, and nothing else', async () => {
    const { db } = shop.database;
    await sql`
      INSERT INTO blueprint_fields (blueprint_id, field_name, field_label) VALUES (39, 'strain_type', 'Type'), (39, 'cost', 'Cost'), (39, 'supplier', 'Supplier')`.execute(
      db,
    );
    const meta = {
      _blueprint_strain_type: 'Hybrid',
      _blueprint_cost: '4.00',
      _blueprint_supplier: 'Catawba Farms',
      _secret: 'note',
      _blueprint_unknown: 'kept back',
    };
    await sql`UPDATE products SET meta = ${JSON.stringify(meta)}::jsonb WHERE id = ${SHOP.blueDream}`.execute(db);
    shop.app.deps.live.publish({ type: 'catalogue' });
    await expect.poll(async () => JSON.stringify(await shelf())).toContain('Hybrid');
    const reply = await shop.inject({ url: '/api/menus/shelf?location_id=20' });
    expect(reply.body).not.toMatch(/Catawba|4\.00"|secret|kept back|"stock"|quantity|sku|barcode/i);
    const { products, categories } = await shelf();
    expect(categories.map(({ slug }) => slug)).toEqual(['flower', 'accessories']);
    const blueDream = products.find(({ id }) => id === SHOP.blueDream);
    expect(blueDream).toEqual({
      id: SHOP.blueDream,
      name: 'Blue Dream',
      ...{ in_stock: true, left: null, unit: 'g' },
      category_ids: [25],
      image: null,
      fields: { strain_type: 'Hybrid' },
      changes: [],
      prices: [
        { label: '1 g', price: '15.00', was: null, short: false },
        { label: '3.5 g', price: '40.00', was: null, short: false },
        { label: '7 g', price: '60.00', was: null, short: false },
        { label: '1 pre-roll', price: '8.00', was: null, short: false },
      ],
    });
    expect(products.find(({ id }) => id === SHOP.shirt)?.prices).toEqual([
      { label: 'Small', price: '25.00', was: null, short: false },
      { label: 'Large', price: '27.00', was: null, short: true },
    ]);
    // A tier that no sale accepts cannot be had.
    expect(products.find(({ id }) => id === SHOP.brokenRolls)).toMatchObject({ in_stock: false });
    expect(products.map(({ id }) => id)).not.toContain(SHOP.draft);
    expect((await shelf('location_id=19')).products).toEqual([]);
  });

  it('greys the tiers that the stock does not cover, and tells few that are left only if a theme asks', async () => {
    const tell = async (milli: number) => {
      const moves = [{ product_id: SHOP.blueDream, variation_id: null, delta: milli, action: 'manual_adjustment' }];
      await sql`SELECT move_stock(20, NULL, ${JSON.stringify(moves)}::jsonb)`.execute(shop.database.db);
      const event = { product_id: SHOP.blueDream, variation_id: null, quantity: 0 };
      shop.app.deps.live.publish({ type: 'stock', location_id: 20, items: [event] });
    };
    const blueDream = async () => (await shelf()).products.find(({ id }) => id === SHOP.blueDream);
    await tell(-97);
    await expect
      .poll(async () => (await blueDream())?.prices.map(({ short }) => short))
      .toEqual([false, true, true, false]);
    expect((await blueDream())?.left).toBeNull();
    const preview = (await cashier.get('/api/menus/shelf?left_below=5')).json<{ data: WireMenuShelf }>().data;
    expect(preview.products.find(({ id }) => id === SHOP.blueDream)?.left).toBe(3);
    const stranger = await shelf('location_id=20&left_below=500');
    expect(stranger.products.every(({ left }) => left === null)).toBe(true);
    // A theme of one TV asks for counts: its screens get them, strangers do not.
    const theme = await save({ config_data: { leftBelow: 5 } });
    const tvs = (theme_id: number | null) => ({ store_name: 'Central', tvs: [{ tv_number: 6, theme_id }] });
    await manager.send('PUT', `${STORES}/20`, tvs(theme.id));
    const seenBy = async (headers: Record<string, string>) =>
      (await shop.inject({ url: '/api/menus/shelf?location_id=20', headers }))
        .json<{ data: WireMenuShelf }>()
        .data.products.find(({ id }) => id === SHOP.blueDream)?.left;
    await expect.poll(() => seenBy(cashier.headers)).toBe(3);
    expect([(await blueDream())?.left, await seenBy(neighbour.headers)]).toEqual([null, null]);
    const [strangers, own] = [
      await listen(shop, { headers: {} }, '/api/menus/events?location_id=20'),
      await listen(shop, cashier, '/api/menus/events?location_id=20'),
    ];
    await tell(-1);
    const leftIn = ({ events }: typeof own) =>
      (events as MenuEvent[]).flatMap((event) =>
        event.type === 'availability' ? event.products.map(({ left }) => left) : [],
      );
    await expect.poll(() => leftIn(own)).toEqual([2]);
    await expect.poll(() => (strangers.events as MenuEvent[]).at(-1)?.type).toBe('availability');
    expect(leftIn(strangers)).toEqual([]);
    for (const stream of [strangers, own]) stream.close();
    await manager.send('PUT', `${STORES}/20`, tvs(null));
    await expect.poll(() => seenBy(cashier.headers)).toBeNull();
    const active = await save({ config_data: { leftBelow: 5 } });
    await change(active.id, { is_active: true });
    await expect.poll(async () => (await blueDream())?.left).toBe(2);
    await change(active.id, { is_active: false });
    await expect.poll(async () => (await blueDream())?.left).toBeNull();
    await tell(98);
  });

  it('is not sent again to whoever has it, and changes with a sale within a moment', async () => {
    const url = `/api/menus/shelf?location_id=20&category=accessories`;
    const first = await shop.inject({ url });
    const etag = String(first.headers['etag']);
    expect((await shop.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(304);
    expect(
      first
        .json<{ data: WireMenuShelf }>()
        .data.products.map(({ id }) => id)
        .toSorted((a, b) => a - b),
    ).toEqual([SHOP.grinder, SHOP.shirt, SHOP.papers]);
    const sold = await cashier.post('/api/orders', sale([{ product_id: SHOP.grinder, quantity: 10 }]));
    expect(sold.statusCode, sold.body).toBe(200);
    await expect.poll(async () => (await shelf()).products.find(({ id }) => id === SHOP.grinder)?.in_stock).toBe(false);
    expect((await shop.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(200);
  });

  it('knows the prices of the coming week', async () => {
    const { db } = shop.database;
    await sql`
      INSERT INTO item_prices (product_id, valid_from, regular_price_cents, sale_price_cents) VALUES
        (${SHOP.papers}, now() + interval '1 day', 300, NULL), (${SHOP.papers}, now() + interval '2 days', 300, 250)`.execute(
      db,
    );
    shop.app.deps.live.publish({ type: 'catalogue' });
    const papers = async () => (await shelf()).products.find(({ id }) => id === SHOP.papers);
    await expect
      .poll(async () => (await papers())?.changes.map(({ prices }) => prices))
      .toEqual([
        [{ label: null, price: '3.00', was: null, short: false }],
        [{ label: null, price: '2.50', was: '3.00', short: false }],
      ]);
    expect((await papers())?.prices).toEqual([{ label: null, price: '2.00', was: null, short: false }]);
    await sql`
      INSERT INTO pricing_rules (id, blueprint_id, name, product_type, position, valid_from)
      VALUES (90, 39, 'Flower', 'flower', 0, now() + interval '3 hours')`.execute(db);
    await sql`INSERT INTO pricing_tiers (rule_id, min, price_cents, label, unit) VALUES (90, 1, 1700, '1 g', 'g')`.execute(
      db,
    );
    shop.app.deps.live.publish({ type: 'catalogue' });
    const blueDream = async () => (await shelf()).products.find(({ id }) => id === SHOP.blueDream);
    await expect
      .poll(async () => (await blueDream())?.changes.map(({ prices }) => prices))
      .toEqual([
        [
          { label: '1 g', price: '17.00', was: null, short: false },
          { label: '1 pre-roll', price: '8.00', was: null, short: false },
        ],
      ]);
  });

  it('can be closed for a location, which is then as unknown as one that there is not', async () => {
    expect(refusalOf(await shop.inject({ url: '/api/menus/shelf' }))).toEqual([422, 'location_required']);
    expect(refusalOf(await shop.inject({ url: '/api/menus/shelf?location_id=999' }))).toEqual([404, 'not_found']);
    await manager.send('PUT', '/api/menus/settings', { public_enabled: false });
    for (const path of ['shelf', 'display', 'events'])
      await expect
        .poll(async () => refusalOf(await shop.inject({ url: `/api/menus/${path}?location_id=20` })))
        .toEqual([404, 'not_found']);
    expect((await cashier.get('/api/menus/shelf')).statusCode).toBe(200);
    expect(refusalOf(await neighbour.get('/api/menus/shelf?location_id=20'))).toEqual([404, 'not_found']);
    // Windows of the staff go on hearing of changes.
    const events = '/api/menus/events?location_id=20';
    const stream = await listen(shop, cashier, events);
    await expect(listen(shop, neighbour, events)).rejects.toThrow('404');
    await save({ name: 'While it is closed' });
    await expect.poll(() => (stream.events as MenuEvent[]).map(({ type }) => type)).toContain('menus');
    stream.close();
    await manager.send('PUT', '/api/menus/settings', { public_enabled: true });
    // Those who work elsewhere read an open menu as everybody does.
    await expect.poll(async () => (await neighbour.get('/api/menus/shelf?location_id=20')).statusCode).toBe(200);
    await expect.poll(async () => (await shop.inject({ url: '/api/menus/shelf?location_id=20' })).statusCode).toBe(200);
  });
});
