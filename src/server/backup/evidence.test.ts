import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createGunzip, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendHead } from '#server/books/head-file.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { clientConfig } from '#server/db/connection.ts';
import { MIGRATION_LOCK } from '#server/db/migrate.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { asClient, asSuperuser, contents } from '#server/testing/postgres/database-contents.ts';
import { CUSTOMER, furnishShop, GRINDER, sell, sellSome } from '#server/testing/trade/sold-shop.ts';
import { readArchive } from './read.ts';
import { restoreBackup } from './restore.ts';
import { readTar, tarEntry, tarTrailer } from './tar.ts';
import { writeBackup } from './write.ts';
import { IS_LONG } from '#testing/times.ts';

let folder: string;
let shop: TestDatabase;
/** A complete backup of `shop`, not signed. */
let archive: string;
let files = 0;
const fresh = (): string => join(folder, `${(files += 1)}.tgz`);
const opened: TestDatabase[] = [];

async function emptyShop(): Promise<TestDatabase> {
  const database = await testDatabase();
  opened.push(database);
  return database;
}

/** Ends all other connections, as a restore requires, and returns how many there were. */
const endConnectionsTo = (connection: TestDatabase['connection']): Promise<number> =>
  asClient(connection, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(pg_terminate_backend(pid))::integer as n from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    return rows[0]?.n ?? 0;
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillwright-evidence-'));
  shop = await emptyShop();
  await furnishShop(shop.pool);
  await sellSome(shop.pool);
  archive = fresh();
  await writeBackup(shop.connection, archive);
});

