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

/** These answers come before the server looks up the Idempotency-Key: they say nothing of an earlier try. */
const BEFORE_THE_KEY_CODES = new Set(['cross_site', 'sent_by_another', 'wrong_host']);
const BEFORE_THE_KEY_STATUSES = new Set([401, 408, 425, 429]);

/** The server has no such call. It may be an older build, put back after a newer one had carried the call out. */
export function isUnknownCall({ details }: CallError): boolean {
  return details['unknown_path'] === true;
}

/**
 * Says whether an answer proves that a write was not carried out. A 5xx may come after the work, and a proxy that
 * refuses does not know: only the server's own refusal counts.
 * @param isRepeat an earlier try may have been carried out. A command always counts as repeated, because another window,
 * or a page that is closed by now, may have sent it.
 */
export function isKnownRefusal(error: CallError, isRepeat: boolean): boolean {
  const { status, code, details } = error;
  if (details['success'] !== false || status < 400 || status >= 500 || code === 'request_in_progress') return false;
  const isBeforeTheKey = BEFORE_THE_KEY_STATUSES.has(status) || BEFORE_THE_KEY_CODES.has(code) || isUnknownCall(error);
  return !isRepeat || !isBeforeTheKey;
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
