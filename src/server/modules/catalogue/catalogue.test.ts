import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { z } from 'zod';
import { productsRoute } from '#contract/catalogue.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';

let shop: TestApp;
let till: Till;
let manager: Till;

const PRODUCTS = '/api/proxy/flora-im/products';
const STORE = '/api/proxy/woocommerce/products';

beforeAll(async () => {
  shop = await testApp();
  till = await shop.signIn('staff', { locationId: 20 });
  manager = await shop.signIn('manager', { locationId: 20 });
  const { db } = shop.database;
  await sql`INSERT INTO locations (id, name) VALUES (19, 'Monroe')`.execute(db);
  await sql`INSERT INTO blueprints (id, name, slug) VALUES (39, 'Flower', 'flower'), (41, 'Vape', 'vape')`.execute(db);
  await sql`
    INSERT INTO categories (id, name, slug, parent_id, blueprint_id) VALUES
      (25, 'Flower', 'flower', NULL, 39), (26, 'Vapes', 'vapes', NULL, NULL), (31, 'Accessories', 'accessories', NULL, NULL),
      (32, 'Zippers', 'zippers', 31, NULL), (33, 'Uncategorized', 'uncategorized', NULL, NULL)`.execute(db);
  await sql`
    INSERT INTO blueprint_fields (id, blueprint_id, field_name, field_label, field_type, sort_order)
    VALUES (1, 39, 'lineage', 'Lineage', 'text', 1), (2, 39, 'thca_percentage', 'THCA %', 'number', 2), (3, 41, 'nose', 'Nose', 'text', 1)`.execute(
    db,
  );
  await sql`INSERT INTO pricing_rules (id, blueprint_id, name, product_type) VALUES (1, 39, 'House', 'flower')`.execute(
    db,
  );
  await sql`
    INSERT INTO pricing_tiers (rule_id, min, price_cents, label, unit, conversion_ratio) VALUES (1, 3.5, 4000, '3.5 g', 'g', NULL),
      (1, 1, 1000, 'Roll', 'roll', '{"input_amount": 0.7, "input_unit": "g", "output_amount": 1, "output_unit": "roll"}')`.execute(
    db,
  );
  await sql`
    INSERT INTO products (id, name, sku, barcode, type, status, regular_price_cents, sale_price_cents, category_ids, meta, image) VALUES
      (1, 'Sour Dogwood', 'F-1', '036000291452', 'simple', 'publish', NULL, NULL, '{25}', '{"_blueprint_lineage": "OG x Haze"}', '/pictures/1.webp'),
      (2, 'Blue Crème', 'F-2', NULL, 'simple', 'publish', NULL, NULL, '{25}', '{"_blueprint_lineage": "OG x Haze"}', NULL),
      (3, 'Cart 10 g', 'V-3', NULL, 'simple', 'publish', 3500, NULL, '{26}', '{}', NULL),
      (4, 'Cart 2 g', 'V-4', NULL, 'simple', 'publish', 1500, 1250, '{26}', '{}', NULL),
      (5, 'Hoodie', 'A-5', NULL, 'variable', 'publish', 4500, NULL, '{31}', '{}', NULL),
      (6, 'Ashtray', 'A-6', NULL, 'simple', 'publish', 900, NULL, '{31}', '{}', NULL),
      (7, 'Hidden', 'H-7', NULL, 'simple', 'draft', 900, NULL, '{31}', '{"_blueprint_lineage": "Secret"}', NULL),
      (8, 'Bundle', 'B-8', NULL, 'grouped', 'publish', 900, NULL, '{31}', '{}', NULL),
      (9, 'Stray', NULL, NULL, 'simple', 'publish', 100, NULL, '{}', '{}', NULL),
      (10, 'Zip bag', NULL, NULL, 'simple', 'publish', 100, NULL, '{32}', '{}', NULL),
      (11, 'Gone', 'G-11', NULL, 'simple', 'trash', 100, NULL, '{31}', '{}', NULL)`.execute(db);
  await sql`
    INSERT INTO variations (id, product_id, sku, barcode, status, regular_price_cents, attributes, position) VALUES
      (51, 5, 'A-5-L', '4006381333931', 'publish', 4500, '[{"name": "Size", "option": "L"}]', 2),
      (52, 5, 'A-5-S', NULL, 'publish', 4000, '[{"name": "Size", "option": "S"}]', 1),
      (53, 5, 'A-5-X', NULL, 'draft', 4000, '[{"name": "Size", "option": "X"}]', 3)`.execute(db);
  await sql`
    INSERT INTO stock_levels (location_id, product_id, variation_id, quantity) VALUES
      (20, 1, NULL, 112.5), (20, 4, NULL, 3), (20, 5, 51, 2), (20, 5, 53, 9), (19, 1, NULL, 7), (19, 2, NULL, 1)`.execute(
    db,
  );
});
afterAll(() => shop.close());

