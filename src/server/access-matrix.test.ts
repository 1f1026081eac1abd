import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Route } from '#contract/route.ts';
import { can, isApprovable, PERMISSIONS, type Permission, type PrincipalKind } from '#domain/permissions.ts';
import { contractRoutes } from '#server/testing/wire/api-document.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { makeAssistantObjects } from '#server/testing/samples/hostile-assistant.ts';
import { makeObjects, PICTURE_HASH, targetOf } from '#server/testing/samples/hostile-objects.ts';
import { SAMPLES } from '#server/testing/samples/hostile-requests.ts';
import { NEEDS, NOT_STAFF, OTHERS } from '#server/testing/samples/needed-permissions.ts';
import { openShop } from '#server/testing/shop.ts';

const CALLS = (await contractRoutes()).map(([, one]) => one);
const ROUTES = CALLS.filter(({ admits }) => admits.includes('staff'));
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const isPermission = (access: string): access is Permission => (PERMISSIONS as readonly string[]).includes(access);
const NAMED: Record<string, string> = { hash: PICTURE_HASH, size: 'small' };

let shop: TestApp;
let elsewhere: Till;
let by: Record<'staff' | 'manager' | 'administrator', Till>;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  await makeObjects(shop);
  by = {
    administrator: await shop.signIn('administrator'),
    manager: await shop.signIn('manager'),
    staff: await shop.signIn('staff'),
  };
  await makeAssistantObjects(shop, by.staff);
  elsewhere = await shop.signIn('staff', { locationId: 19 });
});
afterAll(() => shop.close());

function ask({ method, path }: Route, headers: Till['headers'] | object, body?: object, id = '1', query = '') {
  return shop.inject({
    method,
    url: `${path.replaceAll(/:(\w+)/g, (_part, name: string) => NAMED[name] ?? id)}?${query}`,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    ...(body && { payload: body }),
  });
}

describe('every call of the product', () => {
  it('needs the permission that the reviewed list says, and none is left out of the list', () => {
    const listed = Object.entries(NEEDS).flatMap(([access, names]) => names.map((name) => `${name}: ${access}`));
    expect(CALLS.map(({ name, access }) => `${name}: ${access}`).toSorted()).toEqual(listed.toSorted());
  });

  it('is made by the kinds of principals that the reviewed list says', () => {
    const madeBy = (kind: PrincipalKind) => CALLS.filter(({ admits }) => admits.includes(kind)).map(({ name }) => name);
    expect(madeBy('device').toSorted()).toEqual(OTHERS.device.toSorted());
    expect(madeBy('key').toSorted()).toEqual(OTHERS.key.toSorted());
    const notStaff = CALLS.filter(({ admits }) => !admits.includes('staff'));
    expect(notStaff.map(({ name }) => name).toSorted()).toEqual(NOT_STAFF.toSorted());
  });

  it('asks strangers to sign in, unless it is for everybody', async () => {
    const closed = ROUTES.filter(({ access }) => access !== 'public');
    expect(closed.length).toBeGreaterThan(100);
    for (const route of closed)
      expect([nameOf(route), ...refusalOf(await ask(route, {}))]).toEqual([nameOf(route), 401, 'login_required']);
  });

  it.each(['staff', 'manager'] as const)('is closed to %s who do not have its permission', async (role) => {
    const closed = ROUTES.filter(({ access }) => isPermission(access) && !can(role, access));
    expect(closed.length).toBeGreaterThan(role === 'staff' ? 50 : 10);
    for (const route of closed) {
      const reply = await ask(route, by[role].headers, route.body && (SAMPLES[nameOf(route)] ?? {}));
      const code = isApprovable(route.access) && route.method !== 'GET' ? 'approval_needed' : 'not_allowed';
      expect([nameOf(route), ...refusalOf(reply)]).toEqual([nameOf(route), 403, code]);
    }
  });

  it('under Manage is closed to staff, whatever permission it names', () => {
    const open = ROUTES.filter(({ path, access }) => {
      const isOpen = access === 'signed-in' || access === 'public' || (isPermission(access) && can('staff', access));
      return path.startsWith('/api/manage/') && isOpen;
    });
    expect(open.map(nameOf)).toEqual([]);
  });
});

const shapeOf = (schema: unknown): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/** Products, customers, suppliers and shared artifacts belong to the whole shop. */
const OF_THE_SHOP = /\/(?:products?|customers|users?|suppliers|artifacts)\//;

it('shows and changes nothing of a location to the staff of another', async () => {
  const answered: string[] = [];
  for (const route of ROUTES) {
    const { access, path, query, body } = route;
    if (access === 'public' || (isPermission(access) && !can('staff', access))) continue;
    const names = [...shapeOf(query), ...shapeOf(body), ...path.split('/')];
    if (!names.some((name) => /^(?::id|(?:from_)?location_id)$/.test(name))) continue;
    const target = await targetOf(nameOf(route), by.manager, shop);
    const sample = body && {
      ...SAMPLES[nameOf(route)],
      ...(shapeOf(body).includes('location_id') && { location_id: 20 }),
    };
    const asked = shapeOf(query).includes('location_id') ? 'location_id=20' : '';
    const reply = await ask(route, elsewhere.headers, sample, target.id, asked);
    if (reply.statusCode < 400) answered.push(nameOf(route));
    else expect([nameOf(route), reply.statusCode < 500], reply.body).toEqual([nameOf(route), true]);
  }
  expect(answered.length).toBeGreaterThan(10);
  expect(answered.filter((call) => !OF_THE_SHOP.test(call))).toEqual([]);
});
