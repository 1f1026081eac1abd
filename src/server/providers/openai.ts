import {
  codeOfStatus,
  connectionLost,
  type Cut,
  type ModelEvent,
  type ModelInfo,
  type ModelRequest,
  parsedInput,
  type Provider,
  type ProviderAddress,
  ProviderError,
  providerError,
  NO_PICTURES,
  type Refused,
  refusesPictures,
  retryAfter,
  type Turn,
  withoutKey,
} from './provider.ts';
import { dataLines } from './sse.ts';

interface CallDelta {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null;
}

interface Delta {
  readonly content?: string | null;
  readonly reasoning?: string | null;
  readonly reasoning_content?: string | null;
  readonly tool_calls?: readonly CallDelta[] | null;
}

interface Choice {
  readonly delta?: Delta | null;
  readonly message?: Delta | null;
  readonly finish_reason?: string | null;
}

const CUTS: Partial<Record<string, Cut>> = { length: 'length', content_filter: 'refused' };

interface Chunk {
  readonly choices?: readonly Choice[] | null;
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null;
  readonly error?: { readonly message?: unknown; readonly code?: unknown; readonly type?: unknown } | string | null;
}

interface OpenCall {
  id: string;
  name: string;
  json: string;
}

/** The most of a body that is read when it is an error. */
const MOST_ERROR = 4000;
/** The most of an answer that does not stream. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Puts calls of tools together. Servers leave out `index` or `id` in any chunk, and send arguments whole, in pieces or as
 * an object.
 */
class OpenCalls {
  private readonly open = new Map<string, OpenCall>();
  private last = '';

  add({ index, id, function: called }: CallDelta): void {
    const known = index ?? null;
    let key = known === null ? (id ?? this.last) : `#${known}`;
    // A call that is complete is followed by another one with the same index and a new id.
    const at = this.open.get(key);
    if (at && id && at.id !== '' && at.id !== id) key = `${key}:${id}`;
    if (key === '') key = `new ${this.open.size}`;
    const call = this.open.get(key) ?? { id: '', name: '', json: '' };
    this.open.set(key, call);
    this.last = key;
    if (id) call.id = id;
    if (called?.name && called.name !== call.name) call.name += called.name;
    const given = called?.arguments;
    if (typeof given === 'string') call.json += given;
    else if (typeof given === 'object' && given !== null) call.json = JSON.stringify(given);
  }

  calls(): { id: string; name: string; input: unknown; json: string }[] {
    return [...this.open.values()]
      .filter(({ name }) => name !== '')
      .map(({ id, name, json }, place) => ({
        id: id === '' ? `call_${place}_${name}` : id,
        name,
        json: json.trim() === '' ? '{}' : json,
        input: parsedInput(json),
      }));
  }
}

function toMessages(turn: Turn): object[] {
  switch (turn.role) {
    case 'user':
      if (!turn.pictures?.length) return [{ role: 'user', content: turn.text }];
      return [
        {
          role: 'user',
          content: [
            { type: 'text', text: turn.text },
            ...turn.pictures.map(({ mediaType, base64 }) => ({
              type: 'image_url',
              image_url: { url: `data:${mediaType};base64,${base64}` },
            })),
          ],
        },
      ];
    case 'assistant':
      return [
        {
          role: 'assistant',
          content: turn.text,
          ...(turn.calls?.length && {
            tool_calls: turn.calls.map(({ id, name, input }) => ({
              id,
              type: 'function',
              function: { name, arguments: JSON.stringify(input ?? {}) },
            })),
          }),
        },
      ];
    case 'tools':
      return turn.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
  }
}

/** Names of parameters that some models refuse. */
type Refusable = 'max_tokens' | 'stream_options' | Refused;

function bodyOf(request: ModelRequest, stream: boolean, refused: ReadonlySet<Refusable>): object {
  const { model, system, turns, tools, maxTokens, temperature, mustCall } = request;
  return {
    model,
    messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...turns.flatMap(toMessages)],
    stream,
    ...(stream && !refused.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(refused.has('max_tokens') ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    ...(!refused.has('temperature') && { temperature }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function',
        function: { name, description, parameters: schema },
      })),
    }),
    ...(mustCall !== undefined && { tool_choice: { type: 'function', function: { name: mustCall } } }),
  };
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message : '';
}

function errorInside(error: NonNullable<Chunk['error']>, key: string): ProviderError {
  const said = messageOf(error);
  const words = `${said} ${typeof error === 'object' ? `${String(error.code)} ${String(error.type)}` : ''}`;
  if (/overload|capacity|529|503/i.test(words)) return providerError('overloaded');
  if (/rate.?limit|429/i.test(words)) return providerError('rate_limit');
  return providerError('provider_error', withoutKey(said, key));
}

/** A server that speaks as OpenAI does: a cloud, or a local one such as Ollama, llama.cpp or vLLM. */
export class OpenAiProvider implements Provider {
  private readonly baseUrl: string;
  private readonly apiKey: string;
  private readonly streamsWithTools: boolean;
  private readonly refused = new Map<string, Set<Refusable>>();

  constructor({ baseUrl, apiKey, streamsWithTools }: ProviderAddress) {
    this.baseUrl = (baseUrl === '' ? 'https://api.openai.com/v1' : baseUrl).replace(/\/+$/, '');
    this.apiKey = apiKey;
    this.streamsWithTools = streamsWithTools;
  }

