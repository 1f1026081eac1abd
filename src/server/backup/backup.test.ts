import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { verifyBooks } from '#server/books/verify.ts';
import type { Connection } from '#server/db/connection.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { asClient, asSuperuser, contents } from '#server/testing/postgres/database-contents.ts';
import { FLOWER, furnishShop, GRINDER, sell, sellSome } from '#server/testing/trade/sold-shop.ts';
import { IS_LONG, times } from '#testing/times.ts';
import { BackupError } from './manifest.ts';
import { readArchive } from './read.ts';
import { restoreBackup } from './restore.ts';
import { LEFT_OUT, readTables } from './shape.ts';
import { tarEntry, tarTrailer } from './tar.ts';
import { lateAfterCopies } from '#server/testing/postgres/late-after-copies.ts';
import { writeBackup } from './write.ts';

let folder: string;
let shop: TestDatabase;
/** A complete backup of `shop`. */
let archive: string;
let files = 0;
const fresh = (): string => join(folder, `${(files += 1)}.tgz`);
const opened: TestDatabase[] = [];

async function emptyShop(): Promise<TestDatabase> {
  const database = await testDatabase();
  opened.push(database);
  return database;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillwright-backup-'));
  shop = await emptyShop();
  await furnishShop(shop.pool);
  await sellSome(shop.pool);
  await shop.pool.query(
    `insert into sessions (token_hash, user_id, expires_at) values ('\\x01', 1, now() + interval '1 day')`,
  );
  // Two paired screens. One of them was forgotten later.
  await shop.pool.query(
    `with made as (
       insert into machines (kind, name, location_id, created_by, revoked_at, revoked_by)
       select 'device', 'TV ' || n, (select min(id) from locations), 1, case n when 2 then now() end, case n when 2 then 1 end
         from generate_series(1, 2) n
       returning id, name, location_id, revoked_at)
     insert into tv_devices (machine_id, location_id, tv_number, device_name, forgotten_at, token_hash)
     select id, location_id, right(name, 1)::integer, name, revoked_at, sha256(name::bytea) from made`,
  );
  await shop.pool.query(
    `insert into sessions (token_hash, machine_id) select token_hash, machine_id from tv_devices where forgotten_at is null`,
  );
  // A backup seals what it can; open transactions of other tests may keep it from sealing everything.
  await vi.waitFor(
    async () => expect((await shop.pool.query('select seal_ledgers() as left')).rows).toEqual([{ left: 0 }]),
    { timeout: 60_000, interval: 100 },
  );
  archive = fresh();
  await writeBackup(shop.connection, archive);
}, 90_000);

afterAll(async () => {
  for (const database of opened) await database.close();
  await rm(folder, { recursive: true, force: true });
});

const count = (connection: Connection, table: string): Promise<number> =>
  asClient(connection, async (client) => {
    const { rows } = await client.query<{ n: number }>(`select count(*) as n from ${table}`);
    return rows[0]?.n ?? -1;
  });

