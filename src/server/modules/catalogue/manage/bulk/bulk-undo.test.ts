import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { bulkEditRoute } from '#contract/bulk-edits.ts';
import type { ManagedProduct } from '#contract/managed-products.ts';
import type { ReplyOf } from '#contract/route.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';

const PATH = '/api/manage/products';
let shop: TestApp;
let staff: Till;
let manager: Till;
let made = 0;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  staff = await shop.signIn('staff');
  manager = await shop.signIn('manager');
});
afterAll(() => shop.close());

const read = async (id: number) => (await manager.get(`${PATH}/${id}`)).json<{ data: ManagedProduct }>().data;
async function add(body: object = {}): Promise<ManagedProduct> {
  made += 1;
  const reply = await manager.post(PATH, { name: `Lamp ${made}`, regular_price: '10.00', category_ids: [30], ...body });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: ManagedProduct }>().data;
}
/** Changes products together. @returns the number of the bulk edit */
async function edit(products: readonly ManagedProduct[], change: object): Promise<number> {
  const items = products.map(({ id, version }) => ({ id, version }));
  const reply = await manager.send('PUT', `${PATH}/bulk`, { items, change });
  expect(reply.json(), reply.body).toMatchObject({ refused: 0 });
  return reply.json<{ bulk_edit_id: number }>().bulk_edit_id;
}
const undo = (id: number, by = manager, headers?: Record<string, string>) =>
  by.send('POST', `/api/manage/bulk-edits/${id}/undo`, undefined, headers);
