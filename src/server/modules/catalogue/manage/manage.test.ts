import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type ManagedProduct, managedProductsRoute } from '#contract/managed-products.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf } from '#server/testing/app.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { SHOP, staffedShop } from '#server/testing/shop.ts';
import { managedProducts } from '#server/testing/trade/managed-products.ts';

const PATH = '/api/manage/products';

const { shop, staff, manager } = await staffedShop();

const ask = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await query.execute(shop.database.db)).rows;
const put = (id: number, body: object, by = manager) => by.send('PUT', `${PATH}/${id}`, body);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const { add, read } = managedProducts(manager);

async function change(id: number, body: object): Promise<ManagedProduct> {
  const reply = await put(id, body);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: ManagedProduct }>().data;
}

describe('a product', () => {
  it('is added as a draft and sold once it is published, at its price', async () => {
    const product = await add({
      sku: ' LG-1 ',
      barcode: '0 36000 29145 2',
      regular_price: '4.50',
      category_ids: [30, 30],
    });
    expect(product).toMatchObject({
      status: 'draft',
      type: 'simple',
      sku: 'LG-1',
      barcode: '036000291452',
      regular_price: '4.50',
      category_ids: [30],
      taxable: true,
      in_books: false,
    });
    const line = { product_id: product.id, quantity: 1 };
    expect(refusalOf(await staff.post('/api/orders', sale([line])))).toEqual([422, 'product_unknown']);
    await change(product.id, { status: 'publish', version: product.version });
    // It is known now, and there is none in stock.
    const unstocked = await staff.post('/api/orders', sale([line], { allow_oversell: true }));
    expect(refusalOf(unstocked)).toEqual([403, 'approval_needed']);
  });

  it('leaves a row in the audit trail with what it was and is, and each change one with the difference', async () => {
    const { id, version } = await add({ regular_price: '2.00' });
    await change(id, { regular_price: '2.25', name: 'Lamp oil', version });
    const rows = await ask<{ action: string; details: Record<string, unknown>; actor_id: number }>(
      sql`SELECT action, actor_id, details FROM audit_trail WHERE entity = 'product' AND entity_id = ${String(id)} ORDER BY id`,
    );
    expect(rows).toMatchObject([
      { action: 'product_created', actor_id: manager.userId, details: { product: { regular_price: '2.00' } } },
      {
        action: 'product_changed',
        details: { name: { to: 'Lamp oil' }, regular_price: { from: '2.00', to: '2.25' } },
      },
    ]);
    expect(Object.keys(rows[1]?.details ?? {}).toSorted()).toEqual(['name', 'regular_price']);
  });

  it('is not overwritten by somebody who saw it as it was before', async () => {
    const { id, version } = await add();
    await change(id, { name: 'First', version });
    const late = await put(id, { name: 'Second', version });
    expect(refusalOf(late)).toEqual([409, 'changed_meanwhile']);
    expect(late.json()).toMatchObject({ current: { name: 'First', version: version + 1 } });
    expect((await read(id)).name).toBe('First');
    // Programs that do not say what they saw change what there is.
    expect((await change(id, { name: 'Third' })).name).toBe('Third');
  });

  it('keeps the parts that a change leaves out', async () => {
    const { id } = await add({ description: 'Refillable.', regular_price: '3.00', category_ids: [30] });
    expect(await change(id, { taxable: false })).toMatchObject({
      description: 'Refillable.',
      regular_price: '3.00',
      category_ids: [30],
      taxable: false,
    });
    expect(refusalOf(await put(id, { taxable: false }))).toEqual([422, 'nothing_to_do']);
  });

  it('shares its SKU and barcode with nothing, neither product nor variation, nor the one as the other', async () => {
    const { id } = await add({ sku: 'ONE', barcode: '4006381333931' });
    for (const body of [{ sku: 'one' }, { sku: '4006381333931' }, { sku: 'ac-sh-s' }]) {
      expect(refusalOf(await manager.post(PATH, { name: 'Other', ...body }))).toEqual([409, 'sku_taken']);
    }
    const upc = await add({ barcode: '036000291469' });
    const ean = await manager.post(PATH, { name: 'Other', barcode: '0036000291469' });
    expect(refusalOf(ean)).toEqual([409, 'barcode_taken']);
    expect(ean.json()).toMatchObject({ product_id: upc.id, name: upc.name, field: 'barcode' });
    // A product may keep its own codes.
    expect((await change(id, { sku: 'ONE', barcode: '4006381333931', name: 'Again' })).sku).toBe('ONE');
  });

  it.each(['036000291453', '12345', 'ABC', '40063813339312'])('takes no barcode %s', async (barcode) => {
    expect(refusalOf(await manager.post(PATH, { name: 'Other', barcode }))).toEqual([422, 'barcode_not_valid']);
  });

  it('gets one SKU only, when two people give it at the same moment to two products', async () => {
    const [one, other] = [await add(), await add()];
    const both = await Promise.all([put(one.id, { sku: 'RACE' }), put(other.id, { sku: 'RACE' })]);
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
  });

  it.each(['change', 'delete'])('waits for the terms before it locks the product: %s', async (what) => {
    const { id } = await add();
    const terms = await holding(shop, 'select from catalogue_version for no key update');
    const asked = what === 'change' ? put(id, { name: 'Waited' }) : manager.send('DELETE', `${PATH}/${id}`);
    await untilWaiting(shop, 1);
    // As an import does, which holds the terms.
    await terms.run('set local lock_timeout = 300');
    await terms.run('select from products where id = $1 for no key update', [id]);
    await terms.letGo();
    expect((await asked).statusCode).toBe(200);
  });

  it('is offered codes that are free', async () => {
    const codes = (await manager.get('/api/manage/new-codes')).json<{ sku: string; barcode: string }>();
    expect(await add(codes)).toMatchObject({ sku: codes.sku, barcode: codes.barcode });
  });

  it.each([{ category_ids: [30, 99999] }, { blueprint_id: 99999 }, { variations: [{ attributes: [] }] }])(
    'is refused with %o',
    async (body) => {
      expect(refusalOf(await manager.post(PATH, { name: 'Other', ...body }))).toEqual([422, 'not_valid']);
    },
  );

  it('is archived once it was sold and can never be deleted then; one that was not can', async () => {
    expect((await staff.post('/api/orders', sale([grinder]))).statusCode).toBe(200);
    expect(refusalOf(await manager.send('DELETE', `${PATH}/${SHOP.grinder}`))).toEqual([409, 'product_in_books']);
    const { version } = await read(SHOP.grinder);
    await change(SHOP.grinder, { status: 'trash', version });
    expect(refusalOf(await staff.post('/api/orders', sale([grinder])))[1]).toBe('product_unknown');
    await change(SHOP.grinder, { status: 'publish' });
    const { id } = await add();
    expect((await manager.send('DELETE', `${PATH}/${id}`)).statusCode).toBe(200);
    expect(refusalOf(await manager.get(`${PATH}/${id}`))).toEqual([404, 'not_found']);
    expect((await verifyBooks(shop.database.connection)).checks.filter(({ broken }) => broken > 0)).toEqual([]);
  });

  it('is duplicated as a draft without codes', async () => {
    const reply = await manager.post(`${PATH}/${SHOP.shirt}/duplicate`, {});
    const { data } = reply.json<{ data: ManagedProduct }>();
    expect(data).toMatchObject({ name: 'Shirt (copy)', status: 'draft', sku: null, type: 'variable' });
    expect(data.variations).toMatchObject([
      { sku: null, attributes: [{ name: 'Size', option: 'Small' }], regular_price: '25.00' },
      { sku: null, attributes: [{ name: 'Size', option: 'Large' }], regular_price: '27.00' },
    ]);
  });

  it('is duplicated with a sale that ends, and with prices that are to come', async () => {
    const until = inHours(2);
    const planned = { sale_price: '7.00', sale_until: until, price_changes: [{ from: until, regular_price: '9.50' }] };
    const { id } = await add({
      type: 'variable',
      regular_price: '9.00',
      ...planned,
      variations: [
        { attributes: [{ name: 'Size', option: 'S' }], regular_price: '8.00' },
        { attributes: [{ name: 'Size', option: 'L' }], regular_price: '9.00', ...planned },
      ],
    });
    const { data: copy } = (await manager.post(`${PATH}/${id}/duplicate`, {})).json<{ data: ManagedProduct }>();
    const copied = { regular_price: '9.00', ...planned };
    expect(copy).toMatchObject({ ...copied, variations: [{ sale_price: null, price_changes: [] }, copied] });
  });

  it('is deleted only as the one who deletes it saw it', async () => {
    const { id, version } = await add();
    const { version: newer } = await change(id, { name: 'Lamp' });
    const refused = await manager.send('DELETE', `${PATH}/${id}?version=${version}`);
    expect(refusalOf(refused)).toEqual([409, 'changed_meanwhile']);
    expect(refused.json()).toMatchObject({ current: { name: 'Lamp', version: newer } });
    expect((await manager.send('DELETE', `${PATH}/${id}?version=${newer}`)).statusCode).toBe(200);
  });
});

