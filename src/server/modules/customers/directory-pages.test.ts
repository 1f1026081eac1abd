import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';

/** One more than were counted once. */
const PEOPLE = 200_001;
const PART = 25_000;

let shop: TestApp;
let till: Till;

beforeAll(async () => {
  shop = await testApp();
  till = await shop.signIn('staff');
  // The tests do not need search and sign-in, whose indexes take most of the time.
  await sql`DROP INDEX users_found, users_found_short, users_username_once, users_email_once`.execute(shop.database.db);
  await sql`ALTER TABLE users DISABLE TRIGGER users_keep_sign_in_names`.execute(shop.database.db);
  // In parts: the server ends a statement that takes too long.
  for (let first = 1; first <= PEOPLE; first += PART) {
    const last = Math.min(first + PART - 1, PEOPLE);
    await sql`
      INSERT INTO users (username, email, display_name)
      SELECT 'p' || n, 'p' || n || '@example.com', 'P ' || lpad(n::text, 6, '0')
        FROM generate_series(${first}::integer, ${last}::integer) n`.execute(shop.database.db);
  }
}, 120_000);
afterAll(() => shop.close());

it('gives everybody in pages, however many they are', async () => {
  const page = async (number: number) =>
    (await till.get(`/api/users-matrix/users?per_page=200&page=${number}`)).json<{
      data: { display_name: string }[];
      meta: { total: number; pages: number };
    }>();
  const { meta } = await page(1);
  expect(meta).toMatchObject({ total: PEOPLE, pages: 1001 });
  expect((await page(meta.pages)).data.map(({ display_name }) => display_name)).toEqual(['P 200001']);
});
