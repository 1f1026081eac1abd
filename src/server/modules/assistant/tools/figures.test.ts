import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ToolCard } from '#contract/assistant-cards.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { addCustomer, SHOP, staffedShop } from '#server/testing/shop.ts';

const { shop, staff, manager } = await staffedShop();

const rowsOf = (tool: string, by = staff) => by.get(`/api/ai/rows?tool=${tool}`);
const show = async (tool: string) => (await rowsOf(tool)).json<{ card: ToolCard }>().card;

it('counts the products for sale of each category', async () => {
  const { db } = shop.database;
  await sql`INSERT INTO categories (id, name, slug, parent_id) VALUES (31, 'Grinders', 'grinders', 30)`.execute(db);
  await sql`UPDATE products SET category_ids = '{30,31}' WHERE id = ${SHOP.grinder}`.execute(db);
  // A draft is not for sale.
  expect((await show('categories')).rows).toEqual([
    { id: 30, name: 'Accessories', parent: null, products: 3 },
    { id: 25, name: 'Flower', parent: null, products: 1 },
    { id: 31, name: 'Grinders', parent: 'Accessories', products: 1 },
  ]);
});

it('tells what points are outstanding, what they are worth, and what was given and taken lately', async () => {
  const admin = await shop.signIn('administrator');
  const [one, two] = [await addCustomer(shop, 'Una Point'), await addCustomer(shop, 'Duo Point')];
  for (const [id, points] of [
    [one, 250],
    [one, -40],
    [two, 75],
  ] as const) {
    const adjusting = { points, description: 'Service credit' };
    const reply = await admin.post(`/api/proxy/wc-points-rewards/user/${id}/adjust`, adjusting);
    expect(reply.statusCode, reply.body).toBe(200);
  }
  const { rows, facts } = await show('loyalty');
  expect(rows).toEqual([{ type: 'manual-adjust', entries: 3, given: 325, taken: 40 }]);
  // A hundred points are five dollars, and fewer nothing.
  expect(facts.map(({ label, value }) => [label, value])).toEqual([
    ['Customers with points', 2],
    ['Points outstanding', 285],
    ['Worth', '10.00'],
  ]);
});

it('reads one thing at a time in a process, while tills read beside it', async () => {
  const held = await holding(shop, 'LOCK TABLE blueprint_fields IN ACCESS EXCLUSIVE MODE');
  const first = rowsOf('blueprint_fields');
  await untilWaiting(shop);
  let isAnswered = false;
  const second = rowsOf('locations', manager).then((reply) => {
    isAnswered = true;
    return reply;
  });
  expect((await staff.get('/api/orders')).statusCode).toBe(200);
  expect(isAnswered).toBe(false);
  await held.letGo();
  expect([(await first).statusCode, (await second).statusCode]).toEqual([200, 200]);
});
