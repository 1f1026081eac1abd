import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { writeBeat } from '#server/modules/assistant/runs/queries.ts';
import { interruptDead } from '#server/modules/assistant/service.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { answerText, ask, conversationOf, messagesOf } from '#server/testing/assistant/chat-lines.ts';
import { type ScriptedModel, scriptedModel } from '#server/testing/assistant/scripted-model.ts';
import { holding, lockWaits, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { addedAt, tablesSaying, USERS } from '#server/testing/trade/customers.ts';

let shop: TestApp;
let model: ScriptedModel;
let till: Till;
let manager: Till;
let id: number;

const SENTENCE = 'A customer was deleted while this was answered, so nothing of the answer is kept. Ask again.';

beforeAll(async () => {
  model = await scriptedModel();
  shop = await testApp({ env: { OPENAI_BASE_URL: `${model.url}/v1` } });
  await openShop(shop);
  manager = await shop.signIn('manager');
});
beforeEach(async () => {
  till = await shop.signIn('staff');
  ({ id } = await addedAt(till, { first_name: 'Ada', last_name: 'Quimby', billing: { phone: '704-555-0177' } }));
  await till.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 1 }], { customer_id: id }));
});
afterAll(async () => {
  await shop.close();
  await model.close();
});

const forget = async (): Promise<void> => {
  const reply = await manager.send('DELETE', `${USERS}/${id}`);
  expect(reply.json()).toMatchObject({ outcome: 'forgotten' });
};

