import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BackupRun, BackupSettings } from '#contract/backups.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { takeJob } from '#server/jobs/queue.ts';
import { planBackup } from '#server/modules/backups/service.ts';
import { refusalOf, type TestApp, testApp, type Till } from '#server/testing/app.ts';
import { asClient, asSuperuser } from '#server/testing/postgres/database-contents.ts';
import { openShop } from '#server/testing/shop.ts';
import { carryOutRun } from './runs.ts';

let shop: TestApp;
let admin: Till;
let folder: string;
const URL = '/api/manage/backups';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'));
  shop = await testApp({ env: { BACKUP_DIR: folder } });
  await openShop(shop);
  admin = await shop.signIn('administrator', { username: 'ada' });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await sql`DELETE FROM backup_runs`.execute(shop.database.db);
  await sql`DELETE FROM jobs`.execute(shop.database.db);
  await sql`UPDATE backup_settings SET is_daily = true, at_time = '03:00', keep = 14, warn_after_hours = 48, created_at = now()`.execute(
    shop.database.db,
  );
});

const ask = async (kind = 'backup', by = admin): Promise<BackupRun> => {
  const reply = await by.post(URL, { kind });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: BackupRun }>().data;
};
const carryOut = (id: number, connection = shop.database.connection) =>
  carryOutRun({ db: shop.database.db, connection, backupDir: folder, backupKey: undefined }, id);
interface Page {
  data: BackupRun[];
  last: BackupRun | null;
  settings: BackupSettings;
}
const page = async (): Promise<Page> => (await admin.get(URL)).json<Page>();
const made = async (): Promise<BackupRun> => {
  const { id } = await ask();
  await carryOut(id);
  const run = (await page()).data.find((one) => one.id === id);
  if (!run) throw new Error('no run');
  return run;
};
const plan = () => inTransaction(shop.database.db, (tx) => planBackup(tx, shop.app.deps.secrets));

it('is made by a job, once however often it is asked for, and told with its size', async () => {
  const first = await ask();
  expect(first).toMatchObject({ state: 'waiting', asked_by: 'ada' });
  expect((await ask()).id).toBe(first.id);
  expect(await takeJob(shop.database.db)).toMatchObject({ kind: 'back_up' });
  expect(await takeJob(shop.database.db)).toBeNull();
  await carryOut(first.id);
  // A second process that takes the job over finds nothing to do.
  await carryOut(first.id);
  const { last } = await page();
  expect(last).toMatchObject({ id: first.id, state: 'done', removed: false });
  expect((await stat(last?.file ?? '')).size).toBe(last?.bytes);
  expect((await stat(last?.file ?? '')).mode & 0o777).toBe(0o600);
});

it('is kept as often as the owner says, and never one fewer for one that failed', async () => {
  await admin.send('PUT', `${URL}/settings`, { keep: 2 });
  const runs = [await made(), await made(), await made()];
  const { data } = await page();
  expect(data.toReversed().map(({ removed }) => removed)).toEqual([true, false, false]);
  const files = await readdir(folder);
  expect(runs.map(({ file }) => files.includes(file?.split('/').at(-1) ?? ''))).toEqual([false, true, true]);
  const { id } = await ask();
  await carryOutRun(
    {
      db: shop.database.db,
      connection: shop.database.connection,
      backupDir: join(runs[2]?.file ?? '', 'within'),
      backupKey: undefined,
    },
    id,
  );
  const [failed] = (await page()).data;
  expect(failed).toMatchObject({ id, state: 'failed', error: expect.stringContaining('ENOTDIR') as string });
  expect((await page()).last?.id).toBe(runs[2]?.id);
});

it('of a night is not pushed out by those that somebody asks for', async () => {
  await admin.send('PUT', `${URL}/settings`, { keep: 2 });
  const nightly = await made();
  await sql`UPDATE backup_runs SET asked_by = NULL WHERE id = ${nightly.id}`.execute(shop.database.db);
  for (let times = 0; times < 3; times += 1) await made();
  expect((await page()).data.toReversed().map(({ removed }) => removed)).toEqual([false, true, false, false]);
});

