import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EVENTS_PATH } from '#contract/live.ts';
import type { Route } from '#contract/route.ts';
import { can } from '#domain/permissions.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { createLog } from '#server/log.ts';
import { projectRoot } from '#server/paths.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { uploadMediaRoute } from '#contract/wordpress-media.ts';
import { idFor, makeObjects, OTHER_CUSTOMER, PICTURE_HASH, targetOf } from '#server/testing/samples/hostile-objects.ts';
import { makeAssistantObjects } from '#server/testing/samples/hostile-assistant.ts';
import { HOSTILE, SAMPLES, SLOT, slots } from '#server/testing/samples/hostile-requests.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { IS_LONG } from '#testing/times.ts';

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'path' in value && 'reply' in value;
}

// Every file of the contract: a call that is added is tried without anybody remembering to.
const folder = join(projectRoot, 'src/contract');
const CONTRACT = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => import(join(folder, name)) as Promise<Record<string, unknown>>),
);
const ROUTES = CONTRACT.flatMap((module) => Object.values(module).filter(isRoute));
const nameOf = (route: Route): string => `${route.method} ${route.path}`;
const named = (routes: readonly Route[]): [string, Route][] => routes.map((route) => [nameOf(route), route]);

const HOSTILE_TEXTS = HOSTILE.map((json): unknown => JSON.parse(json)).filter((value) => typeof value !== 'object');
/** Each place gets a share of the values, another one than its neighbour; the long form tries all of them. */
const shareOf = <T>(values: readonly T[], turn: number, share = 32): T[] =>
  values.filter((_value, index) => IS_LONG || (index + turn) % share === 0);
/** Each attack is tried on a quarter of the calls, and the next attack on another; all of them on sales. */
const someOf = (routes: readonly Route[], turn: number): [string, Route][] => {
  const share = shareOf(routes, turn, 4);
  return named(routes.filter((route) => share.includes(route) || nameOf(route) === 'POST /api/orders'));
};
const LEAK =
  /\b(?:select|insert into|violates|relation|syntax error|node_modules|constraint|undefined is not)\b|\.ts:/i;

let shop: TestApp;
let manager: Till;
let staff: Till;
/** The headers of a paired screen. */
let screen: Pick<Till, 'headers'>;
let logged: string[] = [];

beforeAll(async () => {
  const destination = new Writable({ write: (line, _encoding, done) => (logged.push(String(line)), done()) });
  shop = await testApp({ log: createLog('info', destination) });
  await openShop(shop);
  screen = await makeObjects(shop);
  // May call everything.
  manager = await shop.signIn('administrator');
  staff = await shop.signIn('staff');
  await makeAssistantObjects(shop, staff);
});
afterAll(() => shop.close());
afterEach(() => {
  logged = [];
});

/** Refused with a sentence, or accepted; never a defect, never a word of how it is made. */
function expectSound(reply: LightMyRequestResponse, sent: string): void {
  const what = `${reply.statusCode} for ${sent.slice(0, 300)}: ${reply.body.slice(0, 300)}`;
  const defects = logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
  expect(reply.statusCode, what).toBeLessThan(500);
  expect(defects, what).toEqual([]);
  logged = [];
  expect(reply.headers['x-content-type-options'], what).toBe('nosniff');
  expect(reply.headers['content-security-policy'], what).toContain('default-src');
  if (reply.statusCode < 400) return;
  const { success, error, code } = reply.json<Record<string, unknown>>();
  expect({ success, error, code }, what).toEqual({
    success: false,
    error: expect.stringMatching(/^\S.{8,}$/s) as unknown,
    code: expect.stringMatching(/^[a-z_]+$/) as unknown,
  });
  expect(String(error), what).not.toMatch(LEAK);
  expect(String(error).length, what).toBeLessThan(1000);
  expect(reply.headers['cache-control'], what).toContain('no-store');
}

