import fc from 'fast-check';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PURCHASE_ORDERS_PATH } from '#contract/purchasing.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { whyNotParsed } from './body-parser.ts';

const nested = (levels: number, [open, close] = ['[', ']'] as const) => open.repeat(levels) + close.repeat(levels);
const object = (keys: number) => `{${Array.from({ length: keys }, (_, n) => `"k${n}":1`).join(',')}}`;

describe('a body', () => {
  it('is parsed with 16 levels and not with 17, whatever stands in its texts', () => {
    expect(whyNotParsed(nested(16))).toBe(null);
    expect(whyNotParsed(nested(17))).toMatch(/nested too deeply/);
    expect(whyNotParsed(`{"a":${'{"a":'.repeat(16)}1`)).toMatch(/nested too deeply/);
    expect(whyNotParsed(JSON.stringify({ note: nested(400), more: `\\"${nested(400)}` }))).toBe(null);
    expect(whyNotParsed(JSON.stringify(Array.from({ length: 400 }, () => [[]])))).toBe(null);
  });

  it('is parsed with 5,000 fields and not with more, be they in one object or in many', () => {
    expect(whyNotParsed(object(5000))).toBe(null);
    expect(whyNotParsed(object(5001))).toMatch(/more than 5,000/);
    expect(whyNotParsed(`{"a":${object(2500)},"b":${object(2500)}}`)).toMatch(/more than 5,000/);
    expect(whyNotParsed(JSON.stringify({ text: ':'.repeat(6000) }))).toBe(null);
  });

  it('may have a list of as many entries as its route allows, each with fewer than 5,001 fields', () => {
    const entry = JSON.stringify({ product_id: 1, quantity: 2, meta_data: [{ key: 'a', value: 'b' }] });
    expect(whyNotParsed(`{"items":[${Array.from({ length: 9000 }, () => entry).join(',')}],"note":"n"}`)).toBe(null);
    expect(whyNotParsed(`{"items":[1,${object(5001)}]}`)).toMatch(/more than 5,000/);
    expect(whyNotParsed(`{"items":[[${object(3000)},${object(3000)}]]}`)).toMatch(/more than 5,000/);
    expect(whyNotParsed(`{"items":[${object(3000)}],"more":[${object(3000)}]}`)).toBe(null);
  });

  it('has at most 100,000 fields in all, however they are divided', () => {
    const lists = (count: number) =>
      `{${Array.from({ length: count }, (_, n) => `"l${n}":[${object(4999)}]`).join(',')}}`;
    expect(whyNotParsed(lists(20))).toBe(null);
    expect(whyNotParsed(lists(21))).toMatch(/more than 100,000/);
    expect(whyNotParsed(`{"items":[${Array.from({ length: 21 }, () => object(4999)).join(',')}]}`)).toMatch(/100,000/);
  });

  it('of an ordinary kind is always parsed, and one that is no JSON is left to the parser', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 6 }), (text) => whyNotParsed(text) === null));
    for (const text of ['', '"', '"\\', ']]]}}}', '{"a"', 'nonsense']) expect(whyNotParsed(text)).toBe(null);
  });
});

describe('a request with a hostile body', () => {
  let shop: TestApp;
  let till: Till;
  beforeAll(async () => {
    shop = await testApp();
    till = await shop.signIn('staff');
  });
  afterAll(() => shop.close());

  it('is refused above 4 KiB where nobody need be signed in', async () => {
    const send = (url: string, bytes: number) =>
      shop.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        payload: `{"username":"nobody","password":"x","more":"${'x'.repeat(bytes)}"}`,
      });
    expect(refusalOf(await send('/api/auth/login', 4000))).toEqual([401, 'wrong_credentials']);
    expect(refusalOf(await send('/api/auth/login', 4100))).toEqual([413, 'body_too_large']);
    expect(refusalOf(await send('/api/error-reports', 4100))).toEqual([413, 'body_too_large']);
  });

  it('is refused above 4 KiB though it does not say how long it is', async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = shop.app.server.address() as AddressInfo;
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const asked = httpRequest(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/api/auth/login',
          headers: { 'content-type': 'application/json' },
        },
        (reply) => resolve(reply.resume().statusCode),
      );
      asked.once('error', reject);
      asked.write('['.repeat(3000));
      asked.write('['.repeat(3000));
    });
    expect(status).toBe(413);
  });

  it('is not read where nothing answers', async () => {
    const reply = await shop.inject({
      method: 'POST',
      url: '/api/nothing',
      headers: { 'content-type': 'application/json' },
      payload: '{"never',
    });
    expect(refusalOf(reply)).toEqual([404, 'not_found']);
  });

  it('is refused when it is deep or has many fields', async () => {
    const url = '/api/inventory/adjust';
    const deep = await till.post(url, `{"adjustments":${nested(20)}}`);
    expect([refusalOf(deep), deep.json()]).toMatchObject([
      [400, 'invalid_request'],
      { error: 'The body of the request is nested too deeply (more than 16 levels).' },
    ]);
    const many = await till.post(url, `{"adjustments":[],"more":${object(100_000).replaceAll('"k', '"')}}`);
    expect(refusalOf(many)).toEqual([400, 'invalid_request']);
    expect(many.json<{ error: string }>().error).toMatch(/more than 5,000/);
    const listed = Array.from({ length: 67 }, () => object(4999).replaceAll('"k', '"'));
    const manager = await shop.signIn('manager');
    const split = await manager.post(PURCHASE_ORDERS_PATH, `{"items":[],"more":[${listed.join(',')}]}`);
    expect(refusalOf(split)).toEqual([400, 'invalid_request']);
    expect(split.json<{ error: string }>().error).toMatch(/more than 100,000/);
  });
});
