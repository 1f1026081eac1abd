import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { marginsRoute } from '#contract/costs.ts';
import type { PlacedItem } from '#contract/managed-products.ts';
import { PURCHASE_ORDERS_PATH } from '#contract/purchasing.ts';
import type { ReplyOf } from '#contract/route.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf } from '#server/testing/app.ts';
import { SHOP, staffedShop } from '#server/testing/shop.ts';

const { shop, staff, manager } = await staffedShop();

const set = (id: number, body: object, by = manager, headers?: Record<string, string>) =>
  by.send('PUT', `/api/manage/products/${id}/cost`, body, headers);
const floor = (body: object, by = manager) => by.send('PUT', '/api/manage/margin-floor', body);
const margins = async () => (await manager.get('/api/manage/margins')).json<ReplyOf<typeof marginsRoute>>();
const ofProduct = async (id: number) => (await margins()).products.find(({ product_id: one }) => one === id);
const costsAt = async (id: number) =>
  (await manager.get(`/api/manage/products/${id}/locations`))
    .json<{ data: PlacedItem[] }>()
    .data.map(({ location_id: at, cost, last_cost: last }) => [at, cost, last]);

/** A purchase order of a location that was sent. */
async function bought(locationId: number, productId: number, cost: string): Promise<void> {
  const items = [{ product_id: productId, product_name: 'p', quantity_ordered: 1, unit_cost: cost }];
  const body = { supplier_id: 1, supplier_name: 'Farm', location_id: locationId, items };
  const made = await manager.post(PURCHASE_ORDERS_PATH, body);
  expect(made.statusCode, made.body).toBeLessThan(300);
  const { id } = made.json<{ data: { id: number } }>().data;
  const sent = await manager.send('PUT', `${PURCHASE_ORDERS_PATH}/${id}`, { status: 'ordered' });
  expect(sent.statusCode, sent.body).toBe(200);
}

describe('a cost typed by hand', () => {
  it('counts at its location in place of what was paid there last, and leaves both readable', async () => {
    await bought(20, SHOP.grinder, '11.95');
    expect(await ofProduct(SHOP.grinder)).toEqual({ product_id: SHOP.grinder, cost: '11.95', margin: 50 });
    expect((await set(SHOP.grinder, { location_id: 20, cost: '4.78' })).json()).toMatchObject({
      data: { location_id: 20, variation_id: null, cost: '4.78' },
    });
    expect(await costsAt(SHOP.grinder)).toEqual([
      [20, '4.78', '11.95'],
      [19, null, null],
    ]);
    expect(await ofProduct(SHOP.grinder)).toMatchObject({ cost: '4.78', margin: 80 });
    await set(SHOP.grinder, { location_id: 19, cost: '23.90' });
    expect(await ofProduct(SHOP.grinder)).toMatchObject({ cost: '23.90', margin: 0 });
    const reply = await set(SHOP.grinder, { location_id: 19, cost: null });
    expect(reply.json()).toMatchObject({ data: { cost: null } });
    expect(await ofProduct(SHOP.grinder)).toMatchObject({ cost: '4.78' });
  });

  it('is set once by a command whose answer was lost, and leaves a row in the audit trail', async () => {
    const headers = { 'idempotency-key': 'cost-whose-answer-was-lost' };
    const body = { location_id: 20, cost: '0.80', seen_cost: null };
    const first = await set(SHOP.papers, body, manager, headers);
    const again = await set(SHOP.papers, body, manager, headers);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    const { rows } = await sql<{ details: object }>`
      SELECT details FROM audit_trail WHERE action = 'cost_set' AND entity_id = ${String(SHOP.papers)}`.execute(
      shop.database.db,
    );
    expect(rows.map(({ details }) => details)).toEqual([{ location_id: 20, unit_cost: { from: null, to: '0.80' } }]);
  });

  it('overwrites none that somebody else set meanwhile', async () => {
    const reply = await set(SHOP.papers, { location_id: 20, cost: '0.90', seen_cost: null });
    expect(refusalOf(reply)).toEqual([409, 'changed_meanwhile']);
    expect(refusalOf(await set(SHOP.papers, { location_id: 20, cost: '0.80' }))).toEqual([422, 'nothing_to_do']);
    expect((await set(SHOP.papers, { location_id: 20, cost: '0.90', seen_cost: '0.80' })).statusCode).toBe(200);
  });

  it('is for who edits products and sees costs, of an item that there is', async () => {
    expect(refusalOf(await set(SHOP.papers, { cost: '1.00' }, staff))).toEqual([403, 'not_allowed']);
    expect(refusalOf(await staff.get('/api/manage/margins'))).toEqual([403, 'not_allowed']);
    expect(refusalOf(await set(999_999, { cost: '1.00' }))).toEqual([404, 'not_found']);
    expect(refusalOf(await set(SHOP.shirt, { cost: '1.00' }))).toEqual([422, 'not_valid']);
    expect(refusalOf(await set(SHOP.papers, { location_id: 4711, cost: '1.00' }))).toEqual([404, 'not_found']);
    expect(refusalOf(await set(SHOP.papers, { cost: '-1.00' }))).toEqual([400, 'invalid_request']);
    const { db } = shop.database;
    await sql`UPDATE role_settings SET withheld = '{see-costs}' WHERE role = 'manager'`.execute(db);
    const blind = await shop.signIn('manager');
    expect(refusalOf(await set(SHOP.papers, { cost: '1.00' }, blind))).toEqual([403, 'not_allowed']);
    expect(refusalOf(await floor({ floor: 30 }, blind))).toEqual([403, 'not_allowed']);
    const [place] = (await blind.get(`/api/manage/products/${SHOP.papers}/locations`)).json<{ data: PlacedItem[] }>()
      .data;
    expect(place).not.toHaveProperty('cost');
    const body = { ids: [SHOP.papers], change: { taxable: false } };
    const preview = await blind.post('/api/manage/products/bulk/preview', body);
    expect(preview.json<{ data: object[] }>().data[0]).not.toHaveProperty('margin');
    await sql`UPDATE role_settings SET withheld = '{}' WHERE role = 'manager'`.execute(db);
  });
});

