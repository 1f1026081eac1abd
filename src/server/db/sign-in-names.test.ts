import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInName } from '#domain/sign-in-name.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { IS_LONG } from '#testing/times.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Leaves out letters that only one side's Unicode version knows, because the two treat their capitals differently. */
async function differing(texts: readonly string[]): Promise<{ compared: number; differ: unknown[] }> {
  const { rows } = await database.pool.query<{ written: string; there: string }>(
    `select written, sign_in_name(written) as there from unnest($1::text[]) as t(written) where unicode_assigned(written)`,
    [texts],
  );
  const known = rows.filter(({ written }) => !/\p{Cn}/u.test(written));
  const differ = known
    .map(({ written, there }) => ({ written, here: signInName(written), there }))
    .filter(({ here, there }) => here !== there);
  return { compared: known.length, differ };
}

it('compares every character as the domain does', async () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .filter((code) => IS_LONG || code < 0x3000 || code % 16 === 0)
    .map((code) => String.fromCodePoint(code));
  const { compared, differ } = await differing(all);
  expect(compared).toBeGreaterThan(IS_LONG ? 250_000 : 25_000);
  expect(differ).toEqual([]);
});

it('compares whole names as the domain does', async () => {
  const names = [
    'İSTANBUL',
    'ΑΛΕΞΙΣ ΣΑΣ',
    'Zoe\u0308\u0323',
    'STRAẞE ß',
    ' Ａ\u3000\u200b b\u00a0 ',
    'ﬁ\u0301',
    '\u1100\u1161\u11a8',
  ];
  expect(await differing(names)).toEqual({ compared: names.length, differ: [] });
});

it('gives a name to one person, be it a user name or an address', async () => {
  const add = (username: string, email: string) =>
    database.pool.query(`insert into users (username, email) values ($1, $2)`, [username, email]);
  await add('Ada', 'ada@shop.example');
  for (const [username, email] of [
    ['ＡＤＡ', 'other@shop.example'],
    ['a\u200bda', 'other@shop.example'],
    ['ADA@shop.example', 'other@shop.example'],
    ['other', 'Ada'],
  ] as const) {
    await expect(add(username, email)).rejects.toMatchObject({ constraint: 'sign_in_names_pkey' });
  }
  await add('other@shop.example', 'other@shop.example');
  await database.pool.query(`update users set email = 'new@shop.example' where username = 'Ada'`);
  await add('somebody', 'ada@shop.example');
});