async function preview(id: number) {
  const reply = await manager.get(`/api/manage/bulk-edits/${id}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<ReplyOf<typeof bulkEditRoute>>().data;
}
/** A product without what the server counts. */
const contents = (product: ManagedProduct) => ({ ...product, version: 0, updated_at: '' });
const rename = (id: number) => manager.send('PUT', `${PATH}/${id}`, { name: 'Changed since' });
const levelsOf = async (id: number) => {
  const { rows } = await sql<{ level: string | null }>`
    SELECT reorder_level::float8::text AS level FROM stock_levels WHERE product_id = ${id} ORDER BY location_id, variation_id`.execute(
    shop.database.db,
  );
  return rows.map(({ level }) => level);
};

describe('undoing a bulk edit', () => {
  let one: ManagedProduct;
  let other: ManagedProduct;
  beforeEach(async () => {
    one = await add();
    other = await add({
      regular_price: '19.99',
      sale_price: '18.00',
      sale_until: '2098-01-01T05:00:00.000Z',
      price_changes: [{ from: '2099-01-01T05:00:00.000Z', regular_price: '21.00' }],
    });
  });

  it('restores everything that it replaced, as the preview says', async () => {
    const shirt = await read(SHOP.shirt);
    const id = await edit([one, other, shirt], {
      status: 'private',
      taxable: false,
      price_class: 'House',
      add_category_ids: [25],
      remove_category_ids: [30],
      sale: { by: 'end' },
      step: 2,
      floor_price: { by: 'price', amount: '3.00' },
      reorder_level: { location_id: 19, level: 4 },
    });
    expect(await read(other.id)).toMatchObject({ status: 'private', sale_price: null, step: 2, floor_price: '3.00' });
    const { products, made_by: by } = await preview(id);
    expect(by).not.toBeNull();
    expect(products.map(({ error }) => error)).toEqual([null, null, null]);
    const ofOther = products
      .find((product) => product.id === other.id)
      ?.changes.map(({ field, from, to }) => [field, from, to]);
    expect(ofOther).toEqual(
      expect.arrayContaining([
        ['status', 'private', 'draft'],
        ['sale_price', '', '$18.00'],
        ['floor_price', '$3.00', ''],
        ['reorder_level', '4', ''],
      ]),
    );
    expect((await undo(id)).json()).toMatchObject({ changed: 3, refused: 0 });
    for (const before of [one, other, shirt]) {
      // A reorder level made a row in the stock of the location.
      expect(contents(await read(before.id))).toEqual({ ...contents(before), in_books: true });
      expect(new Set(await levelsOf(before.id))).toEqual(new Set([null]));
    }
  });

  it('restores prices of variations, and moves those of simple products back', async () => {
    const shirt = await read(SHOP.shirt);
    const id = await edit([one, shirt], { price: { by: 'percent', percent: 10 } });
    expect((await undo(id)).json()).toMatchObject({ changed: 2 });
    expect(contents(await read(shirt.id))).toEqual(contents(shirt));
    expect(contents(await read(one.id))).toEqual(contents(one));
  });

  it('restores blueprint and values of fields together', async () => {
    const { db } = shop.database;
    await sql`INSERT INTO blueprints (id, name, slug) VALUES (4242, 'Candle', 'candle')`.execute(db);
    await sql`
      INSERT INTO blueprint_fields (blueprint_id, field_name, field_label, field_type, is_required)
      VALUES (4242, 'batch', 'Batch', 'text', true)`.execute(db);
    const sold = await add({ status: 'publish' });
    const id = await edit([sold], { blueprint_id: 4242, field_values: { batch: 'B-1' } });
    expect((await read(sold.id)).field_values).toEqual({ batch: 'B-1' });
    expect((await undo(id)).json()).toMatchObject({ changed: 1 });
    expect(contents(await read(sold.id))).toEqual(contents(sold));
  });

  it('names and leaves alone what somebody changed or deleted since', async () => {
    const gone = await add();
    const id = await edit([one, other, gone], { taxable: false });
    await rename(one.id);
    expect((await manager.send('DELETE', `${PATH}/${gone.id}`)).statusCode).toBe(200);
    const errors = Object.fromEntries((await preview(id)).products.map((product) => [product.id, product.error]));
    const since = 'Somebody changed it since: it stays as it is.';
    expect(errors).toEqual({ [one.id]: since, [other.id]: null, [gone.id]: 'It was deleted since.' });
    const { results } = (await undo(id)).json<{ results: { id: number; code: string | null }[] }>();
    const codes = Object.fromEntries(results.map((result) => [result.id, result.code]));
    expect(codes).toEqual({ [one.id]: 'changed_meanwhile', [other.id]: null, [gone.id]: 'not_found' });
    expect(await read(one.id)).toMatchObject({ name: 'Changed since', taxable: false });
  });

  it('leaves alone a reorder level that somebody set since, with the rest of the product', async () => {
    const id = await edit([one, other], { taxable: false, reorder_level: { location_id: 19, level: 4 } });
    const body = { product_id: one.id, location_id: 19, reorder_level: 9 };
    expect((await manager.send('PUT', '/api/inventory/reorder-level', body)).statusCode).toBe(200);
    expect((await undo(id)).json()).toMatchObject({ changed: 1, refused: 1 });
    expect([await levelsOf(one.id), await levelsOf(other.id)]).toEqual([['9'], [null]]);
    expect((await read(one.id)).taxable).toBe(false);
  });

  it('goes on after a price began by itself, and keeps to what would hold by now', async () => {
    const { db } = shop.database;
    const from = '2097-01-01T05:00:00.000Z';
    const id = await edit([one, other], { sale: { by: 'percent', percent: 10, from } });
    // The instant comes.
    const { rows } = await sql<{ ms: number }>`
      SELECT (extract(epoch FROM date_trunc('second', now())) * 1000)::float8 AS ms`.execute(db);
    const begun = rows[0]?.ms ?? 0;
    const isOne = sql`product_id = ${one.id}`;
    await sql`UPDATE item_prices SET valid_from = valid_from - interval '1 day' WHERE ${isOne} AND valid_from <= now()`.execute(
      db,
    );
    await sql`UPDATE item_prices SET valid_from = ${new Date(begun).toISOString()} WHERE ${isOne} AND valid_from = ${from}`.execute(
      db,
    );
    await sql`
      UPDATE bulk_edit_products SET undo = replace(undo::text, ${String(Date.parse(from))}, ${String(begun)})::jsonb
       WHERE ${isOne}`.execute(db);
    await sql`UPDATE catalogue_version SET next_change_at = now()`.execute(db);
    await sql`SELECT begin_due_terms()`.execute(db);
    expect(await read(one.id)).toMatchObject({ sale_price: '9.00', sale_from: null });
    expect((await undo(id)).json()).toMatchObject({ changed: 2, refused: 0 });
    expect(contents(await read(one.id))).toEqual(contents(one));
    expect(contents(await read(other.id))).toEqual(contents(other));
  });

  it('happens once: a lost answer is given again, and a second undo has nothing to do', async () => {
    const id = await edit([one, other], { price: { by: 'amount', amount: '1.00' } });
    const headers = { 'idempotency-key': 'undo-whose-answer-was-lost' };
    const first = await undo(id, manager, headers);
    const again = await undo(id, manager, headers);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    const second = (await undo(id)).json<{ results: { error: string }[] }>();
    expect(second.results.map(({ error }) => error)).toEqual(Array(2).fill('It was undone already.'));
    expect((await preview(id)).products.map(({ error }) => error)).toEqual(Array(2).fill('It was undone already.'));
    expect(contents(await read(one.id))).toEqual(contents(one));
  });

  it('leaves rows in the audit trail: one for the edit, one for its undoing, one for each product', async () => {
    const id = await edit([one, other], { taxable: false });
    await undo(id);
    const { rows } = await sql<{ action: string; details: object }>`
      SELECT action, details FROM audit_trail WHERE entity = 'bulk_edit' AND entity_id = ${String(id)} ORDER BY id`.execute(
      shop.database.db,
    );
    const details = { products: 2, refused: 0, fields: ['taxable'] };
    expect(rows).toEqual([
      { action: 'products_changed_together', details },
      { action: 'bulk_edit_undone', details },
    ]);
    const { rows: own } = await sql<{ details: object }>`
      SELECT details FROM audit_trail WHERE action = 'product_changed' AND entity_id = ${String(one.id)} ORDER BY id`.execute(
      shop.database.db,
    );
    expect(own.map((row) => row.details)).toEqual([
      { taxable: { from: true, to: false } },
      { taxable: { from: false, to: true } },
    ]);
  });

  it('is for who edits products, and for a bulk edit that there is', async () => {
    const id = await edit([one], { taxable: false });
    expect(refusalOf(await undo(id, staff))).toEqual([403, 'not_allowed']);
    expect(refusalOf(await staff.get(`/api/manage/bulk-edits/${id}`))).toEqual([403, 'not_allowed']);
    expect(refusalOf(await undo(999_999))).toEqual([404, 'not_found']);
    expect((await read(one.id)).taxable).toBe(false);
  });
});

describe('unit, step and floor price', () => {
  it('are set together, each where the product can have them', async () => {
    const shirt = await read(SHOP.shirt);
    const loose = await add();
    const free = await add({ regular_price: null });
    const change = { floor_price: { by: 'percent', percent: 20, rounding: 'dollar' } };
    const ask = async (products: readonly ManagedProduct[], asked: object) => {
      const reply = await manager.post(`${PATH}/bulk/preview`, { ids: products.map(({ id }) => id), change: asked });
      return reply.json<{ data: { changes: { field: string; from: string; to: string }[]; error: string | null }[] }>()
        .data;
    };
    const said = await ask([shirt, loose, free], change);
    // Of the cheapest variation, $25.00.
    expect(said.map(({ changes, error }) => error ?? changes.map(({ field, to }) => `${field} ${to}`).join())).toEqual([
      'floor_price $20.00',
      'floor_price $8.00',
      'It has no price that a floor price could be a share of.',
    ]);
    const [sold, unsold] = await ask([shirt, loose], { unit: 'g', step: 0.5 });
    expect(sold?.error === null ? 'changes' : 'stays').toBe('stays');
    expect(unsold?.changes.map(({ field, from, to }) => [field, from, to])).toEqual([
      ['unit', '', 'g'],
      ['step', '1', '0.5'],
    ]);
    await edit([loose], { unit: 'g', step: 0.5, ...change });
    const measured = await read(loose.id);
    expect(measured).toMatchObject({ unit: 'g', step: 0.5, floor_price: '8.00' });
    // Pieces have whole steps.
    await edit([measured], { unit: null });
    expect(await read(loose.id)).toMatchObject({ unit: null, step: 1 });
    const [half] = await ask([await read(loose.id)], { step: 0.5 });
    expect(half?.error).toBe('Pieces are sold in whole steps, from 1 to 1000.');
  });
});

it('leaves the books as they should be', async () => {
  const { checks } = await verifyBooks(shop.database.connection);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
});
