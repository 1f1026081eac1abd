import { spawn } from 'node:child_process';
import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { refusalOf, testApp } from '#server/testing/app.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { IS_LONG } from '#testing/times.ts';
import { isDatabaseAway } from '../errors.ts';
import { openDatabase } from '../pool.ts';
import { Pulse } from './pulse.ts';

/** A connection between pool and database that can stop passing data on without closing. */
class Wire {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  frozen = false;

  constructor(target: string) {
    this.server = createServer((near) => {
      const far = connect(target);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(from);
        from.on('data', (chunk) => void (this.frozen || to.write(chunk)));
        from.on('error', () => undefined);
        from.on('close', () => void (this.frozen || to.destroy()));
      }
    });
  }

  async listen(path: string): Promise<void> {
    this.server.listen(path);
    await once(this.server, 'listening');
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

describe('a database that goes silent', () => {
  let folder: string;
  let wire: Wire;
  let database: TestDatabase;
  let behindWire: TestDatabase;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tw-wire-'));
    const { host, port } = inject('postgres');
    wire = new Wire(join(host, `.s.PGSQL.${port}`));
    await wire.listen(join(folder, `.s.PGSQL.${port}`));
    database = await testDatabase();
    if (typeof database.connection === 'string') throw new Error('a test database is reached by its socket');
    const connection = { ...database.connection, host: folder };
    behindWire = { ...database, connection, ...openDatabase(connection, createLog('silent')) };
  });
  afterAll(async () => {
    await behindWire.close();
    wire.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('lets nobody wait longer than 2 s, and serves again when it speaks again', async () => {
    const shop = await testApp({ database: behindWire });
    const till = await shop.signIn('staff');
    const read = () => till.get('/api/orders?page=1');
    expect((await read()).statusCode).toBe(200);
    wire.frozen = true;
    for (let round = 0; round < 3; round += 1) {
      const since = Date.now();
      expect(refusalOf(await read())).toEqual([503, 'database_unavailable']);
      expect(Date.now() - since).toBeLessThan(2000);
    }
    wire.frozen = false;
    await expect.poll(async () => (await read()).statusCode, { timeout: 5000 }).toBe(200);
    await shop.close();
  });

  it.runIf(IS_LONG)('leaves slow but lively queries alone', async () => {
    // The silence of the former test may still be measured, and would cut off new requests as well.
    await sleep(1750);
    const slow = behindWire.pool.query('select pg_sleep(2.5)');
    await expect(slow).resolves.toBeDefined();
  });

  it('tells work on a connection that is cut', async () => {
    const work = behindWire.pool.query('select pg_sleep(10)');
    wire.frozen = true;
    const error: unknown = await work.catch((reason: unknown) => reason);
    wire.frozen = false;
    expect(isDatabaseAway(error)).toBe(true);
  });
});

describe('a watch that is no longer needed', () => {
  it('ends at once, not with its next beat', async () => {
    const since = performance.now();
    for (let round = 0; round < 20; round += 1) await new Pulse(new pg.Pool(), '', createLog('silent')).stop();
    // Waiting for twenty beats would take 5 s.
    expect(performance.now() - since).toBeLessThan(1000);
  });
});

it('takes a database that no longer takes up callers for away', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tw-full-'));
  const socket = join(folder, '.s.PGSQL.5432');
  const script = `require('net').createServer().listen({path: ${JSON.stringify(socket)}, backlog: 1}, () => console.log('up'))`;
  const silent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const callers: Socket[] = [];
  try {
    await once(silent.stdout, 'data');
    silent.kill('SIGSTOP');
    const refused = await new Promise<Error>((resolve) => {
      const callOn = (): void => {
        const caller = connect(socket);
        callers.push(caller);
        caller.once('error', resolve).once('connect', callOn);
      };
      callOn();
    });
    expect([refused.message, isDatabaseAway(refused)]).toEqual([expect.stringMatching(/EAGAIN|ECONNREFUSED/), true]);
  } finally {
    for (const caller of callers) caller.destroy();
    silent.kill('SIGKILL');
    await rm(folder, { recursive: true });
  }
});
