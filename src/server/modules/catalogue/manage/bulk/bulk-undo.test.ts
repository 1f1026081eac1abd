import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { bulkEditRoute } from '#contract/bulk-edits.ts';
import type { ManagedProduct } from '#contract/managed-products.ts';
import type { ReplyOf } from '#contract/route.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { findSession, type Staff } from '#server/http/guard/session.ts';
import { refusalOf } from '#server/testing/app.ts';
import { SHOP, staffedShop } from '#server/testing/shop.ts';
import { managedProducts } from '#server/testing/trade/managed-products.ts';
import { previewUndo, undoOne } from './bulk-undo.ts';

const PATH = '/api/manage/products';
const { shop, staff, manager } = await staffedShop();

const { add, read } = managedProducts(manager, { regular_price: '10.00', category_ids: [30] });
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

  it('takes a common price back, also where there was none', async () => {
    const bare = await add({ regular_price: null });
    const id = await edit([one, other, bare], { price: { by: 'price', amount: '18.50' } });
    expect((await undo(id)).json()).toMatchObject({ changed: 3, refused: 0 });
    for (const before of [one, other, bare]) expect(contents(await read(before.id))).toEqual(contents(before));
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
    const details = { products: 2, fields: ['taxable'] };
    expect(rows).toEqual([
      { action: 'products_changed_together', details },
      { action: 'bulk_edit_undone', details: { ...details, refused: 0 } },
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

describe('a reorder level', () => {
  const reorder = { reorder_level: { location_id: 19, level: 4 } };

  it('is restored where the edit changed nothing else', async () => {
    const [taxed, untaxed] = [await add(), await add({ taxable: false })];
    const id = await edit([taxed, untaxed], { taxable: false, ...reorder });
    expect(await levelsOf(untaxed.id)).toEqual(['4']);
    expect((await undo(id)).json()).toMatchObject({ changed: 2, refused: 0 });
    expect([await levelsOf(taxed.id), await levelsOf(untaxed.id)]).toEqual([[null], [null]]);
    expect(contents(await read(untaxed.id))).toEqual({ ...contents(untaxed), in_books: true });
  });

  it('is restored where the former sale would be over by now', async () => {
    const until = '2098-01-01T05:00:00.000Z';
    const onSale = await add({ sale_price: '8.00', sale_until: until });
    const id = await edit([onSale], { sale: { by: 'end' }, ...reorder });
    // The instant comes.
    await sql`
      UPDATE bulk_edit_products SET undo = replace(undo::text, ${String(Date.parse(until))}, ${String(Date.parse('2020-01-01'))})::jsonb
       WHERE bulk_edit_id = ${id}`.execute(shop.database.db);
    const { version } = await read(onSale.id);
    expect((await undo(id)).json()).toMatchObject({ changed: 1, refused: 0 });
    expect(await levelsOf(onSale.id)).toEqual([null]);
    expect(await read(onSale.id)).toMatchObject({ sale_price: null, version });
  });
});

describe('undoing', () => {
  const manage = async () => (await findSession(shop.database.db, manager.token, 'bearer'))?.principal as Staff;

  it('reads of each product its own row only', async () => {
    const products = [await add(), await add(), await add()];
    const id = await edit(products, { taxable: false });
    const by = await manage();
    let kept = 0;
    const counting = shop.database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        kept += result.rows.filter((row) => 'undo' in row).length;
        return result;
      },
    });
    await inTransaction(counting, (tx) => undoOne(tx, by, id, products[1]?.id ?? 0));
    expect(kept).toBe(1);
  });

  it('is refused in the preview where it would be: unit in use, category that is gone, no right to levels', async () => {
    const { db } = shop.database;
    await sql`INSERT INTO categories (id, name, slug) VALUES (4243, 'Short', 'short')`.execute(db);
    const [stocked, fresh, sorted] = [await add(), await add(), await add({ category_ids: [4243] })];
    const measured = await edit([stocked, fresh], { unit: 'g', reorder_level: { location_id: 19, level: 4 } });
    const adjustment = { product_id: stocked.id, adjustment_quantity: 3 };
    const counted = await manager.post('/api/inventory/adjust', { location_id: 19, adjustments: [adjustment] });
    expect(counted.statusCode, counted.body).toBe(200);
    const refused = [`The unit of ${stocked.name} cannot change. There is stock of it by the g.`, null];
    expect((await preview(measured)).products.map(({ error }) => error)).toEqual(refused);
    const by = await manage();
    const weak = { ...by, permissions: by.permissions.filter((one) => one !== 'adjust-stock') };
    const away = { ...by, permissions: by.permissions.filter((one) => one !== 'switch-location') };
    const errorsFor = async (person: Staff) =>
      (await previewUndo(db, person, measured)).products.map(({ error }) => error);
    expect(await errorsFor(weak)).toEqual(Array(2).fill('You may not set reorder levels.'));
    expect(await errorsFor(away)).toEqual(Array(2).fill('You may change stock at your own location only.'));
    expect((await undo(measured)).json()).toMatchObject({ changed: 1, refused: 1 });
    const moved = await edit([sorted], { add_category_ids: [30], remove_category_ids: [4243] });
    await sql`DELETE FROM categories WHERE id = 4243`.execute(db);
    expect((await preview(moved)).products).toMatchObject([{ error: 'There is no category 4243.', changes: [] }]);
    expect((await undo(moved)).json()).toMatchObject({ changed: 0, refused: 1 });
  });

  it('is refused in the preview while a field that the former blueprint needs has no value', async () => {
    const { db } = shop.database;
    await sql`INSERT INTO blueprints (id, name, slug) VALUES (4244, 'Tea', 'tea')`.execute(db);
    const brewed = await add({ status: 'publish', blueprint_id: 4244 });
    const id = await edit([brewed], { blueprint_id: null });
    await sql`
      INSERT INTO blueprint_fields (blueprint_id, field_name, field_label, field_type, is_required)
      VALUES (4244, 'leaf', 'Leaf', 'text', true)`.execute(db);
    const why = 'Leaf needs a value before this is for sale.';
    expect((await preview(id)).products.map(({ error }) => error)).toEqual([why]);
    expect((await undo(id)).json()).toMatchObject({ results: [{ error: why }] });
  });

  it('leaves alone a corrected value of a field that has the name of a column', async () => {
    const { db } = shop.database;
    await sql`INSERT INTO blueprints (id, name, slug) VALUES (4245, 'Console', 'console')`.execute(db);
    await sql`
      INSERT INTO blueprint_fields (blueprint_id, field_name, field_label, field_type)
      VALUES (4245, 'version', 'Version', 'text')`.execute(db);
    const [left, corrected] = [await add({ blueprint_id: 4245 }), await add({ blueprint_id: 4245 })];
    const id = await edit([left, corrected], { field_values: { version: 'two' } });
    const reply = await manager.send('PUT', `${PATH}/${corrected.id}`, { field_values: { version: 'three' } });
    expect(reply.statusCode, reply.body).toBe(200);
    expect((await undo(id)).json()).toMatchObject({ changed: 1, refused: 1 });
    expect((await read(left.id)).field_values).toEqual({});
    expect((await read(corrected.id)).field_values).toEqual({ version: 'three' });
  });

  it('is offered by the audit trail for an edit that never came to its end', async () => {
    const { db } = shop.database;
    const [done, broken] = [await add(), await add()];
    const cutShort = `
      CREATE FUNCTION cut_short() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'cut short'; END $$;
      CREATE TRIGGER cut_short BEFORE INSERT ON bulk_edit_products FOR EACH ROW
        WHEN (NEW.product_id = ${broken.id}) EXECUTE FUNCTION cut_short()`;
    await sql.raw(cutShort).execute(db);
    const items = [done, broken].map(({ id, version }) => ({ id, version }));
    const reply = await manager.send('PUT', `${PATH}/bulk`, { items, change: { taxable: false } });
    await sql.raw('DROP TRIGGER cut_short ON bulk_edit_products; DROP FUNCTION cut_short').execute(db);
    expect(reply.statusCode).toBe(500);
    const { rows } = await sql<{ entity_id: string; details: object }>`
      SELECT entity_id, details FROM audit_trail WHERE action = 'products_changed_together' ORDER BY id DESC LIMIT 1`.execute(
      db,
    );
    expect(rows[0]?.details).toEqual({ products: 2, fields: ['taxable'] });
    expect((await undo(Number(rows[0]?.entity_id))).json()).toMatchObject({ results: [{ id: done.id, error: null }] });
    expect((await read(done.id)).taxable).toBe(true);
  });

  it('is for 30 days', async () => {
    const product = await add();
    const id = await edit([product], { taxable: false });
    await sql`UPDATE bulk_edits SET made_at = now() - interval '30 days 1 minute' WHERE id = ${id}`.execute(
      shop.database.db,
    );
    expect(refusalOf(await undo(id))).toEqual([404, 'not_found']);
    const reply = await manager.get(`/api/manage/bulk-edits/${id}`);
    expect([reply.statusCode, reply.body]).toEqual([404, expect.stringContaining('can be undone for 30 days')]);
    expect((await read(product.id)).taxable).toBe(false);
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
