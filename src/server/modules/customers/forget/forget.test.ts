import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DirectoryEntry } from '#contract/customers.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf, type TestApp, type Till } from '#server/testing/app.ts';
import { USERS, addedAt, openTills, tablesSaying } from '#server/testing/trade/customers.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { aCart, meta, sale } from '#server/testing/sales.ts';
import { persistCart } from '#domain/cart-persistence.ts';
import { SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let manager: Till;

beforeAll(async () => {
  ({ shop, till, manager } = await openTills());
});
afterAll(() => shop.close());

const WORDS = [
  'Quimby',
  'quimby',
  'QUIMBY',
  'called otherwise',
  '7045550177',
  '704-555-0177',
  '555-0177',
  'Elm Street',
  'QX-990',
  '1971-03-04',
  'whistles',
];

const CART = persistCart(aCart);
const RUN = '5f0c7f4e-2b6a-4b51-9d0e-9a8f2f9d1c3a';
const card = (tool: string, column: string, row: object) => ({
  tool,
  title: `${tool} with “quimby”`,
  parameters: { search: 'quimby' },
  location: '',
  columns: [{ key: column, label: 'Customer', kind: 'text' }],
  rows: [row, { id: 0, [column]: 'Bo Reed' }],
  facts: [],
  total: 2,
  shown: 2,
  note: '',
  ms: 1,
  open: { view: 'customers', label: 'Open', filter: { search: 'quimby' } },
  draft: null,
  error: '',
});

/** A conversation with the assistant, and an artifact that was made of it. */
async function talkedAbout(id: number, orderId: number): Promise<void> {
  await sql`
    WITH c AS (
      INSERT INTO ai_conversations (user_id, title, last_message) VALUES (${till.userId}, 'About Ada Quimby', 'A. Quimby spent') RETURNING id),
    r AS (
      INSERT INTO ai_runs (id, conversation_id, user_id, state, ended_at) SELECT ${RUN}, id, ${till.userId}, 'finished', now() FROM c RETURNING id),
    e AS (
      INSERT INTO ai_run_events (run_id, seq, event) SELECT id, 1, '{"type": "content", "content": "Quimby"}' FROM r)
    INSERT INTO ai_messages (conversation_id, run_id, role, content, tool_name, card)
    SELECT c.id, r.id, m.role, m.content, m.tool, m.card
      FROM c, r, jsonb_to_recordset(${JSON.stringify([
        { role: 'user', content: 'What did A. QUIMBY buy, (704) 555-0177?', tool: '' },
        {
          role: 'tool',
          content: 'customers with “quimby”',
          tool: 'customers',
          card: card('customers', 'name', { id, name: 'A. Q. (called otherwise then)' }),
        },
        {
          role: 'tool',
          content: 'draft count list',
          tool: 'draft_count_list',
          card: {
            ...card('draft_count_list', 'item', {}),
            title: 'Count list',
            parameters: {},
            open: null,
            draft: { id: 1, title: 'Ada Quimby, 1 item', reason: 'For Ada Quimby.', changes: [] },
          },
        },
        {
          role: 'tool',
          content: 'find_orders with “quimby”',
          tool: 'find_orders',
          card: card('find_orders', 'buyer', { id: orderId, buyer: 'Quimby, once' }),
        },
      ])}::jsonb) AS m(role text, content text, tool text, card jsonb)`.execute(shop.database.db);
  await sql`
    INSERT INTO ai_drafts (user_id, location_id, kind, title, reason, content, changes, content_hash, nonce, state, decided_at, applied)
    SELECT ${till.userId}, 20, d.kind, d.title, d.reason, d.content, d.changes, h, h, d.state, d.decided_at, d.applied
      FROM sha256('x') h, jsonb_to_recordset(${JSON.stringify([
        {
          kind: 'count_list',
          title: 'Ada Quimby, 1 item',
          reason: 'For Ada Quimby.',
          content: { title: 'Ada Quimby, 1 item', items: [{ product_id: 1 }] },
          changes: [],
          state: 'approved',
          decided_at: '2026-11-23T12:00:00Z',
          applied: { result: { label: 'Ada Quimby, 1 item', view: 'adjustments', id: 1 }, undo: { version: 3 } },
        },
        {
          kind: 'purchase_order',
          title: 'Purchase order to Farms, 1 item',
          reason: '',
          content: { supplier_id: 1, notes: 'Ring Ada Quimby at 704-555-0177', items: [] },
          changes: [{ item: 'Notes', field: 'Notes', before: '', after: 'Ring Ada Quimby at 704-555-0177' }],
          state: 'proposed',
        },
        {
          kind: 'label_sheet',
          title: 'Labels for Ada Quimby',
          reason: '',
          content: { title: 'Labels for Ada Quimby', items: [] },
          changes: [{ item: 'Grinder', field: 'Labels', before: '', after: 'one for Ada Quimby' }],
          state: 'proposed',
        },
      ])}::jsonb) AS d(kind text, title text, reason text, content jsonb, changes jsonb, state text, decided_at timestamptz, applied jsonb)`.execute(
    shop.database.db,
  );
  const decided = await sql<{ id: number; state: string }>`
    SELECT id, state FROM ai_drafts WHERE kind <> 'purchase_order'`.execute(shop.database.db);
  for (const { id: draft, state } of decided.rows) {
    const reply = await till.post(
      `/api/ai/drafts/${draft}/${state === 'approved' ? 'undo' : 'reject'}`,
      {},
      { 'idempotency-key': `draft-${draft}-about-ada` },
    );
    expect(reply.statusCode, reply.body).toBe(200);
  }
  const saved = await till.post('/api/artifacts', {
    title: 'Chart of Ada Quimby',
    code: '<p>Ada Quimby and const quantity</p>',
    tags: ['ada.quimby@example.com'],
  });
  expect(saved.statusCode, saved.body).toBe(201);
  const artifact = saved.json<{ artifact: { id: number } }>();
  const renamed = await till.send('PUT', `/api/artifacts/${artifact.artifact.id}`, { title: 'Letter to Ada Quimby' });
  expect(renamed.statusCode, renamed.body).toBe(200);
  const begun = await till.post(
    '/api/ai/history',
    { title: 'Returns of Ada Quimby' },
    { 'idempotency-key': 'talk-of-ada' },
  );
  expect(begun.statusCode, begun.body).toBeLessThan(300);
}

const saidIn = () => tablesSaying(shop, WORDS);

async function quimby(): Promise<DirectoryEntry> {
  const reply = await till.post(
    USERS,
    {
      first_name: 'Ada',
      last_name: 'Quimby',
      email: 'ada.quimby@example.com',
      billing: { phone: '704-555-0177', address_1: '5 Elm Street' },
      meta_data: [
        { key: '_date_of_birth', value: '1971-03-04' },
        { key: '_license_number', value: 'QX-990' },
        { key: 'habit', value: 'whistles' },
      ],
    },
    { 'idempotency-key': 'the-key-of-ada' },
  );
  expect(reply.statusCode, reply.body).toBe(201);
  const { data } = reply.json<{ data: DirectoryEntry }>();
  await till.send(
    'PUT',
    `${USERS}/${data.id}`,
    { flag: { kind: 'check_id', text: 'whistles' }, display_name: 'A. Quimby', groups: ["Quimby's friends", 'VIP'] },
    { 'idempotency-key': `a-change-of-${data.id}` },
  );
  await till.post(`/api/customers/${data.id}/notes`, { text: 'Quimby whistles.' });
  await sql`
    INSERT INTO unsettled_commands (key, title, owner_id, location_id, sent_at, reported_by)
    VALUES (${`key-of-${data.id}`}, 'Customer A. Quimby', ${till.userId}, 20, now(), ${till.userId})`.execute(
    shop.database.db,
  );
  return data;
}

it('forgets somebody with orders everywhere; orders and points keep their figures', async () => {
  const { id } = await quimby();
  const other = (
    await till.post(USERS, {
      first_name: 'Ada',
      last_name: 'Quimby',
      billing: { phone: '7045550177' },
      create_anyway: true,
    })
  ).json<{
    id: number;
  }>().id;
  const body = sale([{ product_id: SHOP.papers, quantity: 10 }], {
    customer_id: id,
    customer_note: 'For Quimby',
    meta_data: meta({ _gift: 'To Quimby' }),
  });
  const key = { 'idempotency-key': 'a-sale-to-ada' };
  const sold = answerOf(await till.post('/api/orders', body, key)).data;
  await manager.post(`/api/customers/${id}/merge`, { merge_id: other }, { 'idempotency-key': 'a-merge-of-ada' });
  const adjusted = await manager.post(
    `/api/proxy/wc-points-rewards/user/${id}/adjust`,
    { points: 5, description: 'Quimby whistles so well' },
    { 'idempotency-key': 'points-for-ada' },
  );
  expect(adjusted.statusCode, adjusted.body).toBe(200);
  const held = await till.post(
    '/api/held-carts',
    { name: "Quimby's", cart: CART, customer_id: id, points: null },
    { 'idempotency-key': 'a-cart-of-ada' },
  );
  expect(held.statusCode, held.body).toBe(200);
  const noted = { text: 'He sings here, too.' };
  await till.post(`/api/orders/${sold.id}/notes`, noted, { 'idempotency-key': 'a-note-on-the-order' });
  await talkedAbout(id, sold.id);
  await till.send('PUT', `${USERS}/${(await addedAt(till, { first_name: 'Bo', email: 'bo.v@example.com' })).id}`, {
    groups: ['VIP'],
  });
  expect((await saidIn()).length).toBeGreaterThan(6);

  const reply = await manager.send('DELETE', `${USERS}/${id}`);
  expect(reply.json()).toEqual({ success: true, id, outcome: 'forgotten' });
  expect(await saidIn()).toEqual([]);
  const answers = await sql<{ data: object }>`
    SELECT response -> 'data' AS data FROM idempotency_keys WHERE key IN (${`a-change-of-${id}`}, 'a-note-on-the-order')
     ORDER BY key`.execute(shop.database.db);
  expect(answers.rows.map(({ data }) => data)).toMatchObject([{ groups: [], flag: null }, { text: '' }]);
  const labels = await sql<{ name: string }>`SELECT name FROM customer_groups`.execute(shop.database.db);
  expect(labels.rows).toEqual([{ name: 'VIP' }]);
  expect((await till.get(`/api/orders/${sold.id}`)).json()).toMatchObject({
    data: {
      total: '20.00',
      points_awarded: 20,
      customer_id: id,
      customer_name: 'Deleted customer',
      billing: { phone: '' },
    },
  });
  const { rows } = await sql<{
    balance: number;
  }>`SELECT balance FROM points_balances WHERE customer_id = ${id}`.execute(shop.database.db);
  expect(rows).toEqual([{ balance: 25 }]);
  const kept = await sql<{ content: string; card: { rows: object[] } | null }>`
    SELECT content, card FROM ai_messages ORDER BY id`.execute(shop.database.db);
  expect(kept.rows).toMatchObject([
    { content: 'What did Deleted customer buy, Deleted customer?' },
    { content: 'customers with “…”', card: { rows: [{ name: 'Deleted customer' }, { name: 'Bo Reed' }] } },
    { card: { draft: { title: 'Deleted customer, 1 item', reason: 'For Deleted customer.' } } },
    { content: 'find_orders with “…”', card: { rows: [{ buyer: 'Deleted customer' }, { buyer: 'Bo Reed' }] } },
  ]);
  const drafts = await sql<object>`
    SELECT state, title, reason, content, changes, applied FROM ai_drafts ORDER BY id`.execute(shop.database.db);
  const title = 'Deleted customer, 1 item';
  const notes = 'Ring Deleted customer at Deleted customer';
  expect(drafts.rows).toMatchObject([
    {
      state: 'undone',
      title,
      reason: 'For Deleted customer.',
      content: { title, items: [{ product_id: 1 }] },
      applied: { result: { label: title, id: 1 }, undo: { version: 3 } },
    },
    // It waited for somebody who would approve something else than they saw.
    { state: 'lapsed', content: { supplier_id: 1, notes }, changes: [{ field: 'Notes', after: notes }], applied: null },
    { state: 'rejected', title: 'Labels for Deleted customer', changes: [{ after: 'one for Deleted customer' }] },
  ]);
  const artifact = await sql<{ code: string }>`SELECT DISTINCT code FROM artifact_versions`.execute(shop.database.db);
  expect(artifact.rows).toEqual([{ code: '<p>… and const quantity</p>' }]);
  await expect(sql`UPDATE artifact_versions SET code = ''`.execute(shop.database.db)).rejects.toThrow('append-only');
  // A repeated sale still gets its answer, without the person.
  const again = await till.post('/api/orders', body, key);
  expect(answerOf(again).data).toMatchObject({ id: sold.id, total: '20.00', customer_name: '' });
  for (const gone of [id, other]) {
    expect(
      refusalOf(await till.post('/api/held-carts', { name: null, cart: CART, customer_id: gone, points: null })),
    ).toEqual([422, 'customer_unknown']);
    expect(refusalOf(await till.get(`/api/users-matrix/customers/${gone}`))).toEqual([404, 'not_found']);
    expect(refusalOf(await till.send('PUT', `${USERS}/${gone}`, { display_name: 'X' }))).toEqual([404, 'not_found']);
    expect(
      refusalOf(
        await till.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 1 }], { customer_id: gone })),
      ),
    ).toEqual([422, 'customer_unknown']);
  }
  expect((await till.get(`${USERS}?search=deleted`)).json()).toMatchObject({ meta: { total: 0 } });
  expect(refusalOf(await manager.post('/api/customers/merges/1/undo'))).toEqual([409, 'status_conflict']);
  const { checks } = await verifyBooks(shop.database.connection);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
});