const linesSay = async (word: string): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM ai_run_events WHERE event::text LIKE ${`%${word}%`}`.execute(shop.database.db);
  return rows.length > 0;
};

const failed = { role: 'assistant', state: 'failed', content: '', error: SENTENCE };

it('keeps nothing of an answer that was being made while somebody was forgotten', async () => {
  let goOn: () => void = () => undefined;
  const isForgotten = new Promise<void>((resolve) => (goOn = resolve));
  model.play(
    { text: 'I look for Ada Quimby.', calls: [{ name: 'customers', input: { search: 'quimby' } }] },
    { text: 'Ada Quimby bought papers.', until: isForgotten },
  );
  const asking = ask(till, 'What did Ada Quimby buy?');
  await expect.poll(() => linesSay('tool_result')).toBe(true);
  await forget();
  goOn();
  const lines = await asking;
  expect(answerText(lines)).toContain('I look for Ada Quimby.');
  expect(lines.at(-1)).toMatchObject({ type: 'error', error: SENTENCE, data: { code: 'incomplete' } });
  const messages = await messagesOf(till, conversationOf(lines));
  expect(messages).toMatchObject([{ role: 'user', content: 'What did Deleted customer buy?' }, failed]);
  // The last line is written after it was told.
  await expect.poll(() => linesSay('incomplete')).toBe(true);
  expect(await tablesSaying(shop, ['Quimby', 'quimby'])).toEqual([]);
});

it('keeps nothing of the answer of a server that ended before it could', async () => {
  const { db } = shop.database;
  model.play({ text: 'Ada Quimby bought papers.' });
  const run_id = randomUUID();
  const lines = await ask(till, 'Who was it?', { run_id });
  await expect.poll(() => linesSay('done')).toBe(true);
  await sql`UPDATE ai_runs SET state = 'running', ended_at = NULL, seen_at = now() - interval '1 minute' WHERE id = ${run_id}`.execute(
    db,
  );
  await sql`DELETE FROM ai_messages WHERE run_id = ${run_id}`.execute(db);
  const { rows: events } = await sql<{ seq: number; event: object }>`
    SELECT seq, event FROM ai_run_events WHERE run_id = ${run_id}`.execute(db);
  await forget();
  // A line that was on its way to the database.
  for (const { seq, event } of events)
    await sql`INSERT INTO ai_run_events (run_id, seq, event) VALUES (${run_id}, ${seq}, ${JSON.stringify(event)}::jsonb)`.execute(
      db,
    );
  await inTransaction(db, interruptDead);
  expect((await messagesOf(till, conversationOf(lines))).at(-1)).toMatchObject(failed);
  expect(await tablesSaying(shop, ['Quimby', 'quimby'])).toEqual([]);
  const left = await sql<{ event: object }>`SELECT event FROM ai_run_events WHERE run_id = ${run_id}`.execute(db);
  expect(left.rows).toMatchObject([{ event: { type: 'error', error: SENTENCE } }]);
});

it('keeps no draft that is proposed while somebody is being forgotten', async () => {
  const held = { goOn: (): void => undefined };
  const isMarked = new Promise<void>((resolve) => (held.goOn = resolve));
  model.play({
    calls: [
      { name: 'draft_count_list', input: { name: 'Papers for Ada Quimby', items: [{ product_id: SHOP.papers }] } },
    ],
    until: isMarked,
  });
  const asking = ask(till, 'Draft a list.');
  await expect.poll(async () => model.asked.length).toBeGreaterThan(0);
  const forgetting = await holding(shop, `UPDATE ai_runs SET forgot_at = now() WHERE state = 'running'`);
  held.goOn();
  // The draft and the lines of the run.
  await untilWaiting(shop, 2);
  await forgetting.letGo();
  model.play({ text: 'It could not be drafted.' });
  expect((await asking).at(-1)).toMatchObject({ type: 'error', error: SENTENCE });
  expect((await sql`SELECT FROM ai_drafts`.execute(shop.database.db)).rows).toEqual([]);
});

it('saves no question until whoever is being forgotten is', async () => {
  const forgetting = await holding(shop, `SELECT pg_advisory_xact_lock(hashtextextended('forgetting', 0))`);
  const asking = ask(till, '/points');
  await untilWaiting(shop);
  expect((await sql`SELECT FROM ai_runs WHERE state = 'running'`.execute(shop.database.db)).rows).toEqual([]);
  await forgetting.letGo();
  expect((await asking).at(-1)).toMatchObject({ type: 'done' });
});

it('keeps no last lines that are written as somebody is forgotten, after the answer was saved', async () => {
  const { pool } = shop.database;
  await pool.query(`
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.event::text LIKE '%papers%' THEN PERFORM pg_advisory_xact_lock(1717); END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER wait_for_test BEFORE INSERT ON ai_run_events FOR EACH ROW EXECUTE FUNCTION wait_for_test()`);
  const held = await holding(shop, 'SELECT pg_advisory_xact_lock(1717)');
  model.play({ text: 'Ada Quimby bought papers.' });
  const asking = ask(till, 'Who was it?');
  await untilWaiting(shop);
  await asking;
  let isForgotten = false;
  const forgetting = forget().then(() => (isForgotten = true));
  // It waits for the lines, or did not look at them.
  await expect.poll(async () => isForgotten || (await lockWaits(shop)) === 2).toBe(true);
  await held.letGo();
  await forgetting;
  await pool.query('DROP TRIGGER wait_for_test ON ai_run_events; DROP FUNCTION wait_for_test');
  expect(await tablesSaying(shop, ['Quimby'])).not.toContain('ai_run_events');
});

it('keeps no lines of a server that was cut off for minutes while its answer was ended and somebody was forgotten', async () => {
  const { db } = shop.database;
  model.play({ text: 'Somebody bought papers.' });
  const run_id = randomUUID();
  await ask(till, 'Who was it?', { run_id });
  await expect.poll(() => linesSay('done')).toBe(true);
  await sql`UPDATE ai_runs SET ended_at = now() - interval '3 minutes' WHERE id = ${run_id}`.execute(db);
  await forget();
  await writeBeat(db, [{ id: run_id, events: [{ type: 'content', seq: 99, content: 'Ada Quimby bought papers.' }] }]);
  expect(await tablesSaying(shop, ['Quimby'])).not.toContain('ai_run_events');
});

it('keeps no lines of an answer whose conversation was deleted', async () => {
  model.play({ text: 'Ada Quimby bought papers.' });
  const lines = await ask(till, 'Who was it?');
  await expect.poll(() => linesSay('Quimby')).toBe(true);
  await sql`UPDATE ai_runs SET ended_at = now() - interval '1 hour'`.execute(shop.database.db);
  const deleted = await till.send('DELETE', `/api/ai/history/${conversationOf(lines)}`);
  expect(deleted.statusCode).toBe(200);
  await forget();
  expect(await tablesSaying(shop, ['Quimby'])).not.toContain('ai_run_events');
});

it('waits for whoever clears a conversation that names the customer, and takes no message before it', async () => {
  model.play({ text: 'Ada Quimby bought papers.' });
  const conversation = conversationOf(await ask(till, 'Who was it?'));
  await sql`UPDATE ai_runs SET ended_at = now() - interval '1 hour'`.execute(shop.database.db);
  const clearing = await holding(shop, `SELECT FROM ai_conversations WHERE id = ${conversation} FOR NO KEY UPDATE`);
  const forgetting = forget();
  await untilWaiting(shop);
  await clearing.run(`SET LOCAL lock_timeout = '300ms'`);
  await clearing.run(`DELETE FROM ai_messages WHERE conversation_id = ${conversation}`);
  await clearing.letGo();
  await forgetting;
  expect(await tablesSaying(shop, ['Quimby'])).not.toContain('ai_run_events');
});

it('lets a question be asked while artifacts and drafts are searched', async () => {
  const saved = await till.post('/api/artifacts', { title: 'For Ada Quimby', code: '<p>Ada Quimby</p>' });
  expect(saved.statusCode).toBe(201);
  // The lock on the table keeps the search waiting.
  const searching = await holding(shop, 'LOCK TABLE artifact_versions IN ACCESS EXCLUSIVE MODE');
  const forgetting = forget();
  await untilWaiting(shop);
  expect((await ask(till, '/points')).at(-1)).toMatchObject({ type: 'done' });
  await searching.letGo();
  await forgetting;
  expect(await tablesSaying(shop, ['Quimby'])).not.toContain('artifact_versions');
});

it('finds the message of an answer that was being saved as conversations were searched', async () => {
  const conversation = conversationOf(await ask(till, '/points'));
  const insert = (content: string) =>
    `INSERT INTO ai_messages (conversation_id, role, content) VALUES (${conversation}, 'assistant', '${content}')`;
  const saving = await holding(
    shop,
    `SELECT pg_advisory_xact_lock_shared(hashtextextended('forgetting', 0)); ${insert('Ada Quimby bought papers.')}`,
  );
  await shop.database.pool.query(insert('A newer one.'));
  const forgetting = forget();
  await untilWaiting(shop);
  await saving.letGo();
  await forgetting;
  expect(await tablesSaying(shop, ['Quimby'])).not.toContain('ai_messages');
});

it('saves no artifact, and changes none, until whoever is being forgotten is', async () => {
  const page = { title: 'Page', code: '<p>1</p>' };
  const { artifact } = (await till.post('/api/artifacts', page)).json<{ artifact: { id: number } }>();
  const forgetting = await holding(shop, `SELECT pg_advisory_xact_lock(hashtextextended('forgetting', 0))`);
  const saving = [
    till.post('/api/artifacts', page),
    till.send('PUT', `/api/artifacts/${artifact.id}`, { title: 'New' }),
  ];
  await untilWaiting(shop, 2);
  // The artifact is not locked yet, or a deletion would wait for it.
  await sql`SELECT FROM artifacts FOR UPDATE NOWAIT`.execute(shop.database.db);
  await forgetting.letGo();
  expect((await Promise.all(saving)).map((reply) => reply.statusCode)).toEqual([201, 200]);
});

it('locks artifacts before their versions, as whoever deletes one does', async () => {
  const saved = await till.post('/api/artifacts', { title: 'Page', code: '<p>Ada Quimby</p>' });
  const { artifact } = saved.json<{ artifact: { id: number } }>();
  const held = await holding(shop, `SELECT FROM artifacts WHERE id = ${artifact.id} FOR UPDATE`);
  const forgetting = forget();
  await untilWaiting(shop);
  await sql`SELECT FROM artifact_versions WHERE artifact_id = ${artifact.id} FOR UPDATE NOWAIT`.execute(
    shop.database.db,
  );
  await held.letGo();
  await forgetting;
});
