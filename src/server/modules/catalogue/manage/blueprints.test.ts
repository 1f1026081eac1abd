import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type ManagedBlueprint, managedBlueprintsRoute } from '#contract/blueprints.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { ManagedProduct } from '#contract/managed-products.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';

const PATH = '/api/manage/blueprints';
const PRODUCTS = '/api/manage/products';
const FLOWER = 39;

let shop: TestApp;
let staff: Till;
let manager: Till;

beforeEach(async () => {
  await shop?.close();
  shop = await testApp();
  await openShop(shop);
  staff = await shop.signIn('staff');
  manager = await shop.signIn('manager');
});
afterAll(() => shop.close());

const STRAIN = { name: 'strain_type', label: 'Type', type: 'select', options: ['Indica', 'Sativa'], required: true };
const THCA = { name: 'thca_percentage', label: 'THCA %', type: 'number', min: 0, max: 100 };
const TESTED = { label: 'Tested on', type: 'date' };
const LOCAL = { label: 'Local', type: 'boolean', default_value: 'yes' };

const list = async () => managedBlueprintsRoute.reply.parse((await manager.get(PATH)).json()).data;
const flower = async () => (await list()).find(({ id }) => id === FLOWER) as ManagedBlueprint;
const put = (id: number, body: object, by = manager) => by.send('PUT', `${PATH}/${id}`, body);
const product = (id: number, body: object, by = manager) => by.send('PUT', `${PRODUCTS}/${id}`, body);
async function withFields(): Promise<ManagedBlueprint> {
  const reply = await put(FLOWER, { fields: [STRAIN, THCA, TESTED, LOCAL] });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: ManagedBlueprint }>().data;
}
const metaOf = async (id: number) =>
  (await sql<{ meta: Record<string, unknown> }>`SELECT meta FROM products WHERE id = ${id}`.execute(shop.database.db))
    .rows[0]?.meta;

it('has fields of every type in an order, each under the name that it keeps', async () => {
  const { fields, version, products } = await withFields();
  expect(products).toBe(1);
  expect(fields.map(({ name, type, default_value: given }) => [name, type, given])).toEqual([
    ['strain_type', 'select', null],
    ['thca_percentage', 'number', null],
    ['tested_on', 'date', null],
    ['local', 'boolean', 'true'],
  ]);
  const [strain, thca] = fields;
  const reply = await put(FLOWER, {
    fields: [
      { ...thca, label: 'THCA' },
      { ...strain, name: 'other' },
    ],
    version,
  });
  expect(reply.json<{ data: ManagedBlueprint }>().data.fields).toMatchObject([
    { id: thca?.id, name: 'thca_percentage', label: 'THCA' },
    { id: strain?.id, name: 'strain_type', required: true },
  ]);
  expect(refusalOf(await put(FLOWER, { name: 'Buds', version }))).toEqual([409, 'changed_meanwhile']);
  expect(refusalOf(await put(FLOWER, { fields: (await flower()).fields }))).toEqual([422, 'nothing_to_do']);
  const asked = await staff.get('/api/proxy/flora-im/v2/fields?name=flower');
  expect(asked.json()).toMatchObject({
    fields: [{ name: 'thca_percentage', type: 'number', config: { validation: { max: 100 } } }, {}],
  });
});

it.each([
  ['a list of nothing', [{ label: 'X', type: 'select' }]],
  [
    'the same label twice',
    [
      { label: 'X', type: 'text' },
      { label: 'x', type: 'text' },
    ],
  ],
  ['a least above the largest', [{ label: 'X', type: 'number', min: 2, max: 1 }]],
  ['a default that does not fit', [{ label: 'X', type: 'number', default_value: 'much' }]],
  ['a field of another blueprint', [{ id: 1, label: 'X', type: 'text' }]],
])('refuses %s', async (_what, fields) => {
  expect(refusalOf(await put(FLOWER, { fields }))).toEqual([422, 'not_valid']);
  expect((await flower()).fields).toEqual([]);
});

it('judges values of products by their type, wherever they come from', async () => {
  await withFields();
  const reply = await product(SHOP.blueDream, {
    field_values: { strain_type: 'sativa', thca_percentage: '21.50', tested_on: '2026-11-02' },
  });
  expect(reply.json<{ data: ManagedProduct }>().data.field_values).toEqual({
    strain_type: 'Sativa',
    thca_percentage: '21.5',
    tested_on: '2026-11-02',
  });
  for (const field_values of [
    { strain_type: 'Hybrid' },
    { strain_type: null },
    { thca_percentage: 101 },
    { nose: 'Pine' },
  ]) {
    expect(refusalOf(await product(SHOP.blueDream, { field_values })), JSON.stringify(field_values)).toEqual([
      422,
      'not_valid',
    ]);
  }
  const store = (value: unknown, key = '_blueprint_thca_percentage') =>
    manager.send('PUT', `/api/proxy/woocommerce/products/${SHOP.blueDream}`, { meta_data: [{ key, value }] });
  expect(refusalOf(await store('much'))).toEqual([422, 'not_valid']);
  expect((await store(19)).statusCode).toBe(200);
  // Meta other than the blueprint's fields is stored as the client sends it.
  expect((await store({ any: 'thing' }, '_note')).statusCode).toBe(200);
  expect((await store(null)).statusCode).toBe(200);
  expect(await metaOf(SHOP.blueDream)).toEqual({
    _blueprint_strain_type: 'Sativa',
    _blueprint_tested_on: '2026-11-02',
    _note: { any: 'thing' },
  });
  const { rows } = await sql<{ details: object }>`
    SELECT details FROM audit_trail WHERE action = 'product_changed' ORDER BY id DESC LIMIT 1`.execute(
    shop.database.db,
  );
  expect(rows[0]?.details).toMatchObject({ field_values: { from: {}, to: { strain_type: 'Sativa' } } });
});

