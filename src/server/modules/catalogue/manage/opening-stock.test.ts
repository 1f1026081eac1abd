import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ManagedProduct } from '#contract/managed-products.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf } from '#server/testing/app.ts';
import { staffedShop } from '#server/testing/shop.ts';

const PATH = '/api/manage/products';

const { shop, manager } = await staffedShop();

const ask = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await query.execute(shop.database.db)).rows;

describe('the first stock of a new product', () => {
  const made = (body: object, by = manager) => by.post(PATH, { name: 'Stocked', regular_price: '4.50', ...body });
  const stockOf = (id: number) =>
    ask(sql<object>`
      SELECT location_id, quantity_before::float8 AS before, quantity_after::float8 AS after, action, reason, actor_id
        FROM stock_movements WHERE product_id = ${id} ORDER BY location_id`);

  it('is on the books of each location as its opening stock, by the person who added it', async () => {
    const opening_stock = [
      { location_id: 20, quantity: 12.5 },
      { location_id: 19, quantity: 3 },
    ];
    const reply = await made({ unit: 'g', opening_stock });
    expect(reply.statusCode, reply.body).toBe(201);
    const { id, in_books: inBooks } = reply.json<{ data: ManagedProduct }>().data;
    expect(inBooks).toBe(true);
    const by = { before: 0, action: 'opening_stock', reason: 'Product added', actor_id: manager.userId };
    expect(await stockOf(id)).toEqual([
      { location_id: 19, after: 3, ...by },
      { location_id: 20, after: 12.5, ...by },
    ]);
    const { checks } = await verifyBooks(shop.database.connection);
    expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
  });

  it('may be none, and is never less, of variations, at a place there is not, or by somebody who may not count', async () => {
    const none = await made({ opening_stock: [{ quantity: 0 }] });
    expect(none.statusCode, none.body).toBe(201);
    expect(await stockOf(none.json<{ data: ManagedProduct }>().data.id)).toEqual([]);
    expect(refusalOf(await made({ opening_stock: [{ quantity: -1 }] }))).toEqual([400, 'invalid_request']);
    const twice = [
      { location_id: 20, quantity: 1 },
      { location_id: 20, quantity: 1 },
    ];
    expect(refusalOf(await made({ opening_stock: twice }))).toEqual([400, 'invalid_request']);
    const one = [{ quantity: 1 }];
    expect(refusalOf(await made({ type: 'variable', opening_stock: one }))).toEqual([422, 'not_valid']);
    const nowhere = [{ location_id: 999, quantity: 1 }];
    expect(refusalOf(await made({ opening_stock: nowhere }))).toEqual([404, 'not_found']);
    const withheld = (permissions: string) =>
      sql`UPDATE role_settings SET withheld = ${permissions}::text[] WHERE role = 'manager'`.execute(shop.database.db);
    await withheld('{adjust-stock}');
    expect(refusalOf(await made({ opening_stock: one }))).toEqual([403, 'not_allowed']);
    await withheld('{}');
  });
});
