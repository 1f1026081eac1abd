import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { addCustomer } from '#server/testing/shop.ts';

let shop: TestApp;
let staff: Till;
let manager: Till;
let customer: number;

const BASE = '/api/proxy/wc-points-rewards';

beforeAll(async () => {
  shop = await testApp();
  staff = await shop.signIn();
  manager = await shop.signIn('manager');
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await addCustomer(shop);
});

interface Adjusted {
  balance: number;
  event: { id: number; points: number };
}
interface History {
  events: { id: number; type: string; points: number; description: string; order_id: number | null }[];
  pagination: { total: number; total_pages: number };
  next_cursor: string | null;
}

const adjust = (points: number, more: Record<string, unknown> = {}, key: string = randomUUID()) =>
  manager.post(
    `${BASE}/user/${customer}/adjust`,
    { points, description: 'Birthday bonus', ...more },
    { 'idempotency-key': key },
  );
const balance = async () => (await staff.get(`${BASE}/user/${customer}/balance`)).json<Adjusted>().balance;
const history = async (query = '') => (await staff.get(`${BASE}/user/${customer}/history?${query}`)).json<History>();

it('names the customer who was kept when theirs was merged meanwhile', async () => {
  const kept = await addCustomer(shop, 'Dana R. Reed');
  await manager.post(`/api/customers/${kept}/merge`, { merge_id: customer }, { 'idempotency-key': randomUUID() });
  for (const reply of [
    await adjust(5),
    await staff.get(`${BASE}/user/${customer}/balance`),
    await staff.get(`${BASE}/user/${customer}/history`),
  ]) {
    expect(refusalOf(reply)).toEqual([404, 'not_found']);
    expect(reply.json()).toMatchObject({
      error: `Customer ${customer} was merged into Dana R. Reed (${kept}).`,
      merged_into: kept,
    });
  }
});

describe('an adjustment', () => {
  it('is an entry with its reason and by whom, and an audit row', async () => {
    const reply = (await adjust(50)).json<Adjusted>();
    expect(reply).toMatchObject({ balance: 50, points_label: 'Point:Points', event: { points: 50 } });
    const [entry] = (await history()).events;
    expect(entry).toMatchObject({
      type: 'manual-adjust',
      points: 50,
      description: 'Birthday bonus',
      order_id: null,
      by: expect.stringMatching(/^manager-/) as string,
      formatted_date: expect.stringMatching(/^\d+\/\d+\/\d+, \d+:\d\d [AP]M$/) as string,
    });
    const { rows } = await sql<{ actor_id: number; details: unknown }>`
      SELECT actor_id, details FROM audit_trail WHERE action = 'points_adjusted' AND entity_id = ${String(customer)}`.execute(
      shop.database.db,
    );
    expect(rows).toEqual([
      {
        actor_id: manager.userId,
        details: { points: 50, balance: 50, personal_sha256: expect.any(String) as string },
      },
    ]);
  });

  it('is for managers: staff who try change nothing', async () => {
    const reply = await staff.post(`${BASE}/user/${customer}/adjust`, { points: 500, description: 'For me' });
    expect(refusalOf(reply)).toEqual([403, 'not_allowed']);
    expect(await balance()).toBe(0);
  });

  it('happens once, however often it is sent when its answer was lost', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => adjust(25, {}, key)));
    const told = answers.filter(({ statusCode }) => statusCode === 200).map((reply) => reply.json<Adjusted>());
    expect(told.length).toBeGreaterThan(0);
    expect((await adjust(25, {}, key)).json()).toEqual(told[0]);
    expect(refusalOf(await adjust(26, {}, key))).toEqual([422, 'idempotency_key_reused']);
    expect(await balance()).toBe(25);
    expect((await history()).pagination.total).toBe(1);
  });

  it('below zero needs a confirmation, which says what the balance would be', async () => {
    await adjust(10);
    const refused = await adjust(-30);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'points_below_zero', balance: 10, new_balance: -20 });
    expect(await balance()).toBe(10);
    expect((await adjust(-30, { confirm_below_zero: true })).json<Adjusted>().balance).toBe(-20);
    // Giving some back makes it better, and needs none.
    expect((await adjust(5)).json<Adjusted>().balance).toBe(-15);
  });

  it('of two that would together go below zero lets one pass', async () => {
    await adjust(100);
    const replies = await Promise.all([adjust(-80), adjust(-80), adjust(-80)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await balance()).toBe(20);
  });

  it.each([
    [422, 'nothing_to_do', { points: 0, description: 'x' }],
    [422, 'reason_required', { points: 1, description: '  ' }],
    [400, 'invalid_request', { points: 1.5, description: 'x' }],
    [400, 'invalid_request', { points: '10', description: 'x' }],
    [400, 'invalid_request', { points: 1_000_000_001, description: 'x' }],
    [400, 'invalid_request', { points: 1 }],
  ])('is refused with %i %s: %j', async (status, code, body) => {
    expect(refusalOf(await manager.post(`${BASE}/user/${customer}/adjust`, body))).toEqual([status, code]);
  });

  it('is refused for somebody who is no customer, and beyond what can be counted', async () => {
    const body = { points: 1, description: 'x' };
    for (const id of [0, 999_999, staff.userId]) {
      expect(refusalOf(await manager.post(`${BASE}/user/${id}/adjust`, body))).toEqual([404, 'not_found']);
    }
    await adjust(1_000_000_000);
    expect(refusalOf(await adjust(1))).toEqual([422, 'not_valid']);
  });
});