describe('a backup that is put back', () => {
  let restored: TestDatabase;

  beforeAll(async () => {
    restored = await emptyShop();
    await restoreBackup(restored.connection, archive);
  });

  it('has every row of every table, letter for letter', async () => {
    const [before, after] = [await contents(shop.connection), await contents(restored.connection)];
    expect(before['orders']).toHaveLength(5);
    expect(after).toEqual(before);
  });

  it('has right books', async () => {
    expect((await verifyBooks(restored.connection)).ok).toBe(true);
  });

  it('keeps its foreign keys, its indexes and its append-only ledgers', async () => {
    const shape = (connection: Connection): Promise<unknown> =>
      asClient(connection, async (client) => {
        const constraints = await client.query(
          `select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated from pg_constraint
            where connamespace = 'public'::regnamespace order by 1, 2`,
        );
        const indexes = await client.query(
          `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
        );
        const triggers = await client.query(
          `select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
        );
        return [constraints.rows, indexes.rows, triggers.rows];
      });
    expect(await shape(restored.connection)).toEqual(await shape(shop.connection));
    await expect(
      asClient(restored.connection, (client) => client.query('delete from stock_movements')),
    ).rejects.toThrow('append-only');
  });

  it('signs nobody in, and knows its screens again', async () => {
    const sessions = (connection: Connection) =>
      asClient(connection, async (client) => {
        const { rows } = await client.query<{ name: string | null; hash: string }>(
          `select m.name, encode(s.token_hash, 'hex') as hash from sessions s left join machines m on m.id = s.machine_id order by 1`,
        );
        return rows;
      });
    const before = await sessions(shop.connection);
    expect(before.map(({ name }) => name)).toEqual(['TV 1', null]);
    expect(await sessions(restored.connection)).toEqual(before.slice(0, 1));
  });

  it('sells on with the next number', async () => {
    const order = await sell(restored.pool, { lines: [{ productId: GRINDER, pieces: 1, priceCents: 2390 }] });
    expect(order).toBe(
      Math.max(...(await contents(shop.connection))['orders']!.map((row) => Number(/^\((\d+)/.exec(row)?.[1]))) + 1,
    );
    expect((await verifyBooks(restored.connection)).ok).toBe(true);
  });
});

describe('the file', () => {
  it('is for its owner only, and a tar that others can open', async () => {
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
    const tar = gunzipSync(await readFile(archive));
    expect(tar.toString('latin1', 257, 262)).toBe('ustar');
    expect(tar.toString('utf8')).toContain('manifest.json');
  });

  it('is not written over one that is there', async () => {
    await expect(writeBackup(shop.connection, archive)).rejects.toThrow(/is there already/);
    await expect(readArchive(archive)).resolves.toMatchObject({ product: 'tillwright' });
  });

  it('leaves nothing behind when it is stopped half way', async () => {
    const place = await mkdtemp(join(folder, 'stopped-'));
    const stop = new AbortController();
    const stopped = writeBackup(shop.connection, join(place, 'b.tgz'), {
      signal: stop.signal,
      onTable: () => stop.abort(),
    });
    await expect(stopped).rejects.toThrow(/was stopped/);
    expect(await readdir(place)).toEqual([]);
  });

  it('says so when there is no folder for it, or no shop to back up', async () => {
    await expect(writeBackup(shop.connection, join(folder, 'nowhere', 'b.tgz'))).rejects.toThrow(BackupError);
    const bare = await asClient(asSuperuser(shop.connection), async (client) => {
      const name = `t_${randomBytes(8).toString('hex')}`;
      await client.query(`create database ${name} owner tillwright`);
      return name;
    });
    const connection = { ...inject('postgres'), user: 'tillwright', database: bare };
    await expect(writeBackup(connection, fresh())).rejects.toThrow('There is no shop in this database yet.');
    await asClient(asSuperuser(shop.connection), (client) => client.query(`drop database ${bare}`));
  });
});

describe('refuses', () => {
  let target: TestDatabase;
  let before: Record<string, string[]>;
  let tar: Buffer;

  beforeAll(async () => {
    target = await emptyShop();
    before = await contents(target.connection);
    tar = gunzipSync(await readFile(archive));
  });

  const changed = (from: string, to: string): Buffer => {
    const at = tar.indexOf(from);
    expect(at).toBeGreaterThan(0);
    const copy = Buffer.from(tar);
    copy.write(to, at);
    return gzipSync(copy);
  };

  it.each<[string, () => Promise<Buffer>, RegExp]>([
    [
      'a price that was changed',
      async () => changed('\t2390\t', '\t0390\t'),
      /(products|order_lines|order_taxes) is not what was backed up/,
    ],
    ['a manifest that was changed', async () => changed('"format": 1', '"format": 2'), /manifest does not agree/],
    [
      'a file that ends early',
      async () => (await readFile(archive)).subarray(0, -40),
      /compression is broken|ends too early/,
    ],
    ['a tar that ends early', async () => gzipSync(tar.subarray(0, tar.length >> 1)), /ends too early|no manifest/],
    [
      'a part put in by hand',
      async () =>
        gzipSync(
          Buffer.concat([
            ...tarEntry({ name: 'tables/users/00001.copy', content: Buffer.from('x\n') }, new Date()),
            tar,
          ]),
        ),
      /out of place|not what was backed up/,
    ],
    [
      'a file put in by hand',
      async () =>
        gzipSync(
          Buffer.concat([...tarEntry({ name: '../../etc/passwd', content: Buffer.from('x') }, new Date()), tar]),
        ),
      /out of place/,
    ],
    [
      'an archive of something else',
      async () =>
        gzipSync(Buffer.concat([...tarEntry({ name: 'a.txt', content: Buffer.from('a') }, new Date()), tarTrailer()])),
      /out of place/,
    ],
    ['a text', async () => Buffer.from('no backup'), /compression is broken/],
    ['an empty file', async () => Buffer.alloc(0), /ends too early|compression is broken/],
    [
      'noise in the middle',
      async () => {
        const bytes = await readFile(archive);
        bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 16);
        return bytes;
      },
      /is damaged/,
    ],
  ])('%s, before it touches anything', async (_what, make, sentence) => {
    const path = fresh();
    await writeFile(path, await make());
    const refused = restoreBackup(target.connection, path, { replace: true });
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.toBeInstanceOf(BackupError);
    expect(await contents(target.connection)).toEqual(before);
  });

  it('a file that is not there', async () => {
    await expect(restoreBackup(target.connection, join(folder, 'none.tgz'))).rejects.toThrow('none.tgz is not there.');
  });

  it('a shop that is running', async () => {
    const till = await emptyShop();
    await till.pool.query('select 1');
    await expect(restoreBackup(till.connection, archive)).rejects.toThrow(/The shop is running/);
  });

  it('a backup of a newer build', async () => {
    const newer = await emptyShop();
    await furnishShop(newer.pool);
    await newer.pool.query(
      `insert into schema_migrations (number, name, checksum) values (9999, 'later', repeat('0', 64))`,
    );
    const path = fresh();
    await writeBackup(newer.connection, path);
    await expect(restoreBackup(target.connection, path)).rejects.toThrow(
      /made by a newer Tillwright \(migration 9999, later\)/,
    );
  });
});

