import type { BodySent, ParamsSent, QuerySent, ReplyOf, Route } from '#contract/route.ts';
import { attempt } from './attempt.ts';
import { CallError } from './call-error.ts';
import { newUuid } from './new-uuid.ts';
import { addressOf, headersOf, type SentBy } from './request.ts';
import { isKnownRefusal, pause, waitBeforeRetry } from './retry.ts';
import { sharedReads } from './shared-reads.ts';

interface Settings {
  /** Written before the path; empty for the page's own origin. */
  origin: string;
  timeoutMs: number;
  retries: number;
  pause: typeof pause;
}

/** Rule: wire/client. */
const DEFAULTS: Settings = { origin: '', timeoutMs: 10_000, retries: 3, pause };

type Part<Name extends string, Sent> = [Sent] extends [undefined]
  ? { [name in Name]?: undefined }
  : undefined extends Sent
    ? { [name in Name]?: Sent }
    : { [name in Name]: Sent };

/** Everything in an address is text, so a number may be passed wherever the server reads text. */
type InAddress<Sent> = { [Name in keyof Sent]: string extends Sent[Name] ? Sent[Name] | number : Sent[Name] };

export type CallOptions<R extends Route> = Part<'params', InAddress<ParamsSent<R>>> &
  Part<'query', InAddress<QuerySent<R>>> &
  Part<'body', BodySent<R>> & {
    /**
     * For all methods but GET. Made here when left out; pass one to be able to repeat a write whose outcome is unknown.
     */
    idempotencyKey?: string;
    /** The write is refused (`sent_by_another`) when the session now belongs to another person or location. */
    sentBy?: SentBy;
    /** Time since it was first sent. The server forgets old keys. */
    sentBeforeMs?: number;
    /** Called when the server had given this answer before, because a former try had arrived. */
    onReplayed?: () => void;
    signal?: AbortSignal;
    timeoutMs?: number;
    retries?: number;
    /** For a read: reuse the reply for this long. */
    cacheMs?: number;
    /** Called after each failed try that will be repeated, to show "still trying". */
    onRetry?: (error: CallError) => void;
  };

type OptionalIfEmpty<Options> = Partial<Options> extends Options ? [options?: Options] : [options: Options];
type AnyOptions = CallOptions<Route> & { params?: unknown; query?: unknown; body?: unknown };

/** Makes a `call` with settings of its own, for tests. The app uses the one below. */
export function createCall(overrides: Partial<Settings> = {}) {
  const settings = { ...DEFAULTS, ...overrides };
  const reads = sharedReads();
  const whenSignedOut = new Set<() => void>();
  const whenUnreached = new Set<() => void>();
  const whenWritten = new Set<(reply: object) => void>();

  async function send(
    route: Route,
    options: AnyOptions,
    signal: AbortSignal | undefined,
    onReplayed?: () => void,
  ): Promise<unknown> {
    const write = isWrite(route);
    const key = route.method === 'GET' ? undefined : (options.idempotencyKey ?? newUuid());
    const retries = route.idempotency === 'none' ? 0 : (options.retries ?? settings.retries);
    const init: RequestInit = {
      method: route.method,
      headers: headersOf(options.body, key, options),
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      credentials: 'same-origin',
      // The server is always asked and answers 304 where it has an ETag, so that a till never shows a stale price.
      cache: 'no-cache',
    };
    const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
    const address = settings.origin + addressOf(route, options);

    let ambiguous = false;
    for (let retry = 1; ; retry += 1) {
      try {
        return await attempt(address, init, { timeoutMs, signal, onReplayed });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.status === 0) for (const told of whenUnreached) told();
        ambiguous = write && !isKnownRefusal(error, ambiguous);
        const waitMs = retry > retries ? null : waitBeforeRetry(error, retry);
        if (waitMs === null) throw error.whereAmbiguous(ambiguous);
        options.onRetry?.(error);
        await settings.pause(waitMs, signal);
      }
    }
  }

  /**
   * Calls a route of the contract and returns its parsed reply. Waits at most 10 s for an answer, repeats up to three
   * times where that can help (a write with the same Idempotency-Key), and shares one request between equal reads.
   * Rule: wire/client.
   * @throws CallError; its `ambiguous` says that a write may have happened
   */
  async function call<R extends Route>(route: R, ...[given]: OptionalIfEmpty<CallOptions<R>>): Promise<ReplyOf<R>> {
    const options = (given ?? {}) as AnyOptions;
    let replayed = false;
    try {
      const answer =
        route.method === 'GET'
          ? await reads.share(addressOf(route, options), options.cacheMs ?? 0, options.signal, (signal) =>
              send(route, options, signal),
            )
          : await send(route, options, options.signal, () => {
              replayed = true;
              options.onReplayed?.();
            });
      const reply = parseReply(route, answer);
      if (isWrite(route) && !replayed) for (const told of whenWritten) told(reply as object);
      return reply;
    } catch (error) {
      if (error instanceof CallError && error.status === 401 && route.access !== 'public') {
        for (const told of whenSignedOut) told();
      }
      throw error;
    }
  }

  return {
    call,
    /** Runs when the server no longer knows the session. Returns a function that stops it. */
    onSignedOut: listening(whenSignedOut),
    /** Runs each time no answer came. Returns a function that stops it. */
    onUnreached: listening(whenUnreached),
    /**
     * Runs with the reply of each write, except for repeated replies, which describe an earlier state. Returns a
     * function that stops it.
     */
    onWritten: listening(whenWritten),
    /** Discards the replies kept by `cacheMs`, because another person or location sees other data. */
    forgetReads: reads.forget,
  };
}

const listening =
  <Told extends unknown[]>(listeners: Set<(...told: Told) => void>) =>
  (listener: (...told: Told) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

const isWrite = (route: Route) => route.method !== 'GET' && route.idempotency !== 'safe';

function parseReply<R extends Route>(route: R, reply: unknown): ReplyOf<R> {
  const parsed = route.reply.safeParse(reply);
  if (parsed.success) return parsed.data as ReplyOf<R>;
  throw new CallError({
    status: 200,
    code: 'reply_unexpected',
    message: 'The server answered in a way this page does not understand. Reload the application.',
    details: reply !== null && typeof reply === 'object' ? { ...reply } : {},
    ambiguous: isWrite(route),
    cause: parsed.error,
  });
}

export const { call, onSignedOut, onUnreached, onWritten, forgetReads } = createCall();
