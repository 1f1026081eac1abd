import fc from 'fast-check';
import Papa from 'papaparse';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvLine } from '#domain/csv.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let numbers: string[];
let ids: number[];

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('staff');
  const trap = await addCustomer(shop, '=HYPERLINK("http://x")');
  const sell = async (lines: unknown[], more = {}) => answerOf(await till.post('/api/orders', sale(lines, more))).data;
  const sold = [
    await sell([grinder]),
    await sell([grinder], { customer_id: trap }),
    await sell([{ product_id: SHOP.papers, quantity: 3 }]),
  ];
  numbers = sold.map(({ number }) => number);
  ids = sold.map(({ id }) => id);
});
afterAll(() => shop.close());

async function exported(query = '', by = till): Promise<Record<string, string>[]> {
  const reply = await by.get(`/api/orders/export.csv?${query}`);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  return Papa.parse<Record<string, string>>(reply.body, { header: true, skipEmptyLines: true }).data;
}

it('writes the filtered list, newest first or oldest first', async () => {
  expect((await exported()).map((row) => row['Order'])).toEqual(numbers.toReversed());
  expect((await exported('order=asc')).map((row) => row['Order'])).toEqual(numbers);
  expect((await exported('search=papers')).map((row) => row['Order'])).toEqual([numbers[2]]);
  expect(await exported('status=cancelled')).toEqual([]);
  const [papers] = await exported();
  expect(papers).toMatchObject({
    Status: 'completed',
    Items: '3',
    Subtotal: '6.00',
    Tax: '0.00',
    Total: '6.00',
    Refunded: '0.00',
    Payment: 'Card',
  });
});

it('writes chosen orders, as the list has them, and of those only what the asker may see', async () => {
  const [first, second, third] = numbers;
  const chosen = `ids=${ids[0]},${ids[2]},999999`;
  expect((await exported(chosen)).map((row) => row['Order'])).toEqual([third, first]);
  expect((await exported(`${chosen}&order=asc`)).map((row) => row['Order'])).toEqual([first, third]);
  expect((await exported(`ids=${ids.join(',')}&search=grinder`)).map((row) => row['Order'])).toEqual([second, first]);
  expect(await exported(chosen, await shop.signIn('staff', { locationId: 19 }))).toEqual([]);
  const tooMany = Array.from({ length: 501 }, () => '1').join(',');
  for (const query of ['ids=', 'ids=1,', 'ids=one', 'ids=1&ids=2', `ids=${tooMany}`]) {
    expect(refusalOf(await till.get(`/api/orders/export.csv?${query}`))).toEqual([400, 'invalid_request']);
  }
});

it('has no cell that a spreadsheet would run', async () => {
  const rows = await exported();
  expect(rows[1]?.['Customer']).toBe(`'=HYPERLINK("http://x")`);
});

it('writes the orders of the own location only', async () => {
  expect(await exported('', await shop.signIn('staff', { locationId: 19 }))).toEqual([]);
  expect(refusalOf(await till.get('/api/orders/export.csv?location_id=19'))).toEqual([404, 'not_found']);
  expect(refusalOf(await shop.inject({ method: 'GET', url: '/api/orders/export.csv' }))).toEqual([
    401,
    'login_required',
  ]);
});

it('is read back as it was written, but for the apostrophe', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 6 }), (values) => {
      const line = csvLine(values).slice(0, -2);
      const [read = ['']] = Papa.parse<string[]>(line, { delimiter: ',', newline: '\r\n' }).data;
      expect(read.map((cell) => cell.replace(/^'/, ''))).toEqual(values.map((value) => value.replace(/^'/, '')));
    }),
  );
});