afterAll(async () => {
  for (const database of opened) await database.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the audit trail', () => {
  it('says that the shop was put back, from which moment, and what was thrown away for it', async () => {
    const target = await emptyShop();
    await restoreBackup(target.connection, archive);
    const yesterday = fresh();
    const { chain } = await writeBackup(target.connection, yesterday);
    await sell(target.pool, { lines: [{ productId: GRINDER, pieces: 1, priceCents: 2390 }] });
    await verifyBooks(target.connection);
    const [lost] = (await target.pool.query<{ position: number }>('select max(position) as position from audit_trail'))
      .rows;
    while (target.pool.totalCount > 0) (await target.pool.connect()).release(true);
    await expect.poll(() => endConnectionsTo(target.connection), { timeout: 20_000, interval: 500 }).toBe(0);
    await restoreBackup(target.connection, yesterday, { replace: true });
    const [row] = await asClient(target.connection, async (client) => {
      const { rows } = await client.query<{ details: object; sealed: boolean }>(
        `select details, hash is not null as sealed from audit_trail where action = 'restored' order by id desc limit 1`,
      );
      return rows;
    });
    expect(row).toMatchObject({
      sealed: true,
      details: { backup: chain, replaced: { position: lost?.position }, file: basename(yesterday) },
    });
    expect((await verifyBooks(target.connection)).checks.filter(({ broken }) => broken > 0)).toEqual([]);
  });

  it.runIf(IS_LONG)('names the customers who were deleted since the backup, because they are there again', async () => {
    const target = await emptyShop();
    await restoreBackup(target.connection, archive);
    const before = fresh();
    await writeBackup(target.connection, before);
    // The second was added and deleted since, so the backup does not have them.
    await target.pool.query(
      `insert into audit_trail (action, entity, entity_id, details)
       select 'customer_forgotten', 'user', id, '{}' from unnest(array['${CUSTOMER}', '${CUSTOMER + 1000}']) id`,
    );
    const again = async (path: string) => {
      const steps: string[] = [];
      while (target.pool.totalCount > 0) (await target.pool.connect()).release(true);
      await expect.poll(() => endConnectionsTo(target.connection), { timeout: 20_000, interval: 500 }).toBe(0);
      await restoreBackup(target.connection, path, { replace: true, onStep: (step) => steps.push(step) });
      return steps.filter((step) => step.startsWith('Customers who had been deleted'));
    };
    const after = fresh();
    await writeBackup(target.connection, after);
    expect(await again(before)).toEqual([
      `Customers who had been deleted are in the shop again. Delete them again: #${CUSTOMER}`,
    ]);
    const { rows } = await asClient(target.connection, (client) =>
      client.query(
        `select details -> 'deleted_customers' as ids from audit_trail where action = 'restored' order by id desc limit 1`,
      ),
    );
    expect(rows).toEqual([{ ids: [CUSTOMER] }]);
    // The chain of this one is not that of the database it replaces; whom that restore brought back is known from its own row.
    expect(await again(after)).toHaveLength(1);
  });

  /** The result of the comparison with the file. */
  async function heads({ connection }: TestDatabase, headFile: string) {
    const { checks } = await verifyBooks(connection, { headFile });
    return checks.find(({ name }) => name.includes('CHAIN_HEAD_FILE'));
  }

  /** Somebody with access to the database rebuilds the whole chain, with something forged in it. */
  const rebuild = (target: TestDatabase, forge: string) =>
    asClient(asSuperuser(target.connection), async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query('update audit_trail set position = null, hash = null');
      await client.query(forge);
      await client.query('select seal_audit_trail(1000000)');
    });
  const FORGED_OPENING = `update audit_trail set details = details || '{"total_cents": 1}' where action = 'opening_stock'`;

  it.each([
    ['as it is', FORGED_OPENING],
    [
      'with a restore in it that nobody made',
      `${FORGED_OPENING}; insert into audit_trail (action, entity, entity_id, details)
        values ('restored', 'shop', 'all', '{"backup": {"position": 0}, "replaced": {"position": 1000000}}')`,
    ],
  ])('is compared with the heads that were written elsewhere, %s', async (_how, forge) => {
    const headFile = fresh();
    const target = await emptyShop();
    await restoreBackup(target.connection, archive);
    expect(await heads(target, headFile)).toMatchObject({ broken: 1, rows: [{ file: headFile }] });
    const { chain } = await writeBackup(target.connection, fresh());
    if (!chain) throw new Error('a backup has the end of the chain');
    await appendHead(headFile, chain);
    expect(await heads(target, headFile)).toMatchObject({ looked: 1, broken: 0 });
    await rebuild(target, forge);
    expect(await heads(target, headFile)).toMatchObject({
      looked: 1,
      broken: 1,
      rows: [{ position: chain.position, hash: chain.hash }],
    });
  });

  it.runIf(IS_LONG)('may lack what a restore threw away, and nothing that was written since', async () => {
    const headFile = fresh();
    const target = await emptyShop();
    await restoreBackup(target.connection, archive);
    const sellOne = () => sell(target.pool, { lines: [{ productId: GRINDER, pieces: 1, priceCents: 2390 }] });
    const noteHead = async () => {
      const { chain } = await writeBackup(target.connection, fresh());
      if (!chain) throw new Error('a backup has the end of the chain');
      await appendHead(headFile, chain);
      return chain;
    };
    const yesterday = fresh();
    await writeBackup(target.connection, yesterday);
    const lost: number[] = [];
    for (let day = 0; day < 3; day += 1) {
      await sellOne();
      lost.push((await noteHead()).position);
    }
    while (target.pool.totalCount > 0) (await target.pool.connect()).release(true);
    await expect.poll(() => endConnectionsTo(target.connection), { timeout: 20_000, interval: 500 }).toBe(0);
    await restoreBackup(target.connection, yesterday, { replace: true, headFile });
    await sellOne();
    const since = await noteHead();
    expect(since.position).toBeLessThan(lost.at(-1) ?? 0);
    expect(await heads(target, headFile)).toMatchObject({ looked: 5, broken: 0 });
    await rebuild(target, FORGED_OPENING);
    const after = await heads(target, headFile);
    expect(after?.rows.map(({ position }) => position)).toContain(since.position);
    expect(after?.rows.map(({ position }) => position)).not.toContain(lost.at(-1));
  });

  it('waits for its seal no longer than an hour, or the books say so', async () => {
    const late = await emptyShop();
    await late.pool.query(
      `insert into audit_trail (at, action, entity, entity_id) values (now() - interval '2 hours', 'x', 'shop', 'all')`,
    );
    const broken = async () =>
      (await verifyBooks(late.connection)).checks.filter((check) => check.broken > 0).map(({ name }) => name);
    expect(await broken()).toEqual(['no row of the audit trail has waited for its seal for an hour']);
    expect(await broken()).toEqual([]);
  });
});

