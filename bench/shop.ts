import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseConfig } from '#server/config.ts';
import { reachDatabase } from '#server/program-database.ts';
import type { Connection } from '#server/db/connection.ts';
import { type Database, type DatabaseHandle, openDatabase } from '#server/db/pool.ts';
import { scaleDemo } from '#server/demo/scale/scale.ts';
import { openSession } from '#server/http/guard/session.ts';
import { createLog } from '#server/log.ts';
import { endProcess, freePort, fromRoot, startNode } from './processes.ts';
import { rawGet } from './requests.ts';

/** The wanted size of a shop, including the data of the demo shop. */
export interface Size {
  readonly products: number;
  readonly customers: number;
  readonly orders: number;
}

const READY_WITHIN_MS = 120_000;
const LOCATION_ID = 20;

/** Folders of shops that are not kept. */
const temporary = new Set<string>();

/** Removes what an interrupted run left; its processes must have ended. */
export async function removeTemporary(): Promise<void> {
  for (const folder of temporary) await rm(folder, { recursive: true, force: true });
  temporary.clear();
}

export interface RunningServer {
  readonly origin: string;
  readonly child: ChildProcess;
  /** From the start of the process to the first 200 of `/readyz` and of the page. */
  readonly readyMs: number;
  readonly pageMs: number;
}

/** Asks until it answers 200; returns how long that took since `started`. */
async function firstAnswer(url: string, started: number, child: ChildProcess, logFile: string): Promise<number> {
  while (performance.now() - started < READY_WITHIN_MS) {
    const status = await rawGet(url).then(
      (reply) => reply.status,
      () => 0,
    );
    if (status === 200) return performance.now() - started;
    if (child.exitCode !== null) {
      const last = (await readFile(logFile, 'utf8')).trimEnd().split('\n').at(-1) ?? '';
      throw new Error(`the server ended with ${child.exitCode} before it answered: ${last}`);
    }
    await sleep(2);
  }
  throw new Error(`${url} did not answer`);
}

/** Options of Node that `npm start` gives the server. */
const NODE_OPTIONS = (
  JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' ')
  .filter((word) => word.startsWith('--'));

/** The built server as `npm start` runs it, on a free port; its log goes to a file, as it would in a shop. */
export async function startServer(
  dataDir: string,
  { nodeArgs = [], rateLimit = 100_000_000 }: { nodeArgs?: readonly string[]; rateLimit?: number } = {},
): Promise<RunningServer> {
  const port = await freePort();
  await mkdir(dataDir, { recursive: true });
  const logFile = join(dataDir, 'server.log');
  const log = await open(logFile, 'a');
  const started = performance.now();
  const child = startNode([...NODE_OPTIONS, ...nodeArgs, fromRoot('dist/server/main.js')], {
    output: log.fd,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      DEMO: '1',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      PORT: String(port),
      RATE_LIMIT_PER_MINUTE: String(rateLimit),
    },
  });
  await log.close();
  const origin = `http://127.0.0.1:${port}`;
  const [readyMs, pageMs] = await Promise.all([
    firstAnswer(`${origin}/readyz`, started, child, logFile),
    firstAnswer(`${origin}/`, started, child, logFile),
  ]);
  return { origin, child, readyMs, pageMs };
}

/** A shop with a server that sells in it, and a way into its database beside the server. */
export interface Shop {
  readonly dataDir: string;
  readonly server: RunningServer;
  readonly origin: string;
  readonly locationId: number;
  readonly connection: Connection;
  readonly db: Database;
  /** Opens this many sessions of a demo account (`staff` of the location, unless said) and returns their tokens. */
  signIn(times: number, username?: string): Promise<string[]>;
  /** Stops the server and starts it again. */
  restart(): Promise<RunningServer>;
  close(): Promise<void>;
}

async function count(db: Database, table: 'products' | 'users' | 'orders', where = sql`true`): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*) AS count FROM ${sql.table(table)} WHERE ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Adds what is missing to the size wanted. */
async function grow({ db }: DatabaseHandle, connection: Connection, size: Size): Promise<void> {
  const missing = {
    products: Math.max(0, size.products - (await count(db, 'products', sql`status = 'publish'`))),
    customers: Math.max(0, size.customers - (await count(db, 'users', sql`role = 'customer'`))),
    orders: Math.max(0, size.orders - (await count(db, 'orders'))),
  };
  if (missing.products + missing.customers + missing.orders === 0) return;
  const wanted = Object.entries(missing).map(([what, many]) => `${many.toLocaleString('en-US')} ${what}`);
  process.stderr.write(`Adding ${wanted.join(', ')} ...\n`);
  const started = performance.now();
  await scaleDemo(db, connection, { ...missing, asOf: new Date() });
  await sql`vacuum analyze`.execute(db);
  process.stderr.write(`  in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
}

/**
 * Opens a shop of the size: the demo shop and what is missing to it.
 * @param keptIn a folder that is kept and used again; without it a temporary one, removed at `close`.
 */
export async function openShop(size: Size, keptIn?: string): Promise<Shop> {
  const dataDir = keptIn ?? (await mkdtemp(join(tmpdir(), 'tillwright-bench-')));
  if (keptIn === undefined) temporary.add(dataDir);
  let server = await startServer(dataDir);
  const log = createLog('warn');
  const { connection } = await reachDatabase(parseConfig({ DATA_DIR: dataDir }), log);
  let handle = openDatabase(connection, log, { maxConnections: 4, patient: true });
  await grow(handle, connection, size);
  const shop: Shop = {
    dataDir,
    get server() {
      return server;
    },
    get origin() {
      return server.origin;
    },
    locationId: LOCATION_ID,
    connection,
    get db() {
      return handle.db;
    },
    signIn: async (times, username = 'staff') => {
      const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${username}`.execute(handle.db);
      const userId = rows[0]?.id ?? 0;
      const sessions = Array.from({ length: times }, () => openSession(handle.db, { userId, userAgent: 'bench' }));
      return (await Promise.all(sessions)).map(({ token }) => token);
    },
    restart: async () => {
      await handle.close();
      await endProcess(server.child);
      server = await startServer(dataDir);
      handle = openDatabase(connection, log, { maxConnections: 4, patient: true });
      return server;
    },
    close: async () => {
      await handle.close();
      await endProcess(server.child);
      if (keptIn === undefined) await removeTemporary();
    },
  };
  return shop;
}

/** Resident memory of the server itself, in MB; its database has its own. */
export async function residentMb(origin: string): Promise<number> {
  const { body } = await rawGet(`${origin}/metrics`);
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(body.toString())?.[1];
  return Number(bytes ?? Number.NaN) / 1_000_000;
}