it('is restored in a rehearsal to a database of its own, whose books are checked and which is gone afterwards', async () => {
  const { connection } = shop.database;
  const none = await ask('rehearsal');
  await carryOut(none.id);
  expect((await page()).data[0]?.error).toBe('There is no backup on this machine yet. Make one first.');
  const backup = await made();
  const { id } = await ask('rehearsal');
  await carryOut(id);
  const [run] = (await page()).data;
  expect(run).toMatchObject({ id, state: 'done', file: backup.file, rows: backup.rows, broken: 0 });
  expect(run?.checks).toBeGreaterThan(30);
  const left = await asClient(asSuperuser(connection), (client) =>
    client.query(`select datname from pg_database where datname like '%_rehearsal_%'`),
  );
  expect(left.rows).toEqual([]);
});

it('says so where its user may not create a database', async () => {
  await made();
  const { id } = await ask('rehearsal');
  await carryOut(id, shop.database.url);
  const [run] = (await page()).data;
  expect(run).toMatchObject({ id, state: 'failed' });
  expect(run?.error).toContain('may not create databases');
});

it('is asked for every day at its time, once, and again when it failed', async () => {
  const runs = async () => (await page()).data;
  await plan();
  // The shop was opened after the time of this day.
  expect(await runs()).toEqual([]);
  await sql`UPDATE backup_settings SET created_at = now() - interval '2 days', at_time = '00:00'`.execute(
    shop.database.db,
  );
  await plan();
  await plan();
  const [run] = await runs();
  expect(await runs()).toHaveLength(1);
  expect(run).toMatchObject({ asked_by: null, kind: 'backup' });
  await carryOut(run?.id ?? 0);
  await plan();
  expect(await runs()).toHaveLength(1);
  await sql`UPDATE backup_runs SET state = 'failed', error = 'x', finished_at = now() - interval '61 minutes'`.execute(
    shop.database.db,
  );
  await plan();
  expect(await runs()).toHaveLength(2);
  await sql`DELETE FROM backup_runs`.execute(shop.database.db);
  await admin.send('PUT', `${URL}/settings`, { is_daily: false });
  await plan();
  expect(await runs()).toEqual([]);
});

it('of a server that stopped counts as failed, and the next one can be made', async () => {
  const { id } = await ask();
  await sql`UPDATE backup_runs SET state = 'running', heard_at = now() - interval '6 minutes' WHERE id = ${id}`.execute(
    shop.database.db,
  );
  const next = await ask();
  expect(next.id).toBeGreaterThan(id);
  expect((await page()).data[1]).toMatchObject({
    state: 'failed',
    error: 'The server stopped while it worked on this.',
  });
});

it('is overdue when the newest whole one is older than the owner said', async () => {
  const state = async () => (await admin.get(`${URL}/state`)).json<{ overdue: boolean; last_at: string | null }>();
  expect(await state()).toMatchObject({ overdue: false, last_at: null });
  await sql`UPDATE backup_settings SET created_at = now() - interval '3 days'`.execute(shop.database.db);
  expect(await state()).toMatchObject({ overdue: true });
  await made();
  expect(await state()).toMatchObject({ overdue: false });
  await sql`UPDATE backup_runs SET finished_at = now() - interval '49 hours'`.execute(shop.database.db);
  expect(await state()).toMatchObject({ overdue: true });
  const change = (body: object) => admin.send('PUT', `${URL}/settings`, body);
  const { settings } = await page();
  expect((await change({ warn_after_hours: 50, version: settings.version })).statusCode).toBe(200);
  expect(await state()).toMatchObject({ overdue: false });
  expect(refusalOf(await change({ keep: 3, version: settings.version }))).toEqual([409, 'changed_meanwhile']);
  expect(refusalOf(await change({ warn_after_hours: 50 }))).toEqual([422, 'nothing_to_do']);
  await change({ warn_after_hours: null });
  await sql`UPDATE backup_runs SET finished_at = now() - interval '900 hours'`.execute(shop.database.db);
  expect(await state()).toMatchObject({ overdue: false });
});

it.each(['staff', 'manager'] as const)('%s has no part in it', async (role) => {
  const till = await shop.signIn(role);
  const replies = [
    await till.get(URL),
    await till.get(`${URL}/state`),
    await till.post(URL, { kind: 'backup' }),
    await till.send('PUT', `${URL}/settings`, { keep: 1 }),
  ];
  expect(replies.map(refusalOf)).toEqual(replies.map(() => [403, 'not_allowed']));
});
