import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { clientConfig } from './db/connection.ts';
import { startEmbedded } from './db/embedded.ts';
import { createLog } from './log.ts';
import { projectRoot } from './paths.ts';
import { copyFolder } from './testing/copy-folder.ts';
import { bundleServer, type ServerBundle } from './testing/server-bundle.ts';
import { IS_LONG } from '#testing/times.ts';

interface Started {
  readonly child: ChildProcess;
  readonly exited: Promise<{ code: number | null; out: string; err: string }>;
  /** Its first output, and the address in that, once it is up. */
  readonly greeting: Promise<string>;
  readonly address: Promise<string>;
  /** Its output until now, the log included. */
  printed(): string;
}

/** In the log of a server that had to end what it could not wait for. */
const CUT = 'cutting requests';

describe('the server process', () => {
  let bundle: ServerBundle;
  let folder: string;
  let children: Started[];

  const start = (env: Record<string, string>): Started => {
    const child = spawn(process.execPath, [bundle.file], {
      cwd: projectRoot,
      env: {
        PATH: process.env['PATH'],
        TMPDIR: folder,
        DATA_DIR: join(folder, 'data'),
        PORT: '0',
        DEMO: '0',
        LOG_LEVEL: 'info',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    const greeting = new Promise<string>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
        if (out.includes('is running at')) resolve(out);
      });
    });
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const exited = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
    const address = greeting.then((text) => /is running at (\S+)/.exec(text)?.[1] ?? '');
    const started: Started = { child, exited, greeting, address, printed: () => out };
    children.push(started);
    return started;
  };

  beforeAll(async () => {
    bundle = await bundleServer('main-test');
  });
  afterAll(() => bundle.remove());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tillwright-main-'));
    await chmod(folder, 0o755);
    await copyFolder(inject('emptyDataDir'), join(folder, 'data'));
    children = [];
  });
  afterEach(async () => {
    for (const { child, exited } of children) {
      if (child.exitCode === null) child.kill('SIGTERM');
      await exited;
    }
    await rm(folder, { recursive: true, force: true });
  });

  const occupied = async (): Promise<{ port: number; server: Server }> => {
    const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return { port: typeof address === 'object' && address !== null ? address.port : 0, server };
  };

  const refusal = async (env: Record<string, string>): Promise<string> => {
    const { code, err } = await start(env).exited;
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
    return err.trim();
  };

  it('serves, makes one administrator for an empty shop, stops cleanly, and starts again with its data key only', async () => {
    const first = start({});
    const address = await first.address;
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    first.child.kill('SIGTERM');
    const { code, out, err } = await first.exited;
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/Sign in as admin with the password [a-z0-9]{16} /);
    await expect(readFile(join(folder, 'data/postgres/data/postmaster.pid'))).rejects.toThrow(/ENOENT/);

    const second = start({});
    await second.address;
    second.child.kill('SIGINT');
    const again = await second.exited;
    expect([again.code, again.out.includes('password')]).toEqual([0, false]);

    // Another data key than the one of its database.
    const sentence = await refusal({ DATA_KEY: 'a1'.repeat(32) });
    expect(sentence).toContain(`was last seen in ${join(folder, 'data', 'data-key')} on `);
    expect(sentence).toContain('set DATA_KEY to it, and start again');
  });

  it.runIf(IS_LONG)('stops at once while its start waits for a command that uses the database', async () => {
    const command = await startEmbedded({
      dataDir: join(folder, 'data'),
      log: createLog('silent'),
      owner: 'command',
      durable: false,
    });
    const server = start({});
    await expect.poll(() => server.printed(), { timeout: 10_000 }).toContain('waiting for the command');
    const asked = performance.now();
    server.child.kill('SIGTERM');
    const { code, err } = await server.exited;
    expect([code, err]).toEqual([0, '']);
    // It is killed after ten seconds.
    expect(performance.now() - asked).toBeLessThan(8000);
    const client = new pg.Client(clientConfig(command.connection));
    await client.connect();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    await command.stop();
  });

  it.runIf(IS_LONG)('leaves no database behind when it is told to stop while that starts', async () => {
    const server = start({});
    const pidFile = () => readFile(join(folder, 'data/postgres/data/postmaster.pid'));
    await expect.poll(() => pidFile().catch(() => null), { timeout: 10_000, interval: 1 }).not.toBeNull();
    server.child.kill('SIGTERM');
    expect((await server.exited).code).toBe(0);
    await expect(pidFile()).rejects.toThrow('ENOENT');
  });

  it.runIf(IS_LONG)(
    'ends event streams and connections that nothing was asked over before it stops, and leaves no folder behind',
    async () => {
      const server = start({});
      const address = await server.address;
      const [, password = ''] = /password ([a-z0-9]{16})/.exec(await server.greeting) ?? [];
      const login = await fetch(`${address}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password }),
      });
      const { token } = (await login.json()) as { token: string };
      const stream = await fetch(`${address}/api/events`, { headers: { authorization: `Bearer ${token}` } });
      expect(stream.status).toBe(200);
      const { hostname, port } = new URL(address);
      const unused = connect(Number(port), hostname);
      await once(unused, 'connect');
      // Answered after the server has taken the connection before.
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      const folders = async () => (await readdir(folder)).filter((name) => name.startsWith('tillwright-'));
      expect(await folders()).toHaveLength(1);
      server.child.kill('SIGTERM');
      await Promise.all([stream.text(), once(unused, 'close')]);
      const { code, out } = await server.exited;
      expect(code).toBe(0);
      expect(out).not.toContain(CUT);
      expect(await folders()).toEqual([]);
    },
  );

  it.runIf(IS_LONG)('answers what is sent as it begins to stop, and asks its callers not to come back', async () => {
    const server = start({});
    const { hostname, port } = new URL(await server.address);
    const caller = () => {
      const socket = connect(Number(port), hostname);
      let answers = '';
      let failure: Error | null = null;
      socket.on('data', (chunk: Buffer) => (answers += chunk.toString()));
      socket.on('error', (error) => (failure = error));
      return {
        ask: (path: string) => void socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`),
        ended: once(socket, 'close'),
        answers: () => answers,
        failure: () => failure,
      };
    };
    const [regular, early] = [caller(), caller()];
    regular.ask('/readyz');
    await expect.poll(regular.answers).toContain('HTTP/1.1 200');
    server.child.kill('SIGTERM');
    await expect.poll(() => server.printed(), { timeout: 10_000, interval: 5 }).toContain('stopping');
    regular.ask('/readyz');
    early.ask('/healthz');
    await Promise.all([regular.ended, early.ended]);
    expect([regular.failure(), early.failure()]).toEqual([null, null]);
    expect(regular.answers()).toMatch(/HTTP\/1.1 503.*\{"status":"stopping"\}/s);
    expect(early.answers()).toMatch(/HTTP\/1.1 200.*connection: close/is);
    expect((await server.exited).code).toBe(0);
  });

  it.runIf(IS_LONG)('breaks no request of fifty a second until a balancer has seen that it stops', async () => {
    const server = start({});
    const address = await server.address;
    const CALLERS = 10;
    const PAUSE_MS = 200;
    const LOOKED_EVERY_MS = 1500;
    const statuses: (number | undefined)[] = [];
    const outOfRotation = new AbortController();
    const ask = async (path: string, agent: Agent): Promise<number | undefined> => {
      const [reply] = (await once(get(address + path, { agent }), 'response')) as [IncomingMessage];
      for await (const _chunk of reply);
      return reply.statusCode;
    };
    const over = async (path: string, everyMs: number, hear: (status: number | undefined) => void): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!outOfRotation.signal.aborted) {
        hear(await ask(path, agent));
        await sleep(everyMs);
      }
      agent.destroy();
    };
    const asking = [
      over('/readyz', LOOKED_EVERY_MS, (status) => {
        if (status !== 200) outOfRotation.abort();
      }),
      ...Array.from({ length: CALLERS }, async (_, n) => {
        await sleep((n * PAUSE_MS) / CALLERS);
        await over('/healthz', PAUSE_MS, (status) => statuses.push(status));
      }),
    ];
    await expect.poll(() => statuses.length, { timeout: 10_000 }).toBeGreaterThan(2 * CALLERS);
    server.child.kill('SIGTERM');
    await Promise.all(asking);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const { code, out } = await server.exited;
    expect([code, out.includes(CUT)]).toEqual([0, false]);
  });

  it.runIf(IS_LONG)('stops before it would be killed though a request and a process of the database hang', async () => {
    const server = start({});
    const { hostname, port } = new URL(await server.address);
    const [socketFolder = ''] = (await readdir(folder)).filter((name) => name.startsWith('tillwright-'));
    const client = new pg.Client({ host: join(folder, socketFolder), user: 'tillwright', database: 'tillwright' });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const hanging = rows[0]?.pid ?? 0;
    process.kill(hanging, 'SIGSTOP');
    const till = connect(Number(port), hostname);
    till.on('error', () => undefined);
    till.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
    );
    // Answered after the server has begun to read what was sent before.
    expect((await fetch(`http://${hostname}:${port}/healthz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    const { code, out } = await server.exited;
    expect([code, out.includes(CUT)]).toEqual([0, true]);
    process.kill(hanging, 'SIGCONT');
    const pidFile = join(folder, 'data/postgres/data/postmaster.pid');
    await expect.poll(() => readFile(pidFile).catch((error: NodeJS.ErrnoException) => error.code)).toBe('ENOENT');
    till.destroy();
    await client.end().catch(() => undefined);
  });

  it.runIf(IS_LONG)('stops as soon as the request it was working on is answered', async () => {
    const server = start({});
    const { hostname, port } = new URL(await server.address);
    const body = JSON.stringify({ username: 'nobody', password: 'wrong' });
    const till = connect(Number(port), hostname);
    let answer = '';
    till.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    till.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
    );
    // Answered after the server has begun to read what was sent before.
    expect((await fetch(`http://${hostname}:${port}/healthz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    await expect.poll(() => server.printed(), { timeout: 10_000 }).toContain('stopping');
    till.write(body.slice(9));
    const { code, out } = await server.exited;
    expect([code, answer.slice(0, 13)]).toEqual([0, 'HTTP/1.1 401 ']);
    expect(out).not.toContain(CUT);
    till.destroy();
  });

  it('says which setting is wrong', async () => {
    expect(await refusal({ PORT: 'eighty' })).toBe('PORT must be a whole number from 0 to 65535.');
  });

  it.runIf(IS_LONG)('says that its port is occupied', async () => {
    const { port, server } = await occupied();
    expect(await refusal({ PORT: String(port) })).toBe(
      `Port ${port} on 127.0.0.1 is in use by another program; stop it or set PORT to another number.`,
    );
    server.close();
  });

  it.runIf(IS_LONG)('says that its folder cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(await refusal({ DATA_DIR: join(folder, 'file', 'data') })).toMatch(/^DATA_DIR .* cannot be written: .*\.$/);
    // Nobody can make a folder there.
    if (process.platform === 'linux') {
      expect(await refusal({ DATA_DIR: '/proc/shop' })).toMatch(/^DATA_DIR \/proc\/shop cannot be written: .*\.$/);
    }
  });

  it.runIf(IS_LONG)('says that DATABASE_URL does not answer, without its password', async () => {
    const { port, server } = await occupied();
    server.close();
    const sentence = await refusal({ DATABASE_URL: `postgres://shop:hunter2@127.0.0.1:${port}/shop` });
    expect(sentence).toMatch(
      /^The database at 127\.0\.0\.1:\d+\/shop \(DATABASE_URL\) does not answer: .*ECONNREFUSED.*\.$/,
    );
    expect(sentence).not.toContain('hunter2');
  });

  it.runIf(IS_LONG)('says so as well when what listens there is silent', async () => {
    const { port, server } = await occupied();
    expect(await refusal({ DATABASE_URL: `postgres://shop@127.0.0.1:${port}/shop` })).toMatch(
      /does not answer: .*timeout/,
    );
    server.close();
  });
});
