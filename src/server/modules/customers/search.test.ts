import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { wordsOf } from '#domain/customer-search.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { findPeople } from './search-queries.ts';

let database: TestDatabase;
let people: { id: number; name: string; text: string }[];

const CROWD = 6000;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await sql`
    INSERT INTO users (username, email, name, display_name, first_name, last_name, phone, role)
    SELECT 'u' || n, CASE WHEN n % 8 = 0 THEN 'u' || n || '@customers.invalid' ELSE 'u' || n || '@example.com' END,
           full_name, full_name, '', '', '704-555-' || lpad((n % 100)::text, 4, '0'), 'customer'
      FROM (SELECT n, (ARRAY['Zoe', 'Tom', 'Ámy', 'Max', 'Com', 'Lee', 'Ann'])[1 + n % 7] || ' ' ||
                      (ARRAY['Vance', 'Zapata', 'O_Neil', '100%', 'Quist', 'Comb', 'Lee', 'Ito', 'Bo', 'Xu', 'Ames'])[1 + n % 11] AS full_name
              FROM generate_series(1, ${CROWD}::integer) n) AS made`.execute(db);
  await sql`ANALYZE users`.execute(db);
  const { rows } = await sql<{ id: number; name: string; text: string }>`
    SELECT id, folded_plain(display_name) AS name, found_text AS text FROM users WHERE role = 'customer'`.execute(db);
  people = rows;
});
afterAll(() => database.close());

/** The customers that a search finds, in order, worked out the slow way. */
function expected(search: string): number[] {
  const words = wordsOf(search);
  const [first = ''] = words;
  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  return people
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .toSorted(
      (a, b) =>
        Number(b.name.startsWith(first)) - Number(a.name.startsWith(first)) || byBytes(a.name, b.name) || a.id - b.id,
    )
    .map(({ id }) => id);
}

const FEW = [
  'quist ann',
  'zoe q',
  'z qui',
  'com x 99',
  '@ zap 12',
  'o_n',
  '100% z',
  'ámy xu',
  "o'_ neil amy",
  '0042 ito',
  'nobody z',
  'a% _',
  '4 2 ax',
];
const MANY = ['com', 'á x', 'com e', 'e', '704 e', 'example c', '. -', 'a com 5'];

it.each([...FEW, ...MANY])('finds the same for "%s" whichever way is quickest', async (search) => {
  const all = expected(search);
  const pages = await Promise.all(
    [0, 50, 100].map((offset) => findPeople(database.db, { search, role: 'customer', limit: 50, offset })),
  );
  expect(pages.flatMap(({ ids }) => ids)).toEqual(all.slice(0, 150));
  const counted = all.length <= 2000;
  for (const { total, isExact } of pages) {
    expect(isExact).toBe(counted);
    expect(counted ? total : total > 2000 && total <= all.length).toBe(counted ? all.length : true);
  }
});

it('has counted many matches, too, when their end is on the page', async () => {
  const all = expected('e');
  const page = (offset: number) => findPeople(database.db, { search: 'e', role: 'customer', limit: 50, offset });
  expect(await page(all.length - 20)).toEqual({ ids: all.slice(-20), total: all.length, isExact: true });
  expect(await page(all.length)).toMatchObject({ ids: [], isExact: false });
});

it('has searches of both kinds to look at', () => {
  expect(FEW.every((search) => expected(search).length <= 2000)).toBe(true);
  expect(MANY.every((search) => expected(search).length > 2000)).toBe(true);
});
