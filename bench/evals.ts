import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { agentRoute, changeAgentRoute, changeProviderRoute, providerRoute } from '#contract/assistant-settings.ts';
import { askDirectRoute } from '#contract/assistant-chat.ts';
import { dayIn } from '#domain/day.ts';
import { chatEvents } from '#server/testing/assistant/chat-events.ts';
import { evalLines } from '#server/testing/evals/eval-table.ts';
import { questionsOf } from '#server/testing/evals/questions.ts';
import { play, runEvals } from '#server/testing/evals/run-evals.ts';
import { selectSubjects } from '#server/testing/evals/subjects.ts';
import { type ScriptedModel, scriptedModel } from '#server/testing/assistant/scripted-model.ts';
import { endAll } from './processes.ts';
import { openShop, removeTemporary, type Shop } from './shop.ts';

const USAGE = `Usage: npm run evals -- [options]

Asks the assistant 60 questions about the demo shop, as its manager, and compares the answers with what the database says.
The provider is that of the environment (ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, OPENAI_API_KEY, OPENAI_BASE_URL), or the
one that an administrator entered in the shop of --shop. Without any it is a scripted model on this machine: that proves
the harness and the tools, and says nothing about a model.

  --model NAME     the model to ask, instead of that of the agent
  --prices IN,OUT  US dollars for a million tokens read and written, for the cost
  --only 3,17      only these questions
  --scripted       the scripted model, whatever is configured
  --shop FOLDER    keep the demo shop here and use it again
  --json FILE      write the outcomes there too

Exits with 1 when a question got no answer at all; with the scripted model also when an answer is wrong.`;

/** The largest allowed limit, because the limits of a day are not measured here. */
const MOST_DAILY_TOKENS = 1_000_000_000;
const OF_SCRIPT = { model: 'claude-sonnet-4-6', input: 3, output: 15 };

interface Options {
  readonly model: string | undefined;
  readonly prices: { readonly input: number; readonly output: number } | undefined;
  readonly only: ReadonlySet<number> | undefined;
  readonly scripted: boolean;
  readonly shop: string | undefined;
  readonly json: string | undefined;
}

/** Null for arguments that cannot be read. */
function optionsOf(args: readonly string[]): Options | 'help' | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', default: false },
      json: { type: 'string' },
      model: { type: 'string' },
      only: { type: 'string' },
      prices: { type: 'string' },
      scripted: { type: 'boolean', default: false },
      shop: { type: 'string' },
    },
  });
  if (values.help) return 'help';
  const prices = values.prices?.split(',').map(Number);
  const only = values.only?.split(',').map(Number);
  const [input = Number.NaN, output = Number.NaN] = prices ?? [];
  if (prices && (prices.length !== 2 || !(input >= 0) || !(output >= 0))) return null;
  if (only?.some((number) => !Number.isSafeInteger(number))) return null;
  return {
    model: values.model,
    prices: prices && { input, output },
    only: only && new Set(only),
    scripted: values.scripted,
    shop: values.shop,
    json: values.json,
  };
}

/** Calls of one person. */
function callsOf(shop: Shop, token: string) {
  return async (method: string, path: string, body?: object): Promise<string> => {
    const reply = await fetch(`${shop.origin}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text.slice(0, 300)}`);
    return text;
  };
}
type Calls = ReturnType<typeof callsOf>;

interface Connected {
  /** Null for a real one. */
  readonly script: ScriptedModel | null;
  readonly words: string;
}

/** Connects the provider that is configured, or the scripted one, and says which. */
async function connect(admin: Calls, { model, prices, scripted }: Options): Promise<Connected> {
  const { settings } = providerRoute.reply.parse(JSON.parse(await admin('GET', providerRoute.path)));
  const change = (body: object): Promise<string> => admin('PUT', changeProviderRoute.path, body);
  const limits = { person_daily_tokens: MOST_DAILY_TOKENS, shop_daily_tokens: MOST_DAILY_TOKENS };
  if (scripted || settings.from === 'nowhere') {
    const script = await scriptedModel();
    await change({ ...limits, provider: 'anthropic', base_url: script.url, api_key: 'scripted', prices: [OF_SCRIPT] });
    const why = scripted ? '' : ' (no provider is configured)';
    return {
      script,
      words: `Scripted provider${why}: this proves the harness and the tools, and says nothing about a model.`,
    };
  }
  if (model !== undefined) await admin('PUT', changeAgentRoute.path, { updates: { model } });
  const { agent } = agentRoute.reply.parse(JSON.parse(await admin('GET', agentRoute.path)));
  await change({ ...limits, ...(prices && { prices: [{ model: agent.resolves_to, ...prices }] }) });
  return { script: null, words: `Model ${agent.resolves_to}, provider of the ${settings.from}.` };
}

async function main(): Promise<number> {
  const options = optionsOf(process.argv.slice(2));
  if (options === 'help' || options === null) {
    process.stdout.write(`${USAGE}\n`);
    return options === 'help' ? 0 : 2;
  }
  process.stderr.write('Opening the demo shop ...\n');
  const shop = await openShop({ products: 0, customers: 0, orders: 0 }, options.shop);
  let script: ScriptedModel | null = null;
  try {
    const [[admin = ''], [manager = '']] = [await shop.signIn(1, 'admin'), await shop.signIn(1, 'manager')];
    const connected = await connect(callsOf(shop, admin), options);
    script = connected.script;
    const model = connected.script;
    const ask = callsOf(shop, manager);
    const questions = questionsOf(await selectSubjects(shop.db), dayIn('America/New_York', new Date()));
    const outcomes = await runEvals(
      { db: shop.db, ask: async (message) => chatEvents(await ask('POST', askDirectRoute.path, { message })) },
      questions,
      {
        only: options.only,
        before: (question) => model && play(model, question),
        after: ({ number, state }) => process.stderr.write(`${number} of ${questions.length}: ${state}\n`),
      },
    );
    process.stdout.write(`${[connected.words, '', ...evalLines(outcomes)].join('\n')}\n`);
    if (options.json !== undefined)
      await writeFile(options.json, `${JSON.stringify({ provider: connected.words, outcomes }, null, 2)}\n`);
    const isBad = outcomes.some(({ state }) => state === 'failed' || (model !== null && state === 'wrong'));
    return isBad || outcomes.length === 0 ? 1 : 0;
  } finally {
    await script?.close();
    await shop.close();
  }
}

async function cleanUp(): Promise<void> {
  await endAll();
  await removeTemporary();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(130)));
try {
  process.exitCode = await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