describe('prices that are to come', () => {
  it('hold from their instant on, and a sale price until its end', async () => {
    const { id } = await add({ status: 'publish', regular_price: '9.00' });
    const [from, until, later] = [inHours(1), inHours(2), inHours(3)];
    const planned = await change(id, {
      sale_price: '7.00',
      sale_from: from,
      sale_until: until,
      price_changes: [{ from: later, regular_price: '9.50' }],
    });
    expect(planned).toMatchObject({
      regular_price: '9.00',
      sale_price: '7.00',
      sale_from: from,
      sale_until: until,
      price_changes: [{ from: later, regular_price: '9.50' }],
    });
    expect(
      await ask(sql`SELECT regular_price_cents::integer AS regular, sale_price_cents::integer AS sale FROM item_prices
                     WHERE product_id = ${id} AND valid_from > now() ORDER BY valid_from`),
    ).toEqual([
      { regular: 900, sale: 700 },
      { regular: 900, sale: null },
      { regular: 950, sale: null },
    ]);
    // The present price may change without the sale being forgotten.
    expect(await change(id, { regular_price: '8.00' })).toMatchObject({ sale_price: '7.00', sale_from: from });
    expect(await change(id, { sale_price: null, sale_from: null, sale_until: null, price_changes: [] })).toMatchObject({
      regular_price: '8.00',
      sale_price: null,
      price_changes: [],
    });
    expect(await ask(sql`SELECT 1 FROM item_prices WHERE product_id = ${id} AND valid_from > now()`)).toEqual([]);
  });

  it('begin at their instant at the till', async () => {
    const { id } = await add({ status: 'publish', regular_price: '9.00' });
    await change(id, { price_changes: [{ from: inHours(1), regular_price: '10.00' }] });
    await sql`UPDATE item_prices SET valid_from = clock_timestamp() WHERE product_id = ${id} AND valid_from > now()`.execute(
      shop.database.db,
    );
    await sql`UPDATE catalogue_version SET next_change_at = now() - interval '1 second'`.execute(shop.database.db);
    await sql`SELECT begin_due_terms()`.execute(shop.database.db);
    expect(await read(id)).toMatchObject({ regular_price: '10.00', price_changes: [] });
  });

  // Nothing has begun them yet: the duty that does runs every half second.
  it.each(['a change of the name', 'an update by anything else'])(
    'are not called off by %s once they are due',
    async (by) => {
      const { id, variations } = await add({
        type: 'variable',
        status: 'publish',
        regular_price: '9.00',
        price_changes: [{ from: inHours(1), regular_price: '10.00' }],
        variations: [
          {
            attributes: [{ name: 'Size', option: 'S' }],
            regular_price: '4.00',
            price_changes: [{ from: inHours(1), regular_price: '5.00' }],
          },
        ],
      });
      await sql`UPDATE item_prices SET valid_from = clock_timestamp() WHERE product_id = ${id} AND valid_from > now()`.execute(
        shop.database.db,
      );
      await sql`UPDATE catalogue_version SET next_change_at = now() - interval '1 second'`.execute(shop.database.db);
      if (by === 'a change of the name') await change(id, { name: 'Due lamp' });
      else {
        await sql`UPDATE products SET meta = '{"seen": 1}' WHERE id = ${id}`.execute(shop.database.db);
        await sql`UPDATE variations SET position = 7 WHERE id = ${variations[0]?.id}`.execute(shop.database.db);
      }
      await sql`SELECT begin_due_terms()`.execute(shop.database.db);
      expect(await read(id)).toMatchObject({ regular_price: '10.00', variations: [{ regular_price: '5.00' }] });
      // A price by hand is noted all the same.
      await change(id, { regular_price: '9.00' });
      expect(
        await ask(sql`SELECT regular_price_cents::integer AS cents FROM item_prices
                     WHERE product_id = ${id} AND variation_id IS NULL ORDER BY valid_from`),
      ).toEqual([null, 900, 1000, 900].map((cents) => ({ cents })));
    },
  );

  it.each([
    { sale_price: '1.00', sale_from: inHours(2), sale_until: inHours(1) },
    { sale_price: '1.00', sale_until: inHours(-1) },
    { regular_price: '4.00', sale_price: '4.00' },
    { regular_price: '4.00', sale_price: '5.00', sale_from: inHours(1) },
    { regular_price: '4.00', sale_price: '3.00', price_changes: [{ from: inHours(1), regular_price: '2.00' }] },
    { price_changes: [0, 1].map(() => ({ from: '2030-01-01T00:00:00.000Z', regular_price: '1.00' })) },
  ])('are refused where they make no sense', async (body) => {
    const { id } = await add();
    expect(refusalOf(await put(id, body))).toEqual([422, 'not_valid']);
  });
});

