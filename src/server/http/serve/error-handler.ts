import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { FailureReply } from '#contract/error.ts';
import { beyondBounds } from '#server/stock/bounds.ts';
import {
  constraintOf,
  isDatabaseAway,
  isDatabaseBusy,
  isDiskFull,
  sqlStateOf,
  tookTooLong,
} from '#server/db/errors.ts';
import { Refusal, type RefusalCode } from '#server/refusal.ts';
import { BARE_HEADERS } from '../guard/security-headers.ts';
import { JSON_TYPE } from './success.ts';
import { validationRefusal } from './body/validation.ts';

/** The parser does not tell these two causes apart. */
const NOT_JSON = 'The body of the request is not valid JSON, or it has a key that is not allowed (__proto__).';

/** Fastify's own refusals, which have no sentence for staff. */
const FASTIFY_CODES: Readonly<Record<string, [RefusalCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'json_required',
    'The body of a request must be JSON (Content-Type: application/json).',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json', 'The body of the request is empty.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_json', NOT_JSON],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', 'The request was cut short.'],
  FST_ERR_BAD_URL: ['invalid_request', 'The address of the request is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: ['invalid_request', 'The address of the request is not valid.'],
  FST_ERR_ASYNC_CONSTRAINT: ['invalid_request', 'The request is not valid.'],
};

/** The caller has hung up and reads no answer; only the counters of refusals need one. */
function hasHungUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && !('syscall' in error);
}

function isCallersFault(error: Error): boolean {
  // Errors of other origin have numbers as codes.
  const { code, statusCode } = error as { code?: unknown; statusCode?: number };
  return (
    typeof code === 'string' &&
    code.startsWith('FST_') &&
    statusCode !== undefined &&
    statusCode >= 400 &&
    statusCode < 500
  );
}

/** The refusal to answer with. `defect` means that the server is to blame and somebody should look at it. */
export function refusalFor(error: unknown): { refusal: Refusal; defect: boolean } {
  const expected = (refusal: Refusal) => ({ refusal, defect: false });
  if (error instanceof Refusal)
    return { refusal: error, defect: error.status >= 500 && error.code === 'internal_error' };
  if (hasZodFastifySchemaValidationErrors(error)) return expected(validationRefusal(error));
  if (hasHungUp(error)) return expected(new Refusal('invalid_request', 'The request was cut short.'));
  if (isDatabaseAway(error) && !isDatabaseBusy(error)) {
    return expected(
      new Refusal('database_unavailable', 'The database does not answer at the moment. Please wait.', {
        retryAfterS: 1,
        cause: error,
      }),
    );
  }
  if (isDiskFull(error)) {
    const sentence =
      'The disk of the database is full, so this was not saved. Make room on it; until then nothing can be saved.';
    return expected(new Refusal('disk_full', sentence, { retryAfterS: 10, cause: error }));
  }
  if (tookTooLong(error)) {
    const sentence = 'The database took too long over this and stopped; nothing was changed. Please try again.';
    return expected(new Refusal('took_too_long', sentence, { retryAfterS: 5, cause: error }));
  }
  if (isDatabaseBusy(error)) {
    return expected(
      new Refusal('server_busy', 'The server has too much to do just now. Please try again in a moment.', {
        retryAfterS: 1,
        cause: error,
      }),
    );
  }
  const beyond = beyondBounds(error);
  if (beyond) return expected(beyond);
  const state = sqlStateOf(error);
  // The contract let values pass that the database refused. Nothing was changed, but the contract has a gap.
  if (state?.startsWith('22') === true || state?.startsWith('23') === true) {
    return {
      refusal: new Refusal('not_valid', 'Something in this request does not fit what is stored.', { cause: error }),
      defect: true,
    };
  }
  if (error instanceof Error && 'code' in error) {
    const known = FASTIFY_CODES[(error as FastifyError).code];
    if (known !== undefined) return expected(new Refusal(...known));
    // Other refusals of the framework (an unknown method, a path that leaves its folder) are the caller's mistake.
    if (isCallersFault(error)) return expected(new Refusal('invalid_request', 'The request is not valid.'));
  }
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400) {
    return expected(new Refusal('invalid_json', NOT_JSON));
  }
  return {
    refusal: new Refusal('internal_error', 'Something went wrong on our side; it has been recorded.', { cause: error }),
    defect: true,
  };
}

/** Sends a refusal in the common envelope. Rule: wire/envelope. */
function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const body: FailureReply = {
    ...refusal.details,
    ...(refusal.code === 'internal_error' && { request_id: request.id }),
    success: false,
    error: refusal.message,
    code: refusal.code,
    // The form in which WooCommerce's clients look for the sentence and the status.
    ...(request.url.startsWith('/wp-json') && { message: refusal.message, data: { status: refusal.status } }),
  };
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', String(refusal.retryAfterS));
  request.server.deps.metrics.refusals.inc({ code: refusal.code });
  return reply.status(refusal.status).header('cache-control', 'no-store').type(JSON_TYPE).send(JSON.stringify(body));
}

/**
 * Answers requests that the router could not read. No hook has run for them, so the headers that hooks set are set
 * here.
 */
export function answerFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void answerError(error, request, reply.headers({ ...BARE_HEADERS, 'x-request-id': request.id }));
}

/** Answers any thrown error; a defect is logged with its context. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { metrics } = request.server.deps;
  const { refusal, defect } = refusalFor(error);
  const route = request.routeOptions.url;
  if (defect) {
    request.log.error(
      { err: error, route, sqlState: sqlStateOf(error), constraint: constraintOf(error) },
      'a request failed',
    );
    metrics.failures.inc({ place: route ?? 'unknown' });
  } else if (refusal.status === 503) {
    request.log.warn({ err: error, route }, refusal.message);
  }
  if (refusal.code === 'disk_full') request.server.disk.noteFull();
  return sendRefusal(request, reply, refusal);
}

/** The only place where a thrown error becomes an answer. Call it before any route is registered. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
}

/** The refusal for an address without a route. No key was looked up: another build may have a route there, and used the key. */
export function unknownPath(): Refusal {
  return new Refusal('not_found', 'There is nothing at this address.', { details: { unknown_path: true } });
}
