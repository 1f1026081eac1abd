import type { BodySent, Route } from '#contract/route.ts';
import { CallError } from './call-error.ts';
import { addressOf, headersOf } from './request.ts';
import { refusalOf, UNREACHABLE } from './attempt.ts';

/** A file of many pages takes long to make. */
const TIMEOUT_MS = 60_000;

/**
 * Fetches a file that the server makes from the request. It changes nothing, so it may be repeated. @throws CallError
 */
export async function callFile<R extends Route>(route: R, body: BodySent<R>, signal?: AbortSignal): Promise<Blob> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(addressOf(route, {}), {
      method: route.method,
      headers: headersOf(body, undefined),
      body: JSON.stringify(body),
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (!response.ok) throw refusalOf(response, await response.text());
    return await response.blob();
  } catch (error) {
    if (error instanceof CallError) throw error;
    signal?.throwIfAborted();
    throw new CallError({ status: 0, code: 'unreachable', message: UNREACHABLE, cause: error });
  }
}
