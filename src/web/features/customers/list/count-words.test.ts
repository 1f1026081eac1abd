import { expect, it } from 'vitest';
import { customerCountWords } from './count-words.ts';

it('says how many customers there are, and not more than it knows', () => {
  expect(customerCountWords({ total: 1, is_exact: true })).toBe('1 customer');
  expect(customerCountWords({ total: 100_001, is_exact: true })).toBe('100,001 customers');
  expect(customerCountWords({ total: 2001, is_exact: false })).toBe('2,000+ customers');
});
