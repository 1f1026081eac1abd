import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Conversation } from '#contract/assistant-history.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { ask, chatLines, conversationOf, messagesOf } from '#server/testing/assistant/chat-lines.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { openShop } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let manager: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  [till, manager] = [await shop.signIn('staff'), await shop.signIn('manager')];
  await till.post('/api/orders', sale([grinder]));
});
afterAll(() => shop.close());

const listed = async (query = '', by = till): Promise<Conversation[]> =>
  (await by.get(`/api/ai/history?${query}`)).json<{ conversations: Conversation[] }>().conversations;

it('asks a stranger to log in before a conversation is begun', async () => {
  const stranger = await shop.inject({ method: 'POST', url: '/api/ai/history', payload: { title: 'x' } });
  expect([stranger.statusCode, stranger.json()]).toMatchObject([
    401,
    { error: 'Please log in to create a new conversation', code: 'login_required' },
  ]);
});

describe.each(['/api/ai/direct', '/api/ai/wordpress-proxy'])('a client of earlier days at %s', (path) => {
  const said = async (message: string) => {
    const reply = await till.post(path, {
      message,
      temperature: 0.7,
      max_tokens: 8192,
      conversation: [{ role: 'user', content: 'Hello' }],
      user_location: { id: 20, name: 'Charlotte Central' },
    });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
    ]);
    // Besides those of data, a stream has lines for the browser: comments, and how soon to open it again.
    const lines = reply.body.split('\n').filter((line) => !/^(?:$|:|retry: )/.test(line));
    expect(lines.filter((line) => !line.startsWith('data: '))).toEqual([]);
    return lines.map((line) => JSON.parse(line.slice('data: '.length)) as Record<string, unknown>);
  };

  it('reads an answer from lines of data', async () => {
    const lines = await said('/calc 2 + 3');
    expect(lines).toMatchObject([
      { type: 'thinking', content: '' },
      { type: 'tool_call', content: 'calculate', data: { name: 'calculate' } },
      { type: 'tool_result', content: '1 row', data: { name: 'calculate', card: { rows: [{ result: '5.00' }] } } },
      { type: 'content', content: 'Calculation: 1 row.' },
      { type: 'done', data: { state: 'finished' } },
    ]);
  });

  it('reads an error from its last line', async () => {
    expect((await said('How is it going?')).at(-1)).toMatchObject({
      type: 'error',
      error: expect.stringContaining('an administrator enters a provider') as string,
    });
  });
});

