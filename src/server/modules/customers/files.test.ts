import { sql } from 'kysely';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonFile, previewCustomerImportRoute } from '#contract/customer-files.ts';
import type { Customer } from '#contract/customers.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { RoleSettings } from '#contract/roles.ts';
import { persistCart } from '#domain/cart-persistence.ts';
import { toCents } from '#domain/money.ts';
import type { Permission } from '#domain/permissions.ts';
import { refusalOf, type TestApp, type Till } from '#server/testing/app.ts';
import { USERS, addedAt, closeAgreed, identityMeta, openTills } from '#server/testing/trade/customers.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { aCart, sale } from '#server/testing/sales.ts';
import { SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let manager: Till;

beforeAll(async () => {
  ({ shop, till, manager } = await openTills());
});
afterAll(() => closeAgreed(shop));

const made = (body: object) => addedAt(till, body);
async function trail(action: string): Promise<object[]> {
  const { rows } = await sql<{ details: object }>`
    SELECT details FROM audit_trail WHERE action = ${action} ORDER BY id`.execute(shop.database.db);
  return rows.map(({ details }) => details);
}

/** Takes a permission from managers while something is done. */
async function without(permission: Permission, work: (manager: Till) => Promise<void>): Promise<void> {
  const admin = await shop.signIn('administrator');
  const set = async (change: (permissions: readonly Permission[]) => readonly Permission[]) => {
    const { data } = (await admin.get('/api/manage/roles')).json<{ data: RoleSettings[] }>();
    const role = data.find((one) => one.role === 'manager');
    const body = { ...role, permissions: change(role?.permissions ?? []) };
    expect((await admin.send('PUT', '/api/manage/roles/manager', body)).statusCode).toBe(200);
  };
  await set((permissions) => permissions.filter((one) => one !== permission));
  await work(await shop.signIn('manager'));
  await set((permissions) => [...permissions, permission]);
}

describe('everything held about one person', () => {
  it('is written as JSON and PDF, for managers, and the audit trail tells who read it', async () => {
    const { id } = await made({
      first_name: 'Dana',
      last_name: 'Reed',
      email: 'dana@example.com',
      billing: { address_1: '811 Central Ave' },
      meta_data: [
        { key: '_date_of_birth', value: '1990-12-31' },
        { key: '_license_number', value: 'NC-1' },
        { key: 'habit', value: 'whistles' },
      ],
    });
    const sold = answerOf(
      await till.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 10 }], { customer_id: id })),
    ).data;
    await till.post(`/api/customers/${id}/notes`, { text: 'Prefers mornings.' });
    await till.send('PUT', `${USERS}/${id}`, { display_name: 'Dana R.' });
    const reply = await manager.get(`/api/customers/${id}/export.json`);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.headers['cache-control']).toBe('private, no-store');
    expect(reply.json<{ data: PersonFile }>().data).toMatchObject({
      customer: { id, email: 'dana@example.com', display_name: 'Dana R.', billing: { address_1: '811 Central Ave' } },
      date_of_birth: '1990-12-31',
      license_number: 'NC-1',
      further_values: [{ key: 'habit', value: 'whistles' }],
      notes: [{ text: 'Prefers mornings.' }],
      orders: [{ number: sold.number, total: '20.00', items: [{ name: 'Papers', quantity: 10, total: '20.00' }] }],
      points: [{ type: 'order-placed', points: 20 }],
      changes: [
        {
          action: 'customer_changed',
          values: { from: { display_name: 'Dana Reed' }, to: { display_name: 'Dana R.' } },
        },
        { action: 'customer_note', values: { text: 'Prefers mornings.' } },
        { action: 'customer_created' },
      ],
    });
    const other = await made({
      first_name: 'D.',
      last_name: 'Reed',
      billing: { phone: '704-555-0198', address_1: '2 Oak Street' },
      meta_data: [...identityMeta('1990-12-30', 'NC-2'), { key: 'pet', value: 'a parrot' }],
    });
    await manager.post(`/api/customers/${id}/merge`, { merge_id: other.id });
    await manager.post(`/api/proxy/wc-points-rewards/user/${id}/adjust`, { points: 5, description: 'Birthday' });
    await manager.post(`${USERS}/${id}/password-reset`, {});
    const changes = { overrideCents: toCents(900), overrideReason: 'Regular', discount: 1000 };
    const changed = aCart.map((line) => ({ ...line, ...changes }));
    const held = await till.post('/api/held-carts', {
      name: 'Dana',
      cart: persistCart(changed),
      customer_id: other.id,
      points: null,
    });
    expect(held.statusCode, held.body).toBe(200);
    await manager.post(`/api/orders/${sold.id}/notes`, { text: 'Asked for a bag.' });
    const [line] = sold.line_items;
    const back = { lines: [{ line_id: line?.id, quantity: 1, restock: true }], reason: 'Torn' };
    expect((await manager.post(`/api/orders/${sold.id}/refunds`, back)).statusCode).toBe(201);
    const sought = await manager.post('/api/users-matrix/customers/find-by-identity', { date_of_birth: '1990-12-31' });
    expect(sought.json()).toMatchObject({ data: [{ id }] });
    const whole = await manager.get(`/api/customers/${id}/export.json`);
    expect(whole.json<{ data: PersonFile }>().data).toMatchObject({
      merged_accounts: [
        {
          customer: { id: other.id, billing: { address_1: '2 Oak Street' } },
          date_of_birth: '1990-12-30',
          license_number: 'NC-2',
          identity_readable: true,
          further_values: [{ key: 'pet', value: 'a parrot' }],
        },
      ],
      held_carts: [
        {
          name: 'Dana',
          lines: [{ name: 'Grinder', tier: null, quantity: 2, price: '9.00', total: '16.20', reason: 'Regular' }],
          points: 0,
          subtotal: '16.20',
          ended: null,
        },
      ],
      reset_links: [{ ended_at: null }],
      points: [{ type: 'order-refunded' }, { description: 'Birthday' }, { type: 'order-placed' }],
      orders: [
        {
          points_used: 0,
          payment_method: 'Card',
          transaction_id: '',
          staff_notes: [{ text: 'Asked for a bag.', author: expect.any(String) as string }],
          refunds: [{ amount: '2.00', reason: 'Torn' }],
        },
      ],
      changes: expect.arrayContaining([
        expect.objectContaining({ action: 'customers_found_by_birth_date', values: {} }),
      ]) as object,
      left_out: [expect.stringContaining('assistant') as string],
    });
    const pdf = await manager.get(`/api/customers/${id}/export.pdf`);
    expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    expect(await trail('customer_exported')).toHaveLength(3);
    for (const kind of ['json', 'pdf']) {
      expect(refusalOf(await till.get(`/api/customers/${id}/export.${kind}`))).toEqual([403, 'not_allowed']);
      expect(refusalOf(await manager.get(`/api/customers/${till.userId}/export.${kind}`))).toEqual([404, 'not_found']);
    }
  });

  it('names nobody as a reader of a PDF that was refused, and says where everything is', async () => {
    const { id } = await made({ first_name: 'Lou', last_name: 'Long', email: 'lou@example.com' });
    await sql`INSERT INTO customer_notes (customer_id, author_id, body)
      SELECT ${id}, ${till.userId}, repeat('long ', 390) FROM generate_series(1, 1600)`.execute(shop.database.db);
    const before = await trail('customer_exported');
    const pdf = await manager.get(`/api/customers/${id}/export.pdf`);
    expect(refusalOf(pdf)).toEqual([422, 'paper_too_long']);
    expect(pdf.json()).toMatchObject({
      error: 'This is too long for one PDF. Take the JSON file, which has everything.',
    });
    expect(await trail('customer_exported')).toEqual(before);
    expect((await manager.get(`/api/customers/${id}/export.json`)).statusCode).toBe(200);
    expect(await trail('customer_exported')).toHaveLength(before.length + 1);
  });
});

