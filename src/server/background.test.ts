import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { startBackground } from './background.ts';
import { Metrics } from './http/ops/metrics.ts';
import { createLog } from './log.ts';
import { Secrets } from '#server/secrets/secrets.ts';
import { testDatabase, type TestDatabase } from './testing/database.ts';
import { IS_LONG } from '#testing/times.ts';

const secrets = new Secrets(Buffer.alloc(32, 7));
let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const begin = (more: Partial<Parameters<typeof startBackground>[0]> = {}) =>
  startBackground({
    db: database.db,
    secrets,
    log: createLog('silent'),
    metrics: new Metrics(),
    disk: { noteFull: () => undefined },
    ...more,
  });

it.runIf(IS_LONG)(
  'chains the audit trail, folds tallies and sweeps what has lapsed, in two processes that do not meet',
  async () => {
    const { db } = database;
    await sql`INSERT INTO locations (id, name) VALUES (20, 'Central')`.execute(db);
    await sql`INSERT INTO users (id, username, email, role) VALUES (1, 'a', 'a@example.com', 'staff')`.execute(db);
    await sql`
    INSERT INTO audit_trail (action, entity, entity_id) SELECT 'x', 'y', n::text FROM generate_series(1, 6000) n`.execute(
      db,
    );
    await sql`INSERT INTO order_tallies VALUES (20, '2026-01-01', 'completed', 1), (20, '2026-01-01', 'completed', 2)`.execute(
      db,
    );
    await sql`
    INSERT INTO sessions (token_hash, user_id, last_seen_at, expires_at) VALUES
      ('\\x01', 1, now(), now() - interval '1 minute'), ('\\x02', 1, now() - interval '2 days', now() + interval '1 day'),
      ('\\x03', 1, now(), now() + interval '1 day')`.execute(db);
    await sql`
    INSERT INTO idempotency_keys (key, route, request_hash, status_code, response, created_at) VALUES
      ('old', 'r', '', 200, '{}', now() - interval '9 days'), ('week', 'r', '', 200, '{}', now() - interval '7 days')`.execute(
      db,
    );
    await sql`
    INSERT INTO unsettled_commands (key, title, owner_id, sent_at, reported_by, reported_at) VALUES
      ('of-a-wiped-till', 't', 1, now() - interval '9 days', 1, now() - interval '7 days 1 minute'),
      ('told-of-again', 't', 1, now() - interval '9 days', 1, now() - interval '6 days')`.execute(db);
    await sql`
    WITH edits AS (INSERT INTO bulk_edits (id, made_at) VALUES (1, now() - interval '31 days'), (2, now() - interval '29 days'))
    INSERT INTO bulk_edit_products (bulk_edit_id, product_id, name, changes, undo) VALUES (1, 7, 'p', '[]', '{}'), (2, 7, 'p', '[]', '{}')`.execute(
      db,
    );
    await sql`
    INSERT INTO sign_in_failures (subject, failures, last_failed_at) VALUES ('old', 9, now() - interval '2 days'), ('new', 1, now())`.execute(
      db,
    );

    await sql`
    WITH run AS (INSERT INTO ai_runs (id, user_id, state, ended_at) VALUES (gen_random_uuid(), 1, 'finished', now()) RETURNING id)
    INSERT INTO ai_run_events (run_id, seq, event, at)
    SELECT id, n, '[]', now() - interval '24 hours' + n * interval '1 minute' FROM run, unnest(ARRAY[-2, -1, 5]) n`.execute(
      db,
    );

    const processes = [0, 1].map(() => begin());
    const state = async () =>
      (
        await sql`
        SELECT (SELECT count(*) FROM audit_trail WHERE hash IS NULL) AS unsealed,
               (SELECT count(*) FROM order_tallies) AS tallies, (SELECT sum(orders)::integer FROM order_tallies) AS orders,
               (SELECT count(*) FROM sessions) AS sessions, (SELECT string_agg(key, ',') FROM idempotency_keys) AS keys,
               (SELECT string_agg(subject, ',') FROM sign_in_failures) AS failures,
               (SELECT string_agg(key, ',') FROM unsettled_commands) AS unsettled,
               (SELECT string_agg(id::text, ',') FROM bulk_edits) AS edits,
               (SELECT string_agg(bulk_edit_id::text, ',') FROM bulk_edit_products) AS edited,
               (SELECT string_agg(seq::text, ',') FROM ai_run_events) AS lines`.execute(db)
      ).rows[0];
    await expect.poll(state, { timeout: 30_000, interval: 200 }).toEqual({
      unsealed: 0,
      tallies: 1,
      orders: 3,
      sessions: 1,
      keys: 'week',
      failures: 'new',
      unsettled: 'told-of-again',
      edits: '2',
      edited: '2',
      lines: '5',
    });
    await Promise.all(processes.map((one) => one.stop()));
    const { rows } = await sql<{ whole: boolean }>`
    SELECT bool_and(position = row_number) AS whole FROM (SELECT position, row_number() OVER (ORDER BY position) FROM audit_trail) t`.execute(
      db,
    );
    expect(rows[0]?.whole).toBe(true);
  },
);

