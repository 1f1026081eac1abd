import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { verifyBooks } from './books/verify.ts';
import { openProgramDatabase } from './program-database.ts';
import { parseConfig } from './config.ts';
import { createLog } from './log.ts';
import { projectRoot } from './paths.ts';
import { copyFolder } from './testing/copy-folder.ts';
import { TELL_STOCK } from './testing/trade/told-stock.ts';
import { bundleServer, type ServerBundle } from './testing/server-bundle.ts';

/** Each kind of kill is among them; `npm run test:long` has many more. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 5);
const CASHIERS = 8;
const READY_WITHIN_MS = 40_000;
/** The first start loads the demo shop. */
const FIRST_READY_WITHIN_MS = 110_000;
const KILLED = ['server', 'database', 'both'] as const;

let bundle: ServerBundle;
let folder: string;
let origin: string;
let env: Record<string, string>;
let server: ChildProcess | null = null;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

function startServer(): void {
  server = spawn(process.execPath, [bundle.file], {
    cwd: projectRoot,
    env: { ...env, PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilReady(withinMs = READY_WITHIN_MS): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const ready = await fetch(`${origin}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > deadline) throw new Error('the shop did not come back');
    await sleep(50);
  }
}

async function postmasterPid(): Promise<number> {
  const lines = await readFile(join(folder, 'data/postgres/data/postmaster.pid'), 'utf8');
  return Number(lines.split('\n')[0]);
}

/** The database that was killed. Null for none. */
async function killHard(what: (typeof KILLED)[number]): Promise<number | null> {
  const pid = what === 'server' ? null : await postmasterPid();
  if (what !== 'database' && server !== null) {
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    server = null;
  }
  if (pid !== null) process.kill(pid, 'SIGKILL');
  return pid;
}

/** Waits until another database runs than the one that was killed, whose last connections may still answer for a moment. */
async function untilBack(killed: number | null): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  const isGone = async () => killed === null || (await postmasterPid().catch(() => killed)) !== killed;
  while (!(await isGone())) {
    if (Date.now() > deadline) throw new Error('the database did not come back');
    await sleep(50);
  }
  await untilReady();
}

async function signIn(): Promise<string> {
  const reply = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'staff', password: 'tillwright' }),
  });
  if (reply.status !== 200) throw new Error(`signing in: ${reply.status} ${await reply.text()}`);
  return ((await reply.json()) as { token: string }).token;
}

/** One cashier: sells, and asks again with the same key until there is an answer, as a till does. */
async function cashier(
  token: string,
  items: readonly number[],
  isOpen: () => boolean,
  sold: Map<string, number>,
): Promise<void> {
  while (isOpen()) {
    const key = randomUUID();
    const body = JSON.stringify({
      pos_order: true,
      set_paid: true,
      payment_method: 'card',
      line_items: [0, 1].map((turn) => ({ product_id: items[(sold.size * 7 + turn * 3) % items.length], quantity: 1 })),
    });
    for (;;) {
      const reply = await fetch(`${origin}/api/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body,
        signal: AbortSignal.timeout(10_000),
      }).then(
        async (answer) => ({ status: answer.status, body: (await answer.json()) as { id?: number; code?: string } }),
        () => null,
      );
      if (reply?.status === 200) {
        if (reply.body.id === undefined) throw new Error('a sale without its order');
        sold.set(key, reply.body.id);
        break;
      }
      const mayComeBack = reply === null || reply.status >= 500 || reply.body.code === 'request_in_progress';
      if (!mayComeBack) throw new Error(`a sale was refused: ${reply.status} ${reply.body.code}`);
      await sleep(20 + Math.random() * 60);
    }
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillwright-crash-'));
  await chmod(folder, 0o755);
  await copyFolder(inject('emptyDataDir'), join(folder, 'data'));
  bundle = await bundleServer('crash-test');
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  env = {
    TMPDIR: folder,
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    DEMO: '1',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '100000000',
  };
  startServer();
  await untilReady(FIRST_READY_WITHIN_MS);
}, 120_000);

afterAll(async () => {
  if (server !== null) {
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    await gone;
  }
  await rm(folder, { recursive: true, force: true });
  await bundle.remove();
}, 30_000);

it(
  `keeps every acknowledged sale once through ${ROUNDS} kills of server, database and both`,
  async () => {
    const tokens: string[] = [];
    for (let till = 0; till < CASHIERS; till += 1) tokens.push(await signIn());
    const database = await openProgramDatabase(parseConfig(env), createLog('silent'));
    const { rows: plain } = await sql<{ id: number }>`
      SELECT p.id FROM products p JOIN stock_levels s ON s.product_id = p.id AND s.location_id = 20
       WHERE p.type = 'simple' AND p.blueprint_id IS NULL AND p.regular_price_cents IS NOT NULL AND s.variation_id IS NULL
         AND NOT EXISTS (SELECT 1 FROM categories c WHERE c.id = ANY (p.category_ids) AND c.blueprint_id IS NOT NULL)
       ORDER BY p.id LIMIT 20`.execute(database.db);
    expect(plain.length).toBeGreaterThan(5);
    const moves = plain.map(({ id }) => ({ product_id: id, variation_id: null, delta: 100_000, action: 'restock' }));
    await sql`SELECT move_stock(20, NULL, ${JSON.stringify(moves)}::jsonb)`.execute(database.db);
    await sql.raw(TELL_STOCK).execute(database.db);
    const { rows: before } = await sql<{ count: number }>`SELECT count(*) AS count FROM orders`.execute(database.db);
    await database.close();

    const sold = new Map<string, number>();
    let open = true;
    const items = plain.map(({ id }) => id);
    const cashiers = Promise.all(tokens.map((token) => cashier(token, items, () => open, sold)));
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(200 + Math.random() * 400);
      const what = KILLED[round % KILLED.length] ?? 'server';
      const killed = await killHard(what);
      if (server === null) startServer();
      await untilBack(killed);
    }
    await sleep(300);
    open = false;
    await cashiers;

    expect(sold.size).toBeGreaterThan(ROUNDS);
    expect(new Set(sold.values()).size).toBe(sold.size);
    const after = await openProgramDatabase(parseConfig(env), createLog('silent'));
    const { rows: found } = await sql<{ count: number; known: number }>`
      SELECT count(*) AS count, count(*) FILTER (WHERE id = ANY (${[...sold.values()]}::bigint[])) AS known FROM orders`.execute(
      after.db,
    );
    expect(found[0]).toEqual({ count: (before[0]?.count ?? 0) + sold.size, known: sold.size });
    const report = await verifyBooks(after.connection);
    expect(report.checks.filter((check) => check.broken > 0)).toEqual([]);
    await after.close();
  },
  120_000 + ROUNDS * 15_000,
);