describe('a signed backup', () => {
  const key = 'a key that is kept beside neither';

  it.runIf(IS_LONG)('is put back by whoever has its key, and by nobody who was told to ask for another', async () => {
    const [signed, target] = [fresh(), await emptyShop()];
    await writeBackup(shop.connection, signed, { key });
    await expect(readArchive(signed, { key: `${key}, another` })).rejects.toThrow(
      /was not signed with this BACKUP_KEY/,
    );
    await expect(readArchive(archive, { key })).rejects.toThrow(/is not signed, and BACKUP_KEY asks for a signature/);
    await restoreBackup(target.connection, signed, { key });
    expect(await contents(target.connection)).toEqual(await contents(shop.connection));
  });

  it('shows a price that was changed with every checksum made anew', async () => {
    const signed = fresh();
    await writeBackup(shop.connection, signed, { key });
    const forge = async (from: string): Promise<string> => {
      const files: { name: string; content: Buffer }[] = [];
      for await (const { name, pieces } of readTar(createReadStream(from).pipe(createGunzip()))) {
        const held: Buffer[] = [];
        for await (const piece of pieces) held.push(piece);
        files.push({ name, content: Buffer.concat(held) });
      }
      const sha = (content: Buffer) => createHash('sha256').update(content).digest('hex');
      const products = files.find(({ name }) => name.startsWith('tables/products/'));
      const manifest = files.find(({ name }) => name === 'manifest.json');
      const sum = files.find(({ name }) => name === 'manifest.json.sha256');
      if (!products || !manifest || !sum) throw new Error('parts are missing');
      const before = sha(products.content);
      products.content = Buffer.from(products.content.toString().replace('\t2390\t', '\t0390\t'));
      manifest.content = Buffer.from(manifest.content.toString().replace(before, sha(products.content)));
      sum.content = Buffer.from(sha(manifest.content));
      const path = fresh();
      const blocks = files.flatMap((file) => tarEntry(file, new Date()));
      await writeFile(path, gzipSync(Buffer.concat([...blocks, tarTrailer()])));
      return path;
    };
    const path = await forge(signed);
    await expect(readArchive(path)).resolves.toMatchObject({ product: 'tillwright' });
    await expect(readArchive(path, { key })).rejects.toThrow(
      /was not signed with this BACKUP_KEY, or was changed since/,
    );
  });
});

it('waits for a migration that is under way, and has the tables it makes', async () => {
  const growing = await emptyShop();
  await furnishShop(growing.pool);
  const other = new pg.Client(clientConfig(growing.connection));
  await other.connect();
  await other.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  await other.query(`begin; lock table orders in access exclusive mode; create table shelves as select 7 as shelf;
    insert into schema_migrations (number, name, checksum) values (9999, 'shelves', repeat('0', 64))`);
  const path = fresh();
  const backup = writeBackup(growing.connection, path);
  const waits = async () =>
    (await growing.pool.query<{ n: number }>('select count(*) as n from pg_locks where not granted')).rows[0]?.n;
  await expect.poll(waits).toBeGreaterThan(0);
  await other.query('commit');
  await other.end();
  const manifest = await backup;
  expect(manifest.migrations.at(-1)?.name).toBe('shelves');
  expect(manifest.tables.find(({ name }) => name === 'shelves')).toMatchObject({ rows: 1 });
});

it('reads no further in an archive of more tables than a shop has', async () => {
  const path = fresh();
  const tables = Array.from({ length: 501 }, (_, at) => `tables/t${at}/00001.copy`);
  const blocks = tables.flatMap((name) => tarEntry({ name, content: Buffer.from('1\n') }, new Date()));
  await writeFile(path, gzipSync(Buffer.concat([...blocks, tarTrailer()])));
  let pieces = 0;
  const reading = readArchive(path, { onPiece: () => Promise.resolve(void (pieces += 1)) });
  await expect(reading).rejects.toThrow(/it has more tables than a shop/);
  expect(pieces).toBe(500);
});

it('reads a part of any size in small pieces, so that an archive cannot take the memory of the machine', async () => {
  const path = fresh();
  const content = Buffer.alloc(16 * 1024 * 1024, '\n');
  await writeFile(
    path,
    gzipSync(Buffer.concat([...tarEntry({ name: 'tables/users/00001.copy', content }, new Date()), tarTrailer()])),
  );
  let [largest, size] = [0, 0];
  const reading = readArchive(path, {
    onPiece: (_table, piece) => {
      largest = Math.max(largest, piece.length);
      size += piece.length;
      return Promise.resolve();
    },
  });
  await expect(reading).rejects.toThrow(/it has no manifest/);
  expect(size).toBe(content.length);
  expect(largest).toBeLessThan(1024 * 1024);
});
