import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A call of a tool in a scripted answer. */
export interface ScriptedCall {
  readonly name: string;
  readonly input: unknown;
}

/** One turn of a scripted model, or how it fails. */
export interface ScriptedTurn {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Refused with this status, and `Retry-After` when given. */
  readonly status?: number;
  readonly retryAfterS?: number;
  readonly message?: string;
  /** Text, then this error inside of the answer that began well. */
  readonly errorInside?: string;
  /** Text, then nothing more, until the reader hangs up. */
  readonly stalls?: boolean;
  /** Text, then the connection is cut. */
  readonly cuts?: boolean;
  /** Why it ends, in the words of the protocol; its own end when left out. */
  readonly reason?: string;
  readonly afterMs?: number;
  /** The turn waits for it. */
  readonly until?: Promise<unknown>;
  /** Bytes of each chunk of the answer; chunks may cut events. */
  readonly chunkBytes?: number;
  /** Repeats `text` up to this many bytes. */
  readonly repeatBytes?: number;
  /** OpenAI only: chunks without `index`, as some servers send them. */
  readonly withoutIndex?: boolean;
  /** OpenAI only: no tokens are told, as by some servers. */
  readonly withoutUsage?: boolean;
}

interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export interface ScriptedModel {
  readonly url: string;
  /** The requests it received, in order. */
  readonly asked: Asked[];
  /** The number of readers that hung up before the end. */
  readonly hungUp: () => number;
  /** The turns to come. A function answers from what was asked. */
  play(...turns: readonly (ScriptedTurn | ((asked: Asked) => ScriptedTurn))[]): void;
  close(): Promise<void>;
}

const INPUT_TOKENS = 100;
const OUTPUT_TOKENS = 20;
/** Pieces of a text: words, as models send them. */
const piecesOf = (text: string): string[] => text.match(text.length > 100_000 ? /.{1,16384}/gs : /\S+\s*|\s+/g) ?? [];

function anthropicEvents(turn: ScriptedTurn): string[] {
  const event = (type: string, fields: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
  const blocks = [
    ...(turn.thinking === undefined
      ? []
      : [
          {
            block: { type: 'thinking', thinking: '', signature: '' },
            deltas: [
              ...piecesOf(turn.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
              { type: 'signature_delta', signature: 'signed' },
            ],
          },
        ]),
    ...(turn.text === undefined
      ? []
      : [
          {
            block: { type: 'text', text: '' },
            deltas: piecesOf(turn.text).map((text) => ({ type: 'text_delta', text })),
          },
        ]),
    ...(turn.calls ?? []).map(({ name, input }, place) => ({
      block: { type: 'tool_use', id: `toolu_${place}`, name, input: {} },
      deltas: (JSON.stringify(input).match(/.{1,7}/gs) ?? []).map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      })),
    })),
  ];
  return [
    event('message_start', {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: INPUT_TOKENS, output_tokens: 1 },
      },
    }),
    ...blocks.flatMap(({ block, deltas }, index) => [
      event('content_block_start', { index, content_block: block }),
      ...deltas.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ]),
    ...(turn.errorInside === undefined
      ? []
      : [event('error', { error: { type: turn.errorInside, message: turn.message ?? 'Overloaded' } })]),
    event('message_delta', {
      delta: { stop_reason: turn.reason ?? (turn.calls?.length ? 'tool_use' : 'end_turn'), stop_sequence: null },
      usage: { output_tokens: OUTPUT_TOKENS },
    }),
    event('message_stop', {}),
  ];
}

function openAiEvents(turn: ScriptedTurn): string[] {
  const chunk = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const calls = (turn.calls ?? []).flatMap(({ name, input }, index) => {
    const place = turn.withoutIndex ? {} : { index };
    const pieces = JSON.stringify(input).match(/.{1,7}/gs) ?? [];
    return [
      chunk({ tool_calls: [{ ...place, id: `call_${index}`, type: 'function', function: { name, arguments: '' } }] }),
      ...pieces.map((piece) => chunk({ tool_calls: [{ ...place, function: { arguments: piece } }] })),
    ];
  });
  return [
    ...piecesOf(turn.thinking ?? '').map((reasoning_content) => chunk({ reasoning_content })),
    ...piecesOf(turn.text ?? '').map((content) => chunk({ content })),
    ...calls,
    ...(turn.errorInside === undefined
      ? []
      : [`data: ${JSON.stringify({ error: { message: turn.message ?? 'Overloaded', type: turn.errorInside } })}\n\n`]),
    chunk({}, turn.reason ?? (turn.calls?.length ? 'tool_calls' : 'stop')),
    ...(turn.withoutUsage
      ? []
      : [
          `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: INPUT_TOKENS, completion_tokens: OUTPUT_TOKENS } })}\n\n`,
        ]),
    'data: [DONE]\n\n',
  ];
}

