import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PRINCIPAL_KINDS } from '#domain/permissions.ts';
import { route } from '#contract/route.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refusalOf, type TestApp, testApp, type Till } from '#server/testing/app.ts';
import { contractRoutes } from '#server/testing/wire/api-document.ts';
import { asClient, asSuperuser } from '#server/testing/postgres/database-contents.ts';
import { serve, serveWrite } from '../serve/serve.ts';
import { success } from '../serve/success.ts';
import { issueMachine, revokeMachine } from './machines.ts';
import { findSession, type Staff } from './session.ts';

const of = {
  name: 'count',
  description: 'Of a test.',
  summary: 'count',
  tags: ['test'],
  admits: PRINCIPAL_KINDS,
} as const;
const countRoute = route({
  ...of,
  method: 'POST',
  path: '/api/test/count',
  access: 'adjust-stock',
  body: z.object({ shelf: z.string() }),
  reply: z.object({ success: z.literal(true), by: z.string(), staff: z.boolean() }),
});
const windowRoute = route({
  ...of,
  method: 'GET',
  path: '/api/test/window',
  access: 'signed-in',
  admits: ['device'],
  reply: z.object({ success: z.literal(true), location: z.int() }),
});

const modules = [
  (app: Parameters<typeof serve>[0]) => {
    serveWrite(app, countRoute, async ({ tx, principal, staff, body }) => {
      await recordChange(tx, principal, { action: 'shelf_counted', entity: 'shelf', entityId: body.shelf });
      return success({ by: `${principal.kind} ${principal.name}`, staff: staff !== null });
    });
    serve(app, windowRoute, async ({ principal }) => success({ location: principal.locationId }));
  },
];

let shop: TestApp;
let manager: Till;
let by: Staff;

beforeAll(async () => {
  shop = await testApp({ modules });
  manager = await shop.signIn('manager', { username: 'mel' });
  by = (await findSession(shop.database.db, manager.token, 'bearer'))?.principal as Staff;
});
afterAll(() => shop.close());

const issue = (machine: Parameters<typeof issueMachine>[2]) =>
  inTransaction(shop.database.db, (tx) => issueMachine(tx, by, machine));
const aDevice = () => issue({ kind: 'device', name: 'Window TV', locationId: 20 });
const aKey = (more: Partial<Parameters<typeof issueMachine>[2]> = {}) =>
  issue({ kind: 'key', name: 'Stock robot', locationId: 20, permissions: ['adjust-stock'], ...more });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const deviceCookie = (token: string) => ({ cookie: `tillwright_device=${token}` });
const window = (headers: Record<string, string>) => shop.inject({ method: 'GET', url: windowRoute.path, headers });
const count = (headers: Record<string, string>, key: string = randomUUID()) =>
  shop.inject({
    method: 'POST',
    url: countRoute.path,
    headers: { ...headers, 'idempotency-key': key, 'content-type': 'application/json' },
    payload: JSON.stringify({ shelf: 'A' }),
  });

