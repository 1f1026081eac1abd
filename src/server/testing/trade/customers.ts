import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Customer, DirectoryEntry } from '#contract/customers.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { testApp, type TestApp, type Till } from '../app.ts';
import { openShop } from '../shop.ts';

export const USERS = '/api/users-matrix/users';

/** The small shop, with a till of staff and one of a manager. */
export async function openTills(): Promise<{ shop: TestApp; till: Till; manager: Till }> {
  const shop = await testApp();
  await openShop(shop);
  return { shop, till: await shop.signIn('staff'), manager: await shop.signIn('manager') };
}

/** Closes a shop whose books agree. */
export async function closeAgreed(shop: TestApp): Promise<void> {
  const { checks } = await verifyBooks(shop.database.connection);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
  await shop.close();
}

/** Adds a customer through the directory, even if one looks like the same person. */
export async function addedAt(till: Till, body: object): Promise<DirectoryEntry> {
  const reply = await till.post(USERS, { create_anyway: true, ...body });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: DirectoryEntry }>().data;
}

/** All that the directory tells about a customer. */
export async function detailsAt(till: Till, id: number): Promise<Customer> {
  const reply = await till.get(`/api/users-matrix/customers/${id}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: Customer }>().data;
}

/** The meta data in which a birth date and a licence number arrive. */
export const identityMeta = (born: string, licence = '') => [
  { key: '_date_of_birth', value: born },
  { key: '_license_number', value: licence },
];

/** Every table that says one of the words anywhere. */
export async function tablesSaying(shop: TestApp, words: readonly string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`.execute(
    shop.database.db,
  );
  const said: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ there: boolean }>`
      SELECT EXISTS (SELECT FROM ${sql.table(name)} t WHERE t::text ~ ${words.join('|')}) AS there`.execute(
      shop.database.db,
    );
    if (rows[0]?.there === true) said.push(name);
  }
  return said;
}
