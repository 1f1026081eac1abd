import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { refusalOf, testApp, type Till } from '#server/testing/app.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { SHOP, staffedShop, stockOf } from '#server/testing/shop.ts';

/** At location 20. */

const { shop, staff, manager } = await staffedShop();

const newKey = () => ({ 'idempotency-key': randomUUID() });
const SALE = sale([grinder], { location_id: 20 });
const adjustment = (quantity: number) => ({
  location_id: 20,
  adjustments: [{ product_id: SHOP.papers, adjustment_quantity: quantity }],
});
const ADJUST = '/api/inventory/adjust';
const orders = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM orders`.execute(shop.database.db);
  return rows[0]?.n ?? -1;
};
const moveTo = (till: Till, locationId: number) => till.send('PUT', '/api/auth/location', { location_id: locationId });
const setRole = (till: Till, role: string) =>
  sql`UPDATE users SET role = ${role} WHERE id = ${till.userId}`.execute(shop.database.db);

describe('a key that was used', () => {
  it('tells a manager of the sale they made, though they work elsewhere now', async () => {
    const key = newKey();
    const first = await manager.post('/api/orders', SALE, key);
    expect(first.statusCode).toBe(200);
    await moveTo(manager, 19);
    const before = await orders();
    const again = await manager.post('/api/orders', SALE, key);
    await moveTo(manager, 20);
    expect([again.statusCode, again.headers['idempotent-replay'], again.json()]).toEqual([200, 'true', first.json()]);
    expect(await orders()).toBe(before);
  });

  it('tells of a stock change whose maker works elsewhere now', async () => {
    const key = newKey();
    const first = await staff.post(ADJUST, adjustment(-1), key);
    await sql`UPDATE users SET location_id = 19 WHERE id = ${staff.userId}`.execute(shop.database.db);
    const again = await staff.post(ADJUST, adjustment(-1), key);
    const fresh = await staff.post(ADJUST, adjustment(-1), newKey());
    await sql`UPDATE users SET location_id = 20 WHERE id = ${staff.userId}`.execute(shop.database.db);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(refusalOf(fresh)).toEqual([403, 'not_allowed']);
  });

  it('tells of an order that was voided by somebody who may not void any more', async () => {
    const sold = await manager.post('/api/orders', SALE, newKey());
    const url = `/api/orders?id=${sold.json<{ id: number }>().id}`;
    const key = newKey();
    const first = await manager.send('DELETE', url, undefined, key);
    expect(first.statusCode).toBe(200);
    await setRole(manager, 'staff');
    const again = await manager.send('DELETE', url, undefined, key);
    const fresh = await manager.send('DELETE', url, undefined, newKey());
    const invalid = await manager.send('DELETE', url, undefined, { 'idempotency-key': 'short' });
    await setRole(manager, 'manager');
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect([fresh, invalid].map(refusalOf)).toEqual([
      [403, 'approval_needed'],
      [403, 'not_allowed'],
    ]);
  });

  it('tells of a new account whose maker may make no accounts any more', async () => {
    const administrator = await shop.signIn('administrator');
    const body = {
      username: 'new-hand',
      first_name: 'Nia',
      password: 'a long password',
      roles: ['staff'],
      email: 'nia@shop.example',
    };
    const key = newKey();
    const first = await administrator.post('/api/users-matrix/users', body, key);
    expect(first.statusCode).toBe(201);
    await setRole(administrator, 'staff');
    const again = await administrator.post('/api/users-matrix/users', body, key);
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
  });

  it('answers though the price has changed, the item is gone and the stock is sold out', async () => {
    const key = newKey();
    const body = sale([{ product_id: SHOP.shirt, variation_id: SHOP.shirtSmall, quantity: 5, price: 25 }]);
    const first = await staff.post('/api/orders', body, key);
    expect(first.statusCode).toBe(200);
    await sql`UPDATE products SET status = 'draft' WHERE id = ${SHOP.shirt}`.execute(shop.database.db);
    const again = await staff.post('/api/orders', body, key);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(await stockOf(shop, SHOP.shirt, SHOP.shirtSmall)).toBe(0);
  });

  it('answers a manager at the location where it was used, and nobody else', async () => {
    const key = newKey();
    const first = await staff.post('/api/orders', SALE, key);
    const adjusted = newKey();
    await staff.post(ADJUST, adjustment(-2), adjusted);
    const before = await orders();
    const there = await manager.post('/api/orders', SALE, key);
    expect([there.statusCode, there.headers['idempotent-replay'], there.json()]).toEqual([200, 'true', first.json()]);
    expect((await manager.post(ADJUST, adjustment(-2), adjusted)).headers['idempotent-replay']).toBe('true');

    const colleague = await shop.signIn('staff');
    const elsewhere = await shop.signIn('manager', { locationId: 19 });
    for (const somebody of [colleague, elsewhere]) {
      for (const [url, body, used] of [
        ['/api/orders', sale([grinder]), key],
        [ADJUST, { adjustments: adjustment(-2).adjustments }, adjusted],
      ] as const) {
        const reply = await somebody.post(url, body, used);
        expect(refusalOf(reply)).toEqual([422, 'idempotency_key_reused']);
        expect(Object.keys(reply.json<object>()).toSorted()).toEqual(['code', 'error', 'success']);
      }
    }
    // A request with its own fault is refused as it would be without the key.
    expect(refusalOf(await elsewhere.post('/api/orders', SALE, key))).toEqual([403, 'not_allowed']);
    expect(await orders()).toBe(before);
  });

  it('asks whoever is not signed in to sign in', async () => {
    const key = newKey();
    await staff.post('/api/orders', SALE, key);
    const reply = await shop.inject({ method: 'POST', url: '/api/orders', headers: key, payload: SALE });
    expect(refusalOf(reply)).toEqual([401, 'login_required']);
  });
});

describe('a request that is sent again in a shared browser', () => {
  const sentBy = ({ userId }: Till, locationId = 20) => ({ 'x-sent-by': `${userId}@${locationId}` });

  it('is carried out for whoever began it, where they began it, and for nobody else', async () => {
    const key = newKey();
    const stock = await stockOf(shop, SHOP.papers);
    const asManager = await manager.post(ADJUST, adjustment(-1), { ...key, ...sentBy(staff) });
    const elsewhere = await staff.post(ADJUST, adjustment(-1), { ...key, ...sentBy(staff, 19) });
    expect([asManager, elsewhere].map(refusalOf)).toEqual([
      [409, 'sent_by_another'],
      [409, 'sent_by_another'],
    ]);
    expect(await stockOf(shop, SHOP.papers)).toBe(stock);
    const own = await staff.post(ADJUST, adjustment(-1), { ...key, ...sentBy(staff) });
    expect(own.statusCode).toBe(200);
    expect(await stockOf(shop, SHOP.papers)).toBe(stock - 1);
  });

  it('tells a manager there that it happened', async () => {
    const key = newKey();
    const sold = await staff.post('/api/orders', SALE, { ...key, ...sentBy(staff) });
    const asked = await manager.post('/api/orders', SALE, { ...key, ...sentBy(staff) });
    expect([asked.statusCode, asked.json()]).toEqual([200, sold.json()]);
  });
});

describe('a request that is sent again after more than a week', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const sentAt = (daysAgo: number) => ({ 'x-sent-before': String(Math.round(daysAgo * DAY_MS)) });

  it('is not carried out, since its key may be forgotten', async () => {
    const stock = await stockOf(shop, SHOP.papers);
    const before = await orders();
    const adjusted = await staff.post(ADJUST, adjustment(-1), { ...newKey(), ...sentAt(7.1) });
    const sold = await staff.post('/api/orders', SALE, { ...newKey(), ...sentAt(9) });
    expect([adjusted, sold].map(refusalOf)).toEqual([
      [409, 'sent_too_long_ago'],
      [409, 'sent_too_long_ago'],
    ]);
    expect(adjusted.json<{ error: string }>().error).toBe(
      'This was begun more than a week ago. It may have been carried out then: look before you do it again.',
    );
    expect([await stockOf(shop, SHOP.papers), await orders()]).toEqual([stock, before]);
  });

  it('is answered as it was then while its key is known', async () => {
    const key = newKey();
    const first = await staff.post(ADJUST, adjustment(-1), { ...key, ...sentAt(0) });
    const again = await staff.post(ADJUST, adjustment(-1), { ...key, ...sentAt(7.5) });
    expect([again.statusCode, again.headers['idempotent-replay'], again.json()]).toEqual([200, 'true', first.json()]);
  });

  it('waits for whoever began it, as any other', async () => {
    const reply = await manager.post(ADJUST, adjustment(-1), {
      ...newKey(),
      ...sentAt(9),
      'x-sent-by': `${staff.userId}@20`,
    });
    expect(refusalOf(reply)).toEqual([409, 'sent_by_another']);
  });

  it('is carried out when it is younger, or says nothing of use about when it was begun', async () => {
    const texts = ['', 'yesterday', '-1', '1.5', '1e3', '0x10', '1, 1'];
    const times = [sentAt(6.9), sentAt(-400), {}, ...texts.map((text) => ({ 'x-sent-before': text }))];
    for (const time of times) {
      const reply = await staff.post(ADJUST, adjustment(-1), { ...newKey(), ...time });
      expect([time, reply.statusCode]).toEqual([time, 200]);
    }
  });
});

describe('a key that was used for something else', () => {
  it('says that it happened, what, when and, to its owner, where to find it', async () => {
    const key = newKey();
    const { id } = (await staff.post('/api/orders', SALE, key)).json<{ id: number }>();
    const otherwise = await staff.post('/api/orders', sale([grinder, grinder]), key);
    expect(otherwise.json()).toMatchObject({
      code: 'idempotency_key_reused',
      error: expect.stringMatching(/^This was carried out already, on \w+ \d+, \d{4}.* with other details/) as unknown,
      command: 'POST /api/orders',
      happened_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
      recorded_id: id,
    });
    const another = await staff.post(ADJUST, adjustment(-1), key);
    expect(another.json()).toMatchObject({ code: 'idempotency_key_reused', command: 'POST /api/orders' });
    const toManager = await manager.post('/api/orders', sale([grinder, grinder]), key);
    expect(toManager.json()).toMatchObject({ code: 'idempotency_key_reused', command: 'POST /api/orders' });
    expect(toManager.json()).not.toHaveProperty('recorded_id');
  });

  it('says so of a request that is no longer valid, rather than that it is not', async () => {
    const key = newKey();
    await staff.post(ADJUST, adjustment(-1), key);
    for (const body of [{}, '{"adjustments"', { ...adjustment(-1), location_id: 'x' }]) {
      expect(refusalOf(await staff.post(ADJUST, body, key))).toEqual([422, 'idempotency_key_reused']);
    }
    expect(refusalOf(await staff.post(ADJUST, {}, newKey()))).toEqual([400, 'invalid_request']);
  });
});

describe('what is kept of a request', () => {
  const hashes = async (key: { 'idempotency-key': string }) => {
    const { rows } = await sql<{ hash: Buffer }>`
      SELECT request_hash AS hash FROM idempotency_keys WHERE key = ${key['idempotency-key']}`.execute(
      shop.database.db,
    );
    return rows.map(({ hash }) => hash);
  };

  it('is a hash that names its key and that nobody computes without it', async () => {
    const [first, second] = [newKey(), newKey()];
    await staff.post(ADJUST, adjustment(-1), first);
    await staff.post(ADJUST, adjustment(-1), second);
    const [[one], [two]] = [await hashes(first), await hashes(second)];
    const id = shop.app.deps.secrets.fingerprint.subarray(0, 8);
    expect(one?.length).toBe(40);
    expect([one?.subarray(0, 8), two?.subarray(0, 8)]).toEqual([id, id]);
    // The same request has different hashes under different keys.
    expect(one?.equals(two ?? Buffer.alloc(0))).toBe(false);
  });

  it('is compared under its own key only: a restored shop gives the first answer', async () => {
    const [sold, adjusted, plain] = [newKey(), newKey(), newKey()];
    const first = await staff.post('/api/orders', SALE, sold);
    const changed = await staff.post(ADJUST, adjustment(-1), adjusted);
    await staff.post(ADJUST, adjustment(-1), plain);
    await sql`UPDATE idempotency_keys SET request_hash = sha256('of the build before') WHERE key = ${plain['idempotency-key']}`.execute(
      shop.database.db,
    );
    const before = await orders();
    const restored = await testApp({ database: shop.database, env: { DATA_KEY: 'a1'.repeat(32) } });
    const send = (url: string, body: object, key: Record<string, string>) =>
      restored.inject({ method: 'POST', url, headers: { ...staff.headers, ...key }, payload: body });
    expect((await send('/api/orders', sale([grinder, grinder]), sold)).json()).toEqual(first.json());
    expect((await send(ADJUST, adjustment(-3), adjusted)).json()).toEqual(changed.json());
    expect((await send(ADJUST, adjustment(-3), plain)).headers['idempotent-replay']).toBe('true');
    expect(refusalOf(await send(ADJUST, adjustment(-3), sold))).toEqual([422, 'idempotency_key_reused']);
    expect(await orders()).toBe(before);
    await restored.close();
  });
});