/** Parts of an address that are no ids. */
const NAMED: Record<string, string> = { hash: PICTURE_HASH, size: 'small' };
const pathOf = ({ path }: Route, id = idFor(path)): string =>
  path.replaceAll(/:(\w+)/g, (_part, name: string) => NAMED[name] ?? id);

/** Some calls are for screens only. */
const asking = (by: Till, { admits }: Route) => (admits.includes('staff') ? by : screen);

/** Without a key where one may be left out: then nothing has looked at the body before its schema does. */
function send(by: Till, route: Route, options: { path?: string; query?: string; body?: string } = {}) {
  const { path = pathOf(route), query = '', body } = options;
  return shop.inject({
    method: route.method,
    url: `${path}?${query}`,
    headers: {
      ...asking(by, route).headers,
      ...((route.idempotency === 'own' || route.idempotency === 'required') && { 'idempotency-key': randomUUID() }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: body }),
  });
}

function sampleOf(route: Route): Record<string, unknown> {
  const sample = SAMPLES[nameOf(route)];
  if (!sample) throw new Error(`${nameOf(route)} has no sample`);
  return sample;
}

const withBody = ROUTES.filter(({ body }) => body !== undefined);
const shapeOf = (schema: unknown): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

it('knows every call that the server answers', () => {
  const { paths = {} } = shop.app.swagger();
  const answered = Object.entries<object | undefined>(paths).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(answered.toSorted()).toEqual(ROUTES.map(nameOf).toSorted());
});

/** The refusals of calls that need a secret, which no sample can know. */
const SECRET: Record<string, number> = {
  'POST /api/auth/login': 401,
  'POST /api/proxy/wc-points-rewards/auth/token': 401,
  'POST /api/password-reset/check': 422,
  'POST /api/password-reset': 422,
  'POST /api/tv/pairings/claim': 404,
  'PUT /api/auth/password': 403,
  'PUT /api/auth/pin': 403,
  'POST /api/auth/switch': 403,
  'POST /api/auth/approve': 403,
  'POST /api/ai/drafts/:id/approve': 409,
};

describe('whatever stands in a field', () => {
  it.each(someOf(withBody, 0))('%s answers with a sentence or does what it is for', async (name, route) => {
    const whole = JSON.stringify(sampleOf(route));
    let target = await targetOf(name, manager, shop);
    const attempt = async (json: string): Promise<LightMyRequestResponse> => {
      const body = json.replace('"item_id":1,', `"item_id":${target.line},`);
      const reply = await send(manager, route, { path: pathOf(route, target.id), body });
      if (reply.statusCode < 300) target = await targetOf(name, manager, shop);
      return reply;
    };
    const first = await attempt(whole);
    expect(first.statusCode, first.body).toBe(SECRET[name] ?? route.status);
    let turn = 0;
    for (const slot of slots(sampleOf(route))) {
      turn += 1;
      for (const value of shareOf(HOSTILE, turn)) {
        const body = slot.replace(slot === SLOT ? SLOT : `"${SLOT}"`, () => value);
        const reply = await attempt(body);
        expectSound(reply, body);
        if (name === 'POST /api/orders' && reply.statusCode === 200) {
          expect(reply.json(), body).toMatchObject({
            data: { total: '25.99', status: 'completed', employee_id: manager.userId, location_id: 20 },
          });
        }
      }
    }
    await sql`DELETE FROM sign_in_failures`.execute(shop.database.db);
    await sql`DELETE FROM tv_pairing_failures`.execute(shop.database.db);
    const last = await attempt(whole);
    expect(last.statusCode, last.body).toBe(SECRET[name] ?? route.status);
  });

  it.each(someOf(withBody, 1))('%s turns down what only the server may say', async (_name, route) => {
    const sample = sampleOf(route);
    for (const key of shapeOf(route.body).filter((field) => !(field in sample))) {
      // These are the caller's to say; no sample can have them beside its others.
      if (
        ['employee', 'employee_id', 'redeem_points', 'conversation_id', 'replaces', 'seen_level', 'version'].includes(
          key,
        )
      )
        continue;
      const reply = await send(manager, route, { body: JSON.stringify({ ...sample, [key]: 1 }) });
      expect([key, reply.statusCode, reply.json()]).toMatchObject([key, 400, { field: key }]);
    }
  });

  it.each(someOf(withBody, 0))('%s takes no body that is not a plain JSON object', async (_name, route) => {
    const whole = JSON.stringify(sampleOf(route));
    const polluted = [
      `{"__proto__":{"admin":true},${whole.slice(1)}`,
      `{"x":[{"constructor":{"prototype":{"admin":true}}}],${whole.slice(1)}`,
    ];
    const bodies = [
      '',
      '[]',
      'null',
      '1',
      '"{}"',
      whole.slice(0, -1),
      `${whole}}`,
      `[${whole}]`,
      '{"a":NaN}',
      ...polluted,
    ];
    for (const body of shareOf(bodies, route.path.length, 2)) {
      const reply = await send(manager, route, { body });
      expectSound(reply, body);
      expect([body.slice(0, 80), reply.statusCode]).toEqual([body.slice(0, 80), 400]);
    }
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json'];
    for (const type of shareOf(types, route.path.length, 2)) {
      const reply = await shop.inject({
        method: route.method,
        url: pathOf(route),
        headers: { ...asking(manager, route).headers, 'content-type': type, 'idempotency-key': randomUUID() },
        payload: whole,
      });
      // Pictures are sent as forms, too: this one has no file.
      const isForm = route.path === uploadMediaRoute.path && type.startsWith('multipart');
      expect([type, reply.statusCode]).toEqual([type, isForm ? 400 : 415]);
      expectSound(reply, type);
    }
  });
});