describe('the list as CSV', () => {
  it('has the rows of the filter, no cell that a spreadsheet would run, and identities only when asked for', async () => {
    const { id } = await made({
      first_name: '=HYPERLINK("http://x")',
      email: 'evil@example.com',
      meta_data: [{ key: '_license_number', value: 'SECRET-7' }],
    });
    await till.send('PUT', `${USERS}/${id}`, { groups: ['Evil', 'Odd'] });
    const rows = async (query: string) => {
      const reply = await manager.get(`/api/customers/export.csv?${query}`);
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
      return Papa.parse<Record<string, string>>(reply.body, { header: true, skipEmptyLines: true }).data;
    };
    expect(await rows('group=evil')).toEqual([
      expect.objectContaining({
        ID: String(id),
        'Display name': `'=HYPERLINK("http://x")`,
        Email: 'evil@example.com',
        Groups: 'Evil, Odd',
        Orders: '0',
        Spent: '0.00',
        'Last order': '',
        Points: '0',
      }),
    ]);
    expect(JSON.stringify(await rows(''))).not.toContain('SECRET-7');
    expect(await rows('search=evil@example&identity=true')).toMatchObject([{ 'Licence number': 'SECRET-7' }]);
    expect(await trail('customers_exported')).toMatchObject([
      { customers: 1, identity: false },
      { identity: false },
      { customers: 1, identity: true },
    ]);
    expect(refusalOf(await till.get('/api/customers/export.csv'))).toEqual([403, 'not_allowed']);
  });
});

