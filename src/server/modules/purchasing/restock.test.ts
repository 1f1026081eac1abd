import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { openShop, SHOP, stockOf } from '#server/testing/shop.ts';

const TEXT: unknown = expect.any(String);
const BASE = '/api/proxy/flora-im';
const ORDERS = `${BASE}/purchase-orders`;

let shop: TestApp;
let till: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('manager', { username: 'kim' });
});
afterAll(() => shop.close());

describe('a restock', () => {
  it('becomes an order and its stock in one step', async () => {
    const before = await stockOf(shop, SHOP.papers);
    const reply = await till.post(`${ORDERS}/generate-from-restock`, {
      supplier_name: 'Corner shop',
      items: [{ product_id: SHOP.papers, quantity: 12, unit_cost: '0.30' }],
    });
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.json()).toMatchObject({
      data: {
        status: 'received',
        subtotal: '3.60',
        receipts: [{ items: [{ quantity: 12 }] }],
        ordered_at: TEXT,
      },
    });
    expect(await stockOf(shop, SHOP.papers)).toBe(before + 12);
  });

  it('that is not here yet becomes a draft', async () => {
    const before = await stockOf(shop, SHOP.papers);
    const sent = { supplier_id: 1, receive_now: false, items: [{ product_id: SHOP.papers, quantity: 12 }] };
    const reply = await till.post(`${ORDERS}/generate-from-restock`, sent);
    expect(reply.json()).toMatchObject({
      data: { status: 'draft', supplier_name: 'Default supplier', total_amount: '0.00' },
    });
    expect(await stockOf(shop, SHOP.papers)).toBe(before);
  });

  it('makes its new supplier and is ordered in the same call; a repeated request makes neither again', async () => {
    const before = await stockOf(shop, SHOP.papers);
    const sent = {
      supplier_name: ' New River Goods ',
      new_supplier: true,
      receive_now: false,
      mark_ordered: true,
      items: [{ product_id: SHOP.papers, quantity: 12 }],
    };
    const key = { 'idempotency-key': 'restock-from-new-river' };
    const first = await till.post(`${ORDERS}/generate-from-restock`, sent, key);
    expect(first.statusCode, first.body).toBe(201);
    const again = await till.post(`${ORDERS}/generate-from-restock`, sent, key);
    expect(again.json()).toEqual(first.json());
    const suppliers = await till.get(`${BASE}/suppliers?search=new%20river`);
    const made = suppliers.json<{ data: { id: number; name: string }[] }>().data;
    expect(made).toMatchObject([{ name: 'New River Goods' }]);
    expect(first.json()).toMatchObject({
      data: { status: 'ordered', supplier_id: made[0]?.id, supplier_name: 'New River Goods', ordered_at: TEXT },
    });
    const orders = await till.get(`${ORDERS}?supplier_id=${made[0]?.id}`);
    expect(orders.json()).toMatchObject({ meta: { total: 1 } });
    expect(await stockOf(shop, SHOP.papers)).toBe(before);
  });

  const fromNew = (supplier_name: string, quantity = 1) =>
    till.post(`${ORDERS}/generate-from-restock`, {
      supplier_name,
      new_supplier: true,
      items: [{ product_id: SHOP.papers, quantity }],
    });

  it('is from the supplier somebody else has made by now, under the name of that one', async () => {
    const made = await till.post(`${BASE}/suppliers`, { name: 'Catawba Farms' });
    const { id } = made.json<{ data: { id: number } }>().data;
    expect((await fromNew('catawba FARMS')).json()).toMatchObject({
      data: { status: 'received', supplier_id: id, supplier_name: 'Catawba Farms' },
    });
    const both = await Promise.all([fromNew('Yadkin Valley'), fromNew('Yadkin Valley')]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const ids = both.map((reply) => reply.json<{ data: PurchaseOrder }>().data.supplier_id);
    expect(new Set(ids).size).toBe(1);
  });

  it('makes no supplier that differs from another by an accent or an apostrophe only, nor one of no name', async () => {
    await till.post(`${BASE}/suppliers`, { name: 'O’Brien’s Été' });
    const before = await stockOf(shop, SHOP.papers);
    const reply = await fromNew("OBrien's Ete");
    expect(refusalOf(reply)).toEqual([409, 'supplier_name_taken']);
    expect(reply.json<{ error: string }>().error).toContain('O’Brien’s Été');
    expect(refusalOf(await fromNew('  '))).toEqual([422, 'supplier_name_required']);
    expect(await stockOf(shop, SHOP.papers)).toBe(before);
  });

  it('leaves no new supplier behind when it is refused', async () => {
    const reply = await till.post(`${ORDERS}/generate-from-restock`, {
      supplier_name: 'Never Mind',
      new_supplier: true,
      items: [{ product_id: 999, quantity: 1 }],
    });
    expect(refusalOf(reply)).toEqual([422, 'product_unknown']);
    expect((await till.get(`${BASE}/suppliers?search=never`)).json()).toMatchObject({ data: [] });
  });

  it('is nothing at all when one item is not known', async () => {
    const orders = async () => (await till.get(`${ORDERS}?per_page=1`)).json<{ meta: { total: number } }>().meta.total;
    const before = await orders();
    const sent = {
      supplier_name: 'X',
      items: [
        { product_id: SHOP.papers, quantity: 12 },
        { product_id: 999, quantity: 1 },
      ],
    };
    expect(refusalOf(await till.post(`${ORDERS}/generate-from-restock`, sent))).toEqual([422, 'product_unknown']);
    expect(await orders()).toBe(before);
  });
});

it('leaves the books right', async () => {
  const report = await verifyBooks(shop.database.connection);
  expect(report.checks.filter(({ broken }) => broken > 0)).toEqual([]);
});
