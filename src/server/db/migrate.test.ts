import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { projectRoot } from '#server/paths.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { clientConfig } from './connection.ts';
import { migrate } from './migrate.ts';
import { migrationsFolder, readSchemaFiles } from './migrate/migration-files.ts';

describe('migrating', () => {
  let database: TestDatabase;
  let folder: string;
  let said = '';
  const log = createLog('warn', new Writable({ write: (line, _encoding, done) => ((said += String(line)), done()) }));

  const run = (): Promise<number> => migrate(database.connection, log, folder);
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    said = '';
    folder = await mkdtemp(join(tmpdir(), 'tillwright-migrations-'));
    await cp(join(projectRoot, 'migrations'), folder, { recursive: true });
  });
  afterEach(async () => {
    await database.pool.query('delete from schema_migrations where number >= 9000');
    await database.pool.query(`delete from schema_functions where file like '99%'`);
    await database.pool.query('drop function if exists on_shelf; drop table if exists shelf, bin');
    await rm(folder, { recursive: true });
  });

  // A server of the former version goes on selling while the new one migrates, and must find what it knows.
  it('only adds: no table, column or type goes or changes its name after the baseline', async () => {
    const { later } = await readSchemaFiles();
    expect(later.length).toBeGreaterThan(30);
    const taking = /\bDROP\s+(TABLE|COLUMN|TYPE)\b|\bRENAME\b|\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i;
    const found = later.filter(({ text }) => taking.test(text.replaceAll(/--.*/g, '')));
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  // A server refuses to start on a database whose migrations were changed since, even by a comment.
  it('leaves released files as they were, letter for letter', async () => {
    const listed = await readFile(join(migrationsFolder, 'released.sha256'), 'utf8');
    const released = listed.trim().split('\n');
    expect(released.length).toBeGreaterThan(80);
    const present = released.map(async (line) => {
      const path = line.split('  ')[1] ?? '';
      const text = (await readFile(join(projectRoot, path), 'utf8')).replaceAll('\r\n', '\n');
      return `${createHash('sha256').update(text).digest('hex')}  ${path}`;
    });
    expect(await Promise.all(present)).toEqual(released);
  });

  it('has nothing to do on a database that is up to date', async () => {
    expect(await run()).toBe(0);
  });

  it('applies what is new once, when two servers start together', async () => {
    await write('9000_shelf.sql', 'create table shelf (id int); select pg_sleep(0.2);');
    await write('9001_bin.sql', 'create table bin (id int);');
    expect(new Set(await Promise.all([run(), run()]))).toEqual(new Set([0, 2]));
  });

  it('undoes everything when a migration fails, and says which and why', async () => {
    await write('9000_shelf.sql', 'create table shelf (id int);');
    await write('9001_bin.sql', 'create table bin (id int); create table shelf (id int);');
    await expect(run()).rejects.toThrow(/was undone: Migration 9001 \(bin\): .*shelf.* exists/);
    const { rows } = await database.pool.query(
      `select to_regclass('shelf') is not null as shelf, to_regclass('bin') is not null as bin`,
    );
    expect(rows).toEqual([{ shelf: false, bin: false }]);
  });

  it('refuses an applied migration that has changed since', async () => {
    await write('9000_shelf.sql', 'create table shelf (id int);');
    await run();
    await write('9000_shelf.sql', 'create table shelf (id bigint);');
    await expect(run()).rejects.toThrow(/Migration 9000 \(shelf\) has changed since it was applied/);
  });

  it('runs on a database that a newer build has migrated, and says so', async () => {
    await write('9000_shelf.sql', 'create table shelf (id int);');
    await run();
    await rm(join(folder, '9000_shelf.sql'));
    expect(await run()).toBe(0);
    expect(said).toMatch(/migrations of a newer build/);
  });

  it('waits for a busy table only briefly at a time, so that sales are not held up behind it', async () => {
    const busy = await database.pool.connect();
    await busy.query('begin; lock table locations in access share mode');
    await write(
      '9000_shelf.sql',
      'alter table locations add column if not exists scratch int; create table shelf (id int);',
    );
    const migrating = run();
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query<{ waiting: number }>(
          'select count(*) as waiting from pg_locks where not granted',
        );
        return rows[0]?.waiting;
      })
      .toBeGreaterThan(0);
    await expect
      .poll(
        async () => {
          const { rows } = await database.pool.query<{ waiting: number }>(
            'select count(*) as waiting from pg_locks where not granted',
          );
          return rows[0]?.waiting;
        },
        { timeout: 5000, interval: 20 },
      )
      .toBe(0);
    await busy.query('rollback');
    busy.release();
    expect(await migrating).toBe(1);
    await database.pool.query('alter table locations drop column scratch');
  });

  it('tries again when it is undone for a deadlock with the sales of the build before', async () => {
    await database.pool.query('create table if not exists bin (id int); create table if not exists shelf (id int)');
    const { connection } = database;
    if (typeof connection === 'string') throw new Error('a test database is reached by its parts');
    const till = new pg.Client(clientConfig({ ...connection, user: 'postgres' }));
    await till.connect();
    // The till's own deadlock check takes a minute, so the database cancels the migration first.
    await till.query(`set deadlock_timeout = '60s'; begin; lock table shelf in row exclusive mode`);
    await write('9000_both.sql', 'lock table bin; lock table shelf; alter table bin add column note text;');
    const migrating = run();
    const waiting = async (): Promise<number> =>
      (await database.pool.query<{ n: number }>('select count(*) as n from pg_locks where not granted')).rows[0]?.n ??
      0;
    await expect.poll(waiting).toBe(1);
    await till.query('lock table bin in row exclusive mode');
    await till.query('commit');
    await till.end();
    expect(await migrating).toBe(1);
  });

  it('applies functions again when their text changes, after the migrations that they need', async () => {
    const count = (what: string): string =>
      `create or replace function on_shelf(place int) returns bigint language sql as $$ select ${what} from shelf where id = place $$;`;
    await write('9000_shelf.sql', 'create table shelf (id int);');
    await write('functions/99_shelf.sql', count('count(*)'));
    expect(await run()).toBe(2);
    expect(await run()).toBe(0);
    await write('9001_pieces.sql', 'alter table shelf add column pieces bigint; insert into shelf values (1, 7);');
    await write('functions/99_shelf.sql', count('sum(pieces)::bigint'));
    expect(await run()).toBe(2);
    expect((await database.pool.query('select on_shelf(1) as n')).rows).toEqual([{ n: 7 }]);
  });

  it('undoes the migration, too, when a function that comes with it fails', async () => {
    await write('9000_shelf.sql', 'create table shelf (id int);');
    await write(
      'functions/99_shelf.sql',
      'create function on_shelf() returns bigint language sql as $$ select nothing $$;',
    );
    await expect(run()).rejects.toThrow(/was undone: functions\/99_shelf\.sql: .*nothing/);
    expect((await database.pool.query(`select to_regclass('shelf') as shelf`)).rows).toEqual([{ shelf: null }]);
  });

  it('refuses a function whose signature has changed, because the former would stay beside it', async () => {
    const shelf = (parameters: string): string =>
      `create or replace function on_shelf(${parameters}) returns int language sql as $$ select 1 $$;`;
    await write('functions/99_shelf.sql', shelf('place int'));
    await run();
    await write('functions/99_shelf.sql', shelf('place int, row_ int default 0'));
    await expect(run()).rejects.toThrow(/The signature of on_shelf has changed; .* gets another name/);
    const { rows } = await database.pool.query(
      `select oid::regprocedure::text as is from pg_proc where proname = 'on_shelf'`,
    );
    expect(rows).toEqual([{ is: 'on_shelf(integer)' }]);
  });

  it('leaves the functions of a newer build alone', async () => {
    const shelf = (n: number): string =>
      `create or replace function on_shelf() returns int language sql as $$ select ${n} $$;`;
    await write('9000_shelf.sql', 'create table shelf (id int);');
    await write('functions/99_shelf.sql', shelf(2));
    await run();
    await rm(join(folder, '9000_shelf.sql'));
    await write('functions/99_shelf.sql', shelf(1));
    expect(await run()).toBe(0);
    expect((await database.pool.query('select on_shelf() as n')).rows).toEqual([{ n: 2 }]);
  });

  it('wants files named and numbered', async () => {
    await write('shelf.sql', 'select 1');
    await expect(readSchemaFiles(folder)).rejects.toThrow(/shelf.sql is not named like/);
    await rm(join(folder, 'shelf.sql'));
    await write('0001_again.sql', 'select 1');
    await expect(readSchemaFiles(folder)).rejects.toThrow(/Two migrations have the number 0001/);
  });
});
