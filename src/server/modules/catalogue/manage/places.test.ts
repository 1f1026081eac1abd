import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { PlacedItem } from '#contract/managed-products.ts';
import { refusalOf } from '#server/testing/app.ts';
import { SHOP, staffedShop } from '#server/testing/shop.ts';

const pathOf = (id: number) => `/api/manage/products/${id}/locations`;
const places = async (id: number) => (await manager.get(pathOf(id))).json<{ data: PlacedItem[] }>().data;

const { shop, staff, manager } = await staffedShop();

beforeAll(async () => {
  const { db } = shop.database;
  await sql`INSERT INTO suppliers (id, name) VALUES (7, 'Catawba Farms')`.execute(db);
});

async function order(id: number, location: number, status: string, cost: number): Promise<void> {
  const { db } = shop.database;
  await sql`
    INSERT INTO purchase_orders (id, po_number, supplier_id, supplier_name, location_id, local_day, subtotal_cents, total_cents)
    VALUES (${id}, ${`PO-${id}`}, 7, 'Catawba Farms', ${location}, '2026-11-02', ${cost}, ${cost})`.execute(db);
  await sql`
    INSERT INTO purchase_order_lines (purchase_order_id, position, product_id, product_name, quantity_ordered, unit_cost_cents, total_cents)
    VALUES (${id}, 0, ${SHOP.grinder}, 'Grinder', 1, ${cost}, ${cost})`.execute(db);
  if (status !== 'draft') {
    await sql`UPDATE purchase_orders SET status = ${status}, ordered_at = now() WHERE id = ${id}`.execute(db);
  }
}

it('is shown at each location with its stock, its reorder level and what it cost there last', async () => {
  await order(2001, 20, 'ordered', 1100);
  await order(2002, 20, 'ordered', 1250);
  await order(2003, 20, 'draft', 9900);
  const level = { product_id: SHOP.grinder, location_id: 19, reorder_level: 2.5 };
  expect((await manager.send('PUT', '/api/inventory/reorder-level', level)).statusCode).toBe(200);
  expect(await places(SHOP.grinder)).toEqual([
    {
      location_id: 20,
      location_name: 'Charlotte Central',
      variation_id: null,
      variation_name: null,
      quantity: 10,
      reorder_level: null,
      cost: null,
      last_cost: '12.50',
      last_cost_day: '2026-11-02',
    },
    expect.objectContaining({ location_id: 19, quantity: 0, reorder_level: 2.5, last_cost: null }),
  ]);
});

it('has a row for each variation of a variable product', async () => {
  const rows = await places(SHOP.shirt);
  expect(rows.map((row) => [row.location_id, row.variation_name, row.quantity])).toEqual([
    [20, 'Small', 5],
    [20, 'Large', 0],
    [19, 'Small', 0],
    [19, 'Large', 0],
  ]);
});

it('leaves out a location that is closed', async () => {
  const { db } = shop.database;
  await sql`UPDATE locations SET closed_at = now(), closed_by = ${manager.userId} WHERE id = 19`.execute(db);
  expect((await places(SHOP.grinder)).map((row) => row.location_id)).toEqual([20]);
  await sql`UPDATE locations SET closed_at = NULL, closed_by = NULL WHERE id = 19`.execute(db);
});

it('is for who edits products, and of a product that there is', async () => {
  expect(refusalOf(await staff.get(pathOf(SHOP.grinder)))).toEqual([403, 'not_allowed']);
  expect(refusalOf(await manager.get(pathOf(999)))).toEqual([404, 'not_found']);
});
