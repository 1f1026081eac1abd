import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerIdentity } from '#contract/identity.ts';
import { reseal } from '#server/secrets/reseal.ts';
import { Secrets } from '#server/secrets/secrets.ts';
import { createLog } from '#server/log.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { USERS } from '#server/testing/trade/customers.ts';
import { contents } from '#server/testing/postgres/database-contents.ts';
import { findByIdentity, revealIdentity, sealPlainIdentities } from './identity.ts';
import { deleteIdentities } from './identity-queries.ts';
import { inTransaction } from '#server/db/transaction.ts';

let shop: TestApp;
let till: Till;
let manager: Till;
const logged: string[] = [];

const CUSTOMERS = '/api/users-matrix/customers';
const LICENSE = 'NC-000 4711 8822';

beforeAll(async () => {
  const log = createLog('trace', { write: (line: string) => void logged.push(line) });
  shop = await testApp({ log, env: { LOG_LEVEL: 'trace' } });
  till = await shop.signIn('staff');
  manager = await shop.signIn('manager');
});
afterAll(() => shop.close());

let made = 0;
async function customer(meta: Record<string, unknown>): Promise<number> {
  made += 1;
  const reply = await till.post(USERS, {
    first_name: `Ann ${made}`,
    email: `ann-${made}@example.com`,
    create_anyway: true,
    meta_data: Object.entries(meta).map(([key, value]) => ({ key, value })),
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ id: number }>().id;
}

async function reveal(id: number, who = manager): Promise<CustomerIdentity> {
  const reply = await who.post(`${CUSTOMERS}/${id}/identity/reveal`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: CustomerIdentity }>().data;
}

async function found(body: object, who = till): Promise<number[]> {
  const reply = await who.post(`${CUSTOMERS}/find-by-identity`, body);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: { id: number }[] }>().data.map(({ id }) => id);
}

async function trail(id: number): Promise<{ action: string; details: unknown; actor_id: number }[]> {
  const { rows } = await sql<{ action: string; details: unknown; actor_id: number }>`
    SELECT action, details, actor_id FROM audit_trail WHERE entity = 'user' AND entity_id = ${String(id)} ORDER BY id`.execute(
    shop.database.db,
  );
  return rows;
}