it('tells birth dates and licence numbers in no file of a manager who may not see them', async () => {
  const other = await made({
    first_name: 'Vic',
    email: 'vic.w@example.com',
    meta_data: identityMeta('1977-07-17', 'W-778'),
  });
  const { id } = await made({
    first_name: 'Val',
    email: 'val@example.com',
    meta_data: identityMeta('1977-07-07', 'W-777'),
  });
  await manager.post(`/api/customers/${id}/merge`, { merge_id: other.id });
  await without('see-identity', async (by) => {
    const person = await by.get(`/api/customers/${id}/export.json`);
    expect(person.json()).toMatchObject({
      data: {
        date_of_birth: null,
        license_number: null,
        identity_readable: false,
        merged_accounts: [{ date_of_birth: null, license_number: null, identity_readable: false }],
      },
    });
    expect(person.body).not.toMatch(/1977-07|W-77/);
    expect((await by.get(`/api/customers/${id}/export.pdf`)).statusCode).toBe(200);
    expect((await by.get('/api/customers/export.csv')).statusCode).toBe(200);
    const before = (await trail('customers_exported')).length;
    expect(refusalOf(await by.get('/api/customers/export.csv?identity=true'))).toEqual([403, 'not_allowed']);
    expect(await trail('customers_exported')).toHaveLength(before);
  });
});