/** An answer that does not stream. */
function whole(isAnthropic: boolean, { text = '', calls = [], reason }: ScriptedTurn): object {
  if (isAnthropic) {
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'scripted',
      content: [
        ...(text === '' ? [] : [{ type: 'text', text }]),
        ...calls.map(({ name, input }, place) => ({ type: 'tool_use', id: `toolu_${place}`, name, input })),
      ],
      stop_reason: reason ?? (calls.length > 0 ? 'tool_use' : 'end_turn'),
      stop_sequence: null,
      usage: { input_tokens: INPUT_TOKENS, output_tokens: OUTPUT_TOKENS },
    };
  }
  const tool_calls = calls.map(({ name, input }, place) => ({
    id: `call_${place}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return {
    choices: [{ index: 0, finish_reason: reason ?? 'stop', message: { role: 'assistant', content: text, tool_calls } }],
    usage: { prompt_tokens: INPUT_TOKENS, completion_tokens: OUTPUT_TOKENS },
  };
}

const MODELS = {
  anthropic: {
    data: [
      {
        type: 'model',
        id: 'claude-sonnet-4-6',
        display_name: 'Claude Sonnet 4.6',
        line: 'sonnet',
        lifecycle: 'active',
        created_at: '2026-02-01T00:00:00Z',
        max_tokens: 64_000,
        capabilities: null,
      },
      {
        type: 'model',
        id: 'claude-opus-5',
        display_name: 'Claude Opus 5',
        line: 'opus',
        lifecycle: 'active',
        created_at: '2026-06-01T00:00:00Z',
        max_tokens: 4096,
        capabilities: { thinking: { supported: true, types: { adaptive: { supported: true } } } },
      },
    ],
    has_more: false,
    first_id: null,
    last_id: null,
  },
  openai: { object: 'list', data: [{ id: 'local-model', object: 'model', created: 1_700_000_000 }] },
};

/** A model on this machine that speaks both protocols and answers by script; "Nothing more." when the script has ended. */
export async function scriptedModel(): Promise<ScriptedModel> {
  const asked: Asked[] = [];
  const script: (ScriptedTurn | ((asked: Asked) => ScriptedTurn))[] = [];
  let hungUp = 0;

  const send = async (reply: ServerResponse, turn: ScriptedTurn, events: readonly string[]): Promise<void> => {
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    const isPart = turn.stalls === true || turn.cuts === true;
    const last = events.findIndex((line) => line.includes('message_delta') || line.includes('"finish_reason":"stop"'));
    const bytes = Buffer.from(events.slice(0, isPart && last > 0 ? last - 1 : events.length).join(''));
    const size = turn.chunkBytes ?? bytes.length;
    for (let at = 0; at < bytes.length && !reply.destroyed; at += size) {
      if (!reply.write(bytes.subarray(at, at + size)))
        await Promise.race([
          new Promise((done) => reply.once('drain', done)),
          new Promise((done) => reply.once('close', done)),
        ]);
      if (turn.chunkBytes !== undefined) await new Promise(setImmediate);
    }
    // Lets the written part go out before the connection is cut.
    if (turn.cuts) await sleep(50);
    if (turn.cuts) reply.destroy();
    else if (!turn.stalls) reply.end();
  };

  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const isAnthropic = path.includes('/v1/messages') || request.headers['anthropic-version'] !== undefined;
    if (path.endsWith('/models')) {
      reply.writeHead(200, { 'content-type': 'application/json' });
      reply.end(JSON.stringify(isAnthropic ? MODELS.anthropic : MODELS.openai));
      return;
    }
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
    const one = { path, headers: request.headers, body };
    asked.push(one);
    const next = script.shift() ?? { text: 'Nothing more.' };
    const turn = typeof next === 'function' ? next(one) : next;
    reply.on('close', () => {
      if (!reply.writableEnded && !turn.cuts) hungUp += 1;
    });
    if (turn.afterMs !== undefined) await sleep(turn.afterMs);
    await turn.until;
    if (turn.status !== undefined) {
      reply.writeHead(turn.status, {
        'content-type': 'application/json',
        ...(turn.retryAfterS !== undefined && { 'retry-after': String(turn.retryAfterS) }),
      });
      reply.end(JSON.stringify({ type: 'error', error: { type: 'error', message: turn.message ?? 'Refused.' } }));
      return;
    }
    if (body['stream'] !== true) {
      reply.writeHead(200, { 'content-type': 'application/json' });
      reply.end(JSON.stringify(whole(isAnthropic, turn)));
      return;
    }
    const repeated =
      turn.repeatBytes === undefined
        ? turn
        : { ...turn, text: (turn.text ?? 'x ').repeat(Math.ceil(turn.repeatBytes / (turn.text ?? 'x ').length)) };
    await send(reply, turn, (isAnthropic ? anthropicEvents : openAiEvents)(repeated));
  };

  const server = createServer((request, reply) => {
    void answer(request, reply).catch(() => reply.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    hungUp: () => hungUp,
    play: (...turns) => {
      script.length = 0;
      asked.length = 0;
      script.push(...turns);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
