import Anthropic, { APIConnectionError, APIError, APIUserAbortError } from '@anthropic-ai/sdk';
import {
  codeOfStatus,
  connectionLost,
  type Cut,
  type ModelEvent,
  type ModelInfo,
  type ModelRequest,
  type Provider,
  type ProviderAddress,
  NO_PICTURES,
  ProviderError,
  providerError,
  type Refused,
  refusesPictures,
  retryAfter,
  type ToolCall,
  type Turn,
  withoutKey,
} from './provider.ts';

type Message = Anthropic.Messages.MessageParam;
type Params = Anthropic.Messages.MessageCreateParamsNonStreaming;

/** Later models take none, and refuse a request that has one. */
function takesTemperature(model: string): boolean {
  return /^claude-(?:3|(?:opus|sonnet|haiku)-4(?:-[0-6])?(?:-\d{8})?$)/.test(model);
}

function toMessage(turn: Turn): Message {
  switch (turn.role) {
    case 'user':
      return {
        role: 'user',
        content: [
          ...(turn.pictures ?? []).map(({ mediaType, base64 }) => ({
            type: 'image' as const,
            source: { type: 'base64' as const, media_type: mediaType, data: base64 },
          })),
          { type: 'text', text: turn.text },
        ],
      };
    case 'assistant':
      // Its own form has the signatures of thoughts, without which it does not go on after a tool.
      if (turn.raw !== undefined) return { role: 'assistant', content: turn.raw as Anthropic.Messages.ContentBlock[] };
      return { role: 'assistant', content: turn.text === '' ? '…' : turn.text };
    case 'tools':
      // All results in one message: a call without its result is refused.
      return {
        role: 'user',
        content: turn.results.map(({ id, text, isError }) => ({
          type: 'tool_result' as const,
          tool_use_id: id,
          content: text,
          ...(isError && { is_error: true }),
        })),
      };
  }
}

/** The parts of a request that a model may refuse. */
interface Optional {
  readonly temperature: boolean;
  readonly thinking: boolean;
}

function paramsOf(request: ModelRequest, optional: Optional): Params {
  const { model, system, turns, tools, maxTokens, mustCall, temperature } = request;
  const params: Params & { temperature?: number } = {
    model,
    max_tokens: maxTokens,
    messages: turns.map(toMessage),
    ...(system !== '' && { system }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, schema }) => ({
        name,
        description,
        input_schema: schema as Anthropic.Messages.Tool.InputSchema,
      })),
    }),
    ...(mustCall !== undefined && { tool_choice: { type: 'tool', name: mustCall } }),
    ...(optional.temperature && { temperature }),
    // Unless it is asked for, later models keep their thoughts to themselves.
    ...(optional.thinking && { thinking: { type: 'adaptive', display: 'summarized' } }),
  };
  return params;
}

const isRefused = (error: unknown): error is APIError => error instanceof APIError;

/** An error inside of an answer that began well has no status: its `type` says what it is. */
function codeOf(error: Pick<APIError, 'status' | 'type'>) {
  const type = typeof error.type === 'string' ? error.type : '';
  if (type === 'overloaded_error') return 'overloaded';
  if (type === 'rate_limit_error') return 'rate_limit';
  if (type === 'authentication_error' || type === 'permission_error') return 'wrong_key';
  return codeOfStatus(error.status ?? 0);
}

function saidBy(error: APIError): string {
  const body: { error?: { message?: unknown } } | undefined = error.error;
  const inner = body?.error?.message;
  return typeof inner === 'string' ? inner : '';
}

function toProviderError(error: unknown, key: string): unknown {
  if (error instanceof ProviderError || error instanceof APIUserAbortError) return error;
  if (error instanceof APIConnectionError) return providerError('unreachable', '', { cause: error });
  if (isRefused(error)) {
    const code = codeOf(error);
    return providerError(code, code === 'provider_error' ? withoutKey(saidBy(error), key) : '', {
      retryAfterS: retryAfter(error.headers),
      cause: error,
    });
  }
  // A connection that is cut while streaming is an error of the socket; an answer cut short is one of the SDK.
  return connectionLost(error);
}

const callsOf = (content: readonly Anthropic.Messages.ContentBlock[]): ToolCall[] =>
  content.flatMap((block) =>
    block.type === 'tool_use' ? [{ id: block.id, name: block.name, input: block.input }] : [],
  );
const textOf = (content: readonly Anthropic.Messages.ContentBlock[]): string =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');

const CUTS: Partial<Record<string, Cut>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'context',
  refusal: 'refused',
  pause_turn: 'paused',
};

function turnOf({ content, usage, stop_reason: reason }: Anthropic.Messages.Message): ModelEvent {
  return {
    type: 'turn',
    turn: { role: 'assistant', text: textOf(content), calls: callsOf(content), raw: content },
    usage: { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens },
    cut: CUTS[reason ?? ''] ?? null,
  };
}

