import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BulkPreview } from '#contract/bulk-products.ts';
import type { ManagedProduct } from '#contract/managed-products.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf } from '#server/testing/app.ts';
import { SHOP, staffedShop } from '#server/testing/shop.ts';
import { managedProducts } from '#server/testing/trade/managed-products.ts';

const PATH = '/api/manage/products';
const { shop, staff, manager } = await staffedShop();

beforeAll(async () => {
  await sql`
    INSERT INTO blueprint_fields (blueprint_id, field_name, field_label, field_type, validation_rules)
    VALUES (39, 'nose', 'Nose', 'select', '{"options": ["Pine", "Citrus"]}')`.execute(shop.database.db);
});

const { add, read } = managedProducts(manager, { regular_price: '10.00', category_ids: [30] });
const seen = ({ id, version }: ManagedProduct) => ({ id, version });
const edit = (items: readonly object[], change: object, by = manager, headers?: Record<string, string>) =>
  by.send('PUT', `${PATH}/bulk`, { items, change }, headers);
const preview = async (products: readonly { id: number }[], change: object) => {
  const reply = await manager.post(`${PATH}/bulk/preview`, { ids: products.map(({ id }) => id), change });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: BulkPreview[] }>().data;
};

describe('several products', () => {
  let one: ManagedProduct;
  let other: ManagedProduct;
  beforeEach(async () => {
    one = await add();
    other = await add({ regular_price: '19.99', sale_price: '18.00' });
  });

  it('are changed as the preview said, and the preview changes nothing', async () => {
    const change = {
      status: 'publish',
      taxable: false,
      add_category_ids: [25],
      remove_category_ids: [30],
      price: { by: 'percent', percent: 10, rounding: '25-cents' },
    };
    const previews = await preview([one, other], change);
    expect(await read(one.id)).toEqual(one);
    expect(previews.map(({ error }) => error)).toEqual([null, null]);
    expect(previews[1]?.changes).toEqual([
      { field: 'status', from: 'draft', to: 'publish', variation_id: null, variation_name: null },
      { field: 'taxable', from: 'true', to: 'false', variation_id: null, variation_name: null },
      { field: 'category_ids', from: '30', to: '25', variation_id: null, variation_name: null },
      { field: 'price', from: '$19.99', to: '$22.00', variation_id: null, variation_name: null },
      // The category brings a blueprint with tiers.
      expect.objectContaining({ field: 'pricing', from: '' }),
    ]);
    const reply = await edit([one, other].map(seen), change);
    expect(reply.json(), reply.body).toMatchObject({ changed: 2, refused: 0 });
    expect(await read(one.id)).toMatchObject({
      status: 'publish',
      taxable: false,
      category_ids: [25],
      regular_price: '11.00',
    });
    expect(await read(other.id)).toMatchObject({ regular_price: '22.00', sale_price: '18.00' });
  });

  it('leave alone, by name of the reason, what somebody changed meanwhile, and change the others', async () => {
    await manager.send('PUT', `${PATH}/${one.id}`, { name: 'Changed meanwhile', version: one.version });
    const reply = await edit([one, other].map(seen), { taxable: false });
    expect(reply.json()).toMatchObject({
      changed: 1,
      refused: 1,
      results: [
        { id: one.id, code: 'changed_meanwhile' },
        { id: other.id, name: other.name, error: null },
      ],
    });
    expect(await read(one.id)).toMatchObject({ name: 'Changed meanwhile', taxable: true });
  });

  it('are changed once by a command whose answer was lost, which answers as the first time', async () => {
    const change = { price: { by: 'amount', amount: '1.00' } };
    const headers = { 'idempotency-key': 'bulk-edit-whose-answer-was-lost' };
    const first = await edit([one, other].map(seen), change, manager, headers);
    const again = await edit([one, other].map(seen), change, manager, headers);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect((await read(one.id)).regular_price).toBe('11.00');
    expect((await read(other.id)).regular_price).toBe('20.99');
  });

  it('get one price, also where there was none, unless a sale price is not below it', async () => {
    const bare = await add({ regular_price: null });
    const copied = (await manager.post(`${PATH}/${SHOP.shirt}/duplicate`, {})).json<{ data: ManagedProduct }>().data;
    const shirt = await read(copied.id);
    const change = { price: { by: 'price', amount: '18.50' } };
    const all = [one, other, bare, shirt];
    const previews = await preview(all, change);
    expect(previews.map(({ error }) => error)).toEqual([null, null, null, null]);
    expect(previews[2]?.changes).toEqual([
      { field: 'price', from: '', to: '$18.50', variation_id: null, variation_name: null },
    ]);
    expect((await edit(all.map(seen), change)).json()).toMatchObject({ changed: 4, refused: 0 });
    for (const { id } of [one, other, bare]) expect((await read(id)).regular_price).toBe('18.50');
    const priced = (await read(shirt.id)).variations.filter(({ status }) => status !== 'trash');
    expect(new Set(priced.map((variation) => variation.regular_price))).toEqual(new Set(['18.50']));
    expect((await preview([other], { price: { by: 'price', amount: '18.00' } }))[0]?.error).toContain(
      'not above its sale price',
    );
    for (const amount of ['-1.00', '', '1e3', '99999999999']) {
      expect(refusalOf(await edit([seen(one)], { price: { by: 'price', amount } }))[0], amount).toBe(400);
    }
  });

  it('say what is wrong with a price, and keep it', async () => {
    const change = { price: { by: 'amount', amount: '-11.00' } };
    const sentences = ['Its price would be less than nothing.', expect.stringContaining('not above its sale price')];
    expect((await preview([one, other], change)).map(({ error }) => error)).toEqual(sentences);
    const { results } = (await edit([one, other].map(seen), change)).json<{ results: { error: string }[] }>();
    expect(results.map(({ error }) => error)).toEqual(sentences);
    expect(await read(one.id)).toEqual(one);
  });

  it('leave a row each in the audit trail, with what it was and is', async () => {
    await edit([one, other].map(seen), { taxable: false });
    const { rows } = await sql<{ details: object }>`
      SELECT details FROM audit_trail WHERE action = 'product_changed' AND entity_id IN (${String(one.id)}, ${String(other.id)})`.execute(
      shop.database.db,
    );
    expect(rows.map(({ details }) => details)).toEqual([1, 2].map(() => ({ taxable: { from: true, to: false } })));
  });
});