describe('a device', () => {
  it('is let in by its cookie or as a bearer, and only where devices are admitted', async () => {
    const { token } = await aDevice();
    for (const headers of [bearer(token), deviceCookie(token)]) {
      expect((await window(headers)).json()).toEqual({ success: true, location: 20 });
    }
    // A route that admits it by kind may still need a permission, and a device has none.
    expect(refusalOf(await count(bearer(token)))).toEqual([403, 'not_allowed']);
    expect(refusalOf(await window(manager.headers))).toEqual([403, 'not_allowed']);
  });

  it('is refused by every other call of the product', async () => {
    const { token } = await aDevice();
    const closed = (await contractRoutes())
      .map(([, one]) => one)
      .filter(({ access, admits }) => access !== 'public' && !admits.includes('device'));
    expect(closed.length).toBeGreaterThan(50);
    for (const { method, path } of closed) {
      const ask = (headers: Record<string, string>) =>
        shop.inject({
          method,
          url: path.replaceAll(/:\w+/g, '1'),
          headers: { ...headers, 'idempotency-key': randomUUID() },
        });
      expect([method, path, ...refusalOf(await ask(bearer(token)))]).toEqual([method, path, 403, 'not_allowed']);
      // These routes ignore a device's cookie, so that the browser shows its sign-in page.
      expect([method, path, ...refusalOf(await ask(deviceCookie(token)))]).toEqual([
        method,
        path,
        401,
        'login_required',
      ]);
    }
  });

  it('may be the browser in which somebody signs in, who is asked first where people are admitted', async () => {
    const { token } = await aDevice();
    const both = { cookie: `tillwright_session=${manager.token}; tillwright_device=${token}` };
    expect((await shop.inject({ method: 'GET', url: '/api/auth/me', headers: both })).statusCode).toBe(200);
    expect((await window(both)).statusCode).toBe(200);
  });

  it('stays known however long it was switched off, until it is revoked', async () => {
    const { id, token } = await aDevice();
    await sql`update sessions set last_seen_at = now() - interval '400 days' where machine_id = ${id}`.execute(
      shop.database.db,
    );
    expect((await window(bearer(token))).statusCode).toBe(200);
    await inTransaction(shop.database.db, (tx) => revokeMachine(tx, by, id));
    expect(refusalOf(await window(bearer(token)))).toEqual([401, 'login_required']);
    await expect(inTransaction(shop.database.db, (tx) => revokeMachine(tx, by, id))).rejects.toThrow('no such device');
  });

  it('is kept as a hash, and has no permissions', async () => {
    const { token } = await aDevice();
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from sessions s, machines m where m.id = s.machine_id
         and (encode(s.token_hash, 'escape') like ${`%${token}%`} or m::text like ${`%${token}%`})`.execute(
      shop.database.db,
    );
    expect(rows).toEqual([{ found: 0 }]);
    await expect(issue({ kind: 'device', name: 'TV', locationId: 20, permissions: ['see-stock'] })).rejects.toThrow(
      'machines_device_without_permissions',
    );
  });
});

describe('an API key', () => {
  it('may do what its permissions say, until its end', async () => {
    const { token } = await aKey();
    expect((await count(bearer(token))).json()).toEqual({ success: true, by: 'key Stock robot', staff: false });
    const { token: other } = await aKey({ permissions: ['see-stock'] });
    expect(refusalOf(await count(bearer(other)))).toEqual([403, 'not_allowed']);
    const { token: ended } = await aKey({ expiresAt: new Date(Date.now() - 1000) });
    expect(refusalOf(await count(bearer(ended)))).toEqual([401, 'login_required']);
  });

  it('gets its answer again under its Idempotency-Key; to others that says nothing', async () => {
    const [mine, other] = [await aKey(), await aKey()];
    const key = randomUUID();
    expect((await count(bearer(mine.token), key)).headers['idempotent-replay']).toBeUndefined();
    expect((await count(bearer(mine.token), key)).headers['idempotent-replay']).toBe('true');
    expect(refusalOf(await count(bearer(other.token), key))).toEqual([422, 'idempotency_key_reused']);
    const cashier = await shop.signIn('staff');
    expect(refusalOf(await count(cashier.headers, key))).toEqual([422, 'idempotency_key_reused']);
  });
});

it('the audit trail says of which kind somebody was, in a chain that a changed kind breaks', async () => {
  const [cashier, key] = [await shop.signIn('staff'), await aKey()];
  const device = await aDevice();
  await count(cashier.headers);
  await count(bearer(key.token));
  // Devices write nothing yet.
  await inTransaction(shop.database.db, (tx) =>
    recordChange(
      tx,
      { kind: 'device', id: device.id, locationId: 20 },
      { action: 'seen', entity: 'device', entityId: device.id },
    ),
  );
  await sql`insert into audit_trail (action, entity, entity_id) values ('seen', 'server', '1')`.execute(
    shop.database.db,
  );
  const { rows } = await sql`
    select actor_id, machine_id, machine_kind, location_id from audit_trail order by id desc limit 4`.execute(
    shop.database.db,
  );
  expect(rows.toReversed()).toEqual([
    { actor_id: cashier.userId, machine_id: null, machine_kind: null, location_id: 20 },
    { actor_id: null, machine_id: key.id, machine_kind: 'key', location_id: 20 },
    { actor_id: null, machine_id: device.id, machine_kind: 'device', location_id: 20 },
    { actor_id: null, machine_id: null, machine_kind: null, location_id: null },
  ]);
  const { connection } = shop.database;
  expect((await verifyBooks(connection)).ok).toBe(true);
  const forge = `set session_replication_role = replica; update audit_trail set machine_kind = 'device' where machine_id = ${key.id}`;
  await asClient(asSuperuser(connection), (client) => client.query(forge));
  const broken = (await verifyBooks(connection)).checks.filter((check) => check.broken > 0);
  expect(broken.map(({ name }) => name)).toEqual(['the audit trail is an unbroken chain of hashes']);
});
