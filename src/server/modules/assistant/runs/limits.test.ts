import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { ask, connect } from '#server/testing/assistant/chat-lines.ts';
import { type ScriptedModel, scriptedModel } from '#server/testing/assistant/scripted-model.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let model: ScriptedModel;
let till: Till;
let admin: Till;

beforeAll(async () => {
  model = await scriptedModel();
  shop = await testApp();
  await openShop(shop);
  [till, admin] = [await shop.signIn('staff'), await shop.signIn('administrator')];
  await connect(admin, { provider: 'openai', base_url: `${model.url}/v1`, api_key: 'sk-test-1234567890' });
});
afterAll(async () => {
  await shop.close();
  await model.close();
});

describe('an answer', () => {
  it('ends with the tokens that the shop has for a day', async () => {
    const { usage } = (await admin.get('/api/ai/status')).json<{ usage: { shop_today: number } }>();
    await connect(admin, { shop_daily_tokens: usage.shop_today });
    model.play({ text: 'One.' });
    expect((await ask(till, '1')).at(-1)).toMatchObject({
      type: 'error',
      error: expect.stringContaining('the shop has') as string,
      data: { code: 'limit_reached' },
    });
    expect(model.asked).toEqual([]);
    await connect(admin, { shop_daily_tokens: 2_000_000 });
  });

  it('ends with the tokens of the day', async () => {
    const busy = await shop.signIn('staff');
    await connect(admin, { person_daily_tokens: 150 });
    model.play({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' });
    expect((await ask(busy, '1')).at(-1)?.type).toBe('done');
    expect((await ask(busy, '2')).at(-1)?.type).toBe('done');
    expect((await ask(busy, '3')).at(-1)).toMatchObject({ type: 'error', data: { code: 'limit_reached' } });
    expect((await ask(busy, '/calc 1 + 1')).at(-1)?.type).toBe('done');
    expect((await busy.get('/api/ai/status')).json()).toMatchObject({
      usage: { person_today: 240, person_limit: 150 },
    });
    await connect(admin, { person_daily_tokens: 200_000 });
  });

  it('shows what the day has cost, where prices are entered', async () => {
    const busy = await shop.signIn('staff');
    const usage = async () => (await busy.get('/api/ai/status')).json<{ usage: object }>().usage;
    expect(await usage()).toMatchObject({ person_cost: null, shop_cost: null });
    await connect(admin, { prices: [{ model: 'local-model', input: 3, output: 15 }] });
    for (const by of [busy, till]) {
      model.play({ text: 'One.' });
      await ask(by, '1');
    }
    expect(await usage()).toMatchObject({ person_today: 120, person_cost: '0.0006', shop_cost: '0.0012' });
    await connect(admin, { prices: [] });
  });

  it('counts what was read for an answer that was stopped before its first word, and pictures by their size', async () => {
    const busy = await shop.signIn('staff');
    const usedBy = async () =>
      (await busy.get('/api/ai/status')).json<{ usage: { person_today: number } }>().usage.person_today;
    const run_id = randomUUID();
    model.play({ until: new Promise(() => undefined), text: 'Never.' });
    const images = [`data:image/png;base64,${'A'.repeat(1_000_000)}`];
    const asking = ask(busy, 'What is this?', { run_id, images });
    await expect.poll(() => model.asked.length).toBe(1);
    await busy.post(`/api/ai/runs/${run_id}/stop`);
    expect((await asking).at(-1)).toMatchObject({ type: 'done', data: { state: 'interrupted' } });
    const used = await usedBy();
    expect(used).toBeGreaterThan(1600);
    expect(used).toBeLessThan(60_000);
  });

  it('that is stopped while its last tool works counts no turn that was never sent', async () => {
    const busy = await shop.signIn('manager');
    const run_id = randomUUID();
    model.play({
      calls: [{ name: 'draft_price_change', input: { product_id: SHOP.grinder, regular_price: '25.00' } }],
    });
    const drafts = await holding(shop, 'LOCK TABLE ai_drafts IN SHARE MODE');
    const asking = ask(busy, 'Make it 25.', { run_id });
    await untilWaiting(shop);
    await busy.post(`/api/ai/runs/${run_id}/stop`);
    await drafts.letGo();
    const events = await asking;
    expect(events.flatMap((event) => (event.type === 'tool_result' ? [event.data.card.error] : []))).toEqual(['']);
    // The tokens that the model told for the turn with the tool.
    expect(events.at(-1)).toMatchObject({
      type: 'done',
      data: { state: 'interrupted', usage: { input_tokens: 100, output_tokens: 20 } },
    });
    expect(model.asked).toHaveLength(1);
    expect((await busy.get('/api/ai/status')).json()).toMatchObject({ usage: { person_today: 120 } });
  });

  it('counts an answer whose server tells no tokens', async () => {
    const busy = await shop.signIn('staff');
    model.play({ text: 'A few words.', withoutUsage: true });
    const last = (await ask(busy, 'Hello?')).at(-1);
    expect(last).toMatchObject({ type: 'done', data: { usage: { output_tokens: 3 } } });
    expect(last?.type === 'done' && last.data.usage.input_tokens).toBeGreaterThan(500);
  });

  it('to a test of the agent or the connection ends with the same limits, and counts by its letters', async () => {
    const other = await shop.signIn('administrator');
    const usedBy = async () =>
      (await other.get('/api/ai/status')).json<{ usage: { person_today: number } }>().usage.person_today;
    model.play({ text: 'A few words.', withoutUsage: true });
    expect((await other.post('/api/ai/config/test', { question: 'Hello?' })).json()).toMatchObject({
      ok: true,
      output_tokens: 3,
    });
    const whole = await usedBy();
    expect(whole).toBeGreaterThan(100);
    model.play({ text: 'A few words.', cuts: true });
    expect((await other.post('/api/ai/config/test', { question: 'Hello?' })).json()).toMatchObject({ ok: false });
    expect(await usedBy()).toBeGreaterThan(whole + 100);
    for (const limit of ['person_daily_tokens', 'shop_daily_tokens']) {
      await connect(admin, { [limit]: 0 });
      model.play({ text: 'Spent.' }, { text: 'Spent.' });
      expect((await other.post('/api/ai/config/test', { question: 'Hello?' })).json()).toMatchObject({
        ok: false,
        answer: expect.stringContaining('tokens') as string,
      });
      expect((await other.post('/api/ai/provider/test', {})).json()).toMatchObject({
        ok: false,
        sentence: expect.stringContaining('tokens') as string,
      });
      expect(model.asked).toEqual([]);
      await connect(admin, { [limit]: 2_000_000 });
    }
  });

  it('ends with the tokens that answers beside it took', async () => {
    const busy = await shop.signIn('staff');
    await connect(admin, { person_daily_tokens: 300 });
    const tools = { calls: [{ name: 'calculate', input: { expression: '1 + 1' } }], afterMs: 400 };
    model.play(tools, tools, tools, { text: 'Done.' }, { text: 'Done.' }, { text: 'Done.' });
    const ends = await Promise.all(['1', '2', '3'].map(async (message) => (await ask(busy, message)).at(-1)));
    expect(ends.filter((end) => end?.type === 'error').length).toBeGreaterThan(0);
    const { usage } = (await busy.get('/api/ai/status')).json<{ usage: { person_today: number } }>();
    expect(usage.person_today).toBeLessThan(3 * 240);
    await connect(admin, { person_daily_tokens: 200_000 });
  });
});
