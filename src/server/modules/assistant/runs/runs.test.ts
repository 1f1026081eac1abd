import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChatEvent } from '#contract/assistant-chat.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { chatEvents } from '#server/testing/assistant/chat-events.ts';
import { answerText, ask, chatLines, conversationOf, messagesOf } from '#server/testing/assistant/chat-lines.ts';
import { type ScriptedModel, scriptedModel } from '#server/testing/assistant/scripted-model.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { openShop } from '#server/testing/shop.ts';
import { interruptDead } from '../service.ts';
import { askToStop, selectEvents, writeBeat } from './queries.ts';

let shop: TestApp;
let model: ScriptedModel;
let till: Till;

beforeAll(async () => {
  model = await scriptedModel();
  shop = await testApp({ env: shopEnv() });
  await openShop(shop);
});
beforeEach(async () => {
  // Somebody else in each test, because a person has three answers at a time.
  till = await shop.signIn('staff');
});
afterAll(async () => {
  await shop.close();
  await model.close();
});

const shopEnv = () => ({ OPENAI_BASE_URL: `${model.url}/v1` });

describe('a run', () => {
  it('whose answer cannot be saved at once ends when it is', async () => {
    const db = shop.database.db;
    await sql`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now' USING ERRCODE = '57014'; END $$`.execute(
      db,
    );
    await sql`CREATE TRIGGER refuse BEFORE INSERT ON ai_messages FOR EACH ROW WHEN (NEW.role = 'assistant') EXECUTE FUNCTION refuse()`.execute(
      db,
    );
    model.play({ text: 'All of it.' });
    const run_id = randomUUID();
    const asking = ask(till, 'Hello?', { run_id });
    await sleep(1200);
    expect((await till.get(`/api/ai/runs/${run_id}`)).json()).toMatchObject({ run: { state: 'running' } });
    await sql`DROP FUNCTION refuse CASCADE`.execute(db);
    const lines = await asking;
    const kept = (await messagesOf(till, conversationOf(lines))).at(-1);
    expect(kept).toMatchObject({ role: 'assistant', content: 'All of it.', state: 'finished' });
    expect(lines.at(-1)).toMatchObject({ type: 'done', data: { state: 'finished', message_id: kept?.id } });
  });

  it('whose end was told before its server ended is kept as it was told', async () => {
    model.play({ text: 'All of it.' });
    const run_id = randomUUID();
    const lines = await ask(till, 'Hello?', { run_id });
    const db = shop.database.db;
    const written = () =>
      sql<{ n: number }>`SELECT count(*)::integer AS n FROM ai_run_events WHERE run_id = ${run_id}`.execute(db);
    await expect.poll(async () => (await selectEvents(db, run_id, 0, 100)).at(-1)?.type).toBe('done');
    const before = (await written()).rows;
    await sql`DELETE FROM ai_messages WHERE run_id = ${run_id}`.execute(db);
    await sql`UPDATE ai_runs SET state = 'running', ended_at = NULL, seen_at = now() - interval '1 minute' WHERE id = ${run_id}`.execute(
      db,
    );
    await inTransaction(db, interruptDead);
    expect((await messagesOf(till, conversationOf(lines))).at(-1)).toMatchObject({
      content: 'All of it.',
      state: 'finished',
    });
    expect((await written()).rows).toEqual(before);
  });

  it('of a typed command is stopped while it reads', async () => {
    const run_id = randomUUID();
    const held = await holding(shop, 'LOCK TABLE points_events IN ACCESS EXCLUSIVE MODE');
    const asking = ask(till, '/points', { run_id });
    await untilWaiting(shop);
    await till.post(`/api/ai/runs/${run_id}/stop`);
    const lines = await asking;
    await held.letGo();
    expect(lines.at(-1)).toMatchObject({ type: 'done', data: { state: 'interrupted' } });
    expect(lines.some(({ type }) => type === 'tool_result')).toBe(false);
  });

  it('is heard on another server, and stopped from there', async () => {
    const other = await testApp({ database: shop.database, env: shopEnv() });
    const here = await testApp({ database: shop.database, env: shopEnv() });
    const run_id = randomUUID();
    model.play({ text: 'Words that arrive', stalls: true });
    const asking = here.inject({
      method: 'POST',
      url: '/api/ai/direct',
      headers: { ...till.headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ message: 'Hello?', run_id }),
    });
    await expect.poll(async () => (await till.get(`/api/ai/runs/${run_id}`)).statusCode).toBe(200);
    const hearing = other.inject({ url: `/api/ai/runs/${run_id}/events?after=0`, headers: till.headers });
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
    const before = model.hungUp();
    await other.inject({ method: 'POST', url: `/api/ai/runs/${run_id}/stop`, headers: till.headers });
    // A provider that is not hung up on is waited for 30 s.
    await expect.poll(() => model.hungUp(), { timeout: 5000 }).toBe(before + 1);
    const [lines, heard] = [chatLines(await asking), chatLines(await hearing)];
    expect(heard).toEqual(lines);
    expect(lines.at(-1)).toMatchObject({ type: 'done', data: { state: 'interrupted' } });
    await Promise.all([other.close(), here.close()]);
  });

  it('whose server ended is interrupted, and keeps what had arrived', async () => {
    const { conversation } = (await till.post('/api/ai/history', { title: 'Dead' })).json<{
      conversation: { id: number };
    }>();
    const id = randomUUID();
    await sql`INSERT INTO ai_runs (id, conversation_id, user_id, location_id, seen_at) VALUES (${id}, ${conversation.id}, ${till.userId}, 20, now() - interval '1 minute')`.execute(
      shop.database.db,
    );
    for (const [seq, event] of [
      { type: 'thinking', content: 'Hm.' },
      { type: 'content', content: 'It was going to' },
    ].entries())
      await sql`INSERT INTO ai_run_events (run_id, seq, event) VALUES (${id}, ${seq + 1}, ${JSON.stringify({ ...event, seq: seq + 1 })}::jsonb)`.execute(
        shop.database.db,
      );
    expect((await till.get(`/api/ai/runs/${id}`)).json()).toMatchObject({ run: { state: 'interrupted' } });
    await sql`UPDATE ai_runs SET cost_micros = 1200 WHERE id = ${id}`.execute(shop.database.db);
    // Its owner has the conversation: nothing waits for it, and nothing of it is ended.
    await inTransaction(shop.database.db, async (tx) => {
      await sql`SELECT FROM ai_conversations WHERE id = ${conversation.id} FOR NO KEY UPDATE`.execute(tx);
      await inTransaction(shop.database.db, interruptDead);
    });
    expect(await messagesOf(till, conversation.id)).toEqual([]);
    await inTransaction(shop.database.db, interruptDead);
    const { rows } = await sql<{
      cost_micros: number;
    }>`SELECT cost_micros::integer FROM ai_runs WHERE id = ${id}`.execute(shop.database.db);
    expect(rows).toEqual([{ cost_micros: 1200 }]);
    expect((await messagesOf(till, conversation.id)).map(({ role, content, state }) => [role, content, state])).toEqual(
      [
        ['thinking', 'Hm.', 'finished'],
        ['assistant', 'It was going to', 'interrupted'],
      ],
    );
    expect(chatLines(await till.get(`/api/ai/runs/${id}/events?after=2`)).at(-1)).toMatchObject({ type: 'done' });
    model.play({ text: 'Alive.' });
    expect(answerText(await ask(till, 'Hello?', { conversation_id: conversation.id }))).toBe('Alive.');
  });

  it('that another server took for dead ends here, as one interrupted message', async () => {
    const before = model.hungUp();
    model.play({ text: 'Words that arrive', stalls: true });
    const run_id = randomUUID();
    const asking = ask(till, 'Hello?', { run_id });
    const { db } = shop.database;
    await expect
      .poll(async () => (await selectEvents(db, run_id, 0, 100)).some(({ type }) => type === 'content'))
      .toBe(true);
    await inTransaction(db, async (tx) => {
      await sql`UPDATE ai_runs SET seen_at = now() - interval '1 minute' WHERE id = ${run_id}`.execute(tx);
      await interruptDead(tx);
    });
    const lines = await asking;
    expect(lines.filter(({ type }) => type === 'done' || type === 'error')).toMatchObject([
      { type: 'done', data: { state: 'interrupted' } },
    ]);
    await expect.poll(() => model.hungUp()).toBeGreaterThan(before);
    const answers = (await messagesOf(till, conversationOf(lines))).filter(({ role }) => role === 'assistant');
    expect(answers).toMatchObject([{ state: 'interrupted', content: expect.stringContaining('Words') as string }]);
  });

  it('that the database refuses holds up no other one', async () => {
    await sql`CREATE FUNCTION refuses_poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no text' USING ERRCODE = '22P05'; END $$`.execute(shop.database.db);
    await sql`CREATE TRIGGER poison BEFORE INSERT ON ai_run_events FOR EACH ROW
      WHEN (new.event::text LIKE '%poison%') EXECUTE FUNCTION refuses_poison()`.execute(shop.database.db);
    model.play({ text: 'poison it is', stalls: true }, { text: 'well it is', stalls: true });
    const begin = async (): Promise<string> =>
      (await till.post('/api/ai/runs', { message: 'Hello?' })).json<{ run: { id: string } }>().run.id;
    const poisoned = await begin();
    await expect.poll(() => model.asked.length).toBe(1);
    const well = await begin();
    const written = async (): Promise<string> =>
      (
        await sql<{
          text: string;
        }>`SELECT coalesce(string_agg(event::text, '' ORDER BY seq), '') AS text FROM ai_run_events WHERE run_id = ${well}`.execute(
          shop.database.db,
        )
      ).rows[0]?.text ?? '';
    await expect.poll(written).toContain('well');
    await sql`DROP TRIGGER poison ON ai_run_events`.execute(shop.database.db);
    for (const id of [poisoned, well]) {
      await till.post(`/api/ai/runs/${id}/stop`);
      await expect
        .poll(async () => (await till.get(`/api/ai/runs/${id}`)).json<object>())
        .toMatchObject({ run: { state: 'interrupted' } });
    }
  });

  it('of another server does not keep a server from ending', async () => {
    const here = await testApp({ database: shop.database, env: shopEnv() });
    const run_id = randomUUID();
    model.play({ text: 'Words', stalls: true });
    const asking = till.post('/api/ai/direct', { message: 'Hello?', run_id });
    await expect.poll(async () => (await till.get(`/api/ai/runs/${run_id}`)).statusCode).toBe(200);
    // It listens from its first byte on: a server that ends takes no new listeners.
    const hearing = await here.inject({
      url: `/api/ai/runs/${run_id}/events`,
      headers: till.headers,
      payloadAsStream: true,
    });
    await here.close();
    expect(chatEvents(await text(hearing.stream())).every(({ type }) => type !== 'done')).toBe(true);
    await till.post(`/api/ai/runs/${run_id}/stop`);
    await asking;
  });

  it('that is sent again before its first one is saved is made once, also where it replaces a question', async () => {
    model.play({ text: 'One.' }, { text: 'Long', stalls: true }, { text: 'Long', stalls: true }, { text: 'Again.' });
    const lines = await ask(till, 'Hello?');
    const conversation_id = conversationOf(lines);
    const replaces = lines[0]?.type === 'thinking' ? lines[0].data?.question_id : 0;
    const others = await Promise.all(
      ['1', '2'].map(async (message) => (await till.post('/api/ai/runs', { message })).json<{ run: { id: string } }>()),
    );
    await expect.poll(() => model.asked.length).toBe(3);
    const held = await holding(shop, 'SELECT FROM users WHERE id = $1 FOR UPDATE', [till.userId]);
    const retry = { message: 'Hello?', conversation_id, replaces, run_id: randomUUID() };
    const first = till.post('/api/ai/runs', retry);
    await untilWaiting(shop);
    const second = till.post('/api/ai/runs', retry);
    // It has looked for its run, and waits for its turn to write.
    await sleep(300);
    await held.letGo();
    const replies = await Promise.all([first, second]);
    expect(replies.map((reply) => [reply.statusCode, reply.json<{ run?: { id: string } }>().run?.id])).toEqual([
      [201, retry.run_id],
      [201, retry.run_id],
    ]);
    for (const { run } of others) await till.post(`/api/ai/runs/${run.id}/stop`);
    await expect.poll(async () => (await messagesOf(till, conversation_id)).at(-1)?.content).toBe('Again.');
    expect(await messagesOf(till, conversation_id)).toHaveLength(2);
  });

  it('is one of three that a person may have at a time, beside commands', async () => {
    model.play(...Array.from({ length: 3 }, () => ({ text: 'Long', stalls: true })));
    const begin = (message = 'Hello?') => till.post('/api/ai/runs', { message });
    const replies = await Promise.all(Array.from({ length: 5 }, () => begin()));
    const begun = replies.flatMap((reply) =>
      reply.statusCode < 300 ? [reply.json<{ run: { id: string } }>().run.id] : [],
    );
    expect(begun).toHaveLength(3);
    expect(replies.filter((reply) => reply.json<{ code?: string }>().code === 'run_going_on')).toHaveLength(2);
    expect((await begin('/calc 1 + 1')).statusCode).toBeLessThan(300);
    for (const id of begun) {
      await till.post(`/api/ai/runs/${id}/stop`);
      await expect
        .poll(async () => (await till.get(`/api/ai/runs/${id}`)).json<object>())
        .toMatchObject({ run: { state: 'interrupted' } });
    }
  });

  it.each([
    ['is disabled', sql`UPDATE users SET status = 'disabled' WHERE id = `],
    ['becomes staff', sql`UPDATE users SET role = 'staff' WHERE id = `],
    ['is moved', sql`UPDATE users SET location_id = 19 WHERE id = `],
  ])('reads nothing more for somebody who %s meanwhile', async (what, change) => {
    const asking = await shop.signIn(what === 'is moved' ? 'staff' : 'manager');
    const db = shop.database.db;
    let goOn = (): void => undefined;
    const calls = [{ name: 'calculate', input: { expression: '1 + 1' } }];
    model.play({ calls }, { calls, until: new Promise<void>((resolve) => (goOn = resolve)) }, { text: 'It is 2.' });
    const { run } = (await asking.post('/api/ai/runs', { message: 'Hello?' })).json<{ run: { id: string } }>();
    await expect.poll(() => model.asked.length).toBe(2);
    await sql`${change}${asking.userId}`.execute(db);
    goOn();
    const lines = () => selectEvents(db, run.id, 0, 100);
    await expect.poll(async () => (await lines()).at(-1)?.type).toMatch(/^(?:done|error)$/);
    expect((await lines()).at(-1)).toMatchObject({
      error: 'What you may see was changed while this was answered. Ask again.',
      data: { code: 'incomplete' },
    });
    expect((await lines()).filter(({ type }) => type === 'tool_call')).toHaveLength(1);
    expect(model.asked).toHaveLength(2);
  });

  it('whose conversation is cleared leaves nothing in it', async () => {
    model.play({ text: 'Words that arrive', stalls: true });
    const { run } = (await till.post('/api/ai/runs', { message: 'Hello?' })).json<{
      run: { id: string; conversation_id: number };
    }>();
    expect((await till.send('DELETE', `/api/ai/history/${run.conversation_id}/messages`)).statusCode).toBe(200);
    await expect
      .poll(async () => (await till.get(`/api/ai/runs/${run.id}`)).json<object>())
      .toMatchObject({ run: { state: 'interrupted' } });
    expect(await messagesOf(till, run.conversation_id)).toEqual([]);
  });

  it('is told the beginning of a message that is longer than all it may be told', async () => {
    model.play({ text: 'A page.' }, { text: 'Blue.' });
    const conversation_id = conversationOf(await ask(till, 'Make a page.'));
    await sql`UPDATE ai_messages SET content = '<title>' || repeat('x', 70000)
               WHERE conversation_id = ${conversation_id} AND role = 'assistant'`.execute(shop.database.db);
    await ask(till, 'Make the title blue.', { conversation_id });
    const told = JSON.stringify(model.asked[1]?.body['messages']);
    expect(told).toContain('<title>xxx');
    expect(told.length).toBeLessThan(61_000 + JSON.stringify(model.asked[0]?.body['messages']).length);
  });

  it('that is stopped again and again ends once, and keeps the part that arrived', async () => {
    model.play({ text: 'Words that arrive', stalls: true });
    const run_id = randomUUID();
    const asking = ask(till, 'Hello?', { run_id });
    const written = async (): Promise<number> =>
      (
        await sql<{ n: number }>`SELECT coalesce(max(seq), 0) AS n FROM ai_run_events WHERE run_id = ${run_id}`.execute(
          shop.database.db,
        )
      ).rows[0]?.n ?? 0;
    await expect.poll(written).toBeGreaterThan(1);
    const stop = () => till.post(`/api/ai/runs/${run_id}/stop`);
    const stops = await Promise.all([stop(), stop()]);
    const lines = await asking;
    const late = await stop();
    expect([...stops, late].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(late.json()).toMatchObject({ run: { state: 'interrupted' } });
    expect(lines.filter(({ type }) => type === 'done' || type === 'error')).toMatchObject([
      { data: { state: 'interrupted' } },
    ]);
    const answers = (await messagesOf(till, conversationOf(lines))).filter(({ role }) => role === 'assistant');
    expect(answers).toMatchObject([{ state: 'interrupted' }]);
    expect(answers[0]?.content).toContain('Words');
  });

  it('that has ended is not stopped any more, and its conversation takes the next question', async () => {
    model.play({ text: 'Whole.' }, { text: 'Next.' });
    const run_id = randomUUID();
    const lines = await ask(till, 'Hello?', { run_id });
    expect((await till.post(`/api/ai/runs/${run_id}/stop`)).json()).toMatchObject({ run: { state: 'finished' } });
    const conversation_id = conversationOf(lines);
    expect(answerText(await ask(till, 'And?', { conversation_id }))).toBe('Next.');
    expect((await messagesOf(till, conversation_id)).map(({ role, content, state }) => [role, content, state])).toEqual(
      [
        ['user', 'Hello?', 'finished'],
        ['assistant', 'Whole.', 'finished'],
        ['user', 'And?', 'finished'],
        ['assistant', 'Next.', 'finished'],
      ],
    );
    const { rows } = await sql<{
      asked: boolean;
    }>`SELECT stop_asked_at IS NOT NULL AS asked FROM ai_runs WHERE id = ${run_id}`.execute(shop.database.db);
    expect(rows).toEqual([{ asked: false }]);
  });

  it('that loses the reply to a writing writes its lines again, and each is heard once', async () => {
    const { conversation } = (await till.post('/api/ai/history', { title: 'Twice' })).json<{
      conversation: { id: number };
    }>();
    const id = randomUUID();
    await sql`INSERT INTO ai_runs (id, conversation_id, user_id, location_id) VALUES (${id}, ${conversation.id}, ${till.userId}, 20)`.execute(
      shop.database.db,
    );
    const said = (seq: number): ChatEvent => ({ type: 'content', content: `word${seq} `, seq });
    const beat = (...seqs: number[]) => writeBeat(shop.database.db, [{ id, events: seqs.map(said) }]);
    await beat(1, 2, 3);
    await beat(1, 2, 3);
    await beat(1, 2, 3, 4);
    await beat(5);
    const heard = async (after: number) => (await selectEvents(shop.database.db, id, after, 500)).map(({ seq }) => seq);
    expect([await heard(0), await heard(2), await heard(4), await heard(5)]).toEqual([
      [1, 2, 3, 4, 5],
      [3, 4, 5],
      [5],
      [],
    ]);
    // A beat that also says that the run lives, as one does every second.
    await sql`UPDATE ai_runs SET seen_at = now() - interval '1 minute' WHERE id = ${id}`.execute(shop.database.db);
    await beat(6);
    expect(await heard(5)).toEqual([6]);
    const { rows } =
      await sql`SELECT seen_at > now() - interval '30 seconds' AS alive FROM ai_runs WHERE id = ${id}`.execute(
        shop.database.db,
      );
    expect(rows).toEqual([{ alive: true }]);
    expect(await askToStop(shop.database.db, { runId: id })).toEqual([id]);
    expect(await beat(7)).toEqual([id]);
  });

  it('goes on when nobody listens, one at a time in a conversation', async () => {
    let goOn = (): void => undefined;
    model.play({ text: 'Slowly.', until: new Promise<void>((resolve) => (goOn = resolve)) });
    const { run } = (await till.post('/api/ai/runs', { message: 'Hello?' })).json<{
      run: { id: string; conversation_id: number };
    }>();
    const again = await till.post('/api/ai/direct', { message: 'Hello?', conversation_id: run.conversation_id });
    expect(again.json()).toMatchObject({ code: 'run_going_on' });
    expect((await till.get(`/api/ai/history/${run.conversation_id}/messages`)).json()).toMatchObject({
      run: { id: run.id },
    });
    goOn();
    expect(chatLines(await till.get(`/api/ai/runs/${run.id}/events`)).at(-1)?.type).toBe('done');
    expect((await messagesOf(till, run.conversation_id)).at(-1)?.content).toBe('Slowly.');
  });
});
