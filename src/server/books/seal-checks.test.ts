import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientConfig } from '#server/db/connection.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { CUSTOMER, furnishShop, sellSome } from '#server/testing/trade/sold-shop.ts';
import { SEAL_CHECKS } from './seal-checks.ts';
import { verifyBooks } from './verify.ts';

const [, MARK, DATED_BACK] = SEAL_CHECKS.map(({ name }) => name);
const LATE = 'no row of a ledger has waited for its seal for an hour';

let shop: TestDatabase;

beforeAll(async () => {
  shop = await testDatabase();
  // The first seal of this shop was made three hours ago.
  await shop.pool.query(
    `insert into audit_trail (at, action, entity, entity_id) values (now() - interval '3 hours', 'ledgers_sealed', 'ledgers', 'all')`,
  );
  await shop.pool.query('select seal_audit_trail()');
  await furnishShop(shop.pool);
  await sellSome(shop.pool);
});
afterAll(() => shop.close());

const broken = async (): Promise<string[]> =>
  (await verifyBooks(shop.connection)).checks.flatMap(({ name, broken: rows }) => (rows > 0 ? [name] : []));

/** A row is sealed once no older transaction of the whole database server is open, and other tests have transactions too. */
async function sealed(): Promise<void> {
  const left = async () =>
    (
      await shop.pool.query<{ n: number }>(
        `select (select count(*) from points_events where id > coalesce(
           (select sealed_to from ledger_marks where ledger = 'points_events'), 0))::integer as n`,
      )
    ).rows[0]?.n;
  await expect.poll(async () => (await verifyBooks(shop.connection), await left()), { timeout: 120_000 }).toBe(0);
}

const givePoints = (at: string) =>
  shop.pool.query(
    `insert into points_events (customer_id, type, points, created_at) values (${CUSTOMER}, 'manual-adjust', 7, ${at})`,
  );

describe('verify:books', () => {
  it('finds nothing while rows wait for the seal that comes in seconds', async () => {
    await sealed();
    expect(await broken()).toEqual([]);
  });

  it('names a mark that says more is sealed than is, so that nothing more would be', async () => {
    await sealed();
    const marks = await shop.pool.query<{ sealed_to: string }>(
      `select sealed_to from ledger_marks where ledger = 'points_events'`,
    );
    await shop.pool.query(`update ledger_marks set sealed_to = 9e15 where ledger = 'points_events'`);
    await givePoints(`now() - interval '2 hours'`);
    expect(await broken()).toEqual(expect.arrayContaining([MARK, LATE]));
    await shop.pool.query(`update ledger_marks set sealed_to = $1 where ledger = 'points_events'`, [
      marks.rows[0]?.sealed_to,
    ]);
    expect(await broken()).not.toContain(MARK);
  });

  it('names rows that wait because somebody keeps the sealer away', async () => {
    const other = new pg.Client(clientConfig(shop.connection));
    await other.connect();
    await other.query(`select pg_advisory_lock(hashtext('seal_ledgers'))`);
    await givePoints(`now() - interval '61 minutes'`);
    expect(await broken()).toContain(LATE);
    await other.end();
  });

  it('waits for a row whose transaction is the newest there is, and has a lower number than one that is committed', async () => {
    await sealed();
    const [first, second] = [
      new pg.Client(clientConfig(shop.connection)),
      new pg.Client(clientConfig(shop.connection)),
    ];
    await Promise.all([first.connect(), second.connect()]);
    const give = `insert into points_events (customer_id, type, points) values (${CUSTOMER}, 'manual-adjust', 7) returning id`;
    await first.query('begin; select pg_current_xact_id()');
    await second.query('begin');
    const { rows } = await second.query<{ id: number }>(give);
    await first.query(give);
    await first.query('commit');
    for (const remark of [true, false, false]) await shop.pool.query('select seal_ledgers(1000, $1)', [remark]);
    const marks = await shop.pool.query<{ early: boolean }>(
      `select sealed_to >= $1 as early from ledger_marks where ledger = 'points_events'`,
      [rows[0]?.id],
    );
    expect(marks.rows).toEqual([{ early: false }]);
    await second.query('commit');
    await Promise.all([first.end(), second.end()]);
  });

  it('names a row that is dated back to before the last seal', async () => {
    await sealed();
    await givePoints(`now() - interval '23 hours'`);
    await sealed();
    const before = (await verifyBooks(shop.connection)).checks.find(({ name }) => name === DATED_BACK)?.broken ?? 0;
    await givePoints(`now() - interval '25 hours'`);
    await sealed();
    const after = (await verifyBooks(shop.connection)).checks.find(({ name }) => name === DATED_BACK);
    expect(after?.broken).toBe(before + 1);
    expect(after?.rows.at(-1)).toMatchObject({ ledger: 'points_events', dated_back: 1 });
  });
});