/** The models of Anthropic, or of a server that speaks as it does, by its own SDK. */
export class AnthropicProvider implements Provider {
  private readonly client: Anthropic;
  private readonly apiKey: string;
  private readonly streamsWithTools: boolean;
  private readonly refused = new Map<string, Set<Refused>>();
  /** Models that decide by themselves how much they think, as the provider lists them. */
  private thinking: ReadonlySet<string> = new Set();

  constructor({ baseUrl, apiKey, streamsWithTools }: ProviderAddress) {
    this.apiKey = apiKey;
    this.client = new Anthropic({
      apiKey,
      // Nothing is taken from the environment here: what holds was decided before.
      authToken: null,
      baseURL: baseUrl === '' ? 'https://api.anthropic.com' : baseUrl,
      // The caller limits the time and tries again.
      maxRetries: 0,
      // Neither the key nor a question is carried to where somebody else points.
      fetchOptions: { redirect: 'error' },
      timeout: 600_000,
      logLevel: 'off',
    });
    this.streamsWithTools = streamsWithTools;
  }

  async *ask(request: ModelRequest): AsyncGenerator<ModelEvent> {
    const { model, signal, tools } = request;
    for (;;) {
      const optional = this.optional(request);
      const params = paramsOf(request, optional);
      let began = false;
      try {
        if (tools.length > 0 && !this.streamsWithTools) {
          const message = await this.client.messages.create(params, { signal });
          began = true;
          for (const block of message.content) {
            if (block.type === 'thinking') yield { type: 'thinking', text: block.thinking };
            if (block.type === 'text') yield { type: 'content', text: block.text };
          }
          yield turnOf(message);
          return;
        }
        const stream = this.client.messages.stream(params, { signal });
        for await (const event of stream) {
          began = true;
          if (event.type !== 'content_block_delta') continue;
          // Shows nothing, but proves that the model is still at work.
          if (event.delta.type === 'input_json_delta') yield { type: 'content', text: '' };
          if (event.delta.type === 'text_delta') yield { type: 'content', text: event.delta.text };
          if (event.delta.type === 'thinking_delta') yield { type: 'thinking', text: event.delta.thinking };
        }
        yield turnOf(await stream.finalMessage());
        return;
      } catch (error) {
        signal.throwIfAborted();
        const hasPictures = request.turns.some((turn) => turn.role === 'user' && turn.pictures?.length);
        if (!began && hasPictures && error instanceof APIError && refusesPictures(error.message)) {
          this.learn(model, 'images');
          throw new ProviderError('provider_error', NO_PICTURES, { cause: error });
        }
        const refuses = (part: keyof Optional): boolean =>
          optional[part] && !began && error instanceof APIError && error.message.toLowerCase().includes(part);
        const part = (['thinking', 'temperature'] as const).find(refuses);
        if (part === undefined) throw toProviderError(error, this.apiKey);
        this.learn(model, part);
      }
    }
  }

  /**
   * Thoughts take the place of a temperature: a request has one or the other. A call that a model has to make, it makes
   * without thoughts. Rule: assistant/models.
   */
  private optional({ model, mustCall }: ModelRequest): Optional {
    const refused = this.refusedBy(model);
    const temperature = !refused.has('temperature');
    const thinks = this.thinking.has(model) && !refused.has('thinking');
    return { temperature, thinking: thinks && !temperature && mustCall === undefined };
  }

  refusedBy(model: string): ReadonlySet<Refused> {
    return new Set([...(this.refused.get(model) ?? []), ...(takesTemperature(model) ? [] : ['temperature' as const])]);
  }

  private learn(model: string, part: Refused): void {
    this.refused.set(model, new Set([...this.refusedBy(model), part]));
  }

  async models(signal: AbortSignal): Promise<ModelInfo[]> {
    try {
      const found: ModelInfo[] = [];
      const thinking = new Set<string>();
      for await (const model of this.client.models.list({ limit: 100 }, { signal })) {
        if (model.lifecycle === 'retired') continue;
        // Servers that only speak as Anthropic does leave fields out.
        const { display_name: label, created_at: createdAt }: Partial<typeof model> = model;
        if (model.capabilities?.thinking?.types?.adaptive?.supported) thinking.add(model.id);
        found.push({
          name: model.id,
          label: label ?? model.id,
          line: model.line ?? '',
          createdAt: createdAt ?? '',
          takesImages: model.capabilities?.image_input?.supported ?? true,
          maxTokens: model.max_tokens ?? null,
        });
        if (found.length >= 200) break;
      }
      this.thinking = thinking;
      return found;
    } catch (error) {
      throw toProviderError(error, this.apiKey);
    }
  }
}
