import { CallError } from './call-error.ts';

export const UNREACHABLE = 'The server cannot be reached. Check the connection of this till.';
const TIMED_OUT = 'The server did not answer in time.';

/**
 * Sends one request once. Resolves to the JSON of a successful answer; `onReplayed` runs when the server had given that
 * answer before.
 * @throws CallError for a refusal, a timeout or a lost connection; the signal's reason when the caller gave up
 */
export async function attempt(
  address: string,
  init: RequestInit,
  {
    timeoutMs,
    signal,
    onReplayed,
  }: { timeoutMs: number; signal: AbortSignal | undefined; onReplayed?: (() => void) | undefined },
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    const text = await response.text();
    if (!response.ok) throw refusalOf(response, text);
    if (response.headers.get('idempotent-replay') === 'true') onReplayed?.();
    return readJson(text);
  } catch (error) {
    if (error instanceof CallError) throw error;
    signal?.throwIfAborted();
    if (timeout.aborted) throw new CallError({ status: 0, code: 'timeout', message: TIMED_OUT, cause: error });
    throw new CallError({ status: 0, code: 'unreachable', message: UNREACHABLE, cause: error });
  }
}

export function refusalOf(response: Response, text: string): CallError {
  const reply = readJson(text);
  const fields: Record<string, unknown> = reply !== null && typeof reply === 'object' ? { ...reply } : {};
  return new CallError({
    status: response.status,
    code: typeof fields['code'] === 'string' ? fields['code'] : `http_${response.status}`,
    message: typeof fields['error'] === 'string' ? fields['error'] : `The server answered ${response.status}.`,
    details: fields,
    retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
  });
}

/** Null for a text that is not JSON, such as a proxy's error page; the reply's schema then refuses it. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Retry-After is seconds or a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