describe('an import', () => {
  type Preview = ReplyOf<typeof previewCustomerImportRoute>['data'];
  const bodyOf = (csv: string | Buffer, more = {}) => ({ file: Buffer.from(csv).toString('base64'), ...more });
  const preview = async (csv: string | Buffer, more = {}): Promise<Preview> => {
    const reply = await manager.post('/api/customers/import/preview', bodyOf(csv, more));
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<{ data: Preview }>().data;
  };
  const run = (csv: string | Buffer, more = {}, headers = {}) =>
    manager.post('/api/customers/import', bodyOf(csv, more), headers);
  const found = async (search: string): Promise<Customer[]> => {
    const { data } = (await till.get(`${USERS}?search=${encodeURIComponent(search)}`)).json<{
      data: { id: number }[];
    }>();
    const details = await Promise.all(data.map(({ id }) => till.get(`/api/users-matrix/customers/${id}`)));
    return details.map((reply) => reply.json<{ data: Customer }>().data);
  };

  const GOOD = [
    'First Name,Last Name,E-mail,Phone,Street,City,State,ZIP,DOB,Labels,Notes,Shoe size',
    'Zora,Imported,zora@example.com,(704) 555-0201,1 Oak St,Charlotte,NC,28204,12/31/1990,"VIP; Early",Likes tea,9',
    'Zoltan,Imported,,704-555-0202,,,,,1985-02-03,,,',
    'Zoe,Imported,zora@example.org,,,,,,,VIP,,',
  ].join('\r\n');

  it('is tried first, and then carried out once as it was shown', async () => {
    const shown = await preview(GOOD);
    expect(shown).toMatchObject({
      rows: 3,
      create: 3,
      skip: 0,
      bad: 0,
      problems: [],
      bad_rows: '',
      mapping: { first_name: 'First Name', postcode: 'ZIP', date_of_birth: 'DOB', groups: 'Labels', note: 'Notes' },
    });
    expect(shown.sample[0]).toMatchObject({ first_name: 'Zora', phone: '(704) 555-0201' });
    expect(await found('imported')).toEqual([]);
    const key = { 'idempotency-key': 'an-import-of-three' };
    const replies = [await run(GOOD, {}, key), await run(GOOD, {}, key)];
    expect(replies.map((reply) => reply.json<object>())).toEqual([
      { success: true, data: { created: 3, skipped: 0 } },
      { success: true, data: { created: 3, skipped: 0 } },
    ]);
    const [zoe, zoltan, zora] = await found('imported');
    expect(zora).toMatchObject({
      name: 'Zora Imported',
      phone: '704-555-0201',
      username: 'zora',
      billing: { address_1: '1 Oak St', postcode: '28204', country: 'US', email: 'zora@example.com' },
      groups: ['Early', 'VIP'],
      has_birth_date: true,
    });
    expect(zoltan).toMatchObject({ email: '', username: '7045550202' });
    expect(zoe).toMatchObject({ username: 'zora-2', groups: ['VIP'] });
    expect((await till.get(`/api/customers/${zora?.id}/notes`)).json()).toMatchObject({
      data: [{ text: 'Likes tea' }],
    });
    expect(await trail('customers_imported')).toMatchObject([{ created: 3, skipped: 0 }]);
    const { data } = (await manager.get(`/api/customers/${zora?.id}/export.json`)).json<{ data: PersonFile }>();
    expect(data.changes.at(-1)).toMatchObject({ action: 'customer_created', values: { username: 'zora' } });
  });

  it('is all or nothing; rows with problems come back as a file that says why', async () => {
    const csv = [
      'Name,Email,Phone,Birth date',
      'Ann Allright,allright@example.com,,',
      ',nameless@example.com,,',
      '"=cmd|x",no address,,1990-13-01',
      'Bo Nowhere,,,',
    ].join('\n');
    const shown = await preview(csv);
    expect(shown).toMatchObject({ rows: 4, create: 1, bad: 3 });
    expect(shown.problems.map(({ line, column }) => [line, column])).toEqual([
      [3, null],
      [4, 'Email'],
      [4, 'Birth date'],
      [5, null],
    ]);
    const [header, first, second] = shown.bad_rows.split('\r\n');
    expect(header).toBe('Problem,Name,Email,Phone,Birth date');
    expect(first).toContain('Line 3: has no name');
    expect(second).toContain(`,'=cmd|x,no address,,1990-13-01`);
    const reply = await run(csv);
    expect(refusalOf(reply)).toEqual([422, 'import_not_clean']);
    expect(reply.json<{ problems: object[] }>().problems).toHaveLength(4);
    expect(await found('allright')).toEqual([]);
  });

  it('adds nobody who is there already, unless that is said', async () => {
    await made({
      first_name: 'Pia',
      last_name: 'Present',
      email: 'pia@example.com',
      billing: { phone: '704-555-0211' },
    });
    const csv = [
      'Name,Email,Phone',
      'Pia P,,704 555 0211',
      'Quin New,quin@example.com,',
      'Quin Again,QUIN@example.com,',
    ].join('\n');
    expect(await preview(csv)).toMatchObject({ create: 1, bad: 2 });
    expect(await preview(csv, { on_match: 'skip' })).toMatchObject({ create: 1, skip: 2, bad: 0 });
    // An address signs one person in.
    expect(await preview(csv, { on_match: 'create' })).toMatchObject({ create: 2, bad: 1 });
    expect((await run(csv, { on_match: 'skip' })).json()).toMatchObject({ data: { created: 1, skipped: 2 } });
    const staff = `Name,Email\nTrick,${(await shop.signIn('staff', { username: 'boss' })) && 'boss@example.com'}`;
    expect((await preview(staff, { on_match: 'create' })).problems).toMatchObject([{ line: 2 }]);
  });

  it('compares birth dates for those who may see them only, and each time it leaves a row', async () => {
    const born = await made({
      first_name: 'Wes',
      last_name: 'Vane',
      email: 'wes@example.com',
      meta_data: identityMeta('1966-06-06'),
    });
    const csv =
      'First name,Last name,E-mail,DOB\nWes,Vane,wes.v@example.com,1966-06-06\nWes,Vane,vane@example.com,1966-06-07\n';
    const row = 'customers_found_by_birth_date';
    const before = (await trail(row)).length;
    const since = async () => (await trail(row)).slice(before);
    await without('see-identity', async (by) => {
      const shown = await by.post('/api/customers/import/preview', bodyOf(csv));
      expect(shown.json()).toMatchObject({ data: { create: 2, bad: 0, problems: [] } });
      expect(await since()).toEqual([]);
    });
    const reason = `has the birth date and a similar name of Wes Vane (${born.id})`;
    expect((await preview(csv)).problems).toEqual([{ line: 2, column: null, reason }]);
    expect(await since()).toEqual([{ found: [born.id] }]);
    expect(refusalOf(await run(csv))).toEqual([422, 'import_not_clean']);
    expect(await since()).toEqual([{ found: [born.id] }, { found: [born.id] }]);
    const key = { 'idempotency-key': 'an-import-with-birth-dates' };
    for (const _lost of [1, 2]) expect((await run(csv, { on_match: 'create' }, key)).statusCode).toBe(200);
    expect((await since()).slice(2)).toEqual([{ found: [born.id] }]);
    await preview('Name,Email\nNo Birthday,nobd@example.com\n');
    expect(await since()).toHaveLength(3);
  });

  it('takes other headers where they are mapped, and files of older spreadsheets', async () => {
    const csv = Buffer.from('Kunde;Handy\nJosé Müller;704-555-0221\n', 'latin1');
    expect((await preview(csv)).problems).toMatchObject([{ line: 1 }, { line: 1 }]);
    const mapping = { name: 'kunde', phone: 'Handy' };
    expect(await preview(csv, { mapping })).toMatchObject({ encoding: 'Windows-1252', create: 1, bad: 0 });
    await run(csv, { mapping });
    expect(await found('jose muller')).toMatchObject([{ first_name: 'José', last_name: 'Müller' }]);
    expect((await preview(csv, { mapping: { name: 'Gone' } })).problems[0]?.reason).toContain('no column "Gone"');
    expect((await preview('')).problems.length).toBeGreaterThan(0);
    expect(refusalOf(await till.post('/api/customers/import', bodyOf('x')))).toEqual([403, 'not_allowed']);
    expect(refusalOf(await till.post('/api/customers/import/preview', bodyOf('x')))).toEqual([403, 'not_allowed']);
  });
});
