import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry, ChainCheck } from '#contract/audit.ts';
import { sealBooks } from '#server/db/seal.ts';
import { jobHandlers } from '#server/job-handlers.ts';
import { workOnce } from '#server/jobs/worker.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { addCustomer } from '#server/testing/shop.ts';
import pg from 'pg';
import { clientConfig } from '#server/db/connection.ts';

let shop: TestApp;
let admin: Till;

beforeAll(async () => {
  shop = await testApp();
  admin = await shop.signIn('administrator', { username: 'avery' });
});
afterAll(() => shop.close());

const URL = '/api/manage/audit';
type Page = { data: AuditEntry[]; next: number | null };
const page = async (query = ''): Promise<Page> => {
  const reply = await admin.get(`${URL}?${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Page>();
};
const write = (row: {
  at?: string;
  action?: string;
  entity?: string;
  id?: string;
  actor?: number | null;
  details?: object;
}) =>
  sql`INSERT INTO audit_trail (at, action, entity, entity_id, actor_id, details)
      VALUES (coalesce(${row.at ?? null}::timestamptz, now()), ${row.action ?? 'thing_done'}, ${row.entity ?? 'thing'}, ${row.id ?? '1'},
              ${row.actor ?? null}, ${JSON.stringify(row.details ?? {})}::jsonb)`.execute(shop.database.db);

describe('the audit trail', () => {
  it('is listed newest first, page by page, each row once', async () => {
    for (let n = 1; n <= 7; n += 1) await write({ entity: 'paged', id: String(n) });
    const first = await page('entity=paged&limit=3');
    const second = await page(`entity=paged&limit=3&before=${first.next}`);
    const third = await page(`entity=paged&limit=3&before=${second.next}`);
    const ids = [first, second, third].flatMap(({ data }) => data.map(({ entity_id: id }) => id));
    expect(ids).toEqual(['7', '6', '5', '4', '3', '2', '1']);
    expect(third.next).toBeNull();
  });

  it('is searched by person, action, record and day of the shop', async () => {
    const other = await shop.signIn('manager');
    // 23:30 on the wall of the shop is the next day in UTC.
    await write({ at: '2026-03-02T04:30:00Z', action: 'late', actor: other.userId, entity: 'dayed', id: '7' });
    await write({ at: '2026-03-02T05:30:00Z', action: 'early', actor: admin.userId, entity: 'dayed', id: '8' });
    await write({ at: '2026-03-02T12:00:00Z', action: 'early', entity: 'dayed', id: '8' });
    const found = async (query: string) => (await page(query)).data.map(({ action, actor }) => [action, actor?.name]);
    expect(await found('entity=dayed&from=2026-03-01&to=2026-03-01')).toEqual([['late', expect.any(String)]]);
    expect(await found('entity=dayed&from=2026-03-02')).toEqual([
      ['early', undefined],
      ['early', 'avery'],
    ]);
    expect(await found(`entity=dayed&person=${admin.userId}`)).toEqual([['early', 'avery']]);
    expect(await found('entity=dayed&person=nobody')).toEqual([['early', undefined]]);
    const scope = { products: 'read', customers: 'none', orders: 'none', taxes: 'none' };
    await admin.post('/api/manage/api-keys', { name: 'Web shop', location_id: 20, all_locations: false, scope });
    const { rows } = await sql<{ id: number }>`
      INSERT INTO audit_trail (at, action, entity, entity_id, machine_id, machine_kind)
      SELECT '2026-03-02T13:00:00Z', 'keyed', 'dayed', '9', id, kind FROM machines WHERE name = 'Web shop' RETURNING machine_id AS id`.execute(
      shop.database.db,
    );
    expect(await found(`entity=dayed&person=machine-${rows[0]?.id}`)).toEqual([['keyed', 'Web shop']]);
    expect(await found('entity=dayed&entity_id=7')).toHaveLength(1);
    expect(await found('action=late')).toHaveLength(1);
    expect((await admin.get(`${URL}/filters`)).json()).toMatchObject({
      people: expect.arrayContaining([{ id: admin.userId, name: 'avery' }]) as unknown,
      actions: expect.arrayContaining(['early', 'late', 'sale']) as unknown,
      entities: expect.arrayContaining(['dayed', 'paged']) as unknown,
    });
  });

  it('leaves sales and seals out unless they are asked for', async () => {
    await write({ action: 'sale', entity: 'order', id: '99' });
    await write({ action: 'ledgers_sealed', entity: 'ledgers', id: 'all' });
    const actions = async (query: string) => new Set((await page(query)).data.map(({ action }) => action));
    expect(await actions('')).not.toContain('sale');
    expect(await actions('')).not.toContain('ledgers_sealed');
    expect(await actions('routine=true')).toContain('sale');
    expect(await actions('action=sale')).toEqual(new Set(['sale']));
  });

  it('shows what was and what is, with values of a person until they are erased', async () => {
    const id = await addCustomer(shop);
    await admin.send('PUT', `/api/users-matrix/users/${id}`, { name: 'Dana Reed', email: 'dana.r@example.com' });
    const query = `entity=user&entity_id=${id}&action=customer_changed`;
    const [row] = (await page(query)).data;
    expect(row).toMatchObject({ erased: false, details: { to: { email: 'dana.r@example.com' } } });
    await sql`DELETE FROM audit_personal WHERE audit_id = ${row?.id}`.execute(shop.database.db);
    const [after] = (await page(query)).data;
    expect(after).toMatchObject({ erased: true });
    expect(after?.details).not.toHaveProperty('to');
  });

  it('is exported as CSV whose cells run nowhere', async () => {
    await write({
      action: 'named',
      entity: 'hostile',
      id: '=1+1',
      details: { from: { name: 'Ann' }, to: { name: '=HYPERLINK("x")' } },
    });
    const reply = await admin.get(`${URL}/export?entity=hostile`);
    expect(reply.headers['content-type']).toContain('text/csv');
    const [head, line] = reply.body.split('\r\n');
    expect(head).toBe('Date,Person,Action,Kind,ID,Location,Changes,Row');
    expect(line).toContain(`The server,Named,Hostile,'=1+1,,"Name: Ann → =HYPERLINK(""x"")"`);
    await write({ entity: 'hostile2', id: '1', details: { '=cmd': 1 } });
    expect((await admin.get(`${URL}/export?entity=hostile2`)).body).toContain(`,'=cmd: 1,`);
  });

  it('is for administrators', async () => {
    for (const role of ['staff', 'manager'] as const) {
      const till = await shop.signIn(role);
      for (const path of ['', '/export', '/filters', '/chain'])
        expect(refusalOf(await till.get(`${URL}${path}`))).toEqual([403, 'not_allowed']);
      expect(refusalOf(await till.post(`${URL}/chain`))).toEqual([403, 'not_allowed']);
    }
  });
});

