import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerMatch, DirectoryEntry } from '#contract/customers.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { USERS, identityMeta } from '#server/testing/trade/customers.ts';

let shop: TestApp;
let till: Till;
let dana: DirectoryEntry;

beforeAll(async () => {
  shop = await testApp();
  till = await shop.signIn('staff', { username: 'sasha' });
  dana = (
    await till.post(USERS, {
      first_name: 'Dana',
      last_name: 'Reed',
      email: 'dana@example.com',
      billing: { phone: '704-555-0120 x12' },
      meta_data: identityMeta('1990-12-31', 'NC-12 34'),
    })
  ).json<{ data: DirectoryEntry }>().data;
});
afterAll(() => shop.close());

const create = (body: object) => till.post(USERS, body);

it.each<[string, object, CustomerMatch['because']]>([
  ['phone', { first_name: 'Dee', billing: { phone: '+1 (704) 555-0120' } }, ['phone']],
  ['e-mail address', { first_name: 'Dee', email: 'ＤＡＮＡ@Example.com' }, ['email']],
  [
    'licence',
    { first_name: 'Dee', email: 'd1@example.com', meta_data: identityMeta('1980-01-01', 'nc1234') },
    ['licence'],
  ],
  ['email', { first_name: 'Dee', email: 'DANA@example.com' }, ['email']],
  [
    'a similar name with the same birth date',
    { first_name: 'Dana', last_name: 'Reid', email: 'd2@example.com', meta_data: identityMeta('1990-12-31') },
    ['name_and_birth_date'],
  ],
  [
    'two things at once',
    { first_name: 'Dana', last_name: 'Reed', billing: { phone: '7045550120' }, meta_data: identityMeta('1990-12-31') },
    ['phone', 'name_and_birth_date'],
  ],
])('shows who may be the same person by %s, and adds nobody', async (_by, body, because) => {
  const reply = await create(body);
  expect(refusalOf(reply)).toEqual([409, 'customer_exists']);
  expect(reply.json<{ matches: CustomerMatch[] }>().matches).toMatchObject([{ id: dana.id, because }]);
  expect(reply.json<{ error: string }>().error).toContain(`Dana Reed (${dana.id}) already has`);
  expect((await till.get(`${USERS}?search=dee`)).json()).toMatchObject({ meta: { total: 0 } });
});

it.each<[string, object]>([
  ['the same name', { first_name: 'Dana', last_name: 'Reed', email: 'd3@example.com' }],
  ['the same birth date', { first_name: 'Bo', email: 'd4@example.com', meta_data: identityMeta('1990-12-31') }],
  ['the end of a phone number', { first_name: 'Bo', billing: { phone: '980-555-0120' } }],
  ['the name of a member of staff', { first_name: 'sasha', email: 'd5@example.com' }],
])('takes %s for no sign of the same person', async (_of, body) => {
  expect((await create(body)).statusCode).toBe(201);
});

it('names the customer who has an address already also where somebody is to be created anyway', async () => {
  const taken = await create({ first_name: 'Dee', email: 'DANA@example.com', create_anyway: true });
  expect(refusalOf(taken)).toEqual([409, 'email_taken']);
  expect(taken.json()).toMatchObject({ matches: [{ id: dana.id, because: ['email'] }] });
  // Addresses of staff are nobody's to use.
  const staff = await create({ first_name: 'Dee', email: 'sasha@example.com' });
  expect(refusalOf(staff)).toEqual([409, 'email_taken']);
  expect(staff.json()).not.toHaveProperty('matches');
});

it('creates somebody all the same when that is said', async () => {
  const reply = await create({ first_name: 'Dee', billing: { phone: '704-555-0120' }, create_anyway: true });
  expect(reply.statusCode, reply.body).toBe(201);
  const same = await create({ first_name: 'Dee', email: 'dana@example.com', create_anyway: true });
  expect(refusalOf(same)).toEqual([409, 'email_taken']);
});

