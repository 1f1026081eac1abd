import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { favouritesRoute } from '#contract/favourites.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { eighth, grinder, sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';

const PATH = '/api/favourites';
const { grinder: GRINDER, papers: PAPERS, blueDream: FLOWER, shirt: SHIRT } = SHOP;

let shop: TestApp;
let till: Till;
let manager: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn();
  manager = await shop.signIn('manager');
});
afterAll(() => shop.close());
beforeEach(() => sql`DELETE FROM favourites`.execute(shop.database.db));

const listed = async (by = till) => favouritesRoute.reply.parse((await by.get(PATH)).json()).data;
const pin = (id: number, before: number | null = null, by = manager) =>
  by.send('PUT', `${PATH}/${id}`, { pinned: true, before_id: before });
const unpin = (id: number) => manager.send('PUT', `${PATH}/${id}`, { pinned: false, before_id: null });
const trail = async () => {
  const { rows } = await sql<{ action: string; details: unknown }>`
    SELECT action, details FROM audit_trail WHERE action LIKE 'favourite%' ORDER BY id`.execute(shop.database.db);
  return rows;
};

it('are pinned, moved and unpinned at a location, each change once in the audit trail', async () => {
  const before = (await trail()).length;
  for (const id of [GRINDER, PAPERS, FLOWER]) expect((await pin(id)).statusCode).toBe(200);
  expect((await pin(FLOWER, GRINDER)).json()).toMatchObject({ data: { pinned: [FLOWER, GRINDER, PAPERS] } });
  // It stands there already.
  await pin(FLOWER, GRINDER);
  await unpin(GRINDER);
  expect((await listed()).pinned).toEqual([FLOWER, PAPERS]);
  expect((await trail()).slice(before).map(({ action }) => action)).toEqual([
    'favourite_pinned',
    'favourite_pinned',
    'favourite_pinned',
    'favourite_pinned',
    'favourite_unpinned',
  ]);
  expect((await trail()).at(-1)?.details).toEqual({
    favourites: { from: [FLOWER, GRINDER, PAPERS], to: [FLOWER, PAPERS] },
  });
  const elsewhere = await shop.signIn('manager', { locationId: 19 });
  expect((await listed(elsewhere)).pinned).toEqual([]);
});

it('keep what several people pin at once', async () => {
  const other = await shop.signIn('manager');
  const ids = [GRINDER, PAPERS, FLOWER, SHIRT];
  await Promise.all(ids.map((id, index) => pin(id, null, index % 2 === 0 ? manager : other)));
  expect((await listed()).pinned.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  expect(new Set((await listed()).pinned).size).toBe(4);
});

it('are filled by what was in the most sales, whatever the amount, without what is pinned or no longer sold', async () => {
  const many = { product_id: PAPERS, quantity: 200 };
  for (const lines of [[grinder, eighth], [grinder, many], [grinder], [eighth]]) {
    expect((await till.post('/api/orders', sale(lines))).statusCode).toBe(200);
  }
  expect(await listed()).toEqual({ pinned: [], selling: [GRINDER, FLOWER, PAPERS] });
  await pin(FLOWER);
  expect(await listed()).toEqual({ pinned: [FLOWER], selling: [GRINDER, PAPERS] });
  await sql`UPDATE products SET status = 'draft' WHERE id = ${GRINDER}`.execute(shop.database.db);
  expect((await listed()).selling).toEqual([PAPERS]);
  await sql`UPDATE products SET status = 'publish' WHERE id = ${GRINDER}`.execute(shop.database.db);
});

it('are changed by those who may edit products', async () => {
  expect(refusalOf(await pin(GRINDER, null, till))).toEqual([403, 'not_allowed']);
  expect(refusalOf(await pin(999_999))).toEqual([404, 'not_found']);
});

it('are sixty at most', async () => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO products (name) SELECT 'Pinned ' || n FROM generate_series(1, 60) n RETURNING id`.execute(
    shop.database.db,
  );
  await sql`INSERT INTO favourites SELECT 20, id, row_number() OVER (ORDER BY id)
    FROM products WHERE id = ANY(${rows.map(({ id }) => id)}::integer[])`.execute(shop.database.db);
  expect(refusalOf(await pin(GRINDER))).toEqual([422, 'not_valid']);
  await unpin(rows[0]?.id ?? 0);
  expect((await pin(GRINDER)).statusCode).toBe(200);
});

it('say so when the neighbour is no longer pinned', async () => {
  await pin(GRINDER);
  const reply = await pin(PAPERS, FLOWER);
  expect(refusalOf(reply)).toEqual([409, 'changed_meanwhile']);
  expect(reply.json()).toMatchObject({ current: { pinned: [GRINDER] } });
  expect((await listed()).pinned).toEqual([GRINDER]);
});

it('lose a product that is deleted', async () => {
  await pin(SHOP.draft);
  await pin(GRINDER);
  const { version } = (await manager.get(`/api/manage/products/${SHOP.draft}`)).json<{ data: { version: number } }>()
    .data;
  const gone = await manager.send('DELETE', `/api/manage/products/${SHOP.draft}?version=${version}&forever=true`);
  expect(gone.statusCode, gone.body).toBe(200);
  expect((await listed()).pinned).toEqual([GRINDER]);
});
