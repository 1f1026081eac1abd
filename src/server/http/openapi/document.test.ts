import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Route } from '#contract/route.ts';
import { createOrderBody } from '#contract/sale.ts';
import { serverSays } from '#contract/wire.ts';
import { projectRoot } from '#server/paths.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { type ApiDocument, contractRoutes, operationsOf } from '#server/testing/wire/api-document.ts';

type Json = Readonly<Record<string, unknown>>;
/** The parts of a zod schema that lead to others. */
type Inner = 'innerType' | 'in' | 'element' | 'shape';

/** The steps of a sale, which read the keys of its meta. */
const SALE = 'server/modules/orders/sale';

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

  it('asks for a key where the server refuses without one, and offers none where it reads none', async () => {
    const admin = await shop.signIn('administrator');
    const routes = new Map((await contractRoutes()).map(([, one]) => [one.name, one]));
    expect(document.components.parameters['IdempotencyKey']).toMatchObject({ in: 'header', required: true });
    for (const { operationId, method, path, parameters } of operationsOf(document)) {
      const { idempotency } = routes.get(operationId) as Route;
      const names = parameters.flatMap((one) => /\w*IdempotencyKey$/.exec('$ref' in one ? one.$ref : '')?.[0] ?? []);
      const isNeeded = method !== 'GET' && ['required', 'own'].includes(idempotency);
      const isTaken = method !== 'GET' && idempotency === 'optional';
      expect([operationId, names]).toEqual([
        operationId,
        isNeeded ? ['IdempotencyKey'] : isTaken ? ['OptionalIdempotencyKey'] : [],
      ]);
      if (!isNeeded) continue;
      const reply = await shop.inject({
        method,
        url: path.replaceAll(/\{\w+\}/g, '1'),
        headers: admin.headers,
        payload: {},
      });
      expect([operationId, reply.json<{ code: string }>().code]).toEqual([operationId, 'idempotency_key_required']);
    }
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

  it('names every key of meta_data that the server knows, of a sale and of its lines', () => {
    const keysIn = (...files: string[]): string[] =>
      files.flatMap((file) => readFileSync(join(projectRoot, 'src', file), 'utf8').match(/(?<=')_[a-z_]+(?=')/g) ?? []);
    const keysOf = (schema: string): string[] => {
      const { properties } = document.components.schemas[schema] as { properties: Record<string, Json> };
      return String(properties['meta_data']?.['description']).match(/(?<=`)_[a-z_]+(?=`)/g) ?? [];
    };
    const steps = readdirSync(join(projectRoot, 'src', SALE)).filter((name) => /^[\w-]+\.ts$/.test(name));
    const ofSale = keysIn(...steps.map((name) => `${SALE}/${name}`), 'server/modules/customers/forget/forget.ts');
    const ofLine = keysIn('server/modules/orders/line-meta.ts');
    expect(keysOf('NewOrder')).toEqual(expect.arrayContaining(ofSale));
    expect(keysOf('NewOrderLine')).toEqual(expect.arrayContaining(ofLine));
    const sentOrAnswered = keysIn('server/modules/orders/order-row.ts', 'web/features/register/sale/sale-body.ts');
    expect([...keysOf('NewOrder'), ...keysOf('NewOrderLine')]).toEqual(expect.arrayContaining(sentOrAnswered));
    for (const keys of [ofSale, ofLine, sentOrAnswered]) expect(keys.length).toBeGreaterThan(9);
  });

  it('offers no field that only the server may set, in no body', async () => {
    const routes = new Map((await contractRoutes()).map(([, one]) => [one.name, one]));
    let looked = 0;
    const resolved = (schema: Json): Json => {
      const [, name] = /schemas\/(\w+)$/.exec(String(schema['$ref'])) ?? [];
      if (name !== undefined) return resolved(document.components.schemas[name] ?? {});
      const [first] = ((schema['anyOf'] ?? []) as Json[]).filter(({ type }) => type !== 'null');
      return first ? resolved(first) : schema;
    };
    function compare(body: unknown, published: Json, place: string): void {
      const { def } = (body as z.core.$ZodType)._zod as { def: { type: string } & Partial<Record<Inner, unknown>> };
      const inner = def.innerType ?? def.in;
      if (inner !== undefined) return compare(inner, published, place);
      const schema = resolved(published);
      if (def.element !== undefined) return compare(def.element, (schema['items'] ?? {}) as Json, `${place}[]`);
      const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Json>>;
      for (const [name, part] of Object.entries(def.shape ?? {})) {
        if (part === serverSays) {
          looked += 1;
          expect(properties, `${place}.${name}`).not.toHaveProperty(name);
        } else compare(part, properties[name] ?? {}, `${place}.${name}`);
      }
    }
    for (const { operationId, requestBody } of operationsOf(document)) {
      const { body } = routes.get(operationId) as Route;
      const published = requestBody?.content['application/json']?.schema;
      if (body !== undefined) compare(body, published ?? {}, operationId);
    }
    expect(looked).toBeGreaterThan(50);
  });

  it('offers no field of a sale that is ignored or must be empty, although one may be sent', () => {
    const zero = { shipping_total: '0.00', shipping_lines: [], fee_lines: [], coupon_lines: [] };
    const unoffered = { ...zero, payment_method_title: 'Card', created_via: 'pos' };
    const ofTax = { compound: false, shipping_tax_total: '0.00' };
    const sent = {
      ...unoffered,
      payment_method: 'card',
      line_items: [{ product_id: 1, quantity: 1 }],
      tax_lines: [{ ...ofTax, tax_total: '1.00' }],
    };
    expect(createOrderBody.parse(sent)).toMatchObject({ created_via: 'pos', tax_lines: [{ compound: false }] });
    const { properties } = document.components.schemas['NewOrder'] as { properties: Record<string, { items: Json }> };
    const taxLine = properties['tax_lines']?.items['properties'] as Json;
    expect(Object.keys(properties)).toContain('line_items');
    expect(Object.keys(taxLine)).toContain('tax_total');
    for (const name of Object.keys(unoffered)) expect(properties).not.toHaveProperty(name);
    for (const name of Object.keys(ofTax)) expect(taxLine).not.toHaveProperty(name);
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

  it('gives money, quantities and ids of requests with examples, and each example of a request is accepted', async () => {
    const { MoneyIn, NewOrderLine } = document.components.schemas as Record<string, { properties: Json } & Json>;
    expect(MoneyIn?.['examples']).toEqual(['12.50']);
    expect(NewOrderLine?.properties['quantity']).toMatchObject({ examples: [3.5] });
    const order = operationsOf(document).find(({ operationId }) => operationId === 'order');
    expect(order?.parameters).toContainEqual(
      expect.objectContaining({ name: 'id', schema: expect.objectContaining({ examples: ['20'] }) as Json }),
    );
    const refused: unknown[] = [];
    for (const [, { name, params, query, body }] of await contractRoutes())
      for (const schema of [params, query, body].filter((one) => one !== undefined))
        z.toJSONSchema(schema, {
          io: 'input',
          unrepresentable: 'any',
          override: ({ zodSchema, path }) => {
            for (const example of (z.globalRegistry.get(zodSchema)?.['examples'] ?? []) as unknown[])
              if (!z.core.safeParse(zodSchema, example).success) refused.push([name, ...path, example]);
          },
        });
    expect(refused).toEqual([]);
  });
});
