import { CallError } from '../call/call-error.ts';
import { isUnknownCall } from '../call/retry.ts';
import type { CommandOutcome } from './definition.ts';
import { keyAfterWithdrawal } from './keys.ts';

/**
 * These answers come after the key was looked up: the command was carried out with other details, or so long ago that
 * the server cannot tell.
 */
const TOO_OLD = 'sent_too_long_ago';
const OTHERWISE_CODES = new Set(['idempotency_key_reused', TOO_OLD]);

/**
 * Says whether an answer tells that the command happened or may have happened, but not with which result. This includes a
 * successful reply that this page cannot read.
 */
export function isHappenedOtherwise({ code, details }: CallError): boolean {
  return OTHERWISE_CODES.has(code) || (code === 'reply_unexpected' && details['success'] === true);
}

/** Gives the words for such an answer: `happened`, or the server's sentence where that says more. */
export function otherwiseWords({ code, message }: CallError, happened: string): string {
  return code === TOO_OLD || code === WITHDRAWN ? message : happened;
}

/**
 * Says whether the server answered but could neither carry it out nor say what became of it. The next try may well end the
 * same.
 */
export function isServerFault(error: CallError): boolean {
  return error.status >= 500 || error.code === 'reply_unexpected' || isUnknownCall(error);
}

const WITHDRAWN = 'command_withdrawn';

/** Says whether the command was withdrawn. It was then refused, or had been done before, wholly or in part. */
export function isWithdrawn({ code }: Pick<CallError, 'code'>): boolean {
  return code === WITHDRAWN;
}

/** The key that a form uses after a refusal: its own, under which nothing was done, unless that was withdrawn. */
export function keyAfterRefusal(error: Pick<CallError, 'code'>, key: string): string {
  return isWithdrawn(error) ? keyAfterWithdrawal(key) : key;
}

/**
 * The outcome of a withdrawn command whose own answer cannot be had.
 * @param isTooOld the server may have forgotten that it happened
 */
export function endOfWithdrawn(
  { happened, partly }: { happened: boolean; partly: boolean },
  isTooOld: boolean,
): CommandOutcome {
  const end = (message: string) => new CallError({ status: 409, code: WITHDRAWN, message });
  if (happened) {
    return {
      kind: 'otherwise',
      error: end('This is saved, but what was saved cannot be shown. Look it up before you go on.'),
    };
  }
  if (partly) {
    return {
      kind: 'otherwise',
      error: end(
        'A part of this was saved before it was withdrawn; the rest was not. Look at what is saved before you repeat it.',
      ),
    };
  }
  if (isTooOld) {
    return {
      kind: 'otherwise',
      error: new CallError({
        status: 409,
        code: TOO_OLD,
        message: 'This was begun more than a week ago. It may have been saved then: look before you do it again.',
      }),
    };
  }
  return { kind: 'refused', error: end('It was withdrawn, and cannot be saved any more. You can do it again.') };
}

/**
 * Explains why there is no answer yet. The status of a proxy means nothing at a counter. The server's own sentence
 * does, and a busy server also says when to try again.
 */
export function whyUnanswered(error: CallError): string {
  if (isUnknownCall(error)) return 'The server runs another version, which does not know this.';
  if (error.status < 500) return sentence(error.message);
  if (typeof error.details['error'] !== 'string') return 'The server is not answering.';
  return sentence(error.status === 503 ? error.message : `Server error: ${error.message}`);
}

/** Ends with a full stop, because another sentence follows it. */
const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);
