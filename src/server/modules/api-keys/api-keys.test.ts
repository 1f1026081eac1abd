import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiKey } from '#contract/api-keys.ts';
import { route } from '#contract/route.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { signatureOf } from '#server/http/guard/api-key/oauth-signature.ts';
import { refusalOf, type TestApp, testApp, type Till } from '#server/testing/app.ts';
import { wooClient } from '#server/testing/wire/woo-client.ts';

const of = { description: 'Of a test.', summary: 'ping', tags: ['test'], admits: ['staff', 'key'] } as const;
const reply = z.object({ success: z.literal(true), by: z.string() });
const readRoute = route({
  ...of,
  name: 'ping',
  method: 'GET',
  path: '/wp-json/wc/v3/ping',
  access: 'see-stock',
  reply,
});
const writeRoute = route({
  ...of,
  name: 'pong',
  method: 'POST',
  path: '/wp-json/wc/v3/ping',
  access: 'edit-products',
  body: z.object({ shelf: z.string() }),
  reply,
});
const modules = [
  (app: Parameters<typeof serve>[0]) => {
    serve(app, readRoute, async ({ principal }) => success({ by: `${principal.kind} ${principal.name}` }));
    serveWrite(app, writeRoute, async ({ tx, principal, body }) => {
      await recordChange(tx, principal, { action: 'shelf_counted', entity: 'shelf', entityId: body.shelf });
      return success({ by: `${principal.kind} ${principal.name}` });
    });
  },
];

let shop: TestApp;
let admin: Till;
let address: string;

