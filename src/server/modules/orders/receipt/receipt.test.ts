import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('staff');
});
afterAll(() => shop.close());

const meta = (values: Record<string, unknown>) => Object.entries(values).map(([key, value]) => ({ key, value }));

async function sellEighths(): Promise<number> {
  const reply = await till.post('/api/orders', {
    customer_id: await addCustomer(shop),
    pos_order: true,
    set_paid: true,
    payment_method: 'cash',
    line_items: [
      {
        product_id: SHOP.blueDream,
        quantity: 7,
        meta_data: meta({ _pricing_tier_label: '3.5 g', _pricing_tier_quantity: 3.5, _discount_percentage: 10 }),
      },
      { product_id: SHOP.grinder, quantity: 1, meta_data: meta({ _override_price: '1.00' }) },
    ],
    meta_data: meta({ _cash_received: '100.00' }),
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ id: number }>().id;
}

interface Row {
  kind: string;
  left?: string;
  right?: string;
  text?: string;
}
const rowsOf = async (address: string, by = till): Promise<Row[]> =>
  (await by.get(address)).json<{ data: { rows: Row[] } }>().data.rows;

describe('a receipt', () => {
  it('says what was sold, taken off, paid, given back and earned', async () => {
    const rows = await rowsOf(`/api/orders/${await sellEighths()}/receipt`);
    expect(rows).toContainEqual(expect.objectContaining({ left: '2 x 3.5 g at $40.00' }));
    expect(rows).toContainEqual(expect.objectContaining({ left: 'Discount 10%', right: '-$8.00' }));
    expect(rows).toContainEqual(expect.objectContaining({ left: 'Price changed to $1.00' }));
    expect(rows).toContainEqual(expect.objectContaining({ left: 'Subtotal', right: '$73.00' }));
    expect(rows).toContainEqual(expect.objectContaining({ left: 'Cash', right: '$100.00' }));
    expect(rows.some((row) => row.left === 'Change')).toBe(true);
    expect(rows).toContainEqual(expect.objectContaining({ left: 'Points earned', right: '73 Points' }));
    expect(rows.some((row) => row.text === 'Copy')).toBe(false);
  });

  it('is marked Copy when it is printed again', async () => {
    const rows = await rowsOf(`/api/orders/${await sellEighths()}/receipt?copy=1`);
    expect(rows).toContainEqual({ kind: 'centre', text: 'Copy' });
  });

  it('comes as a PDF of 80 mm, one page however long', async () => {
    const reply = await till.get(`/api/orders/${await sellEighths()}/receipt.pdf`);
    expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200);
    expect(reply.headers['content-type']).toBe('application/pdf');
    const text = reply.rawPayload.toString('latin1');
    expect(text.startsWith('%PDF-')).toBe(true);
    expect(text.match(/\/MediaBox \[0 0 226\.7\d* \d+/)).not.toBeNull();
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  it('is not shown to staff of another location, nor to nobody', async () => {
    const id = await sellEighths();
    const other = await shop.signIn('staff', { locationId: 19 });
    expect((await other.get(`/api/orders/${id}/receipt`)).statusCode).toBe(404);
    expect((await other.get(`/api/orders/${id}/receipt.pdf`)).statusCode).toBe(404);
    expect((await shop.inject({ method: 'GET', url: `/api/orders/${id}/receipt.pdf` })).statusCode).toBe(401);
  });
});