describe('a database that holds something', () => {
  it('is not filled over unless that is asked for', async () => {
    const other = await emptyShop();
    await asClient(other.connection, (client) => client.query(`insert into locations (id, name) values (1, 'Other')`));
    await expect(restoreBackup(other.connection, archive)).rejects.toThrow(
      'This database is not empty (locations has rows)',
    );
    expect(await count(other.connection, 'locations')).toBe(1);
    await restoreBackup(other.connection, archive, { replace: true });
    expect(await contents(other.connection)).toEqual(await contents(shop.connection));
  });

  it.runIf(IS_LONG)('stays as it was when a row of the backup breaks a rule, or the restore is stopped', async () => {
    const forged = await emptyShop();
    await furnishShop(forged.pool);
    await asClient(asSuperuser(forged.connection), async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(`insert into variations (id, product_id, name) values (9, 999999, 'Of no product')`);
    });
    const path = fresh();
    await writeBackup(forged.connection, path);
    const target = await emptyShop();
    await restoreBackup(target.connection, archive);
    const before = await contents(target.connection);
    const refused = restoreBackup(target.connection, path, { replace: true });
    await expect(refused).rejects.toThrow(
      /holds rows that break a rule of the shop \(the table variations, the rule variations_product_id_fkey: .*foreign key.*\)\. The database is as it was\./,
    );
    await expect(refused).rejects.toBeInstanceOf(BackupError);
    expect(await contents(target.connection)).toEqual(before);

    const stop = new AbortController();
    const stopped = restoreBackup(target.connection, archive, {
      replace: true,
      signal: stop.signal,
      onTable: () => stop.abort(),
    });
    await expect(stopped).rejects.toThrow('The restore was stopped; the database is as it was.');
    expect(await contents(target.connection)).toEqual(before);
  });
});

