import { CallError, isCallError } from '#web/api/call-error.ts';

const CONNECTION = /timeout|fetch failed/i;

/** How a failed load is told. Source: spec §8, "Connection timeout". */
export function loadErrorOf(error: unknown): unknown {
  const lost =
    isCallError(error, 'timeout') ||
    isCallError(error, 'unreachable') ||
    (error instanceof Error && CONNECTION.test(error.message));
  if (!lost) return error;
  return new CallError({
    status: 0,
    code: 'connection_timeout',
    message: 'Connection timeout - please check your internet connection and try again',
    cause: error,
  });
}
