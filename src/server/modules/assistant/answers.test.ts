import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChatEvent } from '#contract/assistant-chat.ts';
import type { ChatMessage } from '#contract/assistant-history.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { answerText, ask, connect, conversationOf, messagesOf } from '#server/testing/assistant/chat-lines.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { type ScriptedModel, scriptedModel } from '#server/testing/assistant/scripted-model.ts';
import { addCustomer, openShop } from '#server/testing/shop.ts';

let shop: TestApp;
let model: ScriptedModel;
let till: Till;
let admin: Till;

/** Servers of the same shop that lose their patience with a model. */
let hasty: TestApp;
let stalled: TestApp;

beforeAll(async () => {
  model = await scriptedModel();
  shop = await testApp({ patience: { retryMs: 5 } });
  hasty = await testApp({ database: shop.database, patience: { requestMs: 500 } });
  stalled = await testApp({ database: shop.database, patience: { stallMs: 500 } });
  await openShop(shop);
  [till, admin] = [await shop.signIn('staff'), await shop.signIn('administrator')];
  await till.post('/api/orders', sale([grinder], { customer_id: await addCustomer(shop, 'Rosalind Quartermaine') }));
});
afterAll(async () => {
  for (const app of [hasty, stalled, shop]) await app.close();
  await model.close();
});

/** In all cases there is one last line, and one kept answer that agrees with the lines. */
async function oneAnswer(lines: readonly ChatEvent[], by = till): Promise<ChatMessage> {
  expect(lines.filter(({ type }) => type === 'done' || type === 'error')).toHaveLength(1);
  expect(['done', 'error']).toContain(lines.at(-1)?.type);
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, place) => place + 1));
  const messages = await messagesOf(by, conversationOf(lines));
  const answers = messages.filter(({ role }) => role === 'assistant');
  expect(answers).toHaveLength(1);
  const [kept] = answers;
  if (!kept) throw new Error('no answer was kept');
  expect(kept.content.replaceAll(/\s/g, '')).toBe(answerText(lines).replaceAll(/\s/g, ''));
  expect(messages.at(-1)).toEqual(kept);
  return kept;
}

