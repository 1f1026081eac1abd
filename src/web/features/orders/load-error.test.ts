import { expect, it } from 'vitest';
import { CallError, sentenceOf } from '#web/api/call/call-error.ts';
import { loadErrorOf } from './load-error.ts';

const FAILED = 'Failed to fetch orders';
const TIMEOUT = 'Connection timeout - please check your internet connection and try again';

it('tells a lost connection as one', () => {
  for (const code of ['timeout', 'unreachable']) {
    expect(sentenceOf(loadErrorOf(new CallError({ status: 0, code, message: 'No answer.' }), FAILED))).toBe(TIMEOUT);
  }
  const upstream = new CallError({ status: 502, code: 'http_502', message: 'TypeError: fetch failed' });
  expect(sentenceOf(loadErrorOf(upstream, FAILED))).toBe(TIMEOUT);
});

it('leaves the words of any other refusal', () => {
  const error = 'There is no such location here.';
  const refused = new CallError({ status: 404, code: 'not_found', message: error, details: { error } });
  expect(loadErrorOf(refused, FAILED)).toBe(refused);
});

it('has words of its own for an answer without any', () => {
  const page = new CallError({ status: 500, code: 'http_500', message: 'The server answered 500.' });
  expect(sentenceOf(loadErrorOf(page, FAILED))).toBe('Failed to fetch orders');
});
