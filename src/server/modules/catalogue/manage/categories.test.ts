import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { categoriesRoute } from '#contract/catalogue.ts';
import type { LiveEvent } from '#contract/live.ts';
import { type ManagedCategory, managedCategoriesRoute } from '#contract/managed-categories.ts';
import { menuShelfRoute } from '#contract/menu-shelf.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';

const PATH = '/api/manage/categories';
const FLOWER = 25;
const ACCESSORIES = 30;

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

const list = async () => managedCategoriesRoute.reply.parse((await manager.get(PATH)).json()).data;
const add = async (name: string, parent: number | null = null) =>
  (await manager.post(PATH, { name, parent_id: parent })).json<{ data: ManagedCategory }>().data;
const put = (id: number, body: object, by = manager) => by.send('PUT', `${PATH}/${id}`, body);
const move = (id: number, parent: number | null, before: number | null) =>
  manager.post(`${PATH}/${id}/move`, { parent_id: parent, before_id: before });
/** The tree in words: "Accessories, Accessories > Glass". */
async function tree(): Promise<string[]> {
  const all = await list();
  const pathOf = ({ name, parent_id: above }: ManagedCategory): string => {
    const parent = all.find(({ id }) => id === above);
    return parent ? `${pathOf(parent)} > ${name}` : name;
  };
  return all.map(pathOf);
}
/** Names of categories with products, in the order of the tills. */
async function onTheTill(): Promise<string[]> {
  const reply = await staff.get('/api/proxy/flora-im/products?per_page=50');
  const { data } = reply.json<{ data: { categories: { name: string }[] }[] }>();
  return [...new Set(data.map(({ categories: [first] }) => first?.name ?? 'none'))];
}
async function audited(action: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ details: Record<string, unknown> }>`
    SELECT details FROM audit_trail WHERE action = ${action} ORDER BY id`.execute(shop.database.db);
  return rows.map(({ details }) => details);
}
async function categoriesOf(product: number): Promise<number[]> {
  const { rows } = await sql<{ category_ids: number[] }>`
    SELECT category_ids FROM products WHERE id = ${product}`.execute(shop.database.db);
  return rows[0]?.category_ids ?? [];
}

it('adds a category with a slug of its own, below another', async () => {
  const glass = await add('Crème & Glass', ACCESSORIES);
  expect(glass).toMatchObject({ name: 'Crème & Glass', slug: 'creme-glass', parent_id: ACCESSORIES, products: 0 });
  expect(await tree()).toEqual(['Flower', 'Accessories', 'Accessories > Crème & Glass']);
  expect((await add('Crème Glass')).slug).toBe('creme-glass-2');
  expect(await audited('category_created')).toMatchObject([{ category: { id: glass.id } }, {}]);
  expect(refusalOf(await manager.post(PATH, { name: 'crème & glass ', parent_id: ACCESSORIES }))).toEqual([
    409,
    'category_exists',
  ]);
  expect(refusalOf(await manager.post(PATH, { name: 'X', parent_id: 9999 }))).toEqual([422, 'not_valid']);
  expect(refusalOf(await manager.post(PATH, { name: 'X', slug: 'Not a slug' }))).toEqual([400, 'invalid_request']);
});

it('changes a category once, and tells who comes later what it is now', async () => {
  const [, accessories] = await list();
  expect(accessories).toMatchObject({ id: ACCESSORIES, products: 4, version: 1 });
  const reply = await put(ACCESSORIES, { name: 'Gear', version: 1 });
  expect(reply.json()).toMatchObject({ data: { name: 'Gear', slug: 'accessories', version: 2 } });
  expect(await onTheTill()).toEqual(['Flower', 'Gear', 'none']);
  const late = await put(ACCESSORIES, { name: 'Tools', version: 1 });
  expect(refusalOf(late)).toEqual([409, 'changed_meanwhile']);
  expect(late.json()).toMatchObject({ current: { name: 'Gear' } });
  expect(refusalOf(await put(ACCESSORIES, { name: 'Gear' }))).toEqual([422, 'nothing_to_do']);
  expect(refusalOf(await put(ACCESSORIES, { slug: 'flower' }))).toEqual([409, 'category_exists']);
  expect(await audited('category_changed')).toEqual([{ name: { from: 'Accessories', to: 'Gear' } }]);
});

it('never stands below itself', async () => {
  const glass = await add('Glass', ACCESSORIES);
  const pipes = await add('Pipes', glass.id);
  for (const parent of [ACCESSORIES, glass.id, pipes.id]) {
    expect(refusalOf(await put(ACCESSORIES, { parent_id: parent }))).toEqual([422, 'not_valid']);
    expect(refusalOf(await move(ACCESSORIES, parent, null))).toEqual([422, 'not_valid']);
  }
});