describe('a typed command', () => {
  it('runs its tool without a model, and is kept with its card', async () => {
    const lines = await ask(till, '/sales today by product');
    expect(lines.map(({ type, seq }) => [type, seq])).toEqual([
      ['thinking', 1],
      ['tool_call', 2],
      ['tool_result', 3],
      ['content', 4],
      ['done', 5],
    ]);
    const messages = await messagesOf(till, conversationOf(lines));
    expect(messages.map(({ role, state }) => [role, state])).toEqual([
      ['user', 'finished'],
      ['tool', 'finished'],
      ['assistant', 'finished'],
    ]);
    const { card } = messages[1] ?? {};
    expect(card).toMatchObject({
      tool: 'sales_summary',
      rows: [{ name: 'Grinder', quantity: 1, net: '23.90' }],
      total: 1,
      note: '',
      open: { view: 'orders' },
    });
    expect(card?.facts).toContainEqual({ label: 'Total', value: '25.99', kind: 'money' });
    const csv = await till.get(`/api/ai/messages/${messages[1]?.id}/rows.csv`);
    expect(csv.body).toContain('Product,Sales,Quantity');
    expect(csv.body).toContain('Grinder');
    expect(refusalOf(await manager.get(`/api/ai/messages/${messages[1]?.id}/rows.csv`))).toEqual([404, 'not_found']);
  });

  it.each([
    ['/low', 'low_stock'],
    ['/item grinder', 'stock'],
    ['/order 1', 'order'],
    ['/orders today', 'find_orders'],
    ['/compare last month this month', 'compare_sales'],
    ['/po', 'purchase_orders'],
    ['/count', 'discrepancies'],
    ['/points', 'loyalty'],
    ['/calc 3 * 12.50', 'calculate'],
    ['/best', 'sales_summary'],
  ])('%s shows a card of %s', async (message, name) => {
    const result = (await ask(till, message)).find((line) => line.type === 'tool_result');
    expect(result).toMatchObject({ data: { name } });
    if (message !== '/order 1') expect(result?.type === 'tool_result' && result.data.card.error).toBe('');
  });

  it.each([
    ['/sales last week by category', { period: 'last_week', group_by: 'category' }],
    ['/best last week', { period: 'last_week', group_by: 'product', location_id: 20 }],
    ['/sales 14 days', { last_days: 14, group_by: 'day' }],
    ['/sales 2026-08', { from: '2026-08-01', to: '2026-08-31', group_by: 'day' }],
    ['/orders today', { period: 'today' }],
    ['/compare last week this week', { first_period: 'last_week', second_period: 'this_week' }],
  ])('%s keeps the words of its period, so that a chart of it moves on with the days', async (message, parameters) => {
    const result = (await ask(till, message)).find((line) => line.type === 'tool_result');
    expect(result?.type === 'tool_result' && result.data.card.parameters).toMatchObject(parameters);
    expect(result?.type === 'tool_result' && result.data.card.error).toBe('');
    expect(Object.keys(parameters).includes('from')).toBe(
      result?.type === 'tool_result' && 'from' in result.data.card.parameters,
    );
  });

  it.each([
    ['/sales today', 20],
    ['/sales today all locations', undefined],
    ['/sales today by location', undefined],
    ['/best last week everywhere', undefined],
    ['/compare last week this week', 20],
    ['/orders today', 20],
    ['/orders all locations', undefined],
  ])('%s asks about the location of the till unless all are meant', async (message, location) => {
    const result = (await ask(till, message)).find((line) => line.type === 'tool_result');
    const card = result?.type === 'tool_result' ? result.data.card : undefined;
    expect([card?.error, card?.parameters['location_id']]).toEqual(['', location]);
  });

  it('marks the figure by which the best sellers are ordered, and shows it first', async () => {
    const result = (await ask(till, '/best today')).find((line) => line.type === 'tool_result');
    const columns = result?.type === 'tool_result' ? result.data.card.columns : [];
    expect(columns.slice(0, 2).map(({ key, sorted }) => [key, sorted])).toEqual([
      ['name', undefined],
      ['sales', 'descending'],
    ]);
  });

  it('hands out a file of 5,000 rows that says what it leaves out', async () => {
    await sql`
      INSERT INTO products (name, type, status, regular_price_cents)
      SELECT 'Screw ' || n, 'simple', 'publish', 100 FROM generate_series(1, 5001) n`.execute(shop.database.db);
    const [, found] = await messagesOf(till, conversationOf(await ask(till, '/item screw')));
    const lines = (await till.get(`/api/ai/messages/${found?.id}/rows.csv`)).body.trim().split('\r\n');
    expect([lines.length, lines.at(-1)]).toEqual([5002, '"showing 5,000 of 5,001"']);
  });

  it('says what it could not read', async () => {
    for (const [message, words] of [
      ['/sales by moon', 'no grouping'],
      ['/sales whenever', 'no period'],
      ['/nothing', 'no command /nothing'],
      ['/item', 'Name an item'],
    ] as const) {
      const lines = await ask(till, message);
      expect(lines.find((line) => line.type === 'content')?.content).toContain(words);
      expect(lines.at(-1)?.type).toBe('done');
    }
  });
});

describe('a question without a provider', () => {
  it('is saved, and answered with one sentence how to connect one', async () => {
    const lines = await ask(till, 'What should I reorder?');
    expect(lines.at(-1)).toMatchObject({ type: 'error', data: { code: 'no_model' } });
    const messages = await messagesOf(till, conversationOf(lines));
    expect(messages.map(({ role, state, content }) => [role, state, content])).toEqual([
      ['user', 'finished', 'What should I reorder?'],
      ['assistant', 'failed', ''],
    ]);
    expect(messages[1]?.error).toContain('No model is connected');
  });
});

