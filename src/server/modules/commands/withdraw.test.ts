import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyBooks } from '#server/books/verify.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { sale } from '#server/testing/sales.ts';
import { openShop, SHOP, stockOf } from '#server/testing/shop.ts';
import { TELL_STOCK } from '#server/testing/trade/told-stock.ts';

let shop: TestApp;
/** All at location 20. */
let staff: Till;
let colleague: Till;
let manager: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  staff = await shop.signIn('staff');
  colleague = await shop.signIn('staff');
  manager = await shop.signIn('manager');
});
afterAll(() => shop.close());

const ADJUST = '/api/inventory/adjust';
const papers = { product_id: SHOP.papers, quantity: 1 };
const BULK = '/api/orders/bulk-status';
const adjustment = { location_id: 20, adjustments: [{ product_id: SHOP.papers, adjustment_quantity: -1 }] };
const withdraw = (who: Till, key: string, owner = staff) =>
  who.post('/api/commands/withdraw', { key, owner_id: owner.userId, title: 'Stock change' });
const answered = async (who: Till, key: string, owner = staff) => {
  const reply = await withdraw(who, key, owner);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ happened: boolean; partly: boolean }>();
};
const orders = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM orders`.execute(shop.database.db);
  return rows[0]?.n ?? -1;
};
const adjust = (key: string, who = staff) => who.post(ADJUST, adjustment, { 'idempotency-key': key });

describe('a command that is withdrawn', () => {
  it('can never happen: a late request of its is refused, whoever withdrew it and whoever asks', async () => {
    const before = await stockOf(shop, SHOP.papers);
    for (const by of [staff, manager]) {
      const key = randomUUID();
      expect(await answered(by, key)).toMatchObject({ happened: false, partly: false });
      for (const late of [staff, manager, colleague]) {
        const reply = await adjust(key, late);
        expect(refusalOf(reply)).toEqual([409, 'command_withdrawn']);
        expect(reply.json<{ error: string }>().error).toMatch(/withdrawn.*was not carried out/);
      }
    }
    expect(await stockOf(shop, SHOP.papers)).toBe(before);
  });

  it('stays withdrawn when it is withdrawn again, and is written down once', async () => {
    const key = randomUUID();
    await answered(staff, key);
    expect(await answered(manager, key)).toMatchObject({ happened: false });
    const { rows } = await sql<{ actor_id: number; details: unknown }>`
      select actor_id, details from audit_trail where action = 'command_withdrawn' and entity_id = ${key}`.execute(
      shop.database.db,
    );
    expect(rows).toEqual([
      { actor_id: staff.userId, details: { title: 'Stock change', owner_id: staff.userId, partly: false } },
    ]);
  });

  it('was a sale: nothing is sold, and the books agree', async () => {
    const before = await orders();
    const key = randomUUID();
    await answered(manager, key);
    const late = await staff.post('/api/orders', sale([papers], { location_id: 20 }), { 'idempotency-key': key });
    expect(refusalOf(late)).toEqual([409, 'command_withdrawn']);
    expect(await orders()).toBe(before);
    await sql.raw(TELL_STOCK).execute(shop.database.db);
    const { checks } = await verifyBooks(shop.database.connection);
    expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
  });

  it('that happened is told, and stays', async () => {
    const key = randomUUID();
    const before = await stockOf(shop, SHOP.papers);
    const first = await adjust(key);
    expect(await answered(staff, key)).toMatchObject({ happened: true });
    expect(await answered(manager, key)).toMatchObject({ happened: true });
    expect((await adjust(key)).json()).toEqual(first.json());
    expect(await stockOf(shop, SHOP.papers)).toBe(before - 1);
  });

  it('may be withdrawn by whoever sent it and by a manager; nobody else hears more than that it happened', async () => {
    const key = randomUUID();
    expect(refusalOf(await withdraw(colleague, key))).toEqual([403, 'not_allowed']);
    await adjust(key);
    // Somebody else who has the key learns only that it is used.
    const reply = await withdraw(colleague, key, colleague);
    expect(reply.json()).toEqual({ success: true, happened: true, partly: false });
  });

  it('is not withdrawn while it is being worked on: it happens, and that is told', async () => {
    const key = randomUUID();
    const before = await stockOf(shop, SHOP.papers);
    let running: ReturnType<typeof adjust> | undefined;
    await inTransaction(shop.database.db, async (tx) => {
      await sql`SELECT FROM stock_levels WHERE location_id = 20 AND product_id = ${SHOP.papers} FOR UPDATE`.execute(tx);
      running = adjust(key);
      await expect
        .poll(async () => {
          const { rows } = await shop.database.pool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.length;
        })
        .toBe(1);
      expect(refusalOf(await withdraw(manager, key))).toEqual([409, 'request_in_progress']);
    });
    expect((await running)?.statusCode).toBeLessThan(300);
    expect(await answered(manager, key)).toMatchObject({ happened: true });
    expect(await stockOf(shop, SHOP.papers)).toBe(before - 1);
  });

  it('and sent at the same instant either happens or is withdrawn, and both are told the same', async () => {
    const before = await stockOf(shop, SHOP.papers);
    const sold = await orders();
    let [adjusted, recorded] = [0, 0];
    const ends = new Set<string>();
    for (let round = 0; round < 24; round += 1) {
      const key = randomUUID();
      const isSale = round % 3 === 0;
      const send = () =>
        isSale
          ? staff.post('/api/orders', sale([papers], { location_id: 20 }), { 'idempotency-key': key })
          : adjust(key);
      // Either may begin first, so that both outcomes are tested.
      const [sent, first] =
        round % 2 === 0
          ? await Promise.all([send(), withdraw(manager, key)])
          : await Promise.all([withdraw(manager, key), send()]).then(([other, one]) => [one, other] as const);
      const happened =
        first.statusCode === 200
          ? first.json<{ happened: boolean }>().happened
          : (await answered(manager, key)).happened;
      // A request that came during the withdrawal is sent again, as a till does.
      const last = refusalOf(sent)[1] === 'request_in_progress' ? await send() : sent;
      if (happened) expect(last.statusCode, last.body).toBeLessThan(300);
      else expect(refusalOf(last)).toEqual([409, 'command_withdrawn']);
      ends.add(happened ? 'happened' : 'withdrawn');
      if (happened && isSale) recorded += 1;
      else if (happened) adjusted += 1;
    }
    expect(await stockOf(shop, SHOP.papers)).toBe(before - adjusted - recorded);
    expect(await orders()).toBe(sold + recorded);
    expect(ends).toEqual(new Set(['happened', 'withdrawn']));
  });
});

describe('a change of many orders that is withdrawn half way', () => {
  it('leaves the rest as it is, and says that a part of it happened', async () => {
    const [one, two] = await Promise.all(
      [papers, papers].map(async (line) => {
        const reply = await manager.post('/api/orders', sale([line], { location_id: 20 }));
        return reply.json<{ id: number }>().id;
      }),
    );
    const key = randomUUID();
    const change = () =>
      manager.send('PUT', BULK, { order_ids: [one, two], status: 'cancelled' }, { 'idempotency-key': key });
    const statusOf = async (id: number | undefined) => {
      const { rows } = await sql<{ status: string }>`select status from orders where id = ${id}`.execute(
        shop.database.db,
      );
      return rows[0]?.status;
    };
    const [first, later] = [one, two].toSorted((a, b) => (a ?? 0) - (b ?? 0));
    let running: ReturnType<typeof change> | undefined;
    await inTransaction(shop.database.db, async (tx) => {
      await sql`select from orders where id = ${later} for update`.execute(tx);
      running = change();
      await expect.poll(() => statusOf(first)).toBe('cancelled');
      const waiting = async () => {
        const { rows } = await shop.database.pool.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows[0]?.pid;
      };
      await expect.poll(waiting).toBeDefined();
      // The later request is still being carried out.
      expect(refusalOf(await withdraw(manager, key, manager))).toEqual([409, 'request_in_progress']);
      await shop.database.pool.query('select pg_terminate_backend($1)', [await waiting()]);
    });
    expect((await running)?.statusCode).toBe(503);
    expect(await answered(manager, key, manager)).toMatchObject({ happened: false, partly: true });
    expect(refusalOf(await change())).toEqual([409, 'command_withdrawn']);
    expect([await statusOf(first), await statusOf(later)]).toEqual(['cancelled', 'completed']);
  });
});
