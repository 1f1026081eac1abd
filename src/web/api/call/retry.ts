import type { CallError } from './call-error.ts';

/** When a server asks for a longer wait, the user decides; its sentence is shown. */
const LONGEST_WAIT_MS = 10_000;
const WORTH_RETRYING = new Set([429, 502, 503, 504]);

/** Wait before retry n = 1, 2, 3: 1, 2, 4 s, at most 5. Rule: wire/client. */
export function backoffMs(retry: number): number {
  return Math.min(1000 * 2 ** (retry - 1), 5000);
}

/** The time to wait before the next try, in ms, or null when another try cannot help. */
export function waitBeforeRetry(error: CallError, retry: number): number | null {
  const gone = error.code === 'timeout' || error.code === 'unreachable';
  // Our own first request is still running; the next try will get its answer.
  const stillRunning = error.code === 'request_in_progress';
  if (!gone && !stillRunning && !WORTH_RETRYING.has(error.status)) return null;
  const asked = error.retryAfterMs ?? 0;
  return asked > LONGEST_WAIT_MS ? null : Math.max(asked, backoffMs(retry));
}

/**
 * True if a failed write may have been carried out: there was no answer, a 5xx, or its first try is still running. A 401 or 429
 * comes before the server looks up the Idempotency-Key, so it leaves open what an earlier try (`before`) left open. Any other
 * refusal proves that nothing was done.
 */
export function mayHaveHappened(error: CallError, before: boolean): boolean {
  if (error.status === 0 || error.status >= 500 || error.code === 'request_in_progress') return true;
  return before && (error.status === 401 || error.status === 429);
}

/** Resolves after the time, or rejects at once with the signal's reason. */
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
