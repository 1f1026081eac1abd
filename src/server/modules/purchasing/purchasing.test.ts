import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { fontsOf, textsBeginAt } from '#server/testing/papers/pdf.ts';
import { openShop, SHOP, stockOf } from '#server/testing/shop.ts';

const TEXT: unknown = expect.any(String);

let shop: TestApp;
let till: Till;
let manager: Till;
let other: Till;

const BASE = '/api/proxy/flora-im';
const ORDERS = `${BASE}/purchase-orders`;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('manager', { username: 'kim' });
  manager = await shop.signIn('manager', { username: 'max' });
  other = await shop.signIn('staff', { locationId: 19 });
});
afterAll(() => shop.close());

const item = (product_id: number, quantity_ordered: number, unit_cost = '1.00') => ({
  product_id,
  quantity_ordered,
  unit_cost,
});
const body = (
  items: unknown = [item(SHOP.grinder, 10, '9.99'), item(SHOP.papers, 100, '0.25')],
  more: object = {},
) => ({
  supplier_name: 'Paper & Co',
  items,
  ...more,
});
async function made(more: object = {}, items?: unknown): Promise<PurchaseOrder> {
  const reply = await till.post(ORDERS, body(items, more));
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: PurchaseOrder }>().data;
}
async function ordered(items?: unknown): Promise<PurchaseOrder> {
  const { id } = await made({}, items);
  return (await till.send('PUT', `${ORDERS}/${id}`, { status: 'ordered' })).json<{ data: PurchaseOrder }>().data;
}
const lineOf = (order: PurchaseOrder, at = 0) => {
  const line = order.items[at];
  if (!line) throw new Error('no such line');
  return line;
};
const receive = (order: PurchaseOrder, quantities: (number | [number, number])[], more: object = {}, who = till) =>
  who.post(`${ORDERS}/${order.id}/receive`, {
    items: quantities.map((asked, at) => {
      const [quantity, expected] = typeof asked === 'number' ? [asked, undefined] : asked;
      return {
        item_id: lineOf(order, at).id,
        quantity_received: quantity,
        ...(expected !== undefined && { expected_received: expected }),
      };
    }),
    ...more,
  });