const REQUIRED = { product_id: SHOP.grinder, field: 'nose', status: 'refunded', merge_id: OTHER_CUSTOMER };
/** True if the query requires the parameter. */
function needs(query: unknown, name: string): boolean {
  const part: unknown = query instanceof z.ZodObject ? query.shape[name] : undefined;
  return part instanceof z.ZodType && !part.safeParse(undefined).success;
}

function whoMay({ access }: Route): Till {
  return access === 'public' || access === 'signed-in' || can('staff', access) ? staff : manager;
}

describe('whatever stands in an address', () => {
  // A stream that is opened does not end, whatever else its address says.
  const answered = ROUTES.filter(({ query, path }) => query !== undefined && path !== EVENTS_PATH);
  it.each(someOf(answered, 1))('%s', async (_name, route) => {
    // A deletion names an object that does not exist: the tests that follow need the others.
    const path = route.method === 'DELETE' ? pathOf(route, '2147483647') : pathOf(route);
    const ask = (query: string) => send(manager, route, { path, query });
    for (const [place, key] of shapeOf(route.query).entries()) {
      for (const value of shareOf(HOSTILE_TEXTS, place + path.length)) {
        const query = `${key}=${encodeURIComponent(
          String(value)
            .slice(0, 3000)
            .replace(/\p{Surrogate}/gu, ''),
        )}`;
        const rest = Object.entries(REQUIRED).filter(([name]) => name !== key && needs(route.query, name));
        expectSound(await ask([query, ...rest.map((pair) => pair.join('='))].join('&')), query);
      }
      const twice = await ask(`${key}=1&${key}=1`);
      // WooCommerce's own client sends each of them twice.
      if (!route.path.startsWith('/wp-json/')) expect([key, twice.statusCode]).toEqual([key, 400]);
      const odd = [
        `${key}[]=1`,
        `${key}[$ne]=1`,
        `__proto__=1`,
        `${key}=%00`,
        `${key}=%ff`,
        `${key}=0000-00-00`,
        `${key}=0000-01-01`,
        `${key}=9999-12-31`,
        `${key}=${'1 '.repeat(100)}`,
      ];
      for (const query of shareOf(odd, place + path.length, 3)) {
        expectSound(await ask(query), query);
      }
    }
  });

  const withParams = named(ROUTES.filter(({ params }) => params !== undefined));

  it.each(withParams.filter(([, { method }]) => method === 'GET'))(
    '%s is answered when it is right',
    async (_name, route) => {
      const query = Object.entries(REQUIRED).filter(([name]) => needs(route.query, name));
      const reply = await send(whoMay(route), route, { query: query.map((pair) => pair.join('=')).join('&') });
      expect(reply.statusCode, reply.body).toBe(route.status);
    },
  );

  it.each(withParams)('%s', async (_name, route) => {
    const ids = [
      '0',
      '-1',
      '1.5',
      '1e3',
      '2147483647',
      '2147483648',
      '99999999999',
      '%00',
      '%27',
      '1;',
      '..',
      '%ff',
      '1'.repeat(400),
    ];
    for (const [place, name] of shapeOf(route.params).entries()) {
      for (const id of shareOf(ids, place + route.path.length, 3)) {
        const path = pathOf({ ...route, path: route.path.replace(`:${name}`, () => id) }, idFor(route.path));
        const reply = await send(manager, route, { path, body: route.body && JSON.stringify(SAMPLES[nameOf(route)]) });
        expectSound(reply, id);
        // Two dots are taken out of an address before it is sent, and leave another one.
        if (id !== '..') expect([name, id, [400, 404].includes(reply.statusCode)]).toEqual([name, id, true]);
      }
    }
  });
});

