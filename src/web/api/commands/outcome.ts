import type { CallError } from '../call-error.ts';

/** Answers that come before the server has looked at the key, or while the first request is still being worked on. */
const NO_ANSWER_CODES = new Set(['request_in_progress', 'sent_by_another']);
const NO_ANSWER_STATUSES = new Set([401, 408, 425, 429]);

/** Whether an answer says for certain that the command was not carried out. A 5xx may come after the work. */
export function isKnownRefusal({ status, code }: CallError): boolean {
  return status >= 400 && status < 500 && !NO_ANSWER_STATUSES.has(status) && !NO_ANSWER_CODES.has(code);
}

/**
 * Why there is no answer, for the person who waits. A proxy's status means nothing at a counter; the server's own
 * sentence does, and when it is busy it also says when to ask again.
 */
export function whyUnanswered(error: CallError): string {
  if (error.status < 500) return error.message;
  if (typeof error.details['error'] !== 'string') return 'The server is not answering.';
  return error.status === 503 ? error.message : `Server error: ${error.message}`;
}