describe('a purchase order', () => {
  it('is made as a draft, numbered, with the sums made here', async () => {
    const order = await made({ tax_percent: 8.75, shipping_cost: '15.00', notes: ' Call first ' });
    expect(order.po_number).toBe(`PO-${order.id}`);
    expect(order).toMatchObject({
      status: 'draft',
      supplier_id: 1,
      supplier_name: 'Paper & Co',
      location_id: 20,
      subtotal: '124.90',
      tax_percent: '8.75',
      tax_amount: '10.93',
      shipping_cost: '15.00',
      total_amount: '150.83',
      notes: 'Call first',
      created_by_name: 'kim',
      next_statuses: ['ordered', 'cancelled'],
      can_receive: false,
      can_delete: true,
      item_count: 2,
      quantity_ordered: 110,
      items: [
        {
          product_name: 'Grinder',
          sku: 'AC-GR',
          quantity_ordered: 10,
          quantity_remaining: 10,
          unit_cost: '9.99',
          line_total: '99.90',
        },
        { product_name: 'Papers', line_total: '25.00' },
      ],
    });
    expect((await till.get(`${ORDERS}/${order.id}`)).json()).toEqual({ success: true, data: order });
    expect(await stockOf(shop, SHOP.grinder)).toBe(10);
  });

  it('takes sums that a client sends when they are right, the percent from the tax', async () => {
    const sent = { subtotal: 124.9, tax_amount: '10.93', shipping_cost: 0, total_amount: '135.83' };
    expect(await made(sent)).toMatchObject({ tax_percent: '8.75', tax_amount: '10.93', total_amount: '135.83' });
    const wrong = await till.post(ORDERS, body(undefined, { subtotal: 1 }));
    expect(wrong.json()).toMatchObject({ code: 'totals_mismatch', subtotal: '124.90', total_amount: '124.90' });
  });

  it('knows a supplier by name, or by number', async () => {
    const reply = await till.post(`${BASE}/suppliers`, { name: 'Known Farm' });
    const { id } = reply.json<{ data: { id: number } }>().data;
    expect(await made({ supplier_name: 'known farm' })).toMatchObject({ supplier_id: id, supplier_name: 'known farm' });
    expect(await made({ supplier_name: undefined, supplier_id: id })).toMatchObject({ supplier_name: 'Known Farm' });
    expect(refusalOf(await till.post(ORDERS, body(undefined, { supplier_id: 999 })))).toEqual([
      422,
      'supplier_unknown',
    ]);
  });

  it.each<[string, object, [number, string]]>([
    ['without a supplier', { supplier_name: ' ' }, [422, 'supplier_name_required']],
    ['of nothing', { items: [] }, [422, 'nothing_to_do']],
    ['of none of something', { items: [item(SHOP.papers, 0)] }, [422, 'quantity_not_valid']],
    ['of an unknown product', { items: [item(999, 1)] }, [422, 'product_unknown']],
    ['of an item twice', { items: [item(SHOP.papers, 1), item(SHOP.papers, 2)] }, [422, 'item_twice']],
    ['below cost', { items: [item(SHOP.papers, 1, '-1')] }, [422, 'not_valid']],
    ['worth more than a shop', { items: [item(SHOP.papers, 999_999, '9999999')] }, [422, 'not_valid']],
    ['taxed beyond reason', { tax_percent: 101 }, [422, 'not_valid']],
    ['shipped for less than nothing', { shipping_cost: '-1' }, [422, 'not_valid']],
    ['that is received already', { status: 'received' }, [400, 'invalid_request']],
    ['that brings its number', { po_number: 'PO-1' }, [400, 'invalid_request']],
  ])('%s is refused', async (_what, part, expected) => {
    const reply = await till.post(ORDERS, { ...body(), ...part });
    expect(refusalOf(reply), reply.body).toEqual(expected);
  });

  it('of another location is refused', async () => {
    const reply = await other.post(ORDERS, { ...body(), location_id: 20 });
    expect(refusalOf(reply), reply.body).toEqual([403, 'not_allowed']);
  });

  it('is edited while it is a draft, and then only in costs, and then only in notes', async () => {
    const draft = await made();
    const put = (sent: object) => till.send('PUT', `${ORDERS}/${draft.id}`, sent);
    const edited = await put({
      items: [item(SHOP.grinder, 4, '10.00')],
      tax_percent: '10',
      expected_version: draft.version,
    });
    expect(edited.json()).toMatchObject({ data: { subtotal: '40.00', total_amount: '44.00', item_count: 1 } });
    expect(refusalOf(await put({ notes: 'x', expected_version: draft.version }))).toEqual([409, 'po_changed']);
    expect((await put({ status: 'ordered' })).json()).toMatchObject({
      data: { status: 'ordered', ordered_at: TEXT },
    });
    expect(refusalOf(await put({ items: [item(SHOP.grinder, 5, '10.00')] }))).toEqual([409, 'status_conflict']);
    expect((await put({ items: [item(SHOP.grinder, 4, '11.00')] })).json()).toMatchObject({
      data: { subtotal: '44.00' },
    });
    expect(refusalOf(await put({ status: 'received' }))).toEqual([409, 'status_conflict']);
    expect(refusalOf(await put({ status: 'draft' }))).toEqual([409, 'status_conflict']);
    expect((await put({ status: 'cancelled' })).json()).toMatchObject({ data: { status: 'cancelled' } });
    expect(refusalOf(await put({ tax_percent: 1 }))).toEqual([409, 'status_conflict']);
    expect((await put({ notes: 'Sold out there' })).json()).toMatchObject({ data: { notes: 'Sold out there' } });
  });

  it('is deleted with a reason, before anything came', async () => {
    const order = await ordered();
    const remove = (reason: string) => till.send('DELETE', `${ORDERS}/${order.id}`, { reason });
    expect(refusalOf(await remove(' '))).toEqual([422, 'reason_required']);
    expect((await remove('Double')).json()).toEqual({
      success: true,
      data: { id: order.id, po_number: order.po_number },
    });
    expect(refusalOf(await till.get(`${ORDERS}/${order.id}`))).toEqual([404, 'not_found']);
    expect(refusalOf(await remove('Again'))).toEqual([404, 'not_found']);
    const partly = await ordered();
    await receive(partly, [1]);
    expect(refusalOf(await till.send('DELETE', `${ORDERS}/${partly.id}`, { reason: 'x' }))).toEqual([
      409,
      'status_conflict',
    ]);
  });

  it('is of one location: not there for others, and not theirs to change', async () => {
    const { id } = await ordered();
    for (const reply of [
      await other.get(`${ORDERS}/${id}`),
      await other.get(`${ORDERS}/${id}/order.pdf`),
      await other.send('PUT', `${ORDERS}/${id}`, { notes: 'x' }),
      await other.send('DELETE', `${ORDERS}/${id}`, { reason: 'x' }),
      await other.post(`${ORDERS}/${id}/receive`, { items: [{ product_id: SHOP.papers, quantity_received: 1 }] }),
      await other.get(`${ORDERS}?location_id=20`),
    ])
      expect(refusalOf(reply)).toEqual([404, 'not_found']);
    expect((await manager.get(`${ORDERS}/${id}`)).statusCode).toBe(200);
  });

  it('is printed as a PDF', async () => {
    const { id } = await made({ notes: 'Ünïcode & more', tax_percent: 8.75 });
    const reply = await till.get(`${ORDERS}/${id}/order.pdf`);
    expect(reply.headers['content-type']).toBe('application/pdf');
    expect(reply.headers['content-disposition']).toBe(`inline; filename="PO-${id}.pdf"`);
    expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is printed in fonts that have the name of its supplier, which stays on the paper', async () => {
    const PAPER_WIDTH = 612;
    const { id } = await made({ supplier_name: `张伟 🌿 ${'W'.repeat(60)}` });
    const { rawPayload: pdf } = await till.get(`${ORDERS}/${id}/order.pdf`);
    expect([...fontsOf(pdf)]).toEqual(
      expect.arrayContaining(['Roboto-Regular', 'ChocolateClassicalSans-Regular', 'NotoEmoji-Regular']),
    );
    for (const { x } of textsBeginAt(pdf)) expect(x).toBeLessThan(PAPER_WIDTH);
  });

  it('is found by status, supplier, words and day', async () => {
    const reply = await till.post(`${BASE}/suppliers`, { name: 'Findable 100%_Farm' });
    const { id: supplier } = reply.json<{ data: { id: number } }>().data;
    const { id } = await made({ supplier_name: undefined, supplier_id: supplier, notes: 'needle' });
    const found = async (query: string) => {
      const listed = (await till.get(`${ORDERS}?${query}`)).json<{ data: { id: number }[]; meta: { total: number } }>();
      return [listed.data.map((order) => order.id), listed.meta.total];
    };
    expect(await found(`supplier_id=${supplier}`)).toEqual([[id], 1]);
    expect(await found('search=100%25_farm')).toEqual([[id], 1]);
    expect(await found('search=needle&status=open')).toEqual([[id], 1]);
    expect(await found('search=needle&status=received')).toEqual([[], 0]);
    expect(await found('search=needle&date_from=2001-01-01&date_to=2001-01-02')).toEqual([[], 0]);
    expect((await found('per_page=1&page=2'))[0]).toHaveLength(1);
    expect((await found('search=ac-gr'))[1]).toBeGreaterThan(3);
  });

  it('has its sums by unit in the list, because grams and pieces are not added', async () => {
    const order = await ordered([
      { product_id: SHOP.papers, quantity_ordered: 4, unit_cost: '1.00' },
      { product_id: SHOP.blueDream, quantity_ordered: 28, unit_cost: '1.00' },
      { product_id: SHOP.grinder, quantity_ordered: 2, unit_cost: '1.00' },
    ]);
    await receive(order, [1, 3.5]);
    const listed = (await till.get(`${ORDERS}?search=${order.po_number}`)).json<{ data: object[] }>().data;
    expect(listed).toMatchObject([
      {
        id: order.id,
        by_unit: [
          { unit: '', ordered: 6, received: 1 },
          { unit: 'g', ordered: 28, received: 3.5 },
        ],
      },
    ]);
  });

  it('is found whatever accents and apostrophes its words have', async () => {
    const { id } = await made({ supplier_name: 'O’Brien’s Ferme', notes: 'Déjà vu' });
    const found = async (search: string) =>
      (await till.get(`${ORDERS}?search=${encodeURIComponent(search)}`)).json<{ data: { id: number }[] }>().data;
    for (const typed of ["o'brien's ferme", 'OBRIENS', 'o’brien', 'deja', 'Déjà VU']) {
      expect(
        (await found(typed)).map((order) => order.id),
        typed,
      ).toEqual([id]);
    }
    expect(await found('ferme obriens')).toEqual([]);
    await sql`UPDATE purchase_order_lines SET product_name = 'Granny’s 5%', sku = 'É-7' WHERE purchase_order_id = ${id}`.execute(
      shop.database.db,
    );
    for (const typed of ["granny's 5%", 'e-7']) expect((await found(typed)).map((order) => order.id)).toEqual([id]);
  });
});