it('moves the price of each variation, and loses none', async () => {
  const shirt = await read(SHOP.shirt);
  const change = { price: { by: 'amount', amount: '2.50', rounding: '99-cents' } };
  const [previewed] = await preview([shirt], change);
  expect(previewed?.changes.map(({ variation_name: name, from, to }) => [name, from, to])).toEqual([
    ['Small', '$25.00', '$27.99'],
    ['Large', '$27.00', '$29.99'],
  ]);
  expect((await edit([seen(shirt)], change)).json()).toMatchObject({ changed: 1 });
  const after = await read(SHOP.shirt);
  expect(after.variations.map((one) => ({ ...one, regular_price: '' }))).toEqual(
    shirt.variations.map((one) => ({ ...one, regular_price: '' })),
  );
  expect(after.variations.map((one) => one.regular_price)).toEqual(['27.99', '29.99']);
});

describe('blueprint, class, sale and level', () => {
  const words = (previews: BulkPreview[]) =>
    previews.map(({ changes }) => changes.map(({ field, from, to }) => `${field}: ${from} -> ${to}`));
  let lamp: ManagedProduct;
  beforeEach(async () => {
    lamp = await add();
  });

  it('of a product are changed and taken away, and the preview says what prices it then', async () => {
    const set = { blueprint_id: 39, price_class: 'Top Shelf', field_values: { nose: 'citrus' } };
    const [changes] = words(await preview([lamp], set));
    expect(changes).toEqual([
      'blueprint_id:  -> 39',
      'price_class:  -> Top Shelf',
      'field:nose:  -> Citrus',
      expect.stringMatching(/^pricing: {2}-> Flower: /),
    ]);
    expect((await edit([seen(lamp)], set)).json()).toMatchObject({ changed: 1 });
    const flower = await read(lamp.id);
    expect(flower).toMatchObject({ blueprint_id: 39, price_class: 'Top Shelf', field_values: { nose: 'Citrus' } });
    const tiers = { sale: { by: 'percent', percent: 10 } };
    expect((await preview([flower], tiers))[0]?.error).toContain('Tiers price it');
    const none = { blueprint_id: null, price_class: null };
    expect((await edit([seen(flower)], none)).json()).toMatchObject({ changed: 1 });
    expect(await read(lamp.id)).toMatchObject({ blueprint_id: null, price_class: null, pricing: null });
    expect((await preview([lamp], { blueprint_id: 4711 }))[0]?.error).toBe('There is no blueprint 4711.');
  });

  it('empties fields, but none that what is on sale needs', async () => {
    const body = { blueprint_id: 39, field_values: { nose: 'Pine' }, price_class: 'None such' };
    const flower = await add(body);
    expect((await edit([seen(flower)], { field_values: { nose: null } })).json()).toMatchObject({ changed: 1 });
    expect((await read(flower.id)).field_values).toEqual({});
    const { db } = shop.database;
    await sql`INSERT INTO blueprints (id, name, slug) VALUES (4242, 'Candle', 'candle')`.execute(db);
    await sql`
      INSERT INTO blueprint_fields (blueprint_id, field_name, field_label, field_type, is_required)
      VALUES (4242, 'batch', 'Batch', 'text', true)`.execute(db);
    const sold = await add({ status: 'publish' });
    const change = { blueprint_id: 4242 };
    const sentence = 'Batch needs a value before this is for sale.';
    expect((await preview([sold], change))[0]?.error).toBe(sentence);
    expect((await edit([seen(sold)], change)).json()).toMatchObject({ results: [{ error: sentence }] });
    const whole = { ...change, field_values: { batch: 'B-1' } };
    expect((await preview([sold], whole))[0]?.error).toBeNull();
    expect((await edit([seen(sold)], whole)).json()).toMatchObject({ changed: 1 });
  });

  it('puts each on sale by its own price, a new one first, and ends sales, those to come too', async () => {
    const other = await add({ regular_price: '19.99', sale_price: '5.00', sale_from: '2099-01-01T05:00:00.000Z' });
    const until = '2098-01-01T05:00:00.000Z';
    const change = {
      price: { by: 'amount', amount: '1.00' },
      sale: { by: 'percent', percent: 20, rounding: '5-cents', until },
    };
    expect(words(await preview([lamp, other], change))).toEqual([
      ['price: $10.00 -> $11.00', 'sale_price:  -> $8.80', `sale_until:  -> ${until}`],
      [
        'price: $19.99 -> $20.99',
        'sale_price: $5.00 -> $16.80',
        'sale_from: 2099-01-01T05:00:00.000Z -> ',
        `sale_until:  -> ${until}`,
      ],
    ]);
    expect((await edit([lamp, other].map(seen), change)).json()).toMatchObject({ changed: 2 });
    const after = [await read(lamp.id), await read(other.id)];
    expect(after.map((one) => [one.regular_price, one.sale_price, one.sale_from, one.sale_until])).toEqual([
      ['11.00', '8.80', null, until],
      ['20.99', '16.80', null, until],
    ]);
    const dear = { sale: { by: 'price', amount: '11.00' } };
    expect((await preview(after, dear)).map(({ error }) => error)).toEqual([
      'Its sale price would be $11.00, not below its price of $11.00.',
      null,
    ]);
    expect((await edit(after.map(seen), { sale: { by: 'end' } })).json()).toMatchObject({ changed: 2 });
    expect((await read(other.id)).sale_price).toBeNull();
    expect((await preview([lamp], { sale: { by: 'end' } }))[0]).toMatchObject({ changes: [], error: null });
  });

  it('refuses a sale price above a price that is to come, in the preview too', async () => {
    const later = await add({ price_changes: [{ from: '2099-01-01T05:00:00.000Z', regular_price: '7.00' }] });
    const change = { sale: { by: 'price', amount: '8.00' } };
    const sentence = 'The sale price is not below the regular price.';
    expect((await preview([later], change))[0]?.error).toBe(sentence);
    expect((await edit([seen(later)], change)).json()).toMatchObject({ results: [{ error: sentence }] });
  });

  it('sets and clears reorder levels at a location, and no level that somebody else set meanwhile', async () => {
    const shirt = await read(SHOP.shirt);
    const change = { reorder_level: { location_id: 19, level: 4 } };
    const previews = await preview([lamp, shirt], change);
    expect(words(previews)).toEqual([['reorder_level:  -> 4'], ['reorder_level:  -> 4', 'reorder_level:  -> 4']]);
    const asked = previews.map(({ id, version, seen_levels }) => ({ id, version, seen_levels }));
    const own = { product_id: lamp.id, location_id: 19, reorder_level: 9 };
    expect((await manager.send('PUT', '/api/inventory/reorder-level', own)).statusCode).toBe(200);
    expect((await edit(asked, change)).json()).toMatchObject({
      changed: 1,
      results: [
        { id: lamp.id, code: 'changed_meanwhile' },
        { id: shirt.id, error: null },
      ],
    });
    const { rows } = await sql<{ product_id: number; level: string | null }>`
      SELECT product_id, reorder_level::float8::text AS level FROM stock_levels
       WHERE location_id = 19 AND product_id IN (${lamp.id}, ${shirt.id}) ORDER BY 1, variation_id`.execute(
      shop.database.db,
    );
    expect(rows.filter(({ product_id: id }) => id === shirt.id).map(({ level }) => level)).toEqual(['4', '4']);
    expect(rows.filter(({ product_id: id }) => id === lamp.id).map(({ level }) => level)).toEqual(['9']);
    const clear = { reorder_level: { location_id: 19, level: null } };
    expect((await edit([seen(lamp)], clear)).json()).toMatchObject({ changed: 1 });
    expect((await edit([seen(lamp)], clear)).json()).toMatchObject({ results: [{ code: 'nothing_to_do' }] });
    const nowhere = { ids: [lamp.id], change: { reorder_level: { location_id: 4711, level: 1 } } };
    expect(refusalOf(await manager.post(`${PATH}/bulk/preview`, nowhere))).toEqual([404, 'not_found']);
    const gone = { status: 'trash', reorder_level: { level: 1 } };
    expect((await preview([lamp], gone))[0]?.error).toContain('archived');
    expect((await edit([seen(lamp)], gone)).json()).toMatchObject({ refused: 1 });
    expect((await read(lamp.id)).status).toBe('draft');
  });
});

