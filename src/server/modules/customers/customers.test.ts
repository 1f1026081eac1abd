import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from 'kysely';
import type { DirectoryEntry } from '#contract/customers.ts';
import { hashPassword } from '#server/modules/auth/service.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { USERS } from '#server/testing/trade/customers.ts';

let shop: TestApp;
let till: Till;
let admin: Till;

beforeAll(async () => {
  shop = await testApp();
  till = await shop.signIn('staff', { username: 'sasha' });
  admin = await shop.signIn('administrator', { username: 'avery' });
});
beforeEach(async () => {
  await sql`DELETE FROM points_balances`.execute(shop.database.db);
  await sql`DELETE FROM users WHERE role = 'customer'`.execute(shop.database.db);
  await sql`DELETE FROM users WHERE username = 'newstaff'`.execute(shop.database.db);
});
afterAll(() => shop.close());

const create = (body: unknown, who = till) => who.post(USERS, body);
async function search(
  words: string,
  more = '',
  who = till,
): Promise<{ data: DirectoryEntry[]; meta: { total: number; pages: number } }> {
  const reply = await who.get(`${USERS}?search=${encodeURIComponent(words)}${more}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}
const names = ({ data }: { data: DirectoryEntry[] }) => data.map(({ display_name }) => display_name);

it('holds nobody up while the passwords of many new customers wait to be hashed', async () => {
  const passwordHash = await hashPassword('a long password');
  await sql`UPDATE users SET password_hash = ${passwordHash} WHERE username = 'sasha'`.execute(shop.database.db);
  const signIn = () =>
    shop.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'sasha', password: 'a long password' },
    });
  const [created, others] = await Promise.all([
    Promise.all(
      Array.from({ length: 15 }, (_, n) =>
        create({ first_name: 'Ann', email: `hashed-${n}@example.com`, password: 'some password' }),
      ),
    ),
    Promise.all([signIn(), signIn(), till.get('/api/auth/me'), signIn()]),
  ]);
  expect(created.map(({ statusCode }) => statusCode)).toEqual(created.map(() => 201));
  expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
});

describe('creating a customer', () => {
  it('takes what the quick form sends, into its places, in one go', async () => {
    const reply = await create({
      first_name: 'Ann',
      last_name: 'Lee',
      email: 'Ann.Lee@Example.com',
      billing: {
        first_name: 'Ann',
        last_name: 'Lee',
        phone: '(704) 555-0100',
        address_1: '1 Main St',
        city: 'Charlotte',
        state: 'NC',
        postcode: '28105',
      },
      shipping: { first_name: 'Ann', address_1: '1 Main St' },
      meta_data: [
        { key: '_date_of_birth', value: '1990-12-31' },
        { key: '_license_number', value: 'NC-123' },
        { key: 'note', value: 'likes sativa' },
      ],
    });
    expect(reply.statusCode).toBe(201);
    const { data, id } = reply.json<{ data: DirectoryEntry; id: number }>();
    expect(data).toMatchObject({
      id,
      username: 'ann.lee',
      display_name: 'Ann Lee',
      name: 'Ann Lee',
      email: 'Ann.Lee@Example.com',
      phone: '704-555-0100',
      role: 'customer',
      roles: ['customer'],
      points_balance: 0,
    });
    const { rows } = await sql<Record<string, unknown>>`
      SELECT d.meta, u.password_hash, d.billing ->> 'country' AS country
        FROM customer_details d JOIN users u ON u.id = d.user_id WHERE u.id = ${id}`.execute(shop.database.db);
    expect(rows[0]).toEqual({
      meta: { note: 'likes sativa' },
      password_hash: null,
      country: 'US',
    });
    const details = await till.get(`/api/users-matrix/customers/${id}`);
    expect(details.json()).toMatchObject({
      success: true,
      data: {
        id,
        phone: '704-555-0100',
        billing: { first_name: 'Ann', email: 'Ann.Lee@Example.com', city: 'Charlotte', country: 'US', company: '' },
        shipping: { first_name: 'Ann', last_name: '', address_1: '1 Main St' },
      },
    });
  });

  it('gives who has no e-mail a name from the phone and an address that never receives mail', async () => {
    const { data } = (await create({ first_name: 'Bo', billing: { phone: '704-555-0101' } })).json<{
      data: DirectoryEntry;
    }>();
    expect(data).toMatchObject({ username: '7045550101', email: '7045550101@customers.invalid' });
    const details = await till.get(`/api/users-matrix/customers/${data.id}`);
    expect(details.json()).toMatchObject({ data: { billing: { email: '', first_name: 'Bo' } } });
  });

  it('numbers a name that is taken, and keeps all of them apart when ten come at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        create({ first_name: 'Bo', billing: { phone: '704 555 0102' }, create_anyway: true }),
      ),
    );
    const usernames = replies.map((reply) => reply.json<{ data: DirectoryEntry }>().data.username);
    expect(new Set(usernames).size).toBe(10);
    expect(usernames).toContain('7045550102');
    expect(usernames).toContain('7045550102-2');
  });

  it('says whose address or name is taken', async () => {
    await create({ first_name: 'Ann', email: 'ann@example.com', username: 'ann' });
    const email = await create({ first_name: 'Ann', email: 'ANN@example.com', create_anyway: true });
    expect(email.statusCode).toBe(409);
    expect(email.json()).toMatchObject({ success: false, code: 'email_taken' });
    const username = await create({ first_name: 'Ann', email: 'other@example.com', username: 'ANN' });
    expect(username.json()).toMatchObject({ success: false, code: 'username_taken' });
  });

  it('creates one of several with the same address that come at once, and tells the others', async () => {
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => create({ first_name: 'Ann', email: 'at.once@example.com' })),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });

  it('creates one when the form is sent twice with one key', async () => {
    const key = { 'idempotency-key': 'new-customer-form-1' };
    const body = { first_name: 'Ann', email: 'twice@example.com' };
    const first = await till.post(USERS, body, key);
    const second = await till.post(USERS, body, key);
    expect(second.json()).toEqual(first.json());
    expect((await search('twice@example.com')).meta.total).toBe(1);
  });

  it('keeps a password as a hash only', async () => {
    const reply = await create({ username: 'withpass', email: 'p@example.com', password: 'open sesame' });
    expect(reply.body).not.toContain('sesame');
    const { rows } = await sql<{ h: string }>`SELECT password_hash AS h FROM users WHERE username = 'withpass'`.execute(
      shop.database.db,
    );
    expect(rows[0]?.h).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const audit = await sql<{ t: string }>`SELECT string_agg(details::text, '') AS t FROM audit_trail`.execute(
      shop.database.db,
    );
    expect(audit.rows[0]?.t).not.toContain('sesame');
  });

  it('lets only who manages staff make staff', async () => {
    const body = {
      username: 'newstaff',
      email: 'newstaff@example.com',
      roles: ['customer', 'staff'],
      password: 'long enough',
    };
    expect((await create(body)).json()).toMatchObject({ success: false, code: 'not_allowed' });
    for (const password of ['short', 'nine char', '          '.slice(1)]) {
      expect((await create({ ...body, password }, admin)).json()).toMatchObject({ code: 'invalid_request' });
    }
    expect((await create({ ...body, password: undefined }, admin)).json()).toMatchObject({ code: 'not_valid' });
    expect((await create(body, admin)).json()).toMatchObject({ data: { role: 'staff' } });
    const login = await shop.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'newstaff', password: 'long enough' },
    });
    expect(login.statusCode).toBe(200);
  });

  it('locks nobody out by calling a customer like a colleague’s address', async () => {
    await sql`UPDATE users SET password_hash = NULL WHERE username = 'newstaff'`.execute(shop.database.db);
    await create(
      { username: 'newstaff', email: 'newstaff@example.com', roles: ['staff'], password: 'long enough' },
      admin,
    );
    await create({ first_name: 'Trick', username: 'newstaff@example.com', email: 'trick@example.com' });
    const login = await shop.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: 'newstaff@example.com', password: 'long enough' },
    });
    expect(login.statusCode).toBe(200);
  });

  it('keeps hostile text to the letter', async () => {
    const hostile = `<img src=x onerror=alert(1)>'; DROP TABLE users; --`;
    const { data } = (
      await create({
        first_name: hostile,
        email: 'h@example.com',
        meta_data: [{ key: '__proto__', value: { admin: true } }],
      })
    ).json<{ data: DirectoryEntry }>();
    expect(data.display_name).toBe(hostile);
    expect(names(await search('drop table'))).toEqual([hostile]);
  });

  it('takes the longest names there are', async () => {
    const reply = await create({ first_name: 'a'.repeat(100), last_name: 'b'.repeat(100), email: 'long@example.com' });
    expect(reply.statusCode, reply.body).toBe(201);
  });

  it.each([
    [422, { first_name: 'Ann' }],
    [422, { first_name: 'Ann', email: 'not an address' }],
    [422, { first_name: 'Ann', email: 'x@customers.invalid' }],
    [422, { first_name: 'Ann', billing: { phone: 'none' } }],
    [422, { first_name: 'Ann', billing: { phone: '555' } }],
    [422, { email: 'nameless@example.com' }],
    [422, { first_name: 'A', email: 'a@b.co', meta_data: [{ key: '_date_of_birth', value: '2001-02-29' }] }],
    [422, { first_name: 'A', email: 'a@b.co', meta_data: [{ key: '_date_of_birth', value: ['1990-01-01'] }] }],
    [422, { first_name: 'A', email: 'a@b.co', meta_data: [{ key: '_license_number', value: 7 }] }],
    [400, { first_name: 'A', email: 'a@b.co', id: 1 }],
    [400, { first_name: ['A'], email: 'a@b.co' }],
    [400, { first_name: 'A\u0000', email: 'a@b.co' }],
    [400, { first_name: 'A'.repeat(101), email: 'a@b.co' }],
    [400, { first_name: 'A', email: 'a@b.co', roles: ['god'] }],
    [400, { first_name: 'A', email: 'a@b.co', billing: 'Main St' }],
    [400, []],
  ])('refuses with %i: %j', async (status, body) => {
    const reply = await create(body);
    expect(reply.statusCode, reply.body).toBe(status);
    expect(reply.json()).toMatchObject({ success: false });
    expect((await search('')).meta.total).toBe(0);
  });
});