describe('date of birth and licence number', () => {
  it('are sealed: neither database, log, list nor answer shows them', async () => {
    const id = await customer({ _date_of_birth: '1987-06-05', _license_number: LICENSE, _id_checked: '1' });
    await till.get(`${USERS}?search=ann`);
    await till.get(`${CUSTOMERS}/${id}`);
    const everything = JSON.stringify(await contents(shop.database.connection));
    const told = [
      everything,
      logged.join('\n'),
      (await till.get(USERS)).body,
      (await till.get(`${CUSTOMERS}/${id}`)).body,
    ];
    for (const text of told) {
      expect(text).not.toContain('1987-06-05');
      expect(text).not.toContain('4711');
    }
    expect(await reveal(id)).toMatchObject({ date_of_birth: '1987-06-05', license_number: LICENSE });
  });

  it('are read by managers only, and each reading is in the audit trail', async () => {
    const id = await customer({ _date_of_birth: '1987-06-05' });
    expect(refusalOf(await till.post(`${CUSTOMERS}/${id}/identity/reveal`))).toEqual([403, 'not_allowed']);
    expect((await trail(id)).map(({ action }) => action)).toEqual(['customer_created']);
    await reveal(id);
    await reveal(id);
    expect((await trail(id)).slice(1)).toEqual([
      { action: 'customer_identity_read', details: {}, actor_id: manager.userId },
      { action: 'customer_identity_read', details: {}, actor_id: manager.userId },
    ]);
  });

  it('are not read of staff, nor of nobody', async () => {
    for (const id of [till.userId, 999_999]) {
      expect(refusalOf(await manager.post(`${CUSTOMERS}/${id}/identity/reveal`))).toEqual([404, 'not_found']);
      const put = await till.send('PUT', `${CUSTOMERS}/${id}/identity`, { license_number: 'X' });
      expect(refusalOf(put)).toEqual([404, 'not_found']);
    }
  });

  it('find a customer exactly, whatever blanks, dashes and case', async () => {
    const id = await customer({ _license_number: 'q-55 66 77', _date_of_birth: '1971-02-03' });
    const other = await customer({ _license_number: 'Q5566778', _date_of_birth: '1971-02-03' });
    expect(await found({ license_number: 'Q556677' })).toEqual([id]);
    expect(await found({ license_number: 'Q55667' })).toEqual([]);
    expect(new Set(await found({ date_of_birth: '1971-02-03' }, manager))).toEqual(new Set([id, other]));
    expect(await found({ license_number: 'Q5566778', date_of_birth: '1971-02-03' }, manager)).toEqual([other]);
    expect(await found({ license_number: 'Q5566778', date_of_birth: '1971-02-04' }, manager)).toEqual([]);
    for (const body of [{}, { license_number: ' ' }, { date_of_birth: '3.2.1971' }]) {
      expect(refusalOf(await till.post(`${CUSTOMERS}/find-by-identity`, body))).toEqual([400, 'invalid_request']);
    }
  });

  it('find a customer by birth date for managers only, and the audit trail says who was found', async () => {
    const id = await customer({ _date_of_birth: '1944-03-01', _license_number: 'Z-44' });
    for (const body of [{ date_of_birth: '1944-03-01' }, { date_of_birth: '1944-03-01', license_number: 'Z44' }])
      expect(refusalOf(await till.post(`${CUSTOMERS}/find-by-identity`, body))).toEqual([403, 'not_allowed']);
    expect(await found({ date_of_birth: '1944-03-01' }, manager)).toEqual([id]);
    expect(await found({ license_number: 'Z44' }, manager)).toEqual([id]);
    const { rows } = await sql`
      SELECT actor_id, details FROM audit_trail WHERE action = 'customers_found_by_birth_date' AND actor_id = ${manager.userId}
       ORDER BY id DESC LIMIT 1`.execute(shop.database.db);
    expect(rows).toEqual([{ actor_id: manager.userId, details: { found: [id] } }]);
    expect((await trail(id)).map(({ action }) => action)).toEqual(['customer_created']);
  });

  it('are changed, left alone and taken away, and the audit trail names only the fields', async () => {
    const id = await customer({ _date_of_birth: '1990-01-01', _license_number: 'A-1' });
    const set = (body: object) => till.send('PUT', `${CUSTOMERS}/${id}/identity`, body);
    await set({ license_number: 'B-2' });
    expect(await reveal(id)).toMatchObject({ date_of_birth: '1990-01-01', license_number: 'B-2' });
    await set({ date_of_birth: null });
    expect(await reveal(id)).toMatchObject({ date_of_birth: null, license_number: 'B-2' });
    expect([await found({ license_number: 'A1' }), await found({ license_number: 'B2' })]).toEqual([[], [id]]);
    for (const none of ['', null]) {
      await set({ license_number: 'C-3' });
      await set({ license_number: none });
      expect(await found({ license_number: 'C3' })).toEqual([]);
    }
    expect(await reveal(id)).toMatchObject({ license_number: null, id_checked_at: null, id_checked_by: null });
    expect(
      (await trail(id)).filter(({ action }) => action === 'customer_identity_set').map(({ details }) => details),
    ).toEqual([
      { fields: ['licenseNumber'] },
      { fields: ['birthDay'] },
      ...Array.from({ length: 4 }, () => ({ fields: ['licenseNumber'] })),
    ]);
  });

  it('stand with when the ID was checked and by whom, which everybody sees and an edit leaves', async () => {
    const id = await customer({ _id_checked: '1' });
    const entryOf = async () => {
      const { data } = (await till.get(`${USERS}?search=${id}`)).json<{
        data: { id: number; id_checked_at: string }[];
      }>();
      return data.find((entry) => entry.id === id)?.id_checked_at;
    };
    const at = await entryOf();
    expect(Date.now() - Date.parse(at ?? '')).toBeLessThan(60_000);
    await till.send('PUT', `${CUSTOMERS}/${id}/identity`, { license_number: 'C-3' });
    expect(await entryOf()).toBe(at);
    const reply = await manager.send('PUT', `${CUSTOMERS}/${id}/identity`, { id_checked: true });
    expect(reply.json()).toMatchObject({ data: { id_checked_at: await entryOf() } });
    expect((await reveal(id)).id_checked_by).toMatch(/^manager-/);
  });

  it('keep one person from being added twice, by the exact number', async () => {
    const id = await customer({ _license_number: 'DUP 10-10' });
    const again = {
      first_name: 'Zoe',
      email: 'zoe@example.com',
      meta_data: [{ key: '_license_number', value: 'dup1010' }],
    };
    const reply = await till.post(USERS, again);
    expect(refusalOf(reply)).toEqual([409, 'customer_exists']);
    expect(reply.json()).toMatchObject({ matches: [{ id, because: ['licence'] }] });
    expect(reply.body).not.toContain('1010');
  });

  it('cannot be read under another data key, and nothing is said of what they are', async () => {
    const id = await customer({ _license_number: 'D-4' });
    const asked = { kind: 'staff', id: manager.userId, locationId: 20 } as Parameters<typeof revealIdentity>[2];
    const elsewhere = new Secrets(Buffer.alloc(32, 9));
    await expect(
      inTransaction(shop.database.db, (tx) => revealIdentity(tx, elsewhere, asked, id)),
    ).rejects.toMatchObject({ code: 'sealed_elsewhere' });
  });

  it('are read and found under a new data key once it was changed', async () => {
    const id = await customer({ _license_number: 'H-8 8', _date_of_birth: '1955-05-05' });
    const { db } = shop.database;
    const [before, after] = [shop.app.deps.secrets, new Secrets(Buffer.alloc(32, 5))];
    await sql`INSERT INTO data_key (fingerprint, kept_at) VALUES (${before.fingerprint}, 'here')`.execute(db);
    await reseal(db, before, after, 'there');
    expect(await findByIdentity(db, after, { licenseNumber: 'h88', birthDay: '1955-05-05' })).toEqual([id]);
    expect(await findByIdentity(db, before, { licenseNumber: 'h88' })).toEqual([]);
    const asked = { kind: 'staff', id: manager.userId, locationId: 20 } as Parameters<typeof revealIdentity>[2];
    const read = await inTransaction(db, (tx) => revealIdentity(tx, after, asked, id));
    expect(read).toMatchObject({ license_number: 'H-8 8', date_of_birth: '1955-05-05' });
    await reseal(db, after, before, 'here');
  });

  it('are gone when the customer is forgotten or deleted', async () => {
    const id = await customer({ _license_number: 'E-5', _date_of_birth: '1990-01-01' });
    await inTransaction(shop.database.db, (tx) => deleteIdentities(tx, [id]));
    expect(await reveal(id)).toEqual({
      date_of_birth: null,
      license_number: null,
      id_checked_at: null,
      id_checked_by: null,
    });
    const gone = await customer({ _license_number: 'F-6' });
    await sql`DELETE FROM users WHERE id = ${gone}`.execute(shop.database.db);
    expect(await found({ license_number: 'F6' })).toEqual([]);
  });

  it('that a former build left in plain text are sealed by the server, once, also by two at a time', async () => {
    const id = await customer({});
    await sql`UPDATE customer_details SET date_of_birth = '1966-07-08', license_number = 'G-7' WHERE user_id = ${id}`.execute(
      shop.database.db,
    );
    const { secrets } = shop.app.deps;
    await Promise.all([sealPlainIdentities(shop.database.db, secrets), sealPlainIdentities(shop.database.db, secrets)]);
    const { rows } =
      await sql`SELECT date_of_birth, license_number FROM customer_details WHERE user_id = ${id}`.execute(
        shop.database.db,
      );
    expect(rows).toEqual([{ date_of_birth: null, license_number: null }]);
    expect(await reveal(id)).toMatchObject({ date_of_birth: '1966-07-08', license_number: 'G-7' });
    expect(await found({ license_number: 'g7', date_of_birth: '1966-07-08' }, manager)).toEqual([id]);
  });

  it('that a former build left in plain text replace nothing that was entered since', async () => {
    const id = await customer({ _date_of_birth: '1966-07-08' });
    await sql`UPDATE customer_details SET date_of_birth = '1960-01-01', license_number = 'H-8' WHERE user_id = ${id}`.execute(
      shop.database.db,
    );
    await sealPlainIdentities(shop.database.db, shop.app.deps.secrets);
    expect(await reveal(id)).toMatchObject({ date_of_birth: '1966-07-08', license_number: 'H-8' });
  });
});
