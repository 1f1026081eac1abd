import type { BodySent, ParamsSent, QuerySent, ReplyOf, Route } from '#contract/route.ts';

const TIMEOUT_MS = 15_000;

/** The reason for which there is no usable answer. */
export type Trouble =
  /** No answer, or one from another server, such as a proxy. */
  | 'unreached'
  /** The server answered and says no. */
  | 'refused'
  /** An answer that is empty, half sent or of another form. */
  | 'unreadable';

export class CallFailed extends Error {
  readonly trouble: Trouble;
  /** 0 without an answer. */
  readonly status: number;
  constructor(trouble: Trouble, status: number, message: string) {
    super(message);
    this.trouble = trouble;
    this.status = status;
  }
}

interface Sent<R extends Route> {
  readonly params?: ParamsSent<R>;
  readonly query?: QuerySent<R>;
  readonly body?: BodySent<R>;
}

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>;

export function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`;
}

async function answerOf(address: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const reply = await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: reply.status, text: await reply.text() };
  } catch {
    throw new CallFailed('unreached', 0, 'The server does not answer.');
  }
}

function sentenceOf(text: string): string | null {
  try {
    const said: unknown = JSON.parse(text);
    const error: unknown = typeof said === 'object' && said !== null ? Reflect.get(said, 'error') : null;
    return typeof error === 'string' ? error : null;
  } catch {
    return null;
  }
}

/**
 * Calls a route once. An answer counts only when all of it arrived and has the form that the contract gives it.
 * @throws CallFailed
 */
export async function call<R extends Route>(route: R, sent: Sent<R> = {}): Promise<ReplyOf<R>> {
  const { status, text } = await answerOf(addressOf(route.path, sent.params as Values, sent.query as Values), {
    method: route.method,
    credentials: 'same-origin',
    // The server is always asked; it answers 304 where it has an ETag.
    cache: 'no-cache',
    headers: sent.body === undefined ? {} : { 'content-type': 'application/json' },
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
  });
  if (status >= 500 || status === 429) throw new CallFailed('unreached', status, 'The server is busy or out of order.');
  if (status >= 400) throw new CallFailed('refused', status, sentenceOf(text) ?? `The server refused (${status}).`);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new CallFailed('unreadable', status, "Only a part of the server's answer arrived.");
  }
  const parsed = route.reply.safeParse(read);
  if (!parsed.success) throw new CallFailed('unreadable', status, 'The answer of the server is of another form.');
  return parsed.data as ReplyOf<R>;
}
