import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Route } from '#contract/route.ts';
import { PERMISSIONS, type Permission } from '#domain/permissions.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { issueMachine } from '#server/http/guard/machines.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { makeAssistantObjects } from '#server/testing/samples/hostile-assistant.ts';
import { makeObjects, PICTURE_HASH, targetOf } from '#server/testing/samples/hostile-objects.ts';
import { SAMPLES } from '#server/testing/samples/hostile-requests.ts';
import { NEEDS } from '#server/testing/samples/needed-permissions.ts';
import {
  ALSO_SCREENS,
  CALLERS,
  type Caller,
  CAN_BE_APPROVED,
  KEY_MAY_CALL,
  SAMPLE_NEEDS,
  WHO_MAY_CALL,
} from '#server/testing/samples/who-may-call.ts';
import { ASKED, OF_ITS_MAKER, OF_MANY, OF_THE_WHOLE_SHOP, OF_WHO_ASKS } from '#server/testing/samples/whose-objects.ts';
import { openShop } from '#server/testing/shop.ts';
import { contractRoutes } from '#server/testing/wire/api-document.ts';
import { IS_LONG } from '#testing/times.ts';

type Headers = Readonly<Record<string, string>>;
type Outcome = 'may' | 'signs in first' | 'may not' | 'needs an approval';

const CONTRACT = (await contractRoutes()).map(([, one]) => one);
/** Two calls may name the parts of their addresses differently. */
const unnamed = (path: string): string => path.replaceAll(/:\w+(?:\|:\w+)*/g, ':id');
const ROUTES = new Map(CONTRACT.map((one) => [`${one.method} ${unnamed(one.path)}`, one]));
const NAMED: Record<string, string> = { hash: PICTURE_HASH, size: 'small' };
const shapeOf = (schema: unknown): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

let shop: TestApp;
let screen: { readonly headers: Headers };
/** Made the objects that the calls name. */
let makers: Till[];

beforeAll(async () => {
  // Without the files of the built pages, which anybody may read.
  shop = await testApp();
  await openShop(shop);
  screen = await makeObjects(shop);
  makers = [await shop.signIn('administrator'), await shop.signIn('staff')];
  await makeAssistantObjects(shop, maker(1));
});
afterAll(() => shop.close());

const maker = (index: 0 | 1): Till => makers[index] as Till;

/** Calls as the router of the server has them. A HEAD is answered as its GET. */
function callsOfRouter(): string[] {
  const above: string[] = [];
  return shop.app
    .printRoutes({ commonPrefix: false })
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, stem = '', part = '', methods = ''] = /^(.*?)[├└]── (\S+) \((.*)\)$/.exec(line) ?? [];
      above.splice(stem.length / 4, Infinity, part);
      const path = unnamed(above.join(''));
      return (
        methods
          .split(', ')
          .filter((method) => method !== 'HEAD')
          // It lists the methods of an address of WooCommerce's form to whoever is signed in, and nothing of the shop.
          .filter((method) => method !== 'OPTIONS' || !path.startsWith('/wp-json/'))
          .map((method) => `${method} ${path}`)
      );
    });
}

