import { describe, expect, it } from 'vitest';
import { CallError } from '../call/call-error.ts';
import { isKnownRefusal } from '../call/retry.ts';
import { isHappenedOtherwise, isServerFault, otherwiseWords, whyUnanswered } from './outcome.ts';

describe('an answer to a command', () => {
  it.each([
    [409, 'out_of_stock', true],
    [409, 'price_changed', true],
    [422, 'tender_insufficient', true],
    [403, 'not_allowed', true],
    [400, 'invalid_request', true],
    [0, 'timeout', false],
    [0, 'unreachable', false],
    [409, 'request_in_progress', false],
    [409, 'sent_by_another', false],
    [403, 'cross_site', false],
    [421, 'wrong_host', false],
    [401, 'login_required', false],
    [429, 'too_many_requests', false],
    [500, 'internal_error', false],
    [503, 'database_unavailable', false],
    [200, 'reply_unexpected', false],
  ])('%i %s says for certain that nothing was done: %s', (status, code, known) => {
    expect(isKnownRefusal(new CallError({ status, code, message: '', details: { success: false } }), true)).toBe(known);
  });

  it.each([403, 404, 413])('%i of a proxy, which knows nothing of it, says nothing', (status) => {
    const error = new CallError({ status, code: `http_${status}`, message: '' });
    expect([isKnownRefusal(error, true), isKnownRefusal(error, false)]).toEqual([false, false]);
  });

  it('of a server that has no such call, an older build perhaps, says nothing of what a newer one did', () => {
    const details = { success: false, unknown_path: true };
    const error = new CallError({ status: 404, code: 'not_found', message: 'Nothing here.', details });
    expect([isKnownRefusal(error, true), isKnownRefusal(error, false), isServerFault(error)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(whyUnanswered(error)).toBe('The server runs another version, which does not know this.');
  });

  it('says that it happened when only its details cannot be read', () => {
    const unread = (details: object) =>
      isHappenedOtherwise(
        new CallError({ status: 200, code: 'reply_unexpected', message: '', details: { ...details } }),
      );
    expect([unread({ success: true, id: 'odd' }), unread({}), unread({ success: false })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

it('is not said to have happened when that is too long ago to tell', () => {
  const answer = (code: string) => new CallError({ status: 409, code, message: 'It may have been carried out then.' });
  for (const code of ['idempotency_key_reused', 'sent_too_long_ago']) {
    expect(isHappenedOtherwise(answer(code))).toBe(true);
  }
  expect(otherwiseWords(answer('idempotency_key_reused'), 'Done before.')).toBe('Done before.');
  expect(otherwiseWords(answer('sent_too_long_ago'), 'Done before.')).toBe('It may have been carried out then.');
});

describe('a command whose answer is not known', () => {
  const failure = (status: number, code: string, message: string, details = {}) =>
    whyUnanswered(new CallError({ status, code, message, details }));

  it('says what the server said of itself, and nothing of the proxies before it', () => {
    expect(failure(0, 'unreachable', 'The server cannot be reached.')).toBe('The server cannot be reached.');
    expect(failure(500, 'internal', 'It broke.', { error: 'It broke.' })).toBe('Server error: It broke.');
    expect(failure(503, 'database_unavailable', 'One moment.', { error: 'One moment.' })).toBe('One moment.');
    expect([502, 503, 504].map((status) => failure(status, `http_${status}`, 'Bad gateway'))).toEqual(
      Array(3).fill('The server is not answering.'),
    );
  });
});
