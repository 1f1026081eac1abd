import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folded } from '#domain/fold.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { IS_LONG } from '#testing/times.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Leaves out letters that only one side's Unicode version knows, because the two treat their capitals differently. */
async function compared(texts: readonly string[]): Promise<[written: string, here: string, there: string][]> {
  const { rows } = await database.pool.query<{ written: string; there: string }>(
    `select written, folded_plain(written) as there from unnest($1::text[]) as t(written) where unicode_assigned(written)`,
    [texts],
  );
  return rows
    .filter(({ written }) => !/\p{Cn}/u.test(written))
    .map(({ written, there }) => [written, folded(written), there]);
}

it('folds every character as the browser does', async () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .filter((code) => IS_LONG || code < 0x3000 || code % 16 === 0)
    .map((code) => String.fromCodePoint(code));
  const answers = await compared(all);
  expect(answers.length).toBeGreaterThan(IS_LONG ? 250_000 : 25_000);
  expect(answers.filter(([, here, there]) => here !== there)).toEqual([]);
});

it('folds texts as the browser does', async () => {
  const awkward = fc.constantFrom(
    '\u0301',
    '\u0308',
    '\u034f',
    '\u0591',
    '\u05b0',
    '\u0345',
    '’',
    "'",
    'İ',
    'Σ',
    '각',
    'é',
    ' ',
    'A',
  );
  const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: awkward }), fc.string());
  const written = fc.sample(texts, 5000).filter((text) => !text.includes('\0'));
  const answers = await compared(written);
  expect(answers.length).toBeGreaterThan(4000);
  for (const [text, here, there] of answers) expect([text, there]).toEqual([text, here]);
});

it.each([
  ['users_found', `users WHERE found_text LIKE '%ohara%'`],
  ['users_found_short', `users WHERE short_words(found_text) @> '{zo}'`],
  ['users_by_name', `users WHERE (folded_plain(display_name) COLLATE "C") LIKE 'zoe%'`],
  ['products_found', `products WHERE found_text LIKE '%ohara%'`],
])('answers by %s: %s', async (index, query) => {
  const client = await database.pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_indexscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain select id from ${query}`);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(new RegExp(`${index}\\b`));
    await client.query('rollback');
  } finally {
    client.release();
  }
});

it('finds letters that have no accent to lose by plain ones, in customers, products and guests', async () => {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into users (username, email, display_name) values ('l', 'l@example.com', 'Łódź Straße')`,
    );
    const { rows } = await client.query(
      `select found_text like '%lodz strasse%' as kept, guest_search_text('{"first_name": "Æsa", "last_name": "Þórð"}') as guest
         from users where username = 'l'`,
    );
    expect(rows).toEqual([{ kept: true, guest: 'aesa thord   ' }]);
    await client.query('rollback');
  } finally {
    client.release();
  }
});

it('does not depend on where functions are looked for, as when a dump is read', async () => {
  const client = await database.pool.connect();
  try {
    await client.query(`begin; set local search_path = ''`);
    await client.query(
      `insert into public.users (username, email, display_name) values ('z', 'z@example.com', 'Zoë O’Hara')`,
    );
    const { rows } = await client.query(
      `select found_text like 'zoe ohara %' as kept, public.guest_search_text('{"first_name": "Zoë"}') as guest
         from public.users where username = 'z'`,
    );
    expect(rows).toEqual([{ kept: true, guest: 'zoe    ' }]);
    await client.query('rollback');
  } finally {
    client.release();
  }
});
