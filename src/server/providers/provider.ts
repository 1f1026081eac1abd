/** A tool as it is described to a model. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A call of a tool that a model asks for. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote it: not checked yet. Undefined when it was no JSON. */
  readonly input: unknown;
}

export interface Picture {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly base64: string;
}

/** One turn of a conversation. `raw` is the provider's own form of an answer (signatures of thoughts), for it alone. */
export type Turn =
  | { readonly role: 'user'; readonly text: string; readonly pictures?: readonly Picture[] }
  | { readonly role: 'assistant'; readonly text: string; readonly calls?: readonly ToolCall[]; readonly raw?: unknown }
  | { readonly role: 'tools'; readonly results: readonly ToolAnswer[] };

export interface ToolAnswer {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

export interface ModelRequest {
  readonly model: string;
  readonly system: string;
  readonly turns: readonly Turn[];
  readonly tools: readonly ToolSpec[];
  /** From 0 to 1; left out for models that take none. */
  readonly temperature: number;
  readonly maxTokens: number;
  /** The model has to call this tool. */
  readonly mustCall?: string;
  readonly signal: AbortSignal;
}

/** One part of a turn as it arrives. Each becomes one line to the browser. */
export type ModelEvent =
  | { readonly type: 'thinking' | 'content'; readonly text: string }
  | {
      readonly type: 'turn';
      readonly turn: Turn & { role: 'assistant' };
      readonly usage: TokenUsage;
      /** Why it ended before it was whole; null for a whole one. */
      readonly cut: Cut | null;
    };

export type Cut = 'length' | 'context' | 'refused' | 'paused';

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export interface ModelInfo {
  readonly name: string;
  readonly label: string;
  /** The family that an alias stands for, such as "sonnet"; empty when the provider does not say. */
  readonly line: string;
  readonly createdAt: string;
  readonly takesImages: boolean;
  /** Longest answer in tokens; null when the provider does not say. */
  readonly maxTokens: number | null;
}

export type ProviderErrorCode = 'overloaded' | 'rate_limit' | 'wrong_key' | 'unreachable' | 'provider_error';

/** Why there is no answer. The sentence is for staff and has no secret in it. */
export class ProviderError extends Error {
  readonly code: ProviderErrorCode;
  readonly retryAfterS: number | null;

  constructor(
    code: ProviderErrorCode,
    sentence: string,
    options: { retryAfterS?: number | null; cause?: unknown } = {},
  ) {
    super(sentence, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryAfterS = options.retryAfterS ?? null;
  }
}

/** The address and key of a provider. */
export interface ProviderAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Off for servers that lose calls of tools while streaming. */
  readonly streamsWithTools: boolean;
}

/** Parts of a question that a model may refuse. */
export type Refused = 'temperature' | 'images' | 'thinking';

/** True if a refusal means that the model takes no pictures, and not that one picture is wrong. */
export const refusesPictures = (said: string): boolean =>
  /image|vision|multimodal|picture/i.test(said) &&
  /\bnot\b|n't\b|unsupported|only\b.*\btext/i.test(said) &&
  !/exceed|too (?:large|big|many)|size/i.test(said);

export const NO_PICTURES = 'This model takes no pictures. Choose another one, or ask without them.';

export interface Provider {
  /** The parts that a model is not sent: by its name, or because it refused them since this server began. */
  refusedBy(model: string): ReadonlySet<Refused>;
  /**
   * One turn: pieces as they arrive, then `turn`.
   * @throws ProviderError; the signal's reason when aborted
   */
  ask(request: ModelRequest): AsyncGenerator<ModelEvent>;
  /** @throws ProviderError */
  models(signal: AbortSignal): Promise<ModelInfo[]>;
}

const SENTENCES: Record<ProviderErrorCode, string> = {
  overloaded: 'The model is overloaded at the moment.',
  rate_limit: 'The model takes no more questions at the moment: the limit of the account is reached.',
  wrong_key: 'The provider does not accept the key. An administrator can enter another one.',
  unreachable: 'The provider does not answer. Check the connection and its address.',
  provider_error: 'The provider could not answer.',
};

export function providerError(
  code: ProviderErrorCode,
  said = '',
  options: { retryAfterS?: number | null; cause?: unknown } = {},
): ProviderError {
  return new ProviderError(
    code,
    said === '' ? SENTENCES[code] : `${SENTENCES[code]} It says: ${shortened(said)}`,
    options,
  );
}

/** The connection was lost inside of an answer: the address is right, and nobody said anything. */
export const connectionLost = (cause?: unknown): ProviderError =>
  new ProviderError('unreachable', 'The connection to the provider was lost before the answer was complete.', {
    cause,
  });

const MOST_SAID = 300;

/** A provider's message in one line, without anything that looks like a key. */
function shortened(said: string): string {
  const line = said
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\b(?:sk|key|pk|Bearer)[-_ ][\w*.-]{6,}/gi, '[hidden]')
    .trim();
  // Half of a character cannot be stored.
  return line.length > MOST_SAID ? `${line.slice(0, MOST_SAID).replace(/\p{Surrogate}$/u, '')}…` : line;
}

/** Shorter ones, which some local servers want, are words that a message may have. */
const SHORTEST_KEY = 8;

/** A provider's message without the key that it was sent: keys have any form. */
export function withoutKey(said: string, key: string): string {
  return key.length < SHORTEST_KEY ? said : said.replaceAll(key, '[hidden]');
}

export function codeOfStatus(status: number): ProviderErrorCode {
  if (status === 401 || status === 403) return 'wrong_key';
  if (status === 429) return 'rate_limit';
  if (status === 529 || status === 503) return 'overloaded';
  return 'provider_error';
}

/** `Retry-After` in seconds; null without a sensible one. */
export function retryAfter(headers: Headers | undefined): number | null {
  const seconds = Number(headers?.get('retry-after') ?? '');
  return Number.isFinite(seconds) && seconds > 0 && seconds < 86_400 ? Math.ceil(seconds) : null;
}

/** Input of a tool as JSON; an empty text is an empty object, and what is no JSON is undefined. */
export function parsedInput(json: string): unknown {
  if (json.trim() === '') return {};
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