describe('the history', () => {
  it('comes newest first and by id where instants are the same, and no page is moved by what comes in meanwhile', async () => {
    await sql`
      WITH given AS (
        INSERT INTO points_events (customer_id, type, points, created_at)
        SELECT ${customer}, 'opening-balance', n, '2026-03-01 12:00:00.123456+00'::timestamptz + (n / 10) * interval '1 day'
          FROM generate_series(1, 45) n RETURNING points, created_at),
      told AS (
        INSERT INTO audit_trail (at, action, entity, entity_id, details)
        SELECT created_at, 'points_opened', 'user', ${customer}::text, jsonb_build_object('points', points) FROM given)
      INSERT INTO points_balances (customer_id, balance) SELECT ${customer}, sum(points) FROM given`.execute(
      shop.database.db,
    );
    await sql`SELECT seal_audit_trail()`.execute(shop.database.db);
    const first = await history('per_page=20');
    expect(first.pagination).toEqual({ total: 45, total_pages: 3, page: 1, per_page: 20 });
    await adjust(1);
    const second = await history(`per_page=20&cursor=${first.next_cursor}`);
    const third = await history(`per_page=20&cursor=${second.next_cursor}`);
    const points = [first, second, third].flatMap(({ events }) => events.map((event) => event.points));
    expect(points).toEqual(Array.from({ length: 45 }, (_, n) => 45 - n));
    expect(third.next_cursor).toBeNull();
    // Older clients count pages.
    expect((await history('page=3&per_page=20&order=desc')).events).toHaveLength(6);
  });

  it('ends exactly at the last entry of a full page', async () => {
    for (const points of [1, 2]) await adjust(points);
    const page = await history('per_page=2');
    expect([page.events.length, page.next_cursor]).toEqual([2, null]);
  });

  it('refuses cursors that it never gave, and customers that there are none of', async () => {
    const ask = async (path: string) => refusalOf(await staff.get(`${BASE}/user/${path}`));
    expect(await ask(`${customer}/history?cursor=1%20OR%201`)).toEqual([400, 'invalid_request']);
    expect(await ask(`${customer}/history?order=asc`)).toEqual([400, 'invalid_request']);
    expect(await ask('999999/history')).toEqual([404, 'not_found']);
    expect((await history('cursor=99999999999999999.99999999999999999')).events).toEqual([]);
  });
});

it('leaves the books right', async () => {
  expect((await verifyBooks(shop.database.connection)).checks.filter(({ broken }) => broken > 0)).toEqual([]);
});