it('is put in order, which the tills follow, and another move beside it stays', async () => {
  expect(await onTheTill()).toEqual(['Flower', 'Accessories', 'none']);
  const glass = await add('Glass');
  await move(ACCESSORIES, null, FLOWER);
  expect(await tree()).toEqual(['Accessories', 'Flower', 'Glass']);
  expect(await onTheTill()).toEqual(['Accessories', 'Flower', 'none']);
  const categories = categoriesRoute.reply.parse((await staff.get('/api/categories')).json()).data;
  expect(categories.map(({ name, position }) => [name, position])).toEqual([
    ['Accessories', 0],
    ['Flower', 1],
    ['Glass', 2],
  ]);
  await move(glass.id, ACCESSORIES, null);
  await move(glass.id, ACCESSORIES, null);
  expect(await tree()).toEqual(['Accessories', 'Accessories > Glass', 'Flower']);
  // Its place alone is no edit of a category.
  expect((await list()).map(({ id, version }) => [id, version])).toEqual([
    [ACCESSORIES, 1],
    [glass.id, 2],
    [FLOWER, 1],
  ]);
  expect(refusalOf(await move(FLOWER, null, glass.id))).toEqual([422, 'not_valid']);
  expect(await audited('category_moved')).toHaveLength(2);
  // A new one is the last.
  await add('Apparel');
  expect((await tree()).at(-1)).toBe('Apparel');
});

it('goes into another with its products, those below it and what it kept from points, and prices stay', async () => {
  const glass = await add('Glass', FLOWER);
  await sql`UPDATE products SET blueprint_id = NULL, category_ids = '{25,30}' WHERE id = ${SHOP.blueDream}`.execute(
    shop.database.db,
  );
  await sql`UPDATE loyalty_settings SET excluded_category_ids = '{25,30}'`.execute(shop.database.db);
  const before = await staff.get(`/api/proxy/flora-im/products?include=${SHOP.blueDream}`);
  const heard: LiveEvent[] = [];
  shop.app.deps.live.subscribe((event) => event.type === 'catalogue' && heard.push(event));
  const reply = await manager.post(`${PATH}/${FLOWER}/merge`, { into_id: ACCESSORIES, version: 1 });
  expect(reply.json(), reply.body).toMatchObject({ moved: 1, data: [{ id: ACCESSORIES }, { id: glass.id }] });
  expect(await tree()).toEqual(['Accessories', 'Accessories > Glass']);
  await expect
    .poll(() => heard)
    .toContainEqual({ type: 'catalogue', product_ids: [SHOP.blueDream], category_ids: [ACCESSORIES] });
  expect(await categoriesOf(SHOP.blueDream)).toEqual([ACCESSORIES]);
  const pricing = (answer: typeof before) =>
    answer.json<{ data: { blueprintPricing: unknown }[] }>().data[0]?.blueprintPricing;
  const after = await staff.get(`/api/proxy/flora-im/products?include=${SHOP.blueDream}`);
  expect(pricing(after)).toEqual(pricing(before));
  const { rows } = await sql<{ ids: number[] }>`SELECT excluded_category_ids AS ids FROM loyalty_settings`.execute(
    shop.database.db,
  );
  expect(rows[0]?.ids).toEqual([ACCESSORIES]);
  expect(await audited('category_merged')).toMatchObject([
    { category: { name: 'Flower' }, product_ids: [SHOP.blueDream] },
  ]);
  expect(refusalOf(await manager.post(`${PATH}/${ACCESSORIES}/merge`, { into_id: glass.id }))).toEqual([
    422,
    'not_valid',
  ]);
  expect(refusalOf(await manager.post(`${PATH}/${FLOWER}/merge`, { into_id: glass.id }))).toEqual([404, 'not_found']);
});

it('is found by menus under the slug and the id that it had, and under those of what was merged into it', async () => {
  const glass = await add('Glass');
  await put(glass.id, { slug: 'pipes' });
  await manager.post(`${PATH}/${glass.id}/merge`, { into_id: ACCESSORIES });
  const reply = await staff.get(`${menuShelfRoute.path}?location_id=20`);
  const { categories } = menuShelfRoute.reply.parse(reply.json()).data;
  expect(categories.find(({ id }) => id === ACCESSORIES)?.former).toEqual(['glass', String(glass.id), 'pipes']);
  expect(categories.find(({ id }) => id === FLOWER)).not.toHaveProperty('former');
});

