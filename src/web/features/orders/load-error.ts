import { CallError, isCallError } from '#web/api/call/call-error.ts';

const CONNECTION = /timeout|fetch failed/i;

/**
 * The error to show for a failed load: a lost connection, the server's sentence, or `withoutWords` for an answer
 * without a sentence (a proxy's page, a failing server).
 */
export function loadErrorOf(error: unknown, withoutWords: string): unknown {
  const lost =
    isCallError(error, 'timeout') ||
    isCallError(error, 'unreachable') ||
    (error instanceof Error && CONNECTION.test(error.message));
  if (lost) {
    return new CallError({
      status: 0,
      code: 'connection_timeout',
      message: 'Connection timeout - please check your internet connection and try again',
      cause: error,
    });
  }
  return isCallError(error) && typeof error.details['error'] !== 'string' ? error.saying(withoutWords) : error;
}
