import { expect, it } from 'vitest';
import { CallError, sentenceOf } from '#web/api/call-error.ts';
import { loadErrorOf } from './load-error.ts';

const TIMEOUT = 'Connection timeout - please check your internet connection and try again';

it('tells a lost connection as one', () => {
  for (const code of ['timeout', 'unreachable']) {
    expect(sentenceOf(loadErrorOf(new CallError({ status: 0, code, message: 'No answer.' })))).toBe(TIMEOUT);
  }
  const upstream = new CallError({ status: 502, code: 'http_502', message: 'TypeError: fetch failed' });
  expect(sentenceOf(loadErrorOf(upstream))).toBe(TIMEOUT);
});

it('leaves the words of any other refusal', () => {
  const refused = new CallError({ status: 404, code: 'not_found', message: 'There is no such location here.' });
  expect(loadErrorOf(refused)).toBe(refused);
});