it('leaves words of the program and of others alone when somebody is called by one of them', async () => {
  const reply = await till.post(USERS, { first_name: 'Day', last_name: '', email: 'on-the-day@example.com' });
  expect(reply.statusCode, reply.body).toBe(201);
  const { id } = reply.json<{ id: number }>();
  await till.send('PUT', `${USERS}/${id}`, { display_name: 'Day' });
  await till.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 1 }], { customer_id: id }));
  const sales = {
    ...card('sales_summary', 'group', { id: 1, group: "Mother's Day" }),
    title: 'Sales per day',
    parameters: { group_by: 'day' },
    columns: [{ key: 'group', label: 'Day', kind: 'text' }],
    open: null,
  };
  await sql`
    WITH c AS (INSERT INTO ai_conversations (user_id, title, last_message) VALUES (${till.userId}, 'Sales of the Day', '') RETURNING id)
    INSERT INTO ai_messages (conversation_id, role, content, tool_name, card)
    SELECT c.id, 'tool', 'Sales per day', 'sales_summary', ${JSON.stringify(sales)}::jsonb FROM c`.execute(
    shop.database.db,
  );
  await sql`
    INSERT INTO unsettled_commands (key, title, owner_id, location_id, sent_at, reported_by)
    SELECT 'title-of-' || n, t, ${till.userId}, 20, now(), ${till.userId}
      FROM unnest(${['Sale of the Day, $20.00', `Changes of customer #${id}`, `Changes of customer #${id}0`]}::text[]) WITH ORDINALITY AS x(t, n)`.execute(
    shop.database.db,
  );
  const { rows: before } = await sql`
    SELECT m.content, m.card, c.title FROM ai_messages m JOIN ai_conversations c ON c.id = m.conversation_id
     WHERE m.tool_name = 'sales_summary'`.execute(shop.database.db);
  expect((await manager.send('DELETE', `${USERS}/${id}`)).json()).toMatchObject({ outcome: 'forgotten' });
  const { rows: after } = await sql`
    SELECT m.content, m.card, c.title FROM ai_messages m JOIN ai_conversations c ON c.id = m.conversation_id
     WHERE m.tool_name = 'sales_summary'`.execute(shop.database.db);
  expect(after).toEqual(before);
  const titles = await sql<{ title: string }>`
    SELECT title FROM unsettled_commands WHERE key LIKE 'title-%' ORDER BY key`.execute(shop.database.db);
  expect(titles.rows.map(({ title }) => title)).toEqual([
    'Sale of the Day, $20.00',
    'A command about a customer who was deleted',
    `Changes of customer #${id}0`,
  ]);
});

