import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import type { Role } from '#domain/permissions.ts';
import { countEffects, type Effects, notMadeOnce } from './effects.ts';
import type { Username } from './shop.ts';

const root = resolve(import.meta.dirname, '../../..');
/** The data folder inside a server's temporary folder. */
const DATA = 'data';
/** The first start loads the demo shop, which takes long on a busy machine. */
const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** The built server with a separate shop in a temporary folder. */
export class ShopServer {
  readonly origin: string;
  readonly folder: string;
  readonly #port: number;
  readonly #log: string;
  readonly #demo: boolean;
  readonly #settings: Readonly<Record<string, string>>;
  #process: ChildProcess | null = null;
  /** The effects that are in the books of the demo shop. */
  #atFirst: Effects = {};

  private constructor(port: number, folder: string, log: string, demo: boolean, settings: Record<string, string>) {
    this.#port = port;
    this.#demo = demo;
    this.#settings = settings;
    this.folder = folder;
    this.#log = log;
    this.origin = `${settings['TLS'] === 'auto' ? 'https' : 'http'}://127.0.0.1:${port}`;
  }

  /**
   * @param log file for the server's output, kept when a test fails
   * @param pattern folder of a stopped server whose shop is copied; left out, the demo shop is loaded
   * @param demo false: the shop is empty
   * @param settings environment variables beside the usual ones
   */
  static async create(
    log: string,
    pattern?: string,
    { demo = true, settings = {} }: { demo?: boolean; settings?: Record<string, string> } = {},
  ): Promise<ShopServer> {
    const folder = await mkdtemp(join(tmpdir(), 'tillwright-e2e-'));
    // As root, the database runs as another user, who must be able to enter.
    await chmod(folder, 0o755);
    // With owners and modes, because the database refuses data that others could read.
    if (pattern !== undefined) await promisify(execFile)('cp', ['-Rp', join(pattern, DATA), folder]);
    return new ShopServer(await freePort(), folder, log, demo, settings);
  }

  #environment(): Record<string, string | undefined> {
    return {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_ENV: 'production',
      ENVIRONMENT: 'production',
      TMPDIR: this.folder,
      DATA_DIR: join(this.folder, DATA),
      PORT: String(this.#port),
      DEMO: this.#demo ? '1' : '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...this.#settings,
    };
  }

  /**
   * Starts with the existing data and waits until it serves.
   * @param build builds first if needed
   */
  async start({ build = false } = {}): Promise<void> {
    const log = await open(this.#log, 'a');
    const program = build ? ['scripts/run.mjs', 'main'] : ['dist/server/main.js'];
    const child = spawn(process.execPath, program, {
      cwd: root,
      env: this.#environment(),
      stdio: ['ignore', log.fd, log.fd],
    });
    this.#process = child;
    await log.close();
    await this.untilReady();
    if (Object.keys(this.#atFirst).length === 0) this.#atFirst = await countEffects(await this.#connection());
  }

  async untilReady(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    for (;;) {
      // By plain http a server with TLS sends everybody on, once it is ready.
      const ready = await fetch(`http://127.0.0.1:${this.#port}/readyz`, { redirect: 'manual' }).then(
        ({ ok, status }) => ok || status === 307,
        () => false,
      );
      if (ready) return;
      if (this.#process?.exitCode !== null) throw new Error(`the server ended; see ${this.#log}`);
      if (Date.now() > deadline) throw new Error(`the server did not come up; see ${this.#log}`);
      await sleep(50);
    }
  }

  /** Stops the server; its data stay. */
  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await gone;
    clearTimeout(late);
  }

  /** Kills the database, as a power cut would; the server restarts it. */
  async killDatabase(): Promise<void> {
    process.kill((await this.#database()).pid, 'SIGKILL');
  }

  async #database(): Promise<{ pid: number; port: number; host: string }> {
    const text = await readFile(join(this.folder, DATA, 'postgres/data/postmaster.pid'), 'utf8');
    const [pid, , , port, host = ''] = text.split('\n');
    return { pid: Number(pid), port: Number(port), host: host.trim() };
  }

  async #connection(): Promise<ClientConfig> {
    const { port, host } = await this.#database();
    return { host, port, user: 'tillwright', database: 'tillwright' };
  }

  /** Gives somebody another role, as an administrator elsewhere would. */
  async setRole(username: Username, role: Role): Promise<void> {
    const client = new Client(await this.#connection());
    await client.connect();
    try {
      await client.query('UPDATE users SET role = $2 WHERE username = $1', [username, role]);
    } finally {
      await client.end();
    }
  }

  /**
   * Checks that the books are right after all tests, and that each command was carried out once.
   * @throws Error with the broken rules
   */
  async verifyBooks(): Promise<void> {
    const twice = notMadeOnce(this.#atFirst, await countEffects(await this.#connection()));
    if (twice.length > 0) throw new Error(`commands were not carried out once each:\n${twice.join('\n')}`);
    const child = spawn(process.execPath, ['dist/server/verify-books.js'], {
      cwd: root,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child, 'close');
    if (child.exitCode !== 0) throw new Error(`the books do not add up after the tests:\n${said}`);
  }

  /** Stops the server and deletes its data. */
  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
