import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { clientConfig } from '#server/db/connection.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { CUSTOMER_CHECKS } from './customer-checks.ts';
import { type BooksReport, checkBooks, verifyBooks } from './verify.ts';

let shop: TestApp;
/**
 * As superuser, in a transaction that each test rolls back. It bypasses the triggers and foreign keys that protect
 * rows.
 */
let forger: pg.Client;

const USERS = '/api/users-matrix/users';

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  const manager = await shop.signIn('manager');
  const made = async (): Promise<number> => {
    const reply = await manager.post(USERS, {
      first_name: 'Ann',
      billing: { phone: '7045550101' },
      create_anyway: true,
    });
    return reply.json<{ id: number }>().id;
  };
  const [kept, merged, other] = [await made(), await made(), await made()];
  await manager.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 10 }], { customer_id: merged }));
  await manager.post(`/api/customers/${kept}/merge`, { merge_id: merged });
  await manager.send('PUT', `${USERS}/${other}`, { display_name: 'Anna' });
  const { connection } = shop.database;
  if (typeof connection === 'string') throw new Error('a test database is reached by its parts');
  forger = new pg.Client(clientConfig({ ...inject('postgres'), user: 'postgres', database: connection.database }));
  await forger.connect();
});
afterAll(async () => {
  await forger.end();
  await shop.close();
});

const brokenIn = ({ checks }: BooksReport): string[] =>
  checks.filter(({ broken }) => broken > 0).map(({ name }) => name);

it('finds the books right, and looks at every check of customers', async () => {
  const report = await verifyBooks(shop.database.connection);
  expect(brokenIn(report)).toEqual([]);
  const looked = new Map(report.checks.map((check) => [check.name, check.looked]));
  expect(CUSTOMER_CHECKS.map(({ name }) => (looked.get(name) ?? 0) > 0)).toEqual(CUSTOMER_CHECKS.map(() => true));
});

describe('finds', () => {
  it.each<[string, number, string]>([
    ['a merge that tells of other points', 0, 'update customer_merges set points = points + 1'],
    [
      'points of a merge that were taken twice',
      0,
      `insert into points_events (customer_id, type, points)
       select customer_id, type, points from points_events where type = 'merged' and points < 0`,
    ],
    ['an order that moved without a merge', 0, `update customer_merges set order_ids = '{}'`],
    ['a merge that nobody made', 1, `delete from audit_trail where action = 'customer_merged'`],
    [
      'a customer who was merged by hand',
      1,
      `update users set status = 'merged', merged_into = (select kept_id from customer_merges)
       where display_name = 'Anna'`,
    ],
    [
      'a customer who came back by hand',
      1,
      `update users set status = 'active', merged_into = null where status = 'merged'`,
    ],
    [
      'personal values of the audit trail that were changed',
      2,
      `update audit_personal set details = details || '{"by": "me"}'`,
    ],
    ['personal values that went away without their person', 2, 'delete from audit_personal'],
  ])('%s', async (_what, at, forgery) => {
    await forger.query('begin');
    try {
      await forger.query(`set local session_replication_role = replica`);
      await forger.query(forgery);
      expect(brokenIn(await checkBooks(forger))).toContain(CUSTOMER_CHECKS[at]?.name);
    } finally {
      await forger.query('rollback');
    }
  });
});