it('is deleted only when nothing belongs to it', async () => {
  const glass = await add('Glass', ACCESSORIES);
  expect(refusalOf(await manager.send('DELETE', `${PATH}/${ACCESSORIES}`))).toEqual([409, 'category_in_use']);
  await put(glass.id, { name: 'Glassware' });
  expect(refusalOf(await manager.send('DELETE', `${PATH}/${glass.id}?version=1`))).toEqual([409, 'changed_meanwhile']);
  expect((await manager.send('DELETE', `${PATH}/${glass.id}?version=2`)).statusCode).toBe(200);
  expect(await tree()).toEqual(['Flower', 'Accessories']);
});

it('is not for staff', async () => {
  for (const reply of [
    await staff.get(PATH),
    await staff.post(PATH, { name: 'X' }),
    await put(FLOWER, { name: 'X' }, staff),
    await staff.post(`${PATH}/${FLOWER}/move`, { parent_id: null, before_id: null }),
    await staff.post(`${PATH}/${FLOWER}/merge`, { into_id: ACCESSORIES }),
    await staff.send('DELETE', `${PATH}/${FLOWER}`),
  ]) {
    expect(refusalOf(reply)).toEqual([403, 'not_allowed']);
  }
});

it('is not deleted while a tax is charged on it alone, and leaves the others', async () => {
  const setTax = (code: string, name: string, ids: number[], classes: string[] | null = null) =>
    sql`INSERT INTO tax_rates (location_id, code, name, rate_ppm, category_ids, price_classes)
        VALUES (20, ${code}, ${name}, 10000, ${ids}, ${classes})`.execute(shop.database.db);
  const categoriesOfTaxes = async () => {
    const { rows } = await sql<{ code: string; category_ids: number[] | null }>`
      SELECT code, category_ids FROM tax_rates WHERE code IN ('BOTH', 'ALONE', 'CLASS') ORDER BY code`.execute(
      shop.database.db,
    );
    return rows.map(({ code, category_ids: ids }) => [code, ids]);
  };
  const gear = await add('Gear');
  await setTax('BOTH', 'Both', [gear.id, FLOWER]);
  await setTax('CLASS', 'Class', [gear.id], ['A']);
  await setTax('ALONE', 'Gear Tax', [gear.id]);
  const refused = await manager.send('DELETE', `${PATH}/${gear.id}?version=1`);
  expect(refusalOf(refused)).toEqual([409, 'category_in_use']);
  expect(refused.json<{ error: string }>().error).toContain('Gear Tax at Charlotte Central is charged on Gear alone');
  await sql`UPDATE tax_rates SET category_ids = ${[FLOWER]} WHERE code = 'ALONE'`.execute(shop.database.db);
  expect((await manager.send('DELETE', `${PATH}/${gear.id}?version=1`)).statusCode).toBe(200);
  expect(await categoriesOfTaxes()).toEqual([
    ['ALONE', [FLOWER]],
    ['BOTH', [FLOWER]],
    ['CLASS', null],
  ]);
  expect(await audited('category_deleted')).toMatchObject([{ taxes: [{ code: 'BOTH' }, { code: 'CLASS' }] }]);
});

it('tells which taxes a merged category brings along', async () => {
  const gear = await add('Gear');
  await sql`
    INSERT INTO tax_rates (location_id, code, name, rate_ppm, category_ids)
    VALUES (20, 'GEAR', 'Gear Tax', 10000, ${[gear.id]})`.execute(shop.database.db);
  const merged = await manager.post(`${PATH}/${gear.id}/merge`, { into_id: FLOWER });
  const taxes = [{ location_id: 20, code: 'GEAR', name: 'Gear Tax' }];
  expect(merged.json()).toMatchObject({ taxes });
  expect(await audited('category_merged')).toMatchObject([{ taxes }]);
});

it('has tills read the taxes of categories again when the tree changes', async () => {
  const heard: LiveEvent[] = [];
  shop.app.deps.live.subscribe((event) => event.type === 'locations' && heard.push(event));
  const gear = await add('Gear');
  expect((await move(gear.id, null, FLOWER)).statusCode).toBe(200);
  const { rows } = await sql<{ id: number }>`
    UPDATE tax_rates SET category_ids = ${[ACCESSORIES]} RETURNING id`.execute(shop.database.db);
  expect(rows.length).toBeGreaterThan(0);
  const told = async (what: Promise<{ statusCode: number }>, times: number) => {
    expect((await what).statusCode).toBeLessThan(300);
    await expect.poll(() => heard.length).toBe(times);
  };
  await told(manager.post(PATH, { name: 'Glass', parent_id: ACCESSORIES }), 1);
  await told(put(gear.id, { parent_id: ACCESSORIES }), 2);
  await told(move(gear.id, null, null), 3);
  await told(manager.post(`${PATH}/${ACCESSORIES}/merge`, { into_id: FLOWER }), 4);
  await told(put(gear.id, { name: 'Tools' }), 4);
});
