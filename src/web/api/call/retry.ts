import type { CallError } from './call-error.ts';

/** Longer waits that a server asks for are the user's to wait, with the sentence on the screen. */
const LONGEST_WAIT_MS = 10_000;
const WORTH_RETRYING = new Set([429, 502, 503, 504]);

/** Wait before retry n = 1, 2, 3: 1, 2, 4 s, at most 5. Rule: wire/client. */
export function backoffMs(retry: number): number {
  return Math.min(1000 * 2 ** (retry - 1), 5000);
}

/** How long to wait before trying again, or null when trying again is useless. */
export function waitBeforeRetry(error: CallError, retry: number): number | null {
  const gone = error.code === 'timeout' || error.code === 'unreachable';
  // Our own first request, still running: the answer to the retry will be its answer.
  const stillRunning = error.code === 'request_in_progress';
  if (!gone && !stillRunning && !WORTH_RETRYING.has(error.status)) return null;
  const asked = error.retryAfterMs ?? 0;
  return asked > LONGEST_WAIT_MS ? null : Math.max(asked, backoffMs(retry));
}

/**
 * Whether a write that failed so may have been done. Only a refusal on its merits says it was not: a 401 or 429 is
 * given before the server looks at the Idempotency-Key, and a 5xx may come after the work.
 */
export function mayHaveHappened(error: CallError, before: boolean): boolean {
  if (error.status === 0 || error.status >= 500 || error.code === 'request_in_progress') return true;
  return before && (error.status === 401 || error.status === 429);
}

/** Settles after the time, or rejects at once with the signal's reason. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(reasonOf(signal));
    const giveUp = () => {
      clearTimeout(timer);
      if (signal) reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError');
}