/** Sends the sample of a call. At the location, where the call names one. To refuse it nothing needs to be there that it names. */
async function answerTo(call: string, headers: Headers, { at, expected }: { at?: number; expected?: Outcome } = {}) {
  const route = ROUTES.get(call);
  const [method, path] = call.split(' ') as [Route['method'], string];
  const isFor = expected === undefined || expected === 'may';
  const target = isFor && route ? await targetOf(`${route.method} ${route.path}`, maker(0), shop) : undefined;
  const sample: Record<string, unknown> = { ...SAMPLES[`${method} ${route?.path}`] };
  if (at !== undefined && 'location_id' in sample) sample['location_id'] = at;
  const query = new URLSearchParams(ASKED[call]);
  if (at !== undefined && shapeOf(route?.query).includes('location_id')) query.set('location_id', String(at));
  const address = (route?.path ?? path).replaceAll(
    /:(\w+)/g,
    (_part, name: string) => NAMED[name] ?? target?.id ?? '1',
  );
  const reply = await shop.inject({
    method,
    url: `${address}?${query}`,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    payloadAsStream: true,
    ...(route?.body && { payload: sample }),
  });
  const stream = reply.stream();
  const isEndless = String(reply.headers['content-type']).startsWith('text/event-stream');
  const chunks: Buffer[] = [];
  if (isEndless) stream.destroy();
  else for await (const chunk of stream) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  expect(reply.statusCode, `${call}: ${body}`).toBeLessThan(500);
  const code = /^\{.*"code":"(\w+)"/.exec(body)?.[1];
  return { status: reply.statusCode, code, body };
}

function outcomeOf({ status, code }: { status: number; code: string | undefined }): Outcome {
  if (status === 401 && code === 'login_required') return 'signs in first';
  if (status === 403 && code === 'not_allowed') return 'may not';
  return status === 403 && code === 'approval_needed' ? 'needs an approval' : 'may';
}

async function headersOf(caller: Caller): Promise<Headers> {
  return caller === 'stranger' ? {} : (await shop.signIn(caller)).headers;
}

const LISTED: readonly (readonly [call: string, least: string])[] = Object.entries(WHO_MAY_CALL)
  .flatMap(([least, calls]) => calls.map((call) => [call, least] as const))
  // The calls that take something away come last.
  .toSorted(([one], [other]) => Number(/^DELETE|\/roles/.test(one)) - Number(/^DELETE|\/roles/.test(other)));
/** Each caller tries a share of the calls in every run, the next caller others; the long form tries them all. */
const shareOf = (turn: number, calls = LISTED) => calls.filter((_call, place) => IS_LONG || (place + turn) % 3 === 0);
const OF_STAFF = LISTED.filter(([, least]) => least === 'staff').map(([call]) => call);

it('every call of the router is in the table, and the table has no others', () => {
  expect(LISTED.map(([call]) => call).toSorted()).toEqual(callsOfRouter().toSorted());
});

it('every call needs the permission that the reviewed list says, and none is left out of the list', () => {
  const listed = Object.entries(NEEDS).flatMap(([access, names]) => names.map((name) => `${name}: ${access}`));
  expect(CONTRACT.map(({ name, access }) => `${name}: ${access}`).toSorted()).toEqual(listed.toSorted());
});

it('shows and changes nothing of a location to the staff of another', async () => {
  const absent: string[] = [];
  for (const call of OF_STAFF.filter((one) => !OF_ITS_MAKER.includes(one))) {
    const elsewhere = await shop.signIn('staff', { locationId: 19 });
    const { status, body } = await answerTo(call, elsewhere.headers, { at: 20 });
    if (OF_MANY.includes(call)) expect(body, call).toMatch(/"data":\[\]|"chang(?:ed|ing)":0/);
    else if (OF_WHO_ASKS.includes(call)) expect(body, call).not.toMatch(/"location_id":20\b/);
    else if (OF_THE_WHOLE_SHOP.includes(call))
      expect([call, status < 300 || call.includes('notes/')], body).toEqual([call, true]);
    else {
      expect([call, [403, 404].includes(status)], body).toEqual([call, true]);
      // Else there would be nothing to refuse.
      const { status: atHome } = await answerTo(call, maker(0).headers, { at: 20 });
      if (atHome === 403 || atHome === 404) absent.push(call);
    }
  }
  expect(absent).toEqual(['GET /api/proxy/flora-im/menus/active']);
});

it('keeps conversations with the assistant from everybody else', async () => {
  for (const call of OF_ITS_MAKER) {
    for (const role of ['staff', 'administrator'] as const)
      expect([call, (await answerTo(call, await headersOf(role))).status]).toEqual([call, 404]);
    const own = await Promise.all(makers.map(({ headers }) => answerTo(call, headers)));
    expect([call, own.some(({ status }) => status !== 404)]).toEqual([call, true]);
  }
});

describe('a program with an API key', () => {
  const rightOf = (call: string) => Object.keys(KEY_MAY_CALL).find((right) => KEY_MAY_CALL[right]?.includes(call));
  const keyWith = async (permissions: readonly Permission[]): Promise<Headers> => {
    const { token } = await inTransaction(shop.database.db, (tx) =>
      issueMachine(tx, null, { kind: 'key', name: randomUUID(), locationId: 20, permissions }),
    );
    return { authorization: `Bearer ${token}` };
  };

  it('makes the calls of its right, and no other call of staff', async () => {
    const all = await keyWith(PERMISSIONS);
    for (const [call, least] of shareOf(0).filter(([, who]) => who !== 'stranger')) {
      const right = rightOf(call);
      const expected: Outcome = right || call === 'GET /api/events' ? 'may' : 'may not';
      expect([call, least, outcomeOf(await answerTo(call, all, { expected }))]).toEqual([call, least, expected]);
      if (right === undefined) continue;
      const without = await keyWith(PERMISSIONS.filter((permission) => permission !== right));
      expect([call, outcomeOf(await answerTo(call, without, { expected: 'may not' }))]).toEqual([call, 'may not']);
      expect([call, outcomeOf(await answerTo(call, await keyWith([right as Permission])))]).toEqual([call, 'may']);
    }
  });
});

it('a screen makes its own calls and those of strangers', async () => {
  for (const [call, least] of shareOf(1)) {
    const isIts = least === 'stranger' || least === 'screen' || ALSO_SCREENS.includes(call);
    const expected: Outcome = isIts ? 'may' : 'may not';
    expect([call, outcomeOf(await answerTo(call, screen.headers, { expected }))]).toEqual([call, expected]);
  }
});

it.each(CALLERS)('a %s makes the calls that the table says', async (caller) => {
  const canSignIn = caller !== 'stranger' && caller !== 'customer';
  for (const [call, listed] of shareOf(CALLERS.indexOf(caller))) {
    const least = SAMPLE_NEEDS[call] ?? listed;
    const isEnough = least !== 'screen' && CALLERS.indexOf(caller) >= CALLERS.indexOf(least as Caller);
    const refused = CAN_BE_APPROVED.includes(call) ? 'needs an approval' : 'may not';
    const expected: Outcome =
      least === 'stranger' || (isEnough && canSignIn) ? 'may' : canSignIn ? refused : 'signs in first';
    const answer = await answerTo(call, await headersOf(caller), { expected });
    expect([call, outcomeOf(answer)], answer.body).toEqual([call, expected]);
  }
});