it('moves the sale price of each variation', async () => {
  const shirt = await read(SHOP.shirt);
  const change = { sale: { by: 'amount', amount: '5.00' } };
  expect((await edit([seen(shirt)], change)).json()).toMatchObject({ changed: 1 });
  const after = await read(SHOP.shirt);
  const off = after.variations.map((one) => Number(one.regular_price) - Number(one.sale_price));
  expect(off).toEqual([5, 5]);
  expect((await edit([seen(after)], { sale: { by: 'end' } })).json()).toMatchObject({ changed: 1 });
  expect((await read(SHOP.shirt)).variations.map((one) => one.sale_price)).toEqual([null, null]);
});

it('sets values of fields by their type, and leaves prices to the tiers', async () => {
  const flower = await read(SHOP.blueDream);
  expect((await preview([flower], { field_values: { nose: 'pine' } }))[0]?.changes).toEqual([
    { field: 'field:nose', from: '', to: 'Pine', variation_id: null, variation_name: null },
  ]);
  expect((await edit([seen(flower)], { field_values: { nose: 'pine' } })).json()).toMatchObject({ changed: 1 });
  const now = await read(SHOP.blueDream);
  expect(now.field_values).toMatchObject({ nose: 'Pine' });
  for (const change of [
    { field_values: { nose: 'Gas' } },
    { field_values: { cost: '1' } },
    { price: { by: 'percent', percent: 5 } },
  ]) {
    expect((await preview([now], change))[0]?.error).toEqual(expect.any(String));
    expect((await edit([seen(now)], change)).json()).toMatchObject({ changed: 0, refused: 1 });
  }
});

