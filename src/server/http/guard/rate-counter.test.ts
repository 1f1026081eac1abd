import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { refusalOf, testApp } from '#server/testing/app.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { RateCounter } from './rate-counter.ts';

const log = createLog('silent');

describe('counting requests', () => {
  let database: TestDatabase;
  let now: number;
  let first: RateCounter;
  let second: RateCounter;

  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await sql`truncate rate_counters`.execute(database.db);
    now = Date.UTC(2026, 0, 1, 12, 0, 10);
    first = new RateCounter(database.db, log, () => now);
    second = new RateCounter(database.db, log, () => now);
  });
  afterEach(() => {
    first.close();
    second.close();
  });
  const count = (counter: RateCounter, times: number, limit = 10): void => {
    for (let time = 0; time < times; time += 1) counter.count('till', limit);
  };

  it('turns a caller away above the limit and says when the minute is over', () => {
    count(first, 10);
    expect(() => count(first, 1)).toThrow(expect.objectContaining({ code: 'too_many_requests', retryAfterS: 50 }));
    now += 50_000;
    expect(() => count(first, 10)).not.toThrow();
  });

  it('counts a caller of two servers once, after they have told the database', async () => {
    count(first, 6);
    count(second, 4);
    await first.flush();
    await second.flush();
    await first.flush();
    expect(() => count(second, 1)).toThrow(/Too many requests/);
    count(first, 1);
    await first.flush();
    expect(() => count(first, 1, 11)).toThrow(/Too many requests/);
  });

  it('asks the database nothing while nobody calls', async () => {
    await first.flush();
    const { rows } = await sql<{ found: number }>`select count(*) as found from rate_counters`.execute(database.db);
    expect(rows[0]?.found).toBe(0);
  });

  it('goes on counting while the database is away', async () => {
    const away = await testDatabase();
    const counter = new RateCounter(away.db, log, () => now);
    count(counter, 5);
    await away.close();
    await counter.flush();
    count(counter, 5);
    expect(() => count(counter, 1)).toThrow(/Too many requests/);
    counter.close();
  });

  it('answers 429 with Retry-After over HTTP', async () => {
    const shop = await testApp({ database, env: { RATE_LIMIT_PER_MINUTE: '5' } });
    const till = await shop.signIn('staff');
    const replies = [];
    for (let time = 0; time < 12; time += 1) replies.push(await till.get('/api/orders?page=1'));
    const refused = replies.find((reply) => reply.statusCode === 429);
    expect(refused && refusalOf(refused)).toEqual([429, 'too_many_requests']);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    await shop.close();
  });
});
