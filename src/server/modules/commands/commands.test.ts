import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { unsettledCommandsRoute } from '#contract/commands.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';

const URL = '/api/commands/unsettled';
const SENT_AT = '2026-11-20T15:04:05.000Z';

let shop: TestApp;
let casey: Till;
let drew: Till;
let manager: Till;

beforeAll(async () => {
  shop = await testApp();
  casey = await shop.signIn('staff', { locationId: 20 });
  drew = await shop.signIn('staff', { locationId: 20 });
  manager = await shop.signIn('manager', { locationId: 19 });
});
afterAll(() => shop.close());

const left = (key: string, owner = casey.userId) => ({
  key,
  title: 'Sale of $25.99',
  owner_id: owner,
  location_id: 20,
  sent_at: SENT_AT,
});
const report = (unsettled: unknown[], settled: string[] = []) => drew.post(URL, { unsettled, settled });
const seen = async () => unsettledCommandsRoute.reply.parse((await manager.get(URL)).json()).data;
const keysSeen = async () => (await seen()).map(({ key }) => key);

describe('what a till has left unanswered', () => {
  it('is seen by a manager at another location, with who and where, until the till knows', async () => {
    const key = randomUUID();
    expect((await report([left(key)])).statusCode).toBe(200);
    expect((await report([left(key)])).statusCode).toBe(200);
    const [waiting, ...others] = await seen();
    expect(waiting).toMatchObject({ ...left(key), location_name: 'Location 20' });
    expect(waiting?.owner_name).not.toBe('');
    expect(others).toEqual([]);
    await report([], [key]);
    expect(await keysSeen()).toEqual([]);
  });

  it('is no longer waited for once its key has an answer', async () => {
    const key = randomUUID();
    await report([left(key)]);
    await sql`insert into idempotency_keys (key, user_id, route, request_hash, status_code, response)
      values (${key}, ${casey.userId}, 'POST /api/orders', '\\x00', 200, '{}')`.execute(shop.database.db);
    expect(await keysSeen()).toEqual([]);
    await report([left(key)]);
    expect(await keysSeen()).toEqual([]);
  });

  it('is left out when it names nobody, or no location of the shop', async () => {
    expect((await report([left(randomUUID(), 999_999), { ...left(randomUUID()), location_id: 4711 }])).statusCode).toBe(
      200,
    );
    expect(await keysSeen()).toEqual([]);
  });

  it('is for managers to see, and fills no table', async () => {
    expect((await casey.get(URL)).statusCode).toBe(403);
    for (let n = 0; n < 6; n += 1) await report(Array.from({ length: 50 }, () => left(randomUUID())));
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from unsettled_commands`.execute(
      shop.database.db,
    );
    expect(rows[0]?.count).toBeLessThanOrEqual(250);
  });

  it('stays, told of again, though its reporter can leave no more behind', async () => {
    const { rows } = await sql<{ key: string }>`
      update unsettled_commands set reported_at = now() - interval '6 days'
       where key = (select min(key) from unsettled_commands where reported_by = ${drew.userId}) returning key`.execute(
      shop.database.db,
    );
    const key = rows[0]?.key ?? '';
    const fresh = randomUUID();
    await report([left(key), left(fresh)]);
    const { rows: recent } = await sql<{ key: string }>`
      select key from unsettled_commands where key in (${key}, ${fresh}) and reported_at > now() - interval '1 day'`.execute(
      shop.database.db,
    );
    expect(recent).toEqual([{ key }]);
  });
});