describe.each(['anthropic', 'openai'] as const)('a model that speaks as %s does', (provider) => {
  beforeAll(async () => {
    await connect(admin, {
      provider,
      base_url: provider === 'openai' ? `${model.url}/v1` : model.url,
      api_key: 'sk-test-1234567890',
      // Answers that were cut off count as well: ten megabytes take half of a usual day.
      person_daily_tokens: 2_000_000,
      prices: [
        { model: 'claude-sonnet-4-6', input: 3, output: 15 },
        { model: 'local-model', input: 3, output: 15 },
      ],
    });
  });
  beforeEach(() => model.play());

  it('answers with thoughts, tools and text, in chunks of any size', async () => {
    for (const chunkBytes of [1, 3, 17, 4096]) {
      model.play(
        {
          thinking: 'The shop has to be asked.',
          text: 'Let me look.',
          calls: [
            { name: 'sales_summary', input: { period: 'today', group_by: 'product' } },
            { name: 'calculate', input: { expression: '2 * 3' } },
          ],
          chunkBytes,
        },
        { text: 'You sold one grinder for $23.90 – that is all. ✓', chunkBytes },
      );
      const lines = await ask(till, 'What did we sell today?');
      const answer = await oneAnswer(lines);
      expect(answer).toMatchObject({
        state: 'finished',
        content: 'Let me look.\n\nYou sold one grinder for $23.90 – that is all. ✓',
        usage: { input_tokens: 200, output_tokens: 40, cost: '0.0012' },
      });
      const cards = lines.flatMap((line) => (line.type === 'tool_result' ? [line.data.card] : []));
      expect(cards.map(({ tool, total, error }) => [tool, total, error])).toEqual([
        ['sales_summary', 1, ''],
        ['calculate', 1, ''],
      ]);
      const [, second] = model.asked;
      expect(JSON.stringify(second?.body['messages'])).toContain('23.90');
      expect(JSON.stringify(second?.body['messages'])).toContain('6.00');
    }
  });

  it('has read what was said before in the conversation', async () => {
    model.play({ text: 'First.' }, { text: 'Second.' });
    const conversation_id = conversationOf(await ask(till, 'One?'));
    await ask(till, 'Two?', { conversation_id });
    const [, second] = model.asked;
    const said = JSON.stringify(second?.body['messages']);
    for (const words of ['One?', 'First.', 'Two?']) expect(said).toContain(words);
  });

  it('may bring its own conversation, as earlier clients do', async () => {
    model.play({ text: 'Yes.' });
    await ask(till, 'And now?', {
      conversation: [
        { role: 'assistant', content: 'left out: no question before' },
        { role: 'user', content: 'Brought question' },
        { role: 'thinking', content: 'not told' },
        { role: 'assistant', content: 'Brought answer' },
      ],
    });
    const said = JSON.stringify(model.asked[0]?.body['messages']);
    expect(said).toContain('Brought answer');
    expect(said).not.toContain('left out');
    expect(said).not.toContain('not told');
  });

  it('is told the last of a long conversation that is brought', async () => {
    model.play({ text: 'Yes.' }, { text: 'Yes.' });
    const conversation = Array.from({ length: 201 }, (_, place) => ({
      role: place % 2 === 0 ? 'assistant' : 'user',
      content: `said ${place}.`,
    }));
    await ask(till, 'And now?', { conversation });
    await ask(till, 'Make the title blue.', {
      conversation: [
        { role: 'user', content: 'A page.' },
        { role: 'assistant', content: `<title>${'x'.repeat(390_000)}` },
      ],
    });
    const [told, page] = model.asked.map(({ body }) => JSON.stringify(body['messages']));
    expect([told?.match(/said \d+/g)?.length, told?.includes('said 200.')]).toEqual([40, true]);
    expect(page).toContain('<title>xxx');
    expect(page?.length).toBeLessThan(70_000);
  });

  it.each([
    ['a wrong key', { status: 401 }, 'wrong_key'],
    ['a limit of the account', { status: 429, retryAfterS: 7 }, 'rate_limit'],
    ['a refusal of the request', { status: 400, message: 'the prompt sk-live-abcdefghijk is odd' }, 'provider_error'],
  ] as const)('ends with %s in one finished message', async (_, turn, code) => {
    model.play(turn);
    const lines = await ask(till, 'Hello?');
    const answer = await oneAnswer(lines);
    expect(lines.at(-1)).toMatchObject({ type: 'error', data: { code } });
    expect(answer.state).toBe('failed');
    expect(answer.error).not.toContain('sk-');
    if (code === 'rate_limit') expect(lines.at(-1)).toMatchObject({ data: { retry_after_s: 7 } });
  });

  it('tells nobody its key, whatever form that has and wherever it says it', async () => {
    const api_key = 'gsk_AbCd.EfGh/0123456789';
    const base_url = provider === 'openai' ? `${model.url}/v1` : model.url;
    await connect(admin, { base_url, api_key });
    const message = `${'long '.repeat(38)}value ${api_key}, is odd`;
    for (const turn of [{ status: 400 }, { text: 'Half an', errorInside: 'api_error' }]) {
      model.play({ ...turn, message });
      const { error } = await oneAnswer(await ask(till, 'Hello?'));
      expect(error).toContain('value [hidden], is odd');
    }
    await connect(admin, { base_url, api_key: 'sk-test-1234567890' });
  });

  it('is asked again while it is overloaded and nothing has arrived, and not more than that', async () => {
    model.play({ status: 529 }, { status: 529 }, { text: 'Back.' });
    expect((await oneAnswer(await ask(till, 'Hello?'))).content).toBe('Back.');
    model.play({ status: 529 }, { status: 529 }, { status: 529 }, { text: 'Too late.' });
    const lines = await ask(till, 'Hello?');
    expect((await oneAnswer(lines)).error).toBe('The model is busy. Wait 30 seconds and retry.');
    expect(lines.at(-1)).toMatchObject({
      type: 'error',
      error: expect.stringContaining('overloaded') as string,
      data: { code: 'overloaded', retry_after_s: 30 },
    });
    expect(model.asked).toHaveLength(3);
  });

  it('keeps what had arrived when an error comes inside of the answer', async () => {
    model.play({ text: 'Half an', errorInside: 'overloaded_error' });
    const lines = await ask(till, 'Hello?');
    const answer = await oneAnswer(lines);
    expect([answer.state, answer.content]).toEqual(['failed', 'Half an']);
    expect(lines.at(-1)).toMatchObject({ type: 'error', data: { code: 'overloaded' } });
    expect(model.asked).toHaveLength(1);
  });

  it('keeps what had arrived when it stalls, is cut, or does not begin', async () => {
    model.play({ text: 'Some words come', stalls: true });
    const one = await stalled.signIn('staff');
    const silent = await ask(one, 'Hello?');
    expect((await oneAnswer(silent, one)).state).toBe('failed');
    expect(silent.at(-1)).toMatchObject({ data: { code: 'stalled' } });
    model.play({ text: 'Some words come', cuts: true });
    const cut = await ask(till, 'Hello?');
    expect((await oneAnswer(cut)).content).toContain('Some');
    expect(cut.at(-1)).toMatchObject({
      error: 'The connection to the provider was lost before the answer was complete.',
      data: { code: 'unreachable' },
    });
    model.play({ until: new Promise(() => undefined), text: 'Late.' });
    const other = await hasty.signIn('staff');
    const late = await ask(other, 'Hello?');
    await oneAnswer(late, other);
    expect(late.at(-1)).toMatchObject({ data: { code: 'timeout' } });
    model.play({ afterMs: 600, text: 'Slow, and in time.' });
    expect((await oneAnswer(await ask(till, 'Hello?'))).content).toBe('Slow, and in time.');
  });

  it('is cut off when it writes ten megabytes', async () => {
    model.play({ text: 'word '.repeat(50), repeatBytes: 10 * 1024 * 1024 });
    const answer = await oneAnswer(await ask(till, 'Hello?'));
    expect([answer.state, answer.error]).toEqual(['failed', 'The answer reached its longest length.']);
    expect(answer.content.length).toBeLessThan(600_000);
  });

  it('is not shown as finished when its words end before its answer', async () => {
    const ends: Record<string, string> =
      provider === 'anthropic'
        ? { length: 'max_tokens', context: 'model_context_window_exceeded', refused: 'refusal', paused: 'pause_turn' }
        : { length: 'length', refused: 'content_filter' };
    const sentences = {
      length: 'The answer reached its longest length.',
      context: 'The conversation is longer than the model can read. Ask in a new one.',
      refused: 'The model declined to answer this.',
      paused: 'The model stopped before its answer was complete.',
    };
    for (const streams_with_tools of [false, true]) {
      await connect(admin, { streams_with_tools });
      for (const [end, reason] of Object.entries(ends)) {
        model.play({ text: 'The first half of', calls: [{ name: 'calculate', input: {} }], reason });
        const lines = await ask(till, 'Hello?');
        const answer = await oneAnswer(lines);
        const sentence: string = sentences[end as keyof typeof sentences];
        expect([end, answer.state, answer.content]).toEqual([end, 'failed', 'The first half of']);
        expect([answer.error, lines.at(-1)]).toMatchObject([
          sentence,
          { error: sentence, data: { code: 'incomplete' } },
        ]);
        // A call that was cut off is not carried out.
        expect([model.asked.length, lines.some(({ type }) => type === 'tool_call')]).toEqual([1, false]);
      }
    }
  });

  it('is not followed to where it points', async () => {
    const reached: string[] = [];
    const elsewhere = createServer((request, reply) => {
      reached.push(request.url ?? '');
      reply.end();
    });
    const pointing = createServer((_, reply) => reply.writeHead(307, { location: addressOf(elsewhere) }).end());
    const addressOf = (server: typeof pointing) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const server of [elsewhere, pointing]) await once(server.listen(0, '127.0.0.1'), 'listening');
    await connect(admin, { base_url: addressOf(pointing), api_key: 'sk-test-1234567890' });
    const lines = await ask(till, 'Who buys?');
    expect((await oneAnswer(lines)).state).toBe('failed');
    expect(lines.at(-1)).toMatchObject({ data: { code: 'unreachable' } });
    expect((await admin.get('/api/ai/models?refresh=true')).json()).toMatchObject({ models: [] });
    expect(reached).toEqual([]);
    for (const server of [elsewhere, pointing]) server.close();
    const base_url = provider === 'openai' ? `${model.url}/v1` : model.url;
    await connect(admin, { base_url, api_key: 'sk-test-1234567890' });
  });

  it('is told what was wrong with a call, and goes on', async () => {
    model.play(
      {
        calls: [
          { name: 'sales_summary', input: { group_by: 'moon' } },
          { name: 'drop_tables', input: {} },
          { name: 'sales_summary', input: { location_id: 19 } },
        ],
      },
      { text: 'I could not read that.' },
    );
    const lines = await ask(till, 'Hello?');
    await oneAnswer(lines);
    const errors = lines.flatMap((line) => (line.type === 'tool_result' ? [line.data.card.error] : []));
    expect(errors[0]).toContain('group_by');
    expect(errors[1]).toContain('There is no tool');
    // Staff of location 20 see no other location.
    expect(errors[2]).toContain('no such location');
  });

  it('is stopped within a second, and keeps the part that arrived', async () => {
    const before = model.hungUp();
    model.play({ text: 'The beginning of something long', stalls: true });
    const run_id = randomUUID();
    const asking = ask(till, 'Hello?', { run_id });
    await expect
      .poll(
        async () =>
          (
            await shop.database.pool.query<{ n: number }>(
              `select coalesce(max(seq), 0) n from ai_run_events where run_id = '${run_id}'`,
            )
          ).rows[0]?.n ?? 0,
      )
      .toBeGreaterThan(1);
    await till.post(`/api/ai/runs/${run_id}/stop`);
    const lines = await asking;
    const answer = await oneAnswer(lines);
    expect([answer.state, lines.at(-1)]).toMatchObject([
      'interrupted',
      { type: 'done', data: { state: 'interrupted' } },
    ]);
    expect(answer.content).toContain('The beginning');
    await expect.poll(() => model.hungUp()).toBeGreaterThan(before);
    model.play({ text: 'Still there.' });
    expect((await oneAnswer(await ask(till, 'And now?'))).content).toBe('Still there.');
  });

  it('is tested by one call of a tool, and its models are listed once', async () => {
    model.play({ calls: [{ name: 'connection_test', input: { word: 'ready' } }] });
    expect((await admin.post('/api/ai/provider/test', {})).json()).toMatchObject({ ok: true });
    expect(JSON.stringify(model.asked[0]?.body['tool_choice'])).toContain('connection_test');
    model.play({ text: 'I cannot.' });
    expect((await admin.post('/api/ai/provider/test', {})).json()).toMatchObject({ ok: false });
    const reply = await till.get('/api/ai/status');
    expect(reply.statusCode, reply.body).toBe(200);
    const state = reply.json<{ models: { name: string; resolves_to: string }[] }>();
    const sonnet = provider === 'anthropic' ? 'claude-sonnet-4-6' : 'local-model';
    expect(state.models.find(({ name }) => name === 'claude-sonnet-4')?.resolves_to).toBe(sonnet);
    model.play({ text: 'Hello there.' });
    expect((await admin.post('/api/ai/config/test', { question: 'Hello?' })).json()).toMatchObject({
      ok: true,
      answer: 'Hello there.',
      cost: '0.0006',
    });
  });

  it('is asked for no more tokens than it gives, and for those of the agent where a question names none', async () => {
    const named = provider === 'anthropic' ? 'claude-opus-5' : 'local-model';
    const longest = provider === 'anthropic' ? 4096 : 16_384;
    model.play({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }, { text: 'Four.' });
    await ask(till, 'Hello?', { model: named, max_tokens: 16_384 });
    await admin.post('/api/ai/config/test', { question: 'Hello?', model: named, max_tokens: 16_384 });
    await ask(till, 'Hello?', { max_tokens: 50 });
    await ask(till, 'Hello?');
    expect(model.asked.map(({ body }) => body['max_tokens'] ?? body['max_completion_tokens'])).toEqual([
      longest,
      longest,
      50,
      8192,
    ]);
  });

  it('does not stream with tools when that is switched off', async () => {
    await connect(admin, { streams_with_tools: false });
    model.play({ calls: [{ name: 'calculate', input: { expression: '1 + 1' } }] }, { text: 'It is 2.' });
    const lines = await ask(till, 'Hello?');
    expect((await oneAnswer(lines)).content).toBe('It is 2.');
    expect(model.asked.map(({ body }) => body['stream'] ?? false)).toEqual([false, false]);
    await connect(admin, { streams_with_tools: true });
  });
});