it('refuses a price to come below the sale price, also where an import brought a sale price above the regular one', async () => {
  const { id } = await add({ regular_price: '10.00' });
  await sql`UPDATE products SET sale_price_cents = 1200 WHERE id = ${id}`.execute(shop.database.db);
  const toCome = { price_changes: [{ from: inHours(1), regular_price: '5.00' }] };
  expect(refusalOf(await put(id, toCome))).toEqual([422, 'not_valid']);
});

describe('a variable product', () => {
  const size = (option: string, more: object = {}) => ({ attributes: [{ name: 'Size', option }], ...more });

  it('is made of variations with codes and prices of their own', async () => {
    const product = await add({
      type: 'variable',
      status: 'publish',
      variations: [
        size('S', { sku: 'V-S', regular_price: '10.00' }),
        size('L', { sku: 'V-L', regular_price: '12.00' }),
      ],
    });
    expect(product.variations).toMatchObject([
      { sku: 'V-S', regular_price: '10.00', status: 'publish' },
      { sku: 'V-L', regular_price: '12.00' },
    ]);
    const [small, large] = product.variations;
    // SKUs change places, one variation is left out, another is new.
    const changed = await change(product.id, {
      variations: [size('L', { id: large?.id, sku: 'V-S' }), size('XL', { sku: 'V-L', regular_price: '14.00' })],
      version: product.version,
    });
    expect(changed.variations).toMatchObject([
      { id: large?.id, sku: 'V-S', regular_price: '12.00' },
      { sku: 'V-L', regular_price: '14.00' },
    ]);
    expect(changed.variations.map(({ id }) => id)).not.toContain(small?.id);
  });

  it('moves a code from one variation to another in one save, also from SKU to barcode', async () => {
    const { id, variations } = await add({
      type: 'variable',
      variations: [size('S', { sku: 'MOVED', barcode: '5901234123457' }), size('L')],
    });
    const both = (small: object, large: object) => ({
      variations: [size('S', { id: variations[0]?.id, ...small }), size('L', { id: variations[1]?.id, ...large })],
    });
    // Another code of the holder changes; this one it keeps.
    expect(refusalOf(await put(id, both({ barcode: null }, { sku: 'MOVED' })))).toEqual([409, 'sku_taken']);
    expect(refusalOf(await put(id, both({ sku: 'NEW-S' }, { sku: '5901234123457' })))).toEqual([409, 'sku_taken']);
    expect((await change(id, both({ sku: null, barcode: null }, { sku: '5901234123457' }))).variations).toMatchObject([
      { sku: null, barcode: null },
      { sku: '5901234123457' },
    ]);
    expect((await change(id, both({ sku: '5901234123457' }, { sku: null }))).variations).toMatchObject([
      { sku: '5901234123457' },
      { sku: null },
    ]);
  });

  it.each([
    ['adds', (id: number) => sql`INSERT INTO variations (product_id, name) VALUES (${id}, 'Brought')`],
    ['changes', (id: number) => sql`UPDATE variations SET name = 'Brought' WHERE product_id = ${id}`],
    ['takes away', (id: number) => sql`DELETE FROM variations WHERE product_id = ${id}`],
  ])('is not overwritten by somebody who saw it before an import %s a variation', async (_what, write) => {
    const { id, version, variations } = await add({ type: 'variable', variations: [size('S')] });
    await write(id).execute(shop.database.db);
    const late = await put(id, { version, variations: variations.map((one) => size('S', { id: one.id })) });
    expect(refusalOf(late)).toEqual([409, 'changed_meanwhile']);
    expect((await manager.send('DELETE', `${PATH}/${id}`)).statusCode).toBe(200);
  });

  it('keeps a variation that was sold, archived', async () => {
    const before = await read(SHOP.shirt);
    const kept = before.variations.filter(({ id }) => id !== SHOP.shirtSmall);
    const after = await change(SHOP.shirt, { variations: kept.map(({ id, attributes }) => ({ id, attributes })) });
    expect(after.variations.find(({ id }) => id === SHOP.shirtSmall)).toMatchObject({
      status: 'trash',
      sku: 'AC-SH-S',
    });
    await change(SHOP.shirt, {
      variations: before.variations.map(({ id, attributes, status }) => ({ id, attributes, status })),
    });
  });

  it.each([
    { variations: [size('S'), size(' s ')] },
    { variations: [{ attributes: [] }] },
    { variations: [size('S', { id: SHOP.shirtSmall })] },
  ])('is refused with %o', async (body) => {
    const reply = await manager.post(PATH, { name: 'Other', type: 'variable', ...body });
    expect(refusalOf(reply)).toEqual([422, 'not_valid']);
  });

  it('gives no code to two variations', async () => {
    const body = {
      name: 'Other',
      type: 'variable',
      variations: [size('S', { sku: 'SAME' }), size('L', { sku: 'same' })],
    };
    expect(refusalOf(await manager.post(PATH, body))).toEqual([409, 'sku_taken']);
  });
});

