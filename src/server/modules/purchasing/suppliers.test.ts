import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Supplier } from '#contract/suppliers.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';

let shop: TestApp;
let till: Till;

const BASE = '/api/proxy/flora-im';

beforeAll(async () => {
  shop = await testApp();
  till = await shop.signIn('staff');
});
afterAll(() => shop.close());

describe('suppliers', () => {
  it('are listed by name, made and edited', async () => {
    const reply = await till.post(`${BASE}/suppliers`, {
      name: ' Green Farm ',
      contact: 'Ann',
      email: 'ann@farm.example',
    });
    expect(reply.statusCode).toBe(201);
    const { data } = reply.json<{ data: { id: number } }>();
    expect(data).toMatchObject({ name: 'Green Farm', contact: 'Ann', phone: '', status: 'active' });
    const edited = await till.send('PUT', `${BASE}/suppliers/${data.id}`, { phone: '555 0100', status: 'inactive' });
    expect(edited.json()).toMatchObject({
      data: { name: 'Green Farm', contact: 'Ann', phone: '555 0100', status: 'inactive' },
    });
    const names = async (query: string) =>
      (await till.get(`${BASE}/suppliers${query}`)).json<{ data: { name: string }[] }>().data.map(({ name }) => name);
    expect(await names('')).toEqual(['Default supplier', 'Green Farm']);
    expect(await names('?status=active')).toEqual(['Default supplier']);
    expect(await names('?search=ann@')).toEqual(['Green Farm']);
    await till.post(`${BASE}/suppliers`, { name: 'L’Été 100%', contact: 'Zoë O’Hara' });
    for (const typed of ['lete', "l'ete 100%", 'L’ÉTÉ', "zoe o'hara"]) {
      expect(await names(`?search=${encodeURIComponent(typed)}`), typed).toEqual(['L’Été 100%']);
    }
  });

  it.each<[string, object, [number, string]]>([
    ['without a name', { name: '  ' }, [422, 'supplier_name_required']],
    ['of a name that is taken', { name: 'default SUPPLIER' }, [409, 'supplier_name_taken']],
    ['with an id of its own', { name: 'X', id: 5 }, [400, 'invalid_request']],
  ])('%s are refused', async (_what, sent, expected) => {
    expect(refusalOf(await till.post(`${BASE}/suppliers`, sent))).toEqual(expected);
  });

  it('saves over nobody who saved meanwhile, and tells before and after in the audit trail', async () => {
    const made = await till.post(`${BASE}/suppliers`, { name: 'Two Desks', phone: '555 0100' });
    const { id, version } = made.json<{ data: Supplier }>().data;
    const put = (body: object) => till.send('PUT', `${BASE}/suppliers/${id}`, body);
    const first = await put({ phone: '555 0199', version });
    expect(first.json<{ data: Supplier }>().data.version).toBeGreaterThan(version);
    const second = await put({ contact: 'Ann', phone: '555 0100', version });
    expect(refusalOf(second)).toEqual([409, 'changed_meanwhile']);
    expect(second.json()).toMatchObject({ current: { phone: '555 0199', contact: '' } });
    const { rows } = await sql`
      SELECT details FROM audit_trail WHERE action = 'supplier_changed' AND entity_id = ${String(id)}`.execute(
      shop.database.db,
    );
    expect(rows).toEqual([{ details: { from: { phone: '555 0100' }, to: { phone: '555 0199' } } }]);
  });

  it('that are not there cannot be edited', async () => {
    expect(refusalOf(await till.send('PUT', `${BASE}/suppliers/99`, { name: 'X' }))).toEqual([404, 'not_found']);
  });
});