describe('conversations', () => {
  it('are listed for a client that names no page, 500 at most, and those of a search 100 at a time', async () => {
    const many = await shop.signIn('staff');
    await sql`INSERT INTO ai_conversations (user_id, title, updated_at)
      SELECT ${many.userId}, 'Sum ' || n, now() - make_interval(mins => n) FROM generate_series(1, 501) n`.execute(
      shop.database.db,
    );
    const titles = async (query: string) => (await listed(query, many)).map(({ title }) => title);
    const sums = (first: number, count: number) => Array.from({ length: count }, (_, place) => `Sum ${first + place}`);
    expect(await titles('_t=1')).toEqual(sums(1, 500));
    expect(await titles('page=2')).toEqual(sums(501, 1));
    expect(await titles('search=sum')).toEqual(sums(1, 100));
    expect(await titles('search=sum&page=6')).toEqual(sums(501, 1));
  });

  it('are named, found, cleared and deleted by their owner alone', async () => {
    const mine = await shop.signIn('staff');
    const first = conversationOf(await ask(mine, '/item grinder\n  of   glass'));
    const { conversation } = (await mine.post('/api/ai/history', {})).json<{ conversation: Conversation }>();
    expect(conversation.title).toBe('New conversation');
    await ask(mine, '/calc 1 + 1', { conversation_id: conversation.id });
    expect((await listed('', mine)).map(({ id, title, message_count }) => [id, title, message_count])).toEqual([
      [conversation.id, '/calc 1 + 1', 2],
      [first, '/item grinder of glass', 2],
    ]);
    expect((await listed('', mine)).find(({ id }) => id === first)?.last_message).toBe(
      'Stock of “grinder of glass”: nothing found.',
    );
    expect((await listed('search=grind', mine)).map(({ id }) => id)).toEqual([first]);
    // No more than eight words are searched.
    const words = 'g.gr.gri.grin.grind.grinde.grinder.gl.nowhere';
    expect((await listed(`search=${words}`, mine)).map(({ id }) => id)).toEqual([first]);
    expect(await listed('search=%27%20%26%20!', mine)).toEqual([]);
    expect((await listed('search=grinder')).map(({ id }) => id)).not.toContain(first);
    for (const [method, url, body] of [
      ['PUT', `/api/ai/history/${first}`, { title: 'Mine' }],
      ['DELETE', `/api/ai/history/${first}/messages`, undefined],
      ['DELETE', `/api/ai/history/${first}`, undefined],
    ] as const)
      expect(refusalOf(await till.send(method, url, body))).toEqual([404, 'not_found']);
    expect(refusalOf(await till.post('/api/ai/direct', { message: 'x', conversation_id: first }))).toEqual([
      404,
      'not_found',
    ]);
    await mine.send('PUT', `/api/ai/history/${first}`, { title: ' Grinders ' });
    await mine.send('DELETE', `/api/ai/history/${conversation.id}/messages`);
    expect(
      (await listed('', mine)).map(({ title, message_count, last_message }) => [title, message_count, last_message]),
    ).toEqual(
      expect.arrayContaining([
        ['Grinders', 2, expect.any(String)],
        ['/calc 1 + 1', 0, ''],
      ]),
    );
    await mine.send('DELETE', `/api/ai/history/${first}`);
    expect((await listed('', mine)).map(({ id }) => id)).toEqual([conversation.id]);
  });

  it('ask a question anew in place of an earlier one and all after it', async () => {
    const lines = await ask(till, '/calc 1 + 1');
    const id = conversationOf(lines);
    await ask(till, '/calc 2 + 2', { conversation_id: id });
    const [first] = await messagesOf(till, id);
    await ask(till, '/calc 3 + 3', { conversation_id: id, replaces: first?.id });
    expect((await messagesOf(till, id)).map(({ role, content }) => [role, content])).toEqual([
      ['user', '/calc 3 + 3'],
      ['tool', 'Calculation'],
      ['assistant', 'Calculation: 1 row.'],
    ]);
    expect(
      refusalOf(await till.post('/api/ai/direct', { message: 'x', conversation_id: id, replaces: 999_999 })),
    ).toEqual([404, 'not_found']);
  });

  it('are not asked twice with one run, and the lines are read again from any on', async () => {
    const run_id = '5f0c7f4e-2b6a-4b51-9d0e-9a8f2f9d1c3a';
    const once = await ask(till, '/calc 1 + 1', { run_id });
    const again = await ask(till, '/calc 1 + 1', { run_id });
    expect(again).toEqual(once);
    expect(chatLines(await till.get(`/api/ai/runs/${run_id}/events?after=2`))).toEqual(once.slice(2));
    expect((await messagesOf(till, conversationOf(once))).length).toBe(3);
    expect(refusalOf(await manager.get(`/api/ai/runs/${run_id}/events`))).toEqual([404, 'not_found']);
    expect(refusalOf(await manager.post('/api/ai/direct', { message: 'x', run_id }))).toEqual([404, 'not_found']);
    expect((await till.get(`/api/ai/runs/${run_id}`)).json()).toMatchObject({ run: { state: 'finished' } });
  });
});
