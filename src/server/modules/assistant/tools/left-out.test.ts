import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ToolCard } from '#contract/assistant-cards.ts';
import { ask, conversationOf, messagesOf } from '#server/testing/assistant/chat-lines.ts';
import { sale } from '#server/testing/sales.ts';
import { staffedShop } from '#server/testing/shop.ts';

const { shop, manager } = await staffedShop();

it.each([
  [
    'categories',
    sql`INSERT INTO categories (name, slug) SELECT 'Bulk ' || n, 'bulk-' || n FROM generate_series(1, 250) n`,
  ],
  ['locations', sql`INSERT INTO locations (id, name) SELECT 1000 + n, 'Bulk ' || n FROM generate_series(1, 250) n`],
])('a list of %s says how many it leaves out', async (tool, more) => {
  const card = async () => (await manager.get(`/api/ai/rows?tool=${tool}`)).json<{ card: ToolCard }>().card;
  const before = await card();
  expect(before.note).toBe('');
  await more.execute(shop.database.db);
  const { total, note } = await card();
  expect([total, note]).toEqual([before.total + 250, `showing 200 of ${before.total + 250}`]);
});

it('the best sellers are on their card, and every product that was sold is in its file', async () => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO products (name, type, status, regular_price_cents) SELECT 'Pin ' || n, 'simple', 'publish', 100
      FROM generate_series(1, 30) n RETURNING id`.execute(shop.database.db);
  await sql`
    INSERT INTO stock_levels (location_id, product_id, quantity)
    SELECT 20, id, 5 FROM products WHERE name LIKE 'Pin %'`.execute(shop.database.db);
  await manager.post('/api/orders', sale(rows.map(({ id }) => ({ product_id: id, quantity: 1 }))));
  const [, found] = await messagesOf(manager, conversationOf(await ask(manager, '/best today')));
  expect([found?.card?.shown, found?.card?.note]).toEqual([20, 'showing 20 of 30']);
  const lines = (await manager.get(`/api/ai/messages/${found?.id}/rows.csv`)).body.trim().split('\r\n');
  expect([lines.length, lines.at(-1)?.startsWith('Pin')]).toEqual([31, true]);
});