it('is for who edits products, of as many as may be, and of what there is', async () => {
  const product = await add();
  expect(refusalOf(await edit([seen(product)], { taxable: false }, staff))).toEqual([403, 'not_allowed']);
  const [status] = refusalOf(await staff.post(`${PATH}/bulk/preview`, { ids: [product.id], change: {} }));
  expect(status).toBe(403);
  const many = Array.from({ length: 501 }, (_, place) => ({ id: place + 1, version: 1 }));
  expect((await edit(many, { taxable: false })).statusCode).toBe(400);
  expect((await edit([], { taxable: false })).statusCode).toBe(400);
  expect((await edit([{ id: 999_999, version: 1 }], { taxable: false })).json()).toMatchObject({
    results: [{ id: 999_999, code: 'not_found' }],
  });
  for (const price of [
    { by: 'percent', percent: -101 },
    { by: 'percent', percent: 1.005 },
    { by: 'amount', amount: 'NaN' },
    { by: 'amount', amount: '1', rounding: 'none' },
  ]) {
    expect((await edit([seen(product)], { price })).statusCode).toBe(400);
  }
  for (const sale of [
    { by: 'percent', percent: 0 },
    { by: 'percent', percent: 101 },
    { by: 'amount', amount: '-1' },
  ]) {
    expect((await edit([seen(product)], { sale })).statusCode).toBe(400);
  }
});

it('leaves the books as they should be', async () => {
  const { checks } = await verifyBooks(shop.database.connection);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
});