describe('margins', () => {
  it('are those of each variation, of tiers by what they draw, and of a sale', async () => {
    const { rows } = await sql<{ id: number; price: number }>`
      SELECT id, regular_price_cents::float8 AS price FROM variations WHERE product_id = ${SHOP.shirt} ORDER BY id`.execute(
      shop.database.db,
    );
    for (const { id, price } of rows) {
      const cost = (price / 400).toFixed(2);
      expect((await set(SHOP.shirt, { variation_id: id, location_id: 20, cost })).statusCode).toBe(200);
    }
    expect(await ofProduct(SHOP.shirt)).toMatchObject({ margin: 75 });
    await set(SHOP.blueDream, { location_id: 20, cost: '4.00' });
    const { rules, products } = await margins();
    expect(rules.length).toBeGreaterThan(0);
    expect(rules.every(({ cost, product_name: name }) => cost === '4.00' && name === 'Blue Dream')).toBe(true);
    const tiers = await sql<{ share: number }>`
      SELECT min(round(10000 * (1 - 400 * t.min / t.price_cents))) / 100.0 AS share
        FROM pricing_tiers t WHERE t.conversion_ratio IS NULL AND t.rule_id = ANY(${rules.map(({ rule_id: id }) => id)}::integer[])`.execute(
      shop.database.db,
    );
    const lowest = products.find(({ product_id: id }) => id === SHOP.blueDream)?.margin;
    expect(lowest).toBeLessThanOrEqual(Number(tiers.rows[0]?.share));
    const preview = await manager.post('/api/manage/products/bulk/preview', {
      ids: [SHOP.grinder],
      change: { sale: { by: 'price', amount: '5.00' } },
    });
    expect(preview.json<{ data: { margin: number }[] }>().data[0]?.margin).toBe(4.4);
  });

  it('have a floor of the shop, which nobody overwrites unseen', async () => {
    expect(await margins()).toMatchObject({ floor: null, version: 1 });
    expect((await floor({ floor: 37.5, version: 1 })).json()).toMatchObject({ data: { floor: 37.5, version: 2 } });
    expect(await margins()).toMatchObject({ floor: 37.5, version: 2 });
    expect(refusalOf(await floor({ floor: 40, version: 1 }))).toEqual([409, 'changed_meanwhile']);
    for (const wrong of [101, -1, 1.005, 'NaN']) expect((await floor({ floor: wrong })).statusCode).toBe(400);
    expect((await floor({ floor: null })).statusCode).toBe(200);
    expect(refusalOf(await floor({ floor: null }))).toEqual([422, 'nothing_to_do']);
  });
});

it('leaves the books as they should be', async () => {
  const { checks } = await verifyBooks(shop.database.connection);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
});
