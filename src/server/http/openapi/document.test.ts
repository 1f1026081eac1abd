import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#contract/route.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { type ApiDocument, contractRoutes, operationsOf } from '#server/testing/wire/api-document.ts';

let shop: TestApp;
let document: ApiDocument;
beforeAll(async () => {
  shop = await testApp();
  document = (await shop.inject({ url: '/api/docs/json' })).json<ApiDocument>();
});
afterAll(() => shop.close());

/** The places of all properties and parameters that have no description, nor one in the schema they refer to. */
function* undescribed(value: unknown, place: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (key === 'example' || key === 'examples') continue;
    if (key === 'properties') {
      for (const [name, field] of Object.entries(part as Record<string, { description?: string; $ref?: string }>)) {
        if ((field.description ?? field.$ref ?? '') === '') yield `${place}.${name}`;
      }
    }
    yield* undescribed(part, `${place}/${key}`);
  }
}

describe('the API document', () => {
  it('names every call after its constant in the contract, and no two alike', async () => {
    const routes = await contractRoutes();
    expect(routes.map(([constant]) => constant)).toEqual(routes.map(([, { name }]) => `${name}Route`));
    const ids = operationsOf(document).map(({ operationId }) => operationId);
    expect(ids.toSorted()).toEqual(routes.map(([, { name }]) => name).toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('describes every call, parameter, field and schema', () => {
    for (const { operationId, summary, description, tags, parameters } of operationsOf(document)) {
      expect([operationId, summary, description, tags]).not.toContain('');
      expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining([...tags]));
      for (const one of parameters)
        expect([operationId, '$ref' in one || one.description !== undefined]).toContain(true);
    }
    expect([...undescribed(document, '')]).toEqual([]);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect([name, typeof schema['description']]).toEqual([name, 'string']);
    }
  });

  it('asks for a key where the server refuses without one', () => {
    const sale = operationsOf(document).find(({ operationId }) => operationId === 'createOrder');
    expect(sale?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
    expect(document.components.parameters['IdempotencyKey']).toMatchObject({ in: 'header', required: true });
    const signIn = operationsOf(document).find(({ operationId }) => operationId === 'login');
    expect(signIn?.parameters).toEqual([]);
  });

  it('says of every call who may send it, with which permission and by which credentials', async () => {
    const routes = new Map((await contractRoutes()).map(([, one]) => [one.name, one]));
    for (const { operationId, description, security } of operationsOf(document)) {
      const { access, admits } = routes.get(operationId) as Route;
      const said = description.split('\n\n').at(-1) ?? '';
      const schemes = security.flatMap((one) => Object.keys(one));
      for (const scheme of schemes) expect(document.components.securitySchemes).toHaveProperty(scheme);
      if (access === 'public') {
        expect([operationId, said, schemes]).toEqual([operationId, 'Public: no sign-in is needed.', []]);
        continue;
      }
      const whom = ['signed-in people', 'API keys', 'paired screens'].map((words) => said.includes(words));
      const by = ['cookie', 'apiKey', 'device'].map((scheme) => schemes.includes(scheme));
      const admitted = (['staff', 'key', 'device'] as const).map((kind) => admits.includes(kind));
      expect([operationId, whom, by]).toEqual([operationId, admitted, admitted]);
      const permission = /the permission `([\w-]+)`/.exec(said)?.[1] ?? 'signed-in';
      expect([operationId, permission]).toEqual([operationId, access]);
    }
  });

  it('names the server that answered, and no two tags alike', () => {
    expect(document.servers).toEqual([{ url: '/', description: 'This shop' }]);
    const names = document.tags.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('names the keys of meta_data that a sale and its lines may have', () => {
    const said = JSON.stringify(document.components.schemas);
    for (const key of ['_split_payments', '_pricing_tier_label', '_override_price', '_discount_percentage'])
      expect(said).toContain(key);
  });

  it('offers no field that only the server may set', () => {
    const { NewOrder } = document.components.schemas as Record<string, { properties: object }>;
    expect(Object.keys(NewOrder?.properties ?? {})).toContain('line_items');
    for (const name of ['id', 'number', 'date_created', 'date_paid', 'points_awarded', 'role']) {
      expect(NewOrder?.properties).not.toHaveProperty(name);
    }
  });

  it('lists the refusals of a sale with their statuses', () => {
    const sale = operationsOf(document).find(({ operationId }) => operationId === 'createOrder');
    const conflict = JSON.stringify(sale?.responses['409']);
    for (const code of ['out_of_stock', 'price_changed', 'request_in_progress']) expect(conflict).toContain(code);
    expect(JSON.stringify(sale?.responses['422'])).toContain('totals_mismatch');
    expect(sale?.responses['401']).toBeDefined();
  });

  it('writes money, instants, days and phones as they look', () => {
    const { Money, Instant, Day, BillingAddress } = document.components.schemas;
    expect(Money?.['examples']).toEqual(['12.50']);
    expect(Instant?.['examples']).toEqual(['2026-11-20T15:04:05.000Z']);
    expect(Day?.['examples']).toEqual(['2026-11-20']);
    expect(JSON.stringify(BillingAddress)).toContain('704-555-0120');
  });
});