type Products = z.output<typeof productsRoute.reply>;

async function products(query = '', who = till): Promise<Products> {
  const reply = await who.get(`${PRODUCTS}?${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return productsRoute.reply.parse(reply.json());
}
const names = ({ data }: Products) => data.map(({ name }) => name);

describe('the products of a till', () => {
  it('come in the order of the grid: categories, then simple before variable, then by name', async () => {
    expect(names(await products())).toEqual([
      'Blue Crème',
      'Sour Dogwood',
      'Cart 2 g',
      'Cart 10 g',
      'Ashtray',
      'Hoodie',
      'Zip bag',
      'Stray',
    ]);
  });

  it('carry stock, variants and tier prices of the location', async () => {
    const { data } = await products();
    const inventory = [
      { location_id: 20, location_name: 'Location 20', stock: 112.5, quantity: 112.5, manage_stock: true },
    ];
    expect(data.find(({ id }) => id === 1)).toEqual({
      id: 1,
      name: 'Sour Dogwood',
      sku: 'F-1',
      barcode: '036000291452',
      type: 'simple',
      status: 'publish',
      regular_price: null,
      sale_price: null,
      taxable: true,
      image: '/pictures/1.webp',
      categories: [{ id: 25, name: 'Flower', slug: 'flower' }],
      inventory,
      total_stock: 112.5,
      meta_data: [{ key: '_blueprint_lineage', value: 'OG x Haze' }],
      has_variants: false,
      variants: [],
      parent_id: null,
      blueprintPricing: {
        blueprintId: 39,
        blueprintName: 'Flower',
        ruleGroups: [
          {
            ruleId: 1,
            ruleName: 'House',
            productType: 'flower',
            tiers: [
              {
                min: 1,
                price: '10.00',
                label: 'Roll',
                unit: 'roll',
                conversion_ratio: { input_amount: 0.7, input_unit: 'g', output_amount: 1, output_unit: 'roll' },
              },
              { min: 3.5, price: '40.00', label: '3.5 g', unit: 'g' },
            ],
          },
        ],
      },
    });
    expect(data.find(({ id }) => id === 4)).toMatchObject({
      regular_price: '15.00',
      sale_price: '12.50',
      total_stock: 3,
    });
    expect(data.find(({ id }) => id === 5)).toMatchObject({
      has_variants: true,
      total_stock: 2,
      variants: [
        { id: 52, name: 'S', sku: 'A-5-S', regular_price: '40.00', total_stock: 0 },
        { id: 51, name: 'L', barcode: '4006381333931', total_stock: 2 },
      ],
    });
  });

  it('are found by words of name, SKU, barcode, category or variant, whatever case and accents', async () => {
    expect(names(await products('search=CREME%20blue'))).toEqual(['Blue Crème']);
    expect(names(await products('search=036000291452'))).toEqual(['Sour Dogwood']);
    expect(names(await products('search=a-5-l'))).toEqual(['Hoodie']);
    expect(names(await products('search=4006381333931'))).toEqual(['Hoodie']);
    expect(names(await products('search=vapes'))).toEqual(['Cart 2 g', 'Cart 10 g']);
    expect(names(await products(`search=${encodeURIComponent("sour' dog’wood")}`))).toEqual(['Sour Dogwood']);
    expect(names(await products('search=100%25'))).toEqual([]);
    expect(names(await products(`search=${encodeURIComponent("'; DROP TABLE products; --")}`))).toEqual([]);
  });

  it('are those of a category and of what stands below it', async () => {
    expect(names(await products('category=31'))).toEqual(['Ashtray', 'Hoodie', 'Zip bag']);
    expect(names(await products('category=32'))).toEqual(['Zip bag']);
    expect(names(await products('category=999'))).toEqual([]);
  });

  it('leave out what has no stock when counting, unless asked', async () => {
    expect(names(await products('audit_mode=true'))).toEqual(['Sour Dogwood', 'Cart 2 g', 'Hoodie']);
    expect(await products('audit_mode=true&per_page=2&page=2')).toMatchObject({
      data: [{ name: 'Hoodie' }],
      meta: { total: 3, pages: 2 },
    });
    expect((await products('audit_mode=1&include_zero_stock=1')).meta.total).toBe(8);
    expect((await products('audit_mode=1&include_zero_stock=0')).meta.total).toBe(3);
    expect((await products('restock_mode=true')).meta.total).toBe(8);
  });

  it('leave out what has no stock wherever that is asked for', async () => {
    expect(names(await products('include_zero_stock=false'))).toEqual(['Sour Dogwood', 'Cart 2 g', 'Hoodie']);
    expect((await products('restock_mode=true&include_zero_stock=false')).meta.total).toBe(3);
    expect((await products('include_zero_stock=true')).meta.total).toBe(8);
  });

  it('come in pages that neither overlap nor leave a gap', async () => {
    const pages = [
      await products('per_page=3'),
      await products('per_page=3&page=2'),
      await products('per_page=3&page=3'),
    ];
    expect(pages.flatMap(names)).toEqual(names(await products()));
    expect(pages[0]?.meta).toEqual({ total: 8, pages: 3, page: 1, per_page: 3 });
    expect((await products('per_page=3&page=9')).data).toEqual([]);
  });

  it('are not sent again while nothing has changed, and are at once when stock or a price has', async () => {
    const first = await till.get(PRODUCTS);
    const etag = String(first.headers['etag']);
    const again = await till.get(`${PRODUCTS}?_t=123`, { 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    const { headers, rawPayload } = await till.get(PRODUCTS, { 'accept-encoding': 'gzip' });
    expect([headers['content-encoding'], headers['etag']]).toEqual(['gzip', etag]);
    expect(gunzipSync(rawPayload).toString()).toBe(first.body);
    expect((await till.get(`${PRODUCTS}?search=a`, { 'if-none-match': etag })).statusCode).toBe(200);
    expect((await till.get(PRODUCTS, { 'if-none-match': `x${etag}` })).json()).toMatchObject({ success: true });

    await sql`SELECT move_stock(20, NULL, '[{"product_id": 4, "delta": 1, "action": "restock"}]')`.execute(
      shop.database.db,
    );
    const moved = await till.get(PRODUCTS, { 'if-none-match': etag });
    expect(moved.statusCode).toBe(200);
    const second = String(moved.headers['etag']);
    await sql`UPDATE pricing_tiers SET price_cents = 4100 WHERE min = 3.5`.execute(shop.database.db);
    const repriced = await till.get(PRODUCTS, { 'if-none-match': second });
    expect(repriced.json<Products>().data[0]?.blueprintPricing?.ruleGroups[0]?.tiers[1]?.price).toBe('41.00');
    await sql`SELECT move_stock(19, NULL, '[{"product_id": 4, "delta": 1, "action": "restock"}]')`.execute(
      shop.database.db,
    );
    expect((await till.get(PRODUCTS, { 'if-none-match': String(repriced.headers['etag']) })).statusCode).toBe(304);
  });

  it('of another location are for those who may work there', async () => {
    expect((await till.get(`${PRODUCTS}?location_id=19`)).json()).toMatchObject({ success: false, code: 'not_found' });
    const { data } = await products('location_id=19', manager);
    expect(data.find(({ id }) => id === 1)?.total_stock).toBe(7);
    expect((await manager.get(`${PRODUCTS}?location_id=77`)).statusCode).toBe(404);
    expect((await products('location_id=20')).data).toHaveLength(8);
    const nowhere = await shop.signIn('staff', { locationId: null });
    expect((await nowhere.get(PRODUCTS)).json()).toMatchObject({ code: 'location_required' });
  });

  it.each([
    'per_page=0',
    'per_page=1001',
    'per_page=1e9',
    'page=-1',
    'page=1&page=2',
    'location_id=abc',
    'location_id=99999999999',
    'audit_mode=yes',
    'search=%00',
    'category=1e309',
  ])('are refused for %s with a sentence', async (query) => {
    const reply = await till.get(`${PRODUCTS}?${query}`);
    expect(reply.statusCode).toBe(400);
    expect(reply.json<{ error: string }>().error).toMatch(/^[“"A-Z].*\.$/);
  });

  it('are for nobody who is not signed in', async () => {
    expect((await shop.inject({ method: 'GET', url: PRODUCTS })).statusCode).toBe(401);
  });
});

describe('categories, prices and fields', () => {
  it('counts the published products of each category', async () => {
    const reply = await till.get('/api/categories');
    expect(
      reply.json<{ data: { name: string; count: number }[] }>().data.map(({ name, count }) => [name, count]),
    ).toEqual([
      ['Flower', 2],
      ['Vapes', 2],
      ['Accessories', 2],
      ['Zippers', 1],
      ['Uncategorized', 0],
    ]);
    expect((await till.get('/api/categories', { 'if-none-match': String(reply.headers['etag']) })).statusCode).toBe(
      304,
    );
  });

  it('says what each category stands below', async () => {
    const { data } = (await till.get('/api/categories')).json<{
      data: { id: number; name: string; parent_id: number | null }[];
    }>();
    const idOf = (name: string) => data.find((category) => category.name === name)?.id;
    expect(data.find(({ name }) => name === 'Zippers')?.parent_id).toBe(idOf('Accessories'));
    expect(data.find(({ name }) => name === 'Accessories')?.parent_id).toBeNull();
  });

  it('names those that share a name by what they stand below', async () => {
    const { db } = shop.database;
    await sql`INSERT INTO categories (id, name, slug, parent_id) VALUES (34, 'Zippers', 'zippers-2', NULL)`.execute(db);
    const names = async () => {
      const reply = await till.get('/api/categories');
      return reply.json<{ data: { name: string }[] }>().data.map(({ name }) => name);
    };
    expect(await names()).toEqual(expect.arrayContaining(['Accessories › Zippers', 'Zippers', 'Accessories']));
    expect((await products('search=zip bag')).data[0]?.categories[0]?.name).toBe('Accessories › Zippers');
    await sql`DELETE FROM categories WHERE id = 34`.execute(db);
    expect(await names()).not.toContain('Accessories › Zippers');
  });

  it('gives the tier prices of several products, and null where there are none', async () => {
    const reply = await till.post('/api/pricing/batch-blueprint', {
      products: [{ id: 1, categoryIds: [25] }, { id: 6 }, { id: 999 }],
    });
    expect(reply.json()).toMatchObject({ success: true, data: { 1: { blueprintId: 39 }, 6: null, 999: null } });
    const wrong = await till.post('/api/pricing/batch-blueprint', { products: [{ id: '1' }] });
    expect(wrong.statusCode).toBe(400);
  });

  it('lists the fields of a blueprint by name or slug, or of all', async () => {
    const fields = async (query: string) =>
      (await till.get(`/api/proxy/flora-im/v2/fields${query}`))
        .json<{ fields: { name: string }[] }>()
        .fields.map(({ name }) => name);
    expect(await fields('?name=FLOWER')).toEqual(['lineage', 'thca_percentage']);
    expect(await fields('')).toEqual(['lineage', 'thca_percentage', 'nose']);
    expect(await fields('?name=toString')).toEqual([]);
  });

  it('lists the values in use of a field, of published products only', async () => {
    const values = async (query: string) =>
      (await till.get(`/api/blueprint-values?${query}`)).json<{ values: unknown }>().values;
    expect(await values('field=lineage')).toEqual([{ value: 'OG x Haze', count: 2 }]);
    expect(await values('field=lineage&category=26')).toEqual([]);
    expect(await values('field=__proto__')).toEqual([]);
  });
});

describe('the store’s catalogue', () => {
  const found = async (query: string) =>
    (await till.get(`${STORE}?${query}`)).json<{ id: number }[]>().map(({ id }) => id);

  it('finds published products by words, SKU, category and status', async () => {
    expect(await found('search=cart&per_page=5&status=publish')).toEqual([3, 4]);
    expect(await found('search=CREME%20blue')).toEqual([2]);
    expect(await found(`search=${encodeURIComponent("blue’ crème'")}`)).toEqual([2]);
    expect(await found('search=a-5-s')).toEqual([5]);
    expect(await found('sku=a-5-l')).toEqual([5]);
    expect(await found('category=25&per_page=100')).toEqual([2, 1]);
    expect(await found('search=hidden')).toEqual([]);
    expect(await found('search=hidden&status=any')).toEqual([7]);
    expect(await found('search=gone&status=any')).toEqual([]);
    expect(await found('search=%25')).toEqual([]);
    expect(await found('search=_')).toEqual([]);
  });

  it('shows a product in the store’s shape', async () => {
    expect((await till.get(`${STORE}/4`)).json()).toMatchObject({
      id: 4,
      slug: 'cart-2-g',
      price: '12.50',
      regular_price: '15.00',
      sale_price: '12.50',
      stock_status: 'instock',
      categories: [{ id: 26, name: 'Vapes', slug: 'vapes' }],
      images: [],
    });
    expect((await till.get(`${STORE}/5`)).json()).toMatchObject({ variations: [52, 51], stock_quantity: 2 });
    expect((await till.get(`${STORE}/999`)).statusCode).toBe(404);
    expect((await till.get(`${STORE}/11`)).statusCode).toBe(404);
    expect((await till.get(`${STORE}/x`)).statusCode).toBe(400);
  });

  it('lists the variations of a product', async () => {
    expect((await till.get(`${STORE}/5/variations?per_page=100`)).json()).toMatchObject([
      { id: 52, name: 'S', stock_status: 'outofstock', attributes: [{ name: 'Size', option: 'S' }] },
      { id: 51, price: '45.00', stock_quantity: 2 },
    ]);
    expect((await till.get(`${STORE}/4/variations`)).json()).toEqual([]);
    expect((await till.get(`${STORE}/999/variations`)).statusCode).toBe(404);
  });

  it('sets meta values to the letter, keeps the others, and notes what stood there', async () => {
    const hostile = `<img src=x onerror=alert(1)>'; DROP TABLE products; --`;
    const reply = await manager.send('PUT', `${STORE}/2`, {
      meta_data: [
        { key: '_blueprint_nose', value: 'first' },
        { key: '_blueprint_nose', value: hostile },
        { key: '__proto__', value: { polluted: true } },
        { key: '_blueprint_effect', value: null },
      ],
    });
    expect(reply.statusCode).toBe(200);
    const meta = reply.json<{ meta_data: { key: string; value: unknown }[] }>().meta_data;
    expect(meta).toContainEqual({ key: '_blueprint_nose', value: hostile });
    expect(meta).toContainEqual({ key: '_blueprint_lineage', value: 'OG x Haze' });
    expect(meta).toContainEqual({ key: '__proto__', value: { polluted: true } });
    expect(meta.some(({ key }) => key === '_blueprint_effect')).toBe(false);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    const taken = await manager.send('PUT', `${STORE}/2`, { meta_data: [{ key: '__proto__', value: null }] });
    expect(taken.json<{ meta_data: { key: string }[] }>().meta_data.some(({ key }) => key === '__proto__')).toBe(false);
    const { rows } = await sql<{ details: { before: unknown } }>`
      SELECT details FROM audit_trail WHERE entity = 'product' AND entity_id = '2' ORDER BY id`.execute(
      shop.database.db,
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]?.details.before).toEqual({});
  });

  it('refuses meta of an unknown product, too many of them, and text that cannot be stored', async () => {
    const put = (id: number, body: unknown) => manager.send('PUT', `${STORE}/${id}`, body);
    expect((await put(999, { meta_data: [{ key: 'a', value: 1 }] })).statusCode).toBe(404);
    expect((await put(11, { meta_data: [{ key: 'a', value: 1 }] })).statusCode).toBe(404);
    expect((await put(2, { meta_data: [] })).statusCode).toBe(400);
    const large = (from: number, count: number) => ({
      meta_data: Array.from({ length: count }, (_, n) => ({ key: `large-${from + n}`, value: 'x'.repeat(19_000) })),
    });
    expect((await put(2, large(0, 6))).statusCode).toBe(400);
    expect((await put(2, large(0, 4))).statusCode).toBe(200);
    expect((await put(2, large(4, 4))).statusCode).toBe(422);
    expect((await put(2, { meta_data: [{ key: 'a', value: 'x\u0000y' }] })).statusCode).toBe(400);
    expect((await put(2, { meta_data: { key: 'a' } })).statusCode).toBe(400);
    await sql`UPDATE products SET meta = (SELECT jsonb_object_agg('k' || n, n) FROM generate_series(1, 500) n) WHERE id = 9`.execute(
      shop.database.db,
    );
    expect((await put(9, { meta_data: [{ key: 'one more', value: 1 }] })).json()).toMatchObject({ code: 'not_valid' });
  });
});
