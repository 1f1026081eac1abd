import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { WireOrder } from '#contract/orders.ts';
import type { WireRefund } from '#contract/refunds.ts';
import { REWARDS_BASE } from '#contract/rewards.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { eighth, grinder, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let admin: Till;
let cashier: Till;

beforeEach(async () => {
  await shop?.close();
  shop = await testApp();
  await openShop(shop);
  admin = await shop.signIn('administrator');
  cashier = await shop.signIn('manager');
});
afterAll(() => shop.close());

async function setTax(body: object): Promise<void> {
  const reply = await admin.post('/api/manage/taxes', { location_id: 20, ...body });
  expect(reply.statusCode, reply.body).toBe(201);
}

async function sell(lines: unknown[], more: Record<string, unknown> = {}): Promise<WireOrder> {
  const reply = await cashier.post('/api/orders', sale(lines, more));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: WireOrder }>().data;
}

async function refund(order: WireOrder, line: number, quantity: number): Promise<WireRefund> {
  const reply = await cashier.post(`/api/orders/${order.id}/refunds`, {
    lines: [{ line_id: order.line_items[line]?.id, quantity, restock: true }],
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: WireRefund }>().data;
}

const taxesOf = ({ tax_lines: taxes }: WireOrder) =>
  taxes.map(({ label, taxable, tax_total: cents }) => [label, taxable, cents]);
const refundedTaxes = ({ tax_lines: taxes = [] }: WireRefund) => taxes.map(({ tax_total: cents }) => cents);

async function expectRightBooks(): Promise<void> {
  const { checks } = await verifyBooks(shop.database.connection);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
}

/** 1000 points; 100 of them take off $1.00. */
async function givePoints(customer: number): Promise<void> {
  await sql`UPDATE loyalty_settings SET redeem_points = 100, redeem_cents = 100`.execute(shop.database.db);
  const reply = await admin.post(`${REWARDS_BASE}/user/${customer}/adjust`, { points: 1000, description: 'Test' });
  expect(reply.statusCode, reply.body).toBe(200);
}

const two = { ...grinder, quantity: 2 };
const shirt = { product_id: SHOP.shirt, variation_id: SHOP.shirtSmall, quantity: 1 };

describe('a tax on a category', () => {
  it('is charged on its goods and those of categories below it, before the sales tax that is charged on it', async () => {
    await sql`UPDATE categories SET parent_id = 30 WHERE id = 25`.execute(shop.database.db);
    await sql`UPDATE products SET category_ids = '{}', price_class = 'Shirts' WHERE id = ${SHOP.shirt}`.execute(
      shop.database.db,
    );
    await setTax({ code: 'EXCISE', name: 'Excise', rate: '15', position: 1, category_ids: [30] });
    await setTax({ code: 'NC-CENTRAL', name: 'Sales Tax', rate: '8.75', position: 2, compound: true });
    const order = await sell([eighth, two, shirt]);
    // 40.00 + 47.80 are of the category, 25.00 is not; 8.75 % of 112.80 + 13.17.
    expect(taxesOf(order)).toEqual([
      ['Excise', '87.80', '13.17'],
      ['Sales Tax', '125.97', '11.02'],
    ]);
    expect(order).toMatchObject({ subtotal: '112.80', total_tax: '24.19', total: '136.99' });
    expect(order.tax_lines[1]).toMatchObject({ compound: true, line_bases: ['46.00', '54.97', '25.00'] });
    await setTax({ code: 'SHIRTS', name: 'Shirt Tax', rate: '1', price_classes: ['Shirts'] });
    expect(taxesOf(await sell([grinder, shirt])).at(-1)).toEqual(['Shirt Tax', '25.00', '0.25']);
    expect((await cashier.get('/api/auth/me')).json()).toMatchObject({
      taxes: [{ code: 'EXCISE', category_ids: [25, 30] }, { compound: true }, { price_classes: ['Shirts'] }],
    });
    await expectRightBooks();
  });

  it('follows its category when that is merged into another', async () => {
    await sql`INSERT INTO categories (id, name, slug) VALUES (31, 'Tools', 'tools')`.execute(shop.database.db);
    await setTax({ code: 'EXCISE', name: 'Excise', rate: '10', category_ids: [31] });
    expect(taxesOf(await sell([grinder])).at(-1)).toEqual(['Excise', '0.00', '0.00']);
    const merged = await admin.post('/api/manage/categories/31/merge', { into_id: 30, version: 1 });
    expect(merged.statusCode, merged.body).toBe(200);
    expect(taxesOf(await sell([grinder])).at(-1)).toEqual(['Excise', '23.90', '2.39']);
  });

  it('is refused for a category that there is not', async () => {
    const body = { location_id: 20, code: 'X', name: 'X', rate: '1' };
    expect(refusalOf(await admin.post('/api/manage/taxes', { ...body, category_ids: [999] }))).toEqual([
      422,
      'not_valid',
    ]);
    const both = { ...body, included: true, before_points: true };
    expect(refusalOf(await admin.post('/api/manage/taxes', both))).toEqual([422, 'not_valid']);
  });
});

describe('a refund', () => {
  it('gives back each tax of what comes back, and all of it in the end', async () => {
    await setTax({ code: 'EXCISE', name: 'Excise', rate: '15', position: 1, category_ids: [25] });
    await setTax({ code: 'NC-CENTRAL', name: 'Sales Tax', rate: '8.75', position: 2, compound: true });
    const order = await sell([eighth, two]);
    expect(taxesOf(order)).toEqual([
      ['Excise', '40.00', '6.00'],
      ['Sales Tax', '93.80', '8.21'],
    ]);
    const first = await refund(order, 1, 1);
    expect(refundedTaxes(first)).toEqual(['0.00', '2.09']);
    expect(refundedTaxes(await refund(order, 0, 1.5))).toEqual(['2.57', '1.73']);
    await expectRightBooks();
    const receipt = await cashier.get(`/api/orders/${order.id}/refunds/${first.id}/receipt`);
    expect(JSON.stringify(receipt.json())).toContain('"left":"Sales Tax 8.75%","right":"$2.09"');
    const preview = await cashier.post(`/api/orders/${order.id}/refunds/preview`, {
      lines: order.line_items.map(({ id }, line) => ({ line_id: id, quantity: line === 0 ? 2 : 1, restock: true })),
    });
    expect(preview.json()).toMatchObject({
      data: { tax: '7.82', tax_lines: [{ label: 'Excise', tax_total: '3.43' }, { tax_total: '4.39' }], is_full: true },
    });
    const whole = await cashier.send('PUT', `/api/orders/${order.id}`, { status: 'refunded' });
    expect(whole.statusCode, whole.body).toBe(200);
    const { refunds } = (await cashier.get(`/api/orders/${order.id}`)).json<{ data: { refunds: WireRefund[] } }>().data;
    expect(refunds.map(refundedTaxes)).toEqual([
      ['0.00', '2.09'],
      ['2.57', '1.73'],
      ['3.43', '4.39'],
    ]);
    await expectRightBooks();
  });

  it('of a former release tells its one tax, and of several their sum alone', async () => {
    const order = await sell([two]);
    await refund(order, 0, 1);
    await setTax({ code: 'CITY', name: 'City Tax', rate: '1' });
    const several = await sell([two]);
    await refund(several, 0, 1);
    await sql`UPDATE order_refunds SET tax_parts = NULL`.execute(shop.database.db);
    const told = async ({ id }: WireOrder) =>
      (await cashier.get(`/api/orders/${id}`))
        .json<{ data: { refunds: WireRefund[] } }>()
        .data.refunds.map(refundedTaxes);
    expect(await told(order)).toEqual([['2.09']]);
    expect(await told(several)).toEqual([[]]);
    await expectRightBooks();
  });
});

describe('a tax that prices contain', () => {
  it('is taken out of them: the customer pays the price, and subtotal and taxable amount are without it', async () => {
    await setTax({ code: 'NC-CENTRAL', name: 'Sales Tax', rate: '8.75', included: true });
    const customer = await addCustomer(shop);
    const order = await sell([two, eighth], { customer_id: customer });
    // 87.80 / 1.0875 = 80.74 and 7.06.
    expect(taxesOf(order)).toEqual([['Sales Tax', '80.74', '7.06']]);
    expect(order).toMatchObject({ subtotal: '80.74', total: '87.80', points_awarded: 80, price_overridden: false });
    expect(order.line_items.map(({ subtotal, total, included_tax }) => [subtotal, total, included_tax])).toEqual([
      ['47.80', '43.95', '3.85'],
      ['40.00', '36.79', '3.21'],
    ]);
    const receipt = JSON.stringify((await cashier.get(`/api/orders/${order.id}/receipt`)).json());
    expect(receipt).toContain('"left":"Grinder","right":"$47.80"');
    expect(receipt).toContain('"left":"Sales Tax 8.75% (included)","right":"$7.06"');
    expect(receipt).not.toContain('Regular price');
    // 87.80 in all; a cent may be at another line.
    const amounts = [await refund(order, 0, 1), await refund(order, 0, 1), await refund(order, 1, 3.5)];
    expect(amounts.map(({ amount }) => amount)).toEqual(['23.90', '23.89', '40.01']);
    await expectRightBooks();
  });

  it('is not part of the total that a line is sent with, as the refusal of another total says', async () => {
    await setTax({ code: 'NC-CENTRAL', name: 'Sales Tax', rate: '8.75', included: true });
    const refused = await cashier.post('/api/orders', sale([{ ...two, total: 47.8 }]));
    expect(refusalOf(refused)).toEqual([422, 'totals_mismatch']);
    expect(refused.json()).toMatchObject({ totals: { lines: [{ total: '43.95' }] } });
    expect(await sell([{ ...two, total: 43.95 }])).toMatchObject({ total: '47.80' });
  });

  it('is that of what is paid when points pay for a part', async () => {
    await setTax({ code: 'NC-CENTRAL', name: 'Sales Tax', rate: '8.75', included: true });
    const customer = await addCustomer(shop);
    await givePoints(customer);
    const order = await sell([two], { customer_id: customer, redeem_points: 500 });
    expect(order).toMatchObject({ redeemed: '5.00', subtotal: '39.36', total_tax: '3.44', total: '42.80' });
    await expectRightBooks();
  });
});

describe('points', () => {
  it('lower a tax or not, as it says, and what comes back is taxed as it was', async () => {
    await setTax({ code: 'NC-CENTRAL', name: 'Sales Tax', rate: '8.75', before_points: true });
    await setTax({ code: 'CITY', name: 'City Tax', rate: '1' });
    const customer = await addCustomer(shop);
    await givePoints(customer);
    const order = await sell([two, eighth], { customer_id: customer, redeem_points: 1000 });
    expect(taxesOf(order)).toEqual([
      ['Sales Tax', '87.80', '7.68'],
      ['City Tax', '77.80', '0.78'],
    ]);
    expect(order).toMatchObject({ subtotal: '77.80', total: '86.26' });
    expect((await cashier.get('/api/auth/me')).json()).toMatchObject({ taxes: [{ before_points: true }, {}] });
    expect(refundedTaxes(await refund(order, 0, 2))).toEqual(['4.18', '0.42']);
    await expectRightBooks();
    expect(refundedTaxes(await refund(order, 1, 3.5))).toEqual(['3.50', '0.36']);
    await expectRightBooks();
  });
});

describe('a tax before points beside one that prices contain', () => {
  it('is charged on what the goods cost without it before points were used', async () => {
    await setTax({ code: 'IN', name: 'In Prices', rate: '25', included: true });
    await setTax({ code: 'NC-CENTRAL', name: 'Sales Tax', rate: '8.75', before_points: true });
    const customer = await addCustomer(shop);
    await givePoints(customer);
    const order = await sell([two], { customer_id: customer, redeem_points: 500 });
    expect(taxesOf(order)).toEqual([
      ['In Prices', '34.24', '8.56'],
      ['Sales Tax', '38.24', '3.35'],
    ]);
    expect(order).toMatchObject({ subtotal: '34.24', total: '46.15' });
    await expectRightBooks();
    await sql`UPDATE order_taxes SET line_bases = ARRAY[3930], taxable_cents = 3930, tax_cents = 344 WHERE label LIKE 'Sales Tax%'`.execute(
      shop.database.db,
    );
    const { checks } = await verifyBooks(shop.database.connection);
    expect(checks.find(({ name }) => name.startsWith('a tax is charged on what its lines cost'))?.broken).toBe(1);
  });
});

describe('the books', () => {
  it('find a tax that is not what its lines say', async () => {
    await setTax({ code: 'EXCISE', name: 'Excise', rate: '15', position: 1, category_ids: [25] });
    await setTax({ code: 'IN', name: 'In Prices', rate: '5', position: 3, included: true });
    await setTax({ code: 'NC-CENTRAL', name: 'Sales Tax', rate: '8.75', position: 2, compound: true });
    const order = await sell([eighth, two]);
    await refund(order, 1, 1);
    await expectRightBooks();
    const broken = async (change: string) => {
      const { connection } = shop.database;
      await sql.raw('CREATE TABLE IF NOT EXISTS kept_taxes AS SELECT * FROM order_taxes').execute(shop.database.db);
      await sql.raw('CREATE TABLE IF NOT EXISTS kept_refunds AS SELECT * FROM order_refunds').execute(shop.database.db);
      await sql.raw(change).execute(shop.database.db);
      const { checks } = await verifyBooks(connection);
      await sql
        .raw(
          'UPDATE order_taxes t SET line_bases = k.line_bases FROM kept_taxes k WHERE (k.order_id, k.position) = (t.order_id, t.position)',
        )
        .execute(shop.database.db);
      await sql
        .raw('UPDATE order_refunds r SET tax_parts = k.tax_parts FROM kept_refunds k WHERE k.id = r.id')
        .execute(shop.database.db);
      return checks.filter(({ broken: rows }) => rows > 0).map(({ name }) => name);
    };
    const swapped =
      'UPDATE order_taxes SET line_bases = ARRAY[line_bases[2], line_bases[1]] WHERE cardinality(line_bases) = 2';
    expect(await broken(swapped)).toContain(
      'a tax is charged on what its lines cost, and a compound one on the taxes before it, too',
    );
    const moved = 'UPDATE order_refunds SET tax_parts = ARRAY[tax_parts[1] + 1, tax_parts[2], tax_parts[3]]';
    expect(await broken(moved)).toContain(
      'what a refund gave back of each tax adds up to its tax, and to no more than the tax',
    );
    const removed = `DELETE FROM order_line_price_changes WHERE source = 'tax_rule'`;
    expect(await broken(removed)).toContain(
      'taxes that prices contain = what was taken out of the prices of the lines',
    );
  });
});
