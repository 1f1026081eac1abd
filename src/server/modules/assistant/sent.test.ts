import { readFile } from 'node:fs/promises';
import type { ToldRows } from '#contract/assistant-settings.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { answerText, ask, connect, conversationOf } from '#server/testing/assistant/chat-lines.ts';
import { type ScriptedModel, scriptedModel } from '#server/testing/assistant/scripted-model.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let model: ScriptedModel;
let till: Till;
let admin: Till;

beforeAll(async () => {
  model = await scriptedModel();
  shop = await testApp();
  await openShop(shop);
  [till, admin] = [await shop.signIn('staff'), await shop.signIn('administrator')];
  await till.post('/api/orders', sale([grinder], { customer_id: await addCustomer(shop, 'Rosalind Quartermaine') }));
});
afterAll(async () => {
  await shop.close();
  await model.close();
});

describe('what a model is sent', () => {
  beforeAll(() => connect(admin, { provider: 'openai', base_url: `${model.url}/v1`, api_key: 'sk-test-1234567890' }));

  it('has no name of a customer unless an administrator allows it, and never contact data', async () => {
    const turns = () =>
      model.play(
        {
          calls: [
            { name: 'customers', input: {} },
            { name: 'find_orders', input: { period: 'today' } },
            { name: 'order', input: { order: '1001' } },
          ],
        },
        { text: 'Done.' },
      );
    turns();
    const lines = await ask(till, 'Who buys?');
    const cards = JSON.stringify(lines);
    expect(cards).toContain('Rosalind Quartermaine');
    // A picture of these rows stays in the shop, too: the page knows by their columns.
    expect(cards).toContain('"label":"Customer","kind":"text","personal":true');
    const status = async () => (await till.get('/api/ai/status')).json<{ shares_names: boolean; sent: string[] }>();
    expect(await status()).toMatchObject({ shares_names: false });
    expect((await status()).sent[0]).toContain('pictures');
    expect(JSON.stringify(model.asked)).not.toContain('Quartermaine');
    const sentOf = async () => (await admin.get('/api/ai/sent')).json<{ sent: { told: ToldRows[] }[] }>().sent[0]?.told;
    const told = await sentOf();
    expect(told?.map(({ tool }) => tool)).toEqual(['customers', 'find_orders', 'order']);
    expect(told?.[0]?.columns).not.toContain('Customer');
    expect(JSON.stringify(told)).not.toContain('Quartermaine');
    await connect(admin, { share_customer_names: true });
    expect(await status()).toMatchObject({ shares_names: true });
    turns();
    await ask(till, 'Who buys?');
    expect(JSON.stringify(model.asked)).toContain('Rosalind Quartermaine');
    expect(JSON.stringify(model.asked)).not.toContain('@example.com');
    const named = await sentOf();
    expect(named?.[0]?.columns).toContain('Customer');
    expect(named?.[0]).toMatchObject({ rows: named?.[0]?.total });
    expect(JSON.stringify(named)).not.toContain('Quartermaine');
    await connect(admin, { share_customer_names: false });
  });

  it('has no answer that may name customers, once their names are not shared any more', async () => {
    const told = () => JSON.stringify(model.asked.at(-1)?.body['messages']);
    await connect(admin, { share_customer_names: true });
    model.play(
      { calls: [{ name: 'customers', input: {} }] },
      { text: 'Ms. Quartermaine buys most.' },
      { text: 'Dear Rosalind, thank you.' },
      { text: 'Grinders.' },
      { text: 'On Friday.' },
      { text: 'Both.' },
    );
    const conversation_id = conversationOf(await ask(till, 'Who buys most?'));
    await ask(till, 'Thank her in a letter.', { conversation_id });
    expect(told()).toContain('Quartermaine');
    await connect(admin, { share_customer_names: false });
    await ask(till, 'What sells best?', { conversation_id });
    expect(told()).not.toMatch(/Quartermaine|Rosalind/);
    for (const words of ['Who buys most?', 'Thank her in a letter.', 'This answer is left out'])
      expect(told()).toContain(words);
    await ask(till, 'When?', { conversation_id });
    expect(told()).toContain('Grinders.');
    expect(told()).not.toMatch(/Quartermaine|Rosalind/);
    await connect(admin, { share_customer_names: true });
    await ask(till, 'And?', { conversation_id });
    expect(told()).toContain('Dear Rosalind');
    await connect(admin, { share_customer_names: false });
  });

  it('takes answers of an earlier build for ones that may have names, from the first rows with names on', async () => {
    const { db } = shop.database;
    await connect(admin, { share_customer_names: true });
    model.play({ text: 'Hi.' }, { calls: [{ name: 'customers', input: {} }] }, { text: 'Jo.' }, { text: 'Dear Jo.' });
    const conversation_id = conversationOf(await ask(till, 'Hello?'));
    await ask(till, 'Who buys most?', { conversation_id });
    await ask(till, 'Thank her.', { conversation_id });
    await connect(admin, { share_customer_names: false });
    await sql`ALTER TABLE ai_runs DROP COLUMN shares_names`.execute(db);
    await sql.raw(await readFile('migrations/0275_answers_that_knew_names.sql', 'utf8')).execute(db);
    const { rows } = await sql<{ shares_names: boolean }>`
      SELECT shares_names FROM ai_runs WHERE conversation_id = ${conversation_id} ORDER BY started_at`.execute(db);
    expect(rows.map((row) => row.shares_names)).toEqual([false, true, true]);
  });

  it('has no more names from the moment at which an administrator no longer shares them', async () => {
    await connect(admin, { share_customer_names: true });
    let goOn = (): void => undefined;
    model.play({
      calls: [{ name: 'customers', input: {} }],
      until: new Promise<void>((resolve) => (goOn = resolve)),
    });
    const asking = ask(till, 'Who buys most?');
    await expect.poll(() => model.asked.length).toBe(1);
    await connect(admin, { share_customer_names: false });
    goOn();
    expect((await asking).at(-1)).toMatchObject({
      error: 'Sharing names of customers was switched off while this was answered. Ask again.',
      data: { code: 'incomplete' },
    });
    expect(model.asked).toHaveLength(1);
  });

  it('has nothing that reaches a customer in a draft or a refusal, and is listed as sent', async () => {
    const db = shop.database.db;
    await sql`UPDATE products SET name = 'Grinder, call (704) 555-0143' WHERE id = ${SHOP.grinder}`.execute(db);
    await sql`INSERT INTO suppliers (id, name) VALUES (7, 'Jo, jo@mail.example')`.execute(db);
    const manager = await shop.signIn('manager');
    model.play(
      {
        calls: [
          {
            name: 'draft_purchase_order',
            input: { supplier_id: 7, items: [{ product_id: SHOP.grinder, quantity: 12 }] },
          },
          { name: 'draft_price_change', input: { product_id: SHOP.grinder, regular_price: '23.90' } },
        ],
      },
      { text: 'Done.' },
    );
    const cards = (await ask(manager, 'Order some.')).flatMap((line) =>
      line.type === 'tool_result' ? [line.data.card] : [],
    );
    expect([cards[0]?.title, cards[1]?.error]).toEqual([
      expect.stringContaining('jo@mail.example'),
      expect.stringContaining('555-0143'),
    ]);
    const told = JSON.stringify(model.asked[1]?.body['messages']);
    expect(told).toContain('[number left out]');
    expect(told).not.toMatch(/0143|mail\.example/);
    const { sent } = (await admin.get('/api/ai/sent')).json<{ sent: { told: ToldRows[] }[] }>();
    expect(sent[0]?.told).toEqual([
      {
        tool: 'draft_purchase_order',
        rows: 1,
        total: 1,
        columns: ['Item', 'Field', 'Before', 'After'],
        figures: ['Draft', 'State'],
      },
    ]);
    await sql`UPDATE products SET name = 'Grinder' WHERE id = ${SHOP.grinder}`.execute(db);
  });

  it('has the key in one header, and no answer of ours has it', async () => {
    model.play({ text: 'Hi.' });
    await ask(till, 'Hello?');
    expect(model.asked[0]?.headers.authorization).toBe('Bearer sk-test-1234567890');
    for (const url of ['/api/ai/provider', '/api/ai/status', '/api/ai/config', '/api/ai/sent'])
      expect((await admin.get(url)).body).not.toContain('sk-test');
    const { rows } = await sql<{
      all: string;
    }>`SELECT (SELECT jsonb_agg(to_jsonb(a)) FROM audit_trail a)::text || (SELECT to_jsonb(s) FROM ai_settings s)::text AS all`.execute(
      shop.database.db,
    );
    expect(rows[0]?.all).not.toContain('sk-test');
  });

  it('has its key in no line of the log, however it fails', async () => {
    const lines: string[] = [];
    const log = createLog('trace', { write: (line: string) => void lines.push(line) });
    const logged = await testApp({ database: shop.database, log, patience: { retryMs: 5 } });
    const [by, boss] = [await logged.signIn('staff'), await logged.signIn('administrator')];
    for (const provider of ['openai', 'anthropic'] as const) {
      const api_key = `gsk_AbCd.EfGh/${provider}`;
      await connect(boss, { provider, base_url: provider === 'openai' ? `${model.url}/v1` : model.url, api_key });
      const message = `The key ${api_key} is odd`;
      for (const turn of [
        { status: 400 },
        { status: 401 },
        { status: 500 },
        { text: 'Half', errorInside: 'api_error' },
        { text: 'Half', cuts: true },
      ]) {
        model.play({ ...turn, message });
        await ask(by, 'Hello?');
      }
      model.play({ status: 400, message });
      for (const path of ['/api/ai/provider/test', '/api/ai/config/test'])
        expect((await boss.post(path, { question: 'Hello?' })).body).not.toContain('gsk_');
    }
    await connect(boss, { provider: 'openai', base_url: 'http://127.0.0.1:9', api_key: 'gsk_AbCd.EfGh/nobody' });
    await ask(by, 'Hello?');
    await logged.close();
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter((line) => line.includes('gsk_'))).toEqual([]);
    await connect(admin, { provider: 'openai', base_url: `${model.url}/v1`, api_key: 'sk-test-1234567890' });
  });

  it('loses its key when its address is moved', async () => {
    await connect(admin, { base_url: `${model.url}/elsewhere` });
    expect((await admin.get('/api/ai/provider')).json()).toMatchObject({ settings: { has_key: false } });
    await connect(admin, { base_url: `${model.url}/v1`, api_key: 'sk-test-1234567890' });
  });

  it('says what chunks without an index ask for', async () => {
    model.play(
      {
        calls: [
          { name: 'calculate', input: { expression: '1 + 2' } },
          { name: 'calculate', input: { expression: '4 + 5' } },
        ],
        withoutIndex: true,
      },
      { text: 'Ok.' },
    );
    const results = (await ask(till, 'Sums?')).flatMap((line) =>
      line.type === 'tool_result' ? [line.data.card.rows[0]?.['result']] : [],
    );
    expect(results).toEqual(['3.00', '9.00']);
  });

  it('asks a model that thinks by itself to show its thoughts, unless it takes a temperature or refuses', async () => {
    await connect(admin, { provider: 'anthropic', base_url: model.url, api_key: 'sk-test-1234567890' });
    const parts = () =>
      model.asked.map(({ body }) => [body['model'], body['thinking'] ?? null, 'temperature' in body] as const);
    const shown = { type: 'adaptive', display: 'summarized' };
    model.play({ thinking: 'Hm.', text: 'Fine.' }, { text: 'Fine.' });
    const lines = await ask(till, 'Hello?', { model: 'claude-opus-5' });
    expect(lines.some((line) => line.type === 'thinking' && line.content === 'Hm.')).toBe(true);
    await ask(till, 'Hello?', { model: 'claude-sonnet-4-6' });
    expect(parts()).toEqual([
      ['claude-opus-5', shown, false],
      ['claude-sonnet-4-6', null, true],
    ]);
    model.play({ status: 400, message: 'Thinking is not possible here' }, { text: 'Fine.' }, { text: 'Fine.' });
    for (const _ of [1, 2]) expect(answerText(await ask(till, 'Hello?', { model: 'claude-opus-5' }))).toBe('Fine.');
    expect(parts()).toEqual([
      ['claude-opus-5', shown, false],
      ['claude-opus-5', null, false],
      ['claude-opus-5', null, false],
    ]);
    await connect(admin, { provider: 'openai', base_url: `${model.url}/v1`, api_key: 'sk-test-1234567890' });
  });

  it('leaves out a temperature that the model refused', async () => {
    model.play(
      { status: 400, message: 'Unsupported parameter: temperature' },
      { text: 'Fine.' },
      { text: 'Fine again.' },
    );
    expect(answerText(await ask(till, 'Hello?'))).toBe('Fine.');
    await ask(till, 'Hello?');
    expect(model.asked.map(({ body }) => 'temperature' in body)).toEqual([true, false, false]);
  });

  it('tells the chat what a model has refused: a temperature, or pictures', async () => {
    const images = ['data:image/png;base64,iVBORw0KGgo='];
    const choice = async () =>
      (await till.get('/api/ai/status'))
        .json<{ models: { name: string; takes_images: boolean; takes_temperature: boolean }[] }>()
        .models.find(({ name }) => name === 'local-model');
    // The list is kept for an hour; what a model refuses is known at once.
    await connect(admin, { streams_with_tools: false });
    expect(await choice()).toMatchObject({ takes_images: true, takes_temperature: true });
    model.play({ status: 400, message: 'image exceeds the largest size, which is not allowed' });
    const first = await ask(till, 'What is this?', { images, model: 'local-model' });
    expect(await choice()).toMatchObject({ takes_images: true });
    // It went out, though it was refused, and is listed even if its conversation is deleted.
    await till.send('DELETE', `/api/ai/history/${conversationOf(first)}`);
    const { sent } = (await admin.get('/api/ai/sent')).json<{ sent: { images: number }[] }>();
    expect(sent.slice(0, 2).map((one) => one.images)).toEqual([1, 0]);
    model.play({ status: 400, message: 'This model does not support image input' });
    expect((await ask(till, 'What is this?', { images, model: 'local-model' })).at(-1)).toMatchObject({
      type: 'error',
      error: 'This model takes no pictures. Choose another one, or ask without them.',
    });
    model.play({ status: 400, message: 'Unsupported parameter: temperature' }, { text: 'Fine.' });
    await ask(till, 'Hello?', { model: 'local-model' });
    expect(await choice()).toMatchObject({ takes_images: false, takes_temperature: false });
    await connect(admin, { streams_with_tools: true });
  });

  it('asks no model that cannot be chosen, and each that the provider lists', async () => {
    model.play({ text: 'Fine.' });
    const refused = (await ask(till, 'Hello?', { model: 'dearest-of-all' })).at(-1);
    expect(refused).toMatchObject({ type: 'error', error: expect.stringContaining('dearest-of-all') as string });
    expect(model.asked).toEqual([]);
    expect((await ask(till, 'Hello?', { model: 'local-model' })).at(-1)?.type).toBe('done');
    expect(model.asked.map(({ body }) => body['model'])).toEqual(['local-model']);
  });
});