it.each(['forgotten', 'removed'])(
  'answers a deletion that is asked for again as before, once somebody is %s',
  async (outcome) => {
    const { id } = await addedAt(till, { first_name: 'Lo', email: `lo-${outcome}@example.com` });
    if (outcome === 'forgotten')
      await till.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 1 }], { customer_id: id }));
    const ask = () => manager.send('DELETE', `${USERS}/${id}`, undefined, { 'idempotency-key': `end-of-${id}` });
    const [first, again] = [await ask(), await ask()];
    expect(first.json()).toEqual({ success: true, id, outcome });
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    const ends = await sql`
    SELECT FROM audit_trail WHERE action = ${`customer_${outcome}`} AND entity_id = ${String(id)}`.execute(
      shop.database.db,
    );
    expect(ends.rows).toHaveLength(1);
  },
);

it('removes somebody without orders or points', async () => {
  await sql`DELETE FROM idempotency_keys`.execute(shop.database.db);
  const { id } = await quimby();
  expect((await manager.send('DELETE', `${USERS}/${id}`)).json()).toEqual({ success: true, id, outcome: 'removed' });
  expect(await saidIn()).toEqual([]);
  const { rows } = await sql`SELECT FROM users WHERE id = ${id}`.execute(shop.database.db);
  expect(rows).toEqual([]);
  expect(refusalOf(await manager.send('DELETE', `${USERS}/${id}`))).toEqual([404, 'not_found']);
  const { checks } = await verifyBooks(shop.database.connection);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
});