it('adds one of two who are the same and are added at the same moment', async () => {
  const replies = await Promise.all(
    [1, 2, 3, 4].map(() => create({ first_name: 'Eve', billing: { phone: '704-555-0188' } })),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
});

it('answers a form that is still open, leaving out the customer whose form it is', async () => {
  const ask = async (body: object) =>
    (await till.post('/api/customers/duplicates', body)).json<{ data: CustomerMatch[] }>().data.map(({ id }) => id);
  expect(await ask({ email: ' DANA@example.com ' })).toEqual([dana.id]);
  expect(await ask({ email: 'dana@example.com', except_id: dana.id })).toEqual([]);
  expect(await ask({})).toEqual([]);
});

describe('a birth date', () => {
  const searches = async (): Promise<{ found: number[] }[]> => {
    const { rows } = await sql<{ details: { found: number[] } }>`
      SELECT details FROM audit_trail WHERE action = 'customers_found_by_birth_date' ORDER BY id`.execute(
      shop.database.db,
    );
    return rows.map(({ details }) => details);
  };
  const guess = (by: Till, day: string) =>
    by.post(USERS, {
      first_name: 'Dana',
      last_name: 'Reed',
      // Somebody whose number is known: a wrong guess is refused, too, and adds nobody.
      billing: { phone: '704-555-0120' },
      meta_data: identityMeta(day),
    });
  const because = (reply: Awaited<ReturnType<typeof guess>>) =>
    reply.json<{ matches: CustomerMatch[] }>().matches.find(({ id }) => id === dana.id)?.because;

  it('is compared with the directory for those who may read it, and leaves a row', async () => {
    const asked = { date_of_birth: '1990-12-31', name: 'Dana Reed' };
    const before = (await searches()).length;
    expect(refusalOf(await till.post('/api/customers/duplicates', asked))).toEqual([403, 'not_allowed']);
    const manager = await shop.signIn('manager');
    const reply = await manager.post('/api/customers/duplicates', asked);
    expect(reply.json()).toMatchObject({ data: [{ id: dana.id, because: ['name_and_birth_date'] }] });
    expect((await searches()).slice(before)).toEqual([{ found: [dana.id] }]);
    const wrong = await manager.post('/api/customers/duplicates', { ...asked, date_of_birth: 'yesterday' });
    expect(wrong.json()).toMatchObject({ data: [] });
  });

  it('leaves no row of a customer who was created, also when the answer is lost and the request comes again', async () => {
    const before = (await searches()).length;
    const body = {
      first_name: 'Uma',
      last_name: 'Lost',
      email: 'uma@example.com',
      meta_data: identityMeta('1985-05-05'),
    };
    for (const _lost of [1, 2]) {
      const reply = await till.post(USERS, body, { 'idempotency-key': 'the-key-of-uma' });
      expect(reply.statusCode, reply.body).toBe(201);
    }
    expect((await searches()).slice(before)).toEqual([]);
  });

  it('cannot be guessed by creating customers: each try leaves a row, and after some nothing is compared', async () => {
    const other = await shop.signIn('staff');
    const before = (await searches()).length;
    expect(because(await guess(other, '1990-12-31'))).toEqual(['phone', 'name_and_birth_date']);
    expect(because(await guess(other, '1990-12-30'))).toEqual(['phone']);
    expect((await searches()).slice(before)).toEqual([{ found: [dana.id] }, { found: [] }]);
    await Promise.all(
      Array.from({ length: 20 }, (_, day) => guess(other, `1990-11-${String(day + 1).padStart(2, '0')}`)),
    );
    expect((await searches()).length - before).toBe(20);
    expect(because(await guess(other, '1990-12-31'))).toEqual(['phone']);
    // Another person, and a manager, are not held up by it.
    expect(because(await guess(await shop.signIn('staff'), '1990-12-31'))).toEqual(['phone', 'name_and_birth_date']);
  });
});