  async *ask(request: ModelRequest): AsyncGenerator<ModelEvent> {
    const stream = request.tools.length === 0 || this.streamsWithTools;
    const reply = await this.begin(request, stream);
    const calls = new OpenCalls();
    const usage = { inputTokens: 0, outputTokens: 0 };
    let text = '';
    let cut: Cut | null = null;
    // Whole answers say so by arriving.
    let ended = !stream;
    try {
      const chunks = stream ? dataLines(reply, request.signal) : [await wholeBody(reply)];
      for await (const json of chunks) {
        if (json === '[DONE]') {
          ended = true;
          break;
        }
        const chunk = parsedInput(json) as Chunk | undefined;
        if (chunk === undefined)
          throw new ProviderError('provider_error', 'The provider sent an answer that is no JSON.');
        if (chunk.error) throw errorInside(chunk.error, this.apiKey);
        if (chunk.usage) {
          usage.inputTokens = chunk.usage.prompt_tokens ?? usage.inputTokens;
          usage.outputTokens = chunk.usage.completion_tokens ?? usage.outputTokens;
        }
        for (const choice of chunk.choices ?? []) {
          if (choice.finish_reason) {
            ended = true;
            cut = CUTS[choice.finish_reason] ?? null;
          }
          const delta = choice.delta ?? choice.message ?? {};
          const thought = delta.reasoning_content ?? delta.reasoning;
          if (thought) yield { type: 'thinking', text: thought };
          if (delta.content) {
            text += delta.content;
            yield { type: 'content', text: delta.content };
          }
          for (const call of delta.tool_calls ?? []) {
            calls.add(call);
            // Shows nothing, but proves that the model is still at work.
            yield { type: 'content', text: '' };
          }
        }
      }
    } catch (error) {
      request.signal.throwIfAborted();
      throw error instanceof ProviderError ? error : connectionLost(error);
    }
    if (!ended) throw connectionLost();
    yield { type: 'turn', turn: { role: 'assistant', text, calls: calls.calls() }, usage, cut };
  }

  refusedBy(model: string): ReadonlySet<Refused> {
    const refused = this.refused.get(model);
    return new Set((['temperature', 'images'] as const).filter((part) => refused?.has(part)));
  }

  /** Sends the request, without what its model refused before. */
  private async begin(request: ModelRequest, stream: boolean): Promise<Response> {
    const refused = this.refused.get(request.model) ?? new Set<Refusable>();
    this.refused.set(request.model, refused);
    for (;;) {
      const reply = await this.send('/chat/completions', request.signal, bodyOf(request, stream, refused));
      if (reply.ok) return reply;
      const said = await errorText(reply, this.apiKey);
      const wrong = (['temperature', 'max_tokens', 'stream_options'] as const).find(
        (name) => !refused.has(name) && said.includes(name),
      );
      if ((reply.status === 400 || reply.status === 422) && wrong) {
        refused.add(wrong);
        continue;
      }
      const hasPictures = request.turns.some((turn) => turn.role === 'user' && turn.pictures?.length);
      if (reply.status < 500 && hasPictures && refusesPictures(said)) {
        refused.add('images');
        throw new ProviderError('provider_error', NO_PICTURES);
      }
      const code = codeOfStatus(reply.status);
      if (code === 'provider_error' && said === '')
        throw new ProviderError(code, `The provider could not answer: status ${reply.status}.`, {
          retryAfterS: retryAfter(reply.headers),
        });
      throw providerError(code, code === 'provider_error' ? said : '', {
        retryAfterS: retryAfter(reply.headers),
      });
    }
  }

  private async send(path: string, signal: AbortSignal, body?: object): Promise<Response> {
    try {
      return await fetch(`${this.baseUrl}${path}`, {
        method: body ? 'POST' : 'GET',
        signal,
        // Neither the key nor a question is carried to where somebody else points.
        redirect: 'error',
        headers: {
          accept: 'application/json, text/event-stream',
          ...(body && { 'content-type': 'application/json' }),
          ...(this.apiKey !== '' && { authorization: `Bearer ${this.apiKey}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      signal.throwIfAborted();
      throw providerError('unreachable', '', { cause: error });
    }
  }

  async models(signal: AbortSignal): Promise<ModelInfo[]> {
    const reply = await this.send('/models', signal);
    if (!reply.ok) throw providerError(codeOfStatus(reply.status), '', { retryAfterS: retryAfter(reply.headers) });
    const { data } = (parsedInput(await wholeBody(reply)) ?? {}) as {
      data?: { id?: unknown; created?: unknown }[];
    };
    return (Array.isArray(data) ? data : []).slice(0, 500).flatMap(({ id, created }) =>
      typeof id === 'string' && id !== ''
        ? [
            {
              name: id,
              label: id,
              line: '',
              createdAt: typeof created === 'number' ? new Date(created * 1000).toISOString() : '',
              takesImages: true,
              maxTokens: null,
            },
          ]
        : [],
    );
  }
}

async function errorText(reply: Response, key: string): Promise<string> {
  const text = (await reply.text().catch(() => '')).slice(0, MOST_ERROR);
  const body = parsedInput(text) as { error?: unknown; message?: unknown } | undefined;
  // Half of a key would not be known as one.
  return withoutKey(messageOf(body?.error) || messageOf(body), key) || withoutKey(text, key).slice(0, 200);
}

async function wholeBody(reply: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new ProviderError('provider_error', 'The provider sent an answer that is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