it('finds products by the values of searchable fields, and never by a cost', async () => {
  const blueprint = await withFields();
  const fields = [
    ...blueprint.fields.map((field) => ({ ...field, searchable: field.name === 'strain_type' })),
    { label: 'Cost', name: 'cost', type: 'text' as const, searchable: true },
  ];
  await product(SHOP.blueDream, { field_values: { strain_type: 'Sativa' } });
  const found = async (search: string) => {
    const reply = await manager.get(`/api/proxy/flora-im/products?search=${search}&include_zero_stock=true`);
    return reply.json<{ data: { id: number; search_terms?: string[] }[] }>().data;
  };
  expect(await found('sativa')).toEqual([]);
  const heard: LiveEvent[] = [];
  shop.app.deps.live.subscribe((event) => event.type === 'catalogue' && heard.push(event));
  expect((await put(FLOWER, { fields })).statusCode).toBe(200);
  expect(await found('sativa')).toMatchObject([{ id: SHOP.blueDream, search_terms: ['Sativa'] }]);
  await expect.poll(() => heard.at(-1)).toEqual({ type: 'catalogue' });
  await product(SHOP.blueDream, { field_values: { cost: '7.77' } });
  expect(await found('7.77')).toEqual([]);
});

it('gives a new product the defaults, and sells none that lacks what is required', async () => {
  await withFields();
  const add = (body: object) => manager.post(PRODUCTS, { name: 'Dogwood', blueprint_id: FLOWER, ...body });
  const made = await add({ field_values: { strain_type: 'Indica' } });
  expect(made.json<{ data: ManagedProduct }>().data.field_values).toEqual({ strain_type: 'Indica', local: 'true' });
  expect(refusalOf(await add({ status: 'publish' }))).toEqual([422, 'not_valid']);
  const draft = (await add({})).json<{ data: ManagedProduct }>().data;
  expect(draft.field_values).toEqual({ local: 'true' });
  expect(refusalOf(await product(draft.id, { status: 'publish' }))).toEqual([422, 'not_valid']);
  expect((await product(draft.id, { status: 'publish', field_values: { strain_type: 'Sativa' } })).statusCode).toBe(
    200,
  );
  // A product on sale cannot get a blueprint whose required fields it leaves empty.
  const other = (await add({ status: 'publish', blueprint_id: null })).json<{ data: ManagedProduct }>().data;
  expect(refusalOf(await product(other.id, { blueprint_id: FLOWER }))).toEqual([422, 'not_valid']);
});

it('tells the fields of a category and of a product', async () => {
  await withFields();
  await product(SHOP.blueDream, { category_ids: [25], field_values: { strain_type: 'Sativa' } });
  const ask = async (query: string) =>
    (await staff.get(`/api/blueprint-fields?${query}`)).json<{ fields: object[] }>().fields;
  expect(await ask(`product_id=${SHOP.blueDream}`)).toMatchObject([
    { field_name: 'strain_type', field_label: 'Type', field_type: 'select', field_value: 'Sativa' },
    { field_name: 'thca_percentage', field_value: '' },
    {},
    {},
  ]);
  expect(await ask('category_id=25')).toMatchObject([{ field_name: 'strain_type', count: 1 }, { count: 0 }, {}, {}]);
  expect(await ask('category_id=30')).toEqual([]);
  expect(refusalOf(await staff.get('/api/blueprint-fields'))).toEqual([422, 'not_valid']);
  expect(refusalOf(await staff.get('/api/blueprint-fields?category_id=99'))).toEqual([404, 'not_found']);
});

it('is deleted only when nothing has it', async () => {
  expect(refusalOf(await manager.send('DELETE', `${PATH}/${FLOWER}`))).toEqual([409, 'blueprint_in_use']);
  const made = (await manager.post(PATH, { name: 'Tincture', fields: [LOCAL] })).json<{ data: ManagedBlueprint }>()
    .data;
  expect(made).toMatchObject({ slug: 'tincture', products: 0 });
  expect(refusalOf(await manager.post(PATH, { name: 'tincture' }))).toEqual([409, 'blueprint_exists']);
  expect((await manager.send('DELETE', `${PATH}/${made.id}?version=${made.version}`)).statusCode).toBe(200);
});

it('is not for staff', async () => {
  for (const reply of [
    await staff.get(PATH),
    await staff.post(PATH, { name: 'X' }),
    await put(FLOWER, { name: 'X' }, staff),
    await staff.send('DELETE', `${PATH}/${FLOWER}`),
  ]) {
    expect(refusalOf(reply)).toEqual([403, 'not_allowed']);
  }
});