describe('receiving', () => {
  it('puts a part on the shelves, then the rest, and tells the tills', async () => {
    const heard: LiveEvent[] = [];
    const stop = shop.app.deps.live.subscribe((event) => event.type !== 'hello' && heard.push(event));
    const order = await ordered();
    const before = await stockOf(shop, SHOP.grinder);
    const part = await receive(order, [[4, 0]], { note: 'One box' });
    expect(part.json()).toMatchObject({
      data: {
        status: 'partially_received',
        items: [{ quantity_received: 4, quantity_remaining: 6 }, { quantity_received: 0 }],
        receipts: [{ user_name: 'kim', note: 'One box', is_over_receipt: false, items: [{ quantity: 4 }] }],
        next_statuses: ['cancelled'],
        can_receive: true,
        can_delete: false,
      },
    });
    expect(await stockOf(shop, SHOP.grinder)).toBe(before + 4);
    const rest = await receive(
      order,
      [
        [6, 4],
        [100, 0],
      ],
      {},
      manager,
    );
    expect(rest.json()).toMatchObject({
      data: { status: 'received', received_at: TEXT, receipts: [{}, { user_name: 'max' }] },
    });
    expect(await stockOf(shop, SHOP.grinder)).toBe(before + 10);
    const { rows } = await sql`
      SELECT action, delta::float8 AS delta, reason, actor_id FROM stock_movements WHERE purchase_order_id = ${order.id} ORDER BY id`.execute(
      shop.database.db,
    );
    const reason = `${order.po_number} from Paper & Co`;
    expect(rows).toEqual([
      { action: 'restock', delta: 4, reason, actor_id: till.userId },
      { action: 'restock', delta: 6, reason, actor_id: manager.userId },
      { action: 'restock', delta: 100, reason, actor_id: manager.userId },
    ]);
    await expect.poll(() => heard.map(({ type }) => type)).toEqual(expect.arrayContaining(['stock', 'purchasing']));
    stop();
  });

  it('twice is refused, with the same key answered again', async () => {
    const order = await ordered([item(SHOP.grinder, 3)]);
    const key = { 'idempotency-key': 'delivery-of-three' };
    const sent = { items: [{ item_id: lineOf(order).id, quantity_received: 3, expected_received: 0 }] };
    const before = await stockOf(shop, SHOP.grinder);
    const first = await till.post(`${ORDERS}/${order.id}/receive`, sent, key);
    expect((await till.post(`${ORDERS}/${order.id}/receive`, sent, key)).json()).toEqual(first.json());
    expect(refusalOf(await till.post(`${ORDERS}/${order.id}/receive`, sent))).toEqual([409, 'receipt_changed']);
    expect(refusalOf(await receive(order, [3]))).toEqual([409, 'status_conflict']);
    expect(await stockOf(shop, SHOP.grinder)).toBe(before + 3);
  });

  it('beyond the order is refused until somebody confirms it, and then says who', async () => {
    const order = await ordered([item(SHOP.grinder, 3), item(SHOP.papers, 5)]);
    const refused = await receive(order, [5, 5]);
    expect(refusalOf(refused)).toEqual([409, 'receipt_exceeds_order']);
    expect(refused.json()).toMatchObject({
      lines: [{ product_name: 'Grinder', quantity_remaining: 3, quantity_requested: 5 }],
    });
    const confirmed = await receive(order, [5, 5], { confirm_over_receipt: true });
    expect(confirmed.json()).toMatchObject({
      data: {
        status: 'received',
        has_over_receipt: true,
        items: [{ quantity_received: 5, quantity_over: 2, quantity_remaining: 0 }, { quantity_over: 0 }],
        receipts: [{ is_over_receipt: true, user_name: 'kim' }],
      },
    });
    const { rows } = await sql<{ details: object }>`
      SELECT details FROM audit_trail WHERE action = 'purchase_order_received' ORDER BY id DESC LIMIT 1`.execute(
      shop.database.db,
    );
    expect(rows[0]?.details).toMatchObject({ over_receipt_confirmed_by: till.userId });
  });

  it.each<[string, (order: PurchaseOrder) => object, [number, string]]>([
    ['nothing', () => ({ items: [] }), [422, 'nothing_to_do']],
    [
      'less than nothing',
      (order) => ({ items: [{ item_id: lineOf(order).id, quantity_received: -1 }] }),
      [422, 'quantity_not_valid'],
    ],
    [
      'what was not ordered',
      () => ({ items: [{ product_id: SHOP.blueDream, quantity_received: 1 }] }),
      [422, 'not_valid'],
    ],
    ['no item at all', () => ({ items: [{ quantity_received: 1 }] }), [422, 'not_valid']],
  ])('%s is refused', async (_what, sent, expected) => {
    const order = await ordered();
    expect(refusalOf(await till.post(`${ORDERS}/${order.id}/receive`, sent(order)))).toEqual(expected);
  });

  it('needs an order that was sent', async () => {
    const draft = await made();
    const reply = await receive(draft, [1]);
    expect(refusalOf(reply)).toEqual([409, 'status_conflict']);
    expect(reply.json()).toMatchObject({ error: `${draft.po_number} is a draft. Order it before you receive it.` });
    await till.send('PUT', `${ORDERS}/${draft.id}`, { status: 'cancelled' });
    expect(refusalOf(await receive(draft, [1]))).toEqual([409, 'status_conflict']);
  });

  it('by two people at once never goes beyond what was ordered', async () => {
    const order = await ordered([item(SHOP.grinder, 10), item(SHOP.papers, 10)]);
    const [grinders, papers] = [await stockOf(shop, SHOP.grinder), await stockOf(shop, SHOP.papers)];
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => receive(order, [3, 2], {}, n % 2 === 0 ? till : manager)),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
    expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(9);
    expect(await stockOf(shop, SHOP.grinder)).toBe(grinders + 9);
    expect(await stockOf(shop, SHOP.papers)).toBe(papers + 6);
  });

  it('of one box by two people who looked at the same time happens once', async () => {
    const order = await ordered([item(SHOP.grinder, 10)]);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => receive(order, [[5, 0]], { confirm_over_receipt: true })),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(replies.filter((reply) => refusalOf(reply)[1] === 'receipt_changed')).toHaveLength(5);
  });
});

it('leaves the books right', async () => {
  const report = await verifyBooks(shop.database.connection);
  expect(report.checks.filter(({ broken }) => broken > 0)).toEqual([]);
});