describe('the list to manage', () => {
  it('has products of every status, in the form of its contract, and nothing new while nothing changed', async () => {
    const reply = await manager.get(`${PATH}?per_page=5000`);
    const { data, meta } = managedProductsRoute.reply.strict().parse(reply.json());
    expect(meta.total).toBe(data.length);
    expect(data.find(({ id }) => id === SHOP.draft)).toMatchObject({ status: 'draft' });
    expect(data.find(({ id }) => id === SHOP.blueDream)).toMatchObject({ by_tier: true, regular_price: null });
    expect(data.find(({ id }) => id === SHOP.shirt)).toMatchObject({
      lowest_price: '25.00',
      highest_price: '27.00',
      variations: 2,
      codes: ['AC-SH-S', 'AC-SH-L'],
    });
    const again = await manager.get(`${PATH}?per_page=5000`, { 'if-none-match': String(reply.headers.etag) });
    expect(again.statusCode).toBe(304);
    const some = await manager.get(`${PATH}?include=${SHOP.papers},${SHOP.draft},999`);
    const { data: included } = managedProductsRoute.reply.parse(some.json());
    expect(new Set(included.map(({ id }) => id))).toEqual(new Set([504, 506]));
  });

  it('gives a till the products that changed, without all others', async () => {
    const reply = await staff.get(`/api/proxy/flora-im/products?include=${SHOP.papers},${SHOP.draft}`);
    expect(reply.json()).toMatchObject({ data: [{ id: SHOP.papers, regular_price: '2.00', total_stock: 1000 }] });
    expect(reply.body.length).toBeLessThan(2000);
  });
});

it('is for managers and administrators', async () => {
  const { id } = await add();
  for (const reply of [
    await staff.get(PATH),
    await staff.get(`${PATH}/${id}`),
    await staff.get('/api/manage/new-codes'),
    await staff.get('/api/manage/blueprints'),
    await staff.post(PATH, { name: 'Mine' }),
    await put(id, { name: 'Mine' }, staff),
    await staff.post(`${PATH}/${id}/duplicate`, {}),
    await staff.send('DELETE', `${PATH}/${id}`),
  ])
    expect(refusalOf(reply)).toEqual([403, 'not_allowed']);
});
