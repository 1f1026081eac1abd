import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readArchive } from '#server/backup/read.ts';
import { loadArchive, restoreBackup } from '#server/backup/restore.ts';
import { writeBackup } from '#server/backup/write.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { createLog } from '#server/log.ts';
import { projectRoot } from '#server/paths.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { asClient, asSuperuser } from '#server/testing/postgres/database-contents.ts';
import { schemaShape } from '#server/testing/postgres/schema-shape.ts';
import { IS_LONG } from '#testing/times.ts';
import type { Connection } from '../connection.ts';
import { migrate } from '../migrate.ts';
import { readSchemaFiles } from './migration-files.ts';
import { runMigration } from './schema-steps.ts';

/** Backups of a shop with sales, prices changed by hand, refunds, counts and transfers, made by older builds. */
const archiveAt = (level: 28 | 45): string => join(projectRoot, `src/server/testing/archives/at-00${level}.tgz`);
const OLD_LEDGER = `create table schema_migrations (
  number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`;

const log = createLog('error');
let fresh: TestDatabase;
let shape: Record<string, string>;
let folder: string;
const made: string[] = [];

beforeAll(async () => {
  fresh = await testDatabase();
  shape = await schemaShape(fresh.connection);
  folder = await mkdtemp(join(tmpdir(), 'tillwright-adopted-'));
});
afterAll(async () => {
  await asClient(asSuperuser(fresh.connection), async (client) => {
    for (const name of made) await client.query(`drop database ${name} with (force)`);
  });
  await fresh.close();
  await rm(folder, { recursive: true });
});

async function bare(): Promise<Connection> {
  const name = `t_${randomBytes(8).toString('hex')}`;
  await asClient(asSuperuser(fresh.connection), (client) => client.query(`create database ${name} owner tillwright`));
  made.push(name);
  return { ...inject('postgres'), user: 'tillwright', database: name };
}

/** A shop as the build of that migration left it, made by the migrations of that time. */
async function shopAt(level: number): Promise<Connection> {
  const connection = await bare();
  const { adopted } = await readSchemaFiles();
  const path = archiveAt(level < 45 ? 28 : 45);
  const filledAt = level < 45 ? 28 : 45;
  const manifest = await readArchive(path);
  await asClient(connection, async (client) => {
    await client.query('begin');
    await client.query(OLD_LEDGER);
    for (const migration of adopted) {
      if (migration.number > level) continue;
      if (migration.number > filledAt) break;
      await runMigration(client, migration);
    }
    if (level >= 28) await loadArchive(client, path, manifest);
    for (const migration of adopted)
      if (migration.number > filledAt && migration.number <= level) await runMigration(client, migration);
    await client.query('commit');
  });
  return connection;
}

/**
 * Unsealed rows older than an hour break a rule, and sealing waits for every open transaction of the database server.
 */
async function expectCleanBooks(connection: Connection): Promise<void> {
  const broken = async () =>
    (await verifyBooks(connection)).checks.flatMap(({ name, broken: rows }) => (rows > 0 ? [name] : []));
  await expect.poll(broken, { timeout: 30_000, interval: 500 }).toEqual([]);
}

const ledgerOf = (connection: Connection): Promise<unknown[]> =>
  asClient(connection, async (client) => {
    const { rows } = await client.query<object>(
      `select number::text as what, checksum from schema_migrations union all select file, checksum from schema_functions order by 1`,
    );
    return rows;
  });

/** The oldest that is taken over, which has most to catch up with; the long form has later ones, too. */
const LEVELS = IS_LONG ? [28, 30, 36, 45] : [28];

describe.each(LEVELS)('a shop whose database is at migration %i', (level) => {
  let connection: Connection;
  let backup: string;

  beforeAll(async () => {
    connection = await shopAt(level);
    backup = join(folder, `at-${level}.tgz`);
    await writeBackup(connection, backup);
    await migrate(connection, log);
  });

  it('is taken over with its rows, and is like a new one from then on', async () => {
    expect(await schemaShape(connection)).toEqual(shape);
    expect(await ledgerOf(connection)).toEqual(await ledgerOf(fresh.connection));
    await expectCleanBooks(connection);
    const { rows } = await asClient(connection, (client) =>
      client.query<{ n: number }>('select count(*) as n from orders'),
    );
    expect(rows).toEqual([{ n: 4 }]);
    expect(await migrate(connection, log)).toBe(0);
  });

  it.runIf(IS_LONG)('comes back from a backup that was made before', async () => {
    const restored = await bare();
    await restoreBackup(restored, backup);
    expect(await schemaShape(restored)).toEqual(shape);
    await expectCleanBooks(restored);
    expect(await migrate(restored, log)).toBe(0);
  });
});

it.each(IS_LONG ? ([28, 45] as const) : ([45] as const))(
  'restores the archive that the build of migration %i wrote',
  async (level) => {
    const restored = await bare();
    const { migrations } = await restoreBackup(restored, archiveAt(level));
    expect(Math.max(...migrations.map(({ number }) => number))).toBe(level);
    expect(await schemaShape(restored)).toEqual(shape);
    await expectCleanBooks(restored);
    expect(await migrate(restored, log)).toBe(0);
  },
);

it('refuses a shop from before migration 28 and its backups, and leaves both as they are', async () => {
  const old = await shopAt(27);
  const before = await schemaShape(old);
  await expect(migrate(old, log)).rejects.toThrow(
    'This database is too old for this build: it is at migration 27, and only those at 28 or later can be taken over. Nothing was changed.',
  );
  expect(await schemaShape(old)).toEqual(before);
  const backup = join(folder, 'at-27.tgz');
  await writeBackup(old, backup);
  await expect(restoreBackup(await bare(), backup)).rejects.toThrow(
    'This backup is too old for this build: it is from before migration 28.',
  );
});
