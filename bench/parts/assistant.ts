import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { askDirectRoute, type ChatEvent } from '#contract/assistant-chat.ts';
import { changeProviderRoute } from '#contract/assistant-settings.ts';
import { makeSaleCalls, restock } from '../baskets.ts';
import { type Figure, latencyFigures, type PartResult, quantile, together } from '../figures.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { HttpJob } from '../load/load-jobs.ts';
import type { Shop } from '../shop.ts';

const BASKETS = 300;
const TILLS = { clients: 8, seconds: 4 };
const ROUNDS = 3;
const ASKERS = 20;
/** Sales beside the answers take at most this many times as long. Rule: running/speed. */
const MOST_TIMES = 2;
/** From the first byte of the provider to the reader. Rule: running/speed. */
const FIRST_TOKEN_MS = 50;
/** An answer arrives as a fast model sends it: fifty words a second. */
const WORD_EVERY_MS = 20;
const WORDS = 150;

const chunk = (delta: object): string => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
const call = (name: string, input: object) =>
  chunk({ tool_calls: [{ index: 0, id: 'call', function: { name, arguments: JSON.stringify(input) } }] });

/** Records the time of the first word of each answer. Each answer carries a number. */
class PacedModel {
  readonly sentAt = new Map<string, number>();
  readonly #server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => void this.#answer(request.url ?? '', body, response));
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async #answer(url: string, body: string, response: ServerResponse): Promise<void> {
    if (url.endsWith('/models')) return void response.end(JSON.stringify({ data: [{ id: 'paced-1' }] }));
    const { messages } = JSON.parse(body) as { messages: { role: string }[] };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (messages.at(-1)?.role === 'user') {
      response.end(`${call('sales_summary', { period: 'last_30_days', group_by: 'product' })}data: [DONE]\n\n`);
      return;
    }
    const mark = `mark-${this.sentAt.size}`;
    this.sentAt.set(mark, performance.now());
    response.write(chunk({ content: `${mark} ` }));
    for (let word = 0; word < WORDS && !response.destroyed; word += 1) {
      await sleep(WORD_EVERY_MS);
      response.write(chunk({ content: `word${word} ` }));
    }
    response.end('data: [DONE]\n\n');
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

interface Heard {
  /** From the provider's first word to the reader's, for each answer. */
  readonly firstMs: number[];
  answers: number;
}

/** Asks repeatedly, and listens, until it is told to stop. A failed answer ends the run. */
async function askOn(
  origin: string,
  token: string,
  model: PacedModel,
  heard: Heard,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const reply = await fetch(`${origin}${askDirectRoute.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'How were sales?' }),
    });
    if (!reply.ok || !reply.body) throw new Error(`a question was answered ${reply.status}: ${await reply.text()}`);
    let text = '';
    let isHeard = false;
    for await (const piece of reply.body.pipeThrough(new TextDecoderStream())) {
      text += piece;
      const [mark] = /mark-\d+/.exec(text) ?? [];
      if (isHeard || mark === undefined) continue;
      isHeard = true;
      heard.firstMs.push(performance.now() - (model.sentAt.get(mark) ?? Number.NaN));
    }
    const last = JSON.parse(
      text
        .trim()
        .split('\n\n')
        .at(-1)
        ?.replace(/^data: /, '') ?? '{}',
    ) as ChatEvent;
    if (last.type !== 'done') throw new Error(`an answer ended with ${JSON.stringify(last).slice(0, 300)}`);
    heard.answers += 1;
  }
}

async function connect(shop: Shop, token: string, base_url: string): Promise<void> {
  const reply = await fetch(`${shop.origin}${changeProviderRoute.path}`, {
    method: changeProviderRoute.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({
      provider: 'openai',
      base_url,
      api_key: 'none',
      person_daily_tokens: 100_000_000,
      shop_daily_tokens: 1_000_000_000,
    }),
  });
  if (!reply.ok) throw new Error(`the provider was not connected: ${await reply.text()}`);
}

/** The people who ask: a person can have three answers at a time at most. */
async function askers(shop: Shop): Promise<string[]> {
  const names = Array.from({ length: ASKERS }, (_, place) => `asker-${place}`);
  await sql`
    INSERT INTO users (username, email, name, role, location_id)
    SELECT n, n || '@example.test', n, 'manager', ${shop.locationId}::integer FROM unnest(${names}::text[]) n
    ON CONFLICT DO NOTHING`.execute(shop.db);
  return (await Promise.all(names.map((name) => shop.signIn(1, name)))).flat();
}

/** Sales of eight tills by themselves, in turn with sales beside twenty answers that stream, each with a tool before it. */
export async function benchAssistant(shop: Shop, load: LoadGenerator): Promise<PartResult> {
  await restock(shop);
  const tokens = await shop.signIn(TILLS.clients);
  const [admin = ''] = await shop.signIn(1, 'admin');
  const calls = await makeSaleCalls(shop, tokens[0] ?? '', BASKETS);
  const job: HttpJob = { kind: 'http', origin: shop.origin, tokens, calls, keyed: true, status: 200, ...TILLS };
  const people = await askers(shop);
  const model = new PacedModel();
  await connect(shop, admin, await model.start());
  const heard: Heard = { firstMs: [], answers: 0 };
  const alone = [];
  const beside = [];
  try {
    await load.run(job);
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(await load.run(job));
      const over = new AbortController();
      const asking = Promise.all(people.map((token) => askOn(shop.origin, token, model, heard, over.signal)));
      // Errors of the readers are thrown when the round is over.
      asking.catch(() => undefined);
      beside.push(await load.run(job));
      over.abort();
      await asking;
    }
  } finally {
    await model.stop();
  }
  const figures: Figure[] = [
    ...latencyFigures('sale', together(beside), { yardstick: { what: 'alone', calls: together(alone) } }).map(
      (figure): Figure =>
        figure.what.endsWith('p99') ? { ...figure, target: { of: 'ratio', atMost: MOST_TIMES } } : figure,
    ),
    {
      what: 'first word passed on, p95',
      value: quantile(heard.firstMs, 0.95),
      unit: 'ms',
      target: { of: 'value', atMost: FIRST_TOKEN_MS },
    },
  ];
  return {
    title: `Assistant: ${ASKERS} answers that stream beside ${TILLS.clients} tills`,
    figures,
    notes: [`${heard.answers} answers heard, no sale of ${together(beside).ms.length} refused`],
  };
}
