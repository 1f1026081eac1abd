import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DirectoryEntry } from '#contract/customers.ts';
import { refusalOf, type TestApp, type Till } from '#server/testing/app.ts';
import { USERS, addedAt, detailsAt, openTills } from '#server/testing/trade/customers.ts';

let shop: TestApp;
let till: Till;
let manager: Till;

beforeAll(async () => {
  ({ shop, till, manager } = await openTills());
});
afterAll(() => shop.close());

const made = (body: object) => addedAt(till, body);
const detailsOf = (id: number) => detailsAt(till, id);
const change = (id: number, body: object, who = till) => who.send('PUT', `${USERS}/${id}`, body);

describe('changing a customer', () => {
  it('saves names, contact, addresses, preferences, flag and labels in one go, and tells how they were', async () => {
    const { id, version } = await made({ first_name: 'Dana', last_name: 'Reed', email: 'dana@example.com' });
    const reply = await change(id, {
      email: 'dana.reed@example.com',
      display_name: 'Dana R.',
      name: 'Dana Reed',
      roles: ['customer'],
      billing: { phone: '(704) 555-0120', city: 'Charlotte', state: 'NC' },
      shipping: { city: 'Monroe' },
      preferences: { sms: true },
      flag: { kind: 'check_id', text: ' Look at the ID. ' },
      groups: ['VIP', 'vip', 'medical'],
      expected_version: version,
    });
    expect(reply.statusCode, reply.body).toBe(200);
    const after = await detailsOf(id);
    expect(after).toMatchObject({
      email: 'dana.reed@example.com',
      display_name: 'Dana R.',
      phone: '704-555-0120',
      billing: { city: 'Charlotte', email: 'dana.reed@example.com', phone: '704-555-0120', first_name: 'Dana' },
      shipping: { city: 'Monroe' },
      preferences: { sms: true, newsletter: true, language: 'en' },
      flag: { kind: 'check_id', text: 'Look at the ID.' },
      groups: ['medical', 'VIP'],
    });
    expect(after.version).toBeGreaterThan(version ?? 0);
    const { rows } = await sql<{ details: object; personal: object }>`
      SELECT a.details, p.details AS personal FROM audit_trail a JOIN audit_personal p ON p.audit_id = a.id
       WHERE a.action = 'customer_changed' AND a.entity_id = ${String(id)}`.execute(shop.database.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.details).toMatchObject({
      parts: ['details', 'addresses', 'preferences', 'flag', 'groups'],
      personal_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(JSON.stringify(rows[0]?.details)).not.toContain('dana');
    expect(rows[0]?.personal).toMatchObject({
      from: { email: 'dana@example.com', flag: null },
      to: { email: 'dana.reed@example.com', display_name: 'Dana R.' },
    });
  });

  it('saves nothing when one part cannot be saved', async () => {
    const { id } = await made({ first_name: 'Eli', email: 'eli@example.com' });
    const before = await detailsOf(id);
    await made({ first_name: 'Fay', email: 'fay@example.com' });
    const refused = [
      await change(id, { display_name: 'X', email: 'FAY@example.com' }),
      await change(id, { display_name: 'X', billing: { phone: '555' } }),
      await change(id, { display_name: 'X', email: '' }),
      await change(id, { display_name: 'X', expected_version: before.version + 1 }),
      await change(id, { display_name: 'X', username: 'boss' }),
      await change(id, { display_name: 'X', points_balance: 1000 }),
    ].map(refusalOf);
    expect(refused).toEqual([
      [409, 'email_taken'],
      [422, 'not_valid'],
      [422, 'not_valid'],
      [409, 'customer_changed'],
      [400, 'invalid_request'],
      [400, 'invalid_request'],
    ]);
    expect(await detailsOf(id)).toEqual(before);
  });

  it('lets one of two people save who both saw the same customer, and shows the other what is there now', async () => {
    const { id } = await made({ first_name: 'Gil', email: 'gil@example.com' });
    const { version } = await detailsOf(id);
    const replies = await Promise.all([
      change(id, { display_name: 'Gil One', expected_version: version }),
      change(id, { display_name: 'Gil Two', expected_version: version }, manager),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const lost = replies.find(({ statusCode }) => statusCode === 409);
    const present = await detailsOf(id);
    expect(lost?.json()).toMatchObject({ code: 'customer_changed', customer: { display_name: present.display_name } });
  });

  it('keeps who gave up their e-mail reachable by phone, without an address anybody could write to', async () => {
    const { id, username } = await made({
      first_name: 'Hal',
      email: 'hal@example.com',
      billing: { phone: '704-555-0130' },
    });
    expect((await change(id, { email: '' })).statusCode).toBe(200);
    expect(await detailsOf(id)).toMatchObject({ email: '', billing: { email: '', phone: '704-555-0130' } });
    const { rows } = await sql<{ email: string }>`SELECT email FROM users WHERE id = ${id}`.execute(shop.database.db);
    expect(rows).toEqual([{ email: `${username}@customers.invalid` }]);
    expect((await change(id, { billing: { phone: '' } })).statusCode).toBe(422);
  });

  it('changes addresses by the call with `users-matrix` in its path too', async () => {
    const { id } = await made({ first_name: 'Ida', email: 'ida@example.com' });
    const reply = await till.send('PUT', `/api/users-matrix/customers/${id}`, {
      billing: { phone: '704 555 0131', city: 'Monroe' },
      shipping: { state: 'NC' },
    });
    expect(reply.json()).toMatchObject({
      data: { phone: '704-555-0131', billing: { city: 'Monroe', first_name: 'Ida' }, shipping: { state: 'NC' } },
    });
  });

  it('hashes a new password, and tells nobody', async () => {
    const { id } = await made({ first_name: 'Jo', email: 'jo@example.com' });
    const reply = await change(id, { password: 'a new password' });
    expect(reply.statusCode).toBe(200);
    const { rows } = await sql<{ hash: string; told: string }>`
      SELECT u.password_hash AS hash, (SELECT string_agg(details::text, '') FROM audit_trail) AS told FROM users u WHERE id = ${id}`.execute(
      shop.database.db,
    );
    expect(rows[0]?.hash).toMatch(/^\$argon2id/);
    expect(`${reply.body} ${rows[0]?.told}`).not.toContain('new password');
    expect((await change(id, { password: '' })).statusCode).toBe(200);
    const after = await sql<{ hash: string }>`SELECT password_hash AS hash FROM users WHERE id = ${id}`.execute(
      shop.database.db,
    );
    expect(after.rows[0]?.hash).toBe(rows[0]?.hash);
  });

  it('never reaches a staff account, nor makes one of a customer', async () => {
    const admin = await shop.signIn('administrator');
    const { id } = await made({ first_name: 'Kim', email: 'kim@example.com' });
    for (const who of [till, manager, admin]) {
      for (const staff of [till.userId, admin.userId]) {
        expect(refusalOf(await change(staff, { display_name: 'Hacked', password: 'long enough' }, who))).toEqual([
          404,
          'not_found',
        ]);
        expect(
          refusalOf(await who.send('PUT', `/api/users-matrix/customers/${staff}`, { billing: { city: 'X' } })),
        ).toEqual([404, 'not_found']);
        for (const path of ['statistics', 'notes']) {
          expect(refusalOf(await who.get(`/api/customers/${staff}/${path}`))).toEqual([404, 'not_found']);
        }
      }
      for (const roles of [['administrator'], ['customer', 'staff']]) {
        expect(refusalOf(await change(id, { roles }, who))).toEqual([403, 'not_allowed']);
      }
      expect(refusalOf(await change(id, { role: 'administrator' }, who))).toEqual([400, 'invalid_request']);
      expect(refusalOf(await change(id, { location_id: 20 }, who))).toEqual([400, 'invalid_request']);
    }
    expect((await admin.get(`/api/customers/totals?ids=${till.userId},${id}`)).json()).toMatchObject({
      data: [{ id }],
    });
    const { rows } = await sql<{ role: string }>`SELECT role FROM users WHERE id = ${id}`.execute(shop.database.db);
    expect(rows).toEqual([{ role: 'customer' }]);
  });
});

describe('labels, flags and notes', () => {
  it('narrow the list, and count who has them', async () => {
    const [vip, other] = [
      await made({ first_name: 'Lou', email: 'lou@example.com' }),
      await made({ first_name: 'Max', email: 'max@example.com' }),
    ];
    await change(vip.id, { groups: ['Gold members'] });
    await change(other.id, { groups: ['gold  MEMBERS', 'Silver'], flag: { kind: 'banned', text: '' } });
    const listed = async (query: string) =>
      (await till.get(`${USERS}?${query}`)).json<{ data: DirectoryEntry[]; meta: { total: number } }>();
    const ids = ({ data }: { data: DirectoryEntry[] }) => data.map(({ id }) => id);
    expect(ids(await listed('group=GOLD members'))).toEqual([vip.id, other.id]);
    expect((await listed('group=gold members')).meta.total).toBe(2);
    expect(ids(await listed('group=gold members&search=max'))).toEqual([other.id]);
    expect(ids(await listed('group=gold members&flagged=true'))).toEqual([other.id]);
    expect((await listed('group=silver')).data[0]).toMatchObject({
      groups: ['Gold members', 'Silver'],
      flag: { kind: 'banned', text: '' },
    });
    expect(ids(await listed('group=nobody'))).toEqual([]);
    await change(other.id, { groups: ['Gold members'], flag: null });
    const { data } = (await till.get('/api/customers/groups')).json<{ data: { name: string; customers: number }[] }>();
    expect(data.filter(({ name }) => ['Gold members', 'Silver'].includes(name))).toMatchObject([
      { name: 'Gold members', customers: 2 },
    ]);
    expect((await listed('flagged=true')).data.some(({ id }) => id === other.id)).toBe(false);
  });

  it('keeps notes with author and time; only its author or a manager deletes one', async () => {
    const { id } = await made({ first_name: 'Ned', email: 'ned@example.com' });
    const colleague = await shop.signIn('staff');
    const notes = `/api/customers/${id}/notes`;
    expect(refusalOf(await till.post(notes, { text: ' \n ' }))).toEqual([422, 'note_empty']);
    const first = (await till.post(notes, { text: ' Calls in the morning. ' })).json<{ data: { id: number } }>().data;
    const second = (await colleague.post(notes, { text: 'Second.' })).json<{ data: { id: number } }>().data;
    expect((await manager.get(notes)).json()).toMatchObject({
      data: [
        { id: second.id, author_id: colleague.userId },
        {
          id: first.id,
          text: 'Calls in the morning.',
          author_id: till.userId,
          created_at: expect.stringMatching(/Z$/) as string,
        },
      ],
    });
    const remove = (who: Till, note: number) => who.send('DELETE', `${notes}/${note}`);
    expect(refusalOf(await remove(till, second.id))).toEqual([403, 'not_allowed']);
    expect((await remove(till, first.id)).statusCode).toBe(200);
    expect(refusalOf(await remove(till, first.id))).toEqual([404, 'not_found']);
    expect((await remove(manager, second.id)).statusCode).toBe(200);
    expect((await till.get(notes)).json()).toMatchObject({ data: [] });
  });
});
