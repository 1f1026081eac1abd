import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import { inTransaction } from '#server/db/transaction.ts';
import { Secrets } from '#server/secrets/secrets.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { enqueue, HopelessJob, MOST_JOB_ATTEMPTS } from './queue.ts';
import { type JobFailure, type JobHandlers, startWorker, workOnce } from './worker.ts';

let database: TestDatabase;
const secrets = new Secrets(Buffer.alloc(32, 1));

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`DELETE FROM jobs`.execute(database.db);
});

const add = (after: number, onceKey?: string) =>
  enqueue(database.db, secrets, 'expire_points', { after }, onceKey === undefined ? {} : { onceKey });

/** Runs a server whose `expire_points` job does this. */
function server(expire: (after: number) => Promise<void>, failures: JobFailure[] = []) {
  const handlers: JobHandlers = {
    mail: () => Promise.resolve(),
    back_up: () => Promise.resolve(),
    check_chain: () => Promise.resolve(),
    expire_points: ({ after }) => expire(after),
  };
  return { db: database.db, secrets, handlers, onFailure: (failure: JobFailure) => void failures.push(failure) };
}
const rows = async () =>
  (
    await sql<{ state: string; attempts: number; payload: string | null; last_error: string | null }>`
      SELECT state, attempts, payload, last_error FROM jobs ORDER BY id`.execute(database.db)
  ).rows;
const allDue = () => sql`UPDATE jobs SET run_at = now() WHERE state = 'waiting'`.execute(database.db);

it('does a job once, however many processes look for one', async () => {
  for (let after = 1; after <= 30; after += 1) await add(after);
  const done: number[] = [];
  const one = server((after) => Promise.resolve(void done.push(after)));
  const workAll = async (): Promise<void> => {
    while (await workOnce(one));
  };
  await Promise.all(Array.from({ length: 5 }, workAll));
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
  expect(new Set((await rows()).map(({ state, payload }) => `${state} ${payload}`))).toEqual(new Set(['done null']));
});

it('does no job of a transaction that was undone', async () => {
  const undone = inTransaction(database.db, async (tx) => {
    await enqueue(tx, secrets, 'expire_points', { after: 1 });
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  expect(await workOnce(server(() => Promise.resolve()))).toBe(false);
});

it('keeps what a job is told sealed', async () => {
  await enqueue(database.db, secrets, 'mail', {
    to: 'dana@example.com',
    subject: 's',
    text: 'https://shop/reset-password#secret-token',
    useless_after: null,
  });
  const [job] = await rows();
  expect(job?.payload).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
  expect(job?.payload).not.toContain('dana');
});

it('tries a job that fails again, later each time, and gives it up in the end, to be seen and tried anew', async () => {
  await add(1);
  const failures: JobFailure[] = [];
  const broken = server(() => Promise.reject(new Error('550 no mailbox <dana@example.com>')), failures);
  expect(await workOnce(broken)).toBe(true);
  expect(await workOnce(broken)).toBe(false);
  const { rows: waits } = await sql<{ wait_s: number }>`
    SELECT round(extract(epoch FROM run_at - now()))::integer AS wait_s FROM jobs`.execute(database.db);
  expect(waits[0]?.wait_s).toBeGreaterThan(10);
  for (let turn = 2; turn <= MOST_JOB_ATTEMPTS; turn += 1) {
    await allDue();
    expect(await workOnce(broken)).toBe(true);
  }
  await allDue();
  expect(await workOnce(broken)).toBe(false);
  expect(await rows()).toMatchObject([
    { state: 'dead', attempts: MOST_JOB_ATTEMPTS, last_error: '550 no mailbox [address]' },
  ]);
  expect(failures.map(({ isDead }) => isDead)).toEqual([...Array<boolean>(MOST_JOB_ATTEMPTS - 1).fill(false), true]);
});

it('gives up at once what trying again cannot mend: a hopeless job, one of an unknown kind, one under a lost key', async () => {
  await add(1);
  expect(await workOnce(server(() => Promise.reject(new HopelessJob('too late'))))).toBe(true);
  await add(2);
  await sql`UPDATE jobs SET kind = 'of_a_newer_build' WHERE state = 'waiting'`.execute(database.db);
  await workOnce(server(() => Promise.resolve()));
  await enqueue(database.db, new Secrets(Buffer.alloc(32, 2)), 'expire_points', { after: 3 });
  await workOnce(server(() => Promise.resolve()));
  expect((await rows()).map(({ state, last_error }) => [state, last_error])).toEqual([
    ['dead', 'too late'],
    ['dead', 'This server does not know jobs of the kind of_a_newer_build.'],
    ['dead', expect.stringMatching(/was sealed under data key [0-9a-f]{8}, and this server has/) as string],
  ]);
});

it('takes up the job of a process that died with it, once its lease has ended, and believes the dead one no more', async () => {
  await add(1);
  let died = (): void => undefined;
  const stuck = new Promise<void>((resolve) => (died = resolve));
  const dying = workOnce(server(() => stuck));
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
  expect(await workOnce(server(() => Promise.resolve()))).toBe(false);
  await sql`UPDATE jobs SET leased_until = now() - interval '1 second'`.execute(database.db);
  expect(await workOnce(server(() => Promise.reject(new Error('not yet'))))).toBe(true);
  died();
  await dying;
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 2, last_error: 'not yet' }]);
});

it.each(['run_at', 'leased_until'])(
  'does a job at once whose %s was set before the clock was set back a day',
  async (time) => {
    await add(1);
    await sql`UPDATE jobs SET ${sql.ref(time)} = now() + interval '1 day'`.execute(database.db);
    expect(await workOnce(server(() => Promise.resolve()))).toBe(true);
    expect(await rows()).toMatchObject([{ state: 'done' }]);
  },
);

it('gives up a job that ends every process that does it', async () => {
  await add(1);
  const failures: JobFailure[] = [];
  const never = new Promise<void>(() => undefined);
  for (let turn = 1; turn <= MOST_JOB_ATTEMPTS; turn += 1) {
    void workOnce(server(() => never));
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(turn);
    await sql`UPDATE jobs SET leased_until = now() - interval '1 second'`.execute(database.db);
  }
  expect(await workOnce(server(() => never, failures))).toBe(true);
  expect(await rows()).toMatchObject([{ state: 'dead', last_error: expect.stringContaining('8 times') as string }]);
  expect(failures.map(({ isDead }) => isDead)).toEqual([true]);
});

it('has one job of a key', async () => {
  for (const after of [1, 2, 3]) await add(after, 'expire_points 2026-11-22');
  expect(await rows()).toHaveLength(1);
});

it('is worked off while the server runs, and stops with it', async () => {
  const done: number[] = [];
  await add(1);
  const worker = startWorker(server((after) => Promise.resolve(void done.push(after))));
  await expect.poll(() => done).toEqual([1]);
  await worker.stop();
  await add(2);
  expect(await rows()).toMatchObject([{ state: 'done' }, { state: 'waiting' }]);
});
