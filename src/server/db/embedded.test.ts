import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { reachDatabase } from '#server/program-database.ts';
import { parseConfig } from '#server/config.ts';
import { createLog, type Log } from '#server/log.ts';
import { copyFolder } from '#server/testing/copy-folder.ts';
import { clientConfig } from './connection.ts';
import { settleIdentity } from './embedded/identity.ts';
import { ensureDataFolder } from './embedded/launch.ts';
import { EmbeddedLog } from './embedded/log-file.ts';
import { prepareNative } from './embedded/native.ts';
import { Supervisor } from './embedded/supervisor.ts';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { IS_LONG } from '#testing/times.ts';

const log = createLog('silent');

async function ask<T>(database: EmbeddedDatabase, text: string): Promise<T[]> {
  const client = new pg.Client(clientConfig(database.connection));
  // When the database ends, the running query reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<T & pg.QueryResultRow>(text);
    return rows;
  } finally {
    await client.end();
  }
}

describe('the embedded database', () => {
  let folder: string;
  /** Contains a database that ran before, except in tests of the first start. */
  let dataDir: string;
  let running: EmbeddedDatabase[] = [];

  /** Does not wait for the disk unless a test kills the database after writing. A shop always has `durable`. */
  const start = async ({ durable = false } = {}): Promise<EmbeddedDatabase> => {
    const database = await startEmbedded({ dataDir, log, ...(!durable && { durable }) });
    running.push(database);
    return database;
  };
  const pidFile = (): string => join(dataDir, 'postgres', 'data', 'postmaster.pid');

  /** Another server process, which starts the database and can be killed. */
  const startElsewhere = async (): Promise<{ kill: () => Promise<void> }> => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', new URL('../testing/postgres/start-embedded.ts', import.meta.url).pathname, dataDir],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(child.stdout, 'data');
    return {
      kill: async () => {
        child.kill('SIGKILL');
        await once(child, 'exit');
      },
    };
  };

  /** The supervisor of a build whose PostgreSQL is newer by `newerBy`. */
  const supervisorOf = async (saying: Log, newerBy: number): Promise<Supervisor> => {
    const home = join(dataDir, 'postgres');
    await mkdir(home, { recursive: true });
    const identity = await settleIdentity(home);
    const native = await prepareNative(identity);
    const place = {
      ...{ home, dataFolder: join(home, 'data'), identity },
      native: { ...native, versionNumber: native.versionNumber + newerBy },
      log: new EmbeddedLog(join(dataDir, 'postgres.log')),
    };
    await ensureDataFolder(place);
    const socketFolder = await mkdtemp(join(tmpdir(), 'tillwright-'));
    return new Supervisor(place, { socketFolder, port: 5432, durable: false }, saying, 'server');
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tillwright-embedded-'));
    dataDir = join(folder, 'data');
    await copyFolder(inject('emptyDataDir'), dataDir);
    running = [];
  });
  afterEach(async () => {
    for (const database of running) {
      await database.stop();
      await rm((database.connection as { host: string }).host, { recursive: true, force: true });
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps what was acknowledged on the disk, in UTF-8 and UTC, behind a socket of its own', async () => {
    await rm(dataDir, { recursive: true });
    // A first start was broken off before.
    await mkdir(join(dataDir, 'postgres', 'unfinished-abc', 'base'), { recursive: true });
    const database = await start({ durable: true });
    const settings = await ask<{ name: string; setting: string }>(
      database,
      `select name, setting from pg_settings where name in
        ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'server_encoding', 'TimeZone', 'jit') order by name`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      TimeZone: 'UTC',
      fsync: 'on',
      full_page_writes: 'on',
      jit: 'off',
      listen_addresses: '',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
    });
    const [user] = await ask<{ usesuper: boolean }>(
      database,
      'select usesuper from pg_user where usename = current_user',
    );
    expect(user?.usesuper).toBe(false);
    const socket = await lstat((database.connection as { host: string }).host);
    expect(socket.mode & 0o777).toBe(0o700);
  });

  it.runIf(IS_LONG)('says that a folder is in use by another running server', async () => {
    await start();
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/is in use by another running server/);
  });

  it.runIf(IS_LONG)('takes over a database that outlived its killed server, and stops it in the end', async () => {
    const other = await startElsewhere();
    const pid = Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);
    await other.kill();
    const database = await start();
    expect(database.pid).toBe(pid);
    await database.stop();
    expect(() => process.kill(pid, 0)).toThrow();
  });

  it('comes back by itself when the database is killed while the server runs', async () => {
    const database = await start({ durable: true });
    await ask(database, 'create table kept as select 7 as seven');
    const before = database.pid ?? 0;
    process.kill(before, 'SIGKILL');
    // On a busy machine the killed server may still answer for a moment.
    await expect.poll(() => database.pid ?? before, { timeout: 10_000 }).not.toBe(before);
    await expect
      .poll(() => ask(database, 'select seven from kept').catch(() => null), { timeout: 10_000 })
      .toEqual([{ seven: 7 }]);
  });

  it.runIf(IS_LONG)('comes back by itself when one of its processes is killed', async () => {
    const database = await start();
    const client = new pg.Client(clientConfig(database.connection));
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await expect
      .poll(() => ask(database, 'select 1 as one').catch(() => null), { timeout: 10_000 })
      .toEqual([{ one: 1 }]);
    await sleep(300);
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/is in use/);
  });

  it.runIf(IS_LONG)(
    'starts although both were killed and the lock names a process that is something else now',
    async () => {
      const other = await startElsewhere();
      const lines = (await readFile(pidFile(), 'utf8')).split('\n');
      await other.kill();
      process.kill(Number(lines[0]), 'SIGKILL');
      await sleep(200);
      await writeFile(pidFile(), [String(process.ppid), ...lines.slice(1)].join('\n'));
      const database = await start();
      expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    },
  );

  it('starts right after server and database were killed together', async () => {
    const other = await startElsewhere();
    const pid = Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    await other.kill();
    const database = await start();
    expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts again with its data after a clean stop, also below a folder that only its owner may enter', async () => {
    await mkdir(join(folder, 'closed'), { mode: 0o700 });
    await chmod(join(folder, 'closed'), 0o700);
    dataDir = join(folder, 'closed', 'data');
    const database = await start();
    await ask(database, 'create table kept as select 7 as seven');
    await database.stop();
    const again = await start();
    expect(await ask(again, 'select seven from kept')).toEqual([{ seven: 7 }]);
  });

  it('says why it cannot use a folder', async () => {
    await rm(dataDir, { recursive: true });
    await writeFile(dataDir, 'a file');
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/DATA_DIR .* cannot be written/);
  });

  it('finds another place for its socket when the temporary folder is closed or far', async () => {
    const far = join(folder, 'a'.repeat(100));
    for (const temporary of [folder, far]) {
      await mkdir(temporary, { recursive: true, mode: 0o700 });
      vi.stubEnv('TMPDIR', temporary);
      const database = await start();
      expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
      await database.stop();
    }
    vi.unstubAllEnvs();
  });

  it('says why the database did not start, and names the version of data that another PostgreSQL made', async () => {
    const database = await start();
    await database.stop();
    const data = join(dataDir, 'postgres', 'data');
    await writeFile(join(data, 'postgresql.conf'), 'shared_buffers = 1 elephant\n', { flag: 'a' });
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(
      /did not start: .*(shared_buffers|configuration file)/,
    );
    await writeFile(join(data, 'PG_VERSION'), '17\n');
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(
      /made by PostgreSQL 17 and this build brings 18.*backup.*move that folder aside.*restore/,
    );
  });

  it.runIf(IS_LONG)('starts once over a server that an older build left behind', async () => {
    const other = await startElsewhere();
    const left = Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);
    await other.kill();
    let said = '';
    const listening = createLog('info', new Writable({ write: (line, _, done) => ((said += String(line)), done()) }));
    const supervisor = await supervisorOf(listening, 1);
    await supervisor.start();
    expect(() => process.kill(left, 0)).toThrow();
    expect(supervisor.pid).not.toBe(left);
    // A restart would be reported within this time.
    await sleep(500);
    expect(said).not.toMatch(/went away|could not be started/);
    await supervisor.stop();
    await rm(supervisor.socketFolder, { recursive: true, force: true });
  });

  it('sends no signal to a process that has got the number of its database', async () => {
    const bystander = spawn('sleep', ['60']);
    const supervisor = await supervisorOf(log, 0);
    await supervisor.start();
    const database = supervisor.pid ?? 0;
    Object.assign(supervisor, { postmaster: bystander.pid });
    await supervisor.stop();
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    bystander.kill();
    const again = await start();
    expect(again.pid).toBe(database);
  });

  it.runIf(IS_LONG)('waits for a command that uses the database, however long it takes', async () => {
    const command = await startEmbedded({ dataDir, log, owner: 'command', durable: false });
    let hasStarted = false;
    const starting = start().then(() => (hasStarted = true));
    // Longer than a server waits for another one.
    await sleep(3500);
    expect(hasStarted).toBe(false);
    expect(await ask(command, 'select 1 as one')).toEqual([{ one: 1 }]);
    await command.stop();
    await starting;
    expect(await ask(running[0] as EmbeddedDatabase, 'select 2 as two')).toEqual([{ two: 2 }]);
  });

  it.runIf(IS_LONG)(
    'lets a second command finish when the first one, which started the database, is done',
    async () => {
      const config = parseConfig({ DATA_DIR: dataDir });
      const first = await reachDatabase(config, log);
      const second = await reachDatabase(config, log);
      let isStopped = false;
      const stopping = first.stop().then(() => (isStopped = true));
      await sleep(300);
      expect(isStopped).toBe(false);
      const client = new pg.Client(clientConfig(second.connection));
      client.on('error', () => undefined);
      await client.connect();
      expect((await client.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
      await client.end();
      await second.stop();
      await stopping;
      await expect(readFile(pidFile())).rejects.toThrow('ENOENT');
    },
  );
});