it('has every table of the schema, or leaves it out by choice', async () => {
  const [saved, rows] = await asClient(shop.connection, async (client) => [
    await readTables(client),
    (
      await client.query<{ name: string }>(
        `select table_name as name from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`,
      )
    ).rows,
  ]);
  const known = [...saved.map(({ name }) => name), ...LEFT_OUT];
  expect(rows.map(({ name }) => name)).toEqual(known.toSorted());
});

it.runIf(IS_LONG)('backs up one moment of a shop that goes on selling', async () => {
  const busy = await emptyShop();
  await furnishShop(busy.pool);
  const hours = { isOpen: false };
  let sold = 0;
  const till = async (): Promise<void> => {
    while (hours.isOpen) {
      await sell(busy.pool, {
        lines: [
          { productId: FLOWER, pieces: 1, priceCents: 400, tier: { grams: 0.01, count: 1 } },
          { productId: GRINDER, pieces: 1, priceCents: 2390 },
        ],
        customer: 2,
        allowOversell: true,
      });
      sold += 1;
    }
  };
  const moments: number[] = [];
  for (let round = 0; round < times(2); round += 1) {
    const from = sold;
    const path = fresh();
    // Nothing else is running while this shop is restored and checked.
    hours.isOpen = true;
    const tills = [till(), till(), till(), till()];
    await vi.waitUntil(() => sold >= from + tills.length, { timeout: 30_000 });
    const manifest = await writeBackup(busy.connection, path);
    hours.isOpen = false;
    await Promise.all(tills);
    const orders = manifest.tables.find(({ name }) => name === 'orders')?.rows ?? -1;
    expect(orders).toBeGreaterThanOrEqual(from);
    expect(sold).toBeGreaterThan(orders);
    moments.push(orders);
    const target = await emptyShop();
    await restoreBackup(target.connection, path);
    expect((await verifyBooks(target.connection)).checks.filter(({ broken }) => broken > 0)).toEqual([]);
    expect(await count(target.connection, 'orders')).toBe(orders);
  }
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
});

it.runIf(IS_LONG)('counts what it has copied, however late the database says how much that was', async () => {
  const busy = await emptyShop();
  await furnishShop(busy.pool);
  await sell(busy.pool, { lines: [{ productId: GRINDER, pieces: 1, priceCents: 2390 }] });
  const slow = await lateAfterCopies(busy.connection);
  const path = fresh();
  try {
    const { tables } = await writeBackup(slow.connection, path);
    expect(tables.find(({ name }) => name === 'orders')?.rows).toBe(1);
    expect((await readArchive(path)).tables).toEqual(tables);
  } finally {
    await slow.close();
  }
});

it.runIf(IS_LONG)('cuts a large table into parts that end with a row, and puts them together again', async () => {
  const large = await emptyShop();
  // 18 MB that do not compress, so that a table has three parts and every buffer is filled more than once.
  await asClient(large.connection, (client) =>
    client.query(`insert into products (id, name, description)
      select g, 'P' || g, (select string_agg(md5(g::text || n), E'\\n') from generate_series(1, 80) n) from generate_series(1, 7000) g`),
  );
  const path = fresh();
  const manifest = await writeBackup(large.connection, path);
  expect(manifest.tables.find(({ name }) => name === 'products')).toMatchObject({ rows: 7000, parts: 3 });
  const target = await emptyShop();
  await restoreBackup(target.connection, path);
  expect((await contents(target.connection))['products']).toEqual((await contents(large.connection))['products']);
});
