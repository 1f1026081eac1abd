import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';

const ORDERS = '/api/proxy/flora-im/purchase-orders';

let shop: TestApp;
let till: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('manager');
});
afterAll(() => shop.close());

/** An order of $10.00 at 8.75 % has $0.88 tax, as it would have at 8.80 %. */
async function made() {
  const items = [{ product_id: SHOP.grinder, quantity_ordered: 1, unit_cost: '10.00' }];
  const reply = await till.post(ORDERS, { supplier_name: 'Paper & Co', tax_percent: 8.75, items });
  const { id, tax_amount } = reply.json<{ data: PurchaseOrder }>().data;
  expect(tax_amount).toBe('0.88');
  return { tax_amount, put: (body: object) => till.send('PUT', `${ORDERS}/${id}`, body) };
}

it('stays when a client sends back the amount it was told', async () => {
  const { tax_amount, put } = await made();
  expect((await put({ notes: 'Call first', tax_amount })).json()).toMatchObject({
    data: { tax_percent: '8.75', tax_amount: '0.88', total_amount: '10.88' },
  });
});

it('of a closed order is what it was closed with, whatever amount is sent', async () => {
  const { tax_amount, put } = await made();
  await put({ status: 'cancelled' });
  expect(refusalOf(await put({ tax_amount: '5.00' }))).toEqual([409, 'status_conflict']);
  expect((await put({ tax_amount, notes: 'Late' })).json()).toMatchObject({
    data: { notes: 'Late', tax_percent: '8.75', total_amount: '10.88' },
  });
});