describe('whoever asks', () => {
  it('a HEAD of the event stream does not wait for its end', async () => {
    const reply = await shop.inject({ method: 'HEAD', url: EVENTS_PATH, headers: staff.headers });
    expect(reply.statusCode).toBe(404);
  });

  it.each(
    someOf(
      ROUTES.filter(({ access }) => access !== 'public'),
      0,
    ),
  )('%s is for those who signed in', async (_name, route) => {
    const strangers = [
      {},
      { authorization: 'Bearer x' },
      { authorization: `Bearer ${'A'.repeat(43)}` },
      { authorization: `Basic ${manager.token}` },
      { cookie: 'tillwright_session=%ZZ; __proto__=1' },
      { authorization: 'Bearer x', cookie: `tillwright_session=${manager.token}` },
    ];
    for (const headers of shareOf(strangers, route.path.length, 3)) {
      const reply = await shop.inject({ method: route.method, url: pathOf(route), headers });
      expect([headers, reply.statusCode, reply.json()]).toMatchObject([headers, 401, { code: 'login_required' }]);
    }
  });

  it.each(
    someOf(
      ROUTES.filter(({ method }) => method !== 'GET'),
      1,
    ),
  )('%s is not carried out for another site', async (_name, route) => {
    const sites = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-origin, cross-site' },
    ];
    for (const from of shareOf(sites, route.path.length, 2)) {
      const reply = await shop.inject({
        method: route.method,
        url: pathOf(route),
        headers: { cookie: `tillwright_session=${manager.token}`, 'content-type': 'application/json', ...from },
        payload: '{}',
      });
      expect([from, reply.statusCode, reply.json()]).toMatchObject([from, 403, { code: 'cross_site' }]);
    }
  });

  it.each(
    named(
      ROUTES.filter(({ method, idempotency }) => method !== 'GET' && idempotency !== 'none' && idempotency !== 'safe'),
    ),
  )('%s takes no odd key', async (_name, route) => {
    const odd = ['short', 'x'.repeat(129), 'with a space', 'ümlaut-key', 'two-keys, two-keys'];
    for (const key of shareOf(odd, route.path.length, 3)) {
      const reply = await manager.send(route.method as 'POST', pathOf(route), SAMPLES[nameOf(route)], {
        'idempotency-key': key,
      });
      expect([key, reply.statusCode, reply.json()]).toMatchObject([key, 400, { code: 'invalid_idempotency_key' }]);
    }
  });
});

it('leaves books that are right, with sales among them', async () => {
  const { rows } = await sql<{ sold: number }>`SELECT count(*) AS sold FROM orders`.execute(shop.database.db);
  expect(rows[0]?.sold).toBeGreaterThan(10);
  const { checks } = await verifyBooks(shop.database.connection);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
});