it('begins a price whose instant has come', async () => {
  const { db } = database;
  await sql`INSERT INTO products (id, name, type, status, regular_price_cents) VALUES (7, 'Lamp', 'simple', 'publish', 900)`.execute(
    db,
  );
  await sql`INSERT INTO item_prices (product_id, valid_from, regular_price_cents) VALUES (7, clock_timestamp(), 950)`.execute(
    db,
  );
  await sql`UPDATE catalogue_version SET next_change_at = clock_timestamp()`.execute(db);
  const background = begin();
  const price = () => sql<{ cents: number }>`SELECT regular_price_cents AS cents FROM products`.execute(db);
  await expect.poll(async () => (await price()).rows, { timeout: 20_000, interval: 200 }).toEqual([{ cents: 950 }]);
  await background.stop();
});

it('counts a duty that fails, and goes on', async () => {
  const metrics = new Metrics();
  await sql`ALTER FUNCTION seal_audit_trail RENAME TO seal_audit_trail_away`.execute(database.db);
  const background = begin({ metrics });
  await expect
    .poll(() => metrics.registry.metrics(), { timeout: 5000 })
    .toContain('tillwright_failures_total{place="background seal_audit_trail"} 1');
  await sql`ALTER FUNCTION seal_audit_trail_away RENAME TO seal_audit_trail`.execute(database.db);
  await background.stop();
});

it('notes that the disk is full', async () => {
  const { db } = database;
  await sql`ALTER FUNCTION seal_audit_trail RENAME TO seal_audit_trail_away`.execute(db);
  await sql`CREATE FUNCTION seal_audit_trail(integer) RETURNS bigint LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'could not extend file: No space left on device' USING errcode = 'disk_full'; END $$`.execute(db);
  let noted = 0;
  const background = begin({ disk: { noteFull: () => void (noted += 1) } });
  await expect.poll(() => noted, { timeout: 5000 }).toBe(1);
  await background.stop();
  await sql`DROP FUNCTION seal_audit_trail(integer)`.execute(db);
  await sql`ALTER FUNCTION seal_audit_trail_away RENAME TO seal_audit_trail`.execute(db);
});

it('stops at once when nothing runs', async () => {
  const started = performance.now();
  await begin().stop();
  expect(performance.now() - started).toBeLessThan(500);
});

it('does not wait for a duty that hangs', async () => {
  const locked = await database.pool.connect();
  const waiting = async () =>
    (
      await database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount;
  try {
    await locked.query('begin');
    await locked.query('lock table audit_trail');
    const background = begin();
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    await background.stop();
    expect(await waiting()).toBe(1);
  } finally {
    await locked.query('rollback');
    locked.release();
  }
});

it.runIf(IS_LONG)('seals the ledgers, and writes the end of the chain to a file elsewhere', async () => {
  const { db } = database;
  const folder = await mkdtemp(join(tmpdir(), 'tillwright-head-'));
  const chainHeadFile = join(folder, 'heads.jsonl');
  await sql`INSERT INTO points_events (customer_id, type, points) VALUES (1, 'manual-adjust', 5)`.execute(db);
  const background = begin({ chainHeadFile });
  const text = () => readFile(chainHeadFile, 'utf8').catch(() => '');
  await expect
    .poll(text, { timeout: 20_000, interval: 200 })
    .toMatch(/^\{"position":\d+,"hash":"[0-9a-f]{64}","at":".*"\}\n$/);
  const seals = () =>
    sql<{
      ledger: object;
    }>`SELECT details -> 'points_events' AS ledger FROM audit_trail WHERE action = 'ledgers_sealed'`.execute(db);
  // No older transaction of the whole database server may be open, and other tests have transactions too.
  await expect
    .poll(async () => (await seals()).rows[0]?.ledger, { timeout: 120_000 })
    .toMatchObject({ rows: 1, upto: 1 });
  await background.stop();
  await rm(folder, { recursive: true });
});