beforeAll(async () => {
  shop = await testApp({ modules });
  admin = await shop.signIn('administrator', { username: 'ada' });
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => shop.close());

interface Made {
  data: ApiKey;
  consumer_key: string;
  consumer_secret: string;
}
const SCOPE = { products: 'write', customers: 'none', orders: 'none', taxes: 'none' };
const create = (body: object = {}, by = admin) =>
  by.post('/api/manage/api-keys', { name: 'Web shop', location_id: 20, all_locations: false, scope: SCOPE, ...body });
const made = async (body: object = {}): Promise<Made> => {
  const answer = await create(body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Made>();
};
const listed = async (id: number) =>
  (await admin.get('/api/manage/api-keys')).json<{ data: ApiKey[] }>().data.find((one) => one.id === id);
const clientOf = ({ consumer_key: consumerKey, consumer_secret: consumerSecret }: Made) =>
  wooClient({ url: address, consumerKey, consumerSecret });
const basic = ({ consumer_key: key, consumer_secret: secret }: Made) => ({
  authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
});
const ping = (headers: Record<string, string>, query = '', remoteAddress = '127.0.0.1') =>
  shop.inject({ method: 'GET', url: `${readRoute.path}${query}`, headers, remoteAddress });

function signed(
  key: Made,
  {
    nonce = randomUUID(),
    at = Date.now(),
    method = 'HMAC-SHA256',
    path = readRoute.path,
  }: { nonce?: string; at?: number; method?: string; path?: string } = {},
) {
  const parameters: [string, string][] = [
    ['search', "50% off (red) it's & more*"],
    ['oauth_consumer_key', key.consumer_key],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', method],
    ['oauth_timestamp', String(Math.floor(at / 1000))],
  ];
  const request = { method: 'GET', url: `http://localhost:80${path}`, parameters };
  const signature = signatureOf(request, key.consumer_secret, method)?.toString('base64') ?? '';
  return `?${new URLSearchParams([...parameters, ['oauth_signature', signature]])}`;
}
/** From another machine, without TLS. */
const remotely = (query: string, headers: Record<string, string> = {}) =>
  ping({ host: 'localhost:80', ...headers }, query, '192.0.2.7');

describe('an API key', () => {
  it('is made once with its secret, which nothing tells afterwards', async () => {
    const key = await made();
    expect(key.consumer_key).toMatch(/^ck_[0-9a-f]{40}$/);
    expect(key.consumer_secret).toMatch(/^cs_[0-9a-f]{40}$/);
    expect(key.data).toMatchObject({ name: 'Web shop', created_by: 'ada', last_used_at: null, scope: SCOPE });
    expect(await listed(key.data.id)).toEqual(key.data);
    const { rows } = await sql<{ told: string }>`
      SELECT (SELECT string_agg(a::text, '') FROM api_keys a) || (SELECT string_agg(t::text, '') FROM audit_trail t)
             || coalesce((SELECT string_agg(i::text, '') FROM idempotency_keys i), '') AS told`.execute(
      shop.database.db,
    );
    for (const secret of [key.consumer_key, key.consumer_secret]) expect(rows[0]?.told).not.toContain(secret);
  });

  it('asks by WooCommerce’s own client, which signs over http, and the audit trail names it', async () => {
    const key = await made({ name: 'Robot' });
    const client = clientOf(key);
    const answer = await client.get('ping', { search: "it's 50% off (red)", per_page: 5 });
    expect(answer.data).toEqual({ success: true, by: 'key Robot' });
    await client.post('ping', { shelf: 'B' });
    const { rows } = await sql`
      SELECT actor_id, machine_id, machine_kind, location_id FROM audit_trail WHERE action = 'shelf_counted'`.execute(
      shop.database.db,
    );
    expect(rows).toEqual([{ actor_id: null, machine_id: key.data.id, machine_kind: 'key', location_id: 20 }]);
    expect((await listed(key.data.id))?.last_used_at).not.toBeNull();
  });

  it('sends its secret as it is on this machine and over TLS only', async () => {
    const key = await made();
    const inAddress = `?consumer_key=${key.consumer_key}&consumer_secret=${key.consumer_secret}`;
    expect((await ping(basic(key))).statusCode).toBe(200);
    expect((await ping({}, inAddress)).statusCode).toBe(200);
    for (const answer of [await remotely('', basic(key)), await remotely(inAddress)]) {
      expect(refusalOf(answer)).toEqual([401, 'api_key_refused']);
      expect(answer.body).toContain('not sent over plain http');
    }
  });

  it('is signed by either method, from anywhere', async () => {
    const key = await made();
    for (const method of ['HMAC-SHA1', 'HMAC-SHA256'])
      expect((await remotely(signed(key, { method }))).json()).toEqual({ success: true, by: 'key Web shop' });
  });

  it('is refused with a signature of another request, an old or odd one, and one that came before', async () => {
    const key = await made();
    const once = signed(key);
    expect((await remotely(once)).statusCode).toBe(200);
    const replies = [
      await remotely(once),
      await remotely(signed(key, { path: '/wp-json/wc/v3/other' })),
      await remotely(`${signed(key)}&page=2`),
      await remotely(signed(key, { method: 'PLAINTEXT' })),
      await remotely(signed(key, { at: Date.now() - 16 * 60_000 })),
      await remotely(signed(key, { at: Date.now() + 16 * 60_000 })),
      await remotely(signed({ ...key, consumer_secret: `cs_${'0'.repeat(40)}` })),
      await remotely(signed({ ...key, consumer_key: `ck_${'0'.repeat(40)}` })),
      await remotely(signed(key, { nonce: 'x'.repeat(101) })),
      await remotely(`?oauth_consumer_key=${key.consumer_key}`),
      await ping(basic({ ...key, consumer_secret: `${key.consumer_secret}0` })),
      await ping(basic({ ...key, consumer_secret: '' })),
    ];
    expect(replies.map(refusalOf)).toEqual(replies.map(() => [401, 'api_key_refused']));
  });

  it('of two copies of a signed request at one moment one is carried out', async () => {
    const once = signed(await made());
    const replies = await Promise.all([remotely(once), remotely(once), remotely(once)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
  });

  it('signs a request for one server: another server of the shop refuses its copy', async () => {
    const key = await made();
    const other = await testApp({ database: shop.database, modules });
    try {
      const there = (query: string) =>
        other.inject({
          url: `${readRoute.path}${query}`,
          headers: { host: 'localhost:80' },
          remoteAddress: '192.0.2.7',
        });
      const once = signed(key);
      expect((await remotely(once)).statusCode).toBe(200);
      expect(refusalOf(await there(once))).toEqual([401, 'api_key_refused']);
      expect((await there(signed(key))).statusCode).toBe(200);
    } finally {
      await other.close();
    }
  });

  it('may do what its scope says', async () => {
    const reader = await made({ scope: { ...SCOPE, products: 'read' } });
    expect((await ping(basic(reader))).statusCode).toBe(200);
    const write = await shop.inject({
      method: 'POST',
      url: writeRoute.path,
      headers: { ...basic(reader), 'content-type': 'application/json' },
      payload: '{"shelf":"A"}',
    });
    expect(refusalOf(write)).toEqual([403, 'not_allowed']);
    expect(refusalOf(await create({ scope: { ...SCOPE, products: 'none' } }))).toEqual([422, 'not_valid']);
    expect(refusalOf(await create({ location_id: 999 }))).toEqual([422, 'not_valid']);
    expect(refusalOf(await shop.inject({ url: '/api/manage/api-keys', headers: basic(reader) }))).toEqual([
      401,
      'login_required',
    ]);
  });

  it('is revoked at once and for good', async () => {
    const key = await made();
    await ping(basic(key));
    const url = `/api/manage/api-keys/${key.data.id}`;
    expect((await admin.send('DELETE', url)).statusCode).toBe(200);
    for (const headers of [basic(key), { authorization: `Bearer ${key.consumer_secret}` }])
      expect((await ping(headers)).statusCode).toBe(401);
    expect((await remotely(signed(key))).statusCode).toBe(401);
    expect(refusalOf(await admin.send('DELETE', url))).toEqual([404, 'not_found']);
    const gone = await listed(key.data.id);
    expect(gone).toMatchObject({ revoked_by: 'ada', revoked_at: expect.any(String) as string });
    expect(gone?.last_used_at).not.toBeNull();
  });

  it('has its rate counted', async () => {
    const limited = await testApp({ modules, database: shop.database, env: { RATE_LIMIT_PER_MINUTE: '3' } });
    const key = await made();
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await limited.inject({ method: 'GET', url: readRoute.path, headers: basic(key) })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await limited.close();
  });
});

it.each(['staff', 'manager'] as const)('%s neither sees nor makes keys', async (role) => {
  const till = await shop.signIn(role);
  const { data } = await made();
  const replies = [
    await till.get('/api/manage/api-keys'),
    await create({}, till),
    await till.send('DELETE', `/api/manage/api-keys/${data.id}`),
  ];
  expect(replies.map(refusalOf)).toEqual(replies.map(() => [403, 'not_allowed']));
});