describe('finding customers', () => {
  beforeEach(async () => {
    await sql`
      INSERT INTO users (id, username, email, name, display_name, phone) VALUES
        (5001, 'tomh', 'tom@example.com', 'Tom Hart', 'Tom Hart', '(704) 555-0199'),
        (5002, 'mary', 'mary@customers.invalid', 'Mary Tomson', 'Mary Tomson', ''),
        (5003, 'zed', 'zed@customers.invalid', 'Zed', 'Zed', ''),
        (5004, 'pct', 'pct@example.com', '100% Me_', '100% Me_', '')`.execute(shop.database.db);
    await sql`INSERT INTO points_balances (customer_id, balance) VALUES (5001, 120)`.execute(shop.database.db);
  });

  it('matches every word anywhere in name, e-mail, username, id or phone', async () => {
    expect(names(await search('HART tom'))).toEqual(['Tom Hart']);
    expect(names(await search('5001'))).toEqual(['Tom Hart']);
    for (const phone of ['7045550199', '(704) 555-0199', '+1 704 555 0199', '555-0199', '0199'])
      expect(names(await search(phone)), phone).toEqual(['Tom Hart']);
    expect(names(await search('art'))).toEqual(['Tom Hart']);
    expect(names(await search('ar'))).toEqual(['Mary Tomson', 'Tom Hart']);
    expect(names(await search('e'))).toEqual(['100% Me_', 'Tom Hart', 'Zed']);
    expect(names(await search('tom x y z'))).toEqual([]);
  });

  it('does not mind accents and apostrophes, and puts Zoë beside Zoe', async () => {
    await sql`
      INSERT INTO users (id, username, email, name, display_name, phone) VALUES
        (5011, 'z11', 'z11@customers.invalid', '', 'Zoë O’Hara-Müller', ''), (5012, 'z12', 'z12@customers.invalid', '', 'Zoe Adams', ''),
        (5013, 'z13', 'z13@customers.invalid', '', 'Zoe Zapata', ''), (5014, 'z14', 'z14@customers.invalid', '', 'Ann Zoë', '')`.execute(
      shop.database.db,
    );
    for (const typed of ['zoe oh', 'ZOË ohara', "o'hara", 'o’hara', 'ohara', 'muller', 'Müller', "mü o'"]) {
      expect(names(await search(typed)), typed).toEqual(['Zoë O’Hara-Müller']);
    }
    expect(names(await search('zoe'))).toEqual(['Zoe Adams', 'Zoë O’Hara-Müller', 'Zoe Zapata', 'Ann Zoë']);
    expect(names(await search('zo'))).toEqual(['Zoe Adams', 'Zoë O’Hara-Müller', 'Zoe Zapata', 'Ann Zoë']);
    expect(names(await search('')).slice(-4)).toEqual(['Zed', 'Zoe Adams', 'Zoë O’Hara-Müller', 'Zoe Zapata']);
    expect((await search("'")).meta.total).toBe(8);
  });

  it('puts those first whose name starts so, and does not find the placeholder of who has no address', async () => {
    expect(names(await search('tom'))).toEqual(['Tom Hart', 'Mary Tomson']);
    expect(names(await search('invalid'))).toEqual([]);
  });

  it('takes signs for signs', async () => {
    expect(names(await search('100%'))).toEqual(['100% Me_']);
    expect(names(await search('%'))).toEqual(['100% Me_']);
    expect(names(await search('e_'))).toEqual(['100% Me_']);
    expect(names(await search('___'))).toEqual([]);
    expect(names(await search(`'); DROP TABLE users; --`))).toEqual([]);
    expect(names(await search('\\'))).toEqual([]);
  });

  it('lists all by name in pages, with points', async () => {
    const all = await search('');
    expect(names(all)).toEqual(['100% Me_', 'Mary Tomson', 'Tom Hart', 'Zed']);
    expect(all.data.map(({ points_balance }) => points_balance)).toEqual([0, 0, 120, 0]);
    const pages = [
      await search('', '&per_page=3'),
      await search('', '&per_page=3&page=2'),
      await search('', '&per_page=3&page=3'),
    ];
    expect(pages.flatMap(names)).toEqual(names(all));
    expect(pages[0]?.meta).toEqual({ total: 4, is_exact: true, pages: 2, page: 1, per_page: 3 });
  });

  it('shows staff accounts only to who manages them', async () => {
    expect(names(await search('sasha'))).toEqual([]);
    expect((await till.get(`${USERS}?role=staff`)).json()).toMatchObject({ code: 'not_allowed' });
    expect((await admin.get(`${USERS}?search=sasha`)).json()).toMatchObject({
      data: [{ username: 'sasha', role: 'staff' }],
    });
    expect((await admin.get(`${USERS}?role=customer`)).json()).toMatchObject({ meta: { total: 4 } });
    expect((await till.get('/api/users-matrix/customers/1')).statusCode).toBe(404);
    expect((await till.get(`/api/users-matrix/customers/${till.userId}`)).statusCode).toBe(404);
    expect((await till.get('/api/users-matrix/customers/0')).statusCode).toBe(404);
  });

  it('finds the right ones among more than are counted, and goes on page by page', async () => {
    // A shop of its own: to delete 2,400 people again, every ledger would be searched for each of them.
    const crowded = await testApp();
    onTestFinished(() => crowded.close());
    const who = await crowded.signIn('staff');
    const found = (words: string, more = '') => search(words, more, who);
    await sql`
      INSERT INTO users (username, email, display_name, name)
      SELECT 'bulk' || n, 'bulk' || n || '@example.com', CASE WHEN n % 2 = 0 THEN 'Xander ' ELSE 'Bea Xander ' END || lpad(n::text, 4, '0'), ''
        FROM generate_series(1, 2400) n`.execute(crowded.database.db);
    const first = await found('xander', '&per_page=200');
    expect(first.meta.total).toBeGreaterThan(2000);
    expect(first.data[0]?.display_name).toBe('Xander 0002');
    const seen = new Set<number>();
    for (let page = 1; page <= 12; page += 1) {
      for (const { id } of (await found('xander', `&per_page=200&page=${page}`)).data) seen.add(id);
    }
    expect(seen.size).toBe(2400);
    expect((await found('xander', '&per_page=200&page=7')).data[0]?.display_name).toBe('Bea Xander 0001');
    expect((await found('xander', '&per_page=200&page=13')).data).toEqual([]);
    expect((await found('xander 0007')).meta.total).toBe(1);
  });

  it.each(['per_page=201', 'page=0', 'role=god', `search=${'x'.repeat(201)}`, 'search=a&search=b', 'search=%00'])(
    'refuses %s',
    async (query) => {
      expect((await till.get(`${USERS}?${query}`)).statusCode).toBe(400);
    },
  );
});

describe('the name of somebody new', () => {
  it.each([
    ['ＳＡＳＨＡ', undefined, 'username_taken'],
    ['sasha@example.com', undefined, 'username_taken'],
    ['SASHA@EXAMPLE.COM', undefined, 'username_taken'],
    ['somebody', 'ｓａｓｈａ@example.com', 'email_taken'],
    ['sas\u200bha', undefined, 'not_valid'],
    ['sas\u202eha', undefined, 'not_valid'],
    ['other', 'sasha@exam\u00adple.com', 'not_valid'],
  ])(
    '%j with the e-mail %j is refused: it signs somebody else in, or cannot be seen',
    async (username, email, code) => {
      await sql`UPDATE users SET email = 'sasha@example.com' WHERE username = 'sasha'`.execute(shop.database.db);
      const body = { username, first_name: 'Nell', email: email ?? 'nell@example.com' };
      expect((await create(body)).json()).toMatchObject({ code });
    },
  );

  it('is kept once when two are made at the same moment', async () => {
    const replies = await Promise.all(
      ['zoë', 'ZOE\u0308', 'Zoë', 'zoe\u0308'].map((username, n) =>
        create({ username, first_name: 'Zoë', email: `zoe-${n}@example.com` }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
  });
});
