import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayIn } from '#domain/day.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { loadDemoShop } from '#server/demo/load/load.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { ask, connect } from '#server/testing/assistant/chat-lines.ts';
import { evalLines } from '#server/testing/evals/eval-table.ts';
import { answerIn, isRight } from '#server/testing/evals/grade.ts';
import type { Question } from '#server/testing/evals/question.ts';
import { questionsOf } from '#server/testing/evals/questions.ts';
import { type EvalShop, play, runEvals } from '#server/testing/evals/run-evals.ts';
import { selectSubjects } from '#server/testing/evals/subjects.ts';
import { type ScriptedModel, scriptedModel } from '#server/testing/assistant/scripted-model.ts';
import { IS_LONG } from '#testing/times.ts';

let shop: TestApp;
let model: ScriptedModel;
let manager: Till;
let evals: EvalShop;
let questions: Question[];

beforeAll(async () => {
  model = await scriptedModel();
  shop = await testApp();
  await inTransaction(shop.database.db, (tx) => loadDemoShop(tx, { asOf: new Date() }));
  await sql`SELECT sum_sales_days(1000)`.execute(shop.database.db);
  manager = await shop.signIn('manager');
  evals = {
    db: shop.database.db,
    ask: (message) => ask(manager, message),
  };
  questions = questionsOf(await selectSubjects(evals.db), dayIn('America/New_York', new Date()));
}, 60_000);
afterAll(async () => {
  await shop.close();
  await model.close();
});

const speakAs = async (provider: 'anthropic' | 'openai'): Promise<void> => {
  const admin = await shop.signIn('administrator');
  await connect(admin, {
    provider,
    base_url: provider === 'openai' ? `${model.url}/v1` : model.url,
    api_key: 'sk-test-1234567890',
    prices: [
      { model: 'claude-sonnet-4-6', input: 3, output: 15 },
      { model: 'local-model', input: 3, output: 15 },
    ],
  });
};

// The scripted provider proves the harness, and that tools can answer each question; it says nothing about a model.
describe('the questions about the demo shop, asked with the scripted provider', () => {
  it('are sixty, no two of them alike', () => {
    expect(questions).toHaveLength(60);
    expect(new Set(questions.map(({ ask }) => ask)).size).toBe(60);
  });

  it.runIf(IS_LONG)(
    'are all answered by the tools as by the database',
    async () => {
      await speakAs('anthropic');
      const outcomes = await runEvals(evals, questions, { before: (question) => play(model, question) });
      expect(outcomes.filter(({ state }) => state !== 'right')).toEqual([]);
      expect(outcomes.every(({ calls, tokens, cost }) => calls > 0 && tokens > 0 && cost !== null && cost > 0)).toBe(
        true,
      );
    },
    240_000,
  );

  it('tell a wrong answer, one without a figure, and one that failed from the right ones', async () => {
    await speakAs('openai');
    const some = questions.slice(0, 4);
    const outcomes = await runEvals(evals, some, {
      before: (question) => {
        const place = some.indexOf(question);
        if (place === 0) play(model, question);
        if (place === 1) model.play({ text: 'Many.\n\nANSWER: 123456789' });
        if (place === 2) model.play({ text: 'I cannot say.' });
        if (place === 3) model.play({ status: 401 });
      },
    });
    expect(outcomes.map(({ state, calls }) => [state, calls])).toEqual([
      ['right', 1],
      ['wrong', 0],
      ['wrong', 0],
      ['failed', 0],
    ]);
    expect(evalLines(outcomes).slice(-2)).toEqual([
      '4 questions: 1 right, 2 wrong, 1 failed',
      expect.stringMatching(/^1 tool calls, 480 tokens, cost \$0\.00\d\d/) as string,
    ]);
  });
});

describe('an answer', () => {
  it.each([
    ['number', '1204', 'There were many.\n\n**ANSWER:** 1,204', true],
    ['number', '-3', 'ANSWER: 1\nANSWER: −3 orders', true],
    ['number', '12.5', 'ANSWER: 12.5 %', true],
    ['number', '12.5', 'ANSWER: 12.6', false],
    ['money', '1250.40', 'ANSWER: $1,250.40', true],
    ['money', '-8.10', 'ANSWER: -$8.10', true],
    ['money', '1250.40', 'ANSWER: 1250', false],
    ['text', 'Charlotte Central', 'ANSWER: `charlotte central`.', true],
    ['text', 'Charlotte Central', 'ANSWER: Charlotte Monroe', false],
  ] as const)('as %s is compared: %s in %j is %s', (as, right, text, expected) => {
    expect(isRight(as, right, answerIn(text) ?? '')).toBe(expected);
  });
});