describe('a check of the chain', () => {
  const chain = async () =>
    (await admin.get(`${URL}/chain`)).json<{ last: ChainCheck | null; running: ChainCheck | null }>();
  const work = async () => {
    const { db } = shop.database;
    const { secrets } = shop.app.deps;
    const handlers = jobHandlers({
      db,
      secrets,
      live: shop.app.deps.live,
      config: { smtpUrl: undefined, mailFrom: 'x@example.com' },
    });
    while (
      await workOnce({
        db,
        secrets,
        handlers,
        onFailure: ({ reason }) => {
          throw new Error(reason);
        },
      })
    );
  };
  const seal = async () => {
    const client = new pg.Client(clientConfig(shop.database.connection));
    await client.connect();
    await sealBooks(client);
    await client.end();
  };

  it('looks at every sealed row, one check at a time, and finds what was changed', async () => {
    await seal();
    expect(await chain()).toEqual({ success: true, last: null, running: null });
    const { running } = (await admin.post(`${URL}/chain`)).json<{ running: ChainCheck }>();
    expect(running).toMatchObject({ finished_at: null, asked_by: 'avery' });
    expect((await admin.post(`${URL}/chain`)).json()).toMatchObject({ running: { asked_at: running.asked_at } });
    await work();
    const { rows } = await sql<{
      sealed: number;
    }>`SELECT count(*) AS sealed FROM audit_trail WHERE hash IS NOT NULL AND id <= (
      SELECT min(id) FROM audit_trail WHERE action = 'chain_check_asked')`.execute(shop.database.db);
    const { last } = await chain();
    expect(last).toMatchObject({ broken: 0, first_broken_id: null });
    expect(last?.looked).toBeGreaterThanOrEqual(rows[0]?.sealed ?? 0);
    expect(last?.looked).toBeGreaterThan(10);

    const forged = (await page('entity=paged')).data[2]?.id;
    await sql`ALTER TABLE audit_trail DISABLE TRIGGER audit_trail_append_only`.execute(shop.database.db);
    await sql`UPDATE audit_trail SET entity_id = 'forged' WHERE id = ${forged}`.execute(shop.database.db);
    await admin.post(`${URL}/chain`);
    await work();
    expect((await chain()).last).toMatchObject({ broken: 1, first_broken_id: forged });

    await sql`DELETE FROM audit_trail WHERE id = ${forged}`.execute(shop.database.db);
    await admin.post(`${URL}/chain`);
    await work();
    expect((await chain()).last?.broken).toBeGreaterThan(0);
    await sql`ALTER TABLE audit_trail ENABLE TRIGGER audit_trail_append_only`.execute(shop.database.db);
  });
});
