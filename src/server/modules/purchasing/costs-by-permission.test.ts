import { expect, it } from 'vitest';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { SHOP, staffedShop } from '#server/testing/shop.ts';

const ORDERS = '/api/proxy/flora-im/purchase-orders';

const { staff, manager } = await staffedShop();

const orderIn = (reply: { json: <T>() => T }): PurchaseOrder => reply.json<{ data: PurchaseOrder }>().data;
const costs = ({ items }: PurchaseOrder) => items.map((item) => item.unit_cost);
const seenByManager = async (id: number) => orderIn(await manager.get(`${ORDERS}/${id}`));
const body = (unit_cost?: string) => ({
  supplier_name: 'Paper & Co',
  tax_percent: 10,
  shipping_cost: '7.77',
  items: [{ product_id: SHOP.grinder, quantity_ordered: 3, ...(unit_cost !== undefined && { unit_cost }) }],
});

it('tells staff what was ordered and not what it costs, in list, order, replies and on paper', async () => {
  const { id } = orderIn(await manager.post(ORDERS, body('12.34')));
  const replies = await Promise.all([
    staff.get(ORDERS),
    staff.get(`${ORDERS}/${id}`),
    staff.send('PUT', `${ORDERS}/${id}`, { notes: 'Call first' }),
  ]);
  for (const { statusCode, body: told } of replies) {
    expect(statusCode, told).toBe(200);
    expect(told).toContain('"quantity_ordered":3');
    expect(told).not.toMatch(/unit_cost|line_total|subtotal|tax_|shipping|total_amount|12\.34|37\.02/);
  }
  expect(await seenByManager(id)).toMatchObject({ subtotal: '37.02', shipping_cost: '7.77', notes: 'Call first' });
  const papers = await Promise.all([manager, staff].map((who) => who.get(`${ORDERS}/${id}/order.pdf`)));
  const [whole, bare] = papers.map(({ rawPayload }) => rawPayload.length);
  expect(bare).toBeLessThan(whole ?? 0);
});

it('fills in the last cost for staff, whatever they send, and keeps the figures of an order they edit', async () => {
  const { id: earlier } = orderIn(await manager.post(ORDERS, body('9.50')));
  await manager.send('PUT', `${ORDERS}/${earlier}`, { status: 'ordered' });
  const made = orderIn(await staff.post(ORDERS, { ...body('0.01'), total_amount: '0.03' }));
  expect(await seenByManager(made.id)).toMatchObject({
    ...{ subtotal: '28.50', tax_percent: '0.00', shipping_cost: '0.00', total_amount: '28.50' },
    items: [{ unit_cost: '9.50' }],
  });

  const { id } = orderIn(await manager.post(ORDERS, body('11.00')));
  const items = [
    { product_id: SHOP.grinder, quantity_ordered: 4, unit_cost: '0.00' },
    { product_id: SHOP.papers, quantity_ordered: 1 },
  ];
  const edited = await staff.send('PUT', `${ORDERS}/${id}`, { items, tax_percent: 0, shipping_cost: 0 });
  expect(edited.statusCode, edited.body).toBe(200);
  const order = await seenByManager(id);
  expect([costs(order), order.tax_percent, order.shipping_cost]).toEqual([['11.00', '0.00'], '10.00', '7.77']);
});

it('fills in the last cost of what staff put on the shelves', async () => {
  const reply = await staff.post(`${ORDERS}/generate-from-restock`, {
    supplier_name: 'Paper & Co',
    items: [{ product_id: SHOP.grinder, quantity: 2 }],
  });
  expect(costs(await seenByManager(orderIn(reply).id))).toEqual(['9.50']);
});

it('tells managers the last cost of each item, to begin their orders with', async () => {
  const told = await manager.get(`${ORDERS}/last-costs`);
  expect(told.json()).toMatchObject({ data: [{ product_id: SHOP.grinder, variation_id: null, unit_cost: '9.50' }] });
  expect((await staff.get(`${ORDERS}/last-costs`)).statusCode).toBe(403);
});