it('keeps no answer of the person when a program deletes them and sends a key', async () => {
  await sql`DELETE FROM idempotency_keys`.execute(shop.database.db);
  const admin = await shop.signIn('administrator');
  const scope = { products: 'none', customers: 'write', orders: 'none', taxes: 'none' };
  const made = await admin.post('/api/manage/api-keys', {
    name: 'Web shop',
    location_id: 20,
    all_locations: false,
    scope,
  });
  const { consumer_key: key, consumer_secret: secret } = made.json<Record<string, string>>();
  const { id } = await quimby();
  const reply = await shop.inject({
    method: 'DELETE',
    url: `/wp-json/wc/v3/customers/${id}?force=true`,
    headers: {
      authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
      'idempotency-key': 'the-end-of-ada',
    },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json()).toMatchObject({ id, email: 'ada.quimby@example.com' });
  expect(await saidIn()).toEqual([]);
});

it('never deletes a member of staff, nor for staff', async () => {
  const { id } = (await till.post(USERS, { first_name: 'Bo', email: 'bo@example.com' })).json<{ id: number }>();
  expect(refusalOf(await till.send('DELETE', `${USERS}/${id}`))).toEqual([403, 'not_allowed']);
  const admin = await shop.signIn('administrator');
  for (const staff of [till.userId, manager.userId, admin.userId])
    expect(refusalOf(await admin.send('DELETE', `${USERS}/${staff}`))).toEqual([404, 'not_found']);
});
